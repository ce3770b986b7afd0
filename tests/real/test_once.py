"""A message with a key is told once, whoever tells it, and a key is one message's."""

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import cotty
from cotty.agents.once import KEPT_FOR
from cotty.errors import InvalidInput, KeyTaken
from cotty.model import Outcome, Receipt
from cotty.testing.fake_cli.starting import fake_command
from cotty.testing.ground_truth import read_log
from cotty.testing.scenario import Reply, Scenario
from tests.real.command_line import Cotty, private

pytestmark = pytest.mark.real
_ANSWERS = Scenario(reply=Reply(busy_ms=0))


@dataclass(frozen=True)
class Stage:
    """A fake in a pane, and whoever tells it something."""

    house: Cotty
    pane: cotty.Pane

    def texts(self) -> list[str]:
        return [each.facts["text"] for each in read_log(self.house.folder / "truth") if each.event == "submitted"]

    async def note(self, count: int, at: float) -> None:
        """So many other keys were used at that time."""
        notes = (f"{number:012x}:confirmed:000000000000:{int(at)}" for number in range(count))
        await self.pane._desk.write_note(self.pane.place, "TOLD", " ".join(notes))


@pytest.fixture
async def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    with private(tmp_path / "own") as house:
        monkeypatch.setenv("HOME", str(house.folder))
        monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
        house.knows_fakes()
        address = house.session("mine", *fake_command(_ANSWERS, house.folder / "truth", shell=False))
        async with cotty.connect(socket_path=house.socket, config="/dev/null") as terminal:
            pane = await terminal.pane(address)
            assert (await pane.wait(pattern="Welcome", timeout=20)).reason == "prompt"
            yield Stage(house, pane)


async def test_a_key_is_remembered_however_many_follow(stage: Stage) -> None:
    sent = [await stage.pane.send(f"message {number}", key=f"k{number}") for number in range(20)]
    assert {receipt.outcome for receipt in sent} == {Outcome.CONFIRMED}
    again = await stage.pane.send("message 0", key="k0")
    assert (again.outcome, again.evidence) == (Outcome.CONFIRMED, ("told-before",))
    assert stage.texts() == [f"message {number}" for number in range(20)]


async def test_another_text_with_the_same_key_is_refused_and_not_typed(stage: Stage) -> None:
    await stage.pane.send("deploy", key="d1")
    with pytest.raises(KeyTaken):
        await stage.pane.send("deploy it all", key="d1")
    assert stage.texts() == ["deploy"]


async def test_a_key_that_cannot_be_remembered_is_refused_and_one_that_is_old_makes_room(stage: Stage) -> None:
    await stage.note(100, time.time())
    with pytest.raises(InvalidInput, match="cannot remember"):
        await stage.pane.send("one more", key="new")
    assert stage.texts() == []
    await stage.note(100, time.time() - KEPT_FOR - 5)
    assert (await stage.pane.send("one more", key="new")).outcome is Outcome.CONFIRMED
    assert (await stage.pane.send("one more", key="new")).evidence == ("told-before",)


async def test_of_two_handles_that_race_with_a_key_one_types(stage: Stage) -> None:
    async with cotty.connect(socket_path=stage.house.socket, config="/dev/null") as terminal:
        other = await terminal.pane(stage.pane.id)
        for number in range(5):
            words = (f"message {number}", f"k{number}")
            found = await asyncio.gather(*(pane.send(words[0], key=words[1]) for pane in (stage.pane, other)))
            assert told_once(found), found
    assert stage.texts() == [f"message {number}" for number in range(5)]


async def test_of_two_processes_that_race_with_a_key_one_types(stage: Stage) -> None:
    words = ("--socket-path", stage.house.socket, "send", stage.pane.id, "deploy", "--key", "d1", "--json")
    ended = await asyncio.gather(*(asyncio.to_thread(stage.house, *words) for _ in range(3)))
    evidence = [each.json["evidence"] for each in ended]
    assert [each.json["outcome"] for each in ended] == ["confirmed"] * 3
    assert evidence.count(["told-before"]) == 2
    assert stage.texts() == ["deploy"]


def told_once(found: list[Receipt]) -> bool:
    confirmed = all(receipt.outcome is Outcome.CONFIRMED for receipt in found)
    return confirmed and [receipt.evidence for receipt in found].count(("told-before",)) == len(found) - 1
