"""Panes and agents as resources: what a client shows a person to attach, or reads without a tool.

Rules: a resource is read by performing an operation, with the same policy and the same journal; the number of a pane is
its id without the sign, which an address of a resource would have to escape.
"""

import re
from dataclasses import dataclass
from typing import Any, Final

from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextResourceContents,
)

from cotty.doors.mcp.calling import Caller
from cotty.doors.mcp.results import in_words_of_tools
from cotty.doors.runner import Runner
from cotty.doors.schemas import answered, as_json
from cotty.errors import CottyError, NoServer

MOST: Final = 200  # listed panes
_JSON, _TEXT = "application/json", "text/plain"
PANES, AGENTS = "cotty://panes", "cotty://agents"
_ONE: Final = re.compile(r"cotty://(pane|agent)/(\d+)")


@dataclass(frozen=True, slots=True)
class Resources:
    """Those of one tmux server."""

    runner: Runner

    async def listed(self, caller: Caller) -> ListResourcesResult:
        """The lists, then each pane."""
        lists = [
            Resource(
                uri=PANES, name="panes", description="Every pane: what runs in it, who writes there.", mime_type=_JSON
            ),
            Resource(uri=AGENTS, name="agents", description="Every agent: state, and what it asks.", mime_type=_JSON),
        ]
        try:
            panes = (await self._asked("list", {}, caller)).panes[:MOST]
        except NoServer:
            panes = ()
        return ListResourcesResult(resources=[*lists, *map(_of_pane, panes)])

    def templates(self) -> ListResourceTemplatesResult:
        """How a resource is named that is not listed."""
        return ListResourceTemplatesResult(resource_templates=[
            ResourceTemplate(uri_template="cotty://pane/{number}", name="pane", mime_type=_TEXT,
                             description="What pane %{number} shows now."),
            ResourceTemplate(uri_template="cotty://agent/{number}", name="agent", mime_type=_JSON,
                             description="The agent in pane %{number}: its state, and what it asks."),
        ])  # fmt: skip

    async def read(self, caller: Caller, uri: str) -> ReadResourceResult:
        """One of them."""
        try:
            text, kind = await self._text(caller, uri)
        except CottyError as error:
            message = f"{error.code}: {error.message} {in_words_of_tools(error.suggestion)}"
            raise MCPError(INVALID_PARAMS, message, {"uri": uri, "code": error.code}) from None
        contents = TextResourceContents(uri=uri, text=text, mime_type=kind)
        return ReadResourceResult(contents=[contents])

    async def _text(self, caller: Caller, uri: str) -> tuple[str, str]:
        if uri in (PANES, AGENTS):
            return _json(await self._asked("list" if uri == PANES else "agents", {}, caller)), _JSON
        if not (one := _ONE.fullmatch(uri)):
            raise MCPError(INVALID_PARAMS, f"There is no resource {uri}.", {"uri": uri})
        address = {"address": f"%{one[2]}"}
        if one[1] == "agent":
            return _json(await self._asked("adopt", address, caller)), _JSON
        shown = (await self._asked("screen", address, caller)).text
        return shown.encode("utf-8", "surrogatepass").decode("utf-8", "replace"), _TEXT

    async def _asked(self, verb: str, fields: dict[str, Any], caller: Caller) -> Any:  # noqa: ANN401
        return await caller.ask(self.runner, verb, fields)


def _json(answer: object) -> str:
    return as_json(answered(answer)).decode()


def _of_pane(row: Any) -> Resource:  # noqa: ANN401
    name = f"{row.address} {row.command}"
    return Resource(
        uri=f"cotty://pane/{row.id[1:]}", name=name, description=f"What {row.id} shows now.", mime_type=_TEXT
    )
