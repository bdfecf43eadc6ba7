"""The previews that were asked for last, which a service that starts makes before it serves.

They are noted when the text of a preview is made, not for every request. A seat that buyers look at again and
again is noted each time the signed addresses in its text change.
"""

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace
from sqlalchemy import select

from seatpreview.caching import Kind, Recent, WorkerCaches
from seatpreview.context import Context
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database
from seatpreview.database.tables import recent_previews
from seatpreview.database.unique_names import insert_on_conflict
from seatpreview.layouts.model import PlaceName
from seatpreview.results import encode
from seatpreview.seats.model import PreviewQuery
from seatpreview.values.ids import TenantId, VenueId
from seatpreview.values.locales import Locale
from seatpreview.values.validated_text import trusted_text

LABEL_CHARACTERS_MAX = 100
"""The longest label that is noted. With the numbers below, it bounds the row to 300 kB."""


class RecentPreview(msgspec.Struct, frozen=True, gc=False):
    """A preview that was made, and the tenant whose page or server asked for it."""

    tenant_id: TenantId
    query: PreviewQuery


RECENT_VENUES = Kind[Recent[tuple[TenantId, str | UnsetType], RecentPreview]](lambda _: Recent(50))
RECENT_SEATS = Kind[Recent[RecentPreview, RecentPreview]](lambda _: Recent(1000))


def note(context: Context, venue_id: VenueId, query: PreviewQuery) -> None:
    """Notes that a preview was made. What admin scope looks at is not a sale, and a long label is more than a
    seat."""
    if context.caller.tenant_id is not None and len(query.seat) <= LABEL_CHARACTERS_MAX:
        whole_query = replace(
            _with_session(context, query), venue=str(venue_id), with_neighbours=False, with_session=False
        )
        remember(context.resources.caches, RecentPreview(context.caller.tenant_id, whole_query))


def remember(caches: WorkerCaches, preview: RecentPreview) -> None:
    """Remembers a preview as the newest."""
    caches.of(RECENT_VENUES).put((preview.tenant_id, preview.query.venue), preview)
    caches.of(RECENT_SEATS).put(preview, preview)


def newest_first(caches: WorkerCaches) -> list[RecentPreview]:
    """Returns one preview of each venue, then the others: a herd at one venue displaces no other venue."""
    venues, seats = caches.of(RECENT_VENUES), caches.of(RECENT_SEATS)
    return [*dict.fromkeys((*venues.newest_first(), *seats.newest_first()))]


async def write(caches: WorkerCaches, database: Database) -> None:
    """Writes the previews for the next start, in place of those that any worker has written before."""
    recent = caches.of(RECENT_SEATS)
    if recent.has_changed:
        recent.has_changed = False
        await database.write_activity(_write, encode(newest_first(caches)).decode())


async def read(database: Database) -> list[RecentPreview]:
    """Returns the previews that were written last; none where another version of the service wrote them."""
    text = await database.read(_read)
    try:
        return [] if text is None else _DECODER.decode(text)
    except msgspec.MsgspecError:
        return []


def _with_session(context: Context, query: PreviewQuery) -> PreviewQuery:
    """Returns the query with what the session says where the query says nothing."""
    session = context.caller.session
    if session is None:
        return query
    configuration, locale = query.configuration, query.locale
    if configuration is UNSET and session.configuration is not None:
        configuration = PlaceName(session.configuration)
    if locale is UNSET and session.locale is not None:
        locale = Locale(session.locale)
    return replace(query, configuration=configuration, locale=locale)


async def _read(connection: Connection) -> str | None:
    text: str | None = await connection.scalar(_SELECT)
    return text


async def _write(connection: Connection, text: str) -> None:
    insert = insert_on_conflict(recent_previews, connection.dialect.name)
    await connection.execute(
        insert.on_conflict_do_update(index_elements=["id"], set_={"previews": insert.excluded.previews}),
        {"id": 1, "previews": text},
    )


_SELECT = select(recent_previews.c.previews)
_DECODER = msgspec.json.Decoder(list[RecentPreview], dec_hook=trusted_text)
