"""Drafts as previews use them: built once for each state, and kept in memory under that state alone.

Drafts have no change log. Each request reads the current state of its draft from the database, so that what
is kept of an earlier state is never used again.
"""

from functools import partial
from typing import NamedTuple

import msgspec

from seatpreview.caching import MEGABYTE, CacheKind, SharedWork
from seatpreview.context import Context
from seatpreview.limits.shares import Share
from seatpreview.problems import Conflict, Fault, NotFound, Problem, SessionExpired
from seatpreview.values.draft_state import DraftState
from seatpreview.values.ids import TenantId, VenueId
from seatpreview.venues import draft_store, store
from seatpreview.venues.cached import CachedVenue
from seatpreview.venues.draft_computations import shown_document
from seatpreview.venues.draft_store import StoredDraft
from seatpreview.venues.record_kinds import build_venue

DRAFTS = CacheKind[DraftState, CachedVenue](50, 32 * MEGABYTE, "drafts")
"""Drafts that somebody previews. Each request reads from the database which state is the current one."""
_DRAFTS_IN_WORK = SharedWork[tuple[DraftState, Share], CachedVenue]()


async def load_draft(context: Context, venue_id: VenueId, owner: TenantId) -> CachedVenue:
    """Returns the draft of a venue in its current state, which the guard has read for a session. Raises
    Conflict with its faults if it cannot be previewed."""
    state = context.caller.draft
    if state is None:
        state = await context.resources.database.read_row(draft_store.get_state, venue_id)
    if state is None:
        raise _no_draft(context)
    caches = context.resources.caches
    kept = caches.of(DRAFTS).get(state)
    if kept is not None:
        return kept
    load = partial(_load, context, venue_id, owner)
    return await context.share_work(caches.of(_DRAFTS_IN_WORK), (state, context.share.together), load)


async def _load(context: Context, venue_id: VenueId, owner: TenantId) -> CachedVenue:
    """Loads the draft as it is stored now, which may be a newer state than the one that was asked for."""
    stored = await context.resources.database.read(draft_store.get, venue_id)
    session = context.caller.session
    if stored is None or (session is not None and stored.state.draft_id != session.draft_id):
        raise _no_draft(context)
    if not stored.compiled_layout:
        raise not_previewable(stored)
    venue = await context.run_in_thread_for_all(partial(_build, stored, owner))
    return context.resources.caches.of(DRAFTS).put(stored.state, venue, venue.memory.venue_bytes)


def not_previewable(draft: StoredDraft) -> Conflict:
    """Creates the problem of a draft whose name or layout has faults."""
    faults = msgspec.json.decode(draft.faults, type=tuple[Fault, ...])
    return Conflict(
        "The draft cannot be shown yet: it needs a name and a layout without faults. Correct the faults in "
        "errors, and save it again.",
        errors=faults,
    )


class StoredForm(NamedTuple):
    """What a computation in another process needs of a venue."""

    version: int
    name: str
    document: bytes
    compiled_layout: bytes


async def read_stored_form(context: Context, venue: CachedVenue) -> StoredForm | None:
    """Returns the stored form of a venue or a draft; None if it is gone. A venue may have changed since the
    request began. Of a draft, only the state that is being previewed is returned."""
    database = context.resources.database
    if venue.draft is None:
        stored = await database.read(store.get_of_any_tenant, venue.venue_id)
        if stored is None:
            return None
        return StoredForm(stored.version, stored.name, stored.document.encode(), stored.compiled_layout)
    draft = await database.read(draft_store.get, venue.venue_id)
    if draft is None or draft.state != venue.draft:
        return None
    document = await context.run_in_thread_for_all(partial(_shown, draft))
    return StoredForm(venue.version, str(venue.record.name), document, draft.compiled_layout)


def venue_gone(venue: CachedVenue) -> Problem:
    """Creates the problem of a request whose venue or draft changed under it."""
    if venue.draft is not None:
        return Conflict("The draft was saved again during this request. Send the request again.")
    return NotFound("There is no venue with this id or alias among those that you may use.")


def _shown(draft: StoredDraft) -> bytes:
    return shown_document(draft.document.encode(), msgspec.json.decode(draft.left_out, type=tuple[str, ...]))


def _build(draft: StoredDraft, owner: TenantId) -> CachedVenue:
    document = _shown(draft).decode()
    return build_venue(
        draft.venue_id, owner, draft.base_version, document, draft.compiled_layout, draft=draft.state
    )


def _no_draft(context: Context) -> NotFound | SessionExpired:
    if context.caller.session is not None:
        return SessionExpired("The draft was published or deleted, and the session ended with it.")
    return NotFound("The venue has no draft. PUT .../draft stores one; leave draft out for what buyers see.")
