"""An agent is asked, and you decide what it asks back: `python examples/ask_an_agent.py claude_code "fix the test"`.

Attach to the session `agents` to look on. Words after the prompt replace what the profile starts.
"""

import sys

import cotty.sync


def decide(agent: cotty.sync.Agent) -> None:
    """Put every question to the person who runs this, until the agent rests."""
    while (asked := agent.wait(timeout=600).awaiting) is not None:
        print(f"{asked.question} {asked.subject}")
        for option in asked.options:
            print(f"  {option.number}. {option.label}")
        receipt = agent.answer(input("which? "), fingerprint=asked.fingerprint)
        print(receipt.outcome, receipt.evidence)


def main(profile: str, prompt: str, *command: str) -> None:
    with cotty.sync.connect() as terminal:
        agent = terminal.launch(profile, session="agents", command=command)
        decide(agent)  # some ask whether the folder is to be trusted

        turn = agent.ask(prompt)
        print(turn.receipt.outcome, turn.state, turn.reply)
        decide(agent)

        print(agent.leave().outcome)


main(*sys.argv[1:])
