"""A theatre is a playhouse only where its stage is one: an altar or a small block has a plain hall around."""

from typing import Any

import pytest

from layouts.written import compiled
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.seats.looked_at_words import looked_at_word
from seatpreview.seats.lookup import mood_of
from seatpreview.sightlines.bodies import hall_bodies
from seatpreview.venues.model import ViewerDefaults

ROWS = {
    "id": "A",
    "rows": ["1"],
    "seats": {"count": 10},
    "geometry": {"bearingDeg": 180, "distanceM": 12},
}


def theatre(name: str, width_m: float, hall: str = "theatre") -> CompiledLayout:
    extent: dict[str, Any] = {"kind": "stage", "widthM": width_m, "depthM": 3, "turnDeg": 180, "heightM": 1}
    return compiled(ROWS, hall=hall, focus={"name": name, "x": 0, "y": 0, "z": 1, "extent": extent})


@pytest.mark.parametrize(
    ("layout", "hall", "has_proscenium", "mood", "word"),
    [
        pytest.param(theatre("Stage", 10), "theatre", True, None, "stage", id="a stage"),
        pytest.param(theatre("Altar", 10), "church", False, "house_lights", "altar", id="an altar"),
        pytest.param(theatre("Maître-autel", 3), "church", False, "house_lights", "altar", id="in French"),
        pytest.param(theatre("Kanzel", 3), "church", False, "house_lights", "stage", id="a pulpit"),
        pytest.param(theatre("Stage", 3), "arena", False, "house_lights", "stage", id="a small block"),
        pytest.param(theatre("Altar", 3, "arena"), "arena", False, "house_lights", "altar", id="a church"),
        pytest.param(theatre("Stage", 3, "arena"), "arena", False, None, "stage", id="an arena"),
    ],
)
def test_a_playhouse_needs_a_stage(
    layout: CompiledLayout, hall: str, has_proscenium: bool, mood: str | None, word: str
) -> None:
    found = hall_bodies(layout, None)
    assert found.hall == hall
    assert any(body.id.startswith("proscenium") for body in found.bodies) == has_proscenium
    assert mood_of(layout, None, ViewerDefaults()) == mood
    assert looked_at_word("stage", layout, None) == word


def test_of_a_baseball_field_words_speak_of_fair_territory() -> None:
    focus = {"x": 0, "y": 0, "extent": {"kind": "baseball"}}
    assert looked_at_word("field", compiled(ROWS, focus=focus), None) == "fair_territory"
    assert (
        looked_at_word("field", compiled(ROWS, focus=focus | {"extent": {"kind": "football"}}), None)
        == "field"
    )
