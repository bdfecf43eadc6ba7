"""Proposes seats with a restricted view, from their computed lines of sight. A person decides: nothing here
changes a record."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.labels.model import place_of
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.layouts.written_values import PlaceName
from seatpreview.results.cursors import NextCursor, PageQuery
from seatpreview.seats.seat_listing import FoundSeat, SeatFilter, iterate_seats
from seatpreview.seats.sightline import eye_of, sightline, sightline_steps

STEPS_MAX = 500_000
"""The most steps that the lines of sight of one page may take: one or two seconds."""

C_VALUE_MIN_MM = 0
"""Below it, the eyes of people in the row in front are in the line of sight."""

Position = tuple[str, str, str]


class ListRestrictedViews(PageQuery, kw_only=True):
    """The query of listRestrictedViews."""

    configuration: (
        Annotated[
            PlaceName,
            Meta(description="The id of a configuration, or `none`. Default: the default of the venue."),
        ]
        | UnsetType
    ) = UNSET


class RestrictedView(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A seat from which something hides the focus."""

    key: str
    obstructions: Annotated[list[str], Meta(description="The ids of bodies in the line of sight.")]
    c_value_mm: Annotated[
        int | None,
        Meta(description="Below 0: people in the row in front are in the line of sight. Null: not known."),
    ]
    is_marked: Annotated[bool, Meta(description="Whether the layout says `restrictedView` of the seat.")]


class RestrictedViewList(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A page of proposals, in the order of the layout. A page may have few entries, or none, and still not be
    the last one: each looks at a bounded number of seats."""

    data: list[RestrictedView]
    next_cursor: NextCursor


class FoundViews(msgspec.Struct, frozen=True, array_like=True):
    """The proposals of a page."""

    data: list[RestrictedView]
    position: Position | None
    """The last seat that was looked at; None if it is the last one of the layout."""


def restricted_views(
    layout: CompiledLayout,
    configuration: CompiledConfiguration | None,
    after: Position | None,
    limit: int,
    steps_max: int = STEPS_MAX,
) -> FoundViews:
    """Returns the next seats whose line of sight is obstructed, or passes below the eyes in the row in front.
    Raises `SeatNotFound` if the layout no longer has the seat `after`."""
    open_sections = SeatFilter(
        closed=frozenset() if configuration is None else configuration.closed, is_placed=True
    )
    found: list[RestrictedView] = []
    position, steps = None, 0
    for seat in iterate_seats(layout, open_sections, after):
        if position is not None and (len(found) == limit or steps >= steps_max):
            return FoundViews(found, position)
        view = _view(layout, seat, configuration)
        steps += sightline_steps(seat.section, seat.row, configuration)
        position = (seat.section.id, seat.row.id, seat.seat)
        found += [] if view is None else [view]
    return FoundViews(found, None)


def _view(
    layout: CompiledLayout, seat: FoundSeat, configuration: CompiledConfiguration | None
) -> RestrictedView | None:
    place = place_of(seat.section.id, seat.row.id, seat.seat)
    seen = sightline(layout, place, eye_of(layout, place), configuration)
    is_over_heads = seen.c_value_mm is None or seen.c_value_mm >= C_VALUE_MIN_MM
    if is_over_heads and not seen.obstructions:
        return None
    kind = layout.facts.seat_kinds[seat.row.kind_index(seat.slot)]
    return RestrictedView(
        key=seat.key,
        obstructions=[body.id for body in seen.obstructions],
        c_value_mm=seen.c_value_mm,
        is_marked="restrictedView" in kind.properties,
    )
