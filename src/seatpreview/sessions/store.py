"""SQL for sessions that were ended before they expired. Nothing is stored about other sessions."""

from sqlalchemy import Text, bindparam, select

from seatpreview.database.bounded_deletion import DeletedRows, delete_some
from seatpreview.database.changes import ENDED_BY_VISITOR
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Transaction
from seatpreview.database.tables import counter, ended_sessions
from seatpreview.database.unique_names import insert_on_conflict
from seatpreview.freshness.record_cache import LoadContext, Loaded, RecordKind
from seatpreview.values.clock import Moment
from seatpreview.values.ids import SessionId, TenantId


async def end(
    transaction: Transaction,
    session_id: SessionId,
    tenant_id: TenantId | None,
    expires_at: Moment,
    is_by_visitor: bool,
) -> None:
    """Ends the session: once this is committed, no worker accepts it. The row may be deleted after
    `expires_at`, when no token of the session can be valid. A session that has ended is not changed.

    A session that a visitor ends is not a change of the tenant's records, and is not in its part of the log.
    """
    inserted = await transaction.connection.scalars(
        insert_on_conflict(ended_sessions, transaction.connection.dialect.name)
        .values(session_id=str(session_id), expires_at=expires_at)
        .on_conflict_do_nothing()
        .returning(ended_sessions.c.session_id)
    )
    if inserted and is_by_visitor:
        transaction.changed("session", session_id, None, ENDED_BY_VISITOR)
    elif inserted:
        transaction.changed("session", session_id, tenant_id, "ended")


async def prune(connection: Connection, at: Moment) -> DeletedRows:
    """Deletes some of the ended sessions whose tokens have all expired."""
    is_over = ended_sessions.c.expires_at <= at
    return await delete_some(connection, [ended_sessions.c.session_id], is_over)


async def _load(loading: LoadContext, session_id: str) -> Loaded[SessionId]:
    return await loading.database.read_row(_load_ended, session_id)


async def _load_ended(connection: Connection, session_id: str) -> Loaded[SessionId]:
    row = (await connection.execute(_SELECT_ENDED, {"session_id": session_id})).one()
    return Loaded(row.n, row.session_id, None if row.session_id is None else SessionId(row.session_id))


ENDED_SESSIONS = RecordKind("ended sessions", _load, changes=("session",), is_named_by_id=True)

_SELECT_ENDED = select(counter.c.n, ended_sessions.c.session_id).select_from(
    counter.outerjoin(ended_sessions, ended_sessions.c.session_id == bindparam("session_id", type_=Text))
)
