"""Records of venues for the siege: a small one for victims, and layouts of any size for attackers."""

from typing import Any

Json = dict[str, Any]

_SECTION_SEATS = 500


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


def seat_key(number: int, seats: int) -> str:
    """Returns the key of a seat of such a layout."""
    place = number % seats
    return f"{101 + place // _SECTION_SEATS}/{place // 20 % 25 + 1}/{place % 20 + 1}"
