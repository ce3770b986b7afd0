"""A line of `list-panes` as a value. Pure."""

from collections.abc import Iterable, Mapping

from cotty.model import PaneInfo

_FIELDS = 16


_PEN = b"COTTY_PEN_"


def pens_of(notes: Iterable[bytes]) -> dict[str, str]:
    """Who holds the pen of which pane, from `commands.show_notes`."""
    pens = [line[len(_PEN) :].decode("utf-8", "replace").partition("=") for line in notes if line.startswith(_PEN)]
    return {f"%{number}": value for number, _, value in pens}


def pane_row(line: bytes, pens: Mapping[str, str]) -> PaneInfo:
    """The fields of `commands.LIST_FIELDS`; the folder comes last, because its name may contain a tab."""
    parts = line.decode("utf-8", "replace").split("\t", _FIELDS - 1)
    parts += [""] * (_FIELDS - len(parts))
    (
        pane,
        session,
        window,
        index,
        window_active,
        pane_active,
        width,
        height,
        pid,
        dead,
        status,
        name,
        command,
        pen,
    ) = parts[:14]
    return PaneInfo(
        id=pane, address=f"{session}:{window}.{index}", session=session, window=int(window or 0), window_name=name,
        index=int(index or 0), active=window_active == "1" and pane_active == "1", window_active=pane_active == "1",
        title=parts[14], command=command, cwd=parts[15], width=int(width or 0), height=int(height or 0),
        pid=int(pid or 0), dead=dead == "1", exit_status=int(status) if dead == "1" and status.isdigit() else None,
        pen=pens.get(pane, pen).partition(" ")[2].partition("/")[0] or None,
    )  # fmt: skip
