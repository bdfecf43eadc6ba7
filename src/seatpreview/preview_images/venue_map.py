"""Draws the map of a venue from above, with one place marked, for a seat that has no uploaded image."""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from seatpreview.labels.model import Place
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout, PlacedTable, Row, Section
from seatpreview.layouts.geometry import Placement, packed_place, row_frame
from seatpreview.layouts.ground_plan import (
    Point,
    centroid,
    doubled_area,
    extent_of,
    footprint_of,
    halfway,
    rectangle,
)
from seatpreview.layouts.model import Focus, Obstruction
from seatpreview.preview_images.captions import Caption, scale_of
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
_ARC_STEP_M = 1.0
_ARC_STEPS_MAX = 48
_STANDING_M2 = 0.25
_SEATED_M2 = 1.1
_AREA_ASPECT = 1.6
_ROUND_STEPS = 24
_WITHOUT_HALVES = frozenset({"stage", "screen", "baseball", "boxing"})
_SMOOTH_M = 0.6
"""The largest distance of a point from the simplified line: about the spacing of two seats."""


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


def outline_of(layout: CompiledLayout, section: Section) -> list[Point]:
    """Returns the outline of all rows of a section, or of a standing area; without described seats, a
    rectangle with the floor area that its capacity needs. Empty if the section has no geometry."""
    placement = section.plan.placement
    if placement is None:
        return []
    if section.plan.corners:
        return list(section.plan.corners)
    place = _Placed(layout, section, placement)
    rows = [row for row in section.rows if row.seats is not None and row.seats.slots]
    if not rows:
        return place.area()
    if any(row.places for row in rows):
        # The hull of the seats first: only the corners of its seats can be corners of the outline.
        outer = _hull([seat for row in rows for seat in place.seats(row)])
        return _hull([corner for seat in outer for corner in place.seat_corners(seat)])
    return [
        *place.across(rows[0], -0.5, is_forward=True),
        *_simplified([point for row in rows for point in place.side(row, 1)]),
        *place.across(rows[-1], 0.5, is_forward=False),
        *_simplified([point for row in rows for point in place.side(row, 0)])[::-1],
    ]


def row_line(layout: CompiledLayout, section_id: str, row_id: str) -> list[Point]:
    """Returns the line of a row from its left to its right end; empty if its seats or its position are not
    known."""
    section, row = layout.section(section_id), layout.row(section_id, row_id)
    if section is None or row is None or row.seats is None or section.plan.placement is None:
        return []
    place = _Placed(layout, section, section.plan.placement)
    return place.seats(row) if row.places else place.across(row, 0.0, is_forward=True)


def halfway_line(focus: Focus) -> list[Point]:
    """Returns the line across the middle of a field; empty for a stage, a ballpark and a polygon."""
    extent = focus.extent
    if extent is None or extent.kind in _WITHOUT_HALVES or len(extent.points) > 2:
        return []
    left_back, right_back, right_front, left_front = extent_of(focus)
    return [halfway(left_back, right_back), halfway(left_front, right_front)]


def table_outline(table: PlacedTable) -> list[Point]:
    """Returns the outline of a table: a circle or a rectangle."""
    if table.shape == "rectangle":
        return rectangle((table.x, table.y), table.width_m, table.depth_m, table.turn_deg)
    turns = [math.tau * step / _ROUND_STEPS for step in range(_ROUND_STEPS)]
    radius_m = table.width_m / 2
    return [(table.x + radius_m * math.sin(turn), table.y + radius_m * math.cos(turn)) for turn in turns]


def area_of(outline: list[Point]) -> float:
    """Returns the area of an outline in square metres."""
    return abs(doubled_area(outline)) / 2


class _Placed:
    """A section with its placement, whose rows have ends."""

    def __init__(self, layout: CompiledLayout, section: Section, placement: Placement) -> None:
        self._layout = layout
        self._section = section
        self._placement = placement

    def across(self, row: Row, treads_behind: float, *, is_forward: bool) -> list[Point]:
        """Returns points along a row, from left to right or back. A straight row needs its two ends only."""
        left_m, right_m = self._ends(row)
        is_straight = self._placement.shape == "straight"
        steps = 1 if is_straight else min(_ARC_STEPS_MAX, max(2, math.ceil((right_m - left_m) / _ARC_STEP_M)))
        line = [
            self._at(row.index, left_m + (right_m - left_m) * step / steps, treads_behind)
            for step in range(steps + 1)
        ]
        return line if is_forward else line[::-1]

    def side(self, row: Row, end: int) -> list[Point]:
        """Returns the left (0) or right (1) end of a row, from its front to its back."""
        right_m = self._ends(row)[end]
        return [self._at(row.index, right_m, -0.5), self._at(row.index, right_m, 0.5)]

    def area(self) -> list[Point]:
        """Returns a rectangle with the floor area that the section's capacity needs."""
        section, placement = self._section, self._placement
        area_m2 = max(section.capacity, 4) * (_STANDING_M2 if section.kind == "standing" else _SEATED_M2)
        depth_m = max(math.sqrt(area_m2 / _AREA_ASPECT), len(section.rows) * placement.tread_m)
        treads, half_m = depth_m / placement.tread_m / 2, area_m2 / depth_m / 2
        last_m = placement.depth_m(len(section.rows) - 1) if section.rows else 0.0
        middle = last_m / placement.tread_m / 2
        ends = ((-treads, -half_m), (-treads, half_m), (treads, half_m), (treads, -half_m))
        return [self._at(0, right_m, middle + behind) for behind, right_m in ends]

    def seats(self, row: Row) -> list[Point]:
        """Returns the seats of a row whose positions are listed."""
        places = (packed_place(row.places, slot) for slot in range(row.place_count()))
        return [(place.point.x, place.point.y) for place in places]

    def seat_corners(self, seat: Point) -> Iterator[Point]:
        """Yields the corners of the floor of a seat whose position is listed."""
        half_m, depth_m = self._placement.spacing_m / 2, min(0.5, self._placement.tread_m / 2)
        yield from ((seat[0] + dx, seat[1] + dy) for dx in (-half_m, half_m) for dy in (-depth_m, depth_m))

    def _ends(self, row: Row) -> tuple[float, float]:
        spacing_m = self._placement.spacing_m
        if row.offsets_m:
            return row.offsets_m[0] - spacing_m / 2, row.offsets_m[-1] + spacing_m / 2
        half_m = (0 if row.seats is None else row.seats.slots) * spacing_m / 2
        return -half_m, half_m

    def _at(self, row: int, right_m: float, treads_behind: float) -> Point:
        frame = row_frame(self._placement, self._layout.focus, self._section.ordinal, row)
        x, y, _ = frame.point(right_m, treads_behind * self._placement.tread_m)
        return x, y


def _hull(points: list[Point]) -> list[Point]:
    """Returns the convex hull of points, counterclockwise (Andrew's monotone chain)."""
    ordered = sorted(set(points))
    lower, upper = _half_hull(ordered), _half_hull(ordered[::-1])
    return [*lower[:-1], *upper[:-1]] if len(ordered) > 2 else ordered


def _half_hull(ordered: list[Point]) -> list[Point]:
    hull: list[Point] = []
    for point in ordered:
        while len(hull) > 1 and _turn(hull[-2], hull[-1], point) <= 0:
            hull.pop()
        hull.append(point)
    return hull


def _turn(start: Point, middle: Point, end: Point) -> float:
    """Returns a positive number if the way from start over middle to end turns left."""
    return (middle[0] - start[0]) * (end[1] - start[1]) - (middle[1] - start[1]) * (end[0] - start[0])


def _simplified(line: list[Point]) -> list[Point]:
    """Simplifies a line (Ramer-Douglas-Peucker), so that rows of different lengths do not make a jagged
    edge."""
    kept = {0, len(line) - 1}
    parts = [(0, len(line) - 1)]
    while parts:
        start, end = parts.pop()
        distances = [
            (_distance(line[index], line[start], line[end]), index) for index in range(start + 1, end)
        ]
        most, worst = max(distances, default=(0.0, start))
        if most > _SMOOTH_M:
            kept.add(worst)
            parts += ((start, worst), (worst, end))
    return [line[index] for index in sorted(kept)]


def _distance(point: Point, start: Point, end: Point) -> float:
    """Returns the distance of a point from the line through two others."""
    ahead_x, ahead_y = end[0] - start[0], end[1] - start[1]
    length = math.hypot(ahead_x, ahead_y)
    here_x, here_y = point[0] - start[0], point[1] - start[1]
    return abs(here_x * ahead_y - here_y * ahead_x) / length if length else math.hypot(here_x, here_y)
