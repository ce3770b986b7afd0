"""What a person typed at a shell's prompt is not submitted with what cotty types, and a half command is taken back."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import cotty
from cotty.errors import DraftThere, Refused

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
async def test_the_first_thing_that_anybody_sends_is_not_typed_behind_a_draft(
    shell: cotty.Pane, terminal: cotty.Terminal, stranger: cotty.Terminal
) -> None:
    """The prompt was noted when the shell was made, though nobody who heard it is there any more."""
    await type_as_a_person(shell, terminal)
    with pytest.raises(DraftThere):
        await (await stranger.pane(shell.id)).send("false")
    assert (await shell.read()).lines[-1].endswith(DRAFT.strip())


@pytest.mark.promise("send:draft")
async def test_a_prompt_is_known_in_another_folder_too(
    shell: cotty.Pane, terminal: cotty.Terminal, stranger: cotty.Terminal, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere" / "deep").mkdir(parents=True)
    for folder in ("elsewhere/deep", "..", "/"):
        await terminal.desk.hand.must(("send-keys", "-t", shell.id, f"cd {folder}", "Enter"))
        await shell.run("true")
        other = await stranger.pane(shell.id)
        await other.send("cd " + ("~" if folder == "/" else "/"))
        await other.wait(timeout=10)
        await type_as_a_person(shell, terminal)
        with pytest.raises(DraftThere):
            await other.send("false")
        await shell.keys("C-u")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Of whoever has bash as the shell."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SHELL", shutil.which("bash") or "/bin/bash")
    return tmp_path


FANCY = [
    r"\u@\h:\w\$ [main] ", r"[\t] \w $ > ", r"\n┌ \u@\h:\w\n└─$ ❯ ", r"$ \# \$ ", r"\w \$ \D{%s} ", "❯ ", "λ ",
]  # fmt: skip


@pytest.mark.promise("send:draft")
@pytest.mark.parametrize(("prompt", "made_by"), [(each, who) for each in FANCY for who in ("cotty", "somebody")])
async def test_a_fancy_prompt_is_no_draft(
    home: Path, terminal: cotty.Terminal, stranger: cotty.Terminal, prompt: str, made_by: str
) -> None:
    (home / ".bash_profile").write_text(f"PS1='{prompt}'\n", encoding="utf-8")
    command = [] if made_by == "cotty" else ["bash", "--init-file", str(home / ".bash_profile"), "-i"]
    pane = await terminal.open("shared", cwd=str(home), command=command)
    await pane.wait(timeout=20)
    other = await stranger.pane(pane.id)
    for text in ("cd /", "cd ~", "true"):
        assert (await other.send(text)).outcome is cotty.Outcome.CONFIRMED
        assert (await other.wait(timeout=10)).reason is cotty.Reason.PROMPT


@pytest.mark.promise("send:draft")
async def test_a_wait_that_hears_the_prompt_tells_it_to_who_comes_later(
    bash: cotty.Pane, terminal: cotty.Terminal, stranger: cotty.Terminal
) -> None:
    await bash.send("PS1='other> '")
    await bash.wait(timeout=10)
    await type_as_a_person(bash, terminal)
    with pytest.raises(DraftThere):
        await (await stranger.pane(bash.id)).send("false")


@pytest.mark.promise("send:draft")
async def test_where_no_prompt_is_known_a_run_does_not_call_the_exit_code_its_own(
    plain_bash: cotty.Pane, terminal: cotty.Terminal, stranger: cotty.Terminal
) -> None:
    """Somebody made this shell, and nobody of cotty has waited for its prompt."""
    words = ("new-window", "-d", "-P", "-F", "#{pane_id}", "-t", "shared:", "env", "PS1=ready> ", "bash", "--norc")
    made = (await terminal.desk.hand.must(words))[0].text
    bash = await terminal.pane(made)
    await bash.wait(pattern="ready> $", timeout=20)
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
    await bash.send("echo read; cat")
    await bash.wait(pattern="^read$", timeout=10)
    await type_as_a_person(bash, terminal, "ready> one ")
    assert (await bash.send("two")).outcome == cotty.Outcome.CONFIRMED
    await bash.keys("C-d")
    await bash.wait(timeout=10)
    assert (await bash.read()).lines.count("ready> one two") == 2  # as it was typed, and from cat
    await bash.send("python3 -q")
    await bash.wait(pattern=">>> $", timeout=10)
    await type_as_a_person(bash, terminal, "12345 + ")
    assert (await bash.send("1")).outcome is not cotty.Outcome.NOT_SUBMITTED
    await bash.wait(pattern="^12346$", timeout=10)


async def test_a_row_of_a_program_that_begins_like_the_prompt_is_no_draft(
    bash: cotty.Pane, stranger: cotty.Terminal
) -> None:
    await bash.run("true")
    await bash.send("stty -icanon; printf 'ready> sure? '; head -c 9; stty icanon")
    await bash.wait(pattern="sure[?] $", timeout=10)
    assert (await (await stranger.pane(bash.id)).send("y")).outcome is not cotty.Outcome.NOT_SUBMITTED


PARTS = ["if true; then", "echo 'open", "cat <<END"]


async def taken_back(pane: cotty.Pane, part: str) -> None:
    with pytest.raises(Refused, match="C-c"):
        await pane.run(part)
    assert (await pane.run("echo again")).output == "again\n"


@pytest.mark.promise("run:part")
@pytest.mark.parametrize("part", PARTS)
async def test_a_command_that_is_not_whole_is_taken_back(bash: cotty.Pane, part: str) -> None:
    await taken_back(bash, part)


@pytest.mark.promise("run:part")
async def test_every_shell_takes_it_back(shell: cotty.Pane) -> None:
    await taken_back(shell, "echo 'open")


@pytest.mark.promise("run:part")
@pytest.mark.parametrize("part", PARTS)
async def test_so_it_is_in_a_shell_without_marks(plain_bash: cotty.Pane, part: str) -> None:
    await taken_back(plain_bash, part)


@pytest.mark.promise("run:part")
async def test_a_run_is_not_typed_into_the_rest_of_another_command(bash: cotty.Pane, stranger: cotty.Terminal) -> None:
    await bash.run("true")
    await bash.send("if true; then")
    with pytest.raises(Refused, match="rest of another"):
        await bash.run("echo no")
    with pytest.raises(Refused, match="C-c"):
        await (await stranger.pane(bash.id)).run("echo no")
    assert (await bash.run("echo again")).output == "again\n"


@pytest.mark.promise("run:part")
@pytest.mark.parametrize(("command", "printed"), [("# c", ""), ("fi", "syntax error")])
async def test_what_begins_no_command_has_no_output_of_others(bash: cotty.Pane, command: str, printed: str) -> None:
    await bash.run("echo before")
    result = await bash.run(command)
    assert (result.finished, result.exit_code, result.seconds < 1.5) == (True, None, True)
    assert printed in result.output if printed else result.output == ""
    assert "before" not in result.output
    assert "began no command" in result.evidence
