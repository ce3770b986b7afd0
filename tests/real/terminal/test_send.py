"""A send is typed literally, lands, goes, and says what it can prove."""

from pathlib import Path

import pytest

import cotty
from cotty.errors import InputOff, InvalidInput, InvalidText, PaneDead, PaneNotFound, PaneSynchronized, UnknownKey
from tests.real.terminal.conftest import Program

pytestmark = pytest.mark.real

AWKWARD = [
    "ls;",
    ";",
    "-x",
    "Tab",
    "C-c",
    "it's",
    '"$HOME"',
    "a\\b",
    "~",
    "#{pane_id} #(id)",
    "%1 %%",
    "é 日本 🙂",
    "{ } ; !",
]


@pytest.mark.promise("A-01")
@pytest.mark.parametrize("text", AWKWARD)
async def test_text_is_typed_as_it_is(terminal: cotty.Terminal, program: Program, tmp_path: Path, text: str) -> None:
    got = tmp_path / "got"
    pane = await terminal.open(command=program("raw_reader.py", got))
    await pane.wait(pattern="reading", timeout=10)
    await pane.send(text, proof=False)
    await pane.keys("C-d")
    assert (await pane.wait(timeout=10)).reason == cotty.Reason.EXITED
    assert got.read_bytes() == text.encode() + b"\r"


@pytest.mark.promise("send:proof")
async def test_a_send_to_a_shell_is_confirmed_by_the_shell_itself(bash: cotty.Pane) -> None:
    receipt = await bash.send("echo one")
    assert receipt.outcome == cotty.Outcome.CONFIRMED
    assert receipt.evidence[:2] == ("landed", "enter")
    assert receipt.evidence[2] in ("paste-off", "command-start")


@pytest.mark.promise("send:proof")
@pytest.mark.parametrize("text", ["❤\ufe0f", "👩\u200d💻", "1\ufe0f\u20e3", "ก็", "👍🏽", "🇩🇪", "e\u0301", "हिन्दी"])
async def test_text_that_tmux_joins_or_drops_is_submitted(bash: cotty.Pane, text: str) -> None:
    receipt = await bash.send(f"echo {text}")
    assert receipt.outcome == cotty.Outcome.CONFIRMED, receipt


@pytest.mark.promise("A-02")
async def test_without_enter_the_text_stands_at_the_prompt_and_is_proved_to(bash: cotty.Pane) -> None:
    receipt = await bash.send("echo two", enter=False)
    assert (receipt.outcome, receipt.evidence) == (cotty.Outcome.CONFIRMED, ("landed",))
    assert (await bash.read()).lines[-1] == "ready> echo two"
    await bash.keys("C-u")
    await bash.send("echo three")
    await bash.wait(timeout=10)
    assert "two" not in (await bash.read()).text


async def test_a_swallowed_enter_is_pressed_again(terminal: cotty.Terminal, program: Program) -> None:
    pane = await terminal.open(command=program("composer.py", "swallow"))
    await pane.wait(pattern="^> ", timeout=10)
    receipt = await pane.send("once only")
    await pane.wait(pattern="got:", timeout=10)
    assert receipt.outcome == cotty.Outcome.CONFIRMED
    assert "enter-2" in receipt.evidence
    assert (await pane.read()).text.count("got: once only") == 1


async def test_an_enter_that_made_a_newline_is_never_called_confirmed(
    terminal: cotty.Terminal, program: Program
) -> None:
    pane = await terminal.open(command=program("composer.py", "newline"))
    await pane.wait(pattern="^> ", timeout=10)
    receipt = await pane.send("not submitted")
    assert receipt.outcome == cotty.Outcome.UNKNOWN
    assert receipt.screen is not None
    assert "not submitted" in receipt.screen


async def test_text_that_never_shows_is_not_followed_by_enter(terminal: cotty.Terminal, program: Program) -> None:
    pane = await terminal.open(command=program("composer.py", "blind"))
    await pane.wait(pattern="^> ", timeout=10)
    receipt = await pane.send("invisible")
    assert (receipt.outcome, receipt.evidence) == (cotty.Outcome.NOT_SUBMITTED, ("not-seen",))
    assert receipt.note is not None
    assert "may stand there still" in receipt.note
    assert "got:" not in (await pane.read()).text


@pytest.mark.promise("send:ghost-text")
async def test_ghost_text_right_of_the_cursor_is_not_taken_for_typed_text(
    terminal: cotty.Terminal, program: Program
) -> None:
    pane = await terminal.open(command=program("composer.py", "ghost"))
    await pane.wait(pattern="^> ", timeout=10)
    assert (await pane.send("mine")).outcome == cotty.Outcome.CONFIRMED
    await pane.wait(pattern="got:", timeout=10)
    assert "got: mine\n" in (await pane.read()).text


async def test_a_password_is_sent_though_nothing_shows_it(bash: cotty.Pane) -> None:
    await bash.send("read -rs -p 'Password: ' secret; echo; echo ${#secret}")
    await bash.wait(pattern="Password:", timeout=10)
    receipt = await bash.send("hunter2")
    assert receipt.evidence[0] == "no-echo"
    await bash.wait(timeout=10)
    page = await bash.read()
    assert "hunter2" not in page.text
    assert "7" in page.lines


@pytest.mark.promise("send:copy-mode")
async def test_copy_mode_is_left_before_anything_is_typed(bash: cotty.Pane, terminal: cotty.Terminal) -> None:
    await terminal.desk.hand.must(("copy-mode", "-t", bash.id))
    assert (await bash.send("echo heard")).outcome == cotty.Outcome.CONFIRMED
    await bash.wait(timeout=10)
    assert "heard" in (await bash.read()).lines


@pytest.mark.promise("send:dead-pane")
async def test_a_dead_pane_is_refused_with_its_exit_status(bash: cotty.Pane, terminal: cotty.Terminal) -> None:
    await terminal.desk.hand.must(("set-option", "-g", "remain-on-exit", "on"))
    pane = await terminal.window(command=["sh", "-c", "exit 3"])
    assert (await pane.wait(timeout=10)).exit_status == 3
    for write in (pane.send("x"), pane.send("x", proof=False), pane.send("a\nb"), pane.keys("Enter")):
        with pytest.raises(PaneDead) as refused:
            await write
        assert refused.value.facts["exit_status"] == 3
    assert (await bash.send("echo alive")).outcome == cotty.Outcome.CONFIRMED


async def test_a_pane_that_is_one_of_several_synchronized_ones_is_refused(
    bash: cotty.Pane, terminal: cotty.Terminal
) -> None:
    """Text and Enter would reach the pane beside it, whoever holds the pen there."""
    beside = await terminal.split(bash.id, command=["cat"])
    await terminal.desk.hand.must(("set-option", "-w", "-t", bash.id, "synchronize-panes", "on"))
    before = (await beside.read()).text
    for write in (
        bash.send("echo all"), bash.send("echo all", proof=False), bash.send("one\ntwo", proof=False),
        bash.keys("x"), bash.run("echo all"),
    ):  # fmt: skip
        with pytest.raises(PaneSynchronized) as refused:
            await write
        assert "synchronize-panes" in refused.value.suggestion
    await terminal.desk.hand.must(("set-option", "-w", "-t", bash.id, "synchronize-panes", "off"))
    assert (await bash.send("echo one")).outcome == cotty.Outcome.CONFIRMED
    assert (await beside.read()).text == before


async def test_a_pane_with_its_input_off_is_refused(bash: cotty.Pane, terminal: cotty.Terminal) -> None:
    await terminal.desk.hand.must(("select-pane", "-d", "-t", bash.id))
    with pytest.raises(InputOff):
        await bash.send("lost")


@pytest.mark.parametrize("text", ["a\0b", "a\x1b[201~b", "bell\x07", "\x7f", "c1 \x9b", "\ud800"])
async def test_text_that_a_terminal_would_act_on_is_refused(bash: cotty.Pane, text: str) -> None:
    with pytest.raises(InvalidText):
        await bash.send(text)


async def test_no_text_is_not_a_blind_enter(bash: cotty.Pane) -> None:
    with pytest.raises(InvalidInput):
        await bash.send("")


@pytest.mark.promise("A-03")
async def test_keys_are_keys_in_every_spelling_and_never_letters(bash: cotty.Pane) -> None:
    await bash.send("sh -c 'echo begun; exec sleep 100'")
    await bash.wait(pattern="^begun", timeout=10)
    await bash.keys("Ctrl+C")
    await bash.wait(timeout=10)
    await bash.send("echo up", enter=False)
    await bash.keys("C-a", "End BSpace", ["BSpace", "x"], "Enter")
    await bash.wait(timeout=10)
    assert "x" in (await bash.read()).lines
    with pytest.raises(UnknownKey) as unknown:
        await bash.keys("Entr")
    assert "Enter" in unknown.value.suggestion
    assert "Entr" not in (await bash.read()).lines[-1]


@pytest.mark.promise("send:large", "send:breakout")
async def test_a_megabyte_arrives_whole_as_one_bracketed_paste(
    terminal: cotty.Terminal, program: Program, tmp_path: Path
) -> None:
    got = tmp_path / "got"
    pane = await terminal.open(command=program("raw_reader.py", got, "paste"))
    await pane.wait(pattern="reading", timeout=10)
    line = "a;b \"q\" 's' \\n $HOME `id` #{x} ~ %1 \t é 日本 🙂 "
    text = "".join(f"{number} {line}\n" for number in range(18_000)) + "last;"
    assert len(text.encode()) > 1_000_000
    await pane.send(text, enter=False, proof=False)
    await pane.keys("C-d")
    assert (await pane.wait(timeout=30)).reason == cotty.Reason.EXITED
    assert got.read_bytes() == b"\x1b[200~" + text.encode() + b"\x1b[201~"


async def test_nothing_is_typed_into_another_pane_when_the_one_that_was_meant_is_gone(terminal: cotty.Terminal) -> None:
    """tmux looks at the client's own pane where a target is gone."""
    own = await terminal.open(command=("cat",))
    pane = await terminal.window(command=("cat",))
    await pane.send("here", proof=False)
    await pane.keys("C-d")
    assert (await pane.wait(timeout=10)).reason == cotty.Reason.EXITED
    for lost in (pane.send("x", enter=False, proof=False), pane.keys("y"), pane.send("z", proof=False)):
        with pytest.raises(PaneNotFound):
            await lost
    await own.send("mine", proof=False)
    assert (await own.wait(pattern="mine", timeout=10)).screen.split() == ["mine", "mine"]


async def test_a_key_that_is_pressed_again_at_once_is_answered_again(terminal: cotty.Terminal) -> None:
    """What the first one brought does not answer the second, however soon that comes."""
    asks = "read key; sleep $((step - 1)); echo step $step done"
    asks = f"for step in 1 2; do {asks}; done; cat"
    pane = await terminal.open(command=("sh", "-c", asks))
    for step in ("1", "2"):
        await pane.keys("y", "Enter")
        assert (await pane.wait(pattern=r"step (\d) done", timeout=10)).match == f"step {step} done"
