"""Halls as readers of files find them, with the oddities of real plans."""

import math
from collections.abc import Callable, Iterator, Sequence

from seatpreview.imports.model import FoundArea, FoundHall, FoundSeat, FoundTable

Place = tuple[float, float]


def straight_block(
    *,
    section: str = "Stalls",
    rows: Sequence[str] = ("A", "B", "C", "D"),
    seats: Callable[[int], Sequence[str]] = lambda _: [*map(str, range(1, 13))],
    middle: Place = (0.0, -6.0),
    facing_deg: float = 0.0,
    spacing_m: float = 0.55,
    tread_m: float = 0.9,
    aisle_after: int | None = None,
    aisle_m: float = 1.2,
    level: str = "",
) -> Iterator[FoundSeat]:
    """Yields straight rows in metres, y up, from the front to the back and from left to right."""
    facing = math.radians(facing_deg)
    ahead, right = (math.sin(facing), math.cos(facing)), (math.cos(facing), -math.sin(facing))
    for number, row in enumerate(rows):
        names = seats(number)
        line = [
            index * spacing_m + (aisle_m if aisle_after is not None and index > aisle_after else 0.0)
            for index in range(len(names))
        ]
        for name, place in zip(names, line, strict=True):
            beside, behind = place - line[-1] / 2, number * tread_m
            yield FoundSeat(
                name=name,
                row=row,
                section=section,
                level=level,
                part=f"{section}-{middle}-{row}",
                x=middle[0] + right[0] * beside - ahead[0] * behind,
                y=middle[1] + right[1] * beside - ahead[1] * behind,
            )


def curved_block(
    *,
    section: str = "Arc",
    rows: int = 5,
    seats: int = 16,
    radius_m: float = 10.0,
    centre: Place = (0.0, 0.0),
) -> Iterator[FoundSeat]:
    """Yields rows that bend around a centre, south of it."""
    for row in range(rows):
        around_m = radius_m + row
        for seat in range(seats + row):
            turn = (seat - (seats + row - 1) / 2) * 0.55 / around_m
            yield FoundSeat(
                name=str(seat + 1),
                row=str(row + 1),
                section=section,
                part=str(row),
                x=centre[0] + around_m * math.sin(turn),
                y=centre[1] - around_m * math.cos(turn),
            )


def ring(*, blocks: int = 8, radius_m: float = 20.0, name: Callable[[int], str] = str) -> Iterator[FoundSeat]:
    """Yields blocks of straight rows around an empty middle."""
    for block in range(blocks):
        bearing = math.tau * block / blocks
        yield from straight_block(
            section=name(block),
            middle=(radius_m * math.sin(bearing), radius_m * math.cos(bearing)),
            facing_deg=(math.degrees(bearing) + 180) % 360,
        )


def hall(seats: Iterator[FoundSeat] | Sequence[FoundSeat], **members: object) -> FoundHall:
    """Returns a hall in metres with y up. Every seat has a ref."""
    listed = list(seats)
    for index, seat in enumerate(listed):
        seat.ref = seat.ref or f"ref-{index}"
    settings: dict[str, object] = {"format": "table", "metres_per_unit": 1.0, "is_y_down": False}
    return FoundHall(seats=listed, **{**settings, **members})  # type: ignore[arg-type]  # members of the struct


def in_pixels(found: FoundHall, pixels_per_metre: float = 37.0) -> FoundHall:
    """Returns the same hall as a plan in pixels, with y down and no unit."""
    for seat in found.seats:
        if seat.x is not None and seat.y is not None:
            seat.x, seat.y = 500 + seat.x * pixels_per_metre, 400 - seat.y * pixels_per_metre
    for area in found.areas:
        area.points = tuple((500 + x * pixels_per_metre, 400 - y * pixels_per_metre) for x, y in area.points)
    found.metres_per_unit, found.is_y_down = None, True
    return found


def stage(width_m: float = 10.0, depth_m: float = 4.0) -> FoundArea:
    """Returns a stage whose middle is at (0, 0)."""
    x, y = width_m / 2, depth_m / 2
    return FoundArea(kind="stage", name="STAGE", points=((-x, -y), (x, -y), (x, y), (-x, y)))


def table(name: str, x: float, y: float, seats: int = 6) -> tuple[FoundTable, list[FoundSeat]]:
    """Returns a round table with seats around it."""
    turns = [math.tau * seat / seats for seat in range(seats)]
    return FoundTable(name=name, x=x, y=y, shape="round", width=1.5, depth=1.5), [
        FoundSeat(
            name=str(seat + 1),
            row=name,
            section="Tables",
            x=x + 1.1 * math.sin(turn),
            y=y + 1.1 * math.cos(turn),
        )
        for seat, turn in enumerate(turns)
    ]
