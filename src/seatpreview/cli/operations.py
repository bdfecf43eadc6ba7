"""Runs operations for a command: the database is opened, brought up to date and closed again."""

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from seatpreview.cli import schema_revision
from seatpreview.cli.database_session import with_database
from seatpreview.database.engines import Database
from seatpreview.local_client import LocalClient
from seatpreview.settings import Settings

T = TypeVar("T")


def visit(settings: Settings, errand: Callable[[LocalClient], Coroutine[Any, Any, T]]) -> T:
    """Opens the office, on tables that are up to date, runs the errand and closes it."""

    async def run(database: Database) -> T:
        await schema_revision.prepare(settings, database)
        return await errand(LocalClient(settings, database))

    return with_database(settings, run)


def ask(
    settings: Settings,
    operation_id: str,
    *path: str,
    sent: dict[str, object] | None = None,
    raw: bytes | None = None,
) -> Any:
    """One operation on a visit of its own."""
    return visit(settings, lambda office: office.ask(operation_id, *path, sent=sent, raw=raw))


def ask_for_all(settings: Settings, operation_id: str, limit: int, filters: dict[str, object]) -> Any:
    return visit(settings, lambda office: office.ask_for_all(operation_id, limit, filters))
