"""Runs operations of the API for a command, on a database that is opened, up to date, and closed again."""

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from seatpreview.api.local_client import LocalClient
from seatpreview.cli import schema_revision
from seatpreview.cli.database_session import run_with_database
from seatpreview.database.engines import Database
from seatpreview.settings.settings import Settings

T = TypeVar("T")


def call(settings: Settings, operation_id: str, *path: str, body: dict[str, object] | None = None) -> Any:
    """Runs one operation, on a database session of its own."""
    return run_with_client(settings, lambda client: client.call(operation_id, *path, body=body))


def list_all(settings: Settings, operation_id: str, limit: int, filters: dict[str, object]) -> Any:
    """Returns at most `limit` entries of a list, however many pages they are on."""
    return run_with_client(settings, lambda client: client.list_all(operation_id, limit, filters))


def run_with_client(settings: Settings, action: Callable[[LocalClient], Coroutine[Any, Any, T]]) -> T:
    """Runs several operations on one database session."""

    async def run(database: Database) -> T:
        await schema_revision.make_usable(settings, database)
        return await action(LocalClient(settings, database))

    return run_with_database(settings, run)
