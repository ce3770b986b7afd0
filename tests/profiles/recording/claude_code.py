"""The plays of Claude Code."""

import json
import re
from typing import Final

from tests.beds.agents.script import Failure, Hold, ToolCall, reply
from tests.profiles.recording.play import Act, Play, drafts, long_reply, quoting, turn
from tests.profiles.recording.stage import Stage

_COMPOSER: Final = r"^❯\s"
_BUSY: Final = r"^[·✢*✶✻✽✳] .*…|esc to interrupt"
_DONE: Final = r"^✻ \w+ for "
_DIALOG: Final = (
    "It looks like this:\n\n```\nBash command\n\n  rm -rf build\n\nDo you want to proceed?\n❯ 1. Yes\n  2. No\n\n"
    "Esc to cancel · Tab to amend\n```"
)
_SPINNER: Final = "✻ Thinking… (12s · ↓ 300 tokens · esc to interrupt)\n\n❯ 1. Yes\n  2. No\n\nEsc to cancel"
_KEY: Final = Failure(401, "invalid x-api-key", "authentication_error")
_LIMIT: Final = Failure(429, "this request would exceed your rate limit", "rate_limit_error")
_BROKEN: Final = Failure(500, "Internal server error")
_OVERLOADED: Final = Failure(529, "Overloaded", "overloaded_error")
_CREDIT: Final = Failure(400, "your credit balance is too low to access the API", "invalid_request_error")
_TOO_LONG: Final = Failure(400, "prompt is too long: 250000 tokens > 200000 maximum", "invalid_request_error")
_NO_RETRY: Final = {"CLAUDE_CODE_MAX_RETRIES": "0"}
_QUESTION: Final = {
    "question": "Which colour?", "header": "Colour", "multiSelect": False,
    "options": [{"label": "Red", "description": "like a rose"}, {"label": "Blue", "description": "like the sea"}],
}  # fmt: skip


async def ready(here: Stage) -> None:
    await here.shows(_COMPOSER)
    await here.quiet(1.5)


async def composer(here: Stage) -> None:
    await ready(here)
    await here.take("idle", "fresh")
    await drafts(here)
    await here.press("C-c")
    await here.take("idle", "ctrl-c-once")


async def turns(here: Stage) -> None:
    await ready(here)
    await turn(here, busy=_BUSY, done=_DONE)
    await here.press("C-u")
    await here.take("idle", "after-reply")
    await long_reply(here)


async def quotes(here: Stage) -> None:
    await ready(here)
    await quoting(here, _DIALOG, shown="Tab to amend", scene="quotes-dialog")
    await quoting(here, _SPINNER, shown="Esc to cancel$", scene="quotes-spinner")


async def permission(here: Stage) -> None:
    await ready(here)
    call = ToolCall("Bash", {"command": "rm -rf build", "description": "Remove the build folder"})
    here.model.says(reply("I remove it.", call), "It is gone.", reply(call), "Again.")
    await here.tell("clean up")
    await here.shows("Do you want to proceed")
    await here.take("awaiting_input", "permission-command-at-once")
    await here.quiet()
    await here.take("awaiting_input", "permission-command")
    await here.press("Down")
    await here.take("awaiting_input", "permission-command-second")
    await here.press("Tab")
    await here.take("awaiting_input", "permission-command-amending")
    await here.press("Escape")
    await here.quiet(1)
    await here.take("interrupted", "permission-refused")


async def edit(here: Stage) -> None:
    (here.project / "main.py").write_text("def main():\n    return 1\n")
    await ready(here)
    path = str(here.project / "main.py")
    change = {"file_path": path, "old_string": "return 1", "new_string": "return 2", "replace_all": False}
    new = {"file_path": str(here.project / "new.py"), "content": "print('new')\n"}
    here.model.says(reply(ToolCall("Read", {"file_path": path})), reply(ToolCall("Edit", change)))
    here.model.says(reply(ToolCall("Write", new)), "Both are done.")
    await here.tell("return two")
    await here.shows(r"^ ❯ 1\. Yes")
    await here.quiet()
    await here.take("awaiting_input", "permission-edit")
    await here.press("1")
    await here.shows("create|Create")
    await here.quiet()
    await here.take("awaiting_input", "permission-write")
    await here.press("1")
    await here.shows("Both are done")
    await here.quiet(1)
    await here.take("idle", "after-tools")


async def question(here: Stage) -> None:
    await ready(here)
    several = {**_QUESTION, "question": "Which colours?", "multiSelect": True}
    here.model.says(reply(ToolCall("AskUserQuestion", {"questions": [_QUESTION]})), "Blue it is.")
    here.model.says(reply(ToolCall("AskUserQuestion", {"questions": [several, _QUESTION]})), "Thank you.")
    await here.tell("ask me")
    await here.shows("Which colour")
    await here.quiet()
    await here.take("awaiting_input", "question")
    await here.press("Down")
    await here.take("awaiting_input", "question-second")
    await here.press("Enter")
    await here.shows("Blue it is")
    await here.quiet(1)
    await here.tell("ask me again")
    await here.shows("Which colours")
    await here.quiet()
    await here.take("awaiting_input", "question-several")


async def plan(here: Stage) -> None:
    """The agent is told where its plan has to be; the script reads it there."""
    await ready(here)
    await here.take("idle", "plan-mode")
    here.model.says("I think about it.")
    await here.tell("plan it")
    told = json.dumps((await here.model.asked(1)).body)
    found = re.search(r"/[\w./-]*/plans/[\w.-]+\.md", told)
    path = found[0] if found else "/home/dev/.claude/plans/plan.md"
    await here.shows(_DONE)
    write = ToolCall("Write", {"file_path": path, "content": "# The plan\n\n1. Read the code\n2. Change it\n"})
    here.model.says(reply(write), reply(ToolCall("ExitPlanMode", {})), "I begin.")
    await here.tell("now write it down")
    await here.shows(r"❯ 1\. Yes")
    await here.quiet()
    await here.take("awaiting_input", "plan")


async def interrupt(here: Stage) -> None:
    await ready(here)
    here.model.says(reply("I begin", Hold()), reply(Hold()))
    await here.tell("do something long")
    await here.shows(_BUSY)
    await here.press("Escape")
    await here.shows("Interrupted")
    await here.quiet(1)
    await here.take("interrupted", "escape")


def failing(scene: str, failure: Failure | None, shown: str) -> Act:
    """A model that answers no turn; without a failure it is down."""

    async def act(here: Stage) -> None:
        await ready(here)
        here.model.says(*[failure or Failure(500)] * 30)
        if failure is None:
            here.model.refuse()
        await here.tell("hello")
        await here.shows(shown)
        await here.quiet(1.5)
        await here.take("processing" if scene.startswith("retrying") else "blocked", scene)

    return act


async def viewers(here: Stage) -> None:
    await ready(here)
    here.model.says("A reply to look at.")
    await here.tell("hello")
    await here.shows(_DONE)
    for name, words in (("model-picker", "/model"), ("help", "/help"), ("config", "/config"), ("resume", "/resume")):
        await here.type(words)
        await here.take("viewer", f"{name}-typed")
        await here.press("Enter")
        await here.quiet(1)
        await here.take("viewer", name)
        await here.press("Escape")
        await here.quiet(1)
    await here.press("C-o")
    await here.take("viewer", "transcript")
    await here.press("C-o")
    await here.type("?")
    await here.take("viewer", "shortcuts")


async def onboarding(here: Stage) -> None:
    await here.quiet(2.5)
    await here.take("awaiting_input", "onboarding-theme")
    await here.press("Enter")
    await here.quiet(1.5)
    await here.take("awaiting_input", "onboarding-second")


async def trust(here: Stage) -> None:
    await here.shows("trust")
    await here.quiet()
    await here.take("awaiting_input", "trust")
    await here.press("Down")
    await here.take("awaiting_input", "trust-second")


async def bypass(here: Stage) -> None:
    await here.shows("[Bb]ypass")
    await here.quiet()
    await here.take("awaiting_input", "bypass-warning")


async def leave(here: Stage) -> None:
    await here.shows(r"\$ $")
    await here.type("claude")
    await here.press("Enter")
    await ready(here)
    await here.take("idle", "fresh-from-shell")
    await here.type("/exit")
    await here.press("Enter")
    await here.shows(r"dev:.*\$ $")
    await here.quiet(1)
    await here.take("ended", "exit")


async def classic(here: Stage) -> None:
    """The main screen, as before the full screen became usual."""
    await ready(here)
    await here.take("idle", "classic-fresh")
    hold = Hold()
    call = ToolCall("Bash", {"command": "rm -rf build", "description": "Remove the build folder"})
    here.model.says(reply(hold, "I remove it.", call), "It is gone.")
    await here.tell("clean up")
    await here.shows(_BUSY)
    await here.take("processing", "classic-thinking")
    hold.release()
    await here.shows("Do you want to proceed")
    await here.quiet()
    await here.take("awaiting_input", "classic-permission-command")
    await here.press("1")
    await here.shows("It is gone")
    await here.quiet(1)
    await here.take("idle", "classic-after-reply")


PLAYS: Final = {
    "composer": Play(composer),
    "turns": Play(turns),
    "quotes": Play(quotes),
    "permission": Play(permission),
    "edit": Play(edit),
    "question": Play(question),
    "plan": Play(plan, arguments=("--permission-mode", "plan")),
    "interrupt": Play(interrupt),
    "retrying-key": Play(failing("retrying-key", _KEY, r"retrying in")),
    "retrying-limit": Play(failing("retrying-limit", _LIMIT, r"retrying in")),
    "retrying-connection": Play(failing("retrying-connection", None, r"retrying in")),
    "key": Play(failing("key-refused", _KEY, r"401"), env=_NO_RETRY),
    "limit": Play(failing("rate-limit", _LIMIT, r"429|limit"), env=_NO_RETRY),
    "server-error": Play(failing("server-error", _BROKEN, r"500|API Error"), env=_NO_RETRY),
    "overloaded": Play(failing("overloaded", _OVERLOADED, r"Overloaded"), env=_NO_RETRY),
    "connection": Play(failing("connection", None, r"refused|API Error"), env=_NO_RETRY),
    "credit": Play(failing("credit", _CREDIT, r"[Cc]redit balance")),
    "long-prompt": Play(failing("prompt-too-long", _TOO_LONG, r"too long")),
    "bad-request": Play(failing("bad-request", Failure(400), "the scripted model fails")),
    "viewers": Play(viewers),
    "onboarding": Play(onboarding, fresh=True),
    "trust": Play(trust, untrusted=True),
    "bypass": Play(bypass, arguments=("--dangerously-skip-permissions",), env={"IS_SANDBOX": "1"}),
    "leave": Play(leave, from_shell=True),
    "classic": Play(classic, env={"CLAUDE_CODE_DISABLE_ALTERNATE_SCREEN": "1"}),
}
