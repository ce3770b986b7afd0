"""A program asks, and is answered once it does: `python examples/answer_a_question.py`."""

import asyncio

import cotty

PROGRAM = ["sh", "-c", "printf 'Remove the cache? [y/N] '; read -r answer; echo \"you said $answer\"; exec cat"]


async def main() -> None:
    async with cotty.connect() as terminal:
        await terminal.open("shared")
        pane = await terminal.window(name="question", command=PROGRAM)

        asked = await pane.wait(pattern=r"\[y/N\] $", timeout=30)
        if asked.reason != "prompt":
            print(f"it never asked: {asked.reason}\n{asked.screen}")
            return

        receipt = await pane.send("y")
        print(receipt.outcome, receipt.evidence)

        answered = await pane.wait(pattern="^you said (.*)", timeout=30)
        print(answered.match)
        await terminal.kill(pane.id)


asyncio.run(main())
