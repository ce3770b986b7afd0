"""The command line of a fake, for whoever opens a pane.

Rules: behind the fake stands a bash, as behind most agents; when the fake ends, the pane is at that bash's prompt, and
what is typed there is kept beside the log (`LOG.shell`), so that a message that became a shell command is seen.
"""

import shlex
import sys
from pathlib import Path
from typing import Final

from cotty.testing.scenario import Scenario

SHELL_SUFFIX: Final = ".shell"
_BASH: Final = ("bash", "--norc", "--noprofile", "-i")


def fake_command(scenario: Scenario, log: Path | str, *, shell: bool = True) -> list[str]:
    """The argument list that runs this scenario; `shell=False` starts it without a bash behind it."""
    fake = [sys.executable, "-m", "cotty.testing.fake_cli", "--scenario", scenario.to_json(), "--log", str(log)]
    if not shell:
        return fake
    kept = f"HISTFILE={log}{SHELL_SUFFIX}"
    prompt = ["env", kept, "PS1=left $ ", "PROMPT_COMMAND=history -a", "HISTCONTROL="]
    return [*_BASH, "-c", f"{shlex.join(fake)}; exec {shlex.join([*prompt, *_BASH])}"]
