"""The fake without its terminal: what each key does, at times that the test gives."""

import json
from typing import Any

import pytest

from cotty.testing.fake_cli.agent import FakeAgent
from cotty.testing.fake_cli.desk import Desk
from cotty.testing.fake_cli.keys import Pasted, Pressed, Typed
from cotty.testing.fake_cli.skins import drawn
from cotty.testing.scenario import Draft, Enter, Ghost, Paste, Popup, Reply, Scenario, When

_ENTER = Pressed("Enter")


class Play:
    """A fake whose clock the test moves; each frame is whole at once."""

    def __init__(self, scenario: Scenario) -> None:
        self.log: list[dict[str, Any]] = []
        self.agent = FakeAgent(Desk(scenario, lambda line: self.log.append(json.loads(line))))
        self.now = 0.0
        self.agent.begin(0.0)
        self.at(0.0)  # it has started
        self.at(0.0)  # and is at rest

    def at(self, now: float) -> None:
        """Go on to this time, in steps of a millisecond."""
        for step in range(round((now - self.now) * 1000) + 1):
            moment = self.now + step / 1000
            self.agent.desk.schedule.run(moment)
            view = self.agent.view(moment)
            self.agent.painted(view.shown(drawn(view, 40, 12).rows), moment)
        self.now = now

    def give(self, *events: Typed | Pasted | Pressed | str) -> None:
        for event in events:
            self.agent.handle(Typed(event) if isinstance(event, str) else event, self.now)
        self.at(self.now)

    def said(self, event: str, fact: str) -> list[object]:
        return [record[fact] for record in self.log if record["event"] == event]


def test_enter_within_the_window_is_a_newline_and_opens_the_window_again() -> None:
    play = Play(Scenario(enter=Enter(newline_within_ms=120)))
    play.give("a", _ENTER)
    play.at(0.1)
    play.give(_ENTER)
    play.at(0.3)
    play.give(_ENTER)
    assert play.said("enter", "did") == ["newline", "newline", "submitted"]
    assert play.said("submitted", "text") == ["a\n\n"]


def test_the_window_after_a_paste_is_another() -> None:
    play = Play(Scenario(enter=Enter(newline_within_ms=8, newline_within_ms_of_paste=40)))
    play.give(Pasted("a"))
    play.at(0.02)
    play.give(_ENTER)
    play.at(0.1)
    play.give(_ENTER)
    assert play.said("enter", "did") == ["newline", "submitted"]


def test_the_first_enters_of_each_message_are_swallowed() -> None:
    play = Play(Scenario(enter=Enter(swallowed=1)))
    play.give("a", _ENTER, _ENTER, "b", _ENTER, _ENTER)
    assert play.said("enter", "did") == ["swallowed", "submitted"] * 2


def test_a_bare_enter_submits_a_suggestion_and_not_a_placeholder() -> None:
    for bare, did in ((True, "submitted_ghost"), (False, "nothing")):
        play = Play(Scenario(ghost=Ghost("do it", bare_enter=bare)))
        play.give(_ENTER)
        assert play.said("enter", "did") == [did]


def test_escape_dismisses_a_suggestion() -> None:
    play = Play(Scenario(ghost=Ghost("do it")))
    assert play.agent.view(0).ghost == "do it"
    play.give(Pressed("Escape"))
    assert play.agent.view(0).ghost == ""
    play.give(_ENTER)
    assert play.said("submitted", "text") == []


def test_a_suggestion_comes_after_a_rest() -> None:
    play = Play(Scenario(ghost=Ghost("do it", after_ms=50)))
    assert play.agent.view(0).ghost == ""
    play.at(0.06)
    assert play.agent.view(0.06).ghost == "do it"


@pytest.mark.parametrize(
    ("keys", "left"),
    [(["C-u"], ""), (["BSpace"], "one tw"), (["C-w"], "one "), (["Home", "DC"], "ne two"), (["Left", "C-k"], "one tw"),
     (["Escape"], "one two"), (["Escape", "Escape"], ""), (["C-c"], ""), (["Home", "C-j"], "\none two")],
)  # fmt: skip
def test_keys_edit_the_composer(keys: list[str], left: str) -> None:
    play = Play(Scenario())
    play.give("one two", *map(Pressed, keys))
    assert play.agent.composer.meant == left
    assert play.said("cleared", "text") == ([] if left else ["one two"])


def test_a_collapsed_paste_goes_as_one_piece() -> None:
    play = Play(Scenario(paste=Paste(placeholder="lines", from_lines=2)))
    play.give("see ", Pasted("a\nb\nc"), " ok")
    assert play.agent.composer.shown == "see [Pasted text #1 +2 lines] ok"
    assert play.agent.composer.meant == "see a\nb\nc ok"
    play.give(*[Pressed("BSpace")] * 4)
    assert play.agent.composer.meant == "see "


def test_a_dialog_takes_no_key_before_it_was_painted() -> None:
    play = Play(Scenario(popups=(Popup(When("characters", 1)),)))
    play.agent.handle(Typed("a"), 0.0)
    play.agent.handle(_ENTER, 0.0)
    assert play.said("submitted", "text") == ["a"]
    play.at(0.0)
    play.give("2")
    assert play.said("answered", "option") == ["Yes, and don't ask again"]


def test_what_is_typed_behind_an_answer_goes_to_the_composer() -> None:
    play = Play(Scenario(popups=(Popup(),)))
    play.give("x1 more")
    assert play.said("answered", "key") == ["1"]
    assert play.agent.composer.meant == " more"


def test_a_draft_that_is_scrolled_out_of_its_box_is_shown_to_nobody() -> None:
    play = Play(Scenario(draft=Draft("mine", When("landed", 10))))
    play.give("hello ")
    play.at(0.1)
    play.give("".join(f"{number}\n" for number in range(30)))
    play.at(1.0)
    play.give(_ENTER)
    assert [round(each, 2) for each in play.said("draft_lost", "shown_for")] == [0.09]  # type: ignore[call-overload]


def test_a_draft_is_lost_once_and_in_the_first_way() -> None:
    play = Play(Scenario(draft=Draft("mine", per_key_ms=10)))
    play.at(0.5)
    play.give("yours", Pressed("C-u"))
    assert play.said("draft_lost", "how") == ["merged"]
    assert play.said("draft_lost", "shown_for") == [pytest.approx(0.5)]


def test_a_person_does_not_type_while_a_dialog_is_open() -> None:
    play = Play(Scenario(draft=Draft("mine", When("start", 10)), popups=(Popup(),)))
    play.at(0.5)
    assert play.agent.composer.meant == ""
    play.give("1")
    play.at(1.0)
    assert play.agent.composer.meant == "mine"


def test_an_interrupted_turn_says_no_more_and_the_queue_goes_on() -> None:
    play = Play(Scenario(reply=Reply(busy_ms=100)))
    play.give("one", _ENTER, "two", _ENTER, Pressed("Escape"))
    play.at(1.0)
    assert play.said("replied", "number") == [3]
    assert [entry.text for entry in play.agent.turns.entries if entry.kind == "reply"] == ["Done: two"]


@pytest.mark.parametrize("keys", [["C-d"], ["C-c", "C-c"]])
def test_an_empty_composer_lets_one_leave(keys: list[str]) -> None:
    play = Play(Scenario())
    play.give(*map(Pressed, keys))
    assert play.agent.desk.ended == "exit"


def test_what_is_typed_while_it_starts_is_lost() -> None:
    play = Play(Scenario(starting_ms=100))
    play.give("early", _ENTER)
    play.at(0.2)
    assert play.agent.composer.meant == ""
    assert play.said("painted", "state") == ["starting", "idle"]
