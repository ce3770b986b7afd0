"""Run commands in the shell that you watch: `python examples/run_and_report.py "ruff check" "pytest -q"`.

Stops at the first that fails and shows the end of what it printed. Attach to the session `shared` to look on.
"""

import sys

import cotty.sync


def main(commands: list[str]) -> int:
    with cotty.sync.connect() as terminal:
        pane = terminal.open("shared")
        for command in commands:
            result = pane.run(command, timeout=600)
            print(f"{command}: exit code {result.exit_code} after {result.seconds:.1f} s in {result.cwd}")
            if result.exit_code != 0:
                print("\n".join(result.output.splitlines()[-20:]))
                return result.exit_code or 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["pwd"]))
