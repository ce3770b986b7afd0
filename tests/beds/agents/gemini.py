"""The dialect of `POST /v1beta/models/NAME:streamGenerateContent`, spoken by Gemini CLI.

Rules: pure; bytes of a stream come out as they are made, a hold is passed through where it stands.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tests.beds.agents.script import Failure, Hold, Question, Reply, Step, Text, Thought, ToolCall
from tests.beds.agents.wire import event

PATHS: tuple[str, ...] = (":streamGenerateContent", ":generateContent", ":countTokens")


def question(path: str, body: Mapping[str, Any]) -> Question:
    contents = body.get("contents", [])
    parts = [part for content in contents if content.get("role") == "user" for part in content["parts"]]
    said = tuple(part["text"] for part in parts if part.get("text") and not part["text"].lstrip().startswith("<"))
    declared = [tool.get("functionDeclarations", ()) for tool in body.get("tools") or ()]
    tools = tuple(function["name"] for functions in declared for function in functions)
    last = contents[-1]["parts"] if contents else []
    return Question(path, body, said, tools, turn=bool(tools), after_tool=any("functionResponse" in p for p in last))


def stream(asked: Question, steps: Iterable[Step]) -> Iterator[bytes | Hold]:
    for step in steps:
        match step:
            case Hold():
                yield step
            case Text():
                yield _chunk({"text": step.words})
            case Thought():
                yield _chunk({"text": step.words, "thought": True})
            case ToolCall():
                yield _chunk({"functionCall": {"name": step.name, "args": dict(step.arguments)}})
    yield _chunk({"text": ""}, "STOP")


def whole(asked: Question, answer: Reply) -> Mapping[str, Any]:
    if asked.path.endswith(":countTokens"):
        return {"totalTokens": 10}
    return _candidates({"text": answer.text}, "STOP")


def failure(answer: Failure) -> Mapping[str, Any]:
    return {"error": {"code": answer.status, "message": answer.message, "status": answer.kind.upper()}}


def _chunk(part: dict[str, Any], finish: str | None = None) -> bytes:
    return event(_candidates(part, finish))


def _candidates(part: dict[str, Any], finish: str | None) -> dict[str, Any]:
    candidate = {"content": {"parts": [part], "role": "model"}, "index": 0}
    usage = {"promptTokenCount": 10, "candidatesTokenCount": 9, "totalTokenCount": 19}
    return {"candidates": [{**candidate, **({"finishReason": finish} if finish else {})}], "usageMetadata": usage}
