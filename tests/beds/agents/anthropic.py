"""The dialect of `POST /v1/messages`, spoken by Claude Code.

Rules: pure; bytes of a stream come out as they are made, a hold is passed through where it stands.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tests.beds.agents.script import Failure, Hold, Question, Reply, Step, Text, Thought, ToolCall
from tests.beds.agents.wire import event, identity

PATHS: tuple[str, ...] = ("/messages",)
_NOTES = ("<", "[Request interrupted")


def question(path: str, body: Mapping[str, Any]) -> Question:
    messages = body.get("messages", [])
    said = tuple(text for message in messages if message["role"] == "user" for text in _texts(message["content"]))
    tools = tuple(tool["name"] for tool in body.get("tools") or ())
    last = messages[-1]["content"] if messages else ""
    # What a person says after a tool was refused stands in one message with the refusal.
    after_tool = not isinstance(last, str) and _has_result(last) and not any(_texts(last))
    return Question(path, body, said, tools, turn=bool(tools), after_tool=after_tool)


def _texts(content: str | list[dict[str, Any]]) -> Iterator[str]:
    """What the person wrote: the agent's own reminders to the model stand in tags."""
    parts = [content] if isinstance(content, str) else [part["text"] for part in content if part["type"] == "text"]
    return (text for text in parts if not text.lstrip().startswith(_NOTES))


def _has_result(parts: list[dict[str, Any]]) -> bool:
    return any(part.get("type") == "tool_result" for part in parts)


def stream(asked: Question, steps: Iterable[Step]) -> Iterator[bytes | Hold]:
    yield _event("message_start", message=_message(asked, [], None))
    stop, index = "end_turn", -1
    opened: type[Step] | None = None
    for step in steps:
        if isinstance(step, Hold):
            yield step
            continue
        if opened is not type(step) or isinstance(step, ToolCall):
            if opened is not None:
                yield _event("content_block_stop", index=index)
            index, opened = index + 1, type(step)
            yield _event("content_block_start", index=index, content_block=_block(step))
        yield _event("content_block_delta", index=index, delta=_delta(step))
        stop = "tool_use" if isinstance(step, ToolCall) else stop
    if opened is not None:
        yield _event("content_block_stop", index=index)
    yield _event("message_delta", delta={"stop_reason": stop, "stop_sequence": None}, usage={"output_tokens": 9})
    yield _event("message_stop")


def whole(asked: Question, answer: Reply) -> Mapping[str, Any]:
    return _message(asked, [{"type": "text", "text": answer.text}], "end_turn")


def failure(answer: Failure) -> Mapping[str, Any]:
    return {"type": "error", "error": {"type": answer.kind, "message": answer.message}}


def _event(kind: str, **fields: object) -> bytes:
    return event({"type": kind, **fields}, name=kind)


def _message(asked: Question, content: list[dict[str, Any]], stop: str | None) -> dict[str, Any]:
    return {
        "id": identity("msg"), "type": "message", "role": "assistant", "model": asked.body.get("model", "fake"),
        "content": content, "stop_reason": stop, "stop_sequence": None,
        "usage": {"input_tokens": 10, "output_tokens": 1},
    }  # fmt: skip


def _block(step: Step) -> dict[str, Any]:
    if isinstance(step, ToolCall):
        return {"type": "tool_use", "id": identity("toolu"), "name": step.name, "input": {}}
    return {"type": "thinking", "thinking": ""} if isinstance(step, Thought) else {"type": "text", "text": ""}


def _delta(step: Step) -> dict[str, Any]:
    match step:
        case ToolCall():
            return {"type": "input_json_delta", "partial_json": step.json}
        case Thought():
            return {"type": "thinking_delta", "thinking": step.words}
        case Text():
            return {"type": "text_delta", "text": step.words}
        case Hold():
            raise TypeError("a hold is no part of a reply")
