"""Turns the coordinates of a file into metres: by its unit, or by the usual distance between seats."""

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import median
from typing import NamedTuple

from seatpreview.imports.fitting.near_points import (
    NearPoints,
    PlanPoint,
    along,
    main_direction,
    middle_of,
    spread_of,
)
from seatpreview.imports.model import FoundHall, FoundSeat, UnreadableFile
from seatpreview.imports.plausibility import SEAT_PITCH_M_MAX, SEAT_PITCH_M_MIN, WIDTH_M_MIN
from seatpreview.imports.report_counts import FittingReport

USUAL_PITCH_M = 0.52
"""From the middle of a seat to the next one in a usual hall."""
HALL_M_MAX = 1500.0
_SEATS_OF_A_ROOM = 20
"""A hall with fewer seats may have any size."""
REACH_M_MAX = 900.0
"""Seats that are further than this from the middle of all seats have a wrong position."""

PITCH_M_MIN, PITCH_M_MAX = 0.3, 5.0
"""From a seat to the next one, as somebody may state it."""

_GIVEN = re.compile(r"(seat:)?(\d{1,4}(?:\.\d{1,4})?)")
AS_READ = "as-read"
"""The answer `scale` that keeps the scale of the file, or the one that was assumed."""
_COORDINATE_MAX = 1e12
_ROWS_MEASURED_MAX = 1000
_HALL_WITHOUT_SEATS_M = 30.0


class PlanScale(NamedTuple):
    """How coordinates of the file become metres."""

    metres_per_unit: float
    is_assumed: bool
    sign_y: float
    middle: PlanPoint
    """The middle of the plan in units of the file, y to the north."""

    def point(self, x: float | None, y: float | None) -> PlanPoint | None:
        """Returns a point in metres from the middle of the plan; None if the file has no usable one."""
        if x is None or y is None:
            return None
        east = (x - self.middle.x) * self.metres_per_unit
        north = (self.sign_y * y - self.middle.y) * self.metres_per_unit
        is_near = -REACH_M_MAX <= east <= REACH_M_MAX and -REACH_M_MAX <= north <= REACH_M_MAX
        return PlanPoint(east, north) if is_near else None

    def in_file(self, point: PlanPoint) -> tuple[float, float]:
        """Returns a point in the units and with the axes of the file."""
        x, y = (place / self.metres_per_unit for place in point)
        return x + self.middle.x, (y + self.middle.y) * self.sign_y


def plan_scale(found: FoundHall, report: FittingReport, given: str | None = None) -> PlanScale:
    """Returns the scale of a plan, and reports how it was found. `given` is the answer `scale`: how many
    metres the hall is wide on the page, or `seat:0.5` for the metres from a seat to the next one."""
    sign_y = -1.0 if found.is_y_down else 1.0
    usable = [_usable(seat.x, seat.y, sign_y) for seat in found.seats]
    points = [point for point in usable if point is not None] or list(_corners(found, sign_y))
    if not points:
        return PlanScale(1.0, False, sign_y, PlanPoint(0.0, 0.0))
    middle = PlanPoint(median(x for x, _ in points), median(y for _, y in points))
    extent = _extent(points)
    if given not in (None, AS_READ):
        return PlanScale(_as_given(given, found, usable, points, report), False, sign_y, middle)
    stated = found.metres_per_unit
    if stated is not None and _is_sensible(stated, extent, found, usable):
        return PlanScale(stated, False, sign_y, middle)
    return PlanScale(_assumed(found, usable, extent, report), True, sign_y, middle)


def _usable(x: float | None, y: float | None, sign_y: float) -> PlanPoint | None:
    if x is None or y is None or not (abs(x) < _COORDINATE_MAX and abs(y) < _COORDINATE_MAX):
        return None
    return PlanPoint(x, sign_y * y)


def _corners(found: FoundHall, sign_y: float) -> Iterable[PlanPoint]:
    for area in found.areas:
        for x, y in area.points:
            point = _usable(x, y, sign_y)
            if point is not None:
                yield point


def _extent(points: Sequence[PlanPoint]) -> float:
    """Returns the longer side of the plan, without the few seats that are furthest out."""
    cut = len(points) // 50
    xs, ys = sorted(x for x, _ in points), sorted(y for _, y in points)
    return max(xs[-1 - cut] - xs[cut], ys[-1 - cut] - ys[cut])


def _as_given(
    given: str,
    found: FoundHall,
    usable: Sequence[PlanPoint | None],
    points: Sequence[PlanPoint],
    report: FittingReport,
) -> float:
    match = _GIVEN.fullmatch(given)
    metres = float(match[2]) if match is not None else 0.0
    least_m, most_m = (PITCH_M_MIN, PITCH_M_MAX) if match is not None and match[1] else (1.0, HALL_M_MAX)
    if not least_m <= metres <= most_m:
        raise UnreadableFile(
            f"{given[:60]!r} is no answer to 'scale'. Answers are the metres from the leftmost to the "
            f"rightmost seat (1 to {HALL_M_MAX:.0f}), or `seat:0.5`: those from a seat to the next one "
            f"({PITCH_M_MIN} to {PITCH_M_MAX:.0f})."
        )
    width = max(x for x, _ in points) - min(x for x, _ in points) or _extent(points)
    units = seat_pitch(found.seats, usable) if match is not None and match[1] else width
    scale = metres / units if units else 1.0
    report.inferred(f"One unit of the file is {scale:.4g} m, as you chose.", len(found.seats))
    return scale


def _is_sensible(
    metres_per_unit: float, extent: float, found: FoundHall, usable: Sequence[PlanPoint | None]
) -> bool:
    """Returns whether a hall can be as large as the stated unit makes it. A very small one has few seats, or
    seats that stand as far apart as seats do."""
    if not 0 < metres_per_unit < math.inf:
        return False
    size_m = extent * metres_per_unit
    if size_m >= WIDTH_M_MIN or len(usable) < _SEATS_OF_A_ROOM:
        return size_m <= HALL_M_MAX
    pitch = seat_pitch(found.seats, usable)
    return pitch is not None and SEAT_PITCH_M_MIN <= pitch * metres_per_unit <= SEAT_PITCH_M_MAX


def _assumed(
    found: FoundHall, usable: Sequence[PlanPoint | None], extent: float, report: FittingReport
) -> float:
    pitch = seat_pitch(found.seats, usable)
    if pitch is None:
        scale = _HALL_WITHOUT_SEATS_M / extent if extent > 0 else 1.0
        report.inferred(f"No seats say how large the plan is; it is taken as {extent * scale:.0f} m wide.", 1)
        return scale
    scale = USUAL_PITCH_M / pitch
    if extent * scale > HALL_M_MAX:
        scale = HALL_M_MAX / extent
    why = "states no unit" if found.metres_per_unit is None else "states a unit that cannot be right"
    report.inferred(
        f"The file {why}. Seats are {pitch:.4g} units apart, and {100 * USUAL_PITCH_M:.0f} cm in usual "
        f"halls: one unit is taken as {scale:.4g} m.",
        len(found.seats),
    )
    return scale


def seat_pitch(seats: Sequence[FoundSeat], points: Sequence[PlanPoint | None]) -> float | None:
    """Returns the usual distance between neighbours of a row, in the unit of the points."""
    rows: dict[tuple[str, ...], list[PlanPoint]] = defaultdict(list)
    for seat, point in zip(seats, points, strict=True):
        if point is not None and seat.table is None and (seat.row or seat.part):
            rows[seat.level, seat.section, seat.row, seat.part].append(point)
    step = max(1, len(rows) // _ROWS_MEASURED_MAX)
    distances = [distance for row in list(rows.values())[::step] for distance in _distances(row)]
    if len(distances) < 3:
        distances += _nearest([point for point in points if point is not None])
    return median(distances) if distances else None


def _distances(row: Sequence[PlanPoint]) -> Iterable[float]:
    """Yields the distance from each seat to the nearest of the three that follow along the row: of a row that
    stands around a table, the next one may be at the other side."""
    direction = main_direction(spread_of(row, middle_of(row)))
    ordered = sorted(row, key=lambda point: along(point, direction))
    for at, point in enumerate(ordered, start=1):
        apart = [distance for other in ordered[at : at + 3] if (distance := math.dist(point, other)) > 1e-9]
        if apart:
            yield min(apart)


def usual_nearest(points: Sequence[PlanPoint]) -> float | None:
    """Returns the usual distance from a point to the nearest other one, whatever their names say."""
    nearest = _nearest(points)
    return median(nearest) if nearest else None


def _nearest(points: Sequence[PlanPoint]) -> list[float]:
    """Returns the distance from some points to the nearest other one."""
    if len(points) < 2:
        return []
    xs, ys = [x for x, _ in points], [y for _, y in points]
    reach = 3 * max(max(xs) - min(xs), max(ys) - min(ys)) / math.sqrt(len(points)) + 1e-9
    index = NearPoints(enumerate(points), reach)
    step = max(1, len(points) // _ROWS_MEASURED_MAX)
    nearest = (
        min((distance for distance, _ in index.near(point) if distance > 1e-9), default=None)
        for point in points[::step]
    )
    return [distance for distance in nearest if distance is not None]
