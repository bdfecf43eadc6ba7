"""Small halls for tests of what is seen."""

import random
from typing import Any

from seatpreview.decoding.inputs import decode
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.geometry import SEATED_EYE_M, Point
from seatpreview.layouts.model import Layout
from seatpreview.sightlines.bodies import hall_bodies
from seatpreview.sightlines.model import Seen
from seatpreview.sightlines.seen_share import SightHall, seen_from

Json = dict[str, Any]

STAGE: Json = {"id": "stage", "kind": "stage", "box": {"x": [-6, 6], "y": [0, 8], "z": [0, 1]}}


def stalls(**geometry: Any) -> Json:
    """Fifteen rows of 20 seats before the stage."""
    usual = {"bearingDeg": 180, "distanceM": 7, "treadM": 0.9, "spacingM": 0.55}
    rows = {"first": "1", "last": "15"}
    return {"id": "S", "rows": rows, "seats": {"count": 20}, "geometry": usual | geometry}


def hall(sections: list[Json], obstructions: list[Json] | None = None, **members: Any) -> CompiledLayout:
    """Compiles a hall with the focus at the middle of a stage, or at what `members` say."""
    configuration: Json = {
        "id": "show",
        "focus": {"y": 4, "z": 2, **members.pop("focus", {})},
        "obstructions": [STAGE] if obstructions is None else obstructions,
        "closed": members.pop("closed", []),
    }
    origin = members.pop("origin", {})
    layout = {"hall": "theatre", "focus": origin, "sections": sections, "configurations": [configuration]}
    return compile_layout(decode(layout | members, Layout))


def show(layout: CompiledLayout) -> CompiledConfiguration:
    """Returns the only configuration of a hall."""
    (configuration,) = layout.configurations.values()
    return configuration


def seen(layout: CompiledLayout, key: str) -> Seen:
    """Returns what is seen from a seat, given by its key."""
    return seen_by(layout, [eye_at(layout, key)])[0]


def seen_by(layout: CompiledLayout, eyes: list[Point]) -> list[Seen]:
    """Returns what is seen by eyes."""
    configuration = show(layout)
    return seen_from(SightHall(layout, configuration, hall_bodies(layout, configuration)), eyes)


def eye_at(layout: CompiledLayout, key: str) -> Point:
    """Returns the eye of a person on a seat."""
    section, row, seat = key.split("/")
    floor = layout.floor_point(section, row or None, seat)
    assert floor is not None
    return Point(floor.x, floor.y, floor.z + SEATED_EYE_M)


def random_hall(seed: int) -> CompiledLayout:
    """Returns a hall with raked stalls, a circle above their back, a box, and things in the way."""
    chance = random.Random(seed)
    rows = chance.randint(4, 9)
    sections = [
        stalls(riserM=round(chance.uniform(0, 0.3), 2), shape=chance.choice(["straight", "curved"]))
        | {"rows": {"first": "1", "last": str(rows)}, "seats": {"count": chance.randint(6, 12)}},
        {
            "id": "C",
            "rows": {"first": "1", "last": "3"},
            "seats": {"count": chance.randint(6, 12)},
            "geometry": {
                "bearingDeg": 180 + chance.randint(-15, 15),
                "shape": chance.choice(["straight", "curved"]),
                "distanceM": 7 + 0.9 * rows - chance.uniform(0, 3),
                "elevationM": chance.uniform(2.6, 4.5) + 0.3 * rows,
                "riserM": 0.4,
                "spacingM": 0.6,
            },
        },
        {
            "id": "B",
            "kind": "suite",
            "rows": ["1"],
            "seats": {"count": 4},
            "geometry": {"bearingDeg": 125, "distanceM": 10, "elevationM": 3, "spacingM": 0.6},
        },
    ]
    bodies = [STAGE, *(_thing(chance, number) for number in range(3))]
    return hall(sections, bodies, hall=chance.choice(["theatre", "arena", "club"]))


def _thing(chance: random.Random, number: int) -> Json:
    x, y, low = chance.uniform(-6, 6), chance.uniform(-6, 3), chance.choice([0, 0, 4])
    wide, deep, high = chance.uniform(0.3, 2), chance.uniform(0.3, 2), chance.uniform(1, 4)
    box = {"x": [x, x + wide], "y": [y, y + deep], "z": [low, low + high]}
    return {"id": f"thing-{number}", "kind": "other", "box": box}
