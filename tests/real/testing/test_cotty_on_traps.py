"""cotty's own verbs on each trap by itself: delivered once and proved, or left alone, and why."""

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

import cotty
from cotty.agents.agent import Agent
from cotty.errors import AgentNotFound, AgentNotReady, DialogOpen, DraftThere, InvalidText, StaleDialog
from cotty.model import AgentState, Outcome
from cotty.profiles.profile import Way
from cotty.settings import Settings
from cotty.testing.fake_profiles import fake_profile
from cotty.testing.ground_truth import Answered, Sent
from cotty.testing.scenario import (
    SKINS,
    Change,
    Death,
    Draft,
    Enter,
    Ghost,
    Paint,
    Paste,
    Popup,
    Reply,
    Scenario,
    Stall,
    When,
)
from tests.real.testing.conftest import Fake, StartFake

pytestmark = pytest.mark.real

LINES: Final = "\n".join(f"{number} 日本 line" for number in range(13))
LARGE: Final = "\n".join(f"line {number} {'x' * 90}" for number in range(200))
BUSY: Final = Reply(busy_ms=60_000)

# Each is sent "hello", or the text that is named, and has to take it exactly once.
GOES: Final = {
    "no trap": (Scenario(), ""),
    "Enter within 8 ms of typing": (Scenario(enter=Enter(8)), ""),
    "Enter within 40 ms of typing": (Scenario(enter=Enter(40), skin="plain"), ""),
    "Enter within 120 ms of typing": (Scenario(enter=Enter(120), skin="fullscreen"), ""),
    "Enter within 120 ms of a paste": (Scenario(enter=Enter(0, 120)), LINES),
    "the first Enter is swallowed": (Scenario(enter=Enter(swallowed=1)), ""),
    "the first two are": (Scenario(enter=Enter(swallowed=2), skin="plain"), ""),
    "a paste collapses to lines": (Scenario(paste=Paste(placeholder="lines")), LINES),
    "a paste collapses to characters": (Scenario(paste=Paste(placeholder="characters", from_lines=2)), LINES),
    "a paste that takes long": (Scenario(paste=Paste(takes_ms=300)), LINES),
    "20 KB": (Scenario(skin="plain"), LARGE),
    "bracketed paste off": (Scenario(enter=Enter(40), paste=Paste(bracketed=False)), LINES),
    **{f"ghost text drawn as {style}": (Scenario(ghost=Ghost("delete it all", style)), "")
       for style in ("2", "90", "38;5;8", "38;5;244", "38;2;120;120;120")},
    "ghost text behind what is typed": (Scenario(ghost=Ghost(" and all else", inline=True)), ""),
    "dim separators": (Scenario(paint=Paint(dim_rules=True)), ""),
    "the prompt is repeated": (Scenario(reply=Reply(text="❯ {prompt}\n> {prompt}")), ""),
    "the prompt is not repeated": (Scenario(reply=Reply(echo=False)), ""),
    "spinner and clock": (Scenario(paint=Paint(spinner_ms=50, clock_ms=16)), ""),
    "a dialog is quoted": (Scenario(reply=Reply(quotes_dialog=True)), ""),
    "alternate screen": (Scenario(skin="fullscreen"), ""),
    "60 frames a second": (Scenario(paint=Paint(fps=60)), ""),
    "slow paint": (Scenario(paint=Paint(delay_ms=400)), ""),
    "torn frames": (Scenario(paint=Paint(pieces=5, between_ms=8)), ""),
    "wide characters": (Scenario(), "日本語で 🙂 説明して é café"),
    "the program does not read for a while": (Scenario(enter=Enter(40), stall=Stall(When("start"), 600)), ""),
    "still starting": (Scenario(starting_ms=400), ""),
}  # fmt: skip


async def agent_in(fake: Fake) -> Agent:
    return await fake.terminal.adopt(fake.pane.id, profile=fake_profile(fake.scenario))


@pytest.mark.promise("agents:delivered")
@pytest.mark.parametrize("name", GOES)
async def test_a_message_goes_through_once_and_is_confirmed(start_fake: StartFake, name: str) -> None:
    scenario, text = GOES[name]
    fake = await start_fake(scenario, wait=not scenario.starting_ms)
    if scenario.starting_ms:
        await fake.shows(lambda screen: "Starting" in screen.text)
    receipt = await (await agent_in(fake)).send(text or "hello")
    assert receipt.outcome is Outcome.CONFIRMED, (receipt, receipt.screen)
    assert fake.texts() == [text or "hello"]
    assert fake.verdict(Sent(text or "hello", receipt.outcome)).clean


@pytest.mark.parametrize("skin", SKINS)
async def test_the_next_message_leaves_a_suggestion_alone(start_fake: StartFake, skin: str) -> None:
    fake = await start_fake(Scenario(skin=skin, ghost=Ghost("delete it all"), reply=Reply(busy_ms=20)))
    agent = await agent_in(fake)
    for text in ("one", "two"):
        assert (await agent.send(text)).outcome is Outcome.CONFIRMED
        await agent.wait("idle", timeout=5)
    assert fake.texts() == ["one", "two"]


@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize("moment", [When("landed", 5), When("characters", 2), When("enter", 1)], ids=str)
async def test_a_dialog_between_text_and_enter_stops_it(start_fake: StartFake, skin: str, moment: When) -> None:
    fake = await start_fake(Scenario(skin=skin, enter=Enter(40), popups=(Popup(moment),)))
    receipt = await (await agent_in(fake)).send("hello")
    assert (receipt.outcome, receipt.evidence[-1]) == (Outcome.NOT_SUBMITTED, "dialog")
    assert fake.records("answered") == []
    assert fake.verdict(Sent("hello", receipt.outcome)).clean


@pytest.mark.parametrize("digits", [True, False], ids=["digits act", "digits do nothing"])
@pytest.mark.parametrize("skin", SKINS)
async def test_an_option_that_is_not_highlighted_is_chosen(start_fake: StartFake, skin: str, digits: bool) -> None:
    popup = Popup(When("submitted", 50), highlight=3, digits_act=digits)
    fake = await start_fake(Scenario(skin=skin, reply=BUSY, popups=(popup,)))
    agent = await agent_in(fake)
    await agent.send("hello")
    asked = (await agent.wait("awaiting_input", timeout=5)).awaiting
    assert asked is not None
    receipt = await agent.answer("Yes", fingerprint=asked.fingerprint)
    assert receipt.outcome is Outcome.CONFIRMED, (receipt, receipt.screen)
    assert [record.facts["option"] for record in fake.records("answered")] == ["Yes"]


@pytest.mark.promise("agents:meant")
@pytest.mark.parametrize("skin", SKINS)
async def test_a_dialog_that_has_changed_is_not_answered(start_fake: StartFake, skin: str) -> None:
    change = Change(after_ms=2000, about="git push --force", options=("No", "Yes"))
    fake = await start_fake(Scenario(skin=skin, popups=(Popup(change=change),)))
    agent = await agent_in(fake)
    asked = (await agent.wait("awaiting_input", timeout=5)).awaiting
    assert asked is not None
    assert "rm -rf" in asked.subject
    await fake.sees(lambda seen: seen.awaiting is not None and "git push" in seen.awaiting.subject)
    with pytest.raises(StaleDialog):
        await agent.answer(1, fingerprint=asked.fingerprint)
    assert fake.records("answered") == []


async def test_a_dialog_that_changes_as_the_key_comes_gets_no_second_key(start_fake: StartFake) -> None:
    change = Change(on_key_within_ms=60_000, about="git push --force", options=("No", "Yes"))
    fake = await start_fake(Scenario(popups=(Popup(change=change),)))
    agent = await agent_in(fake)
    asked = (await agent.wait("awaiting_input", timeout=5)).awaiting
    assert asked is not None
    receipt = await agent.answer(1, fingerprint=asked.fingerprint)
    assert (receipt.outcome, receipt.evidence[-1]) == (Outcome.UNKNOWN, "other-dialog")
    assert fake.verdict(Answered("Yes", receipt.outcome, "rm -rf build")).clean
    assert fake.records("answered") == []


@pytest.mark.parametrize("skin", SKINS)
async def test_the_same_dialog_twice_is_answered_once_by_one_answer(start_fake: StartFake, skin: str) -> None:
    popup = Popup(When("submitted", 50))
    fake = await start_fake(Scenario(skin=skin, reply=BUSY, popups=(popup, popup)))
    agent = await agent_in(fake)
    await agent.send("hello")
    asked = (await agent.wait("awaiting_input", timeout=5)).awaiting
    assert asked is not None
    receipt = await agent.answer("Yes", fingerprint=asked.fingerprint)
    assert receipt.outcome is not Outcome.NOT_SUBMITTED, (receipt, receipt.screen)
    assert [record.facts["key"] for record in fake.records("answered")] == ["1"]
    verdict = fake.verdict(Sent("hello", "confirmed"), Answered("Yes", receipt.outcome, popup.about))
    assert verdict.clean, verdict


LEAVES_BY_KEYS: Final = (Way(text="hello"), Way(keys=("C-c", "C-c")))


@pytest.mark.parametrize("what", ["dialog", "draft"])
async def test_what_stands_in_the_way_of_a_text_to_leave_by_gets_no_keys(start_fake: StartFake, what: str) -> None:
    popup, draft = (Popup(When("landed", 20)),), Draft(" and mine", When("landed", 20))
    traps = {"popups": popup} if what == "dialog" else {"draft": draft}
    fake = await start_fake(replace(Scenario(enter=Enter(120)), **traps))
    receipt = await (await agent_in(fake)).leave()
    why = "dialog" if what == "dialog" else "mixed"
    assert (receipt.outcome, receipt.evidence) == (Outcome.NOT_SUBMITTED, ("/exit", why, "still-there"))
    assert [each for each in fake.records() if each.event in ("answered", "draft_lost", "submitted")] == []


@pytest.mark.parametrize("what", ["dialog", "draft"])
async def test_what_comes_behind_a_text_to_leave_by_gets_no_keys(
    start_fake: StartFake, what: str, tmux_program: str, tmux_socket: Path
) -> None:
    popup, draft = (Popup(When("submitted", 50)),), Draft("a person's words", When("submitted", 50))
    traps = {"popups": popup} if what == "dialog" else {"draft": draft}
    fake = await start_fake(replace(Scenario(reply=BUSY), **traps))
    profile = fake_profile(fake.scenario)
    profile = replace(profile, delivery=replace(profile.delivery, leave=LEAVES_BY_KEYS))
    soon = Settings(leave_deadline=1.0)
    async with cotty.connect(socket_path=tmux_socket, tmux=tmux_program, settings=soon) as terminal:
        receipt = await (await terminal.adopt(fake.pane.id, profile=profile)).leave()
    assert (receipt.outcome, receipt.evidence) == (Outcome.NOT_SUBMITTED, ("hello", what))
    assert [each for each in fake.records() if each.event in ("answered", "draft_lost")] == []


async def test_keys_to_leave_by_are_refused_while_something_stands_in_their_way(start_fake: StartFake) -> None:
    fake = await start_fake(Scenario(draft=Draft("half a sentence")))
    await fake.lands("half a sentence")
    profile = fake_profile(fake.scenario)
    profile = replace(profile, delivery=replace(profile.delivery, leave=LEAVES_BY_KEYS[1:]))
    with pytest.raises(DraftThere):
        await (await fake.terminal.adopt(fake.pane.id, profile=profile)).leave()
    assert fake.records("draft_lost") == []


@pytest.mark.parametrize("text", ["\u200b", "\u00ad", "\u2800", "\u3164"], ids=ascii)
async def test_a_text_that_shows_nothing_is_refused(start_fake: StartFake, text: str) -> None:
    """Nobody could see it land, and its Enter would submit the suggestion."""
    fake = await start_fake(Scenario(ghost=Ghost("delete it all")))
    with pytest.raises(InvalidText):
        await (await agent_in(fake)).send(text)
    assert fake.enters() == []


@pytest.mark.promise("agents:draft")
@pytest.mark.parametrize("skin", SKINS)
async def test_a_draft_is_left_alone(start_fake: StartFake, skin: str) -> None:
    fake = await start_fake(Scenario(skin=skin, draft=Draft("half a sentence")))
    await fake.lands("half a sentence")
    with pytest.raises(DraftThere):
        await (await agent_in(fake)).send("hello")
    assert fake.verdict(Sent("hello", "refused")).clean
    assert [record.event for record in fake.records() if record.event in ("submitted", "draft_lost")] == []


async def test_what_is_typed_behind_the_message_stops_it(start_fake: StartFake) -> None:
    fake = await start_fake(Scenario(enter=Enter(120), draft=Draft(" and mine", When("landed", 20))))
    receipt = await (await agent_in(fake)).send("hello")
    assert (receipt.outcome, receipt.evidence[-1]) == (Outcome.NOT_SUBMITTED, "mixed")
    assert fake.texts() == []


async def test_an_open_dialog_refuses_a_message(start_fake: StartFake) -> None:
    fake = await start_fake(Scenario(popups=(Popup(),)))
    agent = await agent_in(fake)
    await agent.wait("awaiting_input", timeout=5)
    with pytest.raises(DialogOpen):
        await agent.send("1 is a digit")
    assert fake.records("answered") == []


@pytest.mark.parametrize("how", ["exit", "kill"])
@pytest.mark.parametrize("skin", SKINS)
async def test_nothing_is_typed_into_the_shell_of_a_cli_that_died(start_fake: StartFake, skin: str, how: str) -> None:
    fake = await start_fake(Scenario(skin=skin, death=Death(When("characters", 3), how)))
    agent = await agent_in(fake)
    first = await agent.send("hello")
    assert (first.outcome, first.evidence[-1]) == (Outcome.NOT_SUBMITTED, "gone")
    assert (await agent.wait("ended", timeout=5)).state is AgentState.ENDED
    with pytest.raises((AgentNotFound, AgentNotReady)):
        await agent.send(": again")
    await fake.pane.wait(timeout=5)
    verdict = fake.verdict(Sent("hello", first.outcome), Sent(": again", "refused"))
    assert verdict.clean, verdict


@pytest.mark.parametrize("skin", SKINS)
async def test_what_the_shell_says_behind_a_cli_that_died_is_no_reply(start_fake: StartFake, skin: str) -> None:
    fake = await start_fake(Scenario(skin=skin, reply=BUSY, death=Death(When("submitted", 200))))
    turn = await (await agent_in(fake)).ask("hello", timeout=10)
    assert (turn.state, turn.reply, turn.source) == (AgentState.ENDED, "", "")


async def test_a_paste_that_comes_after_a_dialog_was_answered_is_not_taken_for_the_next_message(
    start_fake: StartFake,
) -> None:
    popup = Popup(When("start", 400))
    fake = await start_fake(
        Scenario(paste=Paste(placeholder="characters", takes_ms=500, from_lines=2), popups=(popup,))
    )
    agent = await agent_in(fake)
    first = await agent.send(LINES)
    claims: list[Sent | Answered] = [Sent(LINES, first.outcome)]
    asked = (await agent.wait("awaiting_input", timeout=3)).awaiting
    if asked is not None:
        said = await agent.answer(1, fingerprint=asked.fingerprint)
        claims.append(Answered("Yes", said.outcome, popup.about))
    try:
        claims.append(Sent("another", (await agent.send("another")).outcome))
    except DraftThere:
        claims.append(Sent("another", "refused"))
    assert fake.verdict(*claims).clean, fake.records()
