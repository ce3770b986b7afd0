"""Every promise cotty makes that a test can hold it to, one sentence each.

A test names the promise it proves: `@pytest.mark.promise("A-03")`; test_promises.py checks both directions.
LATER holds those that no test proves yet, each with what it waits for; as soon as a test names one, its row
there has to go. Ids of a letter and a number are the public contract (A: the agent's terminal tool, C: the
sandbox capability); the others are `room:what-holds`.
"""

from typing import Final

CONTRACT: Final[dict[str, str]] = {
    "A-01": "send types its text literally, key names and a last `;` included, then presses Enter",
    "A-02": "send with enter off, and keys, press no Enter that was not asked for",
    "A-02:coerced": "booleans and numbers that arrive as strings are understood",
    "A-03": "keys takes tmux's and people's spellings; an unknown key is refused with near ones",
    "A-04": "read gives the last N lines as plain text without escapes",
    "A-05": "wait says which of prompt, quiet, idle, exited or timeout ended it, with the screen",
    "A-06": "nothing but what was asked for is ever typed into a pane",
    "A-07": "a missing session, pane or tmux is one clear message that says what to start",
    "C-03": "read since a cursor gives exactly the new lines and says what was missed",
    "C-04": "split goes sideways or down, takes title and cwd, and names the pane tmux made",
    "C-05": "list shows windows and panes with id, title, cwd, active and running",
    "C-06": "kill ends what was named and nothing else, and refuses the last pane",
    "C-07": "window takes a name and a cwd",
    "C-08": "session, window.pane and %id address a pane; what cotty notes of it is kept on its tmux server",
    "C-10": "a session that is gone is made again and the action tried once more",
    "C-12": "a container is reached by argv alone, over one persistent connection",
    "C-13": "whether a pane runs something is told by its terminal's foreground process group",
}

SPEAKING: Final[dict[str, str]] = {
    "control:own-replies": "a reply belongs to the command we sent, whatever else tmux answers",
    "control:forged-end": "a program that prints a block's end cannot end the block",
    "control:exact-output": "pane output is given back byte for byte",
    "control:unknown-notice": "an unknown notice is kept and is not fatal",
    "control:any-split": "every transcript reads the same whole, byte by byte and split at random",
    "control:quoting": "every text a person can type survives quoting, against real tmux",
    "control:versions": "each difference between the versions of tmux is a row with a test",
}

CARRYING: Final[dict[str, str]] = {
    "carry:container": "the verbs work in a container as they do here",
    "carry:ssh": "the verbs work over ssh, without prompts and with the host key checked",
    "carry:one-shot": "where control mode cannot be had, one process per command serves the verbs",
    "carry:remote-quoting": "no word handed to a remote shell is left unquoted",
}

ACTING: Final[dict[str, str]] = {
    "server:unharmed": "clients that come and go at the same time do not end the server",
    "send:proof": "a send is confirmed, not submitted or unknown, with its evidence",
    "send:copy-mode": "copy mode is left before anything is typed",
    "send:draft": "where the prompt is known, nothing is submitted together with somebody's draft",
    "send:dead-pane": "a dead pane is refused with its exit status",
    "send:large": "a megabyte of any text arrives whole as one bracketed paste",
    "send:breakout": "text cannot end the bracketed paste it travels in",
    "send:once": "nothing is typed twice when a connection is lost",
    "send:ghost-text": "ghost text is not taken for typed text, and is not submitted",
    "pen:held": "a pane has one pen; who does not hold it waits or is refused with the owner's name",
    "pen:person": "a person who types in an attached client holds the pen for a few seconds",
    "feed:numbered": "output is numbered per pane, numbers never go back, a gap is reported",
    "feed:slow-watcher": "a slow watcher gets a fresh snapshot and slows nobody",
    "read:trimmed": "read since survives trimming, clear-history, resizing and the alternate screen",
    "wait:newer-only": "wait looks only at output newer than the last send, never at an echo",
    "wait:level": "wait is true at once when its condition already holds",
    "wait:death": "wait ends at once when the pane dies",
    "wait:reconnect": "waits and watchers survive a lost connection",
    "run:exit-code": "run gives exit code, cwd and exact output with only the command typed",
    "run:foreign-shell": "in a shell cotty did not start, the exit code is honestly unknown",
    "run:persists": "cd and export last from one run to the next",
    "run:part": "a command of which the shell wants more, or that begins nothing, is never called run",
    "run:large": "run takes ten megabytes of output",
    "watch:snapshot-first": "watch gives the screen as it is, then numbered chunks",
}

FOLLOWING: Final[dict[str, str]] = {
    "agents:found": "an agent is found by its process, whoever started it; a shell is none",
    "agents:told": "a send to an agent goes the way of its profile, at every door; a shell pays nothing for it",
    "agents:refused": "nothing is typed while an agent asks, into a draft, or blank",
    "agents:once": "a message with a key is told once, by whichever process",
    "agents:answer": "an answer is for the dialog that was read, and for an option that it offers",
    "agents:turn": "a turn has the reply to this message, or says what it ended in",
    "agents:profiles": "a malformed profile is one error with file, line and reason, and hides no other",
    "agents:explain": "explain names the rule that decided, on a pane and on a saved screen",
    "agents:follow": "follow tells every agent's state and every change, those that come and end included",
    "agents:events": "an agent's own event server tells its state where it runs already",
    "agents:delivered": "a message is submitted once or not at all, and no claim is false, whatever traps are set",
    "agents:draft": "what a person typed is not submitted, cleared or added to",
    "agents:meant": "no dialog is answered but the one that was read",
    "kit:catches": "the kit's report catches a sender that does not look",
    "kit:profile": "a profile of one's own is held against its screens and delivered by, with one command",
    "agents:could-not-look": "an agent that cannot be looked at has not ended",
}

DECIDING: Final[dict[str, str]] = {
    "operations:tiers": "a caller may do what its tier allows and nothing more",
    "operations:journal": "every action is written down with its actor, and never with its text",
    "operations:sync-agrees": "cotty.sync has the same names and parameters as cotty",
    "cli:json": "--json prints the operation's output",
    "cli:no-traceback": "a user sees code, message and suggestion, never a traceback",
    "cli:exit-codes": "each kind of fault has its own exit code",
    "cli:doctor": "doctor names the tmux version, its known defects, the sockets, the integrations",
    "http:schema": "whatever is asked over HTTP is answered as the OpenAPI document says, and never by a fault of ours",
    "http:attacks": "nobody is let in over HTTP who may not, however they ask",
    "http:tiers": "a token reaches no further than its tier and its panes",
    "http:events": "events are told as they happen, numbered, from any number on; a slow follower slows nobody",
    "http:killed": "a server that is killed in traffic forgets nothing, and nothing is typed twice",
    "http:served": "a command answers the same with a server and without one",
    "mcp:tools": "the SDK's own client and the official inspector list and call every tool",
    "mcp:handle": "a call of any length survives a client's limit, and nothing is started twice",
    "mcp:budget": "a long answer is cut to what a model reads at once, and can be read on to its last letter",
    "mcp:own-pane": "a client in a pane neither types there nor ends it",
    "mcp:install": "a client's own file is changed in one place, with what was there kept beside it",
    "input:key-name": "a bad key name is one clear error",
    "input:nul": "text with a NUL is one clear error",
    "input:lines": "a negative number of lines is one clear error",
    "input:pane": "an unknown pane, or the %id of another server, is one clear error",
    "input:host": "an unreachable host or a container that does not run is one clear error",
    "input:tmux": "tmux that is missing or too old is one clear error",
}

PROMISES: Final[dict[str, str]] = CONTRACT | SPEAKING | CARRYING | ACTING | FOLLOWING | DECIDING

LATER: Final[dict[str, str]] = {
    "C-10": "belongs to the tool doors, which do not exist yet",
}
