"""Draws video screens: grids of small lights, and the pictures on them."""

import math
from collections.abc import Callable

from PIL import Image, ImageDraw, ImageFont

from seatpreview.demo.lighting import mixed
from seatpreview.demo.solids import Extent, face
from seatpreview.demo.sphere import Colour, Sphere

Painting = Callable[[float, float], Colour]
"""The colour of a screen's picture: so far across and so far up, each from 0 to 1."""

Ends = tuple[tuple[float, float], tuple[float, float]]
"""Of a screen on the ground plan, from the left to the right of who looks at it."""


def draw_screen(
    sphere: Sphere,
    ends: Ends,
    z: Extent,
    grid: tuple[int, int],
    painting: Painting,
) -> None:
    (x0, y0), (x1, y1) = ends
    columns, rows = grid
    for column in range(columns):
        start, end = column / columns, (column + 1.02) / columns
        for row in range(rows):
            low, high = (z[0] + (z[1] - z[0]) * edge / rows for edge in (row, row + 1.02))
            sphere.polygon(
                face(
                    x0 + (x1 - x0) * start,
                    y0 + (y1 - y0) * start,
                    x0 + (x1 - x0) * end,
                    y0 + (y1 - y0) * end,
                    low,
                    high,
                ),
                painting((column + 0.5) / columns, (row + 0.5) / rows),
            )


def draw_words(
    sphere: Sphere,
    ends: Ends,
    z: Extent,
    words: Image.Image,
) -> None:
    def painting(across: float, up: float) -> Colour:
        place = (int(across * words.width), int((1 - up) * words.height))
        return (244, 206, 140) if words.getpixel(place) else (16, 18, 26)

    draw_screen(sphere, ends, z, words.size, painting)


def words(text: str) -> Image.Image:
    """In dots of one bit."""
    font = ImageFont.load_default(10)
    words = Image.new("1", (int(font.getlength(text)) + 8, 11))
    ImageDraw.Draw(words).text((3, -1), text, fill=1, font=font)
    return words


def harbour(across: float, up: float) -> Colour:
    """The video wall: the sun over the water, cranes before it, and its light on the waves."""
    horizon = 0.36
    if up > horizon:
        height = (up - horizon) / (1 - horizon)
        sky = mixed((255, 152, 84), (72, 40, 118), min(1.0, height * 1.15))
        if math.hypot((across - 0.5) * 2.1, up - 0.52) < 0.17:
            return (255, 226, 168)
        for crane, size in ((0.16, 0.34), (0.27, 0.26), (0.8, 0.3), (0.89, 0.4)):
            mast = abs(across - crane) < 0.008 and height < size
            arm = abs(height - size) < 0.035 and -0.03 < across - crane < 0.09
            if mast or arm:
                return (44, 26, 66)
        return sky
    depth = (horizon - up) / horizon
    water = mixed((196, 96, 92), (24, 26, 66), min(1.0, depth * 1.3))
    ripple = math.sin(across * 40 + depth * 23) + math.sin(across * 71 - depth * 31)
    if abs(across - 0.5) < 0.05 + 0.12 * depth and ripple > 0.1:
        return mixed((255, 206, 140), water, depth * 0.6)
    return mixed(water, (255, 170, 120), 0.16 if ripple > 1.1 else 0.0)


def singer(across: float, up: float) -> Colour:
    """A side screen: somebody who sings, as a shape before the light."""
    ground = mixed((226, 96, 130), (60, 40, 120), math.hypot(across - 0.5, up - 0.6))
    head = math.hypot((across - 0.47) * 1.75, up - 0.62) < 0.17
    shoulders = up < 0.42 and abs(across - 0.46) * 1.75 < 0.34 - 0.5 * max(0.0, up - 0.3)
    microphone = abs((across - 0.56) * 1.75 - (0.5 - up) * 0.5) < 0.035 and 0.3 < up < 0.58
    return (38, 26, 62) if head or shoulders else (24, 20, 40) if microphone else ground


def waves(across: float, up: float) -> Colour:
    """The scoreboard: slow waves of light."""
    wave = 0.5 + 0.5 * math.sin(across * 5 + 3 * math.sin(up * 4.2))
    return mixed(
        mixed((22, 96, 128), (120, 226, 224), wave), (250, 236, 200), max(0.0, 0.5 - abs(up - 0.5) * 3)
    )
