"""Where the program `cotty` begins and ends: the quick way to the version, and the one place that catches errors.

Rules: imports nothing that `--version` does not need; every way to end has an exit code of its own; whatever is
caught becomes one line and one suggestion.
"""

import gc
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from cotty import __version__

INTERRUPTED = 130
NOT_WRITTEN = 74  # EX_IOERR of sysexits(3)
READER_GONE = 141
_VERSION = (["--version"], ["version"])
# Objects made before rubbish is looked for. Python's own 700 looks some hundred times while modules are loaded, where
# there is none: 6 of 95 ms.
_GARBAGE = 50_000


def main() -> NoReturn:
    """The installed program: `answer`, and an end without the interpreter's tidying up, which costs 15 of 105 ms."""
    gc.set_threshold(_GARBAGE)
    _open_what_is_closed()
    if sys.argv[1:] not in _VERSION:
        from cotty.doors.cli.ending import end_tidily

        end_tidily()
    status = answer(sys.argv[1:])
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        status = READER_GONE
    except OSError:
        status = status or NOT_WRITTEN
    os._exit(status)


def answer(words: Sequence[str]) -> int:
    """Carry out a command line; the exit code."""
    words = list(words)
    try:
        if words in _VERSION:
            print(f"cotty {__version__}", flush=True)
            return 0
        return _carry_out(words)
    except KeyboardInterrupt:
        return _interrupted()
    except BrokenPipeError:
        _forget_output()
        return READER_GONE
    except OSError as error:
        return _not_written(error, as_json=False)


def _carry_out(words: list[str]) -> int:
    from cotty.doors.cli.complaint import complain
    from cotty.doors.cli.output import AnswerLost, write
    from cotty.errors import CottyError

    as_json = "--json" in words
    try:
        from cotty.doors.cli.command import carry_out

        status = carry_out(words)
        write(b"")
    except CottyError as error:
        return complain(error, as_json=as_json)
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except AnswerLost as error:
        return _not_written(error, as_json=as_json)
    except Exception as error:  # noqa: BLE001  (the last line of defence: the trace goes to a file, with its name said)
        from cotty.doors.crashes import report_crash

        return complain(report_crash(error), as_json=as_json)
    return status


def _interrupted() -> int:
    """C-c, or another signal that asks to end."""
    from cotty.doors.cli.ending import ended_by

    return 128 + ended_by() if ended_by() else INTERRUPTED


def _not_written(error: OSError, *, as_json: bool) -> int:
    from cotty.doors.cli.complaint import complain
    from cotty.errors import CottyError

    _forget_output()
    lost = CottyError(
        f"The answer could not be written: {error.strerror}.",
        suggestion="What was asked for was done; only its answer is lost.",
    )
    complain(lost, as_json=as_json, exit_code=NOT_WRITTEN)
    return NOT_WRITTEN


def _open_what_is_closed() -> None:
    """A standard stream that was closed is nowhere: else a file or a socket of ours would be taken for it."""
    for number, mode in enumerate("rww"):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number, which is this one
            stream = open(number, mode, encoding="utf-8")  # noqa: SIM115  (as long as the program)
            setattr(sys, ("stdin", "stdout", "stderr")[number], stream)


def _forget_output() -> None:
    """The interpreter flushes once more when it ends; that must find somebody who listens."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


if __name__ == "__main__":
    main()
