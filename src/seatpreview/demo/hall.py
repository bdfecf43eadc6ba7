"""Draws the building: floor, boards, walls, suites, the ring of light and the roof."""

import math
from collections.abc import Iterator

from PIL import Image, ImageDraw, ImageFont

from seatpreview.demo.lighting import Mood, chance, mixed, shade
from seatpreview.demo.seating import (
    CORNER_M,
    FLOOR_HALF_X_M,
    FLOOR_HALF_Y_M,
    LOWER_ELEVATION_M,
    LOWER_RISER_M,
    LOWER_ROWS,
    ROOF_M,
    TREAD_M,
    UPPER_ELEVATION_M,
    UPPER_OFFSET_M,
    UPPER_RISER_M,
    UPPER_ROWS,
    WALKWAY_M,
)
from seatpreview.demo.solids import Stroke
from seatpreview.demo.sphere import Colour, Lamp, Sphere, Spot, between

_LOWER_BACK_M = LOWER_ELEVATION_M + LOWER_RISER_M * (len(LOWER_ROWS) - 1)
_UPPER_BACK_M = UPPER_ELEVATION_M + UPPER_RISER_M * (len(UPPER_ROWS) - 1)
_UPPER_DEPTH_M = len(UPPER_ROWS) * TREAD_M
_FRONT_M = 0.55
_CELL_M = 1.5

_FLOOR: Colour = (92, 96, 108)
_WALL: Colour = (58, 62, 78)
_GLASS: Colour = (238, 190, 126)
_STEEL: Colour = (74, 80, 98)
_RIBBON = "HARBOUR ARENA    -    TONIGHT    -    "


def draw_floor(sphere: Sphere, mood: Mood) -> None:
    """Under everything that stands on it, and so before it."""
    x_m, y_m = FLOOR_HALF_X_M + WALKWAY_M, FLOOR_HALF_Y_M + WALKWAY_M
    columns, rows = math.ceil(2 * x_m / _CELL_M), math.ceil(2 * y_m / _CELL_M)
    for column in range(columns):
        for row in range(rows):
            left, right = (-x_m + 2 * x_m * edge / columns for edge in (column, column + 1))
            front, back = (-y_m + 2 * y_m * edge / rows for edge in (row, row + 1))
            middle = ((left + right) / 2, (front + back) / 2, 0.0)
            colour = mood.hazy(mood.lit(_FLOOR, middle, 0.82), sphere.distance_m(middle))
            sphere.polygon([(left, front, 0), (right, front, 0), (right, back, 0), (left, back, 0)], colour)
    for y in (-28.8, -7.5, 7.5, 28.8):
        _draw_marking(
            sphere, mood, [(-15, y - 0.1, 0), (15, y - 0.1, 0), (15, y + 0.1, 0), (-15, y + 0.1, 0)]
        )
    for side in (-1, 1):
        x = side * 15.0
        _draw_marking(sphere, mood, [(x, -30, 0), (x + 0.15, -30, 0), (x + 0.15, 30, 0), (x, 30, 0)])


def draw_roof(sphere: Sphere, mood: Mood) -> None:
    """Above everything that hangs from it, and so before it."""
    half_x, half_y = 48.0, 64.0
    for column in range(20):
        for row in range(26):
            left, right = (-half_x + half_x * edge / 10 for edge in (column, column + 1))
            front, back = (-half_y + half_y * edge / 13 for edge in (row, row + 1))
            middle = ((left + right) / 2, (front + back) / 2, ROOF_M + 2)
            colour = mood.hazy(mood.lit(_STEEL, middle, 0.4), sphere.distance_m(middle))
            z = ROOF_M + 2
            sphere.polygon([(left, front, z), (right, front, z), (right, back, z), (left, back, z)], colour)
    for number in range(-5, 6):
        y = number * 9.0
        _draw_truss(sphere, mood, (-46.0, y, ROOF_M), (46.0, y, ROOF_M), 24)
    for x in (-30.0, -15.0, 15.0, 30.0):
        _draw_truss(sphere, mood, (x, -58.0, ROOF_M), (x, 58.0, ROOF_M), 30)


def house_lamps() -> Iterator[Lamp]:
    """Those of the roof, which are on while there is no show."""
    for number in range(-4, 5):
        for x in (-24.0, -8.0, 8.0, 24.0):
            yield Lamp((x, number * 9.0, ROOF_M - 0.4), (255, 246, 226))


def wall_strokes(sphere: Sphere, mood: Mood) -> Iterator[Stroke]:
    """Vertical faces round the floor, each where a stand begins or ends."""
    lower_m, upper_m = UPPER_OFFSET_M, UPPER_OFFSET_M + _UPPER_DEPTH_M
    letters = _lit_letters()
    for number, (start, end) in enumerate(_around(0.0, 2.5)):
        board = mixed((40, 74, 96), (150, 158, 166), 0.6 if number % 6 == 0 else 0.0)
        yield _face(sphere, mood, start, end, (0.0, LOWER_ELEVATION_M), board)
    for number, (start, end) in enumerate(_around(lower_m, 1.25)):
        door = number % 8 == 4
        yield _face(sphere, mood, start, end, (_LOWER_BACK_M - 0.4, 9.4), (120, 96, 72) if door else _WALL)
        yield _face(sphere, mood, start, end, (9.4, 9.7), _STEEL)
        yield _window(sphere, mood, start, end, number)
        yield _face(sphere, mood, start, end, (12.3, UPPER_ELEVATION_M + 0.1), _STEEL)
    ribbon = list(_around(lower_m - 0.06, 0.2))
    times = round(len(ribbon) / letters.width)
    for number, (start, end) in enumerate(ribbon):
        column = number * times * letters.width // len(ribbon) % letters.width
        yield _ribbon(sphere, start, end, column, letters)
    for number, (start, end) in enumerate(_around(upper_m, 2.5)):
        sign = number % 9 == 5
        yield _face(sphere, mood, start, end, (_UPPER_BACK_M - 0.5, ROOF_M + 2), _WALL)
        if sign:
            yield _sign(sphere, start, end)


def _draw_marking(sphere: Sphere, mood: Mood, corners: list[Spot]) -> None:
    middle = corners[0]
    sphere.polygon(corners, mood.hazy(mood.lit((150, 158, 170), (0.0, middle[1], 0.0)), 30.0))


def _draw_truss(sphere: Sphere, mood: Mood, start: Spot, end: Spot, pieces: int) -> None:
    for piece in range(pieces):
        one, other = between(start, end, piece / pieces), between(start, end, (piece + 1) / pieces)
        wide = (0.0, 0.25, 0.0) if start[1] == end[1] else (0.25, 0.0, 0.0)
        colour = mood.hazy(mood.lit((128, 134, 152), one, 0.9), sphere.distance_m(one))
        for side in (-1, 1):
            near = _moved(wide, side * 1.6)
            far = _moved(wide, side * 2.2)
            sphere.polygon([_plus(one, near), _plus(other, near), _plus(other, far), _plus(one, far)], colour)
        across = _moved(wide, 2.2 if piece % 2 else -2.2)
        thin = _moved((0.12, 0.0, 0.0) if start[1] == end[1] else (0.0, 0.12, 0.0), 1.0)
        corners = [
            _plus(one, across),
            _plus(other, _moved(across, -1)),
            _plus(_plus(other, _moved(across, -1)), thin),
        ]
        sphere.polygon([*corners, _plus(_plus(one, across), thin)], colour)


def _face(sphere: Sphere, mood: Mood, start: Spot, end: Spot, z: tuple[float, float], base: Colour) -> Stroke:
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, (z[0] + z[1]) / 2)

    def draw() -> None:
        if not _is_inside(sphere.eye, start, end):
            return
        colour = mood.hazy(mood.lit(base, middle, 0.9), sphere.distance_m(middle))
        sphere.polygon(_upright(start, end, z), colour)

    return sphere.distance_m(middle), draw


def _window(sphere: Sphere, mood: Mood, start: Spot, end: Spot, number: int) -> Stroke:
    """Glass of a suite, with the light on or off, and a frame between two of them."""
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, 11.0)
    suite = number // 4
    light = 0.3 + 0.5 * chance(suite) if chance(suite + 0.4) < 0.7 else 0.12

    def draw() -> None:
        if not _is_inside(sphere.eye, start, end):
            return
        distance_m = sphere.distance_m(middle)
        for low, high, part in ((9.7, 10.5, 0.62), (10.5, 11.4, 0.85), (11.4, 12.3, 1.0)):
            glass = shade(_GLASS, light * part, light * part, light * part)
            sphere.polygon(_upright(start, end, (low, high)), mood.hazy(glass, distance_m * 0.6))
        if number % 4 == 0:
            post = between(start, end, 0.16)
            sphere.polygon(_upright(start, post, (9.7, 12.3)), mood.hazy((20, 22, 30), distance_m))
        for person in range(2 if light > 0.3 else 0):
            if chance(number * 2 + person) < 0.3:
                along = between(start, end, 0.3 + 0.4 * person)
                seen = sphere.seen((along[0], along[1], 11.1))
                scale = seen.pixels_per_m
                sphere.oval(seen, 0.5 * scale, 0.21 * scale, 0.42 * scale, (26, 24, 30))
                sphere.oval(seen, 0.0, 0.1 * scale, 0.12 * scale, (34, 28, 28))

    return sphere.distance_m(middle), draw


def _ribbon(sphere: Sphere, start: Spot, end: Spot, column: int, letters: Image.Image) -> Stroke:
    """A piece of the band of small lights on the upper bowl's edge, with a column of its words."""
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, 13.3)

    def draw() -> None:
        if not _is_inside(sphere.eye, start, end):
            return
        wave = 0.5 + 0.5 * math.sin(math.tau * column / letters.width)
        ground = mixed((14, 44, 84), (70, 26, 92), wave)
        sphere.polygon(_upright(start, end, (12.75, 13.95)), ground)
        lit_from = None
        for row in range(letters.height + 1):
            lit = row < letters.height and letters.getpixel((column, row)) != 0
            if lit and lit_from is None:
                lit_from = row
            elif not lit and lit_from is not None:
                z = (13.85 - row * 1.0 / letters.height, 13.85 - lit_from * 1.0 / letters.height)
                sphere.polygon(_upright(start, end, z), (236, 224, 198))
                lit_from = None

    # Before the wall that it hangs on, whose pieces are longer.
    return sphere.distance_m(middle) - 0.9, draw


def _sign(sphere: Sphere, start: Spot, end: Spot) -> Stroke:
    """The green light over a way out."""
    one, other = between(start, end, 0.35), between(start, end, 0.6)

    def draw() -> None:
        if _is_inside(sphere.eye, start, end):
            sphere.polygon(_upright(one, other, (_UPPER_BACK_M + 2.2, _UPPER_BACK_M + 2.6)), (70, 190, 120))

    return sphere.distance_m((one[0], one[1], _UPPER_BACK_M + 2.4)) - 0.2, draw


def _lit_letters() -> Image.Image:
    """The ribbon's words in dots of one bit."""
    font = ImageFont.load_default(11)
    width = int(font.getlength(_RIBBON))
    letters = Image.new("1", (width, 10))
    ImageDraw.Draw(letters).text((0, -2), _RIBBON, fill=1, font=font)
    return letters


def _around(offset_m: float, piece_m: float) -> Iterator[tuple[Spot, Spot]]:
    """The line of the first row's front, so far outside it, in pieces, clockwise from the north."""
    corner_m = CORNER_M + offset_m - _FRONT_M
    x, y = FLOOR_HALF_X_M + WALKWAY_M - CORNER_M, FLOOR_HALF_Y_M + WALKWAY_M - CORNER_M
    corners: list[Spot] = []
    for centre_x, centre_y, first_deg in ((x, y, 0), (x, -y, 90), (-x, -y, 180), (-x, y, 270)):
        for turn_deg in range(first_deg, first_deg + 91, 30):
            turn = math.radians(turn_deg)
            corners.append((centre_x + corner_m * math.sin(turn), centre_y + corner_m * math.cos(turn), 0.0))
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        pieces = max(1, round(math.dist(start, end) / piece_m))
        for piece in range(pieces):
            yield between(start, end, piece / pieces), between(start, end, (piece + 1) / pieces)


def _is_inside(eye: Spot, start: Spot, end: Spot) -> bool:
    """Whether the eye is on the floor's side of a wall that runs clockwise."""
    return (end[0] - start[0]) * (eye[1] - start[1]) - (end[1] - start[1]) * (eye[0] - start[0]) < 0


def _upright(start: Spot, end: Spot, z: tuple[float, float]) -> list[Spot]:
    low, high = z
    return [
        (start[0], start[1], low),
        (end[0], end[1], low),
        (end[0], end[1], high),
        (start[0], start[1], high),
    ]


def _moved(way: Spot, times: float) -> Spot:
    return (way[0] * times, way[1] * times, way[2] * times)


def _plus(spot: Spot, way: Spot) -> Spot:
    return (spot[0] + way[0], spot[1] + way[1], spot[2] + way[2])
