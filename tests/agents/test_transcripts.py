"""What CLIs wrote down of a turn: the last one that was begun with these words, and whether it is over."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from cotty.agents.transcripts import Source, Written

_PROMPT: Final = "make the file"


def claude(role: str, content: object, **more: object) -> dict[str, Any]:
    return {"type": role, "message": {"role": role, "content": content, **more}}


def said(*texts: str) -> list[dict[str, str]]:
    return [{"type": "text", "text": text} for text in texts]


def written(home: Path, *lines: dict[str, Any], cut: int = 0) -> Written | None:
    file = home / ".claude/projects/work/one.jsonl"
    file.parent.mkdir(parents=True)
    text = "".join(json.dumps(line) + "\n" for line in lines)
    file.write_text(text[: len(text) - cut])
    return Source("claude_code", {"HOME": str(home)}, _PROMPT, 0.0).written()


ASKED: Final = claude("user", _PROMPT)
BEGUN: Final = claude("assistant", said("I begin."), stop_reason="tool_use")
TOOL: Final = claude("assistant", [{"type": "tool_use", "name": "Bash", "input": {}}], stop_reason="tool_use")
RESULT: Final = claude("user", [{"type": "tool_result", "content": "ok"}])
ENDED: Final = claude("assistant", said("It is done."), stop_reason="end_turn")


def test_a_turn_with_a_tool_in_it_is_over_when_its_last_words_are_written(tmp_path: Path) -> None:
    assert written(tmp_path, ASKED, BEGUN, TOOL, RESULT, ENDED) == Written("I begin.\n\nIt is done.", finished=True)


def test_a_turn_that_waits_for_its_tool_is_not_over(tmp_path: Path) -> None:
    assert written(tmp_path, ASKED, BEGUN, TOOL) == Written("I begin.", finished=False)


def test_a_version_that_keeps_no_reason_says_that_it_is_over_by_how_long_it_took(tmp_path: Path) -> None:
    bare = claude("assistant", said("It is done."), stop_reason=None)
    over = {"type": "system", "subtype": "turn_duration"}
    assert written(tmp_path, ASKED, bare, over) == Written("It is done.", finished=True)


def test_the_last_turn_of_these_words_is_meant_and_other_conversations_are_not(tmp_path: Path) -> None:
    side = {**claude("assistant", said("aside"), stop_reason="end_turn"), "isSidechain": True}
    before = claude("assistant", said("Before."), stop_reason="end_turn")
    after = claude("user", "something else")
    assert written(tmp_path, ASKED, before, ASKED, side, ENDED, after) == Written("It is done.", finished=True)


def test_a_line_that_is_being_written_is_left_out(tmp_path: Path) -> None:
    assert written(tmp_path, ASKED, BEGUN, ENDED, cut=20) == Written("I begin.", finished=False)


def test_what_nobody_asked_or_nobody_can_read_was_not_written(tmp_path: Path) -> None:
    assert written(tmp_path, ENDED) is None
    assert Source("claude_code", None, _PROMPT, 0.0).written() is None
    assert Source("", {"HOME": str(tmp_path)}, _PROMPT, 0.0).written() is None


@pytest.mark.parametrize(
    "content", [said("[Request interrupted by user]"), "[Request interrupted by user for tool use]"]
)
def test_a_turn_that_was_stopped_is_over_and_says_so(tmp_path: Path, content: object) -> None:
    stopped = claude("user", content)
    assert written(tmp_path, ASKED, BEGUN, stopped) == Written("I begin.", finished=True, interrupted=True)


def test_codex_says_in_a_person_s_name_that_a_turn_was_stopped(tmp_path: Path) -> None:
    file = tmp_path / ".codex/sessions/2026/01/02/rollout-one.jsonl"
    file.parent.mkdir(parents=True)
    asked, stopped = (
        {"type": "response_item", "payload": {"type": "message", "role": "user", "content": said(text)}}
        for text in (_PROMPT, "<turn_aborted>\nThe user interrupted")
    )
    file.write_text("".join(json.dumps(line) + "\n" for line in (asked, stopped)))
    found = Source("codex", {"HOME": str(tmp_path)}, _PROMPT, 0.0).written()
    assert found == Written("", finished=True, interrupted=True)


@pytest.mark.parametrize(("error", "interrupted"), [("MessageAbortedError", True), ("APIError", False)])
def test_opencode_keeps_the_error_that_ended_a_turn(tmp_path: Path, error: str, interrupted: bool) -> None:
    folder = tmp_path / ".local/share/opencode"
    folder.mkdir(parents=True)
    with closing(sqlite3.connect(folder / "opencode.db")) as database, database:
        database.execute("create table message (id text, time_created integer, data text)")
        database.execute("create table part (message_id text, time_created integer, data text)")
        asked, failed = {"role": "user"}, {"role": "assistant", "parentID": "a", "error": {"name": error}}
        rows = [("a", 5000, json.dumps(asked)), ("b", 6000, json.dumps(failed))]
        database.executemany("insert into message values (?, ?, ?)", rows)
        database.execute("insert into part values ('a', 5000, ?)", (json.dumps({"type": "text", "text": _PROMPT}),))
    found = Source("opencode", {"HOME": str(tmp_path)}, _PROMPT, 3.0).written()
    assert found == Written("", finished=True, interrupted=interrupted)
