import math
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.imports.geojson import read_geojson
from seatpreview.imports.model import UnreadableFile


def point(x: float, y: float, **properties: object) -> dict[str, object]:
    return {"type": "Feature", "geometry": {"type": "Point", "coordinates": [x, y]}, "properties": properties}


def square(x: float, y: float, size: float, **properties: object) -> dict[str, object]:
    ring = [[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]]
    return {
        "type": "Feature",
        "geometry": {"type": "Polygon", "coordinates": [ring]},
        "properties": properties,
    }


def collection(*features: dict[str, object], **members: object) -> dict[str, object]:
    return {"type": "FeatureCollection", "features": [*features], **members}


def test_points_with_names_are_seats() -> None:
    seat = point(
        3.5, -2, section="Stalls", row="B", seat=12, level="1", category="A", colour="#F00", ref="u-1",
        wheelchair=True, facingDeg=90, properties=["aisle"], note="Restricted view",
    )  # fmt: skip
    hall = read_geojson(collection(seat, name="Hall", seatpreview={"units": "m"}))
    found = hall.seats[0]
    assert (found.section, found.row, found.name, found.level, found.ref) == ("Stalls", "B", "12", "1", "u-1")
    assert (found.x, found.y, found.z, found.facing_deg) == (3.5, -2, None, 90)
    assert found.properties == ("wheelchair", "aisle", "restrictedView")
    assert found.view_note == "Restricted view"
    assert [(category.key, category.colour) for category in hall.categories] == [("A", "#ff0000")]
    assert (hall.name, hall.metres_per_unit, hall.is_y_down) == ("Hall", 1.0, False)


def test_names_are_known_in_other_languages() -> None:
    hall = read_geojson(
        collection(point(0, 0, Reihe="3", Platz="7", Bereich="Parkett"), point(900, 0, fila="C", butaca="4"))
    )
    assert [(seat.section, seat.row, seat.name) for seat in hall.seats] == [
        ("Parkett", "3", "7"),
        ("", "C", "4"),
    ]


@pytest.mark.parametrize(("latitude", "east_m"), [(0.0, 1.1132), (60.0, 0.5566)])
def test_degrees_become_metres_about_the_middle(latitude: float, east_m: float) -> None:
    hall = read_geojson(collection(point(13.0, latitude, seat="1"), point(13.00001, latitude, seat="2")))
    first, second = hall.seats
    assert (second.x or 0) - (first.x or 0) == pytest.approx(east_m, rel=1e-3)
    assert (first.x or 0) + (second.x or 0) == pytest.approx(0, abs=1e-6)
    assert "longitude" in hall.inferred[0].text


@pytest.mark.parametrize(
    "members",
    [
        {"seatpreview": {"units": "m"}},
        {"units": "metres"},
        {"crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::25832"}}},
    ],
)
def test_metres_stay_where_the_file_states_them(members: dict[str, object]) -> None:
    hall = read_geojson(collection(point(0.01, 0.02, seat="1"), point(0.03, 0.02, seat="2"), **members))
    assert [(seat.x, seat.y) for seat in hall.seats] == [(0.01, 0.02), (0.03, 0.02)]


def test_a_hall_in_metres_is_told_from_degrees_by_its_spread() -> None:
    hall = read_geojson(collection(point(0, 0, seat="1"), point(30, 20, seat="2")))
    assert (hall.seats[1].x, hall.seats[1].y) == (30, 20)


def test_large_polygons_are_areas_and_small_ones_seats() -> None:
    hall = read_geojson(
        collection(
            *(square(n, 0, 0.5, row="A", seat=str(n)) for n in range(5)),
            square(0, 10, 12, kind="stage", name="Main stage"),
            square(0, -30, 20, name="Standing", capacity=500),
            square(50, 0, 30, name="Foyer"),
            point(5, 5, text="Balcony"),
            units="m",
        )
    )
    assert [(seat.name, seat.x, seat.y) for seat in hall.seats] == [
        (str(n), n + 0.25, 0.25) for n in range(5)
    ]
    assert [(area.kind, area.name, area.capacity) for area in hall.areas] == [
        ("stage", "Main stage", None),
        ("standing", "Standing", 500),
        ("decoration", "Foyer", None),
        ("text", "Balcony", None),
    ]
    assert len(hall.areas[0].points) == 5


def test_what_cannot_be_read_is_counted_with_its_reason() -> None:
    line: dict[str, object] = {
        "type": "Feature",
        "geometry": {"type": "LineString", "coordinates": [[0, 0], [1, 1]]},
    }
    hall = read_geojson(
        collection(
            point(0, 0, seat="1", sponsor="x"), line, {"type": "Feature", "geometry": None},
            point(math.nan, 0), point(1e308, 0), {"geometry": {"type": "Point", "coordinates": ["1", "2"]}},
        )
    )  # fmt: skip
    assert len(hall.seats) == 1
    assert {item.text: item.count for item in hall.left_out} == {
        "Features of the type LineString.": 1,
        "Features without a geometry.": 1,
        "Features without usable coordinates.": 3,
        "The member `sponsor` of seats: its meaning is not known.": 1,
    }


@pytest.mark.parametrize(
    "content", [{}, {"type": "Topology"}, {"type": "FeatureCollection", "features": {}}, collection()]
)
def test_other_files_are_refused_with_a_sentence(content: dict[str, object]) -> None:
    with pytest.raises(UnreadableFile):
        read_geojson(content)


_json = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "row", "seat", "name", "units", "text", "capacity"]), inner, max_size=3
        )
    ),
    max_leaves=8,
)
_geometries = st.fixed_dictionaries(
    {"type": st.sampled_from(["Point", "Polygon", "MultiPolygon", "Else"]), "coordinates": _json}
)
_features = st.fixed_dictionaries({"geometry": _geometries | _json, "properties": _json, "id": _json}) | _json


@given(st.lists(_features, max_size=4), _json, _json)
def test_any_content_is_read_or_refused(features: list[object], crs: object, own: object) -> None:
    content = {"type": "FeatureCollection", "features": features, "crs": crs, "seatpreview": own}
    with suppress(UnreadableFile):
        hall = read_geojson(content)
        assert all(math.isfinite(seat.x or 0) and math.isfinite(seat.y or 0) for seat in hall.seats)


def test_a_named_point_among_seats_that_has_nothing_of_a_seat_is_not_one() -> None:
    seats = [point(x, 0, row="A", seat=x) for x in range(1, 5)]
    others = [
        point(9, 9, name="Kiosk", amenity="bar"),
        point(8, 8, soort="boom"),
        point(7, 7, soort="gebouw", Naam="Kassa"),
        point(5, 0),
        point(6, 0, name="A6", category="K1"),
        point(7, 0, kind="wheelchair"),
    ]
    hall = read_geojson(collection(*seats, *others, seatpreview={"units": "m"}))
    assert (len(hall.seats), [area.name for area in hall.areas]) == (7, ["Kiosk", "boom", "Kassa"])
