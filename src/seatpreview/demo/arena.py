"""The record of Harbour Arena as the API accepts it, and the seats of its panoramas."""

import math
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import msgspec

from seatpreview.decoding.inputs import decode
from seatpreview.demo.seating import Json, layout
from seatpreview.labels.model import place_of
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.geometry import Point
from seatpreview.layouts.model import Focus, Layout
from seatpreview.seats import sightline
from seatpreview.values.demo_names import SEAT_LABEL, VENUE_ALIAS
from seatpreview.venues.templates.translated_names import translations_of

NAME = "Harbour Arena"

AD_OBJECT = "ads/harbour-line.png"

GRANTEES_ALIASES: list[Json] = [
    {"name": "city-harbour"},
    {"name": "Fan Zone", "section": "315"},
    {"name": "Golden Circle", "section": "F2"},
]


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
        language: members | {"attributions": dict.fromkeys(sets, _ATTRIBUTIONS[language])}
        for language, members in names.items()
    }


_ATTRIBUTIONS = {
    "de": "Nach dem Sitzplan gezeichnet",
    "es": "Dibujado a partir del plano de asientos",
    "fr": "Dessiné selon le plan des places",
    "it": "Disegnato in base alla mappa dei posti",
    "nl": "Getekend aan de hand van de plattegrond",
    "pt": "Desenhado a partir do mapa de lugares",
}


def _imagery_sets() -> Iterator[Json]:
    for configuration in dict.fromkeys(view.configuration for view in VIEWS):
        yield {
            "id": f"{configuration or 'empty'}-rendered",
            "kind": "rendered",
            **({} if configuration is None else {"configuration": configuration}),
            "attribution": "Drawn from the seating plan",
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
