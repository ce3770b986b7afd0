"""The plays of OpenCode."""

from typing import Final

from tests.beds.agents.script import Failure, Hold, ToolCall, reply
from tests.profiles.recording.play import Act, Play, drafts, long_reply, quoting, turn
from tests.profiles.recording.stage import Stage

_COMPOSER: Final = r"Ask anything"
_BUSY: Final = r"esc interrupt"
_DONE: Final = r"▣ .* · \d"
_ASKED: Final = r"Permission required"
_DIALOG: Final = (
    "It looks like this:\n\n```\n┃  △ Permission required\n┃    # Remove the build\n┃\n┃  $ rm -rf build\n┃\n"
    "┃   Allow once   Allow always   Reject                  ⇆ select  enter confirm\n```"
)
_SPINNER: Final = "■■■⬝⬝⬝⬝⬝  esc interrupt"
_BARE: Final = "△ Permission required\n\nAllow once   Allow always   Reject\n\nenter confirm"
_KEY: Final = Failure(401, "Incorrect API key provided", "invalid_request_error")
_LIMIT: Final = Failure(429, "You exceeded your current quota", "insufficient_quota")
_BROKEN: Final = Failure(500, "The server had an error", "server_error")
_CHOICES: Final = [{"label": "Red", "description": "like a rose"}, {"label": "Blue", "description": "like the sea"}]
_QUESTION: Final = {"question": "Which colour?", "header": "Colour", "options": _CHOICES}
_BASH: Final = ToolCall("bash", {"command": "rm -rf build", "description": "Remove the build folder"})


async def ready(here: Stage) -> None:
    await here.shows(_COMPOSER)
    await here.quiet(1.5)


async def composer(here: Stage) -> None:
    await here.shows(_COMPOSER)
    await here.take("idle", "fresh-at-once")
    await ready(here)
    await here.take("idle", "fresh")
    await here.paste("first line\nsecond line")
    await here.take("idle", "fresh-draft")
    await here.press("C-c")
    await here.paste("\n".join(f"line {number}" for number in range(1, 31)))
    await here.take("idle", "fresh-draft-pasted")


async def turns(here: Stage) -> None:
    await ready(here)
    await turn(here, busy=_BUSY, done=_DONE)
    await here.press("C-c")
    await here.take("idle", "after-reply")
    await drafts(here)
    await here.press("C-c")
    await long_reply(here)


async def quotes(here: Stage) -> None:
    await ready(here)
    await quoting(here, _DIALOG, shown="enter confirm", scene="quotes-dialog")
    await quoting(here, _SPINNER, shown="⬝  esc interrupt", scene="quotes-spinner")
    await quoting(here, _BARE, shown="enter confirm\n", scene="quotes-dialog-bare")
    hold = Hold()
    here.model.says(reply(_BARE, hold))
    await here.tell("once more")
    await here.until(lambda text: text.count("enter confirm") > 1)
    await here.shows(_BUSY)
    await here.take("processing", "quotes-dialog")


async def permission(here: Stage) -> None:
    await ready(here)
    here.model.says(reply("I remove it.", _BASH))
    await here.tell("clean up")
    await here.shows(_ASKED)
    await here.take("awaiting_input", "permission-command-at-once")
    await here.quiet()
    await here.take("awaiting_input", "permission-command")
    await here.press("Right")
    await here.take("awaiting_input", "permission-command-second")
    await here.press("Enter")
    await here.quiet()
    await here.take("awaiting_input", "permission-always")
    await here.press("Escape")
    await here.shows(_ASKED)
    await here.press("Escape")
    await here.quiet(1)
    await here.take("idle", "permission-refused")
    here.model.says(reply(_BASH), "It is gone.")
    await here.tell("do it")
    await here.shows(_ASKED)
    await here.quiet()
    await here.press("Enter")
    await here.shows("It is gone")
    await here.quiet(1)
    await here.take("idle", "after-tools")


async def third(here: Stage) -> None:
    await ready(here)
    here.model.says(reply(_BASH))
    await here.tell("clean up")
    await here.shows(_ASKED)
    await here.press("Right", "Right")
    await here.take("awaiting_input", "permission-command-third")


async def edit(here: Stage) -> None:
    (here.project / "main.py").write_text("def main():\n    return 1\n")
    await ready(here)
    path = str(here.project / "main.py")
    change = {"filePath": path, "oldString": "return 1", "newString": "return 2"}
    new = {"filePath": str(here.project / "new.py"), "content": "print('new')\n"}
    here.model.says(reply(ToolCall("read", {"filePath": path})), reply(ToolCall("edit", change)))
    here.model.says(reply(ToolCall("write", new)), "Both are done.")
    await here.tell("return two")
    await here.shows(_ASKED)
    await here.take("awaiting_input", "permission-edit-at-once")
    await here.quiet()
    await here.take("awaiting_input", "permission-edit")
    await here.press("Enter")
    await here.shows(r"new\.py")
    await here.quiet()
    await here.take("awaiting_input", "permission-write")
    await here.press("Enter")
    await here.shows("Both are done")
    await here.quiet(1)
    await here.take("idle", "after-edits")


async def long_command(here: Stage) -> None:
    await ready(here)
    words = "python3 - <<'END'\n" + "\n".join(f"print('line {number}')" for number in range(40)) + "\nEND"
    here.model.says(reply(ToolCall("bash", {"command": words, "description": "Print some lines"})), "It is done.")
    await here.tell("run it")
    await here.shows(_ASKED)
    await here.quiet()
    await here.take("awaiting_input", "permission-long-command")


async def question(here: Stage) -> None:
    await ready(here)
    several = {**_QUESTION, "question": "Which colours?", "multiple": True}
    here.model.says(reply(ToolCall("question", {"questions": [_QUESTION]})), "Blue it is.")
    here.model.says(reply(ToolCall("question", {"questions": [several, _QUESTION]})), "Thank you.")
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


async def interrupt(here: Stage) -> None:
    await ready(here)
    here.model.says(reply("I begin", Hold()))
    await here.tell("do something long")
    await here.shows(_BUSY)
    await here.strike("Escape")
    await here.shows("again to interrupt")
    await here.take("processing", "escape-once")
    await here.strike("Escape")
    await here.shows("interrupted")
    await here.quiet(1)
    await here.take("interrupted", "escape-twice")


async def running_tool(here: Stage) -> None:
    await ready(here)
    here.model.says(reply(ToolCall("bash", {"command": "tail -f /dev/null", "description": "Wait"})))
    await here.tell("run something long")
    await here.shows(_ASKED)
    await here.quiet()
    await here.press("Enter")
    await here.shows(_BUSY)
    await here.quiet(1)
    await here.take("processing", "running-command")


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
    await here.press("C-p")
    await here.quiet(1)
    await here.take("viewer", "palette")
    await here.press("Escape")
    hold = Hold()
    here.model.says(reply(hold, "Another."))
    await here.tell("hello again")
    await here.shows(_BUSY)
    await here.strike("C-p")
    await here.shows("Suggested")
    await here.take("viewer", "palette-while-it-works")
    hold.release()
    await here.quiet(1)
    await here.press("Escape")
    await here.quiet(1)
    for name, words in (("model-picker", "/models"), ("sessions", "/sessions"), ("help", "/help")):
        await here.type(words)
        await here.take("idle", f"slash-{name}")
        await here.press("Enter")
        await here.quiet(1)
        await here.take("viewer", name)
        await here.press("Escape")
        await here.quiet(1)
    await here.type("@")
    await here.take("idle", "mention")
    await here.press("C-c")
    await here.type("!")
    await here.take("idle", "shell-mode")


async def leave(here: Stage) -> None:
    await here.shows(r"\$ ?$")
    await here.type("opencode")
    await here.press("Enter")
    await ready(here)
    await here.take("idle", "fresh-from-shell")
    await here.tell("hello")
    await here.shows(_DONE)
    await here.quiet(1)
    await here.type("/exit")
    await here.press("Enter")
    await here.shows(r"dev:.*\$ ?$")
    await here.quiet(1)
    await here.take("ended", "exit")


PLAYS: Final = {
    "composer": Play(composer),
    "turns": Play(turns),
    "quotes": Play(quotes),
    "permission": Play(permission),
    "third": Play(third),
    "edit": Play(edit),
    "long_command": Play(long_command),
    "question": Play(question),
    "interrupt": Play(interrupt),
    "running_tool": Play(running_tool),
    "key": Play(failing("key-refused", _KEY, "Incorrect API")),
    "limit": Play(failing("retrying-limit", _LIMIT, "quota|retry")),
    "server-error": Play(failing("retrying-server-error", _BROKEN, "error|retry")),
    "connection": Play(failing("retrying-connection", None, "retry|connect|error")),
    "bad-request": Play(failing("bad-request", Failure(400), "the scripted model fails")),
    "viewers": Play(viewers),
    "leave": Play(leave, from_shell=True),
}
