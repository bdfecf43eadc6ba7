"""Creates the resources of a process from its settings, for the server and for the command line."""

from typing import Any
from urllib.parse import urlsplit

import ada_url

from seatpreview.batching import Batchers
from seatpreview.bounded_cache import BoundedCache
from seatpreview.context import Resources
from seatpreview.database.engines import Database
from seatpreview.freshness.record_cache import RecordKind
from seatpreview.freshness.records import Records
from seatpreview.imagery.store import IMAGERY
from seatpreview.keys.store import KEYS
from seatpreview.objects.store import objects_of
from seatpreview.seats.venue_previews import SEAT_VIEWS
from seatpreview.sessions import store as sessions
from seatpreview.settings import Settings, is_loopback
from seatpreview.signing import signing_of
from seatpreview.tenants.store import TENANTS
from seatpreview.venues.record_kinds import ALIASES, GRANTS, VENUES

KINDS: tuple[RecordKind[Any], ...] = (
    KEYS,
    TENANTS,
    VENUES,
    ALIASES,
    GRANTS,
    IMAGERY,
    sessions.ENDED_SESSIONS,
)
"""Everything that a worker keeps in memory."""


def assemble_resources(settings: Settings, database: Database) -> Resources:
    """Creates the resources that operations work with, in a worker and at the command line."""
    resources = Resources(
        database=database,
        records=Records(database, KINDS, settings.memory_records, settings.memory_venues),
        batchers=Batchers(),
        derived={},
        objects=objects_of(settings.data_dir, settings.object_store_url),
        signing=signing_of(settings.data_dir, settings.signing_secret),
        address=settings.address,
        own_origins=own_origins(settings),
        url_ttl_seconds=settings.url_ttl_seconds,
    )
    SEAT_VIEWS.put(resources, BoundedCache(settings.memory_previews))
    return resources


def own_origins(settings: Settings) -> frozenset[str]:
    """Returns the service's own address as an origin; on loopback, one origin for each name of loopback."""
    address = urlsplit(settings.address)
    origins = {ada_url.URL(settings.address).origin}  # In the spelling of a browser.
    if is_loopback(address.hostname or ""):
        origins |= {
            f"{address.scheme}://{name}:{address.port}" for name in ("localhost", "127.0.0.1", "[::1]")
        }
    return frozenset(origins)
