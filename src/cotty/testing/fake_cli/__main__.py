"""`python -m cotty.testing.fake_cli [--scenario JSON|FILE] [--log FILE]`: the program itself.

Rules: what is asked for is read before the terminal is touched, so that a mistake is one readable line.
"""

import os
import sys
import time
from collections.abc import Sequence

from cotty.errors import InvalidInput
from cotty.testing.fake_cli.agent import FakeAgent
from cotty.testing.fake_cli.desk import Desk
from cotty.testing.fake_cli.loop import Loop
from cotty.testing.scenario import Scenario

_USAGE = "usage: python -m cotty.testing.fake_cli [--scenario JSON|FILE] [--log FILE]"


def main(words: Sequence[str]) -> int:
    try:
        options = _options(words)
        scenario = Scenario.load(options["--scenario"])
        _check_terminal()
    except (InvalidInput, OSError) as error:
        print(f"{error} {getattr(error, 'suggestion', '')}", file=sys.stderr)
        return 2
    log = os.open(options["--log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    desk = Desk(scenario, lambda line: _write(log, line))
    desk.log("start", time.monotonic(), pid=os.getpid(), scenario=scenario.to_data())
    return Loop(FakeAgent(desk)).run()


def _write(log: int, line: str) -> None:
    os.write(log, line.encode())


def _check_terminal() -> None:
    if not (os.isatty(sys.stdin.fileno()) and os.isatty(sys.stdout.fileno())):
        raise InvalidInput(
            "The fake CLI draws on a terminal, and this is none.",
            suggestion="Start it in a pane: `cotty open fake -- python -m cotty.testing.fake_cli`.",
        )


def _options(words: Sequence[str]) -> dict[str, str]:
    options = {"--scenario": "{}", "--log": os.devnull}
    pairs = list(zip(words[::2], words[1::2], strict=False))
    if len(words) % 2 or any(name not in options for name, _ in pairs):
        raise InvalidInput(f"Cannot read {' '.join(words)!r}.", suggestion=_USAGE)
    return options | dict(pairs)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
