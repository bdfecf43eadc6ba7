"""Every export is read back with the same seats, names, refs, properties, categories and places."""

import json
import math
from typing import Any

import pytest

from seatpreview.decoding.inputs import decode
from seatpreview.imports.exports.exported_hall import ExportedHall, exported_hall
from seatpreview.imports.exports.geojson_export import write_geojson
from seatpreview.imports.exports.pretix_export import write_pretix
from seatpreview.imports.exports.svg_export import write_svg
from seatpreview.imports.exports.table_export import write_csv, write_xlsx
from seatpreview.imports.file_formats import ExportFormat
from seatpreview.imports.file_import import import_file, read_file
from seatpreview.imports.model import FoundHall, FoundSeat
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.model import Layout
from seatpreview.venues.example_records import EXAMPLE_IDS, example_text

CENTIMETRE_M = 0.0101
FORMATS: tuple[ExportFormat, ...] = ("csv", "xlsx", "pretix", "geojson", "svg")
PLACES = ("wheelchair", "companion")
"""The properties of which pretix keeps one for each seat, in categories of their own."""
DRAWINGS: tuple[ExportFormat, ...] = ("pretix", "geojson", "svg")
HALL: dict[str, Any] = {
    "focus": {"name": "Altar", "x": 3.5, "y": -2.25, "extent": {"kind": "stage", "widthM": 8, "depthM": 5}},
    "categories": [
        {"id": "A", "name": "Premium (front)", "colour": "#aa0000"},
        {"id": "B", "colour": "#00aa00"},
        {"id": "C"},
    ],
    "sections": [
        {
            "id": "PK-L",
            "name": "Parkett <links> & 'Mitte'",
            "level": "Parkett/EG",
            "category": "A",
            "positions": [
                {"row": "1", "seats": ["1", "2", "12A"], "x": [-310, -255, -198], "y": [-911, -903, -911]},
                {"row": "10", "seats": [1, 3], "x": [-305, -240], "y": [-1002, -998], "z": [20, 35]},
            ],
            "properties": [
                {"at": {"1": [1, 2]}, "has": ["wheelchair", "companion"], "category": "B"},
                {"at": {"10": [3]}, "has": ["restrictedView"], "viewNote": "A pillar; 'thick'."},
            ],
            "refs": {"1": ["guid-1", "", "=1+1"], "10": ["PK-L/10/1x", "x 9"]},
        },
        {
            "id": "PK-R",
            "name": "Parkett <links> & 'Mitte'",
            "level": "Rang 1",
            "rows": {"first": "A", "last": "D"},
            "seats": {"count": 9, "exceptions": [{"rows": ["B"], "skip": [3]}]},
            "geometry": {"shape": "curved", "bearingDeg": 160, "distanceM": 14.2, "riserM": 0.31},
        },
        {"id": "Box 1", "seats": {"count": 4, "direction": "rightToLeft"}, "category": "C"},
        {"id": "Loose", "rows": [1, 2], "seats": {"count": 3}},
        {
            "id": "Pit",
            "kind": "standing",
            "capacity": 350,
            "geometry": {"area": [[-5, -5], [5, -5], [5, -8], [-5, -8]]},
        },
    ],
}


def hall_of(layout: object) -> ExportedHall:
    return exported_hall(compile_layout(decode(layout, Layout)), "ven_aaaaaaaaaaaa", "Hall & Co")


def examples() -> list[Any]:
    return [
        pytest.param(
            json.loads(example_text(example))["rules"]["layout"],
            id=example,
            marks=[] if example == "club" else [pytest.mark.long],
        )
        for example in EXAMPLE_IDS
    ]


def small_examples() -> list[Any]:
    """The stadium is left out: fitting its tens of thousands of seats five times takes long."""
    return [example for example in examples() if example.id != "stadium"]


def written(layout: object, file_format: ExportFormat) -> bytes:
    hall = hall_of(layout)
    if file_format in ("csv", "xlsx"):
        return (write_csv if file_format == "csv" else write_xlsx)(hall.seats)
    writers = {"pretix": write_pretix, "geojson": write_geojson, "svg": write_svg}
    return writers[file_format](hall)


def read_back(layout: object, file_format: ExportFormat) -> FoundHall:
    found = read_file(written(layout, file_format), None)
    assert isinstance(found, FoundHall)
    return found


def place_m(found: FoundHall, seat: FoundSeat) -> tuple[float, float] | None:
    if seat.x is None or seat.y is None:
        return None
    unit, sign = found.metres_per_unit or math.nan, -1 if found.is_y_down else 1
    return seat.x * unit, sign * seat.y * unit


@pytest.mark.parametrize("file_format", FORMATS)
@pytest.mark.parametrize("layout", [pytest.param(HALL, id="a hall with oddities"), *examples()])
def test_a_reader_finds_the_seats_that_were_exported(layout: object, file_format: ExportFormat) -> None:
    before, found = hall_of(layout), read_back(layout, file_format)
    seats = {(seat.section, seat.row, seat.name): seat for seat in found.seats}
    assert len(seats) == len(found.seats) == len(before.seats)
    for old in before.seats:
        new = seats[old.section, old.row, old.seat]
        assert (new.level, new.ref, new.spare_ref, new.category) == (old.level, old.ref, "", old.category)
        assert found.section_names.get(new.section, new.section) == old.section_name
        place = place_m(found, new)
        kinds_of = [[place for place in PLACES if place in seat.properties][:1] for seat in (new, old)]
        assert kinds_of[0] == kinds_of[1]
        if old.x is None or old.y is None:
            assert place is None
            continue
        assert place == pytest.approx((old.x, old.y), abs=0.005)
        if file_format != "pretix":
            assert new.z == pytest.approx(old.z, abs=0.005)
            assert new.facing_deg == pytest.approx(old.facing_deg, abs=0.01)
    if file_format != "pretix":
        kinds = {
            (seat.section, seat.row, seat.name): (seat.properties, seat.view_note) for seat in found.seats
        }
        old_kinds = {
            (seat.section, seat.row, seat.seat): (seat.properties, seat.view_note) for seat in before.seats
        }
        assert kinds == old_kinds


@pytest.mark.parametrize("file_format", FORMATS)
@pytest.mark.parametrize("layout", [pytest.param(HALL, id="a hall with oddities"), *small_examples()])
def test_an_export_is_imported_with_every_seat_where_it_was(
    layout: object, file_format: ExportFormat
) -> None:
    imported = import_file(written(layout, file_format), None, "hall.json")
    record: Any = imported.record
    before, after = hall_of(layout), hall_of(record["rules"]["layout"])
    assert imported.report.seats == imported.report.seats_in_file == len(before.seats)
    seats = {(seat.section, seat.row, seat.seat): seat for seat in after.seats}
    assert seats.keys() == {(seat.section, seat.row, seat.seat) for seat in before.seats}
    for old in before.seats:
        new = seats[old.section, old.row, old.seat]
        assert (new.section_name, new.level, new.ref, new.category) == (
            old.section_name,
            old.level,
            old.ref,
            old.category,
        )
        if file_format != "pretix":
            assert (new.properties, new.view_note) == (old.properties, old.view_note)
        if old.x is None or old.y is None:
            continue
        assert new.x is not None
        assert new.y is not None
        assert math.hypot(new.x - old.x, new.y - old.y) <= CENTIMETRE_M
        if file_format != "pretix":
            assert new.z == pytest.approx(old.z, abs=CENTIMETRE_M)


@pytest.mark.parametrize("file_format", DRAWINGS)
def test_a_drawing_keeps_its_name_the_focus_categories_the_stage_and_standing_areas(
    file_format: ExportFormat,
) -> None:
    found = read_back(HALL, file_format)
    assert found.name == "Hall & Co"
    assert [(category.key, category.name) for category in found.categories] == [
        ("A", "Premium (front)"),
        ("B", "B"),
        ("C", "C"),
    ]
    assert found.categories[0].colour == "#aa0000"
    assert found.focal_point is not None
    unit, sign = found.metres_per_unit or math.nan, -1 if found.is_y_down else 1
    x, y = found.focal_point
    assert (x * unit, sign * y * unit) == pytest.approx((3.5, -2.25))
    areas = {area.kind: area for area in found.areas}
    assert set(areas) == {"stage", "standing"}
    pit = areas["standing"]
    assert (pit.section, pit.capacity, pit.level) == ("Pit", 350, "")
    assert {(round(x * unit), round(sign * y * unit)) for x, y in pit.points} == {
        (-5, -5),
        (5, -5),
        (5, -8),
        (-5, -8),
    }


def test_a_plan_of_pretix_has_the_members_of_its_schema_and_ids_that_stay_the_same() -> None:
    plan = json.loads(written(HALL, "pretix"))
    assert plan == json.loads(written(HALL, "pretix"))
    assert plan.keys() == {"name", "categories", "zones", "size"}
    names = {category["name"] for category in plan["categories"]}
    guids: list[str] = []
    uuids: list[str] = []
    for zone in plan["zones"]:
        assert zone.keys() == {"name", "zone_id", "uuid", "position", "rows", "areas"}
        uuids += [zone["uuid"], *(area["uuid"] for area in zone["areas"])]
        for row in zone["rows"]:
            assert row.keys() == {"row_number", "uuid", "position", "seats"}
            uuids.append(row["uuid"])
            for seat in row["seats"]:
                assert seat.keys() == {"seat_number", "seat_guid", "uuid", "position", "category"}
                assert seat["category"] in names
                x, y = (zone["position"][axis] + seat["position"][axis] for axis in "xy")
                assert 0 < x < plan["size"]["width"]
                assert 0 < y < plan["size"]["height"]
                guids.append(seat["seat_guid"])
                uuids.append(seat["uuid"])
    assert len(set(guids)) == len(guids)
    assert len(set(uuids)) == len(uuids)


def test_categories_of_pretix_have_plain_names_and_wheelchair_places_ones_of_their_own() -> None:
    """Ticket types are called Premium, not Premium (premium): pages find that of a category by its name."""
    layout = {
        "categories": [
            {"id": "first", "name": "First"},
            {"id": "p", "name": "Twin"},
            {"id": "q", "name": "Twin"},
        ],
        "sections": [
            {
                "id": "Stalls",
                "rows": ["A"],
                "seats": {"count": 4},
                "category": "first",
                "properties": [
                    {"at": {"A": [1]}, "has": ["wheelchair"]},
                    {"at": {"A": [2]}, "has": ["companion"]},
                ],
            }
        ],
    }
    plan = json.loads(written(layout, "pretix"))
    assert [category["name"] for category in plan["categories"]] == [
        *("First", "First, wheelchair place", "First, companion place"),
        *("Twin (p)", "Twin (q)"),
    ]
    [row] = plan["zones"][0]["rows"]
    assert [seat["category"] for seat in row["seats"]] == [
        *("First, wheelchair place", "First, companion place", "First", "First"),
    ]
