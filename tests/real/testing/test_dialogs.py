"""Each trap of a dialog bites who answers without looking right before the key, and spares who does."""

from typing import Final

import pytest

from cotty.testing.ground_truth import Answered, Sent
from cotty.testing.scenario import SKINS, Change, Enter, Paint, Popup, Reply, Scenario, When
from tests.real.testing.conftest import StartFake
from tests.real.testing.senders import after_a_pause, at_once, carefully, choose, pause

pytestmark = pytest.mark.real

_BUSY: Final = Reply(busy_ms=60_000)
_ABOUT: Final = "rm -rf build"
_OTHER: Final = "git push --force"
_DURING: Final = When("submitted", 50)


@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize("moment", [When("landed", 5), When("characters", 2)], ids=["time", "text"])
async def test_a_dialog_between_text_and_enter_is_answered_by_that_enter(
    start_fake: StartFake, skin: str, moment: When
) -> None:
    fake = await start_fake(Scenario(skin=skin, popups=(Popup(moment),)))
    receipt = await after_a_pause(fake, "hello")
    await fake.sees(lambda seen: seen.awaiting is None)
    verdict = fake.verdict(receipt)
    assert (verdict.wrong_answers, verdict.false_confirmed) == (1, 1)


@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize("moment", [When("landed", 5), When("characters", 2), When("enter", 1)], ids=str)
async def test_a_dialog_between_text_and_enter_stops_who_looks(start_fake: StartFake, skin: str, moment: When) -> None:
    fake = await start_fake(Scenario(skin=skin, enter=Enter(40), popups=(Popup(moment),)))
    receipt = await carefully(fake, "hello")
    await fake.sees(lambda seen: seen.awaiting is not None)
    assert (receipt.outcome, fake.texts()) == ("unknown", [])
    assert fake.verdict(receipt).clean


async def test_the_enter_that_raises_a_dialog_submits_nothing_and_a_second_one_answers_it(
    start_fake: StartFake,
) -> None:
    fake = await start_fake(Scenario(popups=(Popup(When("enter", 1)),)))
    receipt = await after_a_pause(fake, "hello")
    await fake.sees(lambda seen: seen.awaiting is not None)
    assert fake.enters() == ["raised"]
    assert fake.verdict(receipt).false_confirmed == 1
    await pause(0.1)
    await fake.pane.keys("Enter")
    await fake.sees(lambda seen: seen.awaiting is None)
    assert fake.verdict(receipt).wrong_answers == 1


async def test_an_answer_that_nobody_could_avoid_is_a_race_and_no_fault(start_fake: StartFake) -> None:
    popup = Popup(When("enter", 1), takes_that_enter=True)
    fake = await start_fake(Scenario(popups=(popup,)))
    receipt = Sent((await after_a_pause(fake, "hello")).text, "unknown")
    await fake.rests()
    verdict = fake.verdict(receipt)
    assert (verdict.wrong_answers, verdict.raced, verdict.clean) == (0, 1, True)


@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize("text", ["1 is a digit", "two\nlines"], ids=["digit", "paste"])
async def test_text_sent_to_an_open_dialog_answers_it(start_fake: StartFake, skin: str, text: str) -> None:
    fake = await start_fake(Scenario(skin=skin, popups=(Popup(),)))
    await fake.sees(lambda seen: seen.awaiting is not None)
    await pause(0.1)
    await fake.type(text)
    await fake.sees(lambda seen: seen.awaiting is None)
    key, option = ("1", "Yes") if text.startswith("1") else ("paste", "No, and say what to do differently")
    answered = fake.records("answered")[0].facts
    assert (answered["key"], answered["option"]) == (key, option)
    assert fake.verdict(Sent(text, "unknown")).wrong_answers == 1


async def test_a_send_is_refused_while_a_dialog_is_open(start_fake: StartFake) -> None:
    fake = await start_fake(Scenario(popups=(Popup(),)))
    receipt = await carefully(fake, "1 is a digit")
    assert (receipt.outcome, receipt.reason) == ("refused", "dialog")
    assert fake.verdict(receipt).clean


@pytest.mark.parametrize("skin", SKINS)
async def test_an_enter_for_yes_says_what_is_highlighted(start_fake: StartFake, skin: str) -> None:
    fake = await start_fake(Scenario(skin=skin, reply=_BUSY, popups=(Popup(_DURING, highlight=3),)))
    await at_once(fake, "hello")
    await fake.sees(lambda seen: seen.awaiting is not None)
    await pause(0.1)
    await fake.pane.keys("Enter")
    await fake.sees(lambda seen: seen.awaiting is None)
    assert fake.verdict(Sent("hello", "confirmed"), Answered("Yes", "unknown", _ABOUT)).wrong_answers == 1


@pytest.mark.parametrize("skin", SKINS)
async def test_the_option_that_is_shown_is_chosen_by_its_own_key(start_fake: StartFake, skin: str) -> None:
    fake = await start_fake(Scenario(skin=skin, reply=_BUSY, popups=(Popup(_DURING, highlight=3),)))
    await at_once(fake, "hello")
    await fake.sees(lambda seen: seen.awaiting is not None)
    answer = await choose(fake, "Yes", _ABOUT)
    assert fake.verdict(Sent("hello", "confirmed"), answer).clean
    assert [record.facts["option"] for record in fake.records("answered")] == ["Yes"]


async def test_arrows_move_the_highlight_where_digits_do_nothing(start_fake: StartFake) -> None:
    fake = await start_fake(Scenario(popups=(Popup(highlight=3, digits_act=False),)))
    await fake.sees(lambda seen: seen.awaiting is not None)
    await fake.pane.keys("1", "Up", "Enter")
    await fake.rests()
    assert [record.facts["option"] for record in fake.records("answered")] == ["Yes, and don't ask again"]


@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize("paint", [Paint(), Paint(delay_ms=100)], ids=["quick", "slow"])
async def test_a_dialog_that_changes_after_a_while_takes_the_late_key(
    start_fake: StartFake, skin: str, paint: Paint
) -> None:
    popup = Popup(change=Change(after_ms=150, about=_OTHER, options=("No", "Yes")))
    fake = await start_fake(Scenario(skin=skin, popups=(popup,), paint=paint))
    await fake.sees(lambda seen: seen.awaiting is not None)
    await fake.sees(lambda seen: seen.awaiting is not None and _OTHER in seen.awaiting.subject)
    assert (await choose(fake, "Yes", _ABOUT)).outcome == "refused"
    await pause(0.1)
    await fake.pane.keys("1")
    await fake.rests()
    assert fake.verdict(Answered("Yes", "unknown", _ABOUT)).wrong_answers == 1


async def test_a_dialog_that_changes_as_the_key_comes_drops_it_and_takes_the_next(start_fake: StartFake) -> None:
    popup = Popup(change=Change(on_key_within_ms=60_000, about=_OTHER, options=("No", "Yes")))
    fake = await start_fake(Scenario(popups=(popup,)))
    await fake.sees(lambda seen: seen.awaiting is not None)
    await fake.pane.keys("1", "1")
    await fake.rests()
    assert [record.facts["version"] for record in fake.records("answered")] == [2]
    verdict = fake.verdict(Answered("Yes", "unknown", _ABOUT))
    assert (verdict.wrong_answers, verdict.raced) == (1, 0)


async def test_one_who_looks_presses_one_key_and_sees_that_the_dialog_is_another(start_fake: StartFake) -> None:
    popup = Popup(change=Change(on_key_within_ms=60_000, about=_OTHER, options=("No", "Yes")))
    fake = await start_fake(Scenario(popups=(popup,)))
    await fake.sees(lambda seen: seen.awaiting is not None)
    first = await choose(fake, "Yes", _ABOUT)
    again = await choose(fake, "Yes", _ABOUT)
    assert again.outcome == "refused"
    assert fake.records("answered") == []
    assert (await choose(fake, "Yes", _OTHER)).outcome == "unknown"
    assert fake.verdict(first, again, Answered("Yes", "unknown", _OTHER)).clean


async def test_two_dialogs_come_one_after_the_other(start_fake: StartFake) -> None:
    fake = await start_fake(Scenario(popups=(Popup(), Popup(about=_OTHER))))
    await fake.sees(lambda seen: seen.awaiting is not None)
    await fake.pane.keys("1")
    await fake.sees(lambda seen: seen.awaiting is not None and _OTHER in seen.awaiting.subject)
    await fake.pane.keys("Escape")
    await fake.rests()
    assert [record.facts["dialog"] for record in fake.records("answered")] == [1, 2]


async def test_a_turn_waits_for_its_dialog(start_fake: StartFake) -> None:
    fake = await start_fake(Scenario(reply=Reply(busy_ms=100), popups=(Popup(_DURING),)))
    await at_once(fake, "hello")
    await fake.sees(lambda seen: seen.awaiting is not None)
    await pause(0.3)
    assert fake.records("replied") == []
    await fake.pane.keys("1")
    await fake.shows(lambda screen: "Done: hello" in screen.text)
    assert len(fake.records("replied")) == 1
