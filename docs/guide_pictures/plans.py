"""Draws a compiled layout from above: seats, sections, focus, obstructions, lines of sight, cameras."""

import math
from collections.abc import Callable, Iterable, Sequence

from docs.guide_pictures.svg import Drawing
from seatpreview.labels.model import Place, place_of
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout, Section
from seatpreview.layouts.geometry import Point
from seatpreview.layouts.model import Focus, Obstruction, usual_size_m
from seatpreview.seats.sightline import eye_of, focus_of, obstructs

WIDTH = 760.0
MARGIN = 36.0
OUTLINES_FROM_SEATS = 3_000
"""A larger layout is drawn by the outlines of its sections: so many dots would be grey."""

Spot = tuple[float, float]
Colour = Callable[[Place], int]
"""Which of the five colours of seats a seat has."""


class Plan:
    """A layout from above, north at the top, in a scale that fits it into the width of a page."""

    def __init__(
        self,
        layout: CompiledLayout,
        title: str,
        *,
        configuration: str | None = None,
        height_max: float = 620.0,
        legend: Sequence[tuple[int, str]] = (),
        room_left_m: float = 0.6,
    ) -> None:
        self.layout = layout
        self.configuration: CompiledConfiguration | None = (
            None if configuration is None else layout.configurations[configuration]
        )
        self.focus: Focus = focus_of(layout, self.configuration)
        spots = [*self._all_spots()]
        self._left, right = min(x for x, _ in spots) - room_left_m, max(x for x, _ in spots) + 0.6
        low, self._top = min(y for _, y in spots) - 0.6, max(y for _, y in spots) + 0.9
        legend_height = 30.0 if legend else 0.0
        self.scale = min(
            (WIDTH - 2 * MARGIN) / (right - self._left),
            (height_max - 2 * MARGIN - legend_height) / (self._top - low),
        )
        self._indent = (WIDTH - (right - self._left) * self.scale) / 2
        height = (self._top - low) * self.scale + 2 * MARGIN + legend_height
        self.drawing = Drawing(WIDTH, round(height), title)
        self._add_legend(legend, round(height) - 18)

    def spot(self, x: float, y: float) -> Spot:
        """Where a point of the hall is in the picture."""
        return self._indent + (x - self._left) * self.scale, MARGIN + (self._top - y) * self.scale

    def add_hall(self, *, colour: Colour | None = None, seat_names: bool = False) -> None:
        """Adds what stands in the hall: bodies, seats with the names of their sections, and the focus."""
        self.add_extent()
        self.add_bodies()
        self.add_sections(colour or self.by_level(), seat_names=seat_names)
        self.add_focus()

    def by_level(self) -> Colour:
        """Colours by the level of the section, in the order in which the layout names them."""
        levels = list(dict.fromkeys(section.level for section in self.layout.sections))
        numbers = {section.id: levels.index(section.level) % 5 + 1 for section in self.layout.sections}
        return lambda place: numbers[place.section]

    def add_bodies(self) -> None:
        """Adds the stage and everything else that a configuration puts into the hall."""
        for body in () if self.configuration is None else self.configuration.obstructions:
            corners = [self.spot(x, y) for x, y in ground_plan(body)]
            self.drawing.polygon(corners, css="warn-card")
            x, y = _middle(corners)
            if self.is_large and body.kind != "stage":
                continue
            if body.name and _extent(corners) > 60:
                top = min(corner[1] for corner in corners)
                self.drawing.text(x, top + 16, body.name, css="warn-ink small", anchor="middle")
            elif body.name:
                self.drawing.text(x + 10, y + 4, body.name, css="warn-ink small")

    def add_extent(self) -> None:
        """Adds the stage or field that people look at."""
        corners = extent_corners(self.focus)
        if corners:
            self.drawing.polygon([self.spot(x, y) for x, y in corners], css="warn-card")

    def add_focus(self) -> None:
        """Adds the point that people look at."""
        x, y = self.spot(self.focus.x, self.focus.y)
        self.drawing.circle(x, y, 9, css="outline")
        self.drawing.circle(x, y, 4, css="focus")
        self._add_tag(x + 14, y, f"focus: {self.focus.name or 'no name'}", "accent-ink")

    def add_sections(self, colour: Colour, *, seat_names: bool = False, lift: float = 0.0) -> None:
        """Adds all sections; those that the configuration closes are grey. Names on outlines may be lifted,
        to leave the middle free."""
        outlines = self.is_large
        for section in self.layout.sections:
            if section.plan.placement is None:
                continue
            if section.seat_count == 0:
                self._add_area(section)
            elif outlines:
                self._add_outline(section, lift)
            else:
                self._add_seats(section, colour, seat_names)

    @property
    def is_large(self) -> bool:
        """Whether there are too many seats to draw each."""
        return self.layout.seat_count > OUTLINES_FROM_SEATS

    def is_closed(self, section: Section) -> bool:
        """Whether the section is closed in the configuration that is drawn."""
        return self.configuration is not None and section.id in self.configuration.closed

    def add_sight(self, section: str, row: str, seat: str, text: str = "") -> None:
        """Adds the line of sight of a seat: red where a body of the configuration is in the way."""
        eye = eye_of(self.layout, place_of(section, row, seat))
        if eye is None:
            raise LookupError(f"{section}/{row}/{seat} has no position.")
        target = Point(self.focus.x, self.focus.y, self.focus.z)
        bodies = () if self.configuration is None else self.configuration.obstructions
        hidden = any(obstructs(body, eye, target) for body in bodies)
        start, end = self.spot(eye.x, eye.y), self.spot(target.x, target.y)
        self.drawing.line([start, end], css="blocked" if hidden else "sight")
        self.drawing.circle(*start, 6, css="eye")
        label = text or f"{section}/{row}/{seat}" + (": hidden" if hidden else "")
        self._add_tag(start[0] + 10, start[1], label, f"{'danger' if hidden else 'accent'}-ink")

    def add_camera(self, x: float, y: float, yaw_deg: float, text: str) -> None:
        """Adds a camera, and an arrow for the bearing of the middle of its picture."""
        start = self.spot(x, y)
        length, yaw = 70.0, math.radians(yaw_deg)
        end = start[0] + length * math.sin(yaw), start[1] - length * math.cos(yaw)
        self.drawing.line([start, end], css="bold-line", arrow=True)
        self.drawing.circle(*start, 6, css="eye")
        self._add_tag(start[0] + 10, start[1] + 12, text, "ink")

    def _add_tag(self, x: float, y: float, text: str, ink: str) -> None:
        """A text on a ground of its own, so that seats behind it do not disturb."""
        self.drawing.rectangle(x - 3, y - 9, 6.6 * len(text) + 8, 18, css="paper", rounded=4)
        self.drawing.text(x, y + 4, text, css=f"{ink} strong small")

    def _add_legend(self, legend: Sequence[tuple[int, str]], y: float) -> None:
        x = MARGIN
        for number, text in legend:
            self.drawing.dots([(x, y - 4)], 5, css=f"seats-{number}")
            self.drawing.text(x + 12, y, text, css="soft")
            x += 30 + 7.2 * len(text)

    def _add_seats(self, section: Section, colour: Colour, seat_names: bool) -> None:
        for table in section.plan.tables:
            self.drawing.circle(*self.spot(table.x, table.y), table.width_m / 2 * self.scale, css="outline")
        closed = self.is_closed(section)
        points: dict[int, list[Spot]] = {}
        radius = min(9.0, max(1.4, self.scale * 0.2))
        for row in section.rows:
            spots = []
            for seat in row.seats or ():
                place = place_of(section.id, row.id, seat)
                spot = self._floor(section, row.id, seat)
                spots.append((spot, seat))
                points.setdefault(0 if closed else colour(place), []).append(spot)
            if seat_names and spots:
                self._add_row_name(row.id, [spot for spot, _ in spots])
        for number, dots in points.items():
            self.drawing.dots(dots, radius, css=f"seats-{number}" if number else "closed")
        if seat_names:
            self._add_seat_names(section, radius)
        else:
            self._add_name(section, closed)

    def _add_seat_names(self, section: Section, radius: float) -> None:
        for row in section.rows:
            for seat in row.seats or ():
                x, y = self._floor(section, row.id, seat)
                self.drawing.text(
                    x, y + 4, seat, css="paper small" if radius > 7 else "soft", anchor="middle"
                )

    def _add_row_name(self, row: str, spots: list[Spot]) -> None:
        left = min(spots)
        self.drawing.text(left[0] - 16, left[1] + 4, row, css="ink strong small", anchor="end")

    def _add_area(self, section: Section) -> None:
        """A suite or a standing area: there are no seats to draw, so a mark stands where its front is."""
        floor = self.layout.floor_point(section.id)
        if floor is None:
            return
        x, y = self.spot(floor.x, floor.y)
        if section.plan.corners:
            self.drawing.polygon([self.spot(*corner) for corner in section.plan.corners], css="accent-card")
            self.drawing.text(x, y + 4, section.id, css="ink small", anchor="middle")
            return
        self.drawing.rectangle(x - 8, y - 8, 16, 16, css="area" if self.is_closed(section) else "accent-card")
        if not self.is_large:
            self.drawing.text(x, y + 22, section.name, css="soft small", anchor="middle")

    def _add_outline(self, section: Section, lift: float) -> None:
        corners = [
            *self._ends(section, section.rows[0].id),
            *reversed(self._ends(section, section.rows[-1].id)),
        ]
        self.drawing.polygon(corners, css="area" if self.is_closed(section) else "accent-card")
        x, y = _middle(corners)
        self.drawing.text(
            x,
            y + 4 - lift,
            section.id,
            css="soft small" if self.is_closed(section) else "ink small",
            anchor="middle",
        )

    def _ends(self, section: Section, row: str) -> list[Spot]:
        """Points along a row, from its left end to its right one."""
        found = section.row(row)
        seating = None if found is None else found.seats
        seats = [] if seating is None else sorted(seating, key=lambda seat: seating.slot_of(seat) or 0)
        step = max(1, (len(seats) - 1) // 4)
        chosen = [*seats[:-1:step], seats[-1]]
        return [self._floor(section, row, seat) for seat in chosen]

    def _add_name(self, section: Section, closed: bool) -> None:
        """The name stands behind the last row, on the side that faces away from the focus."""
        ends = self._ends(section, section.rows[-1].id)
        centre = self.spot(self.layout.focus.x, self.layout.focus.y)
        x, y = _middle(ends)
        away = math.hypot(x - centre[0], y - centre[1])
        x, y = x + 20 * (x - centre[0]) / away, y + 20 * (y - centre[1]) / away
        text = f"{section.name} (closed)" if closed else section.name
        side = x - centre[0]
        anchor = "middle" if abs(side) < abs(y - centre[1]) / 2 else "start" if side > 0 else "end"
        self.drawing.text(x, y + 4, text, css="soft small" if closed else "ink small strong", anchor=anchor)

    def _floor(self, section: Section, row: str, seat: str) -> Spot:
        floor = self.layout.floor_point(section.id, row, seat)
        if floor is None:
            raise LookupError(f"{section.id}/{row}/{seat} has no position.")
        return self.spot(floor.x, floor.y)

    def _all_spots(self) -> Iterable[Spot]:
        yield self.focus.x, self.focus.y
        yield self.layout.focus.x, self.layout.focus.y
        yield from extent_corners(self.focus)
        for key in self.layout.seats():
            floor = self.layout.floor_point(*key)
            if floor is not None:
                yield floor.x, floor.y
        for section in self.layout.sections:
            floor = self.layout.floor_point(section.id)
            if floor is not None:
                yield floor.x, floor.y
            yield from section.plan.corners
        for body in () if self.configuration is None else self.configuration.obstructions:
            yield from ground_plan(body)


def extent_corners(focus: Focus) -> list[Spot]:
    """The corners of the stage or field, from above."""
    if focus.extent is None:
        return []
    if focus.extent.points:
        return [(x, y) for x, y in focus.extent.points]
    width_m, depth_m = usual_size_m(focus.extent)
    turn = math.radians(focus.extent.turn_deg)
    halves = [(-width_m, -depth_m), (width_m, -depth_m), (width_m, depth_m), (-width_m, depth_m)]
    return [
        (
            focus.x + across / 2 * math.cos(turn) + back / 2 * math.sin(turn),
            focus.y - across / 2 * math.sin(turn) + back / 2 * math.cos(turn),
        )
        for across, back in halves
    ]


def ground_plan(body: Obstruction) -> list[Spot]:
    """The corners of a body, from above."""
    if body.box is not None:
        (left, right), (low, high) = body.box.x, body.box.y
        return [(left, low), (right, low), (right, high), (left, high)]
    if body.polygon is not None:
        return [(x, y) for x, y in body.polygon.points]
    return []


def _middle(spots: Sequence[Spot]) -> Spot:
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


def _extent(spots: Sequence[Spot]) -> float:
    return max(x for x, _ in spots) - min(x for x, _ in spots)
