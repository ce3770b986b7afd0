"""Real shells in real tmux panes tell where each command begins and ends, and show a person nothing of it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from cotty.errors import InvalidInput
from cotty.terminal.server.marks import MarkKind
from cotty.terminal.shells.integration import start_command
from tests.real.shell_panes import NONCE, QUIET_PROMPT, SHELLS, Panes, program, wait_for

pytestmark = pytest.mark.real

SUBSHELL: Final = {"bash": "(exit 7)", "zsh": "(exit 7)", "fish": "sh -c 'exit 7'"}


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Panes]:
    panes = Panes(tmp_path)
    yield panes
    panes.close()


every_shell = pytest.mark.parametrize("shell", SHELLS)

# ------------------------------------------------------------------------------------ codes, output, places


@every_shell
def test_each_command_ends_with_its_own_code(start: Panes, shell: str) -> None:
    pane = start.shell(shell)
    killed = "sh -c 'kill -9 $$'"
    lines = ["true", "false", SUBSHELL[shell], killed, "no_such_command", "true"]
    assert [pane.run(line).code for line in lines] == [0, 1, 7, 137, 127, 0]


@every_shell
def test_the_output_is_exact(start: Panes, shell: str) -> None:
    pane = start.shell(shell)
    printed = r"printf '\033[1mx\033[m\r\n \t\n\n'"
    lines = ["true", "printf ab", "printf ''", printed, "echo out; echo err >&2"]
    ran = [pane.run(line) for line in lines]
    assert [each.text for each in ran] == ["", "ab", "", "x\n \t\n\n", "out\nerr\n"]
    if shell != "fish":  # it sets modes and title after its last event before the command
        assert ran[0].output == b""
        assert ran[3].output == b"\x1b[1mx\x1b[m\r\r\n \t\r\n\r\n"


@every_shell
def test_a_megabyte_of_output_is_whole(start: Panes, shell: str) -> None:
    ran = start.shell(shell).run("seq 1 150000")
    assert ran.text == "".join(f"{number}\n" for number in range(1, 150_001))
    assert len(ran.text) > 900_000


@every_shell
def test_cd_and_export_last_and_every_place_is_told(start: Panes, shell: str) -> None:
    pane = start.shell(shell)
    assert pane.run("true").cwd == str(pane.home)
    for number, name in enumerate(("a b", "100%41", "né~", "-x", "q'\"\\q", "new\nline\n", "\x1b]7;x\x07")):
        (pane.home / f"{number}{name}").mkdir()
        assert pane.run(f"cd ~/{number}*").cwd == str(pane.home / f"{number}{name}")
    pane.run("set -gx KEPT 5" if shell == "fish" else "export KEPT=5")
    assert pane.run("sh -c 'echo $KEPT'").text == "5\n"


@every_shell
def test_a_printed_mark_ends_nothing(start: Panes, shell: str) -> None:
    pane = start.shell(shell)
    ran = pane.run(r"printf '\033]133;D;0\007\033]133;D;0;cotty=x\007\033]133;A\007'; false")
    assert (ran.code, ran.story, ran.text) == (1, "CDAB", "")
    assert ran.output.count(b"\x1b]133;D") == 2


# ------------------------------------------------------------------------------------ what a person does


@every_shell
def test_a_line_that_runs_nothing_leads_to_a_prompt_without_a_start(start: Panes, shell: str) -> None:
    pane = start.shell(shell)
    pane.run("false")
    assert pane.prompted(lambda: pane.keys("Enter")).story == "AB"
    assert pane.run("echo )").story == "AB"
    pane.keys("C-u")  # fish keeps the line that it could not read
    assert pane.run("echo then").text == "then\n"


@every_shell
def test_a_line_given_up_with_control_c_leads_to_a_prompt_without_a_start(start: Panes, shell: str) -> None:
    pane = start.shell(shell)
    begun = len(pane.data)

    def prompt() -> object:
        return pane.trusted(MarkKind.PROMPT_START, begun)

    for _ in range(5 if shell == "fish" else 1):  # fish 3.6 loses one now and then, with and without marks
        pane.tmux("send-keys", "-t", "main", "-l", "echo never")
        pane.keys("C-c")
        while shell == "fish" and not prompt() and pane.glance(2):
            pass
    pane.until(prompt)
    assert not pane.trusted(MarkKind.COMMAND_START, begun)


@every_shell
def test_an_interrupted_command_ends_with_130(start: Panes, shell: str) -> None:
    pane = start.shell(shell)

    def interrupt() -> None:
        at = len(pane.data)
        pane.type("sh -c 'echo on; exec sleep 1000'")
        pane.until(lambda: b"on\r\n" in pane.data[at:])
        pane.keys("C-c")

    ran = pane.prompted(interrupt)
    assert (ran.code, ran.story) == (130, "CDAB")
    assert ran.text.startswith("on\n")


@every_shell
def test_pasted_lines_are_one_run(start: Panes, shell: str) -> None:
    pane = start.shell(shell)
    pane.until(lambda: any(mark.kind is MarkKind.BRACKETED_PASTE_ON for mark in pane.marks))  # zsh: after its prompt
    pane.tmux("load-buffer", "-", given=b"echo one; false\necho two\n" + SUBSHELL[shell].encode())

    def paste() -> None:
        pane.tmux("paste-buffer", "-p", "-r", "-t", "main")
        pane.keys("Enter")

    ran = pane.prompted(paste)
    assert (ran.text, ran.code) == ("one\ntwo\n", 7)


@every_shell
def test_a_shell_inside_the_shell_is_one_command(start: Panes, shell: str) -> None:
    pane = start.shell(shell)
    inner = f"exec {program(shell)} --no-config" if shell == "fish" else f"{program(shell)} -f"
    inner = f"{program('bash')} --norc" if shell == "bash" else inner

    def visit() -> None:
        pane.type(inner.removeprefix("exec "))
        pane.type("echo in''side; false")
        pane.until(lambda: b"inside\r\n" in pane.data)
        pane.type("exit 3")

    ran = pane.prompted(visit)
    assert (ran.code, ran.story) == (3, "CDAB")


@every_shell
def test_jobs_in_the_background_and_stopped_ones_end_their_line(start: Panes, shell: str) -> None:
    pane = start.shell(shell)
    assert pane.run("sleep 1000 &").code == 0
    assert "ok\n" in pane.run("kill %1; echo ok").text


def test_the_exit_of_the_shell_is_a_start_without_an_end(start: Panes) -> None:
    pane = start.shell("bash")
    pane.tmux("set-option", "-t", "main", "remain-on-exit", "on")
    at = len(pane.data)
    pane.type("exit 5")
    pane.until(lambda: pane.trusted(MarkKind.COMMAND_START, at))
    assert not pane.trusted(MarkKind.COMMAND_END, at)


# ------------------------------------------------------------------------------------ nothing is seen


@every_shell
def test_the_screen_shows_prompt_command_and_output_and_nothing_else(start: Panes, shell: str) -> None:
    pane = start.shell(shell)
    pane.run("echo one")
    pane.run("cd /")
    pane.run("printf 'two\\n'; false")
    assert pane.screen() == ["$ echo one", "one", "$ cd /", "$ printf 'two\\n'; false", "two", "$"]


@every_shell
def test_a_long_line_wraps_where_the_terminal_does(start: Panes, shell: str) -> None:
    pane = start.shell(shell)
    word = "x" * 200
    ran = pane.run(f"echo {word}")
    line = f"$ echo {word}"
    assert pane.screen()[:6] == [line[:80], line[80:160], line[160:], word[:80], word[80:160], word[160:]]
    assert ran.text == f"{word}\n"


@every_shell
def test_children_inherit_what_they_would_from_a_shell_without_marks(start: Panes, shell: str) -> None:
    rc = QUIET_PROMPT[shell] + ("" if shell == "fish" else "export PS1 HISTFILE; set -a\n")
    plain = start.shell(shell, rc, drawn=False, edit=lambda argv: (argv[5], "-l"))
    marked = start.shell(shell, rc)
    marked.run("env >env1")
    marked.run("env >env2")
    plain.type("env >env0; mv env0 env1")
    wanted = wait_for(plain.home / "env1")
    for name in ("env1", "env2"):
        said = (marked.home / name).read_text()
        assert NONCE not in said
        assert "cotty" not in said.replace(str(marked.home.parent), "").lower()
        own = {"PS1"} if shell == "bash" else set()  # un-exported: it names our variables
        assert names(said) | own == names(wanted) | own


def names(environment: str) -> set[str]:
    return {line.partition("=")[0] for line in environment.splitlines()} - {"_", "SHLVL", "OLDPWD"}


@every_shell
def test_history_holds_what_was_typed_and_nothing_else(start: Panes, shell: str) -> None:
    pane = start.shell(shell)
    pane.run("echo first")
    said = pane.run({"bash": "history", "zsh": "fc -l -n 1", "fish": "history"}[shell]).text
    lines = {line.strip().removeprefix("1").removeprefix("2").strip() for line in said.splitlines()}
    assert lines <= {"echo first", "history", "fc -l -n 1"}
    assert "echo first" in lines


@every_shell
def test_the_private_directory_is_gone_when_the_prompt_is_there(start: Panes, shell: str) -> None:
    pane = start.shell(shell)
    assert [path.name for path in (pane.home.parent / "tmp").iterdir() if path.name != "fish.root"] == []


# ------------------------------------------------------------------------------------ the person's own files

HOSTILE: Final = {
    "bash": {
        "string": "PS1='$ '; export PROMPT_COMMAND='echo before $?;'",
        "array": "PS1='$ '; PROMPT_COMMAND=('echo before $?' 'true # comment')",
        "rebuilt": 'build() { PS1="[$?]\\$ "; }; PROMPT_COMMAND=build',
        "unset": "PS1='$ '; set -u",
        "errexit": "PS1='$ '; set -e; trap 'echo ERR' ERR",
        "export": "PS1='$ '; set -a",
        "aliases": "PS1='$ '; alias case=x local=x builtin=x printf=x; printf() { :; }; IFS=0_x; set -f",
        "options": "PS1='$ '; shopt -s failglob nullglob nocasematch extdebug; set -TE",
        "no promptvars": "PS1='$ '; shopt -u promptvars",
        "own PS0": "PS1='$ '; PS0='start\\n'",
        "timer": "PS1='$ '; on() { t=1; }; trap on DEBUG; PROMPT_COMMAND=true",
        "vi": "PS1='one\\ntwo $ '; set -o vi",
    },
    "zsh": {
        "function": "PS1='$ '; precmd() { print before $?; PS1='x$ ' }; preexec() { print start }",
        "lists": "a() { print before $?; PS1='[%?]$ ' }; precmd_functions=(a); preexec_functions=(a)",
        "hooks": "autoload -Uz add-zsh-hook; a() { PS1='[%?]$ ' }; add-zsh-hook precmd a",
        "unset": "PS1='$ '; setopt nounset",
        "errexit": "PS1='$ '; setopt errexit errreturn",
        "export": "PS1='$ '; setopt allexport",
        "aliases": "PS1='$ '; alias -g print=x; alias local=x typeset=x; print() { }",
        "options": "PS1='$ '; setopt ksharrays shwordsplit promptsubst globsubst promptbang noextendedglob",
        "no filling": "PS1='$ '; unsetopt promptsp promptcr",
        "no mark": "PS1='$ '; PROMPT_EOL_MARK=",
        "right": "PS1=$'one\\n%~ $ '; RPS1=right; bindkey -v",
    },
    "fish": {
        "events": "function a --on-event fish_prompt; echo before $status; end\n"
        "function b --on-event fish_postexec; set -g seen $status; end",
        "status": "function fish_prompt; echo -n [$status $pipestatus]'$ '; end",
        "right": "function fish_right_prompt; echo right; end\nfish_vi_key_bindings",
        "none": "functions -e fish_prompt; function fish_prompt; end",
    },
}
RCS: Final = [(shell, name) for shell, rcs in HOSTILE.items() for name in rcs]


@pytest.mark.parametrize(("shell", "name"), RCS)
def test_whatever_the_start_up_file_does_the_marks_are_right(start: Panes, shell: str, name: str) -> None:
    pane = start.shell(shell, HOSTILE[shell][name] + "\n")
    for _ in range(2):
        ran = pane.run("echo hi")
        assert (ran.text, ran.code, ran.story) == ("hi\n", 0, "CDAB")
    ran = pane.run("not true" if shell == "fish" else "! true")
    assert (ran.text, ran.code, ran.story) == ("", 1, "CDAB")
    assert pane.prompted(lambda: pane.keys("Enter")).story == "AB"
    assert pane.run("env >seen").code == 0
    assert "cotty" not in (pane.home / "seen").read_text().replace(str(pane.home.parent), "").lower()


@every_shell
def test_the_prompt_and_the_next_command_see_the_status_that_was(start: Panes, shell: str) -> None:
    rc = {
        "bash": "PROMPT_COMMAND='PS1=\"[$?]$ \"'",
        "zsh": 'precmd() { PS1="[$?]$ " }; PROMPT_EOL_MARK=',
        "fish": "function fish_prompt; echo -n [$pipestatus]'$ '; end\nfunction fish_greeting; end",
    }
    pane = start.shell(shell, rc[shell] + "\n")
    pane.run(SUBSHELL[shell])
    ran = pane.run("echo $status" if shell == "fish" else 'echo $? "$_"')
    assert pane.screen()[1] == f"[7]$ {'echo $status' if shell == 'fish' else 'echo $? ' + chr(34) + '$_' + chr(34)}"
    assert ran.text.startswith("7")
    if shell != "fish":
        pane.run("true a last")
        assert pane.run('echo "$_"').text == "last\n"


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_tracing_shows_the_commands_and_not_ours(start: Panes, shell: str) -> None:
    pane = start.shell(shell)
    pane.run("PS4='+ '; set -x")
    assert pane.run("echo hi").text == "+ echo hi\nhi\n"
    assert pane.screen() == ["$ PS4='+ '; set -x", "$ echo hi", "+ echo hi", "hi", "$"]


def test_bash_finds_its_marks_again_when_prompt_and_hooks_are_replaced(start: Panes) -> None:
    pane = start.shell("bash")
    for line in ("PS1='new$ '", "PROMPT_COMMAND=true", 'PROMPT_COMMAND="true; $PROMPT_COMMAND"', "PS0=", "unset PS1"):
        assert pane.run(line).code == 0
        assert pane.run("echo hi").story == "CDAB"
        assert pane.run("echo hi").text == "hi\n"


def test_bash_is_a_true_login_shell_with_its_files_in_their_order(start: Panes) -> None:
    files = {".profile": "echo no", ".bashrc": "echo no", ".bash_logout": "echo bye >~/out"}
    pane = start.shell("bash", "echo profile; PS1='$ '", files=files)
    ran = pane.run(
        "shopt -q login_shell; echo $? $POSIXLY_CORRECT ${ENV-none} ${HISTFILE##*/} $MAILCHECK; set -o | grep posix"
    )
    assert ran.text.split() == ["0", "none", ".bash_history", "60", "posix", "off"]
    assert pane.screen()[0] == "profile"
    pane.type("logout")
    assert wait_for(pane.home / "out") == "bye\n"


def test_bash_without_login_reads_bashrc_alone(start: Panes) -> None:
    pane = start.shell("bash", "echo no", files={".bashrc": "echo rc; PS1='$ '"}, login=False)
    assert pane.run("shopt -q login_shell").code == 1
    assert pane.screen()[0] == "rc"


def test_zsh_reads_the_files_of_the_person_s_own_directory(start: Panes) -> None:
    files = {".zshenv": "ZDOTDIR=$HOME/z; echo env", "z/.zshrc": "echo rc $ZDOTDIR; PS1='$ '", "z/.zlogin": "echo in"}
    pane = start.shell("zsh", "echo no", files=files)
    assert pane.screen()[:3] == ["env", f"rc {pane.home}/z", "in"]
    given = start.shell("zsh", environment={"ZDOTDIR": str(pane.home / "z")})
    assert given.run("echo $ZDOTDIR").text == f"{pane.home}/z\n"


def test_a_bash_without_ps0_uses_the_debug_trap_beside_the_person_s(start: Panes) -> None:
    def age(argv: tuple[str, ...]) -> tuple[str, ...]:
        aged = tuple(word.replace("< 404", "< 99999").replace("< 501", "< 99999") for word in argv)
        assert aged != argv
        return aged

    rc = "PS1='$ '; seen() { n=$((n + 1)); }; trap seen DEBUG; export PROMPT_COMMAND='echo before $?;'"
    pane = start.shell("bash", rc, edit=age)
    for line, code in (("true", 0), ("false", 1), ("sh -c 'exit 7'", 7), ("for i in 1 2; do false; done", 1)):
        ran = pane.run(line)
        assert (ran.code, ran.story, ran.text) == (code, "CDAB", "")
    assert pane.prompted(lambda: pane.keys("Enter")).story == "AB"
    assert int(pane.run("echo $n").text) > 4
    assert "cotty" not in pane.run("env | grep -v ^TMUX | grep -v HOME=").text.replace(str(pane.home), "")


# ------------------------------------------------------------------------------------ wherever it starts


@pytest.mark.parametrize("sh", ["dash", "busybox", "bash", "mksh"])
@every_shell
def test_any_posix_sh_carries_the_scripts(start: Panes, shell: str, sh: str) -> None:
    words = (program(sh), "sh") if sh == "busybox" else (program(sh),)
    pane = start.shell(shell, edit=lambda argv: (*words, *argv[1:]))
    assert pane.run("echo hi").story == "CDAB"
    assert pane.screen()[0] == "$ echo hi"


def swap(at: int, word: str) -> Callable[[tuple[str, ...]], tuple[str, ...]]:
    return lambda argv: (*argv[:at], word, *argv[at + 1 :])


def test_the_shell_of_the_environment_serves_where_none_is_asked_for(start: Panes) -> None:
    pane = start.shell("bash", environment={"SHELL": program("bash")}, edit=swap(5, ""))
    assert pane.run("echo $BASH").text == f"{program('bash')}\n"
    lost = start.shell("bash", environment={"SHELL": program("bash")}, edit=swap(5, "/no/such/shell"))
    assert lost.run("echo $BASH").text == f"{program('bash')}\n"


@pytest.mark.parametrize(
    ("edit", "environment"),
    [
        (swap(5, "/bin/dash"), {}),
        (swap(5, "/no/such/shell"), {"SHELL": "/bin/dash"}),
        (lambda argv: swap(2, argv[2].replace("/tmp ", "/no ").replace("/dev/shm /var/tmp", "/no"))(argv), {}),
        (lambda argv: argv, {"POSIXLY_CORRECT": "1"}),
    ],
)
def test_where_marks_cannot_be_had_a_plain_silent_shell_starts(
    start: Panes, edit: Callable[[tuple[str, ...]], tuple[str, ...]], environment: dict[str, str]
) -> None:
    lost = {"TMPDIR": "/no/such/place", "TMUX_TMPDIR": "/no"} | environment
    unset = lambda argv: edit(swap(2, argv[2].replace('"${TMUX%/*}"', ""))(argv))  # noqa: E731
    pane = start.shell("bash", drawn=False, environment=lost, edit=unset, files={".profile": "PS1='$ '\n"})
    pane.type("echo he''re; exit")
    pane.until(lambda: b"here\r\n" in pane.data)
    assert not [mark for mark in pane.marks if mark.trusted]
    assert b"\n" not in pane.data.partition(b"echo")[0]


def command(shell: str | None) -> tuple[str, ...]:
    start = start_command(shell=shell, nonce=NONCE)
    assert start.environment == {}
    return start.argv


def test_the_command_fits_where_tmux_takes_sixteen_kilobytes() -> None:
    assert sum(len(word.encode()) + 1 for word in command(None)) < 14_000
    assert not any(word.endswith(";") for word in command(None))


def test_a_shell_that_is_named_brings_its_own_script_alone() -> None:
    assert [bool(script) for script in command("/bin/zsh")[-3:]] == [False, True, False]
    assert all(command("/bin/sh")[-3:])
    assert all(command(None)[-3:])


@pytest.mark.parametrize("nonce", ["", "short", "has space here", "quote'quote", "x" * 65])
def test_a_nonce_that_would_need_quoting_is_refused(nonce: str) -> None:
    with pytest.raises(InvalidInput):
        start_command(shell=None, nonce=nonce)
