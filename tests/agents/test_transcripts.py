"""What CLIs wrote down of a turn: the one that this process was told, in these words, since then; and if it is over."""

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest

from cotty.agents.transcripts.entries import Written
from cotty.agents.transcripts.reading import Source, last_word
from cotty.agents.transcripts.writer import Writer, writer_of
from cotty.model import AgentState

_PROMPT: Final = "make the file"
_NOW: Final = time.time()
_PID: Final = 2**22 + 7  # nobody's: above the highest that Linux gives
_PROGRAM: Final = """import sys
files = [open(each) for each in sys.argv[1:]]
print("open", flush=True)
sys.stdin.read()
"""


def stamp(seconds: float = 0.0) -> str:
    return datetime.fromtimestamp(_NOW + seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def claude(role: str, content: object, at: float = 1.0, **more: object) -> dict[str, Any]:
    return {"type": role, "timestamp": stamp(at), "message": {"role": role, "content": content, **more}}


def said(*texts: str) -> list[dict[str, str]]:
    return [{"type": "text", "text": text} for text in texts]


@dataclass(frozen=True)
class House:
    """A home in which CLIs write, and the folder that they work in."""

    path: Path
    folder: Path
    env: dict[str, str] = field(default_factory=dict)

    def writer(self, pid: int = _PID, began: float = _NOW - 60) -> Writer:
        return Writer(pid, str(self.folder), began, {"HOME": str(self.path), **self.env})

    def claude(self, *lines: dict[str, Any], name: str = "one", cut: int = 0) -> None:
        project = "".join(each if each.isalnum() else "-" for each in str(self.folder))
        text = "".join(json.dumps(line) + "\n" for line in lines)
        write(self.path / f".claude/projects/{project}/{name}.jsonl", text[: len(text) - cut])

    def claude_is_in(self, name: str, pid: int) -> None:
        write(self.path / f".claude/sessions/{pid}.json", json.dumps({"pid": pid, "sessionId": name}))

    def codex(self, prompt: str, reply: str, at: float = 1.0, *, name: str = "one") -> Path:
        def line(role: str, text: str) -> dict[str, Any]:
            content = [{"type": "input_text", "text": text}]
            return {
                "type": "response_item", "timestamp": stamp(at),
                "payload": {"type": "message", "role": role, "content": content},
            }  # fmt: skip

        meta = {"type": "session_meta", "payload": {"cwd": str(self.folder)}}
        over = {"type": "event_msg", "timestamp": stamp(at), "payload": {"type": "task_complete"}}
        lines = [meta, line("user", prompt), line("assistant", reply), over]
        path = self.path / f".codex/sessions/2026/01/01/rollout-{name}.jsonl"
        write(path, "".join(json.dumps(each) + "\n" for each in lines))
        return path

    def opencode(self, *sessions: tuple[str, Path, str], error: str | None = None) -> None:
        """Sessions by title and folder, each with one turn: the prompt and this reply."""
        path = self.path / ".local/share/opencode/opencode.db"
        path.parent.mkdir(parents=True)
        at = int((_NOW + 1) * 1000)
        with closing(sqlite3.connect(path)) as database:
            database.execute("create table session (id, parent_id, title, directory)")
            database.execute("create table message (id, session_id, time_created, data)")
            database.execute("create table part (id, message_id, time_created, data)")
            for number, (title, folder, reply) in enumerate(sessions):
                asked, told = f"u{number}", f"a{number}"
                database.execute("insert into session values (?, null, ?, ?)", (number, title, str(folder)))
                ending: dict[str, Any] = {"error": {"name": error}} if error else {"finish": "stop"}
                user, answer = {"role": "user"}, {"role": "assistant", "parentID": asked, **ending}
                for message, data, text in ((asked, user, _PROMPT), (told, answer, reply)):
                    part = {"type": "text", "text": text}
                    database.execute("insert into message values (?, ?, ?, ?)", (message, number, at, json.dumps(data)))
                    database.execute("insert into part values (?, ?, ?, ?)", (message, message, at, json.dumps(part)))
            database.commit()

    @contextmanager
    def running(self, program: str, *opens: Path) -> Iterator[int]:
        """A process of that name in this folder, with this home, that holds these files open."""
        script = self.path / "bin" / program
        write(script, _PROGRAM)
        env = {**os.environ, "HOME": str(self.path)}
        command = [sys.executable, str(script), *map(str, opens)]
        with subprocess.Popen(
            command, cwd=self.folder, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stdout.readline() == b"open\n"
            yield process.pid
            process.stdin.close()


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def turn(name: str, writer: Writer | None, *, since: float = _NOW, title: str = "") -> Written | None:
    return Source(name, writer, _PROMPT, since).written(title)


@pytest.fixture
def house(tmp_path: Path) -> House:
    (tmp_path / "work").mkdir()
    return House(tmp_path / "home", tmp_path / "work")


ASKED: Final = claude("user", _PROMPT)
BEGUN: Final = claude("assistant", said("I begin."), stop_reason="tool_use")
TOOL: Final = claude("assistant", [{"type": "tool_use", "name": "Bash", "input": {}}], stop_reason="tool_use")
RESULT: Final = claude("user", [{"type": "tool_result", "content": "ok"}])
ENDED: Final = claude("assistant", said("It is done."), stop_reason="end_turn")


def of_claude(house: House, *lines: dict[str, Any], cut: int = 0) -> Written | None:
    house.claude(*lines, cut=cut)
    house.claude_is_in("one", _PID)
    return turn("claude_code", house.writer())


def test_a_turn_with_a_tool_in_it_is_over_when_its_last_words_are_written(house: House) -> None:
    assert of_claude(house, ASKED, BEGUN, TOOL, RESULT, ENDED) == Written("I begin.\n\nIt is done.", finished=True)


def test_a_turn_that_waits_for_its_tool_is_not_over(house: House) -> None:
    assert of_claude(house, ASKED, BEGUN, TOOL) == Written("I begin.", finished=False)


@pytest.mark.parametrize(
    "content", [said("[Request interrupted by user]"), "[Request interrupted by user for tool use]"]
)
def test_a_turn_that_was_stopped_is_over_and_says_so(house: House, content: object) -> None:
    stopped = claude("user", content)
    assert of_claude(house, ASKED, BEGUN, stopped) == Written("I begin.", finished=True, interrupted=True)


def test_codex_says_in_a_person_s_name_that_a_turn_was_stopped(house: House) -> None:
    asked, stopped = (
        {"type": "response_item", "timestamp": stamp(1.0),
         "payload": {"type": "message", "role": "user", "content": said(text)}}
        for text in (_PROMPT, "<turn_aborted>\nThe user interrupted")
    )  # fmt: skip
    path = house.codex(_PROMPT, "")
    meta = path.read_text().split("\n")[0]
    write(path, "\n".join([meta, json.dumps(asked), json.dumps(stopped), ""]))
    assert turn("codex", house.writer()) == Written("", finished=True, interrupted=True)


@pytest.mark.parametrize(("error", "interrupted"), [("MessageAbortedError", True), ("APIError", False)])
def test_opencode_keeps_the_error_that_ended_a_turn(house: House, error: str, interrupted: bool) -> None:
    house.opencode(("Mine", house.folder, ""), error=error)
    assert turn("opencode", house.writer()) == Written("", finished=True, interrupted=interrupted)


def test_a_version_that_keeps_no_reason_says_that_it_is_over_by_how_long_it_took(house: House) -> None:
    bare = claude("assistant", said("It is done."), stop_reason=None)
    over = {"type": "system", "subtype": "turn_duration"}
    assert of_claude(house, ASKED, bare, over) == Written("It is done.", finished=True)


def test_the_first_turn_of_these_words_since_then_is_meant_and_no_other_conversation(house: House) -> None:
    old = [claude("user", _PROMPT, -9.0), claude("assistant", said("Before."), -8.0, stop_reason="end_turn")]
    side = {**claude("assistant", said("aside"), stop_reason="end_turn"), "isSidechain": True}
    later = [claude("user", _PROMPT, 5.0), claude("assistant", said("Later."), 6.0, stop_reason="end_turn")]
    assert of_claude(house, *old, ASKED, side, ENDED, *later) == Written("It is done.", finished=True)


def test_a_turn_of_the_same_words_that_is_older_is_not_this_one_though_its_file_is_new(house: House) -> None:
    old = [claude("user", _PROMPT, -9.0), claude("assistant", said("OLD"), -8.0, stop_reason="end_turn")]
    assert of_claude(house, *old) is None
    bare = [{key: value for key, value in line.items() if key != "timestamp"} for line in (ASKED, ENDED)]
    assert of_claude(house, *bare) is None
    house.codex(_PROMPT, "OLD", -9.0)
    assert turn("codex", house.writer()) is None


def test_a_line_that_is_being_written_is_left_out(house: House) -> None:
    assert of_claude(house, ASKED, BEGUN, ENDED, cut=20) == Written("I begin.", finished=False)


def test_what_nobody_asked_or_nobody_can_read_was_not_written(house: House) -> None:
    assert of_claude(house, ENDED) is None
    assert turn("claude_code", None) is None
    assert turn("", house.writer()) is None


def test_each_process_of_claude_has_its_own_conversation_though_all_were_told_the_same(house: House) -> None:
    for pid, name in enumerate("ab", _PID):
        house.claude(ASKED, claude("assistant", said(name), stop_reason="end_turn"), name=name)
        house.claude_is_in(name, pid)
    assert [turn("claude_code", house.writer(pid)) for pid in (_PID, _PID + 1)] == [
        Written("a", finished=True), Written("b", finished=True),
    ]  # fmt: skip


def test_where_no_conversation_is_named_it_is_that_of_the_folder_if_one_process_runs_there(house: House) -> None:
    house.claude(ASKED, ENDED)
    assert turn("claude_code", house.writer()) == Written("It is done.", finished=True)
    with house.running("claude"):
        assert turn("claude_code", house.writer()) is None


def test_two_conversations_of_a_folder_that_could_both_be_meant_are_neither(house: House) -> None:
    for name in "ab":
        house.codex(_PROMPT, name, name=name)
    assert turn("codex", house.writer()) is None


def test_codex_s_conversation_is_the_file_that_its_process_holds_open(house: House) -> None:
    files = {name: house.codex(_PROMPT, name, name=name) for name in "ab"}
    with house.running("codex", files["a"]) as first, house.running("codex", files["b"]) as second:
        found = [turn("codex", house.writer(pid)) for pid in (first, second)]
        assert found == [Written("a", finished=True), Written("b", finished=True)]
        write(files["b"], '{"payload": {"type": "task_started"}}\n')
        words = [last_word("codex", pid) for pid in (first, second)]
    assert [word and word.says for word in words] == [AgentState.IDLE, AgentState.PROCESSING]


def test_a_conversation_of_another_folder_is_another_s(house: House, tmp_path: Path) -> None:
    house.codex(_PROMPT, "here")
    other = Writer(_PID, str(tmp_path), _NOW - 60, {"HOME": str(house.path)})
    assert turn("codex", other) is None
    assert turn("codex", house.writer()) == Written("here", finished=True)


def test_opencode_s_session_is_that_of_its_folder_and_of_two_processes_the_one_its_title_names(
    house: House, tmp_path: Path
) -> None:
    house.opencode(("Mine", house.folder, "m"), ("Elsewhere", tmp_path, "e"))
    assert turn("opencode", house.writer()) == Written("m", finished=True)
    with house.running("opencode"):
        assert turn("opencode", house.writer()) is None
        assert turn("opencode", house.writer(), title="OC | Mine") == Written("m", finished=True)
        assert turn("opencode", house.writer(), title="OC | Another") is None


def test_two_sessions_of_opencode_that_could_both_be_meant_are_neither(house: House) -> None:
    house.opencode(("Same", house.folder, "a"), ("Same", house.folder, "b"))
    assert turn("opencode", house.writer(), title="OC | Same") is None


def test_a_process_is_read_while_it_lives(house: House) -> None:
    with house.running("opencode") as pid:
        found = writer_of(pid)
        assert found is not None
        assert (found.folder, found.environment["HOME"]) == (str(house.folder), str(house.path))
    assert writer_of(pid) is None
    assert writer_of(0) is None
