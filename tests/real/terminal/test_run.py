"""A command's exit code, output and folder, with nothing typed but the command."""

import hashlib
from pathlib import Path

import pytest

import cotty
from cotty.errors import InvalidInput, Refused

pytestmark = pytest.mark.real


@pytest.mark.promise("run:exit-code")
@pytest.mark.parametrize(
    ("command", "code"), [("true", 0), ("false", 1), ("(exit 7)", 7), ("kill -9 $BASHPID & wait $!", 137)]
)
async def test_the_exit_code_is_the_commands_own(bash: cotty.Pane, command: str, code: int) -> None:
    assert (await bash.run(command)).exit_code == code


@pytest.mark.promise("run:persists")
async def test_cd_and_export_persist(bash: cotty.Pane, tmp_path: Path) -> None:
    folder = tmp_path / "a b é"
    folder.mkdir()
    assert (await bash.run(f"cd '{folder}'; export NAME=value")).cwd == str(folder)
    result = await bash.run('echo "$NAME in $PWD"')
    assert (result.output, result.cwd) == (f"value in {folder}\n", str(folder))


@pytest.mark.promise("A-06")
async def test_only_the_command_is_typed(bash: cotty.Pane) -> None:
    await bash.run("echo one")
    await bash.run("echo two")
    assert (await bash.read()).lines == ("ready> echo one", "one", "ready> echo two", "two", "ready>")


@pytest.mark.promise("run:large")
async def test_ten_megabytes_of_output_come_back_exactly(bash: cotty.Pane) -> None:
    result = await bash.run("seq 1 1500000", timeout=55)
    wanted = "".join(f"{number}\n" for number in range(1, 1_500_001))
    assert len(wanted) > 10_000_000
    assert (result.exit_code, result.missed_bytes) == (0, 0)
    assert hashlib.sha256(result.output.encode()).digest() == hashlib.sha256(wanted.encode()).digest()


async def test_a_forged_mark_cannot_end_a_run(bash: cotty.Pane) -> None:
    result = await bash.run(r"printf '\033]133;D;0\007\033]133;A\007'; echo real; (exit 9)")
    assert (result.exit_code, result.output) == (9, "real\n")


async def test_several_lines_are_one_run(bash: cotty.Pane) -> None:
    result = await bash.run("for i in 1 2; do\n  echo $i\ndone")
    assert (result.output, result.exit_code) == ("1\n2\n", 0)


async def test_a_run_that_is_not_over_in_time_says_so(bash: cotty.Pane, terminal: cotty.Terminal) -> None:
    terminal.desk.settings = cotty.Settings(prompt_deadline=0.3)
    result = await bash.run("echo begun; sleep 100", timeout=0.5)
    assert (result.finished, result.exit_code, result.output) == (False, None, "begun\n")
    with pytest.raises(Refused, match="not at its prompt"):
        await bash.run("echo no")


async def test_a_shell_that_ends_gives_its_own_status(bash: cotty.Pane, terminal: cotty.Terminal) -> None:
    await terminal.desk.hand.must(("set-option", "-p", "-t", bash.id, "remain-on-exit", "on"))
    result = await bash.run("exit 5")
    assert (result.exit_code, result.evidence) == (5, "the program of the pane ended")


@pytest.mark.promise("run:foreign-shell")
async def test_in_a_shell_that_cotty_did_not_start_the_exit_code_is_unknown(
    plain_bash: cotty.Pane, tmp_path: Path
) -> None:
    result = await plain_bash.run("cd /; seq 1 3; false")
    assert (result.exit_code, result.output, result.cwd) == (None, "1\n2\n3\n", "/")
    assert "unknown" in result.evidence


async def test_a_shell_inside_the_shell_is_not_mistaken_for_it(bash: cotty.Pane) -> None:
    await bash.send("exec env PS1='inner> ' bash --norc --noprofile")
    await bash.wait(pattern="inner> $", timeout=10)
    result = await bash.run("echo inside; false")
    assert (result.exit_code, "inside" in result.output) == (None, True)


async def test_nothing_is_no_command(bash: cotty.Pane) -> None:
    with pytest.raises(InvalidInput):
        await bash.run("  ")


async def test_a_refused_run_says_what_helps(terminal: cotty.Terminal) -> None:
    pane = await terminal.open(command=["sh"])
    await pane.wait(timeout=10)
    for _ in range(4):
        await pane.send("y" * 1000, enter=False)
    with pytest.raises(Refused, match="line-full") as refused:
        await pane.run("z" * 200)
    assert "C-u" in refused.value.suggestion
