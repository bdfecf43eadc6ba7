"""Where the best seats of an event are: how far away, how high, and on which side.

A score that only grows towards the stage recommends the first row of a cinema. The figures and their sources
are in docs/decisions/0113-good-seats.md; a venue may state others (`viewerDefaults.bestViews`).
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.layouts.ground_plan import centroid
from seatpreview.layouts.model import Focus, FocusKind, HallKind
from seatpreview.seats.view_quality import FROM_THE_SIDE_DEG
from seatpreview.sightlines.looked_at import Front, front_of
from seatpreview.sightlines.model import HallBodies, LookedAt
from seatpreview.venues.model import BestView

_AT_THE_ENDS = 0.8
"""What the nearest and the farthest of the best seats are worth. The best one is in their middle."""
_SCREEN_WIDE_DEG = (45.0, 36.0)
"""How wide a screen appears from the nearest and from the farthest of the best seats."""
_SCREEN_HIGH = (-0.1, 0.6)
"""The best heights of eyes before a screen, as parts of its height."""
_SIDE_POWER = 1.5
"""Above 1, the first degrees to the side cost less than the last ones before 60."""
_ALIKE_DEG = 40.0
"""Before a stage in the round, all directions up to this angle are as good as its front."""
_LITTLE = 0.1
_LITTLE_COUNTS, _MUCH_COUNTS = 0.5, 1.5
_ROUND_FIELDS: frozenset[FocusKind] = frozenset({"boxing", "tennis", "baseball"})
"""Fields that are not watched best from the middle of a long side."""


class Preference(NamedTuple):
    """The best distances from the eyes to the focus, and the best heights of the eyes above the floor of a
    stage, the ground of a field, or the lower edge of a screen."""

    distance_m: tuple[float, float]
    height_m: tuple[float, float]

    def distance_part(self, distance_m: float) -> float:
        """Returns how good a distance is, from 0 to 1. Half as near is worth half, and twice as far a
        quarter: what is missing there is what people came for."""
        near_m, far_m = self.distance_m
        if distance_m < near_m:
            return _AT_THE_ENDS * distance_m / near_m
        if distance_m > far_m:
            return _AT_THE_ENDS * (far_m / distance_m) ** 2
        return _within(distance_m, near_m, far_m)

    def height_part(self, above_m: float) -> float:
        """Returns how good a height is, from 0 to 1. It is worth nothing as far outside of the best heights
        as the best distances begin."""
        low_m, high_m = self.height_m
        beyond_m = max(low_m - above_m, above_m - high_m)
        return 1.0 - min(1.0, max(0.0, beyond_m) / max(1.0, self.distance_m[0]))


def clear_part(share: float) -> float:
    """Returns what a share is worth, from 0 to 1. Of the first tenth that is hidden, half counts: heads move,
    and nobody takes a first row at the wall for it. What is hidden beyond it counts more."""
    hidden = 1.0 - share
    return max(0.0, 1.0 - _LITTLE_COUNTS * min(hidden, _LITTLE) - _MUCH_COUNTS * max(0.0, hidden - _LITTLE))


class BestPlace(NamedTuple):
    """What a seat of an event is compared with."""

    preference: Preference
    floor_z: float
    """What heights are measured from."""
    side: Front | None
    """The side of a stage, screen or field from which it is watched best; None: all are as good."""
    is_both_sides: bool = False
    """Whether the opposite side is as good: a pitch has two long sides."""
    is_in_the_round: bool = False
    """Whether people sit on all sides of a stage, so that more than its front is a good side."""

    def place_part(self, distance_m: float, eye_z: float) -> float:
        """Returns how good a place is by its distance and its height, from 0 to 1."""
        return self.preference.distance_part(distance_m) * self.preference.height_part(eye_z - self.floor_z)

    def side_part(self, x: float, y: float) -> float:
        """Returns how good the side is on which a place is, from 0 to 1. A few degrees cost little:
        nobody sits at the far end of a stadium to see its stage straight."""
        if self.side is None:
            return 1.0
        angle_deg = self.side.side_angle_deg(x, y)
        if self.is_both_sides:
            angle_deg = min(angle_deg, 180.0 - angle_deg)
        if self.is_in_the_round:
            angle_deg = max(0.0, angle_deg - _ALIKE_DEG)
        return 1.0 - math.pow(min(1.0, angle_deg / FROM_THE_SIDE_DEG), _SIDE_POWER)


def best_place(
    layout: CompiledLayout,
    configuration: CompiledConfiguration | None,
    hall: HallBodies,
    stated: Sequence[BestView] = (),
) -> BestPlace:
    """Returns where the best seats of a configuration are: as the venue states it, or as is usual for what
    people look at there, once the curtain is up, and for the kind of hall."""
    focus = layout.focus if configuration is None else configuration.focus
    own, looked_at = _stated(stated, configuration), hall.behind_curtain
    preference = _usual(focus, hall.hall, looked_at) if own is None else _preference(own)
    if looked_at is None:
        return BestPlace(preference, focus.z - _FOCUS_ABOVE_M, None)
    side, is_both_sides = _side_of(focus, looked_at)
    return BestPlace(
        preference,
        looked_at.z[0],
        side,
        is_both_sides=is_both_sides,
        is_in_the_round=hall.is_in_the_round,
    )


_FOCUS_ABOVE_M = 1.0
"""How high a focus is above the floor where nothing else is known."""


def _stated(stated: Sequence[BestView], configuration: CompiledConfiguration | None) -> BestView | None:
    """Returns what the venue states for a configuration; what it states for none holds for all others."""
    own = None if configuration is None else configuration.id
    for each in stated:
        if each.configuration is None or each.configuration == own:
            return each
    return None


def _preference(stated: BestView) -> Preference:
    (near_m, far_m), (low_m, high_m) = stated.distance_m, stated.height_m
    return Preference((near_m, far_m), (low_m, high_m))


def _usual(focus: Focus, hall: HallKind, looked_at: LookedAt | None) -> Preference:
    if looked_at is None:
        return _ONLY_A_POINT
    if looked_at.kind == "stage":
        return _STAGES[hall]
    if looked_at.kind == "screen":
        return _before_a_screen(looked_at)
    kind = "stage" if focus.extent is None else focus.extent.kind
    return _FIELDS.get(kind) or _beside(looked_at)


def _before_a_screen(screen: LookedAt) -> Preference:
    half_m = max(math.dist(one, other) for one in screen.points for other in screen.points) / 2
    near_m, far_m = (half_m / math.tan(math.radians(wide_deg / 2)) for wide_deg in _SCREEN_WIDE_DEG)
    tall_m = screen.z[1] - screen.z[0]
    low, high = _SCREEN_HIGH
    return Preference((near_m, far_m), (low * tall_m, high * tall_m))


def _beside(field: LookedAt) -> Preference:
    """Returns the best seats of a field whose sport has no figures of its own: over its long side."""
    half_m = _half_wide_m(field)
    return Preference((half_m + 3.0, half_m + 20.0), (2.0, 10.0))


def _half_wide_m(field: LookedAt) -> float:
    """Half the distance between the long sides, or so."""
    x, y = centroid(field.points)
    return min(math.dist((x, y), point) for point in _middles(field))


def _middles(field: LookedAt) -> list[tuple[float, float]]:
    corners = field.points
    return [
        ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
        for one, other in zip(corners, (*corners[1:], corners[0]), strict=True)
    ]


def _side_of(focus: Focus, looked_at: LookedAt) -> tuple[Front | None, bool]:
    front = front_of(looked_at)
    if front is not None or looked_at.kind != "field" or focus.extent is None:
        return front, False
    kind = focus.extent.kind
    x, y = centroid(looked_at.points)
    if kind == "baseball":
        # Behind home plate, which is the first corner.
        home_x, home_y = looked_at.points[0]
        return Front(x, y, math.degrees(math.atan2(home_x - x, home_y - y))), False
    if kind in _ROUND_FIELDS or len(looked_at.points) != 4:
        return None, False
    side_x, side_y = min(_middles(looked_at), key=lambda middle: math.dist(middle, (x, y)))
    return Front(x, y, math.degrees(math.atan2(side_x - x, side_y - y))), True


def _within(value: float, low: float, high: float) -> float:
    half = (high - low) / 2 or 1.0
    return 1.0 - (1.0 - _AT_THE_ENDS) * min(1.0, abs(value - (low + high) / 2) / half)


_ONLY_A_POINT = Preference((1.0, 6.0), (-50.0, 100.0))
"""Where nothing says what people look at, near seats are the best ones."""
_PLAY = Preference((6.0, 16.0), (0.1, 5.0))
_IN_THE_OPEN = Preference((20.0, 80.0), (0.5, 15.0))
_STAGES: dict[HallKind, Preference] = {
    "theatre": _PLAY,
    "playhouse": _PLAY,
    "cinema": _PLAY,
    "opera": Preference((9.0, 24.0), (0.1, 8.0)),
    "concert_hall": Preference((8.0, 20.0), (0.2, 6.0)),
    "arena": Preference((8.0, 40.0), (0.3, 8.0)),
    "stadium": _IN_THE_OPEN,
    "ballpark": _IN_THE_OPEN,
    "amphitheatre": Preference((12.0, 30.0), (1.0, 9.0)),
    "club": Preference((4.0, 10.0), (0.2, 4.0)),
    "black_box": Preference((3.0, 9.0), (0.1, 4.0)),
    "school_hall": Preference((3.5, 11.0), (0.1, 4.0)),
    "church": Preference((4.0, 14.0), (0.1, 5.0)),
    "conference": Preference((4.0, 14.0), (0.1, 5.0)),
}
"""The best seats before a stage, by the kind of hall."""
_FIELDS: dict[FocusKind, Preference] = {
    "football": Preference((42.0, 65.0), (6.0, 20.0)),
    "rugby": Preference((43.0, 65.0), (6.0, 20.0)),
    "american_football": Preference((35.0, 58.0), (6.0, 20.0)),
    "ice_hockey": Preference((20.0, 34.0), (3.5, 12.0)),
    "basketball": Preference((13.0, 25.0), (2.0, 9.0)),
    "handball": Preference((15.0, 27.0), (2.5, 9.0)),
    "volleyball": Preference((9.0, 20.0), (2.0, 8.0)),
    "tennis": Preference((15.0, 28.0), (2.5, 9.0)),
    "boxing": Preference((6.0, 15.0), (0.3, 5.0)),
    "baseball": Preference((30.0, 60.0), (2.0, 14.0)),
}
"""The best seats around a field, by the sport."""
