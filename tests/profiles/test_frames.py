"""Every frame is read as its folder and its head say; nobody who is needed is missed, and nobody is called in vain.

Each test looks at all the frames of a CLI and names those that fail: to run a test costs more than to look at a frame.
"""

from collections import Counter
from dataclasses import replace

import pytest

from cotty.model import AgentState
from cotty.testing.frames import NOTHING, STATES, Counts, frame_text, mistakes, parsed
from tests.profiles.frames import SCREENS, frames, place_of
from tests.profiles.recording.misleading import misleading

FRAMES = [frame for of_cli in frames().values() for frame in of_cli]
ENOUGH = 120
each_cli = pytest.mark.parametrize("cli", frames())


@each_cli
def test_a_frame_shows_the_state_of_its_folder_and_what_its_head_says(
    cli: str, confusion: Counts, calls: Counter[tuple[bool, bool, bool]]
) -> None:
    for frame in frames()[cli]:
        confusion[cli, frame.state, str(frame.seen.state or NOTHING)] += 1
        calls[bool(frame.misleads), frame.needs_you, frame.seen.state is AgentState.AWAITING_INPUT] += 1
    wrong = [f"{frame.id}: {mistake}" for frame in frames()[cli] for mistake in mistakes(frame, frame.seen)]
    assert not wrong, "\n".join(wrong)


def test_a_frame_that_is_read_otherwise_is_a_mistake_that_says_so() -> None:
    frame = next(each for each in FRAMES if each.folder == "awaiting_input" and "options" in each.head)
    wrong = replace(frame.seen, state=AgentState.IDLE, awaiting=None, viewer=True)
    said = " ".join(mistakes(frame, wrong))
    assert "shows awaiting_input, was read as idle" in said
    assert "viewer: yes" in said
    assert "options is" in said


@each_cli
def test_an_option_is_chosen_by_keys_and_one_at_the_most_is_highlighted(cli: str) -> None:
    for frame, awaiting in ((frame, frame.seen.awaiting) for frame in frames()[cli]):
        options = awaiting.options if awaiting else ()
        assert all(option.key for option in options), frame.id
        assert len({option.key for option in options}) == len(options), frame.id
        highlighted = [option.number for option in options if option.highlighted]
        assert highlighted in ([], [awaiting and awaiting.highlighted]), frame.id


def test_nobody_who_is_needed_is_missed_and_nobody_is_called_in_vain() -> None:
    needed = {frame.id for frame in FRAMES if frame.needs_you}
    called = {frame.id for frame in FRAMES if frame.seen.state is AgentState.AWAITING_INPUT}
    assert (sorted(needed - called), sorted(called - needed)) == ([], [])


def test_enough_frames_mislead_whoever_looks_for_known_words() -> None:
    misleading = [frame for frame in FRAMES if frame.misleads]
    assert [frame.id for frame in misleading if not frame.misread] == []
    assert [frame.id for frame in FRAMES if frame.misread and not frame.misleads] == []
    assert len({frame.scene for frame in misleading}) >= ENOUGH  # another size is no other frame
    assert len({tuple(frame.screen.rows) for frame in misleading}) >= ENOUGH
    assert {frame.needs_you for frame in misleading} == {True, False}  # both ways to be wrong are tried


def test_the_frames_that_quote_dialogs_are_those_that_are_made_of_them() -> None:
    made = {
        place_of(screen, said, state, scene): frame_text(screen, said) for screen, said, state, scene in misleading()
    }
    assert made == {frame.path: frame.path.read_text(encoding="utf-8") for frame in FRAMES if "made_of" in frame.head}


def test_a_frame_is_read_as_it_was_written() -> None:
    for frame in FRAMES[::20]:
        place = place_of(frame.screen, frame.head, frame.folder, "again")
        assert parsed(place, frame_text(frame.screen, frame.head)).screen == frame.screen


def test_each_frame_is_named_by_cli_version_and_state() -> None:
    assert all(frame.path.parts[-4:-1] == (frame.head["cli"], frame.head["version"], frame.folder) for frame in FRAMES)
    assert {frame.state for frame in FRAMES} <= set(STATES)
    assert {frame.cli for frame in FRAMES if frame.state == AgentState.IDLE} >= {
        "claude_code", "codex", "opencode", "gemini", "aider", "shell", "python_repl",
    }  # fmt: skip


def test_no_folder_of_frames_is_empty() -> None:
    empty = [path for path in SCREENS.glob("*/*/*") if path.is_dir() and not list(path.glob("*.txt"))]
    assert empty == []
