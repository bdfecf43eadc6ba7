"""Alembic's environment: runs migrations on the connection that database/schema.py passes in."""

from collections.abc import Collection, Mapping
from typing import Any

from alembic import context
from alembic.runtime.migration import MigrationContext, MigrationInfo

from seatpreview.database.tables import metadata


def _check_references(
    ctx: MigrationContext, step: MigrationInfo, heads: Collection[Any], run_args: Mapping[str, Any]
) -> None:
    """Checks foreign keys after a migration on SQLite, where it runs without them; a broken one undoes it."""
    if ctx.dialect.name == "sqlite" and ctx.connection is not None:
        broken = ctx.connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        if broken:
            raise RuntimeError(f"The migration leaves {len(broken)} rows that refer to nothing: {broken[:5]}")


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    include_schemas=True,
    transaction_per_migration=True,
    render_as_batch=True,
    on_version_apply=_check_references,
)
with context.begin_transaction():
    context.run_migrations()
