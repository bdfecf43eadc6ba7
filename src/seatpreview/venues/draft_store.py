"""SQL for drafts of records. None of it notes a change: saving a draft disturbs nobody."""

from typing import Any

import msgspec
from sqlalchemy import Text, bindparam, delete, select, update

from seatpreview.database.connection import Connection
from seatpreview.database.engines import Transaction
from seatpreview.database.tables import venue_drafts
from seatpreview.database.unique_names import insert_on_conflict
from seatpreview.values.clock import Moment
from seatpreview.values.draft_state import DraftState
from seatpreview.values.ids import DraftId, VenueId
from seatpreview.venues.store import lock_unarchived


class StoredDraft(msgspec.Struct, frozen=True, kw_only=True):
    """A draft as it is stored."""

    venue_id: VenueId
    state: DraftState
    document: str
    """The record as JSON, complete or not. Decoding a large one takes long, so it is left to
    `venues/draft_computations.py`."""
    compiled_layout: bytes
    """The compiled layout, serialized; empty where the draft cannot be previewed yet."""
    faults: str
    """What a publish would have refused when the draft was saved, as JSON."""
    left_out: str
    """The members that previews leave out because of their faults, as JSON."""
    warnings: str
    """The `StoredWarnings` about the draft when it was saved, as JSON."""
    member_changes: str
    """In which revision each member changed last, by whom and when, as JSON."""
    base_version: int
    """The version of the record that was published when the draft was begun."""
    created_at: Moment
    updated_at: Moment
    updated_by: str
    """The key that saved the draft last."""


async def get(connection: Connection, venue_id: VenueId) -> StoredDraft | None:
    """Returns the draft of a venue. Whoever calls has checked that the caller may change the venue."""
    row = (await connection.execute(_GET, {"venue": str(venue_id)})).first()
    return None if row is None else _draft(row)


async def get_state(connection: Connection, venue_id: VenueId) -> DraftState | None:
    """Returns which draft a venue has, without its content: a small row, for `Database.read_row`."""
    row = (await connection.execute(_GET_STATE, {"venue": str(venue_id)})).first()
    return None if row is None else DraftState(DraftId(row.draft_id), row.revision)


async def put(transaction: Transaction, draft: StoredDraft, read: DraftState | None) -> bool:
    """Writes the draft if the stored one still has the state that was read (None: there was none); returns
    whether it did."""
    await lock_unarchived(transaction, draft.venue_id)
    if read is None:
        inserted = await transaction.connection.execute(
            insert_on_conflict(venue_drafts, transaction.connection.dialect.name)
            .values(_values(draft))
            .on_conflict_do_nothing()
        )
        return inserted.rowcount == 1
    written = await transaction.connection.execute(
        update(venue_drafts).where(*_is(draft.venue_id, read)).values(_values(draft))
    )
    return written.rowcount == 1


async def delete_draft(transaction: Transaction, venue_id: VenueId, read: DraftState) -> bool:
    """Deletes the draft if it still has the state that was read; returns whether it did. A publish calls it
    in its own transaction, so that nothing is lost that somebody saved meanwhile."""
    await lock_unarchived(transaction, venue_id)
    deleted = await transaction.connection.execute(delete(venue_drafts).where(*_is(venue_id, read)))
    return deleted.rowcount == 1


_GET = select(venue_drafts).where(venue_drafts.c.venue_id == bindparam("venue", type_=Text))
_GET_STATE = select(venue_drafts.c.draft_id, venue_drafts.c.revision).where(
    venue_drafts.c.venue_id == bindparam("venue", type_=Text)
)


def _is(venue_id: VenueId, state: DraftState) -> tuple[Any, ...]:
    return (
        venue_drafts.c.venue_id == str(venue_id),
        venue_drafts.c.draft_id == str(state.draft_id),
        venue_drafts.c.revision == state.revision,
    )


def _draft(row: Any) -> StoredDraft:
    return StoredDraft(
        venue_id=VenueId(row.venue_id),
        state=DraftState(DraftId(row.draft_id), row.revision),
        document=row.document,
        compiled_layout=row.compiled,
        faults=row.faults,
        left_out=row.left_out,
        warnings=row.warnings,
        member_changes=row.member_changes,
        base_version=row.base_version,
        created_at=row.created_at,
        updated_at=row.updated_at,
        updated_by=row.updated_by,
    )


def _values(draft: StoredDraft) -> dict[str, Any]:
    return {
        "venue_id": str(draft.venue_id),
        "draft_id": str(draft.state.draft_id),
        "revision": draft.state.revision,
        "document": draft.document,
        "compiled": draft.compiled_layout,
        "faults": draft.faults,
        "left_out": draft.left_out,
        "warnings": draft.warnings,
        "member_changes": draft.member_changes,
        "base_version": draft.base_version,
        "created_at": draft.created_at,
        "updated_at": draft.updated_at,
        "updated_by": draft.updated_by,
    }
