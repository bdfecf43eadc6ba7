"""The console chooses images as the service does, for its map of which seats have one.

The other half is web/source/layout-edits/image-choice.test.ts. A case that only one side fulfils fails on the
other, so that neither implementation can change alone.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from layouts.written import ARENA
from seatpreview.decoding import inputs
from seatpreview.labels.model import place_of
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.model import Layout
from seatpreview.seats.image_choice import ImageIndex
from seatpreview.venues.model import ImagerySet

SHARED = Path(__file__).parents[1] / "imagery" / "shared" / "image_choice.json"
CASES = json.loads(SHARED.read_bytes())


@pytest.mark.parametrize("case", CASES["choices"], ids=lambda case: f"{case['hall']}-{case['configuration']}")
def test_each_place_is_shown_this_image(case: dict[str, Any]) -> None:
    index = index_of(CASES["halls"][case["hall"]])
    assert {key: chosen(index, key, case["configuration"]) for key in case["images"]} == case["images"]


def index_of(hall: dict[str, Any]) -> ImageIndex:
    layout = hall.get("layout") or json.loads(ARENA.read_bytes())
    sets = [inputs.decode(each, ImagerySet) for each in hall["imagerySets"]]
    return ImageIndex(compile_layout(inputs.decode(layout, Layout)), sets, hall["uploaded"])


def chosen(index: ImageIndex, key: str, configuration: str | None) -> list[object] | None:
    """Returns the name of the upload, the match, and the distance in metres."""
    section, row, seat = [*key.split("/"), None, None][:3]
    choice = index.choose(place_of(str(section), row or None, seat), configuration)
    if choice is None:
        return None
    name = None if choice.image.object is UNSET else str(choice.image.object)
    return [name, choice.match, None if choice.distance_m is None else round(choice.distance_m, 2)]
