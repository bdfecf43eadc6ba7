"""Records of venues for the siege: a small one for victims, and layouts of any size for attackers."""

import math
from typing import Any

Json = dict[str, Any]

_SECTION_SEATS = 500
EXAMPLES_MAX = 10_000
"""The most examples that a record may have."""
BODIES_MAX = 200
"""The most bodies that stand in a hall. Each is looked past from every seat."""
CORNERS_MAX = 25
"""The most corners that each of so many bodies may have."""


def small_venue(name: str) -> Json:
    """Returns the record of a hall with 400 seats, two rules and their examples."""
    section = {
        "id": "1",
        "rows": {"first": 1, "last": 20},
        "seats": {"count": 20},
        "geometry": {"distanceM": 10, "riserM": 0.3},
    }
    rules = [{"type": "drop", "words": ["vip"]}, {"type": "map", "name": "floor", "section": "1"}]
    examples = [{"label": f"vip floor row {row} seat 3", "expect": f"1/{row}/3"} for row in range(1, 6)]
    return {
        "name": name,
        "rules": {"layout": {"sections": [section]}, "seatKeys": {"rules": rules, "examples": examples}},
    }


def layout(seats: int) -> Json:
    """Returns a layout of sections 101, 102 and so on, each with 25 rows of 20 seats."""
    section = {
        "ids": {"first": 101, "last": 100 + seats // _SECTION_SEATS},
        "rows": {"first": 1, "last": 25},
        "seats": {"count": 20},
        "geometry": {"distanceM": 20, "riserM": 0.3, "bearingStepDeg": 0.7},
    }
    return {"sections": [section]}


def crowded_layout(seats: int, configurations: int = 1, corners: int = CORNERS_MAX) -> Json:
    """Returns such a layout with a stage, and in each configuration as many bodies as it may have, each with
    as many corners as it may: what is seen from a seat is as costly as it can be."""
    return {
        **layout(seats),
        "focus": {"name": "Stage", "z": 2, "extent": {"kind": "stage"}},
        "configurations": [
            {
                "id": f"c{number}",
                "obstructions": [_body(body, number, corners) for body in range(BODIES_MAX)],
            }
            for number in range(configurations)
        ],
        "defaultConfiguration": "c0",
    }


def _body(number: int, configuration: int, corners: int) -> Json:
    """Returns a pillar between the stage and the seats, at another place in each configuration."""
    bearing, distance = math.radians(number * 0.7 + configuration), 8 + number % 10
    middle = math.sin(bearing) * distance, math.cos(bearing) * distance
    turns = (2 * math.pi * corner / corners for corner in range(corners))
    points = [[round(middle[0] + math.cos(t), 3), round(middle[1] + math.sin(t), 3)] for t in turns]
    return {"id": f"post{number}", "kind": "pillar", "polygon": {"points": points, "z": [0, 9]}}


def venue_with_examples(name: str, seats: int) -> Json:
    """Returns the record of a hall with as many examples of labels as it may have."""
    keys = (seat_key(number * (seats // EXAMPLES_MAX), seats) for number in range(EXAMPLES_MAX))
    examples = [
        {"label": f"Section {key.replace('/', ' Row ', 1).replace('/', ' Seat ', 1)}", "expect": key}
        for key in keys
    ]
    return {"name": name, "rules": {"layout": layout(seats), "seatKeys": {"examples": examples}}}


def venue_of_similar_sections() -> Json:
    """Returns the record of a hall with 5,000 sections whose names differ in a number."""
    section = {
        "ids": {"first": 1, "last": 5000},
        "name": "Upper East Balcony Left Box {id}",
        "rows": {"first": 1, "last": 5},
        "seats": {"count": 5},
    }
    return {"name": "Hall", "rules": {"layout": {"sections": [section]}}}


def labels_of_similar_sections(number: int, count: int) -> list[str]:
    """Returns labels of 500 characters that name many of these sections; others for each number."""
    words = " ".join(f"upper east balcony left box {each}" for each in range(16))
    return [f"{words} {number} {each}"[:500] for each in range(count)]


def seat_key(number: int, seats: int) -> str:
    """Returns the key of a seat of such a layout."""
    place = number % seats
    return f"{101 + place // _SECTION_SEATS}/{place // 20 % 25 + 1}/{place % 20 + 1}"
