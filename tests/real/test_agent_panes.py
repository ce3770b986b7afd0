"""A send knows whether an agent takes what is typed, and a shell pays nothing for it."""

import subprocess
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import cotty
from cotty.errors import AgentNotFound, DialogOpen, DraftThere, InvalidInput, InvalidText
from cotty.model import AgentState, Outcome
from cotty.terminal import pane as engine_pane
from cotty.testing.fake_cli.starting import fake_command
from cotty.testing.ground_truth import read_log
from cotty.testing.scenario import Draft, Enter, Popup, Scenario
from tests.real.command_line import Cotty, private

pytestmark = pytest.mark.real


@dataclass(frozen=True)
class Stage:
    """A terminal, and a fake that can be started on it."""

    terminal: cotty.Terminal
    house: Cotty

    @property
    def log(self) -> Path:
        return self.house.folder / "truth"

    async def fake(self, scenario: Scenario | None = None, *, shell: bool = True) -> cotty.Pane:
        """In a pane that cotty knows nothing of: as a person would start it, or without a shell behind it."""
        address = self.house.session("mine", *fake_command(scenario or Scenario(), self.log, shell=shell))
        pane = await self.terminal.pane(address)
        assert (await pane.wait(pattern="Welcome", timeout=20)).reason == "prompt"
        return pane

    def texts(self) -> list[str]:
        return [each.facts["text"] for each in read_log(self.log) if each.event == "submitted"]


@pytest.fixture
async def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    with private(tmp_path / "own") as house:
        monkeypatch.setenv("HOME", str(house.folder))
        monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
        house.knows_fakes()
        async with cotty.connect(socket_path=house.socket, config="/dev/null") as terminal:
            yield Stage(terminal, house)


@pytest.mark.parametrize("shell", [True, False])
@pytest.mark.promise("agents:told")
async def test_a_send_to_a_person_s_agent_waits_out_its_window(stage: Stage, shell: bool) -> None:
    """The plain send's Enter would become a line break there."""
    stage.house.profile("fake_boxed", patient(stage))
    pane = await stage.fake(Scenario(enter=Enter(newline_within_ms=120)), shell=shell)
    receipt = await pane.send("hello")
    assert (receipt.outcome, stage.texts()) == (Outcome.CONFIRMED, ["hello"])


def patient(stage: Stage) -> str:
    """The profile of a fake that takes an early Enter for a line break."""
    file = stage.house.folder / ".config" / "cotty" / "profiles" / "fake_boxed.toml"
    return file.read_text(encoding="utf-8").replace("gap_ms = 0 ", "gap_ms = 140 ")


async def test_a_send_to_an_agent_that_asks_is_refused_and_no_key_reaches_the_dialog(stage: Stage) -> None:
    pane = await stage.fake(Scenario(popups=(Popup(),)))
    with pytest.raises(DialogOpen):
        await pane.send("1")
    assert [each.event for each in read_log(stage.log) if each.event == "answered"] == []


async def test_a_draft_stays_and_blank_text_submits_nothing(stage: Stage) -> None:
    pane = await stage.fake(Scenario(draft=Draft("half a sentence")))
    with pytest.raises(DraftThere):
        await pane.send("hello")
    with pytest.raises(InvalidText):
        await pane.send(" ")
    agent = await stage.terminal.adopt(pane.id)
    assert ((await agent.look()).draft, stage.texts()) == ("half a sentence", [])


async def test_without_enter_or_proof_a_send_types_what_it_is_told_to(stage: Stage) -> None:
    pane = await stage.fake()
    assert (await pane.send("typed", enter=False)).evidence == ("landed",)
    agent = await stage.terminal.adopt(pane.id)
    assert (await agent.look()).draft == "typed"
    assert (await pane.send(" on", proof=False)).outcome is Outcome.UNKNOWN
    assert (await agent.wait("idle", timeout=20)).state is AgentState.IDLE


async def test_when_the_agent_has_left_the_shell_behind_it_takes_lines(stage: Stage) -> None:
    pane = await stage.fake()
    agent = await stage.terminal.adopt(pane.id)
    assert (await agent.leave()).outcome is Outcome.CONFIRMED
    assert (await pane.wait(pattern=r"left \$ $", timeout=20)).reason == "prompt"
    assert (await pane.send("echo taken")).outcome is Outcome.CONFIRMED
    assert (await pane.wait(pattern="^taken", timeout=20)).match == "taken"
    assert stage.texts() == ["/exit"]
    with pytest.raises(AgentNotFound):
        await stage.terminal.adopt(pane.id)


async def test_a_key_is_sent_once_to_a_shell_too(stage: Stage) -> None:
    pane = await stage.terminal.open("shared", cwd=str(stage.house.folder))
    first, second = [await pane.send("echo deployed >> log", key="d1") for _ in range(2)]
    assert (first.outcome, second.outcome, second.evidence) == (Outcome.CONFIRMED, Outcome.CONFIRMED, ("told-before",))
    assert (await pane.run("wc -l < log")).output.strip() == "1"
    with pytest.raises(InvalidInput):
        await pane.send("x", key="d2", proof=False)


@pytest.mark.promise("agents:found")
async def test_the_list_has_every_agent_and_no_shell(stage: Stage) -> None:
    await stage.terminal.open("shared")
    mine = await stage.fake(Scenario(popups=(Popup(),)))
    command = fake_command(Scenario(skin="plain"), "/dev/null", shell=False)
    ours = await stage.terminal.launch("fake_plain", command=command)
    await ours.wait(timeout=20)
    found = {info.pane: (info.profile, info.report.state) for info in await stage.terminal.agents()}
    assert found == {
        mine.id: ("fake_boxed", AgentState.AWAITING_INPUT), ours.pane.id: ("fake_plain", AgentState.IDLE),
    }  # fmt: skip


@pytest.mark.promise("agents:told")
def test_a_send_to_a_shell_loads_neither_profiles_nor_the_list_of_processes(tmp_path: Path) -> None:
    with private(tmp_path / "own") as house:
        house.session("shared", "env", "PS1=ready> ", "bash", "--norc", "--noprofile")
        assert house("wait", "shared", "--pattern", "ready> $", "--timeout", "20").code == 0
        code = (
            "import sys; from cotty.doors.cli.main import answer; status = answer(['send', 'shared', 'echo one']);"
            "print(status, *sys.modules, file=sys.stderr)"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, env=house.variables(), check=True, timeout=30
        )
    status, *loaded = done.stderr.split()
    assert (status, "cotty.agents.pane" in loaded) == ("0", True)
    assert {"cotty.profiles", "cotty.agents.agent", "psutil", "tomllib"}.isdisjoint(loaded)


async def test_a_send_to_a_shell_costs_less_than_a_millisecond_more(stage: Stage) -> None:
    """The look for an agent beside a whole send: medians of sends in turns, so that a busy moment falls on both."""
    pane = await stage.terminal.open("shared")
    engine = engine_pane.Pane(pane.id, pane.server, stage.terminal.desk)
    taken: dict[int, list[float]] = {0: [], 1: []}
    for number in range(60):
        await pane.wait(timeout=20)
        began = time.perf_counter()
        await (pane, engine)[number % 2].send("true")
        taken[number % 2].append(time.perf_counter() - began)
    mine, plain = (sorted(taken[each])[len(taken[each]) // 2] for each in (0, 1))
    assert mine - plain < 0.001
