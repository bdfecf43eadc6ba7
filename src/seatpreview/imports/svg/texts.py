"""Texts of an SVG that name seats (drawn over them) and rows (drawn beside them)."""

import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from seatpreview.imports.model import FoundHall
from seatpreview.imports.report_counts import add_item
from seatpreview.imports.svg.colours import Styles
from seatpreview.imports.svg.geometry import Matrix, Placed, PointGrid, length_of, own_matrix
from seatpreview.imports.svg.parser import SvgNode
from seatpreview.imports.words.level_words import kind_of_place
from seatpreview.imports.words.seat_phrases import bare_names, split_seat, worded_names
from seatpreview.imports.words.worded_places import without_word
from seatpreview.labels.text.scripts import is_glued

SEAT_TEXT_CHARACTERS_MAX = 12
TURN_DEG_MAX = 32.0
"""How much a row may bend from one seat to the next."""
AISLE_TURN_DEG_MAX = 12.0
FIRST_TURN_DEG_MAX = 75.0
"""How much a row may turn at its first seat, away from the text that names it, to the seat that counts on."""
AISLE = 9.0
"""How wide an aisle may be, in sizes of a seat, and how far from its row a text may stand at its height."""
_HIGHER, _ALONE, _COUNTED, _UNNAMED = 1.3, 1.3, 0.7, 2.0
"""How much farther counts what is above or below a text, and a seat that leads to no other; how much nearer
the seat of the next number; and how much farther a shape without a name, where seats have names."""
_AS_NEAR, _LOOKED_AT = 1.5, 8
"""A text may name the row of a seat that is so much farther than the nearest one, of so many."""

_WORDED_ONE_IN = 4
"""Of so many texts beside rows, one may have no word for a row: then it names none."""

Point = tuple[float, float]
_ROW_NAME = re.compile(r"[^\W_]{1,4}")


class TextPlace(NamedTuple):
    """A text and the middle of its letters."""

    placed: Placed
    text: str
    x: float
    y: float


def text_places(texts: list[Placed], styles: Styles, matrices: dict[SvgNode, Matrix]) -> list[TextPlace]:
    """Returns the texts that say something, placed by their middle as far as the size of letters is known."""
    places = []
    for placed in texts:
        if placed.node.text:
            x, y = _middle(placed, styles, own_matrix(placed.node, matrices))
            places.append(TextPlace(placed, _unspaced(placed.node.text), x, y))
    return places


def _unspaced(text: str) -> str:
    """Returns a short word of a script without spaces as it is read. Over a wide block, it is written with
    blanks between its letters: '池 座'."""
    if text.isascii() or len(text) > SEAT_TEXT_CHARACTERS_MAX:
        return text
    letters = text.split()
    is_spaced = len(letters) > 1 and all(len(letter) == 1 and is_glued(letter) for letter in letters)
    return "".join(letters) if is_spaced else text


def texts_over_seats(texts: list[TextPlace], seats: list[Point], size: float) -> dict[int, int]:
    """Returns the index of the seat that each short text is drawn over, by the index of the text."""
    if not texts:
        return {}
    grid = PointGrid(seats, size)
    found: dict[int, int] = {}
    for index, text in enumerate(texts):
        if len(text.text) <= SEAT_TEXT_CHARACTERS_MAX:
            seat = grid.nearest(text.x, text.y, size * 0.75)
            if seat is not None:
                found[index] = seat
    return found


@lru_cache(maxsize=4096)
def seat_text(text: str) -> Mapping[str, str]:
    """Returns the names in a text over a seat: '12' or 'A12'. Most seats share theirs with others."""
    found = worded_names(text) or bare_names(text)
    return MappingProxyType({str(field): value for field, value in found})


def row_text(text: str) -> str:
    """Returns the row that a text names: 'B', 'Row B', '3 ряд' or '3排'. Empty where it names none."""
    if len(text) > SEAT_TEXT_CHARACTERS_MAX:
        return ""
    found = dict(worded_names(text))
    if found.keys() == {"row"}:
        return found["row"]
    name = without_word(text, "row")
    if not _ROW_NAME.fullmatch(name):
        return ""
    # Chinese and Japanese words are as short as names of rows: '双号', even numbers.
    return "" if name == text and len(text) > 1 and is_glued(text) else name


class _Rows:
    """The seats of a drawing, and the rows in which they stand."""

    def __init__(
        self,
        seats: list[Point],
        size: float,
        numbers: Sequence[int | None],
        kinds: Sequence[frozenset[str]],
        named: Sequence[bool],
    ) -> None:
        self.seats, self.size, self.kinds = seats, size, kinds
        self.grid = PointGrid(seats, size * 2)
        self._numbers = numbers
        self._unnamed = {seat for seat, is_named in enumerate(named) if not is_named}
        self._are_named = 2 * len(self._unnamed) < len(seats)

    def beside(self, place: Point) -> list[tuple[float, int]]:
        """Returns the seats whose row a text may name, with how far each is: those about as near as the
        nearest, and others at its height, as texts are written in lines."""
        all_near = sorted(self.grid.near(*place, self.size * 3.5))[:_LOOKED_AT]
        near = [(self._distance(place, seat), seat) for _, seat in all_near]
        limit = min(near, default=(0.0, 0))[0] * _AS_NEAR
        level = [
            (distance, seat)
            for distance, seat in self.grid.near(*place, self.size * AISLE)
            if abs(self.seats[seat][1] - place[1]) < self.size / 2
        ]
        return [each for each in near if each[0] <= limit] + sorted(level)[:1]

    def _distance(self, place: Point, seat: int) -> float:
        """Returns how far a seat is from a text. One that leads to no other counts as farther."""
        x, y = self.seats[seat]
        heading = _heading(place, (x, y))
        leads_on = heading is None or self.after(seat, _Course(heading)) is not None
        factor = 1 if leads_on else _ALONE
        if self._are_named and seat in self._unnamed:
            factor *= _UNNAMED
        return math.hypot(x - place[0], (y - place[1]) * _HIGHER) * factor

    def following(
        self, here: Point, course: "_Course", reach: float, turn_deg_max: float, last: int | None = None
    ) -> int | None:
        """Returns where a row goes on. A text need not stand on the line of its row: after the first seat, it
        may turn to the one that counts on."""
        best: tuple[float, int] | None = None
        for distance, index in self.grid.near(*here, self.size * reach):
            bearing = _heading(here, self.seats[index])
            if bearing is None:
                continue
            turn = abs(_difference(bearing, course.heading_at(distance)))
            counts_on = last is not None and self._count_on(last, index)
            is_free = counts_on and not course.step
            # Of two seats that are about as near, the row goes on with the one ahead, or of the next number.
            cost = distance * (1 + turn) * (_COUNTED if counts_on else 1)
            limit = FIRST_TURN_DEG_MAX if is_free else turn_deg_max
            if turn <= math.radians(limit) and (best is None or (cost, index) < best):
                best = (cost, index)
        return None if best is None else best[1]

    def after(self, seat: int, course: "_Course") -> int | None:
        return self.following(self.seats[seat], course, 2.2, TURN_DEG_MAX, seat)

    def _count_on(self, one: int, other: int) -> bool:
        first, second = self._numbers[one], self._numbers[other]
        # Odd numbers may be on one side, and even ones on the other.
        return first is not None and second is not None and abs(first - second) in {1, 2}


def rows_of_texts(
    texts: list[TextPlace],
    seats: list[Point],
    size: float,
    numbers: Sequence[int | None],
    kinds: Sequence[frozenset[str]],
    named: Sequence[bool],
) -> dict[int, int]:
    """Returns the index of the text that names the row of each seat, by the index of the seat.

    From a short text beside a seat, the row is followed away from the text; then, for seats that are left,
    on the other side of the text, where it stands in an aisle; then over aisles, to seats that no text beside
    them names, of the same kind of place (`kinds`): a row of the stalls does not go on in a box.
    A row ends where another one begins, so that each seat is visited once.
    """
    labels = _labels(texts)
    if not labels or not seats:
        return {}
    rows = _Rows(seats, size, numbers, kinds, named)
    found: dict[int, int] = {}
    firsts: dict[int, int] = {}
    ends: list[tuple[int, int, _Course]] = []
    beside = [
        (distance, index, first)
        for index in labels
        for distance, first in rows.beside((texts[index].x, texts[index].y))
    ]
    beside.sort()
    level: dict[int, int] = {}
    for _, index, first in beside:
        if abs(seats[first][1] - texts[index].y) < size / 2:
            level.setdefault(first, index)
    done: set[int] = set()
    for _, index, first in beside:
        at_height = level.get(first, index)
        is_opposite = at_height in done and _are_opposite(
            texts[at_height], seats[first], seats[firsts[at_height]]
        )
        if at_height != index and is_opposite and not _name_alike(texts[at_height], texts[index]):
            # In an aisle, the text at the height of this seat has named the other side first.
            continue
        firsts.setdefault(index, first)
        if index not in done and (first not in found or _name_alike(texts[found[first]], texts[index])):
            # Another text has named the row that is nearer, if this is not the first one.
            done.add(index)
            firsts[index] = first
            heading = _heading((texts[index].x, texts[index].y), seats[first])
            ends += _follow(found, index, first, _course(heading), rows)
    for index, first in firsts.items():
        place = (texts[index].x, texts[index].y)
        back = _Course((_heading(place, seats[first]) or 0.0) + math.pi)
        is_level = abs(seats[first][1] - place[1]) < size / 2
        other = rows.following(place, back, 3.5, TURN_DEG_MAX)
        if is_level and (other is None or other in found):
            # The seats beside a wide aisle are nearer to the rows in front and behind.
            other = rows.following(place, back, AISLE, AISLE_TURN_DEG_MAX)
        if other is not None and kinds[other] == kinds[first]:
            ends += _follow(found, index, other, back, rows)
    for index, last, course in ends:
        end: tuple[int, _Course] | None = last, course
        while end is not None:
            end = _jump(found, index, *end, rows)
    return found


def _labels(texts: list[TextPlace]) -> list[int]:
    """Returns the texts that may name rows. Where rows are called `Row 1`, a letter is something else."""
    labels = [index for index, text in enumerate(texts) if row_text(text.text)]
    worded = [index for index in labels if row_text(texts[index].text) != texts[index].text]
    are_worded = len(worded) * _WORDED_ONE_IN >= len(labels) * (_WORDED_ONE_IN - 1)
    return worded if are_worded else labels


def _are_opposite(text: TextPlace, one: Point, other: Point) -> bool:
    """Returns whether a text stands in an aisle between these seats."""
    return (one[0] - text.x) * (other[0] - text.x) < 0


def _name_alike(one: TextPlace, other: TextPlace) -> bool:
    return row_text(one.text) == row_text(other.text)


def _middle(placed: Placed, styles: Styles, matrix: Matrix) -> Point:
    height = length_of(styles.inherited(placed.node, "font-size")) or 0.0
    anchor = styles.inherited(placed.node, "text-anchor")
    if not 0 < height < 1e6:
        return placed.x, placed.y
    # Digits are about 0.55 as wide as the letters are high, and the baseline lies at their foot.
    width = 0.55 * height * len(placed.node.text)
    along = {"middle": 0.0, "end": -width / 2}.get(anchor, width / 2)
    up = -0.35 * height
    x = placed.x + matrix.a * along + matrix.c * up
    y = placed.y + matrix.b * along + matrix.d * up
    return (x, y) if math.isfinite(x) and math.isfinite(y) else (placed.x, placed.y)


def _follow(
    found: dict[int, int], label: int, first: int, course: "_Course | None", rows: _Rows
) -> list[tuple[int, int, "_Course"]]:
    """Follows a row from its first seat to an aisle; it may bend. Returns the label, the last seat and the
    course there, if the row may go on behind the aisle."""
    seat = first
    while seat not in found:
        found[seat] = label
        if course is None:
            return []
        following = rows.after(seat, course)
        if following is None:
            return [(label, seat, course)]
        course = course.after(rows.seats[seat], rows.seats[following])
        seat = following
    return []


def _jump(
    found: dict[int, int], label: int, last: int, course: "_Course", rows: _Rows
) -> "tuple[int, _Course] | None":
    """Goes on with a row behind an aisle. Returns where it ends, if there may be more."""
    seat = rows.following(rows.seats[last], course, AISLE, AISLE_TURN_DEG_MAX)
    if seat is None or seat in found or rows.kinds[seat] != rows.kinds[last]:
        return None
    ends = _follow(found, label, seat, course.after(rows.seats[last], rows.seats[seat]), rows)
    return ends[0][1:] if ends else None


def _course(heading: float | None) -> "_Course | None":
    return None if heading is None else _Course(heading)


class _Course(NamedTuple):
    """Where a row is going: the direction of the last step, and how much it has turned on its way so far."""

    heading: float
    step: float = 0.0
    turned: float = 0.0
    length: float = 0.0

    def after(self, start: Point, end: Point) -> "_Course | None":
        heading, step = _heading(start, end), math.dist(start, end)
        if heading is None:
            return None
        if not self.step:
            # The step from the text to the first seat says nothing about how the row bends.
            return _Course(heading, step)
        turn = _difference(heading, self.heading)
        return _Course(heading, step, self.turned + turn, self.length + (self.step + step) / 2)

    def heading_at(self, distance: float) -> float:
        """Returns where a seat at this distance lies if the row goes on as it has bent so far."""
        bend = self.turned / self.length if self.length else 0.0
        return self.heading + bend * (self.step + distance) / 2


def _heading(start: Point, end: Point) -> float | None:
    dx, dy = end[0] - start[0], end[1] - start[1]
    return math.atan2(dy, dx) if dx or dy else None


def _difference(first: float, second: float) -> float:
    return (first - second + math.pi) % (2 * math.pi) - math.pi


def name_by_texts(hall: FoundHall, texts: list[TextPlace], over: dict[int, int], size: float) -> set[int]:
    """Names seats and rows by texts where nothing else does. `over` has the seat that each text is drawn
    over. Returns the texts of seats and rows."""
    places = [(seat.x or 0.0, seat.y or 0.0) for seat in hall.seats]
    used = _repeated_names(hall, texts, over) | _name_seats(hall, texts, over)
    used |= _name_rows(hall, texts, places, size, {*over})
    return used | _repeated_rows(hall, texts, places, size, used)


def _repeated_names(hall: FoundHall, texts: list[TextPlace], over: dict[int, int]) -> set[int]:
    """Returns the texts that say what their seat is called already."""
    repeated: set[int] = set()
    for index, place in over.items():
        seat, text = hall.seats[place], texts[index].text
        if seat.name and text.lower() in {seat.name.lower(), f"{seat.row}{seat.name}".lower()}:
            repeated.add(index)
    example = next((texts[index].text for index in over if index in repeated), None)
    add_item(hall.taken, "Texts over seats that repeat their names.", len(repeated), example)
    return repeated


def _name_seats(hall: FoundHall, texts: list[TextPlace], over: dict[int, int]) -> set[int]:
    """Names seats by the texts over them, if these are many: a single one may be the name of a section."""
    nameless = sum(not seat.name for seat in hall.seats)
    found: dict[int, tuple[int, Mapping[str, str]]] = {}
    for index, place in over.items():
        names = {} if hall.seats[place].name else seat_text(texts[index].text)
        if "seat" in names and place not in found:
            found[place] = (index, names)
    if len(found) < max(2, nameless / 5):
        return set()
    if 2 * sum("row" in names for _, names in found.values()) < len(found):
        # Where most texts are numbers, `W1` is a seat's name, and no seat of a row W.
        found = {
            place: (index, names if worded_names(text := texts[index].text) else {"seat": text})
            for place, (index, names) in found.items()
        }
    for place, (_, names) in found.items():
        seat = hall.seats[place]
        row = seat.row or names.get("row", "")
        seat.row, seat.name = split_seat(names["seat"], row) if row else ("", names["seat"])
        seat.section = seat.section or names.get("section", "")
    used = {index for index, _ in found.values()}
    example = texts[min(used)].text
    add_item(
        hall.inferred,
        f"Names of seats come from texts drawn over them, like `{example}`.",
        len(found),
        example,
    )
    return used


def _name_rows(
    hall: FoundHall, texts: list[TextPlace], places: list[Point], size: float, over: set[int]
) -> set[int]:
    """Names rows by the texts beside them, where seats have no row. A text over a seat names none."""
    rowless = [index for index, seat in enumerate(hall.seats) if not seat.row]
    free = [index for index in range(len(texts)) if index not in over]
    kinds = {name: kind_of_place(name) for name in {seat.section for seat in hall.seats}}
    rows = rows_of_texts(
        [texts[index] for index in free],
        [places[index] for index in rowless],
        size,
        [int(name) if (name := hall.seats[index].name).isdecimal() else None for index in rowless],
        [kinds[hall.seats[index].section] for index in rowless],
        [bool(hall.seats[index].name) for index in rowless],
    )
    for seat, text in rows.items():
        hall.seats[rowless[seat]].row = row_text(texts[free[text]].text)
    named = {free[text] for text in rows.values()}
    if named:
        example = texts[min(named)].text
        add_item(
            hall.inferred, f"Names of rows come from texts beside them, like `{example}`.", len(rows), example
        )
    return named


def _repeated_rows(
    hall: FoundHall, texts: list[TextPlace], places: list[Point], size: float, used: set[int]
) -> set[int]:
    """Returns the texts beside seats that say what their row is called already, such as at its other end."""
    if not texts:
        return set()
    grid = PointGrid(places, size * 2)
    repeated: set[int] = set()
    for index, text in enumerate(texts):
        row = row_text(text.text) if index not in used else ""
        near = grid.near(text.x, text.y, size * 3.5) if row else ()
        if any(hall.seats[seat].row == row for _, seat in near):
            repeated.add(index)
    example = texts[min(repeated)].text if repeated else None
    add_item(hall.taken, "Texts beside rows that repeat their names.", len(repeated), example)
    return repeated
