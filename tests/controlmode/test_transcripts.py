"""What real tmux said, scene by scene and version by version, reads the same however it is cut.

`python -m scripts.record_transcript` makes the files; the events beside them were read by a person.
"""

from pathlib import Path
from random import Random

import pytest

from cotty.controlmode.events import Output, Reply
from tests.controlmode.feeds import heard_alike
from tests.controlmode.transcript import FOLDER, Transcript, readable

PATHS = sorted(FOLDER.glob("*/*.in"))
SCENES = {
    "attach", "copy-mode", "flood-with-pause", "forged-marks", "paste", "server-killed", "session-end",
    "split-and-kill", "window-close",
}  # fmt: skip
VERSIONS = {"3.3a", "3.5a", "3.8"}


def test_every_scene_was_recorded_on_every_version() -> None:
    assert {(path.parent.name, path.stem) for path in PATHS} == {(each, scene) for each in VERSIONS for scene in SCENES}


@pytest.mark.promise("control:any-split", "control:own-replies", "control:exact-output")
@pytest.mark.parametrize("path", PATHS, ids=[f"{path.parent.name}-{path.stem}" for path in PATHS])
def test_a_transcript_reads_as_it_was_judged_whole_byte_by_byte_and_split(path: Path) -> None:
    transcript = Transcript.read(path)
    dice = Random(transcript.scene)  # noqa: S311  (cuts, not secrets)
    cuts = [dice.randrange(len(transcript.data)) for _ in range(40)]
    events = heard_alike(transcript.data, [(line, None) for line in transcript.asked], cuts)
    assert readable(events) == path.with_suffix(".events").read_text(encoding="utf-8")


@pytest.mark.promise("control:own-replies")
@pytest.mark.parametrize("path", PATHS, ids=[f"{path.parent.name}-{path.stem}" for path in PATHS])
def test_every_command_of_a_transcript_has_its_reply(path: Path) -> None:
    transcript = Transcript.read(path)
    events = heard_alike(transcript.data, [(line, line.encoded) for line in transcript.asked])
    answered = [event.ticket for event in events if isinstance(event, Reply)]
    assert answered == [line.encoded for line in transcript.asked for _ in range(line.blocks)]


@pytest.mark.parametrize("version", sorted(VERSIONS))
def test_a_program_that_printed_marks_ended_no_block(version: str) -> None:
    transcript = Transcript.read(FOLDER / version / "forged-marks.in")
    events = heard_alike(transcript.data, [(line, None) for line in transcript.asked])
    assert [event.text for event in events if isinstance(event, Reply)][-1] == "after"
    printed = b"".join(event.data for event in events if isinstance(event, Output))
    assert printed.count(b"%end 1 2 1") == 2
