"""Proposes seats with a restricted view, from what is seen from them. A person decides: nothing here
changes a record."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.labels.model import place_of
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.layouts.model import PlaceName
from seatpreview.results import NextCursor, PageQuery
from seatpreview.seats.hall_sight import Sight, views_of_seats
from seatpreview.seats.seat_listing import FoundSeat, SeatFilter, iterate_seats
from seatpreview.seats.sightline import eye_of, sightline, sightline_steps
from seatpreview.seats.view_quality import SeenView, is_restricted

STEPS_MAX = 500_000
"""The most steps that the seats of one page may take: one or two seconds."""

SEEN_STEPS = 500
"""The steps that it takes to compute what is seen from a seat."""

C_VALUE_MIN_MM = 0
"""Below it, the eyes of people in the row in front are in the line of sight. It counts where the layout does
not say what people look at."""

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
    """A seat whose view counts as restricted."""

    key: str
    obstructions: Annotated[
        list[str], Meta(description="The ids of what hides a part, as in `sightline` of the preview.")
    ]
    visible_share: Annotated[
        float | None,
        Meta(
            description=(
                "The share of the stage, screen or field that is seen. Null: the layout does not say what "
                "people look at. Extension."
            )
        ),
    ] = None
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
    sight: Sight,
    after: Position | None,
    limit: int,
    steps_max: int = STEPS_MAX,
) -> FoundViews:
    """Returns the next seats whose view counts as restricted. Where it is not known what people look at, they
    are those whose line of sight is obstructed, or passes below the eyes in the row in front.

    Raises `SeatNotFound` if the layout no longer has the seat `after`."""
    open_sections = SeatFilter(
        closed=frozenset() if configuration is None else configuration.closed, is_placed=True
    )
    found: list[RestrictedView] = []
    position, steps = None, 0
    seen_steps = 0 if sight.kind is None else SEEN_STEPS
    for seat, seen in views_of_seats(layout, sight, iterate_seats(layout, open_sections, after)):
        if position is not None and (len(found) == limit or steps >= steps_max):
            return FoundViews(found, position)
        view = _view(layout, seat, configuration, seen)
        steps += sightline_steps(seat.section, seat.row, configuration) + seen_steps
        position = (seat.section.id, seat.row.id, seat.seat)
        found += [] if view is None else [view]
    return FoundViews(found, None)


def _view(
    layout: CompiledLayout,
    seat: FoundSeat,
    configuration: CompiledConfiguration | None,
    view: SeenView | None,
) -> RestrictedView | None:
    place = place_of(seat.section.id, seat.row.id, seat.seat)
    line = sightline(layout, place, eye_of(layout, place), configuration)
    is_below_heads = line.c_value_mm is not None and line.c_value_mm < C_VALUE_MIN_MM
    restricted = is_restricted([body.id for body in line.obstructions], view)
    if not restricted and (view is not None or not is_below_heads):
        return None
    kind = layout.facts.seat_kinds[seat.row.kind_index(seat.slot)]
    return RestrictedView(
        key=seat.key,
        obstructions=[body.id for body in (line.obstructions if view is None else view.hidden_by)],
        visible_share=None if view is None else view.share,
        c_value_mm=line.c_value_mm,
        is_marked="restrictedView" in kind.properties,
    )
