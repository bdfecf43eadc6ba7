"""A hall as exports write it, with all its places and names, and what a drawing says of itself."""

import math
from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from seatpreview.imports.exports.table_export import ExportedSeat
from seatpreview.imports.model import FoundCategory, FoundHall
from seatpreview.layouts.compiled import CompiledLayout, Row, SeatKind, Section
from seatpreview.layouts.model import Category, Focus, usual_size_m

Corners = tuple[tuple[float, float], ...]

_PITCH_M = 0.5
_ROW_M = 0.9
_STANDING_M2 = 0.25
Coordinate = Annotated[float, Meta(ge=-1e5, le=1e5)]
ShortText = Annotated[str, Meta(max_length=400)]


class ExportedArea(msgspec.Struct, kw_only=True):
    """A section without described seats: a standing area, or a suite."""

    section: str
    section_name: str = ""
    level: str = ""
    capacity: int | None = None
    points: Corners = ()
    """Metres. Empty: its place is not known."""


class ExportedHall(msgspec.Struct, kw_only=True):
    """Everything that the formats of exports can say of a venue."""

    venue_id: str
    name: str
    focus: Focus
    seats: list[ExportedSeat]
    areas: list[ExportedArea]
    categories: tuple[Category, ...]

    @property
    def section_names(self) -> dict[str, str]:
        """The names of sections by their ids, where they differ."""
        parts: list[ExportedSeat | ExportedArea] = [*self.seats, *self.areas]
        return {
            part.section: part.section_name
            for part in parts
            if part.section_name and part.section_name != part.section
        }


def exported_hall(layout: CompiledLayout, venue_id: str, name: str) -> ExportedHall:
    """Collects the seats of a layout, from left to right in each row, and its areas."""
    return ExportedHall(
        venue_id=venue_id,
        name=name,
        focus=layout.focus,
        seats=[seat for section in layout.sections for seat in _seats(layout, section)],
        areas=[_area(layout, section) for section in layout.sections if not section.seat_count],
        categories=layout.facts.categories,
    )


def stage_corners(focus: Focus) -> Corners:
    """Returns the outline of what people look at; empty if only a point is known."""
    extent = focus.extent
    if extent is None:
        return ()
    if extent.points:
        return tuple((x, y) for x, y in extent.points)
    width_m, depth_m = usual_size_m(extent)
    front = math.radians(extent.turn_deg)
    ahead, right = (math.sin(front), math.cos(front)), (math.cos(front), -math.sin(front))
    halves = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    return tuple(
        (
            focus.x + across * width_m * right[0] + along * depth_m * ahead[0],
            focus.y + across * width_m * right[1] + along * depth_m * ahead[1],
        )
        for across, along in halves
    )


def put_unplaced_in_rows(hall: ExportedHall) -> tuple[str, ...]:
    """Gives seats and areas without a known place one below the hall, for formats that need one.

    Each section stands by itself, its rows one behind the other. Returns the ids of these sections.
    """
    unplaced = [seat for seat in hall.seats if seat.x is None]
    top_m = min([hall.focus.y, *(seat.y for seat in hall.seats if seat.y is not None)]) - 5.0
    rows: dict[tuple[str, str], list[ExportedSeat]] = {}
    for seat in unplaced:
        rows.setdefault((seat.section, seat.row), []).append(seat)
    section = ""
    for (row_section, _), seats in rows.items():
        top_m -= _ROW_M if row_section == section else 2 * _ROW_M
        section = row_section
        for index, seat in enumerate(seats):
            seat.x, seat.y = hall.focus.x + (index - (len(seats) - 1) / 2) * _PITCH_M, top_m
    areas = [area for area in hall.areas if not area.points]
    for area in areas:
        side_m = _side_m(area.capacity)
        top_m -= side_m + 2 * _ROW_M
        area.points = _square(hall.focus.x, top_m + side_m / 2, side_m)
    return tuple(dict.fromkeys(part.section for part in _sections_of(unplaced, areas)))


def _sections_of(
    seats: Iterable[ExportedSeat], areas: Iterable[ExportedArea]
) -> Iterator[ExportedSeat | ExportedArea]:
    yield from seats
    yield from areas


def _seats(layout: CompiledLayout, section: Section) -> Iterator[ExportedSeat]:
    for row in section.rows:
        refs, place_at = _refs(row), layout.places_in_row(section, row)
        for slot in range(row.seats.slots if row.seats is not None else 0):
            name = row.seats.seat_at(slot) if row.seats is not None else None
            if name is not None:
                seat = _seat(section, row, layout.facts.seat_kinds[row.kind_index(slot)], name)
                seat.ref = refs.get(name, "")
                if place_at is not None:
                    (seat.x, seat.y, seat.z), seat.facing_deg = place_at(slot)
                yield seat


def _refs(row: Row) -> dict[str, str]:
    return dict(zip(row.seats, row.refs, strict=True)) if row.refs and row.seats is not None else {}


def _seat(section: Section, row: Row, kind: SeatKind, name: str) -> ExportedSeat:
    return ExportedSeat(
        section=section.id,
        section_name=section.name,
        level=section.level,
        row=row.id,
        seat=name,
        category=kind.category or "",
        properties=kind.properties,
        view_note=kind.view_note or "",
    )


def _area(layout: CompiledLayout, section: Section) -> ExportedArea:
    area = ExportedArea(
        section=section.id,
        section_name=section.name,
        level=section.level,
        capacity=section.plan.capacity,
        points=tuple((x, y) for x, y in section.plan.corners),
    )
    place = None if area.points else layout.floor_point(section.id)
    if place is not None:
        area.points = _square(place.x, place.y, _side_m(area.capacity))
    return area


def _side_m(capacity: int | None) -> float:
    return max(2.0, math.sqrt((capacity or 0) * _STANDING_M2))


def _square(x: float, y: float, side_m: float) -> Corners:
    half = side_m / 2
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


class FactsCategory(msgspec.Struct, frozen=True, omit_defaults=True):
    """A category of the venue."""

    id: ShortText
    name: ShortText = ""
    colour: ShortText = ""


class PlanFacts(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Facts about an exported drawing that are not part of any single shape."""

    units: Literal["m"]
    name: ShortText = ""
    focus: tuple[Coordinate, Coordinate] | None = None
    """In metres, y to the north."""
    section_names: dict[str, ShortText] = {}
    """By the ids of sections, where they differ."""
    categories: Annotated[tuple[FactsCategory, ...], Meta(max_length=100)] = ()
    unplaced: tuple[ShortText, ...] = ()
    """The ids of sections whose places are not known. They are drawn below the hall."""


def facts_of(hall: ExportedHall, unplaced: tuple[str, ...]) -> PlanFacts:
    """Returns what an export says about the hall as a whole."""
    return PlanFacts(
        units="m",
        name=hall.name,
        focus=(hall.focus.x, hall.focus.y),
        section_names=hall.section_names,
        categories=tuple(
            FactsCategory(
                id=str(category.id), name=str(category.name or ""), colour=str(category.colour or "")
            )
            for category in hall.categories
        ),
        unplaced=unplaced,
    )


def apply_facts(hall: FoundHall, facts: PlanFacts) -> None:
    """Adds the facts of an exported drawing to what was read from its shapes.

    The hall is in metres with y to the north. Places that the export had to invent are removed.
    """
    hall.name, hall.metres_per_unit, hall.is_y_down = facts.name, 1.0, False
    hall.is_export = True
    hall.focal_point = facts.focus
    hall.section_names = dict(facts.section_names)
    hall.categories = [
        FoundCategory(key=category.id, name=category.name or category.id, colour=category.colour)
        for category in facts.categories
    ]
    remove_places(hall, frozenset(facts.unplaced))


def remove_places(hall: FoundHall, sections: frozenset[str]) -> None:
    """Removes the places of these sections, which the export had to invent."""
    for seat in hall.seats:
        if seat.section in sections:
            seat.x = seat.y = seat.z = seat.facing_deg = None
    for area in hall.areas:
        if area.section in sections:
            area.points = ()
