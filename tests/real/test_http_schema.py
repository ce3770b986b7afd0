"""Whatever is asked of the door HTTP, its answer is one that the OpenAPI document describes, and no fault of ours."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from cotty.doors.http.openapi import document
from cotty.operations.table import OPERATIONS
from tests.real.command_line import Cotty, private
from tests.real.test_up import up

pytestmark = [pytest.mark.real, pytest.mark.slow, pytest.mark.filterwarnings("ignore::DeprecationWarning")]
EACH: Final = 90  # cases of a verb: 26 verbs make 2 340
_CHECKS: Final = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)
_SHORT: Final = {
    f"COTTY_{each}_DEADLINE": "0.1" for each in ("WAIT", "RUN", "TURN", "PROOF", "PROMPT", "LEAVE", "SETTLE")
}
_STARTS: Final = frozenset({"open", "window", "split", "launch"})
SCHEMA: Final = schemathesis.openapi.from_dict({**document(), "security": []})  # a socket says who asks


@pytest.fixture(scope="module")
def line(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of a server over a tmux server with two panes, both `cat`."""
    with private(tmp_path_factory.mktemp("schema")) as bare:
        world = Cotty(bare.folder, environment=_SHORT)
        world.session("shared", "cat")
        world.ask_tmux("split-window", "-d", "-t", "%0", "cat")
        with up(world):
            (path,) = Path(world.runtime, "cotty").glob("*.sock")
            with httpx.Client(transport=httpx.HTTPTransport(uds=str(path)), timeout=30) as client:
                yield client


def tamed(case: "Case[Any]") -> "Case[Any]":
    """The same, with nothing that starts a program of the moment's choice or waits for long; half of the addresses are
    of a pane that is there.
    """
    body: Any = case.body
    if not isinstance(body, dict):
        return case
    if case.operation.label.rpartition("/")[2] in _STARTS:
        body["command"] = ["cat"]
    if isinstance(body.get("timeout"), int | float) and not isinstance(body["timeout"], bool):
        body["timeout"] = min(body["timeout"], 0.1)
    if isinstance(body.get("address"), str) and len(body["address"]) % 2 == 0:
        body["address"] = "%1" if case.operation.label.endswith("kill") else "shared:0.0"
    return case


@pytest.mark.promise("http:schema")
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=lambda mode: mode.value)
@pytest.mark.parametrize("verb", OPERATIONS)
def test_every_answer_is_as_the_document_says(line: httpx.Client, verb: str, mode: GenerationMode) -> None:
    operation = SCHEMA[f"/api/{verb}"]["POST"]
    asked = 0

    @settings(
        max_examples=EACH // 2, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: "Case[Any]") -> None:
        nonlocal asked
        asked += 1
        answer = line.request(**tamed(case).as_transport_kwargs(base_url="http://localhost"))
        more = (negative_data_rejection,) if mode is GenerationMode.NEGATIVE else ()
        case.validate_response(answer, checks=[*_CHECKS, *more])

    ask()
    assert asked == EACH // 2


def test_there_are_more_than_two_thousand_cases() -> None:
    assert len(OPERATIONS) * 2 * (EACH // 2) >= 2000
