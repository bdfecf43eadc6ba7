"""What the API offers on seats."""

import asyncio
from functools import partial
from itertools import islice
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from seatpreview.clock import datetime_of
from seatpreview.context import Call
from seatpreview.cursors import Paging
from seatpreview.imagery.model import Imagery
from seatpreview.imagery.store import IMAGERY
from seatpreview.imagery.urls import next_addresses_at, signed
from seatpreview.labels.seat_keys import LabelParts
from seatpreview.problems import Fault, NotFound, ValidationFailed
from seatpreview.seats.image_choice import Choice
from seatpreview.seats.lookup import check_may_see, configuration_asked
from seatpreview.seats.model import (
    ListSeats,
    Preview,
    PreviewImagery,
    PreviewNeighbours,
    PreviewQuery,
    PreviewTiles,
    PreviewVenue,
    ResolvedLabel,
    ResolvedSeats,
    ResolveSeatsRequest,
    SeatList,
    ShownAd,
)
from seatpreview.seats.plan import Plan, PlanQuery, plan_of
from seatpreview.seats.seat_order import Gone, Wanted, seats_from
from seatpreview.seats.venue_previews import KeptPreview, RunningAd, Showing, View
from seatpreview.venues.cached import CompiledVenue
from seatpreview.venues.rules import label_of
from seatpreview.venues.venue_access import KnownVenue, known_venue

LABELS_ON_THE_LOOP_MAX = 50
IMAGES_ON_THE_LOOP_MAX = 2000
SEATS_ON_THE_LOOP_MAX = 50_000


async def preview_seat(call: Call, query: PreviewQuery) -> Preview:
    session = call.caller.session
    known = await known_venue(call, _named(query.venue))
    showing = _showing(call, known.venue) or await _make_showing(call, known.venue)
    view = showing.view(known, query, session)
    check_may_see(view.seat.key, session)
    last = view.last
    if last is None or not last.holds(call.at, call.means.signing.secret_id):
        last = view.last = _kept_preview(call, known.venue, showing, view)
    if session is None or not session.seats:
        return last.preview
    return replace(last.preview, neighbours=_among(session.seats, view.neighbours))


async def resolve_seats(call: Call, body: ResolveSeatsRequest) -> ResolvedSeats:
    if body.venue is UNSET and call.caller.session is None:
        raise ValidationFailed.of(
            Fault(pointer="/venue", detail="is missing; name the venue by its venueId, or by an alias of it")
        )
    known = await known_venue(call, _named(body.venue))
    if len(body.labels) > LABELS_ON_THE_LOOP_MAX:
        return await asyncio.to_thread(_resolve, known, body)
    return _resolve(known, body)


async def list_seats(call: Call, query: ListSeats) -> SeatList:
    """In the order of the layout. A session for some seats sees those."""
    session = call.caller.session
    known = await known_venue(call, _named(query.venue))
    layout = known.venue.layout
    configuration = configuration_asked(layout, query.configuration, session)
    _check_place(known.venue, query)
    paging = Paging(call.signing, f"seats of {known.venue.venue_id}", call.caller.tenant_id, query)
    wanted = Wanted(
        section=None if query.section is UNSET else str(query.section),
        row=None if query.row is UNSET else str(query.row),
        closed=frozenset() if configuration is None else configuration.closed,
        keys=frozenset() if session is None else frozenset(session.seats),
    )
    try:
        found = [*islice(seats_from(layout, wanted, _place(paging.after)), paging.count)]
    except Gone:
        raise _layout_changed() from None
    page, next_cursor = paging.cut(found, lambda seat: [seat.section, seat.row, seat.seat])
    return SeatList(data=page, next_cursor=next_cursor)


async def get_plan(call: Call, query: PlanQuery) -> Plan:
    """Names and places only: nothing of it is secret to who may use the venue."""
    known = await known_venue(call, _named(query.venue))
    configuration = configuration_asked(known.venue.layout, query.configuration, call.caller.session)
    if known.venue.layout.seat_count > SEATS_ON_THE_LOOP_MAX:
        return await asyncio.to_thread(plan_of, known.venue, configuration)
    return plan_of(known.venue, configuration)


def _showing(call: Call, venue: CompiledVenue) -> Showing | None:
    """None unless one was made of this very record and these very images."""
    showing: Showing | None = venue.made
    if showing is None or showing.imagery is not call.means.records.get(IMAGERY, venue.venue_id):
        return None
    return showing


async def _make_showing(call: Call, venue: CompiledVenue) -> Showing:
    imagery = await call.records.find(IMAGERY, venue.venue_id) or _NO_IMAGERY
    images = sum(len(imagery_set.images) for imagery_set in venue.record.imagery_sets)
    # A venue of many images takes a while, once after each change: other requests must not wait for it.
    is_large = images > IMAGES_ON_THE_LOOP_MAX
    make = partial(Showing, venue, imagery, call.means.views)
    showing = venue.made = await asyncio.to_thread(make) if is_large else make()
    return showing


_NO_IMAGERY = Imagery({})


def _named(venue: str | UnsetType) -> str | None:
    return None if venue is UNSET else venue


def _kept_preview(call: Call, venue: CompiledVenue, showing: Showing, view: View) -> KeptPreview:
    record, at = venue.record, call.at
    preview = Preview(
        venue=PreviewVenue(venue_id=venue.venue_id, name=record.name, timezone=record.timezone),
        configuration=view.configuration,
        seat=view.seat,
        resolution=view.resolution,
        imagery=None if view.choice is None else _imagery(call, showing, view.choice),
        provenance=view.provenance,
        orientation=view.orientation,
        sightline=view.sightline,
        description=view.description,
        neighbours=view.neighbours,
        ads=[_ad(call, running) for running in showing.ads(view.seat.section, at)],
        viewer_defaults=record.viewer_defaults,
    )
    next_ads_at, next_addresses = showing.next_ads_at(at), next_addresses_at(at, call.url_ttl_seconds)
    ends = next_addresses if next_ads_at is None else min(next_ads_at, next_addresses)
    return KeptPreview(preview, call.signing.secret_id, at, ends)


def _imagery(call: Call, showing: Showing, choice: Choice) -> PreviewImagery:
    image, of_set = choice.image, choice.imagery_set
    stored = None if image.object is UNSET else showing.imagery.get(image.object)
    if stored is None:
        return PreviewImagery(
            set_id=of_set.id,
            kind=of_set.kind,
            url="" if image.url is UNSET else image.url,
            preview_url=None,
            tiles=None,
            width=None,
            height=None,
            attribution=of_set.attribution,
            expires_at=None,
        )
    addresses = signed(call, stored)
    tiles = None
    if stored.tiles is not None and addresses.tiles_url_template is not None:
        tiles = PreviewTiles(
            columns=stored.tiles.columns, rows=stored.tiles.rows, url=addresses.tiles_url_template
        )
    return PreviewImagery(
        set_id=of_set.id,
        kind=of_set.kind,
        url=addresses.url,
        preview_url=addresses.preview_url,
        tiles=tiles,
        width=stored.width,
        height=stored.height,
        attribution=of_set.attribution,
        expires_at=datetime_of(addresses.expires_at),
    )


def _among(seats: tuple[str, ...], neighbours: PreviewNeighbours) -> PreviewNeighbours:
    """Those of them that a session for these seats may see."""
    return PreviewNeighbours(
        left=neighbours.left if neighbours.left in seats else None,
        right=neighbours.right if neighbours.right in seats else None,
        in_front=neighbours.in_front if neighbours.in_front in seats else None,
        behind=neighbours.behind if neighbours.behind in seats else None,
    )


def _ad(call: Call, running: RunningAd) -> ShownAd:
    ad = running.ad
    return ShownAd(
        id=ad.id,
        slot=ad.slot,
        image_url=signed(call, running.image).url,
        alt=ad.alt,
        click_url=ad.click_url,
        until=None if running.ends is None else datetime_of(running.ends),
    )


def _resolve(known: KnownVenue, body: ResolveSeatsRequest) -> ResolvedSeats:
    return ResolvedSeats(results=[_resolved_label(known, label) for label in body.labels])


def _resolved_label(known: KnownVenue, sent: str | LabelParts) -> ResolvedLabel:
    label = label_of(sent)
    found = known.resolve(label)
    return ResolvedLabel(
        label=label,
        status=found.status,
        level=found.level,
        seat=found.seat,
        confidence=found.confidence,
        alternatives=found.alternatives,
        trace=found.trace,
    )


def _check_place(venue: CompiledVenue, query: ListSeats) -> None:
    if query.section is UNSET:
        return
    if venue.layout.section(query.section) is None:
        raise NotFound("The venue has no section with this id. POST /seats/resolve finds one by its name.")
    if query.row is not UNSET and venue.layout.row(query.section, query.row) is None:
        raise NotFound("The section has no row with this id. POST /seats/resolve finds one by its name.")


def _place(after: list[Any] | None) -> tuple[str, str, str] | None:
    if after is None:
        return None
    section, row, seat = after
    return section, row, seat


def _layout_changed() -> ValidationFailed:
    return ValidationFailed(
        "The venue's layout has changed, and the seat that this cursor stands for is gone. Leave the cursor "
        "out to start again.",
        errors=(Fault(parameter="cursor", detail="stands for a seat that is gone; start again"),),
    )
