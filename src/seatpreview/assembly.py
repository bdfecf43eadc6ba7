"""Creates the resources of a process from its settings, for the server and for the command line."""

from collections import Counter
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import ada_url

from seatpreview.caching import MEGABYTE, Bounds, CacheKind, WorkerCaches
from seatpreview.change_feed.store import concerned_tenants
from seatpreview.context import Resources
from seatpreview.database.engines import REPORTS_MAX, Database
from seatpreview.decoding.inputs import QUERIES
from seatpreview.encryption import encryption_of
from seatpreview.freshness.change_waits import ChangeWaits
from seatpreview.freshness.record_cache import LoadContext, RecordKind
from seatpreview.freshness.records import Records
from seatpreview.imagery.signed_urls import SIGNED_URLS
from seatpreview.imagery.store import IMAGERY
from seatpreview.keys.store import KEYS
from seatpreview.limits.fair_queue import FairQueue
from seatpreview.limits.gcra import Limit
from seatpreview.limits.processor_time import ProcessorTime
from seatpreview.limits.quotas import QuotaDefaults, VersionBounds
from seatpreview.objects.store import Objects, objects_of
from seatpreview.observability.outages import Outages
from seatpreview.processes.pool import Computation, EndReason, InProcess
from seatpreview.seats.best_seats_operation import BEST_SEATS
from seatpreview.seats.drawn_stills import make_probe
from seatpreview.seats.plan_cache import PLANS, SEAT_PAGES
from seatpreview.seats.seat_view import SEAT_VIEWS
from seatpreview.seats.seen_rows import SEEN_ROWS
from seatpreview.sessions import store as sessions
from seatpreview.settings.setting_values import is_loopback
from seatpreview.settings.settings import Settings
from seatpreview.shared_calls import Batchers
from seatpreview.signing import signing_of
from seatpreview.stills import headless_chromium
from seatpreview.stills.still_browser import StillBrowser
from seatpreview.stills.still_queue import StillQueue
from seatpreview.stills.support import drawing_version, state_before_trial
from seatpreview.tenants.store import TENANTS
from seatpreview.venues.draft_venue import DRAFTS
from seatpreview.venues.record_kinds import ALIASES, GRANTS, VENUE_OWNERS, VENUES
from seatpreview.venues.venue_access import READINGS, RESOLUTIONS

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
"""The kinds of records that a worker keeps in memory."""

METERED_CACHES: tuple[CacheKind[Any, Any], ...] = (
    SEAT_VIEWS,
    SIGNED_URLS,
    PLANS,
    SEAT_PAGES,
    BEST_SEATS,
    SEEN_ROWS,
    RESOLUTIONS,
    READINGS,
    QUERIES,
    DRAFTS,
)
"""The caches that are bounded in bytes, which the metrics report."""

THREADS_MAX = 4
"""Threads for work that takes a while: two for searches, a third for reads, and a fourth for changes. One
tenant gets at most all but one of them. All share the interpreter with the event loop."""
VISITOR_THREADS_MAX = 3
"""The same for visitors, who change nothing: two for searches, and a third for reads."""

PREVIEW_IMAGES_MAX = 2
"""Images of previews that are made at once, and as many for visitors."""

SIGHTLINES_MAX = 2
"""Sections of which what is seen from some rows is computed at once, and as many for visitors."""

PLACEMENTS_MAX = 4
"""Floor plans that are moved at once, one of each tenant."""
LARGE_VENUES_MAX = 2
"""Large venues that are built at once, one of each owner."""


def assemble_resources(
    settings: Settings,
    database: Database,
    outages: Outages | None = None,
    computation: Computation | None = None,
    picture_computation: Computation | None = None,
    processor_time: ProcessorTime | None = None,
    ended_work: Counter[EndReason] | None = None,
    *,
    draws_stills: bool = False,
) -> Resources:
    """Creates the resources that operations work with, in a worker and at the command line, which computes in
    its own process and draws no stills."""
    ended: Counter[EndReason] = Counter() if ended_work is None else ended_work
    objects = objects_of(settings.data_dir, settings.object_store_url, outages)
    records = _records(settings, database)
    return Resources(
        database=database,
        records=records,
        change_waits=ChangeWaits(
            records, lambda after, until: database.read(concerned_tenants, after, until)
        ),
        batchers=Batchers(),
        caches=WorkerCaches(
            METERED_CACHES,
            {
                SEAT_VIEWS: Bounds(settings.memory_previews, settings.memory_previews_mb * MEGABYTE),
                PLANS: Bounds(PLANS.bounds.entries_max, settings.memory_plans_mb * MEGABYTE),
            },
            on_abandoned=partial(ended.update, ("abandoned",)),
        ),
        objects=objects,
        computation=computation or InProcess(),
        picture_computation=picture_computation or InProcess(),
        processor_time=processor_time or ProcessorTime(settings.heavy_seconds),
        ended_work=ended,
        threads=FairQueue(
            THREADS_MAX,
            share=THREADS_MAX - 1,
            waiting_max=200,
            visitors=VISITOR_THREADS_MAX,
            visitors_share=VISITOR_THREADS_MAX - 1,
            reserve=1,
        ),
        reports=FairQueue(REPORTS_MAX, share=1),
        preview_images=FairQueue(PREVIEW_IMAGES_MAX, share=1, waiting_max=100, visitors=PREVIEW_IMAGES_MAX),
        sightlines=FairQueue(SIGHTLINES_MAX, share=1, waiting_max=100, visitors=SIGHTLINES_MAX),
        placements=FairQueue(PLACEMENTS_MAX, share=1, waiting_max=20),
        seen_rows_outcomes=Counter(),
        stills=still_queue(settings, objects) if draws_stills else StillQueue(objects, None, "off", b""),
        signing=signing_of(settings.data_dir, settings.signing_secret, settings.link_secrets),
        address=settings.address,
        own_origins=own_origins(settings),
        url_ttl_seconds=settings.url_ttl_seconds,
        key_limit=Limit.of(*settings.key_rate),
        quotas=quota_defaults(settings),
        version_bounds=VersionBounds(settings.versions_kept, settings.versions_mb * MEGABYTE),
        audit_days=settings.audit_days,
        encryption=encryption_of(settings.data_dir, settings.webhook_key, settings.signing_secret),
        webhook_networks=settings.webhook_networks,
        webhook_quota=settings.webhook_quota,
    )


def _records(settings: Settings, database: Database) -> Records:
    return Records(
        LoadContext(database, FairQueue(LARGE_VENUES_MAX, share=1, waiting_max=1000)),
        KINDS,
        records_max=settings.memory_records,
        large_records_max=settings.memory_venues,
        records_bytes_max=settings.memory_records_mb * MEGABYTE,
        venues_bytes_max=settings.memory_venues_mb * MEGABYTE,
    )


def still_queue(settings: Settings, objects: Objects) -> StillQueue:
    """Creates the queue of stills, with a browser where the settings and the machine allow one."""
    state = state_before_trial(settings)
    program = headless_chromium.find_if_any(settings.chromium)
    browser = None
    if state == "checking" and program is not None:
        browser = StillBrowser(program, settings.stills_memory_mb)
    return StillQueue(objects, browser, state, drawing_version(), make_probe)


def quota_defaults(settings: Settings) -> QuotaDefaults:
    """Returns the quotas of tenants that have none of their own."""
    return QuotaDefaults(
        settings.image_quota_mb * MEGABYTE,
        settings.venue_quota,
        settings.key_quota,
        settings.record_quota_mb * MEGABYTE,
    )


def own_origins(settings: Settings) -> frozenset[str]:
    """Returns the service's own address as an origin; on loopback, one origin for each name of loopback."""
    address = urlsplit(settings.address)
    origins = {ada_url.URL(settings.address).origin}  # In the spelling of a browser.
    if is_loopback(address.hostname or ""):
        origins |= {
            f"{address.scheme}://{name}:{address.port}" for name in ("localhost", "127.0.0.1", "[::1]")
        }
    return frozenset(origins)
