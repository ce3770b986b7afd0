"""Every state of a fake is read rightly by its profile, on every skin; and each turn goes as it should."""

import pytest

from cotty.model import AgentState
from cotty.testing.ground_truth import Sent
from cotty.testing.scenario import SKINS, Ghost, Paint, Paste, Popup, Reply, Scenario, When
from tests.real.testing.conftest import StartFake

pytestmark = pytest.mark.real

every_skin = pytest.mark.parametrize("skin", SKINS)
_DRAWN = [Paint(), Paint(inverse_cursor=True, dim_rules=True, clock_ms=50, wrap="word"), Paint(fps=60, pieces=3)]


@every_skin
@pytest.mark.parametrize("paint", _DRAWN, ids=["usual", "inverse", "restless"])
async def test_a_fake_is_idle_then_busy_then_idle_and_says_what_was_submitted(
    start_fake: StartFake, skin: str, paint: Paint
) -> None:
    fake = await start_fake(Scenario(skin=skin, paint=paint, reply=Reply(busy_ms=400)))
    seen = await fake.rests()
    assert seen.composer is not None
    assert (seen.composer.text, seen.composer.ghost) == ("", "")
    await fake.type("say hello 日本")
    await fake.lands("say hello 日本")
    await fake.pane.keys("Enter")
    await fake.sees(lambda seen: seen.state is AgentState.PROCESSING)
    await fake.rests()
    assert fake.texts() == ["say hello 日本"]
    assert fake.verdict(Sent("say hello 日本", "confirmed")).clean
    states = [record.facts["state"] for record in fake.records("painted")]
    assert states == ["idle", "processing", "idle"]


@every_skin
async def test_a_dialog_is_read_with_its_options_and_answered_by_number(start_fake: StartFake, skin: str) -> None:
    popup = Popup(When("start"), about="rm -rf 日本", options=("No", "Yes", "Never"), highlight=2)
    fake = await start_fake(Scenario(skin=skin, popups=(popup,)))
    seen = await fake.sees(lambda seen: seen.awaiting is not None)
    assert seen.awaiting is not None
    assert seen.state is AgentState.AWAITING_INPUT
    assert [option.label for option in seen.awaiting.options] == ["No", "Yes", "Never"]
    assert seen.awaiting.highlighted == 2
    assert "rm -rf 日本" in seen.awaiting.subject
    assert seen.awaiting.question == "Do you want to proceed?"
    await fake.pane.keys("3")
    await fake.rests()
    assert [record.facts["option"] for record in fake.records("answered")] == ["Never"]


@every_skin
@pytest.mark.parametrize("style", ["2", "90", "38;5;8", "38;5;244", "38;2;120;120;120"])
@pytest.mark.parametrize("inverse", [False, True])
async def test_ghost_text_is_told_from_typed_text(start_fake: StartFake, skin: str, style: str, inverse: bool) -> None:
    ghost = Ghost("write a 日本 test", style=style)
    fake = await start_fake(Scenario(skin=skin, ghost=ghost, paint=Paint(inverse_cursor=inverse)))
    seen = await fake.sees(lambda seen: seen.composer is not None and seen.composer.ghost != "")
    assert seen.composer is not None
    assert (seen.composer.text, seen.composer.ghost) == ("", "write a 日本 test")


@every_skin
@pytest.mark.parametrize("wrap", ["character", "word"])
async def test_a_long_text_is_wrapped_in_the_box_and_read_whole(start_fake: StartFake, skin: str, wrap: str) -> None:
    text = " ".join(f"{number}日本 café" for number in range(40))
    fake = await start_fake(Scenario(skin=skin, paint=Paint(wrap=wrap), paste=Paste(placeholder="none")))
    await fake.type(text)
    await fake.lands(text)
    await fake.pane.keys("Enter")
    await fake.shows(lambda screen: "Done" in screen.text)
    assert fake.texts() == [text]


@every_skin
async def test_escape_interrupts_a_turn(start_fake: StartFake, skin: str) -> None:
    fake = await start_fake(Scenario(skin=skin, reply=Reply(busy_ms=60_000)))
    await fake.pane.send("a long task", proof=False)
    await fake.sees(lambda seen: seen.state is AgentState.PROCESSING)
    await fake.pane.keys("Escape")
    seen = await fake.rests()
    assert seen.interrupted or skin == "fullscreen"
    assert len(fake.records("interrupted")) == 1


@every_skin
async def test_a_fake_that_starts_slowly_says_so_and_loses_what_is_typed(start_fake: StartFake, skin: str) -> None:
    fake = await start_fake(Scenario(skin=skin, starting_ms=300))
    await fake.sees(lambda seen: seen.state is AgentState.STARTING)
    await fake.pane.send("too early", proof=False)
    await fake.rests()
    assert fake.verdict(Sent("too early", "confirmed")).false_confirmed == 1


async def test_what_is_submitted_while_it_is_busy_is_queued_and_comes_next(start_fake: StartFake) -> None:
    fake = await start_fake(Scenario(reply=Reply(busy_ms=200)))
    await fake.pane.send("first", proof=False)
    await fake.sees(lambda seen: seen.state is AgentState.PROCESSING)
    await fake.pane.send("second", proof=False)
    await fake.shows(lambda screen: "Done: second" in screen.text)
    assert [record.facts["queued"] for record in fake.records("submitted")] == [False, True]
    assert [record.facts["text"] for record in fake.records("turn")] == ["first", "second"]


@every_skin
async def test_exit_leaves_and_the_pane_is_at_a_shell_prompt(start_fake: StartFake, skin: str) -> None:
    fake = await start_fake(Scenario(skin=skin))
    await fake.pane.send("/exit", proof=False)
    screen = await fake.shows(lambda screen: "left $" in screen.text)
    assert not screen.alternate
    assert len(fake.records("left")) == 1
