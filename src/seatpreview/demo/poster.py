"""Draws the picture of the demo's ad: a ferry in the evening."""

import io
import math

from PIL import Image, ImageDraw, ImageFont

SIZE = (600, 300)
_FINER = 2
_Colour = tuple[int, int, int]
_HORIZON = 196


def poster() -> bytes:
    """Returns the picture as PNG."""
    width, height = (side * _FINER for side in SIZE)
    image = Image.new("RGB", (width, height))
    draw = ImageDraw.Draw(image)
    _draw_sky(draw, width)
    _draw_water(draw, width, height)
    _draw_ferry(draw)
    _draw_text(draw)
    buffer = io.BytesIO()
    image.reduce(_FINER).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _draw_sky(draw: ImageDraw.ImageDraw, width: int) -> None:
    for y in range(_HORIZON * _FINER):
        colour = _mixed((34, 38, 86), (244, 150, 104), (y / (_HORIZON * _FINER)) ** 1.6)
        draw.line([(0, y), (width, y)], fill=colour)
    draw.ellipse(_scaled(410, 108, 530, 228), fill=(255, 214, 150))


def _draw_water(draw: ImageDraw.ImageDraw, width: int, height: int) -> None:
    top = _HORIZON * _FINER
    for y in range(top, height):
        part = (y - top) / (height - top)
        draw.line([(0, y), (width, y)], fill=_mixed((150, 92, 104), (22, 26, 60), part**0.7))
    for number in range(26):
        y = _HORIZON + 4 + number * 4
        half = 54 - number + 9 * math.sin(number * 2.4)
        middle = 470 + 8 * math.sin(number * 1.7)
        draw.line(_scaled(middle - half, y, middle + half, y), fill=(255, 196, 136), width=2)


def _draw_ferry(draw: ImageDraw.ImageDraw) -> None:
    hull = [(330, 186), (520, 186), (498, 214), (348, 214)]
    draw.polygon([(x * _FINER, y * _FINER) for x, y in hull], fill=(26, 28, 52))
    draw.rectangle(_scaled(352, 162, 490, 186), fill=(238, 232, 222))
    draw.rectangle(_scaled(376, 142, 462, 162), fill=(222, 214, 206))
    draw.polygon(
        [(x * _FINER, y * _FINER) for x, y in [(404, 142), (408, 116), (430, 116), (434, 142)]],
        fill=(196, 74, 66),
    )
    for x in range(360, 486, 14):
        draw.rectangle(_scaled(x, 169, x + 8, 179), fill=(255, 190, 96))
    for x in range(384, 456, 14):
        draw.rectangle(_scaled(x, 148, x + 8, 156), fill=(255, 206, 130))


def _draw_text(draw: ImageDraw.ImageDraw) -> None:
    for text, size, y, colour in (
        ("HARBOUR LINE", 40, 34, (255, 244, 226)),
        ("The last ferry", 24, 96, (250, 222, 190)),
        ("waits for the encore.", 24, 126, (250, 222, 190)),
    ):
        draw.text((32 * _FINER, y * _FINER), text, fill=colour, font=ImageFont.load_default(size * _FINER))


def _mixed(one: _Colour, other: _Colour, part: float) -> _Colour:
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _scaled(left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
    return (left * _FINER, top * _FINER, right * _FINER, bottom * _FINER)
