"""What is seen from an eye, by brute force: rays in space against the same solids, in plain Python."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.layouts.geometry import Point
from seatpreview.layouts.ground_plan import footprint_of, has_inside, heights_of
from seatpreview.sightlines.measures import SITTING
from seatpreview.sightlines.model import HallBodies, HallBody, LookedAt

WIDE, HIGH = 60, 32
"""Directions side by side, and above each other."""
_STEP_PARTS = (-1.0, -0.6, -0.3, 0.0, 0.3, 0.6, 1.0)

Interval = tuple[float, float]


class Person(NamedTuple):
    """A seated person."""

    x: float
    y: float
    floor_z: float
    bottom_z: float


def cast_shares(
    layout: CompiledLayout, configuration: CompiledConfiguration, hall: HallBodies, eye: Point
) -> tuple[float, float]:
    """Returns the share of the directions that meet what is looked at in which nothing comes before it, and
    the share in which only people come before it."""
    assert hall.looked_at is not None
    people = [person for person in _people(layout, configuration, hall) if _is_other(person, eye)]
    seen = behind_people = total = 0
    for x, y, up in _directions(hall.looked_at, eye):
        low_z, high_z = hall.looked_at.z
        target = _prism_span(hall.looked_at.points, low_z, high_z, eye, (x, y, up))
        if target is None:
            continue
        total += 1
        nearest = min(_bodies(hall, configuration, eye, (x, y, up)), default=math.inf)
        is_behind_body = nearest < target[0] - 1e-6
        is_behind_people = any(_meets(person, eye, (x, y, up), target[0]) for person in people)
        behind_people += is_behind_people and not is_behind_body
        seen += not is_behind_people and not is_behind_body
    return seen / total, behind_people / total


Ray = tuple[float, float, float]
"""A direction: its length on the ground plan is 1."""


def _directions(looked_at: LookedAt, eye: Point) -> Iterator[Ray]:
    """Yields directions that are evenly spread over a part of the sphere around what is looked at."""
    corners = [(x - eye.x, y - eye.y) for x, y in looked_at.points]
    middle = math.atan2(sum(x for x, _ in corners), sum(y for _, y in corners))
    turns = [(math.atan2(x, y) - middle + math.pi) % math.tau - math.pi for x, y in corners]
    away = [math.hypot(x, y) for x, y in corners]
    sines = [
        math.sin(math.atan2(z - eye.z, distance_m))
        for z in looked_at.z
        for distance_m in (*away, max(0.05, _distance_m(corners)))
    ]
    for column in range(WIDE):
        azimuth = middle + min(turns) + (max(turns) - min(turns)) * (column + 0.5) / WIDE
        for row in range(HIGH):
            sine = min(sines) + (max(sines) - min(sines)) * (row + 0.5) / HIGH
            yield math.sin(azimuth), math.cos(azimuth), sine / math.sqrt(1 - sine * sine)


def _distance_m(corners: Sequence[tuple[float, float]]) -> float:
    return min(
        math.hypot(ax + (bx - ax) * step / 50, ay + (by - ay) * step / 50)
        for (ax, ay), (bx, by) in pairwise([*corners, corners[0]])
        for step in range(51)
    )


def _prism_span(
    corners: Sequence[tuple[float, ...]], low_z: float, high_z: float, eye: Point, ray: Ray
) -> Interval | None:
    """Returns where a ray enters and leaves a body over a ground plan."""
    crossings = sorted(
        found[0]
        for start, end in zip(corners, [*corners[1:], corners[0]], strict=True)
        if (found := _edge(start, end, eye, ray)) is not None
    )
    if has_inside(corners, eye.x, eye.y):
        crossings.insert(0, 0.0)
    if len(crossings) < 2:
        return None
    near, far = crossings[0], crossings[-1]
    if abs(ray[2]) < 1e-12:
        return (near, far) if low_z <= eye.z <= high_z else None
    at = sorted(((low_z - eye.z) / ray[2], (high_z - eye.z) / ray[2]))
    near, far = max(near, at[0]), min(far, at[1])
    return (near, far) if near <= far else None


def _edge(start: Sequence[float], end: Sequence[float], eye: Point, ray: Ray) -> tuple[float, float] | None:
    """Returns how far away a ray crosses an edge on the ground plan, and at which part of it."""
    x, y, _ = ray
    start_x, start_y = start[0] - eye.x, start[1] - eye.y
    along_x, along_y = end[0] - start[0], end[1] - start[1]
    cross = x * along_y - y * along_x
    if cross == 0:
        return None
    distance_m = (start_x * along_y - start_y * along_x) / cross
    part = (start_x * y - start_y * x) / cross
    return (distance_m, part) if distance_m > 1e-4 and 0 <= part < 1 else None


def _bodies(hall: HallBodies, configuration: CompiledConfiguration, eye: Point, ray: Ray) -> Iterator[float]:
    """Yields how far away a ray meets bodies."""
    for body in hall.bodies:
        yield from _slabs(body, eye, ray) if body.back_z is not None else _sheets(body, eye, ray)
    for obstruction in configuration.obstructions:
        corners, (low_z, high_z) = footprint_of(obstruction), heights_of(obstruction)
        is_looked_at = obstruction.id == hall.looked_at_id
        span = None if is_looked_at else _prism_span(corners, low_z, high_z, eye, ray)
        if span is not None:
            yield span[0]


def _sheets(body: HallBody, eye: Point, ray: Ray) -> Iterator[float]:
    for start, end in pairwise(body.line):
        found = _edge(start, end, eye, ray)
        if found is not None and body.z[0] <= eye.z + ray[2] * found[0] <= body.z[1]:
            yield found[0]


def _slabs(body: HallBody, eye: Point, ray: Ray) -> Iterator[float]:
    """An overhang: a ray is in it where it is between the underside and the top of one of its pieces."""
    assert body.back_z is not None
    for (left, right), (back_left, back_right) in zip(pairwise(body.line), pairwise(body.back), strict=True):
        corners = [left, right, back_right, back_left]
        lows = [body.z[0], body.z[0], body.back_z[0], body.back_z[0]]
        highs = [body.z[1], body.z[1], body.back_z[1], body.back_z[1]]
        found = []
        for index in range(4):
            following = (index + 1) % 4
            crossing = _edge(corners[index], corners[following], eye, ray)
            if crossing is not None:
                distance_m, part = crossing
                low_z = lows[index] + (lows[following] - lows[index]) * part
                found.append((distance_m, low_z, highs[index] + (highs[following] - highs[index]) * part))
        if len(found) == 2:
            yield from _between(sorted(found), eye, ray)


def _between(ends: list[tuple[float, float, float]], eye: Point, ray: Ray) -> Iterator[float]:
    (near, near_low, near_high), (far, far_low, far_high) = ends
    for step in range(21):
        part = step / 20
        distance_m = near + (far - near) * part
        z = eye.z + ray[2] * distance_m
        if near_low + (far_low - near_low) * part <= z <= near_high + (far_high - near_high) * part:
            yield distance_m
            return


def _people(
    layout: CompiledLayout, configuration: CompiledConfiguration, hall: HallBodies
) -> Iterator[Person]:
    slabs_m = {body.section: body.z[1] - body.z[0] for body in hall.bodies if body.id.endswith(".under")}
    for section in layout.sections:
        for row in section.rows if section.id not in configuration.closed else ():
            place_at = layout.places_in_row(section, row)
            for slot in range(row.seats.slots if row.seats is not None and place_at is not None else 0):
                assert place_at is not None
                x, y, z = place_at(slot).point
                slab_m = slabs_m.get(section.id)
                yield Person(x, y, z, -math.inf if slab_m is None else z - slab_m)


def _is_other(person: Person, eye: Point) -> bool:
    return math.dist((person.x, person.y), (eye.x, eye.y)) > 0.2


def _meets(person: Person, eye: Point, ray: Ray, before_m: float) -> bool:
    """Looks along the part of a ray that is near a person: a head, and shoulders that slope to both sides."""
    x, y = person.x - eye.x, person.y - eye.y
    ahead_m, aside_m = x * ray[0] + y * ray[1], abs(x * ray[1] - y * ray[0])
    if not 0.15 < ahead_m < before_m or aside_m >= SITTING.body_half_m:
        return False
    if _meets_head(eye.z + ray[2] * ahead_m - person.floor_z - SITTING.head_m, ray[2], aside_m):
        return True
    half_m = math.sqrt(SITTING.body_half_m**2 - aside_m**2)
    return any(
        _is_within(person, eye, ray, ahead_m + part * half_m, aside_m, part * half_m) for part in _STEP_PARTS
    )


def _meets_head(up_m: float, slope: float, aside_m: float) -> bool:
    """Whether a ray meets the ellipsoid of a head that faces the eye or the stage. Above the middle of the
    head the ray is `up_m` high, and rises by `slope`."""
    high, deep = SITTING.head_half_high_m, SITTING.head_half_deep_m
    # The ray is nearest to the middle here, as seen by an ellipsoid that is made round.
    along_m = -up_m * slope * deep**2 / (high**2 + (slope * deep) ** 2)
    off = (aside_m / SITTING.head_half_m, along_m / deep, (up_m + slope * along_m) / high)
    return sum(part * part for part in off) <= 1


def _is_within(person: Person, eye: Point, ray: Ray, at_m: float, aside_m: float, along_m: float) -> bool:
    up_m = eye.z + ray[2] * at_m - person.floor_z
    from_middle_m = math.hypot(aside_m, along_m)
    return person.bottom_z - person.floor_z <= up_m <= SITTING.neck_m - SITTING.slope * from_middle_m
