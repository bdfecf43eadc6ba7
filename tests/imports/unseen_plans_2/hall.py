"""What all writers of plans share: a seat, a plan with its truth, and geometry in metres with y up."""

import json
import math
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
Point = tuple[float, float]


@dataclass
class Seat:
    """A seat of a hall, in metres."""

    section: str
    row: str
    seat: str
    x: float
    y: float
    z: float | None = None
    ref: str | None = None
    category: str | None = None
    properties: tuple[str, ...] = ()
    level: str | None = None

    @property
    def place(self) -> Point:
        """Where it stands."""
        return self.x, self.y


@dataclass
class Plan:
    """A file as a stranger would bring it, and what is true of its hall."""

    file: str
    format: str
    seats: list[Seat]
    content: bytes
    notes: str
    meant: int
    """How many seats the hall has, counted by hand."""
    has_unit: bool = False
    focus: Point | None = None
    standing: Sequence[tuple[str, int | None]] = field(default_factory=tuple)
    positions: str = "coordinates"
    not_seats: Sequence[str] = field(default_factory=tuple)


def along(count: int, pitch: float) -> list[float]:
    """Returns places on a line, its middle at zero."""
    return [(i - (count - 1) / 2) * pitch for i in range(count)]


def with_gap(offsets: Iterable[float], gap: float, at: float = 0.0) -> list[float]:
    """Returns the places after an aisle is opened: what is left of it goes left, what is right goes right."""
    return [s - gap / 2 if s < at else s + gap / 2 for s in offsets]


def turn(point: Point, degrees: float, about: Point = (0.0, 0.0)) -> Point:
    """Returns a point turned counterclockwise."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    x, y = point[0] - about[0], point[1] - about[1]
    return about[0] + c * x - s * y, about[1] + s * x + c * y


def on_arc(centre: Point, radius: float, offset: float, towards: float = -90.0) -> Point:
    """Returns the place that is `offset` metres along an arc, from its point in direction `towards`."""
    angle = math.radians(towards) + offset / radius
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def corners(middle: Point, width: float, height: float, turned: float = 0.0) -> list[Point]:
    """Returns the corners of a rectangle, counterclockwise from the lower left."""
    x, y = width / 2, height / 2
    around = ((-x, -y), (x, -y), (x, y), (-x, y))
    return [turn((middle[0] + dx, middle[1] + dy), turned, middle) for dx, dy in around]


def letters(count: int, skip: str = "") -> list[str]:
    """Returns names of rows: A to Z, then AA to ZZ, without some letters."""
    one = [c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if c not in skip]
    return (one + [c + c for c in one])[:count]


def roman(number: int) -> str:
    """Returns a number below forty in Roman letters."""
    tens, ones = divmod(number, 10)
    return "X" * tens + ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"][ones]


def short(value: float, digits: int = 4) -> float | int:
    """Returns a number with few digits, whole where it is."""
    rounded = round(value, digits)
    return int(rounded) if rounded == int(rounded) else rounded


def dump(value: Any, indent: int | None = None) -> bytes:
    """Returns JSON, on one line or indented."""
    separators = (",", ":") if indent is None else None
    return (json.dumps(value, ensure_ascii=False, indent=indent, separators=separators) + "\n").encode()


def unique(*parts: object) -> str:
    """Returns a UUID that is the same for the same parts."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, "/".join(str(part) for part in parts)))


def truth_of(plan: Plan) -> bytes:
    """Returns the truth file of a plan, a line for each seat."""
    head: Json = {"file": plan.file, "format": plan.format, "hasUnit": plan.has_unit}
    head["positions"] = plan.positions
    focus = plan.focus
    head["focus"] = None if focus is None else {"x": short(focus[0], 3), "y": short(focus[1], 3)}
    head["standing"] = [{"name": name, "capacity": capacity} for name, capacity in plan.standing]
    head["notSeats"] = list(plan.not_seats)
    head["notes"] = plan.notes
    lines = [json.dumps(_seat(n, s), ensure_ascii=False, separators=(",", ":")) for n, s in numbered(plan)]
    opening = json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}")
    return (opening + ',\n "seats": [\n' + ",\n".join(lines) + "\n]}\n").encode()


def numbered(plan: Plan) -> list[tuple[int, Seat]]:
    """Returns the seats of a plan with their numbers in its truth."""
    return list(enumerate(plan.seats, 1))


def _seat(number: int, seat: Seat) -> Json:
    written: Json = {"id": number, "section": seat.section, "row": seat.row, "seat": seat.seat}
    written |= {"x": short(seat.x, 3), "y": short(seat.y, 3)}
    for name in ("z", "ref", "category", "level"):
        if getattr(seat, name) is not None:
            written[name] = getattr(seat, name)
    if seat.properties:
        written["properties"] = list(seat.properties)
    return written
