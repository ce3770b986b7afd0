"""`doctor`: what this machine and the chosen tmux server offer, what they lack, and what to do about it.

Rules: never raises for what it finds; a problem is a finding; connects to no server but the chosen one, and starts
none.
"""

import os
import platform
from dataclasses import dataclass
from typing import Annotated, Literal

from cotty import __version__
from cotty.controlmode.versions import Version
from cotty.errors import CottyError, NoServer, TmuxTooOld
from cotty.operations.doctor import machine
from cotty.operations.doctor.defects import NEWEST_TESTED, known_defects
from cotty.operations.operation import Call, Help, Operation, Tier
from cotty.profiles.registry import config_folder, profiles
from cotty.transports.carrier import run_tmux

Level = Literal["ok", "note", "problem"]


@dataclass(frozen=True, slots=True)
class DoctorInput:
    """Nothing: doctor looks at this machine and at the chosen server."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that doctor looked at."""

    about: Annotated[str, Help("What was looked at: tmux, server, journal ….")]
    level: Annotated[Level, Help("ok, note (good to know) or problem (something will not work).")]
    sentence: Annotated[str, Help("What was found.")]
    suggestion: Annotated[str | None, Help("What to do about it.")] = None


@dataclass(frozen=True, slots=True)
class DoctorOutput:
    """The machine, the server, and what follows."""

    usable: Annotated[bool, Help("The chosen server can be used, or would be started by the first `open`.")]
    error: Annotated[str | None, Help("The code of the error that makes it unusable.")]
    version: Annotated[str | None, Help("The version of that tmux.")]
    live: Annotated[bool, Help("There is a control client; without, every command is a process of its own.")]
    findings: Annotated[tuple[Finding, ...], Help("Everything that was looked at.")]


@dataclass(slots=True)
class _Server:
    """What asking the chosen tmux brought."""

    version: Version | None = None
    error: CottyError | None = None
    sessions: int = 0
    live: bool = False
    why: str | None = None


async def run(call: Call, request: DoctorInput) -> DoctorOutput:
    server = await _ask_server(call)
    findings = [*_this_machine(), *_about_tmux(call, server), *_about_server(call, server)]
    if call.terminal.desk.hand.transport.shares_machine:
        findings += [*_sockets(call), *_shells()]
    findings += [_journal(call), *_profiles(), *_programs()]
    unusable = server.error is not None and not isinstance(server.error, NoServer)
    return DoctorOutput(
        usable=not unusable, error=server.error.code if unusable and server.error else None,
        version=str(server.version) if server.version else None, live=server.live, findings=tuple(findings),
    )  # fmt: skip


async def _ask_server(call: Call) -> _Server:
    hand, found = call.terminal.desk.hand, _Server()
    try:
        said = await run_tmux(hand.transport, ("-V",), deadline=hand.settings.connect_deadline)
        found.version = Version.parse(said.output.decode("utf-8", "replace"))
        if not found.version.has("pane-options"):
            raise TmuxTooOld(f"tmux {found.version} is older than 3.1.")
        found.sessions = len({row.session for row in await call.terminal.list()})
    except CottyError as error:
        found.error = error
    if hand.hello is not None:
        found.version = hand.hello.version  # the server's: its program may have been replaced since it started
    found.live, found.why = hand.live, hand.why
    return found


def _this_machine() -> list[Finding]:
    system = f"{platform.system()} {platform.release()}"
    found = [Finding("cotty", "ok", f"cotty {__version__}, Python {platform.python_version()}, {system}.")]
    if (socket := machine.inside_tmux()) is not None:
        found.append(
            Finding(
                "here", "note", f"This runs inside tmux ({socket}): where no socket is named, that server is meant."
            )
        )
    return found


def _about_tmux(call: Call, server: _Server) -> list[Finding]:
    if server.version is None:
        return []
    transport = call.terminal.desk.hand.transport
    place = machine.place_of(transport.tmux.program) if transport.shares_machine else f"on {transport.name}"
    found = [Finding("tmux", "ok", f"tmux {server.version} ({place}).")]
    if server.version > NEWEST_TESTED:
        found = [Finding("tmux", "note", f"tmux {server.version} is newer than {NEWEST_TESTED}, the newest tested.")]
    if server.version.has("pane-options"):
        found += [Finding("tmux", "note", sentence) for sentence in known_defects(server.version)]
    return found


def _about_server(call: Call, server: _Server) -> list[Finding]:
    if isinstance(server.error, NoServer):
        return [Finding("server", "note", "No tmux server runs there yet.", "`cotty open shared` starts one.")]
    if server.error is not None:
        return [Finding("server", "problem", server.error.message, server.error.suggestion)]
    sessions = "1 session" if server.sessions == 1 else f"{server.sessions} sessions"
    found = [Finding("server", "ok", f"The chosen server answers; it has {sessions}.")]
    if server.live:
        return [
            *found,
            Finding("control", "ok", "A live control client: waiting and watching are told, not looked up."),
        ]
    return [
        *found,
        Finding("control", "note", f"No live control client: {server.why or 'not opened'}. One process a command."),
    ]


def _sockets(call: Call) -> list[Finding]:
    sockets, tmux = machine.tmux_sockets(), call.terminal.desk.hand.transport.tmux
    chosen = tmux.socket_path or (f"-L {tmux.socket}" if tmux.socket else machine.inside_tmux() or "default")
    there = ", ".join(sockets.names) or "none"
    return [Finding("sockets", "ok", f"Chosen: {chosen}. In {sockets.folder}: {there}.")]


def _shells() -> list[Finding]:
    own = os.path.basename(machine.login_shell())
    here = ", ".join(machine.shells()) or "None of " + ", ".join(machine.MARKED_SHELLS)
    found = [Finding("shells", "ok", f"{here}: in those that cotty starts, `run` knows exit code and exact output.")]
    if own not in machine.MARKED_SHELLS:
        known = ", ".join(machine.MARKED_SHELLS)
        found.append(
            Finding("shells", "note", f"Your shell is {own}: in it `run` cannot know exit codes.", f"Use {known}.")
        )
    return found


def _journal(call: Call) -> Finding:
    problem = call.journal.check()
    if problem is not None:
        return Finding("journal", "problem", f"The journal cannot be written: {problem}.", "Set XDG_STATE_HOME.")
    return Finding("journal", "ok", f"Who did what is written to {call.journal.path}.")


def _profiles() -> list[Finding]:
    rows = profiles()
    broken = [Finding("profiles", "problem", row.problem, "Mend it, or take it away.") for row in rows if row.problem]
    return broken or [Finding("profiles", "ok", f"{len(rows)} profiles; yours go into {config_folder()}.")]


def _programs() -> list[Finding]:
    return [
        Finding("programs", "ok" if path else "note", f"{name}: {path or 'not installed'} ({purpose}).")
        for (name, path), purpose in zip(machine.programs().items(), machine.OPTIONAL_PROGRAMS.values(), strict=True)
    ]


DOCTOR = Operation("doctor", "Explain this machine: tmux, its defects, sockets, shells, journal.", Tier.READ,
                   DoctorInput, DoctorOutput, run)  # fmt: skip
