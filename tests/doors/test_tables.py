"""A table in a narrow terminal keeps what one types again, and says what it left out."""

import pytest

from cotty.doors.cli.tables import draw_agents, draw_panes, draw_profiles, draw_rows
from cotty.model import AgentState
from cotty.operations.agents.answers import AgentRow
from cotty.operations.agents.profiles import ProfileRow
from cotty.operations.answers import PaneRow

FOLDER = "/home/ann/projects/a-service-with-a-long-name/src/tests"
FILE = "/opt/cotty/lib/python3.13/site-packages/cotty/profiles/claude_code.toml"


def pane(address: str = "shared:0.0", cwd: str = FOLDER, pen: str | None = None) -> PaneRow:
    return PaneRow("%12", address, "shared", 0, "bash", 0, True, True, "", "python3", cwd, 200, 50, 1, False, None, pen)


def agent(draft: str = "", could_not_look: str | None = None) -> AgentRow:
    return AgentRow(
        "%12", "shared:1.0", "claude_code", 1, FOLDER, AgentState.IDLE, None, None, interrupted=False, viewer=False,
        draft=draft, rule=None, rows=None, title="", age=12.0, source=None, could_not_look=could_not_look,
        version=None, covered=True,
    )  # fmt: skip


def drawn(columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], draw: object) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert callable(draw)
    draw()
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert max(map(len, lines)) <= columns
    return lines


@pytest.mark.parametrize("columns", [48, 60, 80, 100, 200])
def test_the_folder_of_a_pane_gives_way_and_nothing_that_is_typed_again(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, row = drawn(columns, monkeypatch, capsys, lambda: draw_panes([pane()]))
    assert row.startswith("%12   shared:0.0  python3  ")
    shown = row.split()[3]
    assert shown == FOLDER or (shown.startswith("…") and FOLDER.endswith(shown[1:]))
    assert (FOLDER in row) == (columns >= 100)
    assert ("200×50" in row) == (columns >= 60)


def test_a_folder_takes_all_that_is_free(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _, row = drawn(80, monkeypatch, capsys, lambda: draw_panes([pane()]))
    assert len(row) == 80


def test_an_address_that_leaves_no_room_is_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, row = drawn(40, monkeypatch, capsys, lambda: draw_panes([pane("a-workspace-of-many-words:0.0", pen="claude")]))
    assert row == "%12   a-workspace-of-many-words:0.0"


def test_a_wide_sign_counts_for_two(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _, row = drawn(60, monkeypatch, capsys, lambda: draw_panes([pane(cwd="/端末" * 20)]))
    assert row.endswith("端末   200×50  active")


@pytest.mark.parametrize(("columns", "seen"), [(60, False), (80, True), (100, True)])
def test_a_draft_is_told_before_when_it_was_seen(
    columns: int, seen: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, row = drawn(columns, monkeypatch, capsys, lambda: draw_agents([agent("half a thought")]))
    assert row.startswith("idle   %12   claude_code  shared:1.0  …")
    assert row.endswith("  draft")
    assert ("12 s ago" in row) == seen


def test_a_long_remark_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    why = "tmux did not answer within the time that it was given"
    _, row = drawn(80, monkeypatch, capsys, lambda: draw_agents([agent(could_not_look=why)]))
    assert row.startswith("idle   %12   claude_code  shared:1.0  …")
    assert "could not look: tmux" in row
    assert row.endswith("…")


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_the_file_of_a_profile_takes_what_is_free(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    row = ProfileRow("claude_code", "Claude Code", "2.1.0 to 2.1.201", FILE, None)
    _, line = drawn(columns, monkeypatch, capsys, lambda: draw_profiles([row]))
    assert line.startswith("claude_code  Claude Code  2.1.0 to 2.1.201  ")
    assert line.endswith("claude_code.toml"[-(columns - 44) + 1 :])
    assert (FILE in line) == (columns == 120)
    assert "…" in line or FILE in line


def test_of_plain_rows_the_last_column_goes_first_and_the_first_two_stay(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [("2026-01-31", "agent:bob", "send", "%5", "confirmed")]
    heads = ("time", "actor", "verb", "pane", "outcome")
    for columns, left in ((80, 5), (36, 4), (29, 3), (22, 2)):
        head, row = drawn(columns, monkeypatch, capsys, lambda: draw_rows("None.", heads, rows))
        assert (head.split(), row.split()) == (list(heads[:left]), list(rows[0][:left]))
    assert drawn(80, monkeypatch, capsys, lambda: draw_rows("None.", heads, [])) == ["None."]
