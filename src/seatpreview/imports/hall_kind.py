"""Guesses the kind of a hall, and what is played in it, from its seats and names."""

from collections.abc import Iterable
from typing import NamedTuple

from seatpreview.imports.hall_focus import HallFocus
from seatpreview.imports.model import FoundHall
from seatpreview.layouts.focus_model import FocusExtent, FocusKind
from seatpreview.layouts.model import HallKind
from seatpreview.layouts.polygons import centroid

STAGE_HEIGHT_M = 1.0


class KindOfHall(NamedTuple):
    """A kind of hall, with the C-value of its usual rake."""

    kind: HallKind
    c_value_mm: float
    reason: str


def kind_of_hall(found: FoundHall, focus: HallFocus) -> KindOfHall:
    """Returns the kind of hall that the seats look like."""
    at_tables = sum(seat.table is not None for seat in found.seats)
    count = len(found.seats)
    if found.tables and at_tables > 0.3 * max(1, count):
        return KindOfHall("club", 0.0, "many seats are at tables")
    if focus.is_round and (count > 15_000 or (focus.kind == "field" and _size_m(focus) > 80)):
        return KindOfHall("stadium", 90.0, "seats surround a large field")
    if focus.is_round:
        return KindOfHall("arena", 90.0, "seats surround the middle")
    if focus.kind == "field":
        kind: HallKind = "stadium" if _size_m(focus) > 80 else "arena"
        return KindOfHall(kind, 90.0, "people look at a field")
    if count > 6_000:
        return KindOfHall("arena", 90.0, f"it has {count:,} seats")
    return KindOfHall("theatre", 60.0, "all seats are on one side of the stage")


def extent_of(focus: HallFocus, outline: Iterable[tuple[float, float]]) -> FocusExtent | None:
    """Returns the extent of a focus whose outline in metres is known."""
    corners = tuple((round(x, 3), round(y, 3)) for x, y in outline)
    if len(corners) < 3:
        return None
    if focus.kind == "stage":
        return FocusExtent(points=corners, height_m=STAGE_HEIGHT_M)
    return FocusExtent(kind=_sport(focus), points=corners)


def _sport(focus: HallFocus) -> FocusKind:
    name = focus.name.casefold()
    for kind, words in _WORDS.items():
        if any(word in name for word in words):
            return kind
    size_m = _size_m(focus)
    return next(kind for kind, least_m in _SIZES_M if size_m >= least_m)


def _size_m(focus: HallFocus) -> float:
    """Returns the longer side of the field."""
    if len(focus.outline) < 3:
        return 0.0
    x, y = centroid(focus.outline)
    return 2 * max(max(abs(corner.x - x), abs(corner.y - y)) for corner in focus.outline)


_WORDS: dict[FocusKind, tuple[str, ...]] = {
    "ice_hockey": ("hockey", "eis", "ice", "rink", "patinoire", "ghiaccio", "hielo"),
    "basketball": ("basket", "baloncesto"),
    "volleyball": ("volley",),
    "handball": ("handball", "balonmano"),
    "tennis": ("tennis", "tenis"),
    "boxing": ("box", "ring", "octagon"),
    "baseball": ("baseball", "diamond", "infield"),
    "rugby": ("rugby",),
    "american_football": ("american football", "gridiron"),
    "football": ("football", "soccer", "fußball", "fútbol", "calcio", "voetbal"),
}
_SIZES_M: tuple[tuple[FocusKind, float], ...] = (
    ("football", 80.0),
    ("ice_hockey", 48.0),
    ("handball", 34.0),
    ("basketball", 25.0),
    ("tennis", 20.0),
    ("volleyball", 12.0),
    ("boxing", 0.0),
)
