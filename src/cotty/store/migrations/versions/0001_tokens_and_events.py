"""Tokens and events."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """From nothing."""
    op.create_table(
        "tokens",
        sa.Column("id", sa.Integer, primary_key=True),
        *(sa.Column(name, sa.String, nullable=False) for name in ("name", "kind")),
        sa.Column("digest", sa.String, nullable=False, unique=True),
        sa.Column("tier", sa.String, nullable=False),
        sa.Column("panes", sa.JSON),
        sa.Column("made", sa.Float, nullable=False),
        *(sa.Column(name, sa.Float) for name in ("expires", "used", "ended")),
    )
    op.create_table(
        "events",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("terminal", sa.String, nullable=False, index=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("agent", sa.String),
        sa.Column("host", sa.String, nullable=False),
        sa.Column("facts", sa.JSON, nullable=False),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    """To nothing."""
    op.drop_table("events")
    op.drop_table("tokens")
