"""Runs operations of the API for a command, on a database that is opened, brought up to date, and closed."""

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import msgspec

from seatpreview.api.local_client import LocalClient
from seatpreview.database.command_session import run_with_usable_database
from seatpreview.database.engines import Database
from seatpreview.imagery.record_entries import Record
from seatpreview.problems import Conflict, PreconditionFailed
from seatpreview.results import encode
from seatpreview.settings.settings import Settings
from seatpreview.venues.encoded_results import SavedVenue
from seatpreview.venues.model import Venue, VenueRecord

T = TypeVar("T")


def call(settings: Settings, operation_id: str, *path: str, body: dict[str, object] | None = None) -> Any:
    """Runs one operation, on a database session of its own."""
    return run_with_client(settings, lambda client: client.call(operation_id, *path, body=body))


def list_all(
    settings: Settings, operation_id: str, limit: int, filters: dict[str, object], *path: str
) -> Any:
    """Returns at most `limit` entries of a list, however many pages they are on."""
    return run_with_client(settings, lambda client: client.list_all(operation_id, limit, filters, *path))


def run_with_client(settings: Settings, action: Callable[[LocalClient], Coroutine[Any, Any, T]]) -> T:
    """Runs several operations on one database session."""

    async def run(database: Database) -> T:
        return await action(LocalClient(settings, database))

    return run_with_usable_database(settings, run)


def record_of(venue: Venue) -> Record:
    """Returns a venue's record as JSON, without what the service adds to it."""
    record = VenueRecord(**{name: getattr(venue, name) for name in VenueRecord.__struct_fields__})
    members: Record = msgspec.json.decode(encode(record))
    return members


def replace_record(settings: Settings, venue_id: str, change: Callable[[Record], Record]) -> Venue:
    """Changes a venue's record on a database session of its own, and returns the venue."""

    async def run(client: LocalClient) -> Venue:
        saved = await update_record(client, venue_id, change)
        if saved is not None:
            return saved
        venue: Venue = await client.call("getVenue", venue_id)
        return venue

    return run_with_client(settings, run)


async def update_record(
    client: LocalClient, venue_id: str, change: Callable[[Record], Record]
) -> SavedVenue | None:
    """Changes a venue's record, with one retry where somebody else changed it meanwhile. Returns None if
    there is nothing to change."""
    for is_last_attempt in (False, True):
        venue: Venue = await client.call("getVenue", venue_id)
        after = change(record_of(venue))
        if after == record_of(venue):
            return None
        try:
            saved: SavedVenue = await client.call("replaceVenue", venue_id, body=after, if_match=venue.etag)
        except (Conflict, PreconditionFailed):
            if is_last_attempt:
                raise
        else:
            return saved
    return None
