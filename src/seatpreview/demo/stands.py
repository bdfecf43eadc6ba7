"""Draws the stands: steps, chairs and people, row by row from the layout."""

import math
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from seatpreview.demo.lighting import Mood, chance, shade
from seatpreview.demo.seating import (
    AISLE_M,
    FLOOR_HALF_X_M,
    LOWER_ELEVATION_M,
    STAGE_Y_M,
    TREAD_M,
    UPPER_ELEVATION_M,
)
from seatpreview.demo.solids import Stroke
from seatpreview.demo.sphere import Colour, Sphere, Spot
from seatpreview.layouts.compiled import CompiledLayout, Section
from seatpreview.layouts.geometry import floor_point

Glow = tuple[float, float, float]
"""How much of each part of a colour comes back to the eye."""

_PIECE_SLOTS = 4
_JOINT_M = AISLE_M + 0.55
"""Added to the seats of a row, so that the steps of neighbouring sections meet."""
_FRONT_M = 0.55
_NEAR_M = 14.0
"""Chairs that are nearer are drawn with their depth."""
_OWN_M = 1.3
"""One's own chair is not drawn, nor what would be in one's face."""
_PERSONAL_M = 2.2
"""Nobody is drawn so near: a stranger's head would fill the picture."""

_CHAIRS: dict[str, Colour] = {
    "Floor": (96, 100, 116),
    "Lower Bowl": (52, 118, 132),
    "Upper Bowl": (70, 94, 150),
}
_TROUSERS: Colour = (58, 62, 84)
_CONCRETE: Colour = (112, 116, 128)
_CLOTHES: tuple[Colour, ...] = (
    (66, 72, 92),
    (120, 60, 62),
    (54, 88, 96),
    (150, 146, 140),
    (40, 42, 54),
    (104, 84, 120),
    (140, 112, 76),
    (48, 62, 104),
    (170, 160, 158),
)
_SKIN: tuple[Colour, ...] = ((224, 178, 148), (198, 146, 112), (150, 104, 78), (104, 72, 56), (236, 196, 170))
_HAIR: tuple[Colour, ...] = ((40, 32, 30), (74, 52, 38), (28, 26, 30), (120, 92, 58), (58, 46, 44))


class Line(NamedTuple):
    """A row on the ground plan: its middle, the way to the right of who sits there, and the way back."""

    middle: Spot
    right: tuple[float, float]
    back: tuple[float, float]

    def spot(self, right_m: float, back_m: float = 0.0, up_m: float = 0.0) -> Spot:
        return (
            self.middle[0] + self.right[0] * right_m + self.back[0] * back_m,
            self.middle[1] + self.right[1] * right_m + self.back[1] * back_m,
            self.middle[2] + up_m,
        )

    def is_faced_by(self, eye: Spot, back_m: float = 0.0) -> bool:
        """Whether the eye is before the row, where its people look to."""
        front = self.spot(0.0, back_m)
        return (eye[0] - front[0]) * self.back[0] + (eye[1] - front[1]) * self.back[1] < 0


def line_of(layout: CompiledLayout, section: Section, row: int) -> Line:
    geometry = section.plan.geometry
    if geometry is None:
        raise LookupError(f"section {section.id} has no geometry to draw")
    middle = floor_point(geometry, layout.focus, ordinal=section.ordinal, row=row)
    beside = floor_point(geometry, layout.focus, ordinal=section.ordinal, row=row, slots_right=1.0)
    length_m = math.dist(middle, beside)
    right = ((beside.x - middle.x) / length_m, (beside.y - middle.y) / length_m)
    return Line(middle, right, (right[1], -right[0]))


def width_m(section: Section, row: int) -> float:
    seats = section.rows[row].seats
    return (0 if seats is None else seats.slots) * 0.5 + _JOINT_M


def stand_strokes(
    sphere: Sphere, mood: Mood, layout: CompiledLayout, closed: frozenset[str]
) -> Iterator[Stroke]:
    for number, section in enumerate(layout.sections):
        if not section.rows or (section.level == "Floor" and section.id in closed):
            continue
        for row in range(len(section.rows)):
            for piece in _pieces(layout, section, row, number * 40 + row, section.id in closed):
                yield sphere.distance_m(piece.middle), partial(_draw_piece, sphere, mood, piece)


def crowd_strokes(sphere: Sphere, mood: Mood, layout: CompiledLayout) -> Iterator[Stroke]:
    """Those who stand before the stage."""
    pit = layout.section("PIT")
    for number in range(0 if pit is None else pit.capacity):
        x = (chance(number) * 2 - 1) * (FLOOR_HALF_X_M - 1.5)
        y = STAGE_Y_M[0] - 1.6 - 19.5 * chance(number + 0.37) ** 1.25
        if abs(x) < 6 and y < -4:
            continue
        spot = (x, y, 0.5 + 0.2 * chance(number + 0.71))
        yield sphere.distance_m(spot), partial(_draw_stander, sphere, mood, spot, number)


class _Piece(NamedTuple):
    """A few places of a row, small enough to be drawn before or after others as a whole."""

    line: Line
    left_m: float
    right_m: float
    riser_m: float
    """How far its front reaches down."""
    places_m: list[float]
    """Of its chairs, along the line."""
    level: str
    is_empty: bool
    seed: int

    @property
    def middle(self) -> Spot:
        return self.line.spot((self.left_m + self.right_m) / 2)

    def strip(self, front_m: float, back_m: float, front_up_m: float = 0.0) -> list[Spot]:
        """Its whole width, from so far to so far back."""
        return [
            self.line.spot(self.left_m, front_m, front_up_m),
            self.line.spot(self.right_m, front_m, front_up_m),
            self.line.spot(self.right_m, back_m),
            self.line.spot(self.left_m, back_m),
        ]


def _pieces(
    layout: CompiledLayout, section: Section, row: int, seed: int, is_empty: bool
) -> Iterator[_Piece]:
    line, half_m = line_of(layout, section, row), width_m(section, row) / 2
    seats = section.rows[row].seats
    slots = 0 if seats is None else seats.slots
    cuts = [(slot - slots / 2) * 0.5 for slot in range(_PIECE_SLOTS, slots, _PIECE_SLOTS)]
    for number, (left_m, right_m) in enumerate(pairwise([-half_m, *cuts, half_m])):
        first = number * _PIECE_SLOTS
        places_m = [(slot - (slots - 1) / 2) * 0.5 for slot in range(first, min(first + _PIECE_SLOTS, slots))]
        riser_m = _riser_m(section, row)
        yield _Piece(line, left_m, right_m, riser_m, places_m, section.level, is_empty, seed * 60 + first)


def _riser_m(section: Section, row: int) -> float:
    """The first row of the lower bowl stands on its boards, that of the upper one on the ring of light."""
    geometry = section.plan.geometry
    if geometry is None:
        return 0.0
    if row > 0:
        return geometry.riser_m
    return LOWER_ELEVATION_M if geometry.elevation_m < UPPER_ELEVATION_M else 0.0


def _draw_piece(sphere: Sphere, mood: Mood, piece: _Piece) -> None:
    middle = piece.middle
    light = mood.lit((255, 255, 255), middle, mood.seen_from(sphere.eye, middle))
    glow = (light[0] / 255, light[1] / 255, light[2] / 255)
    if piece.level != "Floor":
        _draw_step(sphere, mood, piece, glow)
    for place_m in sorted(piece.places_m, key=lambda place_m: -sphere.distance_m(piece.line.spot(place_m))):
        _draw_place(sphere, mood, piece, place_m, glow)


def _draw_step(sphere: Sphere, mood: Mood, piece: _Piece, glow: Glow) -> None:
    distance_m = sphere.distance_m(piece.middle)

    def draw(corners: list[Spot], part: float) -> None:
        sphere.polygon(corners, mood.hazy(shade(_CONCRETE, *(light * part for light in glow)), distance_m))

    if sphere.eye.z > piece.middle[2]:
        draw(piece.strip(-_FRONT_M, TREAD_M - _FRONT_M), 0.62)
        if distance_m < _NEAR_M:
            draw(piece.strip(-_FRONT_M, -_FRONT_M + 0.05), 0.92)
    if piece.riser_m and piece.line.is_faced_by(sphere.eye, -_FRONT_M):
        draw(piece.strip(-_FRONT_M, -_FRONT_M, -piece.riser_m), 0.8)


def _draw_place(sphere: Sphere, mood: Mood, piece: _Piece, place_m: float, glow: Glow) -> None:
    """A chair, and who sits on it."""
    line, seed = piece.line, piece.seed + int(place_m * 2 + 100)
    floor = line.spot(place_m)
    distance_m = sphere.distance_m(floor)
    if distance_m < _OWN_M:
        return
    variety = 0.88 + 0.24 * chance(seed)
    chair = mood.hazy(shade(_CHAIRS[piece.level], *(part * variety for part in glow)), distance_m)
    faced = line.is_faced_by(sphere.eye)
    taken = not piece.is_empty and distance_m > _PERSONAL_M and chance(seed + 0.5) < 0.88
    if taken and not faced:
        _draw_person(sphere, mood, floor, glow, seed, _HAIR)
    if distance_m < _NEAR_M:
        _draw_chair(sphere, line, place_m, chair)
    elif not (taken and faced):
        corners = [line.spot(place_m - 0.2, 0.1, 0.3), line.spot(place_m + 0.2, 0.1, 0.3)]
        corners += [line.spot(place_m + 0.2, 0.15, 0.82), line.spot(place_m - 0.2, 0.15, 0.82)]
        sphere.polygon(corners, chair)
    if taken and faced:
        _draw_person(sphere, mood, floor, glow, seed, _SKIN)
        if distance_m < _NEAR_M:
            _draw_legs(sphere, line, place_m, shade(_TROUSERS, *(part * variety for part in glow)))


def _draw_chair(sphere: Sphere, line: Line, place_m: float, colour: Colour) -> None:
    left_m, right_m = place_m - 0.22, place_m + 0.22
    cushion = [line.spot(left_m, -0.28, 0.42), line.spot(right_m, -0.28, 0.42)]
    cushion += [line.spot(right_m, 0.14, 0.42), line.spot(left_m, 0.14, 0.42)]
    back = [line.spot(left_m, 0.12, 0.36), line.spot(right_m, 0.12, 0.36)]
    back += [line.spot(right_m, 0.2, 0.84), line.spot(place_m + 0.14, 0.21, 0.88)]
    back += [line.spot(place_m - 0.14, 0.21, 0.88), line.spot(left_m, 0.2, 0.84)]
    sides = [(cushion, 1.0), (back, 0.78)]
    for corners, part in sides if not line.is_faced_by(sphere.eye) else reversed(sides):
        sphere.polygon(corners, shade(colour, part, part, part))


def _draw_legs(sphere: Sphere, line: Line, place_m: float, colour: Colour) -> None:
    for side in (-0.1, 0.1):
        left_m, right_m = place_m + side - 0.08, place_m + side + 0.08
        shin = [line.spot(left_m, -0.4, 0.55), line.spot(right_m, -0.4, 0.55)]
        shin += [line.spot(right_m, -0.38, 0.02), line.spot(left_m, -0.38, 0.02)]
        thigh = [line.spot(left_m, -0.42, 0.56), line.spot(right_m, -0.42, 0.56)]
        thigh += [line.spot(right_m, 0.08, 0.56), line.spot(left_m, 0.08, 0.56)]
        if line.is_faced_by(sphere.eye, -0.4):
            sphere.polygon(shin, shade(colour, 0.8, 0.8, 0.8))
        if sphere.eye.z > line.middle[2] + 0.56:
            sphere.polygon(thigh, colour)


def _draw_person(
    sphere: Sphere,
    mood: Mood,
    floor: Spot,
    glow: Glow,
    seed: int,
    tones: tuple[Colour, ...],
) -> None:
    """From the seat up, so that it fits who sits and who stands in a crowd."""
    distance_m = sphere.distance_m(floor)
    head = sphere.seen((floor[0], floor[1], floor[2] + 1.1 + 0.1 * chance(seed + 0.2)))
    clothes = mood.hazy(shade(_CLOTHES[int(chance(seed + 0.3) * len(_CLOTHES))], *glow), distance_m)
    tone = mood.hazy(shade(tones[int(chance(seed + 0.4) * len(tones))], *glow), distance_m)
    scale = head.pixels_per_m
    sphere.oval(head, 0.42 * scale, 0.22 * scale, 0.3 * scale, clothes)
    if distance_m < _NEAR_M:
        skin = mood.hazy(shade(_SKIN[int(chance(seed + 0.4) * len(_SKIN))], *glow), distance_m)
        hair = mood.hazy(shade(_HAIR[int(chance(seed + 0.6) * len(_HAIR))], *glow), distance_m)
        sphere.oval(head, 0.22 * scale, 0.2 * scale, 0.1 * scale, clothes)
        sphere.oval(head, 0.1 * scale, 0.045 * scale, 0.07 * scale, skin)
        sphere.oval(head, -0.015 * scale, 0.092 * scale, 0.115 * scale, hair)
        if tones is _SKIN:
            sphere.oval(head, 0.02 * scale, 0.074 * scale, 0.092 * scale, skin)
        return
    sphere.oval(head, 0.0, 0.088 * scale, 0.115 * scale, tone)


def _draw_stander(sphere: Sphere, mood: Mood, spot: Spot, seed: int) -> None:
    gain = mood.seen_from(sphere.eye, spot)
    light = mood.lit((255, 255, 255), spot, gain)
    glow = (light[0] / 255, light[1] / 255, light[2] / 255)
    _draw_person(sphere, mood, spot, glow, seed, _SKIN if gain > 0.8 else _HAIR)
