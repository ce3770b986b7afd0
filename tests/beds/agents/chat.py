"""The dialect of `POST /v1/chat/completions`, spoken by OpenCode and aider.

Rules: pure; bytes of a stream come out as they are made, a hold is passed through where it stands.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tests.beds.agents.script import Failure, Hold, Question, Reply, Step, Thought, ToolCall
from tests.beds.agents.wire import DONE, event, identity

PATHS: tuple[str, ...] = ("/chat/completions",)
# aider offers no tools at all: its turns are asked for at this address, and everything there is a turn.
TOOLLESS = "/toolless/"


def question(path: str, body: Mapping[str, Any]) -> Question:
    messages = body.get("messages", [])
    said = tuple(text for message in messages if message["role"] == "user" for text in _texts(message["content"]))
    tools = tuple(tool["function"]["name"] for tool in body.get("tools") or ())
    after_tool = bool(messages) and messages[-1]["role"] == "tool"
    return Question(path, body, said, tools, turn=bool(tools) or TOOLLESS in path, after_tool=after_tool)


def _texts(content: str | list[dict[str, Any]]) -> list[str]:
    return [content] if isinstance(content, str) else [part["text"] for part in content if part["type"] == "text"]


def stream(asked: Question, steps: Iterable[Step]) -> Iterator[bytes | Hold]:
    yield _chunk(asked, {"role": "assistant", "content": ""})
    calls = 0
    for step in steps:
        match step:
            case Hold():
                yield step
            case ToolCall():
                yield _chunk(asked, {"tool_calls": [_call(step, calls)]})
                calls += 1
            case Thought():
                yield _chunk(asked, {"reasoning_content": step.words})
            case _:
                yield _chunk(asked, {"content": step.words})
    yield _chunk(asked, {}, "tool_calls" if calls else "stop")
    yield event({**_about(asked), "choices": [], "usage": _USAGE})
    yield DONE


def whole(asked: Question, answer: Reply) -> Mapping[str, Any]:
    message = {"role": "assistant", "content": answer.text}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return {**_about(asked), "object": "chat.completion", "choices": [choice], "usage": _USAGE}


def failure(answer: Failure) -> Mapping[str, Any]:
    return {"error": {"message": answer.message, "type": answer.kind, "code": answer.status}}


_USAGE = {"prompt_tokens": 10, "completion_tokens": 9, "total_tokens": 19}


def _about(asked: Question) -> dict[str, Any]:
    return {"id": identity("chatcmpl"), "object": "chat.completion.chunk", "created": 1, "model": asked.body["model"]}


def _chunk(asked: Question, delta: dict[str, Any], finish: str | None = None) -> bytes:
    return event({**_about(asked), "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})


def _call(step: ToolCall, index: int) -> dict[str, Any]:
    function = {"name": step.name, "arguments": step.json}
    return {"index": index, "id": identity("call"), "type": "function", "function": function}
