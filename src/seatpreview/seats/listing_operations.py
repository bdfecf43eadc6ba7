"""The API operations that list seats and their positions, page by page."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby, islice
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from seatpreview.context import Context
from seatpreview.labels.model import place_of
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.layouts.geometry import SeatPlace
from seatpreview.problems import Fault, NotFound, ValidationFailed
from seatpreview.results import CompressibleText, DraftText, Paging, content_etag, encode
from seatpreview.seats.listing_model import (
    ListedSeat,
    ListPositions,
    ListSeats,
    PositionList,
    SeatList,
    SeatPosition,
    SeatsQuery,
)
from seatpreview.seats.lookup import find_configuration, layout_changed
from seatpreview.seats.plan_cache import SEAT_PAGES, keep_page
from seatpreview.seats.seat_listing import (
    FoundSeat,
    SeatFilter,
    SeatNotFound,
    iterate_seats,
    seats_by_row,
)
from seatpreview.venues.cached import CachedVenue
from seatpreview.venues.venue_access import usable_venue

SEATS_ON_THE_LOOP_MAX = 20_000
"""A layout with more seats is searched in a thread: looking through 250,000 takes 30 milliseconds."""

POSITIONS_ON_THE_LOOP_MAX = 200
"""Longer pages of positions are built in a thread: one of 1,000 takes 5 milliseconds."""

Write = Callable[[list[FoundSeat], str | None], SeatList | PositionList]


async def list_seats(context: Context, query: ListSeats) -> CompressibleText | DraftText:
    """Returns a page of seats, in the order of the layout. A session for some seats sees only those."""
    asked = await _asked(context, query)
    _check_category(asked.layout, query.category)
    wanted = replace(
        asked.wanted,
        properties=() if query.property is UNSET else (query.property,),
        category=None if query.category is UNSET else str(query.category),
    )

    def write(found: list[FoundSeat], next_cursor: str | None) -> SeatList:
        return SeatList(data=[_listed(asked.layout, seat) for seat in found], next_cursor=next_cursor)

    return await _page(context, query, replace(asked, wanted=wanted), write)


async def list_positions(context: Context, query: ListPositions) -> CompressibleText | DraftText:
    """Returns a page of the positions of seats. Seats whose position is not known are left out."""
    asked = await _asked(context, query)
    layout, wanted = asked.layout, replace(asked.wanted, is_placed=True)

    def write(found: list[FoundSeat], next_cursor: str | None) -> PositionList:
        return PositionList(
            data=[*_positions(layout, found)],
            without_position=_count_without_position(layout, wanted),
            next_cursor=next_cursor,
        )

    return await _page(context, query, replace(asked, wanted=wanted), write)


class _AskedList(msgspec.Struct, frozen=True, gc=False):
    """What a query of a list asks for."""

    venue: CachedVenue
    configuration: CompiledConfiguration | None
    wanted: SeatFilter

    @property
    def layout(self) -> CompiledLayout:
        return self.venue.layout

    @property
    def takes_long(self) -> bool:
        """Whether the seats before the first one that is wanted may be very many."""
        return self.wanted.asks_for_kinds and self.layout.seat_count > SEATS_ON_THE_LOOP_MAX


async def _asked(context: Context, query: SeatsQuery) -> _AskedList:
    session = context.caller.session
    venue = (await usable_venue(context, None if query.venue is UNSET else query.venue, query.draft)).venue
    configuration = find_configuration(venue.layout, query.configuration, session)
    _check_section_and_row(venue, query)
    wanted = SeatFilter(
        section=None if query.section is UNSET else str(query.section),
        row=None if query.row is UNSET else str(query.row),
        closed=frozenset() if configuration is None else configuration.closed,
        seats={} if session is None else seats_by_row(frozenset(session.seats)),
    )
    return _AskedList(venue, configuration, wanted)


async def _page(
    context: Context, query: SeatsQuery, asked: _AskedList, write: Write
) -> CompressibleText | DraftText:
    """Returns a page of the seats that are wanted. A page for everybody is kept as it is sent."""
    venue, configuration = asked.venue, asked.configuration
    name, signing = _list_name(query), context.resources.signing
    # Read in any case: a cursor that was changed is refused, even if its page is kept.
    paging = Paging(signing, f"{name} of {venue.venue_id}", context.caller.tenant_id, query)
    pages = context.resources.caches.of(SEAT_PAGES)
    key = (
        venue.venue_id,
        venue.version,
        None if configuration is None else configuration.id,
        context.caller.tenant_id,
        signing.secret_id,
        name.encode() + encode(query),
    )
    is_kept = not asked.wanted.seats and venue.draft is None
    page = pages.get(key) if is_kept else None
    if page is not None:
        return page
    build = partial(_build, asked, paging, write)
    takes_long = asked.takes_long or (asked.wanted.is_placed and query.limit > POSITIONS_ON_THE_LOOP_MAX)
    text, next_cursor = await context.run_in_thread_for_caller(build) if takes_long else build()
    if venue.draft is not None:
        return DraftText(text, content_etag(text), next_cursor)
    if not is_kept:
        return CompressibleText(text, content_etag(text), next_cursor)
    return keep_page(pages, key, text, next_cursor)


def _list_name(query: SeatsQuery) -> str:
    return "positions" if isinstance(query, ListPositions) else "seats"


def _build(asked: _AskedList, paging: Paging, write: Write) -> tuple[bytes, str | None]:
    """Returns the text of a page, and the cursor of the next one."""
    seats = iterate_seats(asked.layout, asked.wanted, _after(paging.last_position))
    try:
        found = [*islice(seats, paging.fetch_limit)]
    except SeatNotFound:
        raise layout_changed() from None
    shown, next_cursor = paging.page_of(found, lambda seat: [seat.section.id, seat.row.id, seat.seat])
    return encode(write(shown, next_cursor)), next_cursor


def _listed(layout: CompiledLayout, found: FoundSeat) -> ListedSeat:
    row, seats = found.row, found.row.seats
    place = place_of(found.section.id, row.id, found.seat)
    kind = layout.facts.seat_kinds[row.kind_index(found.slot) if row.kinds else 0]
    ref = row.refs[seats.position_of(found.seat)] if row.refs and seats is not None else ""
    return ListedSeat(
        key=place.key,
        section=place.section,
        row=place.row,
        seat=place.seat,
        properties=kind.properties,
        category=kind.category,
        ref=ref or None,
        view_note=kind.view_note or UNSET,
    )


def _positions(layout: CompiledLayout, found: list[FoundSeat]) -> Iterator[SeatPosition]:
    for _, seats_of_row in groupby(found, lambda seat: (seat.section.id, seat.row.id)):
        seats = [*seats_of_row]
        place_at = layout.places_in_row(seats[0].section, seats[0].row)
        if place_at is not None:
            yield from (_position(seat.key, place_at(seat.slot)) for seat in seats)


def _position(key: str, place: SeatPlace) -> SeatPosition:
    (x, y, z), facing_deg = place
    # Adding 0.0 turns minus zero into zero.
    return SeatPosition(
        key=key,
        x=round(x, 3) + 0.0,
        y=round(y, 3) + 0.0,
        z=round(z, 3) + 0.0,
        facing_deg=round(facing_deg, 1) % 360.0,
    )


def _count_without_position(layout: CompiledLayout, wanted: SeatFilter) -> int:
    """Counts the seats that the list would have if all positions were known."""
    unplaced = {section.id for section in layout.sections if section.plan.placement is None}
    if wanted.seats:
        everything = replace(wanted, is_placed=False)
        return sum(seat.section.id in unplaced for seat in iterate_seats(layout, everything, None))
    chosen = unplaced.difference(wanted.closed)
    if wanted.section is not None:
        chosen &= {wanted.section}
    sections = [section for section in layout.sections if section.id in chosen]
    if wanted.row is None:
        return sum(section.seat_count for section in sections)
    rows = [section.row(wanted.row) for section in sections]
    return sum(len(row.seats) for row in rows if row is not None and row.seats is not None)


def _check_section_and_row(venue: CachedVenue, query: SeatsQuery) -> None:
    if query.section is UNSET:
        return
    if venue.layout.section(query.section) is None:
        raise NotFound("The venue has no section with this id. POST /seats/resolve finds one by its name.")
    if query.row is not UNSET and venue.layout.row(query.section, query.row) is None:
        raise NotFound("The section has no row with this id. POST /seats/resolve finds one by its name.")


def _check_category(layout: CompiledLayout, category: str | UnsetType) -> None:
    existing = [each.id for each in layout.facts.categories]
    if category is UNSET or category in existing:
        return
    names = ", ".join(f"'{name}'" for name in existing) or "none"
    detail = f"is not a category of the venue; it has {names}"
    raise ValidationFailed(
        f"The query has 1 fault: category {detail}.", errors=(Fault(parameter="category", detail=detail),)
    )


def _after(position: list[Any] | None) -> tuple[str, str | None, str] | None:
    if position is None:
        return None
    section, row, seat = position
    return section, row, seat
