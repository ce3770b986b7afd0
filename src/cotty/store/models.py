"""The tables.

Rules: times are seconds since 1970; a change here is a migration in `migrations/versions`, too.
"""

from typing import Any, Final

from sqlalchemy import JSON
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

REVISION: Final = "0001"  # the newest migration


class Base(DeclarativeBase):
    """What Alembic compares with."""


class Token(Base):
    """Something secret that lets its bearer in: a program's token, a page's cookie, or the code that becomes one."""

    __tablename__ = "tokens"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    kind: Mapped[str]  # program, page or code
    digest: Mapped[str] = mapped_column(unique=True)
    tier: Mapped[str]
    panes: Mapped[list[str] | None] = mapped_column(JSON)  # `%5@` and the life of its server
    made: Mapped[float]
    expires: Mapped[float | None]
    used: Mapped[float | None]
    ended: Mapped[float | None]  # revoked, or exchanged


class Event(Base):
    """Something that happened; its id is never given again."""

    __tablename__ = "events"
    __table_args__ = {"sqlite_autoincrement": True}  # noqa: RUF012  (SQLAlchemy's own name and type)

    id: Mapped[int] = mapped_column(primary_key=True)
    terminal: Mapped[str] = mapped_column(index=True)  # which tmux server it is of: several share this file
    at: Mapped[float]
    kind: Mapped[str]
    agent: Mapped[str | None]
    host: Mapped[str]
    facts: Mapped[dict[str, Any]] = mapped_column(JSON)
