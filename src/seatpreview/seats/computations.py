"""Computations on seats: pure functions of bytes, which run in processes of their own."""

from functools import lru_cache
from typing import NamedTuple

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.layouts.model import SeatProperty
from seatpreview.problems import NotFound
from seatpreview.results import encode
from seatpreview.seats.best_seats import Search, best_seats
from seatpreview.seats.best_seats_model import BestSeatsRules, Weights
from seatpreview.seats.best_view import best_place
from seatpreview.seats.display_names import DisplayNames
from seatpreview.seats.hall_sight import HallSight
from seatpreview.seats.lookup import find_configuration, layout_changed
from seatpreview.seats.plan import build_plan
from seatpreview.seats.restricted_views import Position, restricted_views
from seatpreview.seats.seat_groups import Candidates
from seatpreview.seats.seat_listing import SeatNotFound, SeatsByRow, matching_kinds
from seatpreview.seats.seat_views import ViewedHall, seat_views
from seatpreview.seats.seen_rows import compute_rows
from seatpreview.seats.spoken_language import spoken_language
from seatpreview.values.ids import VenueId
from seatpreview.values.validated_text import trusted_text
from seatpreview.venues.computations import layout_of
from seatpreview.venues.model import BestView, ViewerDefaults
from seatpreview.venues.translations import NOT_TRANSLATED, Translations


class PlanRequest(msgspec.Struct, frozen=True, array_like=True):
    """What a plan is asked for."""

    venue_id: str
    version: int
    name: str
    configuration: str | None
    names: str
    """The language of names; empty for those of the record."""
    texts: str
    """The language to which usual names are translated."""


def render_plan(request: bytes, document: bytes, compiled: bytes) -> bytes:
    """Returns the plan of a venue as JSON."""
    asked = msgspec.msgpack.decode(request, type=PlanRequest)
    layout = layout_of(compiled, document)
    configuration = _configuration_of(layout, asked.configuration)
    record = _decode_members(document)
    own_locale = record.viewer_defaults.locale
    names = DisplayNames(record.translations.get(asked.names, NOT_TRANSLATED), own_locale, asked.texts)
    return encode(
        build_plan(
            VenueId(asked.venue_id),
            asked.version,
            asked.name,
            layout,
            configuration,
            record.viewer_defaults,
            names,
        )
    )


NO_KINDS: frozenset[int] = frozenset()
WHEELCHAIR: tuple[SeatProperty, ...] = ("wheelchair",)
COMPANION: tuple[SeatProperty, ...] = ("companion",)


class BestSeatsSearch(msgspec.Struct, frozen=True, array_like=True):
    """Which seats are looked for."""

    configuration: str | None
    count: int
    limit: int
    weights: Weights
    rules: BestSeatsRules
    best_views: tuple[BestView, ...]
    """What the venue states of the best seats."""
    sections: tuple[str, ...] | None
    properties: tuple[SeatProperty, ...]
    category: str | None
    among: SeatsByRow | None
    """Free seats by the ids of their sections and rows; None: all seats are free."""
    unresolved: list[str]


def find_best_seats(request: bytes, document: bytes, compiled: bytes) -> bytes:
    """Returns the best groups of seats as JSON."""
    asked = msgspec.msgpack.decode(request, type=BestSeatsSearch)
    hall = _hall(document, compiled, asked.configuration)
    layout, configuration = hall.layout, hall.configuration
    asks_for_kinds = bool(asked.properties) or asked.category is not None
    rules = asked.rules
    wheelchairs = matching_kinds(layout, WHEELCHAIR, None)
    companions = matching_kinds(layout, COMPANION, None) if rules.companion_with_wheelchair else NO_KINDS
    is_requested = not {"wheelchair", "companion"}.isdisjoint(asked.properties)
    keeps_wheelchairs = rules.wheelchair_on_request and not is_requested
    candidates = Candidates(
        sections=None if asked.sections is None else frozenset(asked.sections),
        closed=frozenset() if configuration is None else configuration.closed,
        among=asked.among,
        kinds=matching_kinds(layout, asked.properties, asked.category) if asks_for_kinds else None,
        reserved=wheelchairs | companions if keeps_wheelchairs else NO_KINDS,
        companions=companions,
        wheelchairs=wheelchairs,
        leaves_no_single=rules.no_single_seat,
    )
    bodies = hall.sight.hall
    search = Search(
        candidates=candidates,
        count=asked.count,
        limit=asked.limit,
        place=best_place(layout, configuration, bodies, asked.best_views),
        weights=asked.weights,
    )
    found = best_seats(layout, configuration, hall.sight, search)
    return encode(replace(found, unresolved=asked.unresolved))


class RestrictedViewsSearch(msgspec.Struct, frozen=True, array_like=True):
    """Which page of proposals is asked for."""

    configuration: str | None
    after: Position | None
    limit: int


def find_restricted_views(request: bytes, document: bytes, compiled: bytes) -> bytes:
    """Returns a page of seats from which something hides the focus."""
    asked = msgspec.msgpack.decode(request, type=RestrictedViewsSearch)
    layout = layout_of(compiled, document)
    configuration = find_configuration(layout, asked.configuration or UNSET, None)
    try:
        sight = HallSight(layout, configuration)
        found = restricted_views(layout, configuration, sight, asked.after, asked.limit)
    except SeatNotFound:
        raise layout_changed() from None
    return msgspec.msgpack.encode(found, enc_hook=str)


class SeatViewsSearch(msgspec.Struct, frozen=True, array_like=True):
    """Which page of views is asked for."""

    configuration: str | None
    section: str | None
    after: Position | None
    rows_max: int


def find_seat_views(request: bytes, document: bytes, compiled: bytes) -> bytes:
    """Returns a page of what is seen from seats, in the language of the venue."""
    asked = msgspec.msgpack.decode(request, type=SeatViewsSearch)
    layout = layout_of(compiled, document)
    if asked.section is not None and layout.section(asked.section) is None:
        raise NotFound("The venue has no section with this id. POST /seats/resolve finds one by its name.")
    configuration = find_configuration(layout, asked.configuration or UNSET, None)
    hall = _hall(document, compiled, None if configuration is None else configuration.id)
    record = _decode_members(document)
    own = record.viewer_defaults.locale
    language = spoken_language(None, None if own is UNSET else str(own), frozenset(record.translations))
    names = DisplayNames(record.translations.get(language.names, NOT_TRANSLATED), own, language.texts)
    viewed = ViewedHall(*hall, names.bodies(hall.configuration), language.texts)
    try:
        found = seat_views(viewed, asked.section, asked.after, asked.rows_max)
    except SeatNotFound:
        raise layout_changed() from None
    return msgspec.msgpack.encode(found, enc_hook=str)


class SeenRowsRequest(msgspec.Struct, frozen=True, array_like=True):
    """From which rows of a section it is asked what is seen."""

    configuration: str | None
    section: str
    first_row: int


def see_rows(request: bytes, document: bytes, compiled: bytes) -> bytes:
    """Returns what is seen from the rows that are computed together with one, in the form that is kept."""
    asked = msgspec.msgpack.decode(request, type=SeenRowsRequest)
    hall = _hall(document, compiled, asked.configuration)
    section = hall.layout.section(asked.section)
    if section is None:
        raise NotFound(f"The venue has no section '{asked.section}' any more.")
    return compute_rows(hall.layout, hall.configuration, section, asked.first_row, hall.sight)


class _Hall(NamedTuple):
    layout: CompiledLayout
    configuration: CompiledConfiguration | None
    sight: HallSight


@lru_cache(maxsize=1)
def _hall(document: bytes, compiled: bytes, configuration: str | None) -> _Hall:
    """Builds the bodies of a hall. For one of 100,000 seats, this takes longer than to compute a few rows of
    it, and who asks for one row often asks for another."""
    layout = layout_of(compiled, document)
    found = _configuration_of(layout, configuration)
    return _Hall(layout, found, HallSight(layout, found))


def _configuration_of(layout: CompiledLayout, asked: str | None) -> CompiledConfiguration | None:
    """Returns a configuration by its id; None for the bare hall."""
    configuration = None if asked is None else layout.configurations.get(asked)
    if configuration is None and asked is not None:
        raise NotFound(f"The venue has no configuration '{asked}' any more.")
    return configuration


class _PlanMembers(msgspec.Struct, frozen=True, rename="camel"):
    """The members of a stored record that its plan depends on, besides the layout."""

    viewer_defaults: ViewerDefaults = ViewerDefaults()
    translations: Translations = {}


_decode_members = msgspec.json.Decoder(_PlanMembers, dec_hook=trusted_text).decode
