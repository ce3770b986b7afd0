"""The dialect of `POST /v1/responses`, spoken by Codex.

Rules: pure; bytes of a stream come out as they are made, a hold is passed through where it stands.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tests.beds.agents.script import Failure, Hold, Question, Reply, Step, Text, Thought, ToolCall
from tests.beds.agents.wire import event, identity

PATHS: tuple[str, ...] = ("/responses",)
# The agent talks to the model in messages of the person, too: its notes about the machine stand in tags or under a
# heading of their own.
_NOTES = ("<", "# AGENTS.md")
_RESULTS = ("function_call_output", "custom_tool_call_output", "local_shell_call_output")


def question(path: str, body: Mapping[str, Any]) -> Question:
    items = [item for item in body.get("input", []) if isinstance(item, dict)]
    asked = [item for item in items if item.get("role") == "user"]
    texts = (part["text"] for item in asked for part in item["content"] if part.get("type") == "input_text")
    said = tuple(text for text in texts if not text.lstrip().startswith(_NOTES))
    tools = tuple(tool.get("name", tool["type"]) for tool in body.get("tools") or ())
    after_tool = bool(items) and items[-1].get("type") in _RESULTS
    return Question(path, body, said, tools, turn=bool(tools), after_tool=after_tool)


def stream(asked: Question, steps: Iterable[Step]) -> Iterator[bytes | Hold]:
    response = identity("resp")
    yield _event("response.created", response={"id": response})
    message = ""
    said: list[str] = []
    for step in steps:
        match step:
            case Hold():
                yield step
            case Text():
                if not message:
                    message = identity("msg")
                    yield _event("response.output_item.added", item=_message(message, []))
                said.append(step.words)
                yield _event("response.output_text.delta", item_id=message, delta=step.words)
            case ToolCall():
                yield _event("response.output_item.done", item=_call(step))
            case Thought():
                yield _event("response.reasoning_summary_text.delta", delta=step.words, summary_index=0)
    if message:
        yield _event("response.output_item.done", item=_message(message, said))
    yield _event("response.completed", response={"id": response, "usage": _USAGE})


def whole(asked: Question, answer: Reply) -> Mapping[str, Any]:
    item = _message(identity("msg"), [answer.text])
    return {"id": identity("resp"), "model": asked.body["model"], "output": [item], "usage": _USAGE}


def failure(answer: Failure) -> Mapping[str, Any]:
    return {"error": {"message": answer.message, "type": answer.kind, "code": answer.kind}}


_USAGE = {
    "input_tokens": 10, "input_tokens_details": None, "output_tokens": 9, "output_tokens_details": None,
    "total_tokens": 19,
}  # fmt: skip


def _event(kind: str, **fields: object) -> bytes:
    return event({"type": kind, **fields}, name=kind)


def _message(name: str, said: list[str]) -> dict[str, Any]:
    content = [{"type": "output_text", "text": "".join(said)}] if said else []
    return {"type": "message", "role": "assistant", "id": name, "content": content}


def _call(step: ToolCall) -> dict[str, Any]:
    about = {"id": identity("fc"), "call_id": identity("call"), "name": step.name}
    if step.plain is not None:
        return {"type": "custom_tool_call", **about, "input": step.plain}
    if step.namespace is not None:
        about["namespace"] = step.namespace
    return {"type": "function_call", **about, "arguments": step.json}
