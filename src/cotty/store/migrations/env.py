"""Alembic's way in: the connection is the one that `store.py` has open."""

from alembic import context

from cotty.store.models import Base

context.configure(connection=context.config.attributes["connection"], target_metadata=Base.metadata)
with context.begin_transaction():
    context.run_migrations()
