"""The dialogs of one run: raised, painted, changed, answered; one at a time. Pure.

Rules: a dialog is open, and takes keys, once it was painted; those that come meanwhile wait their turn; an answer is
written down with how long this version had stood on the screen, and whether the key before it had changed it.
"""

from collections.abc import Callable

from cotty.testing.fake_cli.desk import Desk
from cotty.testing.fake_cli.dialog import Dialog
from cotty.testing.fake_cli.schedule import Action
from cotty.testing.scenario import Popup


class Dialogs:
    """What asks, and what will ask."""

    def __init__(self, desk: Desk, resume: Callable[[float], None]) -> None:
        self._desk, self._resume = desk, resume
        self._waiting: list[Dialog] = []
        self._rising: Dialog | None = None
        self._shown: tuple[int, int] | None = None
        self._shown_at = 0.0
        self._changed_by_key = False
        self._takes_enter: Dialog | None = None
        self.open: Dialog | None = None

    @property
    def visible(self) -> Dialog | None:
        """What a frame has to show."""
        return self.open or self._rising

    def arm(self, popups: tuple[Popup, ...]) -> None:
        for popup in popups:
            self._desk.moments.arm(popup.when, self._raiser(popup))

    def _raiser(self, popup: Popup) -> Action:
        return lambda now: self._raise(Dialog.of(popup), now)

    def _raise(self, dialog: Dialog, now: float) -> None:
        self._desk.changed = True
        self._desk.log("dialog_raised", now, **dialog.facts())
        if dialog.popup.takes_that_enter and dialog.popup.when.moment == "enter":
            self._takes_enter = dialog
        elif self.visible:
            self._waiting.append(dialog)
        else:
            self._rising = dialog

    def painted(self, shown: tuple[int, int] | None, now: float) -> None:
        """A frame with this dialog, in this version, is whole on the terminal."""
        dialog = self.visible
        if dialog is None or shown != (dialog.id, dialog.version) or shown == self._shown:
            return
        self.open, self._rising = dialog, None
        self._shown, self._shown_at = shown, now
        self._desk.log("dialog_shown", now, **dialog.facts())
        if dialog.change and dialog.change.after_ms:
            self._desk.schedule.at(now + dialog.change.after_ms / 1000, lambda at: self._turn(dialog, "time", at))

    def press(self, key: str, now: float, said: str = "") -> None:
        """A key for the open dialog."""
        dialog = self.open
        if dialog is None:
            return
        change = dialog.change
        if change and change.on_key_within_ms and (now - self._shown_at) * 1000 < change.on_key_within_ms:
            self._turn(dialog, "key", now)
            return
        option = dialog.press(key)
        if option is not None:
            self._answered(dialog, option, said or key, now)

    def take_enter(self, now: float) -> bool:
        """The Enter that raised a dialog answers it, where the scenario is that unfair."""
        dialog, self._takes_enter = self._takes_enter, None
        if dialog is None:
            return False
        self._answered(dialog, dialog.options[dialog.highlight - 1], "Enter", now)
        return True

    def _turn(self, dialog: Dialog, by: str, now: float) -> None:
        if self.open is dialog and dialog.turn():
            self._desk.changed = True
            self._changed_by_key = by == "key"
            self._desk.log("dialog_changed", now, by=by, **dialog.facts())

    def _answered(self, dialog: Dialog, option: str, key: str, now: float) -> None:
        seen = self._shown == (dialog.id, dialog.version)
        self._desk.log(
            "answered", now, option=option, key=key, shown_for=now - self._shown_at if seen else 0.0,
            changed_by_key=self._changed_by_key, **dialog.facts(),
        )  # fmt: skip
        self._changed_by_key, self.open, self._desk.changed = False, None, True
        self._rising = self._waiting.pop(0) if self._waiting else None
        if self._rising is None:
            self._resume(now)
