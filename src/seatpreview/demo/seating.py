"""The layout of Harbour Arena: rules for every seat, and what each configuration changes.

North is up, and the middle of the floor is the origin. The stands follow the floor's edge: straight along
its sides and ends, and three facets round each corner.
"""

import math
from collections.abc import Iterator
from itertools import groupby

Json = dict[str, object]

FLOOR_HALF_X_M = 15.0
FLOOR_HALF_Y_M = 30.0
WALKWAY_M = 2.0
"""Distance from the edge of the floor to the first row."""
CORNER_M = 7.0
"""Radius of the first row's rounded corners."""
AISLE_M = 1.5
SEAT_M = 0.5
TREAD_M = 0.85

LOWER_ROWS = "ABCDEFGHJKLMNPQRSTUV"
LOWER_ELEVATION_M = 1.0
LOWER_RISER_M = 0.35
UPPER_ROWS = [str(number) for number in range(1, 15)]
UPPER_ELEVATION_M = 14.0
UPPER_RISER_M = 0.5
UPPER_OFFSET_M = len(LOWER_ROWS) * TREAD_M
"""Distance from the first row of the lower bowl to the first row of the upper bowl."""

STAGE_Y_M = (16.0, 27.0)
STAGE_HALF_X_M = 11.0
STAGE_M = 1.7
RING_RADIUS_M = 5.0
RING_M = 1.3

_SIDE_M = 2 * (FLOOR_HALF_Y_M + WALKWAY_M - CORNER_M)
_END_M = 2 * (FLOOR_HALF_X_M + WALKWAY_M - CORNER_M)
_SIDE_SECTIONS = 5
_END_SECTIONS = 2
_FACET_DEG = 30


def layout() -> Json:
    """Returns the layout rules of the arena, with its two configurations."""
    return {
        "focus": {"name": "Middle of the floor", "z": 1},
        "sections": [*_floor(), *_bowl(100), *_suites(), *_bowl(300)],
        "configurations": [_end_stage(), _centre_stage()],
        "defaultConfiguration": "end-stage",
    }


def _floor() -> Iterator[Json]:
    """Yields three blocks in the south, three in the north, and the standing area between them."""
    for ids, bearing_deg in ((["F1", "F2", "F3"], 180), (["F4", "F5", "F6"], 0)):
        yield {
            "ids": ids,
            "name": "Floor {number}",
            "level": "Floor",
            "rows": {"first": 1, "last": 22},
            "seats": {"count": 16},
            "geometry": {
                "bearingDeg": bearing_deg,
                "distanceM": 9.5,
                "shiftM": -9.4,
                "shiftStepM": 9.4,
            },
        }
    yield {
        "id": "PIT",
        "name": "Standing Pit",
        "level": "Floor",
        "kind": "standing",
        "capacity": 900,
        "geometry": {"bearingDeg": 0, "distanceM": 4},
    }


def _bowl(hundred: int) -> Iterator[Json]:
    """Yields the sections of a bowl, numbered clockwise from the north: 101 to 126, or 301 to 326."""
    offset_m = 0.0 if hundred == 100 else UPPER_OFFSET_M
    for bearing_deg, number in ((90, 5), (270, 18)):
        yield _straight_side(hundred + number, bearing_deg, offset_m)
    for shift_m, numbers in ((-_END_M / 4, (1, 14)), (_END_M / 4, (26, 13))):
        yield {
            **_rows_of(hundred, [hundred + number for number in numbers]),
            "seats": {"count": _seats_in(_END_M / _END_SECTIONS)},
            "geometry": _placed(
                hundred,
                bearingStepDeg=180,
                distanceM=FLOOR_HALF_Y_M + WALKWAY_M + offset_m,
                shiftM=shift_m,
            ),
        }
    for place, numbers in enumerate([(2, 15), (3, 16), (4, 17), (10, 23), (11, 24), (12, 25)]):
        yield _facet(hundred, place, [hundred + number for number in numbers], offset_m)


def _straight_side(first: int, bearing_deg: int, offset_m: float) -> Json:
    width_m = _SIDE_M / _SIDE_SECTIONS
    hundred = first // 100 * 100
    return {
        **_rows_of(hundred, {"first": first, "last": first + _SIDE_SECTIONS - 1}),
        "seats": {"count": _seats_in(width_m)},
        "geometry": _placed(
            hundred,
            bearingDeg=bearing_deg,
            distanceM=FLOOR_HALF_X_M + WALKWAY_M + offset_m,
            shiftM=width_m * (_SIDE_SECTIONS - 1) / 2,
            shiftStepM=-width_m,
        ),
    }


def _facet(hundred: int, place: int, ids: list[int], offset_m: float) -> Json:
    """Returns a facet of a corner and the opposite one: parallel rows that grow longer towards the back."""
    corner, facet = divmod(place, 3)
    bearing_deg = corner * 90 + _FACET_DEG * (facet + 0.5)
    bearing = math.radians(bearing_deg)
    # The centre of the rounded corner, as distances from the focus along the bearing and beside it.
    x = FLOOR_HALF_X_M + WALKWAY_M - CORNER_M
    y = (FLOOR_HALF_Y_M + WALKWAY_M - CORNER_M) * (1 if corner == 0 else -1)
    along_m = x * math.sin(bearing) + y * math.cos(bearing)
    beside_m = -x * math.cos(bearing) + y * math.sin(bearing)
    # A facet is a chord of the rounding, so that its rows meet those of the straight stands.
    half = math.radians(_FACET_DEG / 2)
    rows = LOWER_ROWS if hundred == 100 else UPPER_ROWS
    widths_m = [2 * math.sin(half) * (CORNER_M + offset_m + index * TREAD_M) for index in range(len(rows))]
    counts = dict(zip(rows, map(_seats_in, widths_m), strict=True))
    longest = max(counts.values())
    return {
        **_rows_of(hundred, ids),
        "seats": {
            "count": longest,
            "exceptions": [
                {"rows": list(alike), "count": count}
                for count, alike in groupby(counts, key=counts.__getitem__)
                if count != longest
            ],
        },
        "geometry": _placed(
            hundred,
            bearingDeg=bearing_deg,
            bearingStepDeg=180,
            distanceM=round(along_m + math.cos(half) * (CORNER_M + offset_m), 3),
            shiftM=round(beside_m, 3),
        )
        | {"treadM": round(TREAD_M * math.cos(half), 3)},
    }


def _suites() -> Iterator[Json]:
    for ids, bearing_deg in (({"first": "S1", "last": "S10"}, 90), ({"first": "S11", "last": "S20"}, 270)):
        yield {
            "ids": ids,
            "name": "Suite {number}",
            "level": "Suites",
            "kind": "suite",
            "capacity": 14,
            "geometry": {
                "bearingDeg": bearing_deg,
                "distanceM": FLOOR_HALF_X_M + WALKWAY_M + UPPER_OFFSET_M + 0.5,
                "elevationM": 9.4,
                "shiftM": _SIDE_M * 0.45,
                "shiftStepM": -_SIDE_M / 10,
            },
        }


def _rows_of(hundred: int, ids: object) -> Json:
    if hundred == 100:
        rows: Json = {"first": "A", "last": "V", "skip": ["I", "O"]}
        return {"ids": ids, "name": "Section {id}", "level": "Lower Bowl", "rows": rows}
    return {"ids": ids, "name": "Section {id}", "level": "Upper Bowl", "rows": {"first": 1, "last": 14}}


def _placed(hundred: int, **members: float) -> Json:
    is_lower = hundred == 100
    return {
        **members,
        "elevationM": LOWER_ELEVATION_M if is_lower else UPPER_ELEVATION_M,
        "treadM": TREAD_M,
        "riserM": LOWER_RISER_M if is_lower else UPPER_RISER_M,
        "spacingM": SEAT_M,
    }


def _seats_in(width_m: float) -> int:
    return int((width_m - AISLE_M) / SEAT_M)


def _end_stage() -> Json:
    front_m, back_m = STAGE_Y_M
    return {
        "id": "end-stage",
        "name": "Concert, stage in the north",
        "mood": "concert",
        "focus": {"name": "Stage", "y": 20, "z": 3.2},
        "closed": [
            {"first": "F4", "last": "F6"},
            *({"first": first, "last": last} for first, last in [(101, 103), (124, 126)]),
            *({"first": first, "last": last} for first, last in [(301, 303), (324, 326)]),
        ],
        "obstructions": [
            _body("stage", "Stage", "stage", (-STAGE_HALF_X_M, STAGE_HALF_X_M), STAGE_Y_M, (0, STAGE_M)),
            _body("video-wall", "Video wall", "screen", (-9, 9), (back_m - 0.6, back_m), (3.2, 11.7)),
            _body("screen-west", "Side screen", "screen", (-20, -13), (front_m + 4, front_m + 4.5), (9, 13)),
            _body("screen-east", "Side screen", "screen", (13, 20), (front_m + 4, front_m + 4.5), (9, 13)),
            _body("speakers-west", "Loudspeakers", "rigging", (-11.6, -10.4), (16.4, 17.4), (8, 13)),
            _body("speakers-east", "Loudspeakers", "rigging", (10.4, 11.6), (16.4, 17.4), (8, 13)),
            _body("sound-desk", "Sound desk", "other", (-2.4, 2.4), (-8.2, -5.6), (0, 1.5)),
            _body("delay-tower-west", "Delay tower", "rigging", (-5.2, -4.2), (-8, -7), (0, 9)),
            _body("delay-tower-east", "Delay tower", "rigging", (4.2, 5.2), (-8, -7), (0, 9)),
        ],
    }


def _centre_stage() -> Json:
    return {
        "id": "centre-stage",
        "name": "Show in the round, stage in the middle",
        "mood": "concert",
        "focus": {"name": "Round stage", "z": 2.4},
        "closed": ["PIT"],
        "obstructions": [
            {
                "id": "stage",
                "name": "Round stage",
                "kind": "stage",
                "polygon": {"points": _ring(RING_RADIUS_M, 24), "z": [0, RING_M]},
            },
            {
                "id": "scoreboard",
                "name": "Scoreboard",
                "kind": "screen",
                "polygon": {"points": _ring(4.4, 8), "z": [14.5, 19.5]},
            },
        ],
    }


def _body(
    id_: str,
    name: str,
    kind: str,
    x: tuple[float, float],
    y: tuple[float, float],
    z: tuple[float, float],
) -> Json:
    return {"id": id_, "name": name, "kind": kind, "box": {"x": list(x), "y": list(y), "z": list(z)}}


def _ring(radius_m: float, corners: int) -> list[list[float]]:
    turns = [math.tau * (corner + 0.5) / corners for corner in range(corners)]
    return [[round(radius_m * math.sin(turn), 3), round(radius_m * math.cos(turn), 3)] for turn in turns]
