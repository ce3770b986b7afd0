"""Each trap of sending bites a sender that does not look, in the way its name says, and spares one that does."""

from typing import Final

import pytest

from cotty.testing.ground_truth import Sent, submissions
from cotty.testing.scenario import (
    SKINS,
    Death,
    Draft,
    Enter,
    Ghost,
    Paint,
    Paste,
    Reply,
    Scenario,
    Stall,
    When,
)
from tests.real.testing.conftest import StartFake
from tests.real.testing.senders import after_a_pause, at_once, carefully, pause, until_gone

pytestmark = pytest.mark.real

_LINES: Final = "one\ntwo\n日本\n\nfive"
_LANDED: Final = When("landed", 20)

# What an Enter that comes with the text does.
BITES: Final = {
    "a window of 8 ms": (Scenario(enter=Enter(8)), "hello", "newline"),
    "a window of 40 ms": (Scenario(enter=Enter(40), skin="plain"), "hello", "newline"),
    "a window of 120 ms": (Scenario(enter=Enter(120), skin="fullscreen"), "hello", "newline"),
    "40 ms after a paste": (Scenario(enter=Enter(0, 40)), _LINES, "newline"),
    "120 ms after a paste": (Scenario(enter=Enter(0, 120), paste=Paste(placeholder="lines")), _LINES, "newline"),
    "one swallowed": (Scenario(enter=Enter(swallowed=1)), "hello", "swallowed"),
    "three swallowed": (Scenario(enter=Enter(swallowed=3), skin="plain"), "hello", "swallowed"),
    "a paste that takes long": (Scenario(paste=Paste(takes_ms=300)), _LINES, "dropped"),
    "not bracketed": (Scenario(enter=Enter(40), paste=Paste(bracketed=False)), _LINES, "newline"),
    "a stall and a window": (Scenario(enter=Enter(40), stall=Stall(When("start"), 600)), "hello", "newline"),
    "swallowed while all moves": (Scenario(enter=Enter(swallowed=1), paint=Paint(fps=60)), "a", "swallowed"),
}  # fmt: skip


@pytest.mark.parametrize("name", BITES)
async def test_an_enter_that_comes_with_the_text_is_lost_and_the_judge_says_so(
    start_fake: StartFake, name: str
) -> None:
    scenario, text, word = BITES[name]
    fake = await start_fake(scenario)
    receipt = await at_once(fake, text)
    await pause(0.7)
    assert word in fake.enters()
    assert fake.texts() == []
    assert fake.verdict(receipt).false_confirmed == 1


@pytest.mark.parametrize("name", BITES)
async def test_one_who_looks_gets_it_through_exactly_once(start_fake: StartFake, name: str) -> None:
    scenario, text, _ = BITES[name]
    fake = await start_fake(scenario)
    receipt = await carefully(fake, text)
    assert fake.texts() == [text]
    assert receipt.outcome == "confirmed"
    assert fake.verdict(receipt).clean


@pytest.mark.parametrize(
    "rules", [Paste(placeholder="lines"), Paste(placeholder="characters")], ids=["lines", "characters"]
)
@pytest.mark.parametrize("skin", SKINS)
async def test_a_large_paste_collapses_and_is_submitted_whole(start_fake: StartFake, skin: str, rules: Paste) -> None:
    text = "\n".join(f"{number} 日本 line" for number in range(13))
    fake = await start_fake(Scenario(skin=skin, paste=rules))
    await fake.type(text)
    label = "[Pasted text #1 +12 lines]" if rules.placeholder == "lines" else f"[Pasted Content {len(text)} chars]"
    seen = await fake.sees(lambda seen: seen.composer is not None and bool(seen.composer.pastes))
    assert seen.composer is not None
    assert (seen.composer.text, seen.composer.pastes) == (label, (label,))
    await fake.pane.keys("Enter")
    await fake.shows(lambda screen: "Done" in screen.text)
    assert fake.texts() == [text]


async def test_twenty_kilobytes_go_through_a_composer_that_shows_only_their_end(start_fake: StartFake) -> None:
    text = "\n".join(f"line {number} {'x' * 90}" for number in range(200))
    fake = await start_fake(Scenario(skin="plain"))
    await fake.type(text)
    await fake.shows(lambda screen: "line 199" in screen.text)
    await fake.pane.keys("Enter")
    await fake.shows(lambda screen: "Done: line 0" in screen.text)
    assert fake.texts() == [text]


async def test_a_line_that_is_typed_with_its_enters_is_many_messages(start_fake: StartFake) -> None:
    fake = await start_fake(Scenario(reply=Reply(busy_ms=10)))
    for line in ("one", "two"):
        await at_once(fake, line)
    await fake.shows(lambda screen: "Done: two" in screen.text)
    verdict = fake.verdict(Sent("one\ntwo", "confirmed"))
    assert (verdict.false_confirmed, verdict.strays) == (1, 2)


@pytest.mark.parametrize("skin", SKINS)
async def test_ghost_text_is_submitted_by_an_enter_too_many(start_fake: StartFake, skin: str) -> None:
    fake = await start_fake(Scenario(skin=skin, ghost=Ghost("delete it all"), reply=Reply(busy_ms=20)))
    receipt = await until_gone(fake, "hello")
    await fake.shows(lambda screen: "Done: delete it all" in screen.text)
    assert "submitted_ghost" in fake.enters()
    assert fake.verdict(receipt).strays >= 1


@pytest.mark.parametrize("key", ["Right", "Tab"])
async def test_ghost_text_turns_real_by_a_key_and_merges_with_what_is_typed(start_fake: StartFake, key: str) -> None:
    fake = await start_fake(Scenario(ghost=Ghost("delete it all")))
    await fake.pane.keys(key)
    await fake.lands("delete it all")
    receipt = await at_once(fake, " no")
    await fake.shows(lambda screen: "Done" in screen.text)
    assert fake.texts() == ["delete it all no"]
    assert fake.verdict(receipt).false_confirmed == 1


@pytest.mark.parametrize("inline", [False, True])
async def test_one_who_looks_submits_no_ghost(start_fake: StartFake, inline: bool) -> None:
    scenario = Scenario(ghost=Ghost(" and all else", inline=inline), paint=Paint(inverse_cursor=True, dim_rules=True))
    fake = await start_fake(scenario)
    receipt = await carefully(fake, "hello")
    assert fake.texts() == ["hello"]
    assert fake.verdict(receipt).clean


@pytest.mark.parametrize("skin", SKINS)
async def test_a_draft_is_spoilt_by_who_types_blindly(start_fake: StartFake, skin: str) -> None:
    fake = await start_fake(Scenario(skin=skin, draft=Draft("half a sentence")))
    await fake.lands("half a sentence")
    await pause(0.1)
    receipt = await at_once(fake, "hello")
    await fake.shows(lambda screen: "Done" in screen.text)
    verdict = fake.verdict(receipt)
    assert (verdict.lost_drafts, verdict.false_confirmed, verdict.strays) == (1, 1, 1)


async def test_a_draft_is_cleared_by_a_key(start_fake: StartFake) -> None:
    fake = await start_fake(Scenario(draft=Draft("half")))
    await fake.lands("half")
    await pause(0.1)
    await fake.pane.keys("C-u")
    await fake.sees(lambda seen: seen.composer is not None and not seen.composer.text)
    assert [record.facts["key"] for record in fake.records("cleared")] == ["C-u"]
    assert fake.verdict().lost_drafts == 1


@pytest.mark.parametrize("skin", SKINS)
async def test_a_draft_is_left_alone_by_who_looks(start_fake: StartFake, skin: str) -> None:
    fake = await start_fake(Scenario(skin=skin, draft=Draft("half a sentence")))
    await fake.lands("half a sentence")
    receipt = await carefully(fake, "hello")
    assert receipt.reason == "draft"
    assert fake.verdict(receipt).clean


async def test_what_a_person_types_behind_the_text_goes_with_a_blind_enter(start_fake: StartFake) -> None:
    fake = await start_fake(Scenario(draft=Draft(" and mine", when=_LANDED)))
    receipt = await after_a_pause(fake, "hello")
    await fake.shows(lambda screen: "Done" in screen.text)
    assert fake.texts() == ["hello and mine"]
    assert fake.verdict(receipt).lost_drafts == 1


async def test_what_a_person_types_behind_the_text_stops_who_looks(start_fake: StartFake) -> None:
    fake = await start_fake(Scenario(enter=Enter(120), draft=Draft(" and mine", when=_LANDED)))
    receipt = await carefully(fake, "hello")
    assert (receipt.outcome, fake.texts()) == ("unknown", [])
    assert fake.verdict(receipt).clean


@pytest.mark.parametrize("delay", [100, 400])
async def test_slow_paint_makes_the_impatient_type_twice(start_fake: StartFake, delay: int) -> None:
    fake = await start_fake(Scenario(paint=Paint(delay_ms=delay)))
    await fake.type("hello")
    assert "hello" not in (await fake.pane.screen()).text
    receipt = await at_once(fake, "hello")
    await fake.shows(lambda screen: "Done" in screen.text)
    assert fake.texts() == ["hellohello"]
    assert fake.verdict(receipt).false_confirmed == 1


@pytest.mark.parametrize("skin", SKINS)
async def test_slow_and_torn_paint_spares_the_patient(start_fake: StartFake, skin: str) -> None:
    paint = Paint(delay_ms=100, pieces=5, between_ms=8, inverse_cursor=True, synchronized=True)
    fake = await start_fake(Scenario(skin=skin, paint=paint))
    receipt = await carefully(fake, "hello 日本")
    assert fake.texts() == ["hello 日本"]
    assert fake.verdict(receipt).clean


@pytest.mark.parametrize("how", ["exit", "kill"])
@pytest.mark.parametrize("skin", SKINS)
async def test_a_message_to_a_cli_that_died_becomes_a_shell_command(start_fake: StartFake, skin: str, how: str) -> None:
    fake = await start_fake(Scenario(skin=skin, death=Death(When("characters", 3), how)))
    await fake.type("abc")
    screen = await fake.shows(lambda screen: "left $" in screen.text)
    assert screen.alternate is (how == "kill" and skin == "fullscreen")
    receipt = await at_once(fake, ": hello")
    await fake.shows(lambda screen: screen.text.count("left $") == 2)
    verdict = fake.verdict(receipt)
    assert (verdict.shell_lines, verdict.false_confirmed) == (1, 1)


async def test_a_dialog_quoted_in_a_reply_is_none(start_fake: StartFake) -> None:
    fake = await start_fake(Scenario(reply=Reply(quotes_dialog=True)))
    await at_once(fake, "show me")
    screen = await fake.shows(lambda screen: "quotation" in screen.text)
    assert "❯ 1. Yes" in screen.text
    seen = await fake.rests()
    assert seen.awaiting is None


@pytest.mark.parametrize("skin", SKINS)
async def test_a_duplicate_is_counted(start_fake: StartFake, skin: str) -> None:
    fake = await start_fake(Scenario(skin=skin, reply=Reply(busy_ms=20, echo=False)))
    for _ in range(2):
        receipt = await at_once(fake, "hello")
        await fake.rests()
    await fake.shows(lambda screen: screen.text.count("Done: hello") == 2)
    assert fake.verdict(receipt).duplicates == 1
    assert submissions(fake.records()) == ["hello", "hello"]
