"""The plays of Codex."""

from typing import Final

from tests.beds.agents.script import Failure, Hold, ToolCall, reply
from tests.profiles.recording.play import Act, Play, drafts, long_reply, quoting, turn
from tests.profiles.recording.stage import Stage

_COMPOSER: Final = r"^› "
_FOLDER: Final = r"^ +~/project"
_MODEL: Final = r"^  gpt-\S+ \w+ · "
_BUSY: Final = r"esc to interrupt"
_DONE: Final = r"^  Worked for"
_DIALOG: Final = (
    "It looks like this:\n\n```\n  Would you like to run the following command?\n\n  $ rm -rf build\n\n"
    "› 1. Yes, proceed (y)\n  2. No, and tell Codex what to do differently (esc)\n\n"
    "  Press enter to confirm or esc to cancel\n```"
)
_SPINNER: Final = "• Working (12s • esc to interrupt)"
_KEY: Final = Failure(401, "Incorrect API key provided", "invalid_request_error")
_LIMIT: Final = Failure(429, "You exceeded your current quota", "insufficient_quota")
_BROKEN: Final = Failure(500, "The server had an error", "server_error")
_TOO_LONG: Final = Failure(400, "Your input exceeds the context window of this model", "context_length_exceeded")
_CHOICES: Final = [{"label": "Red", "description": "like a rose"}, {"label": "Blue", "description": "like the sea"}]
_QUESTION: Final = {"id": "colour", "header": "Colour", "question": "Which colour?", "options": _CHOICES}


async def ready(here: Stage) -> None:
    """Its composer is there before it can act on keys: the row of the model is the sign."""
    await here.shows(_MODEL)
    await here.quiet(2)


async def composer(here: Stage) -> None:
    await here.shows(_COMPOSER)
    await here.take("starting", "fresh-at-once")
    await here.shows(_FOLDER)
    await here.take("starting", "fresh-before-the-model")
    await ready(here)
    await here.take("idle", "fresh")
    await drafts(here, pasted=60)
    await here.press("C-c")
    await here.paste("\n".join(f"line {number}" for number in range(1, 61)))
    await here.take("idle", "draft-taller-than-the-screen")


async def trust(here: Stage) -> None:
    await here.shows("Trust this folder")
    await here.quiet()
    await here.take("awaiting_input", "trust")
    await here.press("Down")
    await here.take("awaiting_input", "trust-second")


async def turns(here: Stage) -> None:
    await ready(here)
    await turn(here, busy=_BUSY, done=_DONE, streams="first half")
    await here.press("C-c")
    await here.take("idle", "after-reply")
    await long_reply(here)


async def quotes(here: Stage) -> None:
    await ready(here)
    await quoting(here, _DIALOG, shown="or esc to cancel", scene="quotes-dialog")
    await quoting(here, _SPINNER, shown="Working \\(12s", scene="quotes-spinner")


def command(words: str) -> ToolCall:
    """A command that needs to leave the sandbox, so a person is asked."""
    fields = {"cmd": words, "sandbox_permissions": "require_escalated", "justification": "May I remove the build?"}
    return ToolCall("exec_command", fields)


async def permission(here: Stage) -> None:
    await ready(here)
    here.model.says(reply("I remove it.", command("rm -rf build")))
    await here.tell("clean up")
    await here.shows(r"^› 1\.")
    await here.take("awaiting_input", "permission-command-at-once")
    await here.quiet()
    await here.take("awaiting_input", "permission-command")
    await here.press("Down")
    await here.take("awaiting_input", "permission-command-second")
    await here.press("Escape")
    await here.quiet(1)
    await here.take("interrupted", "permission-refused")
    here.model.says(reply(command("rm -rf build")))
    await here.tell("do it")
    here.model.says("It is gone.")
    await here.shows(r"^› 1\.")
    await here.quiet()
    await here.press("y")
    await here.shows("It is gone")
    await here.quiet(1)
    await here.take("idle", "after-tools")


async def long_command(here: Stage) -> None:
    await ready(here)
    words = "python3 - <<'END'\n" + "\n".join(f"print('line {number}')" for number in range(12)) + "\nEND"
    here.model.says(reply(command(words)), "It is done.")
    await here.tell("run it")
    await here.shows(r"^› 1\.")
    await here.quiet()
    await here.take("awaiting_input", "permission-long-command")


async def edit(here: Stage) -> None:
    (here.project / "main.py").write_text("def main():\n    return 1\n")
    await ready(here)
    patch = "*** Begin Patch\n*** Update File: main.py\n@@\n def main():\n-    return 1\n+    return 2\n*** End Patch\n"
    # This model is offered no tool for patches; the command of that name becomes one.
    here.model.says(reply(ToolCall("exec_command", {"cmd": f"apply_patch <<'END'\n{patch}END\n"})), "It returns two.")
    await here.tell("return two")
    await here.shows(r"^› 1\.")
    await here.quiet()
    await here.take("awaiting_input", "permission-edit")


async def plan_mode(here: Stage) -> None:
    """A mode that is changed before the first turn may be changed back."""
    await ready(here)
    await here.tell("hello")
    await here.shows(_DONE)
    await here.quiet()
    await here.press("BTab")
    await here.shows(r"Plan mode \(")


async def question(here: Stage) -> None:
    await plan_mode(here)
    await here.take("idle", "plan-mode")
    another = _QUESTION | {"id": "other", "question": "And which other colour?"}
    here.model.says(reply(ToolCall("request_user_input", {"questions": [_QUESTION, another]})), "Thank you.")
    await here.tell("ask me")
    await here.shows("Which colour")
    await here.take("awaiting_input", "question-at-once")
    await here.quiet()
    await here.take("awaiting_input", "question")
    await here.press("Down")
    await here.take("awaiting_input", "question-second")
    await here.press("3")
    await here.quiet()
    await here.take("awaiting_input", "question-last-of-two")


async def plan(here: Stage) -> None:
    await plan_mode(here)
    words = "<proposed_plan>\n# The plan\n\n1. Read the code\n2. Change it\n</proposed_plan>"
    here.model.says(words)
    await here.tell("plan it")
    await here.shows(r"^› 1\.")
    await here.quiet()
    await here.take("awaiting_input", "plan")


async def interrupt(here: Stage) -> None:
    await ready(here)
    here.model.says(reply(Hold()), reply("I begin\n\n", Hold()))
    await here.tell("do something long")
    await here.shows(_BUSY)
    await here.press("Escape")
    await here.shows("interrupted")
    await here.quiet(1)
    await here.take("interrupted", "escape-before-the-reply")
    await here.tell("begin again")
    await here.shows("I begin")
    await here.press("Escape")
    await here.until(lambda text: text.count("interrupted") > 1)
    await here.quiet(1)
    await here.take("interrupted", "escape")


async def running_tool(here: Stage) -> None:
    await ready(here)
    here.model.says(reply(ToolCall("exec_command", {"cmd": "tail -f /dev/null", "yield_time_ms": 1000})), reply(Hold()))
    await here.tell("run something long")
    await here.shows("background terminal")
    await here.take("processing", "running-command")
    await here.press("Escape")


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
    for name, words in (("model-picker", "/model"), ("permissions", "/permissions")):
        await here.type(words)
        await here.take("idle", f"slash-{name}")
        await here.press("Enter")
        await here.quiet(1)
        await here.take("viewer", name)
        await here.press("Escape")
        await here.quiet(1)
    await here.type("?")
    await here.take("idle", "shortcuts")
    await here.press("Escape")
    await here.tell("/status")
    await here.quiet(1)
    await here.take("idle", "after-status")
    await here.press("C-t")
    await here.quiet(1)
    await here.take("idle", "warnings-unfolded")


async def leave(here: Stage) -> None:
    await here.shows(r"\$ ?$")
    await here.type("codex")
    await here.press("Enter")
    await ready(here)
    await here.take("idle", "fresh-from-shell")
    await here.tell("hello")
    await here.shows(_DONE)
    await here.quiet(1)
    await here.type("/quit")
    await here.press("Enter")
    await here.shows(r"dev:.*\$ ?$")
    await here.quiet(1)
    await here.take("ended", "quit")


async def main_screen(here: Stage) -> None:
    await ready(here)
    await here.take("idle", "main-screen-fresh")
    hold = Hold()
    here.model.says(reply(hold, "I remove it.", command("rm -rf build")), "It is gone.")
    await here.tell("clean up")
    await here.shows(_BUSY)
    await here.take("processing", "main-screen-thinking")
    hold.release()
    await here.shows(r"^› 1\.")
    await here.quiet()
    await here.take("awaiting_input", "main-screen-permission-command")
    await here.press("y")
    await here.shows("It is gone")
    await here.quiet(1)
    await here.take("idle", "main-screen-after-reply")


PLAYS: Final = {
    "composer": Play(composer),
    "trust": Play(trust, untrusted=True),
    "turns": Play(turns),
    "quotes": Play(quotes),
    "permission": Play(permission),
    "long_command": Play(long_command),
    "edit": Play(edit),
    "question": Play(question),
    "plan": Play(plan),
    "interrupt": Play(interrupt),
    "running_tool": Play(running_tool),
    "key": Play(failing("key-refused", _KEY, "401|Incorrect API")),
    "limit": Play(failing("quota", _LIMIT, "Quota|quota|limit")),
    "server-error": Play(failing("server-error", _BROKEN, "500|error")),
    "connection": Play(failing("retrying-connection", None, "Reconnecting")),
    "long-prompt": Play(failing("prompt-too-long", _TOO_LONG, "context")),
    "bad-request": Play(failing("bad-request", Failure(400), "the scripted model fails")),
    "viewers": Play(viewers),
    "leave": Play(leave, from_shell=True),
    "main_screen": Play(main_screen, arguments=("--no-alt-screen",)),
}
