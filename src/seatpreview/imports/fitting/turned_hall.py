"""Turns and mirrors a hall as its importer says: the answers `turn` and `flip`."""

from collections.abc import Callable

from seatpreview.imports.model import FoundHall, ReportItem, UnreadableFile
from seatpreview.imports.questions import Doubts

Point = tuple[float, float]

_QUARTERS: dict[str, Callable[[float, float], Point]] = {
    "0": lambda x, y: (x, y),
    "90": lambda x, y: (y, -x),
    "180": lambda x, y: (-x, -y),
    "270": lambda x, y: (-y, x),
}
"""Clockwise turns where y grows to the top of the page."""
_FLIPS = ("no", "yes")


def turn_hall(found: FoundHall, doubts: Doubts) -> bool:
    """Turns a hall clockwise by the answer `turn`, then mirrors it if the answers say so. Returns whether it
    changed anything."""
    turn = _answer(doubts.given("turn"), "turn", tuple(_QUARTERS))
    flip = _answer(doubts.given("flip"), "flip", _FLIPS)
    if turn != "0":
        _turn(found, turn)
        found.inferred.append(_item(f"The hall is turned clockwise by {turn} degrees, as you chose."))
    if flip == "yes":
        flip_hall(found)
        found.inferred.append(_item("Left and right are exchanged, as you chose."))
    return turn != "0" or flip == "yes"


def _item(text: str) -> ReportItem:
    return ReportItem(text=text, count=1)


def flip_hall(found: FoundHall) -> None:
    """Exchanges left and right of the page."""
    _map_points(found, lambda x, y: (-x, y))
    for seat in found.seats:
        if seat.facing_deg is not None:
            seat.facing_deg = -seat.facing_deg % 360
    for table in found.tables:
        table.turn_deg = -table.turn_deg


def _turn(found: FoundHall, turn: str) -> None:
    # Where y grows to the bottom, the turn the other way is clockwise on the page.
    quarter = _QUARTERS[str(-int(turn) % 360) if found.is_y_down else turn]
    _map_points(found, quarter)
    for seat in found.seats:
        if seat.facing_deg is not None:
            seat.facing_deg = (seat.facing_deg + int(turn)) % 360
    for table in found.tables:
        table.turn_deg += int(turn)


def _map_points(found: FoundHall, moved: Callable[[float, float], Point]) -> None:
    for seat in found.seats:
        if seat.x is not None and seat.y is not None:
            seat.x, seat.y = moved(seat.x, seat.y)
    for table in found.tables:
        table.x, table.y = moved(table.x, table.y)
    for area in found.areas:
        area.points = tuple(moved(x, y) for x, y in area.points)
    if found.focal_point is not None:
        found.focal_point = moved(*found.focal_point)


def _answer(given: str | None, question: str, choices: tuple[str, ...]) -> str:
    if given is not None and given not in choices:
        raise UnreadableFile(
            f"{given[:60]!r} is no answer to {question!r}. Answers are: {', '.join(choices)}."
        )
    return given or choices[0]
