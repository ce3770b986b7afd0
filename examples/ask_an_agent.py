"""An agent is asked, and you decide what it asks back: `python examples/ask_an_agent.py claude_code "fix the test"`.

Attach to the session `agents` to look on. Words after the prompt replace what the profile starts.
"""

import sys

import cotty.sync


def decide(agent: cotty.sync.Agent) -> bool:
    """Put every question to the person who runs this, until the agent rests; whether it is still there then."""
    while (asked := agent.wait(timeout=600).awaiting) is not None:
        print(f"{asked.question} {asked.subject}")
        for option in asked.options:
            print(f"  {option.number}. {option.label}")
        receipt = agent.answer(input("which? "), fingerprint=asked.fingerprint)
        print(receipt.outcome, receipt.evidence)
    return agent.state != "ended"


def ask(profile: str, prompt: str, *command: str) -> int:
    with cotty.sync.connect() as terminal:
        agent = terminal.launch(profile, session="agents", command=command)
        if not decide(agent):  # some ask whether the folder is to be trusted, and leave if it is not
            print("it has ended")
            return 1

        turn = agent.ask(prompt)
        print(turn.receipt.outcome, turn.state, turn.reply)
        if decide(agent):
            print(agent.leave().outcome)
    return 0


def main(words: list[str]) -> int:
    if len(words) < 2:
        print("usage: python examples/ask_an_agent.py PROFILE PROMPT [PROGRAM …]", file=sys.stderr)
        return 2
    try:
        return ask(*words)
    except EOFError:
        print("nobody is there to answer", file=sys.stderr)
    except cotty.CottyError as error:
        print(f"{error.message} {error.suggestion}", file=sys.stderr)
    return 1


sys.exit(main(sys.argv[1:]))
