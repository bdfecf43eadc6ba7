"""Points of SVG path data, in time that is linear in its length."""

import math
import re
from collections.abc import Iterator

Point = tuple[float, float]

NUMBER_CHARACTERS_MAX = 60
POINTS_MAX = 50_000

_COMMAND = re.compile(r"([MmZzLlHhVvCcSsQqTtAa])([^MmZzLlHhVvCcSsQqTtAa]*)")
_NUMBER = re.compile(r"[-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?+")
_ARC_STEP = re.compile(r"[\s,]*(?:([01])|([-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?+))")
_ARC_SAMPLES = (0.25, 0.5, 0.75, 1.0)
_SIZES = {"M": 2, "L": 2, "T": 2, "H": 1, "V": 1, "S": 4, "Q": 4, "C": 6, "A": 7}


def path_points(data: str, corners_only: bool = False) -> list[Point]:
    """Returns the points that bound a path: ends, control points, and points on its arcs.

    With `corners_only`, control points are left out, so that the points are an outline.
    """
    points: list[Point] = []
    for point in _points(data, corners_only):
        points.append(point)
        if len(points) >= POINTS_MAX:
            break
    return points


def number_of(text: str) -> float:
    """Returns the number; NaN where the text is too long to be one."""
    return float(text) if len(text) <= NUMBER_CHARACTERS_MAX else math.nan


def numbers_in(text: str) -> list[float]:
    return [number_of(match) for match in _NUMBER.findall(text)]


def _points(data: str, corners_only: bool) -> Iterator[Point]:
    at: Point = (0.0, 0.0)
    start = at
    for match in _COMMAND.finditer(data):
        letter, rest = match.groups()
        command = letter.upper()
        if command == "Z":
            at = start
            continue
        origin_moves = letter.islower()
        for step in _steps(command, rest):
            ends = _step_points(command, step, at, origin_moves)
            at_before, at = at, ends[-1]
            if command == "A":
                yield from _arc_points(at_before, step, at)
                continue
            if command == "M":
                start, command = at, "L"
            yield from ends[-1:] if corners_only else ends


def _steps(command: str, rest: str) -> Iterator[list[float]]:
    """Yields the numbers of each repetition of a command. An incomplete one at the end is ignored."""
    numbers = _arc_numbers(rest) if command == "A" else numbers_in(rest)
    size = _SIZES[command]
    for first in range(0, len(numbers) - size + 1, size):
        yield numbers[first : first + size]


def _arc_numbers(rest: str) -> list[float]:
    """Reads the numbers of arcs, whose two flags may stand without a separator: `a1 1 0 012.5.5`."""
    numbers: list[float] = []
    at = 0
    while True:
        is_flag = len(numbers) % 7 in (3, 4)
        match = _ARC_STEP.match(rest, at) if is_flag else _ARC_NUMBER.match(rest, at)
        if match is None:
            return numbers
        numbers.append(number_of(match[match.lastindex or 0]))
        at = match.end()


_ARC_NUMBER = re.compile(r"[\s,]*([-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?+)")


def _step_points(command: str, step: list[float], at: Point, is_relative: bool) -> list[Point]:
    x, y = at if is_relative else (0.0, 0.0)
    if command == "H":
        return [(x + step[0], at[1])]
    if command == "V":
        return [(at[0], y + step[0])]
    if command == "A":
        return [(x + step[5], y + step[6])]
    return [(x + step[index], y + step[index + 1]) for index in range(0, len(step), 2)]


def _arc_points(start: Point, step: list[float], end: Point) -> list[Point]:
    """Returns points on an arc: its quarters and its end, which bound a circle of two halves exactly."""
    rx, ry = abs(step[0]), abs(step[1])
    if not (rx > 0 and ry > 0) or start == end or not all(map(math.isfinite, (*start, *step, *end))):
        return [end]
    turn = math.radians(step[2])
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    # The frame of the ellipse, in which it is the unit circle.
    u, v = (cos * dx + sin * dy) / rx, (cos * dy - sin * dx) / ry
    length_squared = u * u + v * v
    if length_squared > 1:
        scale = math.sqrt(length_squared)
        rx, ry, u, v, length_squared = rx * scale, ry * scale, u / scale, v / scale, 1.0
    if not 0 < length_squared <= 1:
        return [end]
    factor = math.sqrt(1 / length_squared - 1) * (-1 if bool(step[3]) == bool(step[4]) else 1)
    cu, cv = factor * v, -factor * u
    first = math.atan2(v - cv, u - cu)
    sweep = math.atan2(-v - cv, -u - cu) - first
    if step[4] and sweep < 0:
        sweep += 2 * math.pi
    elif not step[4] and sweep > 0:
        sweep -= 2 * math.pi
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    points = []
    for share in _ARC_SAMPLES:
        angle = first + sweep * share
        px, py = rx * (cu + math.cos(angle)), ry * (cv + math.sin(angle))
        points.append((middle[0] + cos * px - sin * py, middle[1] + sin * px + cos * py))
    return points
