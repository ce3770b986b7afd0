"""What a person typed at a shell's prompt is not submitted with what cotty types."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import cotty
from cotty.errors import DraftThere

pytestmark = pytest.mark.real

DRAFT = "echo DRAFT "


async def type_as_a_person(pane: cotty.Pane, terminal: cotty.Terminal, text: str = DRAFT) -> None:
    await terminal.desk.hand.must(("send-keys", "-t", pane.id, "-l", "--", text))
    await pane.wait(pattern=text.strip()[-5:], timeout=10)


@pytest.fixture
async def stranger(terminal: cotty.Terminal, tmux_program: str, tmux_socket: Path) -> AsyncIterator[cotty.Terminal]:
    """Another process of cotty, as far as tmux can tell: it has heard nothing of what was before."""
    async with cotty.connect(socket_path=tmux_socket, tmux=tmux_program, actor="agent:other") as other:
        yield other


@pytest.fixture(params=["bash", "zsh", "fish"])
async def shell(
    terminal: cotty.Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> cotty.Pane:
    """A pane with each of the shells that are given marks."""
    program = shutil.which(request.param)
    if program is None:
        pytest.skip(f"{request.param} is not installed: `make beds`")
    (tmp_path / ".zshrc").write_text("PS1='~/a $ '\n", encoding="utf-8")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SHELL", program)
    pane = await terminal.open("shared", cwd=str(tmp_path))
    await pane.wait(timeout=20)
    return pane


@pytest.mark.promise("send:draft")
async def test_nothing_is_typed_behind_the_draft_of_a_person(shell: cotty.Pane, terminal: cotty.Terminal) -> None:
    pane = shell
    await pane.run("true")
    await type_as_a_person(pane, terminal)
    with pytest.raises(DraftThere) as refused:
        await pane.run("false")
    assert "C-u" in refused.value.suggestion
    with pytest.raises(DraftThere):
        await pane.send("false")
    assert (await pane.read()).lines[-1].endswith(DRAFT.strip())
    await pane.keys("C-u")
    assert (await pane.run("false")).exit_code == 1


@pytest.mark.promise("send:draft")
async def test_the_first_prompt_of_a_shell_is_known_where_it_was_heard(
    bash: cotty.Pane, terminal: cotty.Terminal
) -> None:
    await bash.send("true")
    await bash.wait(timeout=10)
    await type_as_a_person(bash, terminal, "x" * 200)
    with pytest.raises(DraftThere):
        await bash.send("ls")


async def told_to_who_comes_later(pane: cotty.Pane, terminal: cotty.Terminal, stranger: cotty.Terminal) -> None:
    await pane.run("true")
    await type_as_a_person(pane, terminal)
    other = await stranger.pane(pane.id)
    with pytest.raises(DraftThere):
        await other.run("false")
    with pytest.raises(DraftThere):
        await other.send("false")
    assert (await pane.read()).lines[-1].endswith(DRAFT.strip())


@pytest.mark.promise("send:draft")
async def test_whoever_comes_later_knows_the_prompt_from_the_last_run(
    bash: cotty.Pane, terminal: cotty.Terminal, stranger: cotty.Terminal
) -> None:
    await told_to_who_comes_later(bash, terminal, stranger)


@pytest.mark.promise("send:draft")
async def test_so_they_do_in_a_shell_without_marks(
    plain_bash: cotty.Pane, terminal: cotty.Terminal, stranger: cotty.Terminal
) -> None:
    await told_to_who_comes_later(plain_bash, terminal, stranger)


@pytest.mark.promise("send:draft")
async def test_where_no_prompt_is_known_a_run_does_not_call_the_exit_code_its_own(
    bash: cotty.Pane, terminal: cotty.Terminal, stranger: cotty.Terminal
) -> None:
    await type_as_a_person(bash, terminal)
    result = await (await stranger.pane(bash.id)).run("false")
    assert (result.exit_code, result.output) == (None, "DRAFT false\n")
    assert "draft" in result.evidence


async def test_a_line_may_be_built_up(bash: cotty.Pane, terminal: cotty.Terminal, stranger: cotty.Terminal) -> None:
    await bash.run("true")
    await bash.send("echo one", enter=False)
    assert (await bash.send(" two")).outcome == cotty.Outcome.CONFIRMED
    await bash.wait(timeout=10)
    await bash.keys("Up")
    assert (await (await stranger.pane(bash.id)).send(" three")).outcome == cotty.Outcome.CONFIRMED
    await bash.wait(timeout=10)
    assert {"one two", "one two three"} <= set((await bash.read()).lines)


@pytest.mark.promise("send:draft")
async def test_a_run_begins_behind_nothing_at_all(bash: cotty.Pane) -> None:
    await bash.run("true")
    await bash.send("echo mine ", enter=False)
    with pytest.raises(DraftThere):
        await bash.run("false")


async def test_programs_that_are_no_shells_are_given_their_text(bash: cotty.Pane, terminal: cotty.Terminal) -> None:
    await bash.run("true")
    await bash.send("cat")
    await bash.wait(timeout=10)
    await type_as_a_person(bash, terminal, "ready> one ")
    assert (await bash.send("two")).outcome == cotty.Outcome.CONFIRMED
    await bash.wait(pattern="^ready> one two$", timeout=10)
    await bash.keys("C-d")
    await bash.wait(timeout=10)
    await bash.send("python3 -q")
    await bash.wait(pattern=">>> $", timeout=10)
    await type_as_a_person(bash, terminal, "12345 + ")
    assert (await bash.send("1")).outcome is not cotty.Outcome.NOT_SUBMITTED
    await bash.wait(pattern="^12346$", timeout=10)
