"""Draws the centre-stage configuration: a stage in the middle, and the scoreboard above it."""

import math
from collections.abc import Iterator
from functools import partial

from PIL import Image

from seatpreview.demo.lighting import Mood, mixed
from seatpreview.demo.screens import Ends, draw_screen, draw_words, waves, words
from seatpreview.demo.seating import RING_M, ROOF_M
from seatpreview.demo.solids import Extent, Stroke, draw_player, face
from seatpreview.demo.sphere import Beam, Colour, Lamp, Sphere
from seatpreview.layouts.model import Obstruction, Polygon

_PLAYERS: tuple[tuple[float, float, Colour], ...] = (
    (0.4, 1.4, (230, 226, 220)),
    (2.3, 2.2, (70, 160, 180)),
    (3.6, 0.5, (220, 120, 90)),
    (5.1, 2.6, (60, 66, 90)),
    (4.4, 3.4, (200, 190, 120)),
)
"""Where each of them stands, by turn and distance from the middle, and what they wear."""


def strokes(sphere: Sphere, mood: Mood, obstructions: tuple[Obstruction, ...]) -> Iterator[Stroke]:
    for obstruction in obstructions:
        if obstruction.polygon is None:
            continue
        if obstruction.kind == "screen":
            yield from _scoreboard(sphere, mood, obstruction.polygon)
        else:
            yield from _stage(sphere, mood, obstruction.polygon)


def beams() -> Iterator[Beam]:
    for number in range(8):
        turn = math.tau * (number + 0.25) / 8
        lamp = (8.5 * math.sin(turn), 8.5 * math.cos(turn), 20.5)
        end = (1.6 * math.sin(turn + 2.4), 1.6 * math.cos(turn + 2.4), RING_M)
        yield Beam(lamp, end, 1.5, (255, 236, 200) if number % 2 else (120, 214, 232))


def lamps() -> Iterator[Lamp]:
    for beam in beams():
        yield Lamp(beam.lamp, mixed(beam.colour, (255, 255, 255), 0.6))
    for number in range(16):
        turn = math.tau * number / 16
        yield Lamp((9.5 * math.sin(turn), 9.5 * math.cos(turn), 20.8), (190, 210, 232))


def _stage(sphere: Sphere, mood: Mood, polygon: Polygon) -> Iterator[Stroke]:
    top = polygon.z[1]
    for number, (start, end) in enumerate(_sides(polygon)):
        if start[0] * sphere.eye.x + start[1] * sphere.eye.y > 0:
            yield sphere.distance_m((*start, 0.5)), partial(_draw_side, sphere, mood, start, end, top, number)
    # The deck is larger than the pieces that others are drawn in: it comes after all that is behind it.
    deck_m = sphere.distance_m((0.0, 0.0, top)) - 4.9
    yield deck_m, partial(_draw_deck, sphere, mood, polygon)
    for turn, radius_m, tint in _PLAYERS:
        spot = (radius_m * math.sin(turn), radius_m * math.cos(turn), top)
        nearer = 0.1 - sphere.distance_m(spot) / 10_000
        yield deck_m - nearer, partial(draw_player, sphere, mood, spot, 1.8, tint)


def _draw_side(
    sphere: Sphere,
    mood: Mood,
    start: tuple[float, float],
    end: tuple[float, float],
    top: float,
    number: int,
) -> None:
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, top / 2)
    sphere.polygon(face(*start, *end, 0.0, top), mood.lit((66, 74, 92), middle, 0.9))
    band = mixed((40, 120, 150), (150, 235, 240), 0.6 + 0.4 * math.sin(number * 1.3))
    sphere.polygon(face(*start, *end, top - 0.35, top - 0.1), band)


def _draw_deck(sphere: Sphere, mood: Mood, polygon: Polygon) -> None:
    top = polygon.z[1]
    if sphere.eye.z <= top:
        return
    for ring in range(5, 0, -1):
        tint = mixed((190, 178, 160), (88, 150, 168), 0.9 if ring == 5 else 0.1 * ring)
        corners = [(x * ring / 5, y * ring / 5, top) for x, y in polygon.points]
        sphere.polygon(corners, mood.lit(tint, (0.0, 0.0, top), 0.85 + 0.03 * (5 - ring)))


def _scoreboard(sphere: Sphere, mood: Mood, polygon: Polygon) -> Iterator[Stroke]:
    low, high = polygon.z
    name = words("HARBOUR")
    middle_m = (low + high) / 2
    yield sphere.distance_m((0.0, 0.0, middle_m)) + 3, partial(_draw_underside, sphere, mood, polygon)
    for start, end in _sides(polygon):
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        if x * (sphere.eye.x - x) + y * (sphere.eye.y - y) > 0:
            # Who looks at it from outside has the later corner on the left.
            yield (
                sphere.distance_m((x, y, middle_m)),
                partial(_draw_board, sphere, (end, start), polygon.z, name),
            )


def _draw_underside(sphere: Sphere, mood: Mood, polygon: Polygon) -> None:
    low, high = polygon.z
    for x, y in ((3.0, 3.0), (3.0, -3.0), (-3.0, 3.0), (-3.0, -3.0)):
        sphere.polygon(face(x - 0.04, y, x + 0.04, y, high, ROOF_M), (70, 76, 92))
    sphere.polygon([(x, y, low) for x, y in polygon.points], mood.lit((60, 64, 80), (0.0, 0.0, low), 0.7))


def _draw_board(sphere: Sphere, ends: Ends, z: Extent, name: Image.Image) -> None:
    low, high = z
    sphere.polygon(face(*ends[0], *ends[1], low, high), (22, 24, 32))
    draw_screen(sphere, ends, (low + 1.3, high - 0.2), (22, 22), waves)
    draw_words(sphere, ends, (low + 0.2, low + 1.15), name)


def _sides(polygon: Polygon) -> Iterator[Ends]:
    points = [(point[0], point[1]) for point in polygon.points]
    yield from zip(points, [*points[1:], points[0]], strict=True)
