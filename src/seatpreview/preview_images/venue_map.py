"""Draws the map of a venue from above, with one place marked, for a seat that has no uploaded image."""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from seatpreview.labels.model import Place
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout, Section
from seatpreview.layouts.ground_plan import Point, centroid, extent_of, footprint_of
from seatpreview.layouts.model import Obstruction
from seatpreview.preview_images.caption_painting import scale_of
from seatpreview.preview_images.captions import Caption
from seatpreview.preview_images.map_outlines import (
    area_of,
    halfway_line,
    outline_of,
    row_line,
    table_outline,
)
from seatpreview.preview_images.text_drawing import Colour, draw_text, text_of, wrapped

_SAMPLES = 2
"""The map is drawn this many times larger and then reduced, which smooths its edges."""

_PAPER = (247, 249, 250)
_INK = (23, 38, 44)
_SOFT = (86, 96, 104)
_TONE_LOW = (218, 230, 234)
_TONE_HIGH = (141, 184, 198)
_CLOSED = (236, 238, 239)
_HERE = (194, 65, 12)
_HERE_SECTION = (253, 216, 180)
_STAGE = (46, 52, 60)
_FIELD = (207, 227, 207)
_BODY = (168, 174, 180)
_WHITE = (255, 255, 255)


class _Frame(NamedTuple):
    """A region of the image, in pixels."""

    left: float
    top: float
    right: float
    bottom: float


class _View(NamedTuple):
    """The scale of the map, and the position of its origin in the image."""

    scale: float
    x: float
    y: float

    def pixel(self, point: Point) -> tuple[float, float]:
        return self.x + point[0] * self.scale, self.y - point[1] * self.scale

    def pixels(self, points: Iterable[Point]) -> list[tuple[float, float]]:
        return [self.pixel(point) for point in points]


def draw_map(
    size: tuple[int, int],
    layout: CompiledLayout,
    configuration: CompiledConfiguration | None,
    places: Sequence[Place],
    caption: Caption,
) -> Image.Image:
    """Returns the map with its caption. Sections without geometry are left out."""
    large = (size[0] * _SAMPLES, size[1] * _SAMPLES)
    unit = scale_of(size) * _SAMPLES
    image = Image.new("RGB", large, _PAPER)
    draw = ImageDraw.Draw(image)
    text, frame = _split(large, unit)
    _Map(draw, unit, layout, configuration, places).draw(frame)
    _write(draw, text, unit, caption, is_centred=large[0] <= large[1])
    return image.resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)


def _split(size: tuple[int, int], unit: float) -> tuple[_Frame, _Frame]:
    """Divides the image into room for text and room for the map: side by side, or one above the other in a
    square image."""
    width, height = size
    margin = 44 * unit
    if width > height:
        middle = width * 0.36
        return (
            _Frame(margin, margin, middle, height - margin),
            _Frame(middle + margin, 28 * unit, width - 28 * unit, height - 28 * unit),
        )
    return (
        _Frame(margin, height * 0.76, width - margin, height - margin),
        _Frame(28 * unit, 28 * unit, width - 28 * unit, height * 0.74),
    )


def _write(draw: ImageDraw.ImageDraw, frame: _Frame, unit: float, caption: Caption, is_centred: bool) -> None:
    width = frame.right - frame.left
    place_size, venue_size, source_size = 50 * unit, 31 * unit, 23 * unit
    lines = [
        *((line, venue_size, _SOFT) for line in wrapped(caption.subtitle, venue_size, width, 3)),
        *((line, place_size, _INK) for line in wrapped(caption.title, place_size, width, 4, is_bold=True)),
    ]
    source = wrapped(caption.source, source_size, width, 1)
    y = frame.top
    if not is_centred:
        y += max(0.0, (frame.bottom - frame.top - sum(size * 1.3 for _, size, _ in lines)) / 2 - 40 * unit)
    for line, size, colour in lines:
        y += size * 1.3
        draw_text(draw, frame.left, y, line, size, colour)
    for line in source:
        draw_text(draw, frame.left, frame.bottom, line, source_size, _SOFT)


class _Map:
    """Draws the sections, the stage and the marked place into a frame."""

    def __init__(
        self,
        draw: ImageDraw.ImageDraw,
        unit: float,
        layout: CompiledLayout,
        configuration: CompiledConfiguration | None,
        places: Sequence[Place],
    ) -> None:
        self._draw = draw
        self._unit = unit
        self._layout = layout
        self._places = places
        self._focus = layout.focus if configuration is None else configuration.focus
        self._closed: frozenset[str] = frozenset() if configuration is None else configuration.closed
        self._extent = extent_of(self._focus)
        self._bodies = () if configuration is None else configuration.obstructions
        outlines = [(section, outline_of(layout, section)) for section in layout.sections]
        drawn = [(section, outline) for section, outline in outlines if outline]
        # Small sections are drawn over large ones.
        self._sections = sorted(drawn, key=lambda each: -area_of(each[1]))
        self._tones = _tones(section for section, _ in drawn)

    def draw(self, frame: _Frame) -> None:
        if not self._sections:
            self._draw_unknown(frame)
            return
        view = self._view(frame)
        self._draw_extent(view)
        for section, outline in self._sections:
            self._draw_section(view, section, outline)
        for section, _ in self._sections:
            for table in section.plan.tables:
                self._draw.polygon(view.pixels(table_outline(table)), fill=_WHITE, outline=_BODY)
        for body in self._bodies:
            self._draw_body(view, body)
        self._draw_focus(view)
        for section, outline in self._sections:
            self._write_name(view, section, outline)
        self._mark_places(view, frame)

    def _view(self, frame: _Frame) -> _View:
        """Fits everything into the frame."""
        points = [point for _, outline in self._sections for point in outline]
        points += [corner for body in self._bodies for corner in footprint_of(body)]
        points += [(self._focus.x, self._focus.y), *self._extent]
        west, east = min(x for x, _ in points), max(x for x, _ in points)
        south, north = min(y for _, y in points), max(y for _, y in points)
        width, height = frame.right - frame.left, frame.bottom - frame.top
        scale = min(width / max(east - west, 4.0), height / max(north - south, 4.0))
        return _View(
            scale,
            (frame.left + frame.right) / 2 - (west + east) / 2 * scale,
            (frame.top + frame.bottom) / 2 + (south + north) / 2 * scale,
        )

    def _draw_extent(self, view: _View) -> None:
        """Draws the stage, field or court that people look at, below everything else."""
        extent = self._focus.extent
        if extent is None:
            return
        self._draw.polygon(view.pixels(self._extent), fill=_STAGE if self._has_stage() else _FIELD)
        line = halfway_line(self._focus)
        if line:
            self._draw.line(view.pixels(line), fill=_WHITE, width=max(1, round(1.6 * self._unit)))

    def _has_stage(self) -> bool:
        return self._focus.extent is not None and self._focus.extent.kind in ("stage", "screen")

    def _draw_section(self, view: _View, section: Section, outline: list[Point]) -> None:
        colour: Colour = _CLOSED if section.id in self._closed else self._tones[section.level]
        if section.id == self._places[0].section:
            colour = _HERE_SECTION
        self._polygon(view.pixels(outline), colour)

    def _polygon(self, points: list[tuple[float, float]], colour: Colour) -> None:
        self._draw.polygon(points, fill=colour)
        self._draw.line([*points, points[0]], fill=_PAPER, width=max(1, round(1.6 * self._unit)))

    def _draw_body(self, view: _View, body: Obstruction) -> None:
        corners = footprint_of(body)
        if corners:
            self._draw.polygon(view.pixels(corners), fill=_STAGE if body.kind == "stage" else _BODY)

    def _draw_focus(self, view: _View) -> None:
        stages = [footprint_of(body) for body in self._bodies if body.kind == "stage"]
        if self._extent:
            stages.append(self._extent)
        x, y = view.pixel((self._focus.x, self._focus.y))
        radius = 7 * self._unit
        if not stages:
            radius = max(radius, min(1.5 * view.scale, 22 * self._unit))
            self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=_STAGE)
        name = text_of(str(self._focus.name or ""))
        if name is None:
            return
        size = 20 * self._unit
        width = name.width(size)
        for corners in filter(None, stages):
            pixels = view.pixels(corners)
            left, right = min(x for x, _ in pixels), max(x for x, _ in pixels)
            top, bottom = min(y for _, y in pixels), max(y for _, y in pixels)
            if right - left > width + 8 * self._unit and bottom - top > size * 1.2:
                middle = ((left + right) / 2, (top + bottom) / 2)
                colour = _INK if corners is self._extent and not self._has_stage() else _WHITE
                draw_text(self._draw, middle[0] - width / 2, middle[1] + size * 0.35, name, size, colour)
                return
        if not stages:
            draw_text(self._draw, x - width / 2, y + radius + size * 1.1, name, size, _INK)

    def _write_name(self, view: _View, section: Section, outline: list[Point]) -> None:
        """Writes the section's name into its shape, if it fits there and is not in the way of the mark."""
        if section.id == self._places[0].section:
            return
        room = math.sqrt(area_of(outline)) * view.scale
        size = min(20 * self._unit, room * 0.3)
        name = text_of(section.name if len(section.name) <= 12 else section.id)
        if name is None or size < 11 * self._unit or name.width(size) > room * 0.72:
            return
        x, y = view.pixel(centroid(outline))
        draw_text(self._draw, x - name.width(size) / 2, y + size * 0.36, name, size, _SOFT)

    def _mark_places(self, view: _View, frame: _Frame) -> None:
        unit, first = self._unit, self._places[0]
        if first.row is not None and first.seat is None:
            line = row_line(self._layout, first.section, first.row)
            if line:
                pixels = view.pixels(line)
                self._draw.line(pixels, fill=_HERE, width=max(2, round(7 * unit)), joint="curve")
            return
        floors = [self._layout.floor_point(place.section, place.row, place.seat) for place in self._places]
        points = [view.pixel((floor.x, floor.y)) for floor in floors if floor is not None]
        if first.seat is None or not points:
            return
        for ring, colour in ((17.0, _WHITE), (12.5, _HERE)):
            for x, y in points:
                radius = ring * unit
                self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)
        self._tag(points, frame)

    def _tag(self, points: list[tuple[float, float]], frame: _Frame) -> None:
        """Writes the row and seat into a label beside the mark, on the side where there is more room."""
        unit, first, last = self._unit, self._places[0], self._places[-1]
        seats = first.seat if first is last else f"{first.seat} - {last.seat}"
        name = text_of(f"{seats}" if first.row is None else f"{first.row} / {seats}", is_bold=True)
        if name is None:
            return
        size, x = 25 * unit, sum(x for x, _ in points) / len(points)
        half = name.width(size) / 2 + 14 * unit
        x = min(max(x, frame.left + half), frame.right - half)
        above = min(y for _, y in points) - 26 * unit - size * 1.5
        top = above if above >= frame.top else max(y for _, y in points) + 26 * unit
        box = (x - half, top, x + half, top + size * 1.5)
        self._draw.rounded_rectangle(box, radius=9 * unit, fill=_INK, outline=_WHITE, width=round(2 * unit))
        draw_text(self._draw, x - name.width(size) / 2, top + size * 1.1, name, size, _WHITE)

    def _draw_unknown(self, frame: _Frame) -> None:
        """Draws a generic stage and rows of seats, for a venue whose geometry is not known."""
        unit = self._unit
        x, y = (frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2 - 120 * unit
        self._draw.rounded_rectangle(
            (x - 110 * unit, y - 60 * unit, x + 110 * unit, y), 8 * unit, fill=_STAGE
        )
        for row in range(5):
            radius = (120 + 44 * row) * unit
            box = (x - radius, y - radius, x + radius, y + radius)
            self._draw.arc(box, 25, 155, fill=_TONE_LOW, width=round(22 * unit))


def _tones(sections: Iterable[Section]) -> dict[str, Colour]:
    """Returns the colour of each level, from the lightest to the strongest."""
    levels = list(dict.fromkeys(section.level for section in sections))
    steps = max(1, len(levels) - 1)
    return {level: _mixed(0.3 if len(levels) == 1 else i / steps) for i, level in enumerate(levels)}


def _mixed(share: float) -> Colour:
    red, green, blue = (
        round(low + (high - low) * share) for low, high in zip(_TONE_LOW, _TONE_HIGH, strict=True)
    )
    return red, green, blue
