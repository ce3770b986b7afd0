"""The file, opened: brought up to date, and asked in transactions.

Rules: the file is the account's alone (0600 in a 0700 folder); several processes may have it open; what cannot be
opened is an error of cotty's own.
"""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Any

from sqlalchemy import Connection, event, text
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine

from cotty.errors import CottyError
from cotty.store.models import REVISION

_BUSY = 5  # seconds to wait for another process that writes


class Store:
    """One file of tokens and events."""

    def __init__(self, path: str, engine: AsyncEngine) -> None:
        self.path, self._engine = path, engine
        self.session = async_sessionmaker(engine, expire_on_commit=False)

    def signature(self) -> int:
        """Differs once tokens were changed, by whatever process: 4 µs where a question takes 400."""
        try:
            return os.stat(self._sign).st_mtime_ns
        except FileNotFoundError:
            return 0

    @asynccontextmanager
    async def changing_tokens(self) -> AsyncIterator[AsyncSession]:
        """A transaction that changes who is let in. It is signed before, too: whoever is killed right after it would
        leave others with what they knew.
        """
        async with self.writing() as session:
            yield session
            await session.flush()
            self._note_change()
        self._note_change()

    def _note_change(self) -> None:
        os.close(os.open(self._sign, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600))
        os.utime(self._sign)

    @property
    def _sign(self) -> str:
        return f"{self.path}.changed"

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncSession]:
        """A transaction, whole or not at all."""
        async with self.session.begin() as session:
            yield session


@asynccontextmanager
async def opened(path: str) -> AsyncIterator[Store]:
    """The store in that file, which is made if absent."""
    engine = create_async_engine(f"sqlite+aiosqlite:///{path}", connect_args={"timeout": _BUSY})
    event.listen(engine.sync_engine, "connect", _prepare)
    try:
        _make(path)
        async with engine.begin() as connection:
            await _bring_up_to_date(connection)
        yield Store(path, engine)
    except (OSError, DatabaseError) as error:
        why = getattr(error, "orig", None) or getattr(error, "strerror", None) or error
        raise CottyError(f"The store {path} cannot be used: {why}.", suggestion="Move that file away.") from None
    finally:
        await engine.dispose()


def _make(path: str) -> None:
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600))


def _prepare(connection: Any, _record: object) -> None:  # noqa: ANN401  (whatever the driver has)
    """Readers do not wait for a writer; what was committed survives the end of the process."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.close()


async def _bring_up_to_date(connection: AsyncConnection) -> None:
    try:
        found = (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalar()
    except DatabaseError:
        found = None
    if found != REVISION:
        await connection.run_sync(_migrate)


def _migrate(connection: Connection) -> None:
    from alembic import command  # 100 ms, and only when a table changes
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(files("cotty.store") / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
