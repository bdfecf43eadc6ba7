"""Texts of a drawing that say something else than the names that were read, or that nothing was named by.

What a drawing writes for people and the import does not use is a sign that it was read wrongly: it is asked
(`names`), and what is written is taken where it is likelier.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence

from seatpreview.imports.model import FoundHall, FoundSeat
from seatpreview.imports.questions import Doubts
from seatpreview.imports.report_counts import add_item
from seatpreview.imports.svg.block_names import name_blocks, names_of_places
from seatpreview.imports.svg.names import WRITTEN_BY_PROGRAMS
from seatpreview.imports.svg.seats import SeatShape
from seatpreview.imports.svg.texts import TextPlace, row_text, seat_text
from seatpreview.imports.words.plan_words import folded_text
from seatpreview.imports.words.property_words import properties_in

MOST = 0.8
SECTION_SEATS_MIN = 12
"""Sections with fewer seats are rows, where the drawing has other names for sections."""
_AS_READ, _AS_WRITTEN, _COUNTED = "as-read", "as-written", "counted"
_ROWS_MIN = 3
_SIGN = re.compile(r"([^\W\d_]{1,3})\s*[=:\u2013-]\s*(.{3,})")
_LEGEND_CHARACTERS_MAX = 200
_SURE = 0.9
_SURE_OF_TEXTS = 0.7
_NAMES_SHOWN = 5


def take_written_numbers(
    hall: FoundHall,
    shapes: Sequence[SeatShape],
    texts: list[TextPlace],
    over: Mapping[int, int],
    doubts: Doubts,
) -> None:
    """Forgets the names of seats that come from ids of a program, where other numbers are written on most of
    these seats: copies count on, `Seat 11` in a new row. The texts name them afterwards. `over` has the seat
    that each text is drawn over."""
    named = [
        at
        for at, (seat, shape) in enumerate(zip(hall.seats, shapes, strict=True))
        if seat.name and shape.names.source in WRITTEN_BY_PROGRAMS
    ]
    if not named:
        return
    written: dict[int, str] = {}
    for index, at in over.items():
        if at not in written and seat_text(texts[index].text).get("seat"):
            written[at] = texts[index].text
    other = [at for at in named if at in written and not _is_same(hall, at, written[at])]
    if len(other) < max(2, MOST * len(named)):
        return
    first = hall.seats[other[0]]
    text = (
        f"What are the seats called? {len(other):,} have another number written on them than in the ids "
        f"of the file: {written[other[0]]} is {first.name!r} there."
    )
    choices = [
        (_AS_WRITTEN, f"As it is written on them: {written[other[0]]}."),
        (_AS_READ, f"As the ids say: {first.name}."),
    ]
    if doubts.ask("names", text, choices, _AS_WRITTEN, _SURE) == _AS_WRITTEN:
        for at in named:
            hall.seats[at].name = ""


def _is_same(hall: FoundHall, at: int, text: str) -> bool:
    seat = hall.seats[at]
    return text.casefold() in {seat.name.casefold(), f"{seat.row}{seat.name}".casefold()}


def doubt_unused_names(
    hall: FoundHall, texts: list[TextPlace], used: Collection[int], size: float, doubts: Doubts
) -> set[int]:
    """Asks about sections where texts at blocks of seats name other ones: pews whose groups have names are
    rows of the nave that is written over them. Returns the texts that are names."""
    if not _are_rows(hall):
        return set()
    known = {folded_text(seat.section) for seat in hall.seats if seat.section}
    named = names_of_places(texts) - {*used}
    loose = [index for index in sorted(named) if not _is_known(texts[index].text, known)]
    if len(loose) < 2:
        return set()
    as_read = [seat.section for seat in hall.seats]
    inferred = [*hall.inferred]
    for seat in hall.seats:
        seat.section = ""
    naming = {loose[at] for at in name_blocks(hall, [texts[index] for index in loose], size)}
    names = ", ".join(repr(texts[index].text) for index in sorted(naming or loose)[:_NAMES_SHOWN])
    text = f"What are the sections called? {names} stand in the drawing, and no section is called so."
    choices = [
        (_AS_WRITTEN, "As these texts say, each over its block of seats."),
        (_AS_READ, f"As the groups of the drawing say, like {next(filter(None, as_read))!r}."),
    ]
    offered = choices if naming else choices[1:]
    if doubts.ask("names", text, offered, offered[0][0], _SURE_OF_TEXTS) == _AS_WRITTEN:
        return naming
    hall.inferred = inferred
    for seat, section in zip(hall.seats, as_read, strict=True):
        seat.section = section
    return set()


def doubt_rows(hall: FoundHall, naming: Collection[int], texts: Sequence[TextPlace], doubts: Doubts) -> None:
    """Asks about the rows of sections in which texts gave two rows one name, or a row none: then a text was
    taken for the row beside its own. Rows are counted from the front instead, where all names are numbers."""
    if not any(row_text(texts[index].text) for index in naming):
        return
    sections: dict[str, list[FoundSeat]] = defaultdict(list)
    for seat in hall.seats:
        if seat.section and seat.table is None:
            sections[seat.section].append(seat)
    wrong = {name: seats for name, seats in sections.items() if _contradicts_itself(seats)}
    if not wrong:
        return
    name = next(iter(wrong))
    text = (
        f"Which row is which? In {name!r}, the texts beside the rows give one row no name, or two the same."
    )
    choices = [
        (_COUNTED, "The rows of such sections are counted from the front, from 1."),
        (_AS_READ, "As the texts beside them were read."),
    ]
    if doubts.ask("names", text, choices, _COUNTED, _SURE_OF_TEXTS) != _AS_READ:
        for seat in (seat for seats in wrong.values() for seat in seats):
            seat.row = ""


def _contradicts_itself(seats: Sequence[FoundSeat]) -> bool:
    labels = Counter((seat.row, seat.name) for seat in seats if seat.row and seat.name)
    rows = {seat.row for seat in seats} - {""}
    if len(rows) < _ROWS_MIN or not all(map(str.isdecimal, rows)):
        return False
    has_nameless = any(not seat.row and seat.name for seat in seats)
    return has_nameless or any(count > 1 for count in labels.values())


def doubt_letter_of_rows(
    hall: FoundHall, naming: Collection[int], texts: Sequence[TextPlace], doubts: Doubts
) -> None:
    """Asks about rows that texts call `R1` to `R9`, all with one letter: it is short for a row, and the
    number is the name."""
    written = {name for index in naming if (name := row_text(texts[index].text))}
    rows = {seat.row for seat in hall.seats} & written
    letters = {row[:1] for row in rows}
    numbers = {row[1:] for row in rows}
    is_counted = len(letters) == 1 and len(numbers) >= _ROWS_MIN and {"1", "2"} <= numbers
    if not is_counted or not all(map(str.isdecimal, numbers)) or not all(map(str.isalpha, letters)):
        return
    letter = next(iter(letters))
    text = f"What are the rows called? The texts beside them say {letter}1, {letter}2 and so on."
    choices = [
        (_AS_WRITTEN, f"1, 2 and so on: {letter} is short for a row."),
        (_AS_READ, f"{letter}1, {letter}2 and so on."),
    ]
    if doubts.ask("names", text, choices, _AS_WRITTEN, _SURE) == _AS_WRITTEN:
        for seat in hall.seats:
            seat.row = seat.row[1:] if seat.row in rows else seat.row


def take_signs(hall: FoundHall, texts: Sequence[TextPlace]) -> None:
    """Gives seats the properties that a legend says of their sign: `W = wheelchair bay` for the seat W1."""
    for text in texts:
        sign = _SIGN.fullmatch(text.text[:_LEGEND_CHARACTERS_MAX])
        properties = properties_in(sign[2]) if sign is not None else ()
        if sign is None or not properties:
            continue
        named = re.compile(re.escape(sign[1]) + r"\d{0,3}", re.IGNORECASE)
        seats = [seat for seat in hall.seats if named.fullmatch(seat.name)]
        if 2 * len(seats) < len(hall.seats):
            for seat in seats:
                seat.properties = seat.properties or properties
            add_item(
                hall.inferred,
                "Seats have a property that a legend says of their sign.",
                len(seats),
                text.text,
            )


def _is_known(text: str, known: Collection[str]) -> bool:
    plain = folded_text(text)
    return any(plain in name or name in plain for name in known)


def _are_rows(hall: FoundHall) -> bool:
    """Returns whether most sections are a few seats in a single row: groups of a drawing that are rows."""
    rows: dict[str, set[str]] = defaultdict(set)
    sizes: Counter[str] = Counter()
    for seat in hall.seats:
        if seat.section and seat.table is None:
            rows[seat.section].add(seat.row)
            sizes[seat.section] += 1
    single = [name for name, found in rows.items() if len(found) == 1 and sizes[name] < SECTION_SEATS_MIN]
    return len(single) > 4 and len(single) >= MOST * len(rows)
