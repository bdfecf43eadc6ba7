"""The map with a place marked: the mark is where the seat is, whatever the layout leaves out."""

import json
from typing import Any

import pytest
from PIL import Image, ImageChops

from layouts.written import ARENA
from seatpreview.decoding.inputs import decode
from seatpreview.labels.model import place_of
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.ground_plan import centroid
from seatpreview.layouts.model import Layout
from seatpreview.preview_images.captions import Caption
from seatpreview.preview_images.model import SIZES
from seatpreview.preview_images.venue_map import (
    _FIELD,
    _HERE,
    _STAGE,
    area_of,
    draw_map,
    outline_of,
    table_outline,
)

CAPTION = Caption("Section 1, row A, seat 1", "Hall", "Map of the venue")
ROUND: dict[str, Any] = {
    "sections": [
        {
            "ids": {"first": 1, "last": 4},
            "rows": ["A", "B", "C", "D"],
            "seats": {"count": 9},
            "geometry": {"distanceM": 8, "bearingStepDeg": 90, "shape": "curved"},
        }
    ]
}


def layout_of(written: dict[str, Any]) -> CompiledLayout:
    return compile_layout(decode(written, Layout))


def marks(picture: Image.Image) -> tuple[float, float] | None:
    """The middle of what has the colour of the mark; None where nothing has."""
    red, green, blue = (
        band.point([255 * (abs(value - wanted) <= 6) for value in range(256)])
        for band, wanted in zip(picture.convert("RGB").split(), _HERE, strict=True)
    )
    near = ImageChops.multiply(ImageChops.multiply(red, green), blue)
    box = near.getbbox()
    if box is None:
        return None
    left, top, right, bottom = box
    points = [(x, y) for x in range(left, right) for y in range(top, bottom) if near.getpixel((x, y))]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


@pytest.mark.parametrize("size", SIZES.values())
def test_the_mark_is_on_the_side_of_the_hall_where_the_seat_is(size: tuple[int, int]) -> None:
    """Sections 1 to 4 are in the north, east, south and west of the stage."""
    layout = layout_of(ROUND)
    found = []
    for section in "1234":
        picture = draw_map(size, layout, None, [place_of(section, "B", "5")], CAPTION)
        assert picture.size == size
        found.append(marks(picture))
    north, east, south, west = found
    assert north is not None
    assert east is not None
    assert south is not None
    assert west is not None
    assert north[1] < east[1] < south[1]
    assert west[0] < north[0] < east[0]
    assert abs(east[1] - west[1]) < 4
    assert abs(north[0] - south[0]) < 4


def test_a_section_and_a_row_are_marked_as_such() -> None:
    layout = layout_of(ROUND)
    assert marks(draw_map(SIZES["og"], layout, None, [place_of("2")], CAPTION)) is None
    assert marks(draw_map(SIZES["og"], layout, None, [place_of("2", "C")], CAPTION)) is not None


def test_a_venue_without_geometry_has_a_card_with_its_names() -> None:
    bare = layout_of({"sections": [{"id": "1", "rows": ["A"], "seats": {"count": 3}}]})
    picture = draw_map(SIZES["og"], bare, None, [place_of("1", "A", "2")], CAPTION)
    assert marks(picture) is None
    assert len(picture.getcolors(1 << 20) or []) > 10


@pytest.mark.parametrize("configuration", [None, *layout_of(json.loads(ARENA.read_text())).configurations])
def test_every_place_of_the_arena_can_be_drawn(configuration: str | None) -> None:
    layout = layout_of(json.loads(ARENA.read_text()))
    chosen = None if configuration is None else layout.configurations[configuration]
    for section in layout.sections[:: max(1, len(layout.sections) // 5)]:
        assert draw_map((300, 158), layout, chosen, [place_of(section.id)], CAPTION).size == (300, 158)


def test_outlines_have_the_area_of_their_rows() -> None:
    layout = layout_of(
        {
            "sections": [
                {
                    "id": "1",
                    "rows": ["A", "B"],
                    "seats": {"count": 10},
                    "geometry": {"distanceM": 10, "treadM": 1, "spacingM": 0.5},
                },
                {"id": "2", "kind": "standing", "capacity": 400, "geometry": {"distanceM": 20}},
                {"id": "3", "rows": ["A"], "seats": {"count": 2}},
            ]
        }
    )
    seated, standing, unknown = (outline_of(layout, section) for section in layout.sections)
    assert area_of(seated) == pytest.approx(10)
    assert centroid(seated) == pytest.approx((0, 10.5))
    assert area_of(standing) == pytest.approx(100)
    assert unknown == []


@pytest.mark.parametrize(("kind", "colour"), [("stage", _STAGE), ("football", _FIELD)])
def test_the_stage_or_field_at_the_focus_is_drawn_with_its_size(
    kind: str, colour: tuple[int, int, int]
) -> None:
    """Its middle is in the middle of the map, and it is as wide as the rows around it are apart."""
    focus = {"extent": {"kind": kind, "widthM": 14, "depthM": 14}}
    picture = draw_map((1200, 1200), layout_of(ROUND | {"focus": focus}), None, [place_of("1")], CAPTION)
    pixels = picture.getcolors(1200 * 1200)
    assert pixels is not None
    count = sum(count for count, found in pixels if found == colour)
    bare = draw_map((1200, 1200), layout_of(ROUND), None, [place_of("1")], CAPTION)
    before = sum(count for count, found in bare.getcolors(1200 * 1200) or [] if found == colour)
    assert count > before + 50_000


def test_tables_are_drawn_between_their_seats() -> None:
    section = {"id": "T", "rows": ["T1"], "seats": {"count": 6}}
    geometry = {"tables": {"shape": "rectangle", "widthM": 4, "depthM": 2, "at": [[0, 9, 30]]}}
    layout = layout_of({"sections": [section | {"geometry": geometry}]})
    [table] = layout.sections[0].plan.tables
    assert area_of(table_outline(table)) == pytest.approx(8)
    assert centroid(table_outline(table)) == pytest.approx((0, 9))
    picture = draw_map((1200, 1200), layout, None, [place_of("T")], CAPTION)
    white = sum(count for count, found in picture.getcolors(1200 * 1200) or [] if found == (255, 255, 255))
    assert white > 10_000
