"""OpenCode's conversations: one database for all of them.

Rules: it does not write down which process is in which session, but calls its pane by the session's title. So a turn is
that of the one session of the process's folder that was told these words since; where another OpenCode runs there, the
title has to say it, too.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from cotty.agents.transcripts.entries import Written
from cotty.agents.transcripts.writer import Writer
from cotty.terminal.flows.cells import packed

_TOLD: Final = """
select m.id, json_extract(p.data, '$.text'), s.id, s.title, s.directory
from message m join part p on p.message_id = m.id join session s on s.id = m.session_id
where m.time_created >= ? and s.parent_id is null
and json_extract(m.data, '$.role') = 'user' and json_extract(p.data, '$.type') = 'text'
order by m.time_created"""
_REPLIED: Final = """
select json_extract(p.data, '$.text'), json_extract(m.data, '$.finish'), json_extract(m.data, '$.error.name')
from message m
left join part p on p.message_id = m.id and json_extract(p.data, '$.type') = 'text'
where json_extract(m.data, '$.parentID') = ? order by m.time_created, p.time_created"""


def turn(writer: Writer, prompt: str, since: float, title: str) -> Written | None:
    """The first turn that was begun with these words since then, in the session of this process."""
    file = _root(writer) / "opencode" / "opencode.db"
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True, timeout=0.2)) as database:
        told = database.execute(_TOLD, (int(since * 1000),)).fetchall()
        wanted = packed(prompt)
        meant = [row for row in told if writer.works_in(row[4]) and packed(row[1] or "") == wanted]
        if meant and not writer.alone("opencode", _root):
            meant = [row for row in meant if row[3] and title.endswith(f" {row[3]}")]
        if len({row[2] for row in meant}) != 1:
            return None
        rows = database.execute(_REPLIED, (meant[0][0],)).fetchall()
    _, ending, error = rows[-1] if rows else (None, None, None)
    finished = error is not None or ending not in (None, "tool-calls")
    reply = "\n\n".join(row[0].strip("\n") for row in rows if row[0])
    return Written(reply, finished, interrupted=error == "MessageAbortedError")


def _root(writer: Writer) -> Path:
    return writer.home("XDG_DATA_HOME", ".local/share")
