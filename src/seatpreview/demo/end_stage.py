"""Draws the end-stage configuration: a concert stage in the north with its screens and towers."""

import math
from collections.abc import Iterator
from functools import partial

from seatpreview.demo.lighting import Mood, chance, mixed
from seatpreview.demo.screens import draw_screen, harbour, singer
from seatpreview.demo.seating import STAGE_HALF_X_M, STAGE_M, STAGE_Y_M
from seatpreview.demo.solids import BLACK, STEEL, Stroke, draw_box, draw_player, draw_sides
from seatpreview.demo.sphere import Beam, Colour, Lamp, Sphere
from seatpreview.layouts.model import Box, Obstruction

_DECK: Colour = (150, 128, 118)
_TINTS: tuple[Colour, ...] = ((255, 150, 84), (236, 92, 168), (120, 132, 255), (255, 196, 128))
_BAND: tuple[tuple[float, float, float, Colour], ...] = (
    (0.0, 18.2, 1.8, (236, 222, 210)),
    (-4.2, 19.6, 1.8, (150, 70, 84)),
    (4.4, 19.4, 1.75, (70, 90, 150)),
    (0.3, 24.0, 2.0, (60, 60, 70)),
    (-7.4, 22.0, 1.75, (120, 110, 80)),
)
"""Where each of the band stands, how tall they are, and what they wear."""


def strokes(sphere: Sphere, mood: Mood, obstructions: tuple[Obstruction, ...]) -> Iterator[Stroke]:
    yield from _portal(sphere, mood)
    for obstruction in obstructions:
        if obstruction.box is not None:
            yield from _body(sphere, mood, obstruction, obstruction.box)


def beams() -> Iterator[Beam]:
    for number in range(9):
        x = (number - 4) * 2.6
        spread = (number - 4) * 3.4 + 5 * math.sin(number * 2.1)
        tint = _TINTS[number % len(_TINTS)]
        yield Beam((x, 19.0, 13.0), (spread, 4.0 - 3 * chance(number), 0.5), 1.9, tint)
    for side in (-1, 1):
        yield Beam((side * 9.0, 26.0, 12.6), (side * 26.0, -6.0, 22.0), 2.6, (110, 120, 250))
        yield Beam((side * 5.0, 26.0, 12.6), (side * 9.0, -24.0, 24.0), 2.6, (236, 110, 160))


def lamps() -> Iterator[Lamp]:
    for beam in beams():
        yield Lamp(beam.lamp, mixed(beam.colour, (255, 255, 255), 0.6))
    for number in range(10):
        yield Lamp((-10.8 + number * 2.4, STAGE_Y_M[0] - 0.2, 13.0), (236, 190, 150))


def _portal(sphere: Sphere, mood: Mood) -> Iterator[Stroke]:
    """The frame that carries the lamps: four posts, and beams between their tops."""
    front, back = STAGE_Y_M[0], STAGE_Y_M[1] - 1
    for x in (-12.2, 12.2):
        for y in (front, back):
            post = partial(draw_box, sphere, mood, (x - 0.3, x + 0.3), (y - 0.3, y + 0.3), (0.0, 13.4), STEEL)
            yield sphere.distance_m((x, y, 5.0)), post
    for y in (front, 19.0, back):
        for piece in range(8):
            x = -12.2 + piece * 3.05
            bar = partial(draw_box, sphere, mood, (x, x + 3.05), (y - 0.25, y + 0.25), (13.2, 13.7), STEEL)
            yield sphere.distance_m((x + 1.5, y, 13.4)), bar


def _body(sphere: Sphere, mood: Mood, obstruction: Obstruction, box: Box) -> Iterator[Stroke]:
    middle = ((box.x[0] + box.x[1]) / 2, (box.y[0] + box.y[1]) / 2, (box.z[0] + box.z[1]) / 2)
    distance_m = sphere.distance_m(middle)
    if obstruction.kind == "stage":
        yield from _stage(sphere, mood)
    elif obstruction.kind == "screen":
        yield distance_m, partial(_draw_screen, sphere, mood, box)
    elif obstruction.id.startswith("delay-tower"):
        yield sphere.distance_m((middle[0], middle[1], 3.0)), partial(_draw_tower, sphere, mood, box)
    elif obstruction.kind == "rigging":
        yield distance_m, partial(_draw_speakers, sphere, mood, box)
    else:
        yield distance_m, partial(_draw_desk, sphere, mood, box)


def _stage(sphere: Sphere, mood: Mood) -> Iterator[Stroke]:
    front, back = STAGE_Y_M
    yield sphere.distance_m((0.0, back, 1.0)) + 0.5, partial(_draw_deck, sphere, mood)
    yield sphere.distance_m((0.0, front, 1.0)), partial(_draw_apron, sphere, mood)
    for x, y, height_m, tint in _BAND:
        spot = (x, y, STAGE_M)
        yield sphere.distance_m(spot) - 0.4, partial(draw_player, sphere, mood, spot, height_m, tint)
    for x in (-8.2, -6.6, 6.6, 8.2):
        wide, high = (x - 0.65, x + 0.65), (STAGE_M, STAGE_M + 1.5)
        yield (
            sphere.distance_m((x, 24.5, 2.5)),
            partial(draw_box, sphere, mood, wide, (24.2, 25.0), high, (44, 40, 44)),
        )
    riser = partial(draw_box, sphere, mood, (-2.2, 2.2), (22.8, 25.2), (STAGE_M, STAGE_M + 0.7), (84, 70, 78))
    yield sphere.distance_m((0.0, 24.0, 2.0)), riser


def _draw_deck(sphere: Sphere, mood: Mood) -> None:
    if sphere.eye.z <= STAGE_M:
        return
    (front, back), half = STAGE_Y_M, STAGE_HALF_X_M
    for column in range(11):
        for row in range(6):
            x0, x1 = (-half + 2 * half * edge / 11 for edge in (column, column + 1))
            y0, y1 = (front + (back - front) * edge / 6 for edge in (row, row + 1))
            middle = ((x0 + x1) / 2, (y0 + y1) / 2, STAGE_M)
            corners = [(x0, y0, STAGE_M), (x1, y0, STAGE_M), (x1, y1, STAGE_M), (x0, y1, STAGE_M)]
            sphere.polygon(corners, mood.lit(_DECK, middle, 0.95))


def _draw_apron(sphere: Sphere, mood: Mood) -> None:
    """The stage's sides, and a band of lights along its front."""
    front, half = STAGE_Y_M[0], STAGE_HALF_X_M
    draw_sides(sphere, mood, (-half, half), STAGE_Y_M, (0.0, STAGE_M), (46, 44, 56))
    if sphere.eye.y >= front:
        return
    for number in range(44):
        x0, x1 = (-half + 2 * half * edge / 44 for edge in (number, number + 0.86))
        tint = mixed((120, 60, 130), (255, 170, 96), 0.55 + 0.45 * math.sin(number * 0.9))
        sphere.polygon([(x0, front, 1.25), (x1, front, 1.25), (x1, front, 1.5), (x0, front, 1.5)], tint)


def _draw_screen(sphere: Sphere, mood: Mood, box: Box) -> None:
    (x0, x1), (y0, _), (z0, z1) = box.x, box.y, box.z
    draw_box(sphere, mood, (x0 - 0.3, x1 + 0.3), box.y, (z0 - 0.3, z1 + 0.3), BLACK)
    if sphere.eye.y < y0:
        is_main = x1 - x0 > 10
        grid, painting = ((84, 40), harbour) if is_main else ((36, 20), singer)
        draw_screen(sphere, ((x0, y0), (x1, y0)), (z0, z1), grid, painting)


def _draw_tower(sphere: Sphere, mood: Mood, box: Box) -> None:
    """Four posts with braces between them, and loudspeakers near the top."""
    (x0, x1), (y0, y1), (z0, z1) = box.x, box.y, box.z
    steel = mood.lit(STEEL, (x0, y0, 4.0), mood.seen_from(sphere.eye, (x0, y0, 4.0)))
    posts = sorted(
        ((x, y) for x in (x0, x1) for y in (y0, y1)), key=lambda post: -sphere.distance_m((*post, 2.0))
    )
    for x, y in posts:
        draw_box(sphere, mood, (x - 0.05, x + 0.05), (y - 0.05, y + 0.05), (z0, z1), STEEL)
    for step in range(9):
        z = z0 + (z1 - z0) * step / 9
        up = z + (z1 - z0) / 9
        one, other = (x0, x1) if step % 2 else (x1, x0)
        for y in (y0, y1):
            sphere.polygon([(one, y, z), (one, y, z + 0.08), (other, y, up), (other, y, up - 0.08)], steel)
    draw_box(sphere, mood, (x0, x1), (y0, y1), (z1 - 2.8, z1 - 0.3), BLACK)


def _draw_speakers(sphere: Sphere, mood: Mood, box: Box) -> None:
    """A hanging line of them, with a gap between each two."""
    (x0, x1), (y0, y1), (z0, z1) = box.x, box.y, box.z
    draw_box(sphere, mood, box.x, box.y, box.z, BLACK)
    for number in range(1, 9):
        z = z0 + (z1 - z0) * number / 9
        gap = (x0 - 0.05, x1 + 0.05), (y0 - 0.05, y1), (z, z + 0.06)
        draw_box(sphere, mood, *gap, (96, 100, 114))


def _draw_desk(sphere: Sphere, mood: Mood, box: Box) -> None:
    """A box with a row of small lamps along its rear."""
    (x0, x1), (y0, _), (_, z1) = box.x, box.y, box.z
    draw_box(sphere, mood, box.x, box.y, box.z, STEEL)
    if sphere.eye.y > y0:
        return
    for number in range(9):
        x = x0 + (x1 - x0) * (number + 0.5) / 9
        sphere.disc((x, y0, z1 - 0.35), 0.035, (120, 200, 170) if number % 3 else (240, 150, 90))
