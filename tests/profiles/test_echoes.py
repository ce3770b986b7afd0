"""Which CLIs repeat what they take, held against their captured screens: at work, asking, refused by the model.

Rules: only recorded screens count; a message that has scrolled away proves nothing, so it is left out by name.
"""

from pathlib import Path
from typing import Final

import pytest

from cotty.agents.flows.sighting import Sighting, told
from cotty.profiles.registry import load
from cotty.terminal.flows.steps import Glimpse
from cotty.testing.frames import Frame, read_frame, seen_on

SCREENS: Final = Path(__file__).parent / "screens"
# What the last message was, by the beginning of the scene's name.
TOLD: Final = {
    "permission-command": "clean up", "permission-always": "clean up", "permission-refused": "clean up",
    "classic-permission-command": "clean up", "main-screen": "clean up", "permission-edit": "return two",
    "permission-write": "return two", "permission-long-command": "run it", "question-several": "ask me again",
    "question": "ask me", "plan": "plan it", "thinking": "explain the code", "streaming": "explain the code",
    "draft": "explain the code", "running-command": "run something long", "retrying": "hello",
    "escape-before-the-reply": "do something long", "escape-once": "do something long",
    "escape-twice": "do something long", "bad-request": "hello", "key-refused": "hello", "quota": "hello",
    "server-error": "hello", "prompt-too-long": "hello",
}  # fmt: skip
SCROLLED: Final = {
    "codex/0.169.0/awaiting_input/permission-long-command-80x24",
    "opencode/1.18.33/awaiting_input/permission-long-command-120x40",
    "opencode/1.18.33/awaiting_input/permission-write-80x24",
}
STATES: Final = ("processing", "awaiting_input", "interrupted", "blocked")
REPEATS: Final = ("claude_code", "codex", "opencode", "gemini")


def name(path: Path) -> str:
    return str(path.relative_to(SCREENS).with_suffix(""))


def screens(cli: str) -> list[tuple[Path, str]]:
    """Every recorded screen behind a message that is known, and the message."""
    found = []
    for path in sorted((SCREENS / cli).rglob("*.txt")):
        begins = [scene for scene in TOLD if path.stem.startswith(scene)]
        if path.parent.name in STATES and begins and path.parts[-3] != "made" and name(path) not in SCROLLED:
            found.append((path, TOLD[max(begins, key=len)]))
    return found


def sighting(frame: Frame, cli: str) -> Sighting:
    return Sighting(Glimpse(frame.screen), seen_on(frame, load(cli)))


@pytest.mark.parametrize("cli", REPEATS)
def test_what_was_told_stands_in_the_conversation_whatever_the_agent_does(cli: str) -> None:
    found = screens(cli)
    missing = [name(path) for path, said in found if told(said, sighting(read_frame(path), cli)) != 1]
    assert missing == []
    assert len(found) >= (8 if cli == "gemini" else 18)
    assert len({path.parent.name for path, _ in found}) >= 2
    assert load(cli).delivery.echoes


def test_aider_keeps_the_line_that_it_took() -> None:
    frame = read_frame(SCREENS / "aider" / "0.86.2" / "idle" / "after-reply-120x40.txt")
    assert told("explain the code", sighting(frame, "aider")) == 1
    before = read_frame(SCREENS / "aider" / "0.86.2" / "idle" / "draft-120x40.txt")
    assert told("explain the code", sighting(before, "aider")) == 0
    assert load("aider").delivery.echoes


@pytest.mark.parametrize("cli", ["shell", "python_repl", "generic"])
def test_a_line_editor_has_no_conversation_to_repeat_it_in(cli: str) -> None:
    """What was typed stands where it was typed, and nothing else tells that it was taken."""
    assert not load(cli).delivery.echoes
