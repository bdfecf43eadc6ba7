"""The API operations on drafts: records that their owner prepares, and nobody else sees.

Saving a draft is a transaction of its own without a row of the change log. So it invalidates no cache, and
nobody hears of it. That a draft was begun or deleted is in the log, for the audit list.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
from msgspec.structs import asdict, replace

from seatpreview.context import Context
from seatpreview.database.engines import Transaction
from seatpreview.problems import NotFound, PreconditionFailed, Problem
from seatpreview.publishing import draft_rules
from seatpreview.publishing.draft_model import EncodedDraft, PutDraftQuery
from seatpreview.results import encode
from seatpreview.tenants import usage
from seatpreview.values.clock import datetime_of
from seatpreview.values.draft_state import DraftState
from seatpreview.values.ids import DraftId, VenueId
from seatpreview.venues import draft_computations, draft_store
from seatpreview.venues.draft_computations import CheckedDraft, DraftSave, MemberChange
from seatpreview.venues.draft_store import StoredDraft
from seatpreview.venues.model import FoundWarnings
from seatpreview.venues.store import StoredVenue
from seatpreview.venues.venue_access import changeable_venue_only, owned_venue_only


async def get_draft(context: Context, venue_id: VenueId) -> EncodedDraft:
    """Returns the draft of a venue."""
    await owned_venue_only(context, venue_id)
    return _response(await _stored_draft(context, venue_id))


async def put_draft(context: Context, venue_id: VenueId, query: PutDraftQuery, body: bytes) -> EncodedDraft:
    """Stores a draft, whatever its faults. It never overwrites what the caller has not seen."""
    async with _faults_of_the_body_first(context, body):
        venue = await changeable_venue_only(context, venue_id)
        stored = await context.resources.database.read(draft_store.get, venue_id)
        draft_rules.check_may_save(
            stored,
            _member_changes(stored),
            by=context.caller.actor,
            if_match=context.if_match,
            must_be_new=context.must_be_new,
        )
        base_version = draft_rules.base_version(stored, venue.version, query.base_version)
    state = draft_rules.next_state(stored) or DraftState(DraftId.new(), 1)
    checked = await _check(context, venue, stored, state, body)
    draft = StoredDraft(
        venue_id=venue_id,
        state=state,
        document=checked.document.decode(),
        compiled_layout=checked.compiled_layout,
        faults=encode(checked.faults).decode(),
        left_out=encode(checked.left_out).decode(),
        warnings=checked.warnings.decode(),
        member_changes=encode(checked.member_changes).decode(),
        base_version=base_version,
        created_at=context.at if stored is None else stored.created_at,
        updated_at=context.at,
        updated_by=context.caller.actor,
    )
    if stored is not None and _is_same(draft, stored):
        return _response(stored)

    async def write(transaction: Transaction) -> None:
        async with usage.lock_for_records(transaction, venue.owner, context.resources.quotas, context.at):
            if not await draft_store.put(transaction, draft, None if stored is None else stored.state):
                raise PreconditionFailed(
                    "Somebody else saved the draft at the same moment, and nothing of this request was "
                    "stored. Read the draft, bring both together, and send its ETag as If-Match."
                )
        if stored is None:
            transaction.changed("draft", venue_id, venue.owner, "created")

    await context.write(write)
    return _response(draft)


async def delete_draft(context: Context, venue_id: VenueId) -> None:
    """Deletes the draft, which ends the sessions that show it. With If-Match, only in the state that the
    caller has seen."""
    venue = await changeable_venue_only(context, venue_id)
    stored = await _stored_draft(context, venue_id)
    draft_rules.check_has_state(stored, _member_changes(stored), context.if_match)

    async def write(transaction: Transaction) -> None:
        if not await draft_store.delete_draft(transaction, venue_id, stored.state):
            raise PreconditionFailed(
                "Somebody saved, published or deleted the draft at the same moment. Read it and decide again."
            )
        transaction.changed("draft", venue_id, venue.owner, "deleted")

    await context.write_even_if_full(write)


async def _stored_draft(context: Context, venue_id: VenueId) -> StoredDraft:
    stored = await context.resources.database.read(draft_store.get, venue_id)
    if stored is None:
        raise NotFound("The venue has no draft. PUT .../draft stores one.")
    return stored


async def _check(
    context: Context, venue: StoredVenue, stored: StoredDraft | None, state: DraftState, body: bytes
) -> CheckedDraft:
    noted, warned = ("[]", "{}") if stored is None else (stored.member_changes, stored.warnings)
    save = DraftSave(state.revision, context.caller.actor, context.at, noted, warned)
    checked = await context.compute_for_caller(
        draft_computations.check_draft,
        body,
        venue.document.encode(),
        venue.compiled_layout,
        msgspec.msgpack.encode(save, enc_hook=str),
    )
    return msgspec.msgpack.decode(checked, type=CheckedDraft)


@asynccontextmanager
async def _faults_of_the_body_first(context: Context, body: bytes) -> AsyncIterator[None]:
    """Reports that the body is not a JSON object, where that is so, in place of a problem of the block."""
    try:
        yield
    except Problem:
        await context.compute_for_caller(draft_computations.check_is_object, body)
        raise


def _member_changes(stored: StoredDraft | None) -> list[MemberChange]:
    return [] if stored is None else msgspec.json.decode(stored.member_changes, type=list[MemberChange])


def _is_same(draft: StoredDraft, stored: StoredDraft) -> bool:
    """Returns whether a save changes nothing. Its ETag then stays, so that nobody else has to read again."""
    return stored == replace(
        draft,
        state=stored.state,
        updated_at=stored.updated_at,
        updated_by=stored.updated_by,
    )


def _response(draft: StoredDraft) -> EncodedDraft:
    return EncodedDraft(
        record=msgspec.Raw(draft.document.encode()),
        base_version=draft.base_version,
        updated_at=datetime_of(draft.updated_at),
        updated_by=draft.updated_by,
        faults=msgspec.Raw(draft.faults.encode()),
        is_previewable=bool(draft.compiled_layout),
        left_out=msgspec.Raw(draft.left_out.encode()),
        **asdict(msgspec.json.decode(draft.warnings, type=FoundWarnings)),
        draft_id=draft.state.draft_id,
        revision=draft.state.revision,
    )
