"""An answer or an error as a tool's result.

Rules: clients give a model the structured content (Claude Code, VS Code) or the text (others), so each alone says all;
in the text a long one stands as it is, because a line break as two letters costs tokens and is misread; an error is
told with what to do next, in words of tools, and its facts are in `_meta`: clients hold structured content to the
tool's schema even when it failed.
"""

import re
from typing import Any, Final

from mcp_types import CallToolResult, TextContent

from cotty.doors.mcp.jobs import Job
from cotty.doors.schemas import as_json
from cotty.errors import CottyError

ERROR: Final = "cotty/error"
_LONG: Final = 200  # characters from which on a text stands in a block of its own
_COMMAND: Final = re.compile(r"`cotty ([a-z]+)( [^`]*)?`")


def answered(answer: dict[str, Any]) -> CallToolResult:
    """What an operation answered."""
    long = {name: each for name, each in answer.items() if isinstance(each, str) and _stands_alone(each)}
    facts = {name: each for name, each in answer.items() if name not in long and each is not None}
    texts = [as_json(facts).decode(), *(f"{name}:\n{text}" for name, text in long.items())]
    return _result(answer, *texts)


def goes_on(job: Job) -> CallToolResult:
    """A call that has no answer yet."""
    suggestion = f"It goes on. Call `{job.verb}` again with handle={job.handle!r}; nothing is started twice."
    answer = {"pending": True, "handle": job.handle, "seconds": job.seconds, "suggestion": suggestion}
    return _result(answer, f"pending for {job.seconds:.0f} s: {suggestion}")


def failed(error: CottyError) -> CallToolResult:
    """What went wrong, and what to do."""
    suggestion = in_words_of_tools(error.suggestion)
    facts = {"code": error.code, "message": error.message, "suggestion": suggestion, "facts": error.facts}
    text = f"{error.code}: {error.message}\nWhat to do: {suggestion}"
    return CallToolResult(content=[TextContent(text=text)], is_error=True, _meta={ERROR: facts})


def in_words_of_tools(suggestion: str) -> str:
    """Where the command line would be typed, the tool of that name is meant."""
    return _COMMAND.sub(_as_tool, suggestion)


def _as_tool(command: "re.Match[str]") -> str:
    verb, words = command[1], (command[2] or "").strip()
    if words == "--help":
        return f"the schema of `{verb}`"
    return f"`{verb}`" + (f" ({words})" if words else "")


def _stands_alone(text: str) -> bool:
    return len(text) > _LONG or "\n" in text


def _result(answer: dict[str, Any], *texts: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=text) for text in texts], structured_content=answer)
