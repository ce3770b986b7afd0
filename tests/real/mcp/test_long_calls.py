"""A call that takes longer than a client waits: a handle before the client's limit, the answer with it."""

import anyio
import pytest
from mcp.shared.exceptions import MCPError

from cotty.testing.fake_cli.starting import fake_command
from cotty.testing.scenario import Reply, Scenario
from tests.real.command_line import Cotty
from tests.real.mcp.client import connected

pytestmark = pytest.mark.real
SLOW = Scenario(reply=Reply(busy_ms=4000))
LIMIT = 3.0  # seconds of this client, in place of the usual 60
PATIENCE = ("--patience", "1")


@pytest.mark.promise("mcp:handle")
async def test_a_run_outlives_the_clients_limit_and_runs_once(house: Cotty) -> None:
    ran = house.folder / "ran"
    command = f"echo x >> {ran}; read -t 4 <> <(:); cat {ran}; (exit 7)"
    async with connected(house, *PATIENCE) as model:
        answer, calls = await model.to_the_end("run", limit=LIMIT, address="shared", command=command)
        assert (answer["exit_code"], answer["output"]) == (7, "x\n")
        assert calls > 1


async def test_without_a_handle_the_limit_is_hit(house: Cotty) -> None:
    """What the handle is for: the same call, answered by a server that is more patient than its client."""
    async with connected(house, "--patience", "30") as model:
        with pytest.raises(MCPError, match=r"[Tt]imed out"):
            await model.call("wait", limit=LIMIT, address="shared", pattern="never", timeout=20)


async def test_a_wait_and_an_ask_outlive_it_too(house: Cotty) -> None:
    async with connected(house, *PATIENCE) as model:
        waited, calls = await model.to_the_end("wait", limit=LIMIT, address="shared", pattern="^never$", timeout=4)
        assert (waited["reason"], calls > 1) == ("timeout", True)
        words = list(fake_command(SLOW, "/dev/null", shell=False))
        agent, _ = await model.to_the_end("launch", limit=LIMIT, profile="fake_boxed", wait=True, arguments=words)
        turn, calls = await model.to_the_end("ask", limit=LIMIT, address=agent["pane"], text="hello")
        assert (turn["state"], bool(turn["reply"]), calls > 1) == ("idle", True, True)


async def test_progress_is_told_while_it_waits(house: Cotty) -> None:
    async with connected(house, "--patience", "12") as model:
        await model.to_the_end("wait", limit=30, address="shared", pattern="never", timeout=7)
        seconds = [seconds for seconds, _ in model.heard]
        assert seconds
        assert seconds == sorted(seconds)
        assert model.heard[0][1].startswith("wait: 5 s")


async def test_an_answer_is_kept_for_a_client_that_missed_it(house: Cotty) -> None:
    async with connected(house, *PATIENCE) as model:
        first = dict((await model.call("wait", address="shared", pattern="never", timeout=2)).structured_content)
        once, _ = await model.to_the_end("wait", address="shared", handle=first["handle"])
        again = await model.ask("wait", handle=first["handle"])
        assert once == again


async def test_a_handle_is_for_its_own_tool_and_ends_with_the_server(house: Cotty) -> None:
    async with connected(house, *PATIENCE) as model:
        pending = dict((await model.call("wait", address="shared", pattern="never", timeout=30)).structured_content)
        assert pending["pending"] is True
        assert (await model.refused("run", command="ls", handle=pending["handle"]))["suggestion"] == (
            "Call `wait` with it."
        )
    assert house.journal()[-1]["outcome"] == "cancelled"
    async with connected(house, *PATIENCE) as model:
        assert "any more" in (await model.refused("wait", handle=pending["handle"]))["message"]


async def test_a_client_that_leaves_before_a_handle_ends_the_call(house: Cotty) -> None:
    async with connected(house, "--patience", "30") as model:
        with anyio.move_on_after(2):
            await model.call("wait", address="shared", pattern="never", timeout=40)
        await model.ask("list")
        assert [entry["outcome"] for entry in house.journal() if entry["operation"] == "wait"][-1] == "cancelled"


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.promise("mcp:handle")
async def test_three_minutes_survive_a_client_with_a_limit_of_one(house: Cotty) -> None:
    async with connected(house) as model:
        answer, calls = await model.to_the_end("wait", limit=60, address="shared", pattern="^never$", timeout=180)
        assert answer["reason"] == "timeout"
        assert answer["seconds"] >= 180
        assert calls == 4 or calls == 5
