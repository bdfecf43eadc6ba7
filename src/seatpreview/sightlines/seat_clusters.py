"""Boxes among listed seats: a few seats close together, in more than one line, as
web/source/drawing/seat-clusters.ts has them."""

import math
from collections.abc import Sequence

from seatpreview.layouts.geometry import Point as Place
from seatpreview.layouts.geometry import SeatPlace
from seatpreview.layouts.ground_plan import Point

_SEATS = (3, 8)
_DEEP_M = (0.5, 2.5)
_WIDE_M = (0.4, 3.0)
_RISE_M = 0.12


def box_ranks(seats: Sequence[SeatPlace]) -> tuple[list[SeatPlace], list[SeatPlace]] | None:
    """Returns the ends of the front and of the back of a box, each from left to right; None if the seats form
    none. A box faces the side of its rectangle that its seats face most."""
    if not _SEATS[0] <= len(seats) <= _SEATS[1]:
        return None
    floor_z = max(seat.point.z for seat in seats)
    if floor_z - min(seat.point.z for seat in seats) > _RISE_M:
        return None
    ahead = _ahead(seats)
    depths = [seat.point.x * ahead[0] + seat.point.y * ahead[1] for seat in seats]
    sides = [seat.point.x * ahead[1] - seat.point.y * ahead[0] for seat in seats]
    deep_m, wide_m = max(depths) - min(depths), max(sides) - min(sides)
    if not (_DEEP_M[0] <= deep_m <= _DEEP_M[1] and _WIDE_M[0] <= wide_m <= _WIDE_M[1]):
        return None
    facing_deg = math.degrees(math.atan2(*ahead))

    def end(depth: float, side: float) -> SeatPlace:
        x, y = depth * ahead[0] + side * ahead[1], depth * ahead[1] - side * ahead[0]
        return SeatPlace(Place(x, y, floor_z), facing_deg)

    def rank(depth: float) -> list[SeatPlace]:
        return [end(depth, min(sides)), end(depth, max(sides))]

    return rank(max(depths)), rank(min(depths))


def _ahead(seats: Sequence[SeatPlace]) -> Point:
    """Returns the direction along or across the nearest two seats that is nearest to where the seats face."""
    turns = [math.radians(seat.facing_deg) for seat in seats]
    wanted = (sum(map(math.sin, turns)), sum(map(math.cos, turns)))
    first = seats[0].point
    nearest = min(seats[1:], key=lambda seat: math.dist(seat.point[:2], first[:2])).point
    apart_m = math.dist(nearest[:2], first[:2]) or 1.0
    x, y = (nearest.x - first.x) / apart_m, (nearest.y - first.y) / apart_m
    sides: list[Point] = [(x, y), (y, -x), (-x, -y), (-y, x)]
    return max(sides, key=lambda side: side[0] * wanted[0] + side[1] * wanted[1])
