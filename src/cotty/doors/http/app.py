"""The application: `POST /api/<verb>` for every operation, its documents, and the way in for a browser.

Rules: whoever asks was found by the gate and stands in the scope; a route reads the input, performs, and answers.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, cast

from quart import Quart, Response, request

from cotty import __version__
from cotty.doors.http.events.feed import Feed
from cotty.doors.http.events.stream import Wanted, frames, number_of
from cotty.doors.http.openapi import API, STREAM, document
from cotty.doors.http.page import STYLE, page
from cotty.doors.http.problems import JSON, as_response
from cotty.doors.runner import Runner
from cotty.doors.schemas import answered, as_json, parsed
from cotty.errors import DeadlinePassed, InvalidInput, NotAllowed, NotFound
from cotty.operations.operation import Call, Tier
from cotty.operations.perform import perform
from cotty.operations.policy import Actor, allow
from cotty.operations.table import OPERATIONS, operation

ACTOR: Final = "cotty.actor"  # in the scope: who asks
STILL: Final = "cotty.still"  # in the scope: raises once that actor would be let in no more
BODY: Final = 4 << 20  # bytes: the longest text that a pane was measured to take is 500 KB
BODY_SECONDS: Final = 10
ENDS_SECONDS: Final = 5  # in which a call that is cancelled has ended
STANDS_IN: Final = "Cotty-Pane"  # the pane in which the caller itself is
CALL: Final = "Cotty-Call"  # a name for the call, by which it can be ended
Calls = dict[tuple[str, str], "_Going"]


def application(runner: Runner, feed: Feed, address: str | None = None) -> Quart:
    """An ASGI application over that runner; it expects the gate in front of it. `address`: where a browser goes."""
    calls: Calls = {}
    app = Quart("cotty", static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=BODY, BODY_TIMEOUT=BODY_SECONDS)
    app.url_map.strict_slashes = app.url_map.merge_slashes = False
    app.register_error_handler(Exception, cast("Any", as_response))
    for name in OPERATIONS:
        app.add_url_rule(
            API + name, name, partial(_ask, runner, calls, name), methods=["POST"], provide_automatic_options=False
        )
    for path, kind, made in (
        ("/openapi.json", JSON, lambda: as_json(document())),
        ("/docs", "text/html; charset=utf-8", page),
        ("/docs/style.css", "text/css; charset=utf-8", STYLE.encode),
    ):
        _add(app, path, "GET", partial(_shown, kind, made))
    _add(app, STREAM, "GET", partial(_follow, feed))
    _add(app, "/server", "GET", partial(_shown, JSON, partial(as_json, {"address": address, "version": __version__})))
    _add(app, "/calls/<name>/end", "POST", partial(_end, calls))
    return app


def _add(app: Quart, path: str, method: str, view: Any) -> None:  # noqa: ANN401
    app.add_url_rule(path, path, view, methods=[method], provide_automatic_options=False)


def actor() -> Actor:
    """Who asks."""
    return cast("Actor", cast("Any", request.scope)[ACTOR])


async def _ask(runner: Runner, calls: Calls, name: str) -> Response:
    body = cast("bytes", await request.get_data(cache=False))
    if body and request.mimetype != JSON:
        raise InvalidInput(f"A body is {JSON}, not {request.mimetype or 'of no type'}.", suggestion="Set content-type.")
    given = parsed(name, body)
    async with runner.call(actor(), stands_in=request.headers.get(STANDS_IN)) as call, _endable(calls, call):
        answer = await perform(operation(name), given, call)
    return Response(as_json(answered(answer)), content_type=JSON)


@dataclass(frozen=True, slots=True)
class _Going:
    """A call that is being carried out."""

    call: Call
    bound: asyncio.Timeout
    over: asyncio.Event


@asynccontextmanager
async def _endable(calls: Calls, call: Call) -> AsyncIterator[None]:
    """While it is carried out, whoever asked may end it by the name that it gave it."""
    key = (str(call.actor), request.headers.get(CALL) or "")
    try:
        async with asyncio.timeout(None) as bound:
            going = _Going(call, bound, asyncio.Event())
            if key[1]:
                calls[key] = going
            try:
                yield
            finally:
                going.over.set()
                calls.pop(key, None)
    except TimeoutError:
        if not bound.expired():
            raise
        raise DeadlinePassed("It was ended by whoever asked.") from None


async def _end(calls: Calls, name: str) -> Response:
    """Cancel a call of the same actor; what it has to say of what goes on without it."""
    going = calls.get((str(actor()), name))
    if going is None:
        raise NotFound("There is no such call, or it has ended.", suggestion="Its answer is on its way.")
    going.bound.reschedule(0)
    async with asyncio.timeout(ENDS_SECONDS):
        await going.over.wait()
    return Response(as_json({"told": going.call.told}), content_type=JSON)


async def _follow(feed: Feed) -> Response:
    """Events, from the id on that the caller had last; not for those that are bound to panes."""
    allow(actor(), "events", Tier.READ)
    if actor().panes is not None:
        raise NotAllowed(f"{actor().name} may only work in some panes, and events are about all.")
    said = request.args
    wanted = Wanted.of(said.get("types", ""), said.get("agent_id", ""), said.get("host", ""))
    after = number_of(request.headers.get("Last-Event-ID") or said.get("last_event_id"))
    still = cast("Any", request.scope)[STILL]
    response = Response(frames(feed, after, wanted, still), content_type="text/event-stream",
                        headers={"X-Accel-Buffering": "no"})  # fmt: skip
    response.timeout = None
    return response


async def _shown(kind: str, made: Any) -> Response:  # noqa: ANN401
    return Response(made(), content_type=kind)
