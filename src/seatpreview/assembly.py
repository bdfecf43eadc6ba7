"""Creates the resources of a process from its settings, for the server and for the command line."""

from collections.abc import Hashable
from typing import Any
from urllib.parse import urlsplit

import ada_url

from seatpreview.caching.batching import Batchers
from seatpreview.caching.bounded_cache import BoundedCache
from seatpreview.context import Resources
from seatpreview.database.engines import REPORTS_MAX, Database
from seatpreview.freshness.record_cache import RecordKind
from seatpreview.freshness.records import Records
from seatpreview.imagery.signed_urls import KEPT_URLS, SIGNED_URLS_BYTES_MAX, SIGNED_URLS_MAX, KeptUrls
from seatpreview.imagery.store import IMAGERY
from seatpreview.keys.store import KEYS
from seatpreview.limits.fair_queue import FairQueue
from seatpreview.limits.gcra import Limit
from seatpreview.limits.quotas import QuotaDefaults
from seatpreview.objects.store import objects_of
from seatpreview.observability.outages import Outages
from seatpreview.processes.pool import Computation, InProcess
from seatpreview.seats.plan_cache import (
    PLANS,
    PLANS_MAX,
    SEAT_PAGES,
    SEAT_PAGES_BYTES_MAX,
    SEAT_PAGES_MAX,
    Plans,
    SeatPages,
)
from seatpreview.seats.timed_previews import (
    SHOWN_IMAGES,
    SHOWN_IMAGES_BYTES_MAX,
    SHOWN_IMAGES_MAX,
    ShownImages,
)
from seatpreview.seats.venue_previews import SEAT_VIEWS, SeatView
from seatpreview.sessions import store as sessions
from seatpreview.settings.setting_values import is_loopback
from seatpreview.settings.settings import Settings
from seatpreview.signing import signing_of
from seatpreview.tenants.store import TENANTS
from seatpreview.venues.record_kinds import ALIASES, GRANTS, VENUE_OWNERS, VENUES

MEGABYTE = 1_000_000

KINDS: tuple[RecordKind[Any], ...] = (
    KEYS,
    TENANTS,
    VENUES,
    VENUE_OWNERS,
    ALIASES,
    GRANTS,
    IMAGERY,
    sessions.ENDED_SESSIONS,
)
"""Everything that a worker keeps in memory."""

THREADS_MAX = 2
"""Threads for work that takes a while, and as many for that of visitors. They share the interpreter with the
event loop."""


def assemble_resources(
    settings: Settings,
    database: Database,
    outages: Outages | None = None,
    computation: Computation | None = None,
    picture_computation: Computation | None = None,
) -> Resources:
    """Creates the resources that operations work with, in a worker and at the command line, which computes in
    its own process."""
    resources = Resources(
        database=database,
        records=Records(
            database,
            KINDS,
            records_max=settings.memory_records,
            large_records_max=settings.memory_venues,
            records_bytes_max=settings.memory_records_mb * MEGABYTE,
            venues_bytes_max=settings.memory_venues_mb * MEGABYTE,
        ),
        batchers=Batchers(),
        derived={},
        objects=objects_of(settings.data_dir, settings.object_store_url, outages),
        computation=computation or InProcess(),
        picture_computation=picture_computation or InProcess(),
        threads=FairQueue(THREADS_MAX, share=1, waiting_max=200, visitors=THREADS_MAX),
        reports=FairQueue(REPORTS_MAX, share=1),
        signing=signing_of(settings.data_dir, settings.signing_secret, settings.link_secrets),
        address=settings.address,
        own_origins=own_origins(settings),
        url_ttl_seconds=settings.url_ttl_seconds,
        key_limit=Limit.of(*settings.key_rate),
        quotas=quota_defaults(settings),
    )
    views = BoundedCache[Hashable, SeatView](settings.memory_previews, settings.memory_previews_mb * MEGABYTE)
    SEAT_VIEWS.put(resources, views)
    KEPT_URLS.put(resources, KeptUrls(SIGNED_URLS_MAX, SIGNED_URLS_BYTES_MAX))
    SHOWN_IMAGES.put(resources, ShownImages(SHOWN_IMAGES_MAX, SHOWN_IMAGES_BYTES_MAX))
    PLANS.put(resources, Plans(PLANS_MAX, settings.memory_plans_mb * MEGABYTE))
    SEAT_PAGES.put(resources, SeatPages(SEAT_PAGES_MAX, SEAT_PAGES_BYTES_MAX))
    return resources


def quota_defaults(settings: Settings) -> QuotaDefaults:
    """Returns the quotas of tenants that have none of their own."""
    return QuotaDefaults(settings.image_quota_mb * MEGABYTE, settings.venue_quota, settings.key_quota)


def own_origins(settings: Settings) -> frozenset[str]:
    """Returns the service's own address as an origin; on loopback, one origin for each name of loopback."""
    address = urlsplit(settings.address)
    origins = {ada_url.URL(settings.address).origin}  # In the spelling of a browser.
    if is_loopback(address.hostname or ""):
        origins |= {
            f"{address.scheme}://{name}:{address.port}" for name in ("localhost", "127.0.0.1", "[::1]")
        }
    return frozenset(origins)
