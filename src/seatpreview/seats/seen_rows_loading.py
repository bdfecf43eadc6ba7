"""Finds what is seen from the rows of a seat: in memory, in the object store, or computed in a process.

A preview that nobody has asked for waits for its rows, and not for long. Where they are not there in time,
the preview is made without them, and nobody keeps it.
"""

from contextlib import suppress
from functools import partial

import msgspec
import structlog

from seatpreview.caching import CacheKind, SharedWork
from seatpreview.context import Context
from seatpreview.limits.shares import Share
from seatpreview.problems import Overloaded, Problem, RateLimited, Unavailable
from seatpreview.seats.computations import SeenRowsRequest, see_rows
from seatpreview.seats.seen_rows import SEEN_ROWS, SeenRows, SeenRowsKey, decode_rows, size_bytes
from seatpreview.seats.seen_rows_store import read_rows, store_rows
from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.venues.cached import CachedVenue, layout_id_of
from seatpreview.venues.draft_venue import read_stored_form

WAIT_SECONDS_MAX = 4.0
"""How long a preview waits for its rows."""

LINGER_SECONDS = 4.0
"""How long rows are computed on after a preview was sent without them. Whoever asks again meanwhile waits for
them once more; without anybody, they are given up."""

_FAILURES = CacheKind[SeenRowsKey, Moment](1000)
_IN_WORK = SharedWork[tuple[SeenRowsKey, Share], SeenRows | None]()

RETRY_SECONDS = 60
"""How long rows whose computation failed are not computed again."""

log = structlog.get_logger("seatpreview")


async def load_or_compute(context: Context, venue: CachedVenue, key: SeenRowsKey) -> SeenRows | None:
    """Returns what is seen from rows. It is computed where nobody has done so yet, once for all requests of a
    tenant that wait for it. None if that is not possible now."""
    outcomes, in_work = context.resources.seen_rows_outcomes, context.resources.caches.of(_IN_WORK)
    work = partial(_load_or_compute, context, venue, key)
    try:
        return await context.share_work(
            in_work,
            (key, context.share.together),
            work,
            wait_seconds=WAIT_SECONDS_MAX,
            linger_seconds=LINGER_SECONDS,
        )
    except TimeoutError:
        outcomes["late"] += 1
        return None


async def load(context: Context, venue: CachedVenue, key: SeenRowsKey) -> SeenRows | None:
    """Returns what is seen from rows if it is stored."""
    caches, objects = context.resources.caches, context.resources.objects
    kept = caches.of(SEEN_ROWS).get(key)
    if kept is not None or venue.draft is not None:
        return kept  # What is seen in a draft is stored nowhere.
    with suppress(Unavailable, msgspec.MsgspecError):
        data = await read_rows(objects, venue.venue_id, key.digest)
        if data is not None:
            context.resources.seen_rows_outcomes["loaded"] += 1
            return _keep(context, key, data)
    return None


async def _load_or_compute(context: Context, venue: CachedVenue, key: SeenRowsKey) -> SeenRows | None:
    found = await load(context, venue, key)
    if found is not None:
        return found
    failures, outcomes = context.resources.caches.of(_FAILURES), context.resources.seen_rows_outcomes
    if context.at < failures.get(key, Moment(0)):
        outcomes["failed"] += 1
        return None
    try:
        return await _compute(context, venue, key)
    except (RateLimited, Overloaded):
        outcomes["overloaded"] += 1
    except Problem as fault:
        outcomes["failed"] += 1
        failures.put(key, Moment(context.at + RETRY_SECONDS * MICROSECONDS))
        reason = type(fault).__name__
        log.error("what is seen from rows was not computed", venue=str(venue.venue_id), reason=reason)
    return None


async def _compute(context: Context, venue: CachedVenue, key: SeenRowsKey) -> SeenRows | None:
    """Computes rows in a process. A venue that has changed meanwhile has other rows: a preview of it asks for
    those."""
    resources = context.resources
    async with resources.sightlines.turn(context.share):
        stored = await read_stored_form(context, venue)
        if stored is None:
            return None
        document, compiled = stored.document, stored.compiled_layout
        if venue.draft is None and layout_id_of(venue.venue_id, compiled, document) != key.layout_id:
            return None
        request = SeenRowsRequest(key.configuration, key.section, key.first_row)
        data = await context.compute_for_all(see_rows, msgspec.msgpack.encode(request), document, compiled)
    resources.seen_rows_outcomes["computed"] += 1
    rows = _keep(context, key, data)
    if venue.draft is not None:
        return rows
    # Rows that cannot be stored now are kept in memory, and computed again by another worker.
    with suppress(Unavailable):
        await store_rows(resources.objects, venue.venue_id, key.digest, data)
    return rows


def _keep(context: Context, key: SeenRowsKey, data: bytes) -> SeenRows:
    rows = decode_rows(data)
    return context.resources.caches.of(SEEN_ROWS).put(key, rows, size_bytes(data, rows))
