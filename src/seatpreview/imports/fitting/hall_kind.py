"""Guesses the kind of a hall, and what is played in it, from its seats and names."""

import math
from collections.abc import Iterable, Sequence
from statistics import median
from typing import NamedTuple, get_args

from seatpreview.imports.fitting.hall_focus import HallFocus
from seatpreview.imports.fitting.near_points import PlanPoint
from seatpreview.imports.model import FoundHall, UnreadableFile
from seatpreview.imports.questions import CERTAIN, Doubts
from seatpreview.layouts.ground_plan import centroid
from seatpreview.layouts.model import FocusExtent, FocusKind, HallKind, usual_size_m
from seatpreview.sightlines.plain_halls import is_name_in_church

STAGE_HEIGHT_M = 1.0


class KindOfHall(NamedTuple):
    """A kind of hall, with the C-value of its usual rake."""

    kind: HallKind
    c_value_mm: float
    reason: str
    sure: float = CERTAIN


def kind_of_hall(found: FoundHall, focus: HallFocus, *, has_people_before_seats: bool) -> KindOfHall:
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
    if is_name_in_church(focus.name):
        return KindOfHall("church", 60.0, f"people look at {focus.name!r}")
    if has_people_before_seats:
        return KindOfHall("arena", 90.0, "people stand before the stage", _SURE_BY_PEOPLE)
    if count > 6_000:
        return KindOfHall("arena", 90.0, f"it has {count:,} seats", _SURE_BY_COUNT)
    return KindOfHall("theatre", 60.0, "all seats are on one side of the stage")


def asked_kind(kind: KindOfHall, doubts: Doubts) -> KindOfHall:
    """Returns the kind of hall that an answer says, or the guess. It is asked where little speaks for it."""
    given = doubts.given("kind")
    if kind.sure >= CERTAIN and given is None:
        return kind
    known = get_args(HallKind)
    if given is not None and given not in known:
        raise UnreadableFile(f"{given[:60]!r} is no kind of hall. Kinds are: {', '.join(known)}.")
    offered = dict.fromkeys([kind.kind, *([given] if given else []), *_OFTEN])
    choices = [(each, f"{each.replace('_', ' ').capitalize()}.") for each in offered]
    text = f"What kind of hall is it? It was taken for one of the kind {kind.kind}: {kind.reason}."
    chosen = doubts.ask("kind", text, choices, kind.kind, kind.sure)
    if given is None or chosen == kind.kind:
        return kind
    answered = next(each for each in known if each == chosen)
    return KindOfHall(answered, _C_VALUES_MM.get(answered, 60.0), "you chose it")


def stand_before_seats(points: Iterable[PlanPoint], standing: Iterable[Sequence[PlanPoint]]) -> bool:
    """Returns whether a standing area is nearer to the stage than most seats. All points are measured from
    the stage. Standing room behind the seats is usual in playhouses."""
    seats_m = [math.hypot(point.x, point.y) for point in points]
    areas_m = [math.hypot(*centroid(outline)) for outline in standing if len(outline) > 2]
    return bool(seats_m and areas_m) and min(areas_m) < median(seats_m)


def extent_of(
    focus: HallFocus, outline: Iterable[tuple[float, float]], is_scale_assumed: bool
) -> FocusExtent | None:
    """Returns the extent of a focus whose outline in metres is known. A field has the lines of a sport if the
    file names it, or else by its size; where the scale is assumed, the size must be that of the sport."""
    corners = tuple((round(x, 3), round(y, 3)) for x, y in outline)
    if len(corners) < 3:
        return None
    if focus.kind == "stage":
        return FocusExtent(points=corners, height_m=STAGE_HEIGHT_M)
    sport = _named_sport(focus) or _sport_of_size(focus)
    if is_scale_assumed and not _named_sport(focus) and not _has_size_of(sport, focus):
        return FocusExtent(points=corners)
    return FocusExtent(kind=sport, points=corners)


def _named_sport(focus: HallFocus) -> FocusKind | None:
    name = focus.name.casefold()
    return next((kind for kind, words in _WORDS.items() if any(word in name for word in words)), None)


def _sport_of_size(focus: HallFocus) -> FocusKind:
    size_m = _size_m(focus)
    return next(kind for kind, least_m in _SIZES_M if size_m >= least_m)


def _has_size_of(sport: FocusKind, focus: HallFocus) -> bool:
    """Returns whether both sides of a field are as long as usual, within a tenth."""
    sides_m = sorted(
        max(corner[axis] for corner in focus.outline) - min(corner[axis] for corner in focus.outline)
        for axis in (0, 1)
    )
    usual_m = sorted(usual_size_m(FocusExtent(kind=sport)))
    return all(0.9 <= side / usual <= 1.1 for side, usual in zip(sides_m, usual_m, strict=True))


def _size_m(focus: HallFocus) -> float:
    """Returns the longer side of the field."""
    if len(focus.outline) < 3:
        return 0.0
    x, y = centroid(focus.outline)
    return 2 * max(max(abs(corner.x - x), abs(corner.y - y)) for corner in focus.outline)


_SURE_BY_PEOPLE, _SURE_BY_COUNT = 0.8, 0.7
_OFTEN: tuple[HallKind, ...] = ("theatre", "arena", "concert_hall", "club", "stadium")
_C_VALUES_MM: dict[HallKind, float] = {"club": 0.0, "arena": 90.0, "stadium": 90.0, "ballpark": 90.0}
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
