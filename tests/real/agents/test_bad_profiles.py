"""A profile that somebody dropped and that cannot be used harms no agent but its own."""

import asyncio
from pathlib import Path

import pytest

import cotty
from cotty.profiles import load
from cotty.profiles.profile import Process, Profile, Rule
from tests.real.agents.fakes import drop_fake_profile, launch_fake

pytestmark = pytest.mark.real
HEAD = (
    'name = "acme"\ntitle = "Acme"\n[process]\nnames = ["cat"]\n[[rule]]\nname = "r"\nsays = "idle"\nwhere = "bottom"\n'
)


@pytest.mark.parametrize("rule", ['row = "x"\nwithin = -1\n', "row = '^(\\w+\\s?)+:$'\n"])
async def test_an_agent_beside_a_bad_profile_is_listed_at_once(
    terminal: cotty.Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rule: str
) -> None:
    drop_fake_profile(tmp_path, monkeypatch)
    (tmp_path / "cotty" / "profiles" / "acme.toml").write_text(HEAD + rule)
    fake = await launch_fake(terminal, tmp_path)
    other = await terminal.window(session="fakes", command=("cat",))
    await other.send("a" * 28, enter=False)
    async with asyncio.timeout(5):
        assert [info.pane for info in await terminal.agents()] == [fake.pane]


async def test_a_profile_that_no_file_checked_fails_its_own_looks_alone(terminal: cotty.Terminal) -> None:
    pane = await terminal.open("acme", command=("cat",))
    await pane.send("x", enter=False)
    rule = Rule("r", "viewer", row=load("shell").rules[0].row, where="bottom", within=-1)
    broken = Profile("acme", "Acme", "made by a test", process=Process(names=("cat",)), rules=(rule,))
    report = await (await terminal.adopt(pane.id, profile=broken)).look()
    assert "made by a test: it cannot be looked with" in (report.could_not_look or "")
