"""Draws Harbour Arena as it is seen from a seat, as a panorama or a photo."""

import io
import math
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from PIL import Image, ImageChops, ImageFilter

from seatpreview.demo import centre_stage, end_stage
from seatpreview.demo.hall import draw_floor, draw_roof, house_lamps, wall_strokes
from seatpreview.demo.lighting import MOODS, Mood, shade
from seatpreview.demo.solids import Stroke
from seatpreview.demo.sphere import Beam, Lamp, Sphere, Spot, between
from seatpreview.demo.stands import crowd_strokes, stand_strokes
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.geometry import Point
from seatpreview.layouts.model import Obstruction

WIDTH = 4096
PHOTO_SIZE = (1600, 1000)
_HALF_VIEW = math.tan(math.radians(45))
"""A photo shows 90 degrees from its left to its right edge."""
_CELL = 40
"""Pixels of a photo that are bent together."""
_FINER = 2
"""Drawn so many times as wide, and made smaller: that smooths the edges."""
_LIFTED = [round(255 * (value / 255) ** 0.82) for value in range(256)]
"""The shadows a little lighter: a screen by day shows less of them than a dark room."""
_GLOW_PART = 8
"""Light that is blurred anyway needs so many times fewer columns."""


class Show(NamedTuple):
    """What a configuration adds to the building."""

    strokes: Callable[[Sphere, Mood, tuple[Obstruction, ...]], Iterable[Stroke]]
    lamps: Callable[[], Iterable[Lamp]]
    beams: Callable[[], Iterable[Beam]]


SHOWS = {
    "end-stage": Show(end_stage.strokes, end_stage.lamps, end_stage.beams),
    "centre-stage": Show(centre_stage.strokes, centre_stage.lamps, centre_stage.beams),
    None: Show(lambda *_: (), house_lamps, lambda: ()),
}
"""By configuration; None is the empty house, with its lights on."""


def panorama(
    layout: CompiledLayout, configuration: str | None, eye: Point, yaw_deg: float, width: int = WIDTH
) -> Image.Image:
    """All that is seen from an eye, twice as wide as high, with a bearing in the middle."""
    mood, show = MOODS[configuration], SHOWS[configuration]
    sphere = Sphere(eye, yaw_deg, width * _FINER, mood.haze)
    draw_roof(sphere, mood)
    draw_floor(sphere, mood)
    strokes = [*_building(sphere, mood, layout, configuration)]
    if configuration is not None:
        strokes += show.strokes(sphere, mood, layout.configurations[configuration].obstructions)
    for lamp in show.lamps():
        strokes.append((sphere.distance_m(lamp.at) - 0.5, partial(sphere.disc, lamp.at, 0.17, lamp.colour)))
    for _, draw in sorted(strokes, key=lambda stroke: -stroke[0]):
        draw()
    picture = sphere.image.reduce(_FINER).point(_LIFTED * 3)
    return ImageChops.screen(picture, _glow(picture, show, eye, yaw_deg))


def photo(surroundings: Image.Image, pitch_deg: float) -> Image.Image:
    """A part of a panorama as a flat picture: its middle, so far up or down, and straight lines straight."""
    width, height = PHOTO_SIZE
    cells = []
    for left in range(0, width, _CELL):
        for top in range(0, height, _CELL):
            right, bottom = min(left + _CELL, width), min(top + _CELL, height)
            corners = [(left, top), (left, bottom), (right, bottom), (right, top)]
            places = [_place_in(surroundings, x, y, math.radians(pitch_deg)) for x, y in corners]
            cells.append(((left, top, right, bottom), tuple(part for place in places for part in place)))
    return surroundings.transform(PHOTO_SIZE, Image.Transform.MESH, cells, resample=Image.Resampling.BICUBIC)


def jpeg(picture: Image.Image) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG", quality=86, optimize=False)
    return buffer.getvalue()


def _place_in(surroundings: Image.Image, x: float, y: float, pitch: float) -> tuple[float, float]:
    """Where a panorama has what a flat picture shows at a place."""
    width, height = PHOTO_SIZE
    right = (x - width / 2) / (width / 2) * _HALF_VIEW
    up = (height / 2 - y) / (width / 2) * _HALF_VIEW
    ahead = math.cos(pitch) - up * math.sin(pitch)
    rise = math.sin(pitch) + up * math.cos(pitch)
    turn, height_rad = math.atan2(right, ahead), math.atan2(rise, math.hypot(right, ahead))
    scale = surroundings.width / math.tau
    return surroundings.width / 2 + turn * scale, surroundings.height / 2 - height_rad * scale


def _building(
    sphere: Sphere, mood: Mood, layout: CompiledLayout, configuration: str | None
) -> Iterator[Stroke]:
    """Stands, walls and people; in the empty house nobody, and no chairs on the floor."""
    everything = frozenset(section.id for section in layout.sections)
    closed = everything if configuration is None else layout.closed(configuration)
    yield from stand_strokes(sphere, mood, layout, closed)
    yield from wall_strokes(sphere, mood)
    if "PIT" not in closed:
        yield from crowd_strokes(sphere, mood, layout)


def _glow(picture: Image.Image, show: Show, eye: Point, yaw_deg: float) -> Image.Image:
    """Light that spreads in the haze: beams, lamps, and all that is bright in the picture."""
    width = picture.width // _GLOW_PART
    bright = picture.resize((width, width // 2)).point(lambda value: max(0, value - 150) * 2)
    light = _blurred(bright, width / 160)
    points = Sphere(eye, yaw_deg, width, (0, 0, 0))
    for lamp in show.lamps():
        points.disc(lamp.at, 0.45, lamp.colour)
    light = ImageChops.add(light, _blurred(points.image, width / 130))
    haze = Image.new("RGB", light.size)
    for beam in show.beams():
        layer = Sphere(eye, yaw_deg, width, (0, 0, 0))
        _draw_beam(layer, beam)
        haze = ImageChops.add(haze, layer.image)
    light = ImageChops.add(light, _blurred(haze, width / 400))
    return light.resize(picture.size, Image.Resampling.BICUBIC)


def _draw_beam(layer: Sphere, beam: Beam) -> None:
    """A cone as it is seen from the side, fainter the further it is from its lamp."""
    pieces = 14
    side = _beside(layer.eye, beam)
    for piece in range(pieces):
        near, far = piece / pieces, (piece + 1) / pieces
        faint = 0.3 * (1 - near) ** 1.4 + 0.03
        corners = [*_across(beam, side, near), *reversed(_across(beam, side, far))]
        layer.polygon(corners, shade(beam.colour, faint, faint, faint))


def _beside(eye: Spot, beam: Beam) -> Spot:
    """Of length one, at a right angle to the beam and to the way from which it is seen."""
    way = [end - start for start, end in zip(beam.lamp, beam.end, strict=True)]
    middle = between(beam.lamp, beam.end, 0.5)
    sight = [there - here for here, there in zip(eye, middle, strict=True)]
    x = way[1] * sight[2] - way[2] * sight[1]
    y = way[2] * sight[0] - way[0] * sight[2]
    z = way[0] * sight[1] - way[1] * sight[0]
    length = math.hypot(x, y, z) or 1.0
    return (x / length, y / length, z / length)


def _across(beam: Beam, side: Spot, part: float) -> list[Spot]:
    """Both edges of the beam, so far from its lamp."""
    x, y, z = between(beam.lamp, beam.end, part)
    radius_m = 0.12 + beam.end_radius_m * part
    return [
        (x + side[0] * reach_m, y + side[1] * reach_m, z + side[2] * reach_m)
        for reach_m in (-radius_m, radius_m)
    ]


def _blurred(image: Image.Image, radius: float) -> Image.Image:
    """Across the left and right edge as well, where the picture goes on."""
    width, height = image.size
    margin = int(radius * 3) + 1
    wide = Image.new("RGB", (width + 2 * margin, height))
    wide.paste(image, (margin, 0))
    wide.paste(image.crop((width - margin, 0, width, height)), (0, 0))
    wide.paste(image.crop((0, 0, margin, height)), (width + margin, 0))
    return wide.filter(ImageFilter.GaussianBlur(radius)).crop((margin, 0, margin + width, height))
