"""Outlines of sections on maps: the map of the pages has the same, and is tested with the same cases."""

import json
from pathlib import Path
from typing import Any

import pytest

from layouts.written import compiled
from seatpreview.preview_images.venue_map import outline_of

SHARED = Path(__file__).parents[1] / "layouts" / "shared"
LAYOUTS = {
    case["title"]: case["layout"] for case in json.loads((SHARED / "layouts.json").read_bytes())["layouts"]
}
OUTLINES = json.loads((SHARED / "outlines.json").read_bytes())["outlines"]


@pytest.mark.parametrize("title", OUTLINES)
def test_the_sections_of_a_layout_have_these_corners(title: str) -> None:
    assert corners_of(LAYOUTS[title]) == OUTLINES[title]


def corners_of(layout: dict[str, Any]) -> dict[str, list[list[float]]]:
    rest = {name: value for name, value in layout.items() if name != "sections"}
    made = compiled(*layout["sections"], **rest)
    outlines = {section.id: outline_of(made, section) for section in made.sections}
    return {
        section_id: sorted([round(x, 2), round(y, 2)] for x, y in outline)
        for section_id, outline in outlines.items()
        if outline
    }
