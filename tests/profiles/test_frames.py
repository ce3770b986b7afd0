"""Every frame is read as its folder and its head say; nobody who is needed is missed, and nobody is called in vain."""

import json
from collections import Counter

import pytest

from cotty.model import AgentState, Awaiting, Composer
from cotty.profiles import Seen, load, look
from cotty.terminal.flows.cells import packed
from tests.profiles.frames import NOTHING, SCREENS, STATES, Frame, frames

FRAMES = list(frames())
ENOUGH = 120
each_frame = pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame.id)


def seen_on(frame: Frame) -> Seen:
    return look(load(frame.cli), frame.screen, frame.title)


@each_frame
def test_a_frame_shows_the_state_of_its_folder(
    frame: Frame, confusion: Counter[tuple[str, str, str]], calls: Counter[tuple[bool, bool, bool]]
) -> None:
    seen = seen_on(frame)
    confusion[frame.cli, frame.state, seen.state or NOTHING] += 1
    calls[frame.adversarial, frame.needs_you, seen.state is AgentState.AWAITING_INPUT] += 1
    assert (seen.state or NOTHING) == frame.tells, seen
    assert (seen.interrupted, seen.viewer) == (frame.folder == "interrupted", frame.folder == "viewer"), seen


@each_frame
def test_a_frame_shows_what_its_head_says(frame: Frame) -> None:
    seen = seen_on(frame)
    said = _of_the_look(seen) | _of_the_composer(seen.composer) | _of_the_dialog(seen.awaiting)
    wanted = {key: frame.head[key] for key in frame.head if key in CHECKED}
    found = {key: said.get(key) for key in wanted}
    assert {key: _compared(key, text) for key, text in found.items()} == {
        key: _compared(key, text) for key, text in wanted.items()
    }


CHECKED = frozenset({
    "composer", "ghost", "placeholder", "pastes", "kind", "question", "subject", "options", "highlighted", "blocked",
    "rule",
})  # fmt: skip


def _of_the_look(seen: Seen) -> dict[str, str | None]:
    return {"blocked": seen.blocked_why, "rule": seen.rule}


def _of_the_composer(composer: Composer | None) -> dict[str, str | None]:
    if composer is None:
        return {}
    return {
        "composer": composer.text, "ghost": composer.ghost, "placeholder": composer.placeholder,
        "pastes": " | ".join(composer.pastes),
    }  # fmt: skip


def _of_the_dialog(awaiting: Awaiting | None) -> dict[str, str | None]:
    if awaiting is None:
        return {}
    return {
        "kind": awaiting.kind, "question": awaiting.question, "subject": awaiting.subject,
        "options": " | ".join(option.label for option in awaiting.options), "highlighted": str(awaiting.highlighted),
    }  # fmt: skip


def _compared(key: str, text: str | None) -> str | None:
    """Texts may be quoted, and where a CLI breaks them is its own affair."""
    if text is None or key not in ("composer", "ghost", "placeholder", "subject", "question"):
        return text
    return packed(json.loads(text) if text.startswith('"') and text.endswith('"') and len(text) > 1 else text)


@each_frame
def test_an_option_is_chosen_by_keys_and_one_at_the_most_is_highlighted(frame: Frame) -> None:
    awaiting = seen_on(frame).awaiting
    options = awaiting.options if awaiting else ()
    assert all(option.key for option in options)
    assert len({option.key for option in options}) == len(options)
    assert [option.number for option in options if option.highlighted] in ([], [awaiting and awaiting.highlighted])


def test_nobody_who_is_needed_is_missed_and_nobody_is_called_in_vain() -> None:
    needed = {frame.id for frame in FRAMES if frame.needs_you}
    called = {frame.id for frame in FRAMES if seen_on(frame).state is AgentState.AWAITING_INPUT}
    assert (sorted(needed - called), sorted(called - needed)) == ([], [])


def test_there_are_enough_frames_and_each_is_named_by_cli_version_and_state() -> None:
    misleading = [frame for frame in FRAMES if frame.adversarial]
    assert len(misleading) >= ENOUGH
    assert sum(frame.needs_you for frame in misleading) >= ENOUGH // 3  # both ways to be wrong are tried
    assert all(frame.path.parts[-4:-1] == (frame.head["cli"], frame.head["version"], frame.folder) for frame in FRAMES)
    assert {frame.state for frame in FRAMES} <= set(STATES)
    assert {frame.cli for frame in FRAMES if frame.state == AgentState.IDLE} >= {
        "claude_code", "codex", "opencode", "gemini", "aider", "shell", "python_repl",
    }  # fmt: skip


def test_no_folder_of_frames_is_empty() -> None:
    empty = [path for path in SCREENS.glob("*/*/*") if path.is_dir() and not list(path.glob("*.txt"))]
    assert empty == []
