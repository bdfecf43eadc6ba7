"""Harbour Arena: its record as the API accepts it, its layout, and the seats of its panoramas."""

import math
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import NamedTuple

import msgspec

from seatpreview.decoding.inputs import decode
from seatpreview.labels.model import place_of
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.geometry import Point
from seatpreview.layouts.model import Focus, Layout
from seatpreview.seats import sightline
from seatpreview.values.demo_names import SEAT_LABEL, VENUE_ALIAS
from seatpreview.venues.templates.translated_names import NAMES, translations_of

NAME = "Harbour Arena"

AD_OBJECT = "ads/harbour-line.png"
Json = dict[str, object]

GRANTEES_ALIASES: list[Json] = [
    {"name": "city-harbour"},
    {"name": "Fan Zone", "section": "315"},
    {"name": "Golden Circle", "section": "F2"},
]

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


class View(NamedTuple):
    """A panorama of the arena: the seat it is rendered from, and the rows it is shown for."""

    configuration: str | None
    """None is the empty arena, for requests without a configuration."""
    section: str
    row: str
    seat: str
    rows: tuple[str, ...]

    @property
    def object_name(self) -> str:
        """The name of the image in the venue's record."""
        return f"{self.configuration or 'empty'}/{self.section}-{self.row}-{self.seat}.jpg"

    @property
    def file_name(self) -> str:
        """The name of the file in the folder pictures/, which script/panoramas writes."""
        return self.object_name.replace("/", "-")


# The first is from the seat in the examples on the terminal.
VIEWS = (
    View("end-stage", "107", "K", "9", tuple("HJKLM")),
    View("end-stage", "F2", "12", "8", ("10", "11", "12", "13", "14")),
    View("end-stage", "114", "F", "17", tuple("DEFGH")),
    View("end-stage", "311", "8", "16", ("6", "7", "8", "9", "10")),
    View("centre-stage", "107", "D", "9", tuple("BCDEF")),
    View("centre-stage", "F5", "6", "9", ("4", "5", "6", "7", "8")),
    View("centre-stage", "320", "9", "5", ("7", "8", "9", "10", "11")),
    View(None, "107", "K", "9", tuple("HJKLM")),
)


def record() -> Json:
    """Returns the body of createVenue for the arena, without the tenant."""
    return {
        "name": NAME,
        "timezone": "Europe/Berlin",
        "aliases": [
            {"name": VENUE_ALIAS},
            {"name": "Harbour Arena"},
            {"name": "Student Corner", "section": "317"},
            {"name": "Family Block", "section": "110"},
            {"name": "Front", "section": "F2", "row": "1"},
        ],
        "imagerySets": list(_imagery_sets()),
        "rules": {"layout": layout(), "seatKeys": _seat_keys()},
        "ads": [
            {
                "id": "harbour-line",
                "slot": "beside",
                "image": AD_OBJECT,
                "alt": "Harbour Line: the last ferry waits for the encore",
                "clickUrl": "https://example.com/harbour-line",
            }
        ],
        "viewerDefaults": {"fieldOfViewDeg": 75, "reducedMotion": "system", "theme": "system"},
        "translations": _translations(),
    }


@cache
def compiled_layout() -> CompiledLayout:
    """Returns the compiled layout of the arena."""
    return compile_layout(decode(layout(), Layout))


def eye_of(view: View) -> Point:
    """Returns the position of the eyes of a person in the view's seat."""
    eye = sightline.eye_of(compiled_layout(), place_of(view.section, view.row, view.seat))
    if eye is None:
        raise LookupError(f"{view.object_name} is for a seat that the layout does not have")
    return eye


def yaw_deg_of(view: View) -> float:
    """Returns the bearing of the panorama's centre, towards the focus of the show, in whole degrees."""
    eye, focus = eye_of(view), focus_of(view.configuration)
    return round(math.degrees(math.atan2(focus.x - eye.x, focus.y - eye.y)))


def focus_of(configuration: str | None) -> Focus:
    """Returns the point that people look at in a configuration."""
    layout = compiled_layout()
    return layout.focus if configuration is None else layout.configurations[configuration].focus


def _translations() -> Json:
    """Returns the names of all languages, with whom the pictures are by."""
    names = msgspec.convert(translations_of(layout()), dict[str, Json])
    sets = [str(imagery_set["id"]) for imagery_set in _imagery_sets()]
    return {
        language: members | {"attributions": dict.fromkeys(sets, own)}
        if (own := NAMES[language].attributions.get(_ATTRIBUTION))
        else members
        for language, members in names.items()
    }


_ATTRIBUTION = "Drawn from the seating plan"
"""In English, and the name of it in the language files."""


def _imagery_sets() -> Iterator[Json]:
    for configuration in dict.fromkeys(view.configuration for view in VIEWS):
        yield {
            "id": f"{configuration or 'empty'}-rendered",
            "kind": "rendered",
            **({} if configuration is None else {"configuration": configuration}),
            "attribution": _ATTRIBUTION,
            "images": [_image(view) for view in VIEWS if view.configuration == configuration],
        }


def _image(view: View) -> Json:
    eye = eye_of(view)
    return {
        "object": view.object_name,
        "covers": {"section": view.section, "rows": list(view.rows)},
        "pose": {
            "x": round(eye.x, 2),
            "y": round(eye.y, 2),
            "z": round(eye.z, 2),
            "yawDeg": yaw_deg_of(view),
        },
    }


def _seat_keys() -> Json:
    return {
        "rules": [
            {"type": "reject", "pattern": r"\b(parking|car park|garage)\b"},
            {"type": "drop", "words": ["Harbour Arena", "Early Bird", "restricted view", "e-ticket"]},
            {"type": "rewrite", "pattern": r"\bLB\s*-?\s*(\d{3})\b", "replacement": r"Lower Bowl \1"},
            {"type": "rewrite", "pattern": r"\bUB\s*-?\s*(\d{3})\b", "replacement": r"Upper Bowl \1"},
            {"type": "rewrite", "pattern": r"\bR(\d{1,2})S(\d{1,2})\b", "replacement": r"Row \1 Seat \2"},
            {"type": "map", "name": "Front of House", "section": "F2"},
            {"type": "map", "name": "Pit", "section": "PIT"},
        ],
        "examples": [
            {"label": label, "expect": expect}
            for label, expect in [
                ("Lower Bowl Sec 105 Row C Seat 7", "105/C/7"),
                ("LB105-C-7", "105/C/7"),
                ("Section 107, Row K, Seat 9", "107/K/9"),
                (SEAT_LABEL, "107/K/9"),
                ("UB 313 Row 12 Seat 4", "313/12/4"),
                ("313 R12S4", "313/12/4"),
                ("Student Corner row 2 seat 5", "317/2/5"),
                ("Family Block Row D Seat 3", "110/D/3"),
                ("Floor 2, Row Front, Seat 8", "F2/1/8"),
                ("Front of House Row 3 Seat 11", "F2/3/11"),
                ("Standing Pit", "PIT"),
                ("Suite 7", "S7"),
                ("Lower Bowl Sec 313 Row C Seat 5", None),
                ("Parking pass, Garage 2", None),
            ]
        ],
    }


# The layout of Harbour Arena: rules for every seat, and what each configuration changes.
#
# North is up, and the middle of the floor is the origin. The stands follow the floor's edge: straight along
# its sides and ends, and three facets round each corner.


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
