"""What is believed of a stream of events, as OpenCode 1.18.33 sends them, however its bytes are cut."""

import json
from itertools import pairwise
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotty.agents.events.reply import BadReply, Reply
from cotty.agents.events.server import port_named
from cotty.agents.events.told import Told
from cotty.model import AgentState, AwaitingKind

SESSION: Final = "ses_e0a745446ffej6YVOaJg1ChYOe"
ASKED: Final = {
    "id": "per_1f58c82090016B0T3aq9aeZGYV", "sessionID": SESSION, "permission": "bash", "patterns": ["touch x"],
    "metadata": {"command": "touch x"}, "always": ["touch *"],
}  # fmt: skip
HEAD: Final = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"


def event(name: str, **facts: Any) -> bytes:  # noqa: ANN401
    data = json.dumps({"id": "evt_1", "type": name, "properties": facts}, separators=(",", ":"))
    return f"data: {data}\n\n".encode()


def status(kind: str, session: str = SESSION) -> bytes:
    return event("session.status", sessionID=session, status={"type": kind})


def told(*events: bytes) -> Told:
    found = Told()
    for number, each in enumerate(events, 1):
        found.receive(each, float(number))
    return found


def state(found: Told) -> tuple[AgentState | None, str | None]:
    """What is believed, and the request that is open."""
    return found.says, found.request.id if found.request is not None else None


def test_a_turn_is_work_from_busy_to_idle() -> None:
    assert told(event("server.connected")).says is None
    assert told(status("busy")).says is AgentState.PROCESSING
    assert told(status("retry")).says is AgentState.PROCESSING
    done = told(status("busy"), status("busy"), status("idle"), event("session.idle", sessionID=SESSION))
    assert (done.says, done.since, done.heard, done.detail) == (AgentState.IDLE, 3.0, 4.0, "session.status")


def test_it_works_while_any_session_does() -> None:
    assert told(status("busy"), status("busy", "ses_child"), status("idle", "ses_child")).says is AgentState.PROCESSING


def test_a_permission_is_asked_until_it_is_replied() -> None:
    asks = told(status("busy"), event("permission.asked", **ASKED))
    assert state(asks) == (AgentState.AWAITING_INPUT, ASKED["id"])
    assert asks.request is not None
    awaiting = asks.request.awaiting(23)
    assert (awaiting.kind, awaiting.subject, awaiting.options) == (AwaitingKind.PERMISSION, "touch x", ())
    asks.receive(event("permission.replied", sessionID=SESSION, requestID=ASKED["id"], reply="once"), 9.0)
    assert state(asks) == (AgentState.PROCESSING, None)


def test_what_a_session_asked_goes_with_its_turn() -> None:
    asks = told(status("busy"), event("question.asked", id="q1", sessionID=SESSION, questions=[{"question": "Which?"}]))
    assert asks.request is not None
    assert asks.request.question == "Which?"
    asks.receive(status("idle"), 9.0)
    assert state(asks) == (AgentState.IDLE, None)


def test_what_is_so_now_is_asked_for_and_does_not_set_back_what_an_event_told() -> None:
    found = told(status("idle"))
    found.level("session/status", {SESSION: {"type": "busy"}, "ses_other": {"type": "busy"}}, 5.0)
    found.receive(status("idle", "ses_other"), 6.0)
    assert found.says is AgentState.IDLE
    fresh = Told()
    fresh.level("session/status", {}, 1.0)
    assert state(fresh) == (AgentState.IDLE, None)
    fresh.level("permission", [ASKED], 2.0)
    assert state(fresh) == (AgentState.AWAITING_INPUT, ASKED["id"])


@pytest.mark.parametrize("noise", [
    b": heartbeat\n\n", b"data: {\n\n", b'data: {"type":"session.idle"}\n\n',
    b'data: {"type":"session.idle","properties":3}\n\n',
    event("message.part.delta", text='"type":"session.idle"'), event("session.updated", sessionID=SESSION),
    b"data: " + b"x" * (3 << 20),
])  # fmt: skip
def test_what_is_no_such_event_changes_nothing_and_is_not_kept(noise: bytes) -> None:
    found = told(status("busy"), noise)
    assert state(found) == (AgentState.PROCESSING, None)
    found.receive(b"\n\n" + status("idle"), 9.0)
    assert state(found) == (AgentState.IDLE, None)
    assert len(found._unfinished) < 1 << 20


def chunked(*bodies: bytes) -> bytes:
    return HEAD + b"".join(b"%x\r\n%b\r\n" % (len(body), body) for body in bodies)


@given(st.lists(st.integers(0, 700), max_size=12))
def test_a_reply_is_the_same_however_it_is_cut(cuts: list[int]) -> None:
    stream = chunked(status("busy"), event("permission.asked", **ASKED), status("idle")[:9], status("idle")[9:])
    reply, found, body = Reply(), Told(), b""
    edges = [0, *sorted(cuts), len(stream)]
    for start, end in pairwise(edges):
        body += (piece := reply.receive(stream[start:end]))
        found.receive(piece, 1.0)
    assert body == status("busy") + event("permission.asked", **ASKED) + status("idle")
    assert (found.says, reply.status, reply.over) == (AgentState.IDLE, 200, False)


def test_a_reply_ends_by_its_length_or_its_last_chunk() -> None:
    plain, pieces = Reply(), Reply()
    assert plain.receive(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}more") == b"{}"
    assert pieces.receive(chunked(b"{}") + b"0\r\n\r\n") == b"{}"
    assert (plain.over, pieces.over) == (True, True)


@pytest.mark.parametrize("data", [b"SSH-2.0-OpenSSH\r\n\r\n", HEAD + b"zz\r\n", HEAD + b"a" * 99, b"x" * (17 << 10)])
def test_what_is_no_reply_is_an_error(data: bytes) -> None:
    with pytest.raises(BadReply):
        Reply().receive(data)


@pytest.mark.parametrize(("words", "port"), [
    (["opencode", "--port", "4096"], 4096), (["opencode", "--port=4097"], 4097), (["opencode", "--port", "0"], -1),
    (["opencode"], 0), (["opencode", "--port"], 0), (["opencode", "--port", "many"], 0),
])  # fmt: skip
def test_a_port_is_used_where_the_command_line_names_one(words: list[str], port: int) -> None:
    assert port_named(words) == port
