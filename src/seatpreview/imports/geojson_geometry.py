"""Coordinates of GeoJSON: degrees become metres about the middle of the file, metres stay."""

import math
from collections.abc import Iterator
from typing import NamedTuple

Point = tuple[float, float]

METRES_PER_DEGREE = 111_319.49
"""Of longitude at the equator. Over the size of a hall, the earth is a sphere of this girth and flat."""
DEGREES_ACROSS_MAX = 0.05
"""A hall is smaller than five kilometres: what spreads over more degrees is in metres."""
COORDINATE_MAX = 1e8
_METRE_WORDS = frozenset({"m", "metre", "metres", "meter", "meters"})
_DEGREE_WORDS = frozenset({"deg", "degree", "degrees", "wgs84"})
_DEGREE_SYSTEMS = ("CRS84", "EPSG::4326", "EPSG:4326", "WGS84")


class Projection(NamedTuple):
    """The middle of the degrees of a file; without one, coordinates are in metres already."""

    centre: Point | None
    reason: str

    def apply(self, point: Point) -> Point:
        if self.centre is None:
            return point
        east = (point[0] - self.centre[0]) * METRES_PER_DEGREE * math.cos(math.radians(self.centre[1]))
        return (east, (point[1] - self.centre[1]) * METRES_PER_DEGREE)


def projection_of(content: dict[str, object], points: list[Point]) -> Projection:
    """Decides by what the file states, else by the values.

    They are degrees if all may be a place on earth, close together.
    """
    stated = _stated_unit(content)
    if stated == "m":
        return Projection(None, "The file states that its coordinates are metres.")
    if not points:
        return Projection(None, "The file has no coordinates.")
    xs, ys = [x for x, _ in points], [y for _, y in points]
    are_places = max(map(abs, xs)) <= 180 and max(map(abs, ys)) <= 85
    is_small = max(xs) - min(xs) <= DEGREES_ACROSS_MAX and max(ys) - min(ys) <= DEGREES_ACROSS_MAX
    if are_places and (stated == "deg" or is_small):
        centre = (math.fsum(xs) / len(xs), math.fsum(ys) / len(ys))
        return Projection(
            centre, "Coordinates are longitude and latitude, turned into metres about their middle."
        )
    return Projection(
        None, "Coordinates are taken as metres: they do not lie together as longitude and latitude."
    )


def positions_in(coordinates: object, depth: int = 0) -> Iterator[tuple[float, float, float | None]]:
    """Yields every position below `coordinates`, however deep it is nested, as (x, y, z)."""
    if not isinstance(coordinates, list) or depth > 4:
        return
    position = position_of(coordinates)
    if position is not None:
        yield position
        return
    for part in coordinates:
        yield from positions_in(part, depth + 1)


def position_of(values: object) -> tuple[float, float, float | None] | None:
    """Returns one position. None where it is no list of two or more usable numbers."""
    if not isinstance(values, list) or len(values) < 2:
        return None
    x, y, z = _number(values[0]), _number(values[1]), _number(values[2]) if len(values) > 2 else None
    return None if x is None or y is None else (x, y, z)


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= COORDINATE_MAX:
        return None
    return float(value)


def _stated_unit(content: dict[str, object]) -> str:
    own = content.get("seatpreview")
    for holder in (own, content):
        unit = holder.get("units") if isinstance(holder, dict) else None
        if isinstance(unit, str) and unit.lower() in _METRE_WORDS:
            return "m"
        if isinstance(unit, str) and unit.lower() in _DEGREE_WORDS:
            return "deg"
    return _unit_of_system(content.get("crs"))


def _unit_of_system(crs: object) -> str:
    """A named coordinate system other than WGS 84 is one of metres, such as UTM."""
    properties = crs.get("properties") if isinstance(crs, dict) else None
    name = properties.get("name") if isinstance(properties, dict) else crs
    if not isinstance(name, str) or not name:
        return ""
    return "deg" if any(system in name.upper().replace(" ", "") for system in _DEGREE_SYSTEMS) else "m"
