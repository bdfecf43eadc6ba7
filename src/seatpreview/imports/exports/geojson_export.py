"""Writes a hall as GeoJSON in metres, and reads such files back exactly."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.imports.exports.exported_hall import (
    Coordinate,
    Corners,
    ExportedArea,
    ExportedHall,
    PlanFacts,
    ShortText,
    apply_facts,
    facts_of,
    put_unplaced_in_rows,
    stage_corners,
)
from seatpreview.imports.exports.table_export import ExportedSeat
from seatpreview.imports.model import FOUND_SEATS_MAX, FoundArea, FoundHall, FoundSeat, ReportItem
from seatpreview.layouts.model import SeatProperty

_Position = Annotated[tuple[Coordinate, ...], Meta(min_length=2, max_length=3)]
_Ring = Annotated[tuple[_Position, ...], Meta(max_length=1000)]


class _Members(msgspec.Struct, kw_only=True, rename="camel", omit_defaults=True):
    """The properties of a feature."""

    kind: Literal["seat", "area", "stage"]
    section: ShortText = ""
    section_name: ShortText = ""
    level: ShortText = ""
    row: ShortText = ""
    seat: ShortText = ""
    name: ShortText = ""
    capacity: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    category: ShortText = ""
    has: tuple[SeatProperty, ...] = ()
    view_note: ShortText = ""
    facing: Annotated[float, Meta(ge=-360, le=360)] | None = None
    ref: ShortText = ""


class _Point(msgspec.Struct, tag_field="type", tag="Point"):
    coordinates: _Position


class _Polygon(msgspec.Struct, tag_field="type", tag="Polygon"):
    coordinates: Annotated[tuple[_Ring, ...], Meta(min_length=1, max_length=100)]


class _Feature(msgspec.Struct, kw_only=True):
    type: Literal["Feature"] = "Feature"
    id: str | UnsetType = UNSET
    geometry: _Point | _Polygon
    properties: _Members


class _Collection(msgspec.Struct, kw_only=True):
    type: Literal["FeatureCollection"] = "FeatureCollection"
    seatpreview: PlanFacts
    features: Annotated[list[_Feature], Meta(max_length=FOUND_SEATS_MAX + 10_000)]


def write_geojson(hall: ExportedHall) -> bytes:
    """Writes a point for each seat, and a polygon for each area and for the stage. Coordinates are metres to
    the east, to the north and up: a hall has no place on earth."""
    unplaced = put_unplaced_in_rows(hall)
    features = [_seat_feature(seat) for seat in hall.seats]
    features += [_area_feature(area) for area in hall.areas]
    if corners := stage_corners(hall.focus):
        members = _Members(kind="stage", name=str(hall.focus.name or "Stage"))
        features.append(_Feature(geometry=_polygon(corners), properties=members))
    return msgspec.json.encode(_Collection(seatpreview=facts_of(hall, unplaced), features=features))


def read_own_geojson(content: dict[str, object]) -> FoundHall | None:
    """Reads a file that `write_geojson` wrote; None if it is another one, or was changed beyond that form."""
    if not isinstance(content.get("seatpreview"), dict):
        return None
    try:
        plan = msgspec.convert(content, _Collection)
    except msgspec.ValidationError:
        return None
    hall = FoundHall(format="geojson", is_y_down=False, metres_per_unit=1.0)
    for feature in plan.features:
        if feature.properties.kind == "seat" and isinstance(feature.geometry, _Point):
            hall.seats.append(_found_seat(feature.properties, feature.geometry))
        elif isinstance(feature.geometry, _Polygon):
            hall.areas.append(_found_area(feature.properties, feature.geometry))
    apply_facts(hall, plan.seatpreview)
    hall.taken.append(ReportItem(text="Seats of a file that Seat Preview exported.", count=len(hall.seats)))
    return hall


def _seat_feature(seat: ExportedSeat) -> _Feature:
    members = _Members(
        kind="seat",
        section=seat.section,
        section_name=seat.section_name,
        level=seat.level,
        row=seat.row,
        seat=seat.seat,
        category=seat.category,
        has=seat.properties,
        view_note=seat.view_note,
        facing=None if seat.facing_deg is None else round(seat.facing_deg, 2),
        ref=seat.ref,
    )
    place = [seat.x or 0.0, seat.y or 0.0, *([] if seat.z is None else [seat.z])]
    point = _Point(tuple(round(metres, 3) for metres in place))
    return _Feature(id=f"{seat.section}/{seat.row}/{seat.seat}", geometry=point, properties=members)


def _area_feature(area: ExportedArea) -> _Feature:
    members = _Members(
        kind="area",
        section=area.section,
        section_name=area.section_name,
        level=area.level,
        capacity=area.capacity,
    )
    return _Feature(id=area.section, geometry=_polygon(area.points), properties=members)


def _polygon(corners: Corners) -> _Polygon:
    ring = tuple((round(x, 3), round(y, 3)) for x, y in (*corners, corners[0]))
    return _Polygon((ring,))


def _found_seat(members: _Members, point: _Point) -> FoundSeat:
    x, y, *height = point.coordinates
    return FoundSeat(
        name=members.seat,
        row=members.row,
        section=members.section,
        level=members.level,
        part=f"{members.section}/{members.row}",
        x=x,
        y=y,
        z=height[0] if height else None,
        facing_deg=members.facing,
        category=members.category,
        properties=members.has,
        view_note=members.view_note,
        ref=members.ref,
    )


def _found_area(members: _Members, polygon: _Polygon) -> FoundArea:
    ring = polygon.coordinates[0]
    return FoundArea(
        kind="stage" if members.kind == "stage" else "standing",
        name=members.name or members.section_name,
        points=tuple((place[0], place[1]) for place in ring[:-1]),
        capacity=members.capacity,
        level=members.level,
        section=members.section,
    )
