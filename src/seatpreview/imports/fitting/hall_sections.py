"""Sorts the seats of a file into sections and rows with names of their own. The focus is at (0, 0)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import msgspec

from seatpreview.imports.fitting.block_names import name_blocks
from seatpreview.imports.fitting.compact_names import natural_sort_key
from seatpreview.imports.fitting.fitting_report import FittingReport
from seatpreview.imports.fitting.near_points import PlanPoint
from seatpreview.imports.fitting.place_names import NAME_CHARACTERS_MAX, free_name, label_text, place_name
from seatpreview.imports.fitting.seat_blocks import split_by_repeats
from seatpreview.imports.fitting.seat_order import from_front_to_back, from_left_to_right
from seatpreview.imports.fitting.unnamed_rows import rows_by_position
from seatpreview.imports.fitting.zones_of_one_name import zones_apart
from seatpreview.imports.model import FoundHall
from seatpreview.layouts.model import NO_ROW, PLACES_OF_A_ROW_MAX, ROWS_OF_A_SECTION_MAX

REPEATS_OF_A_LABEL_MAX = 500
"""A label that occurs more often names nothing. Its seats get numbers."""


_SEATS_OF_NO_ROW = 500


class HallSection(msgspec.Struct):
    """The seats of a section: indices into the seats of the file, by row."""

    level: str
    name: str
    source: str = ""
    """The section's name in the file."""
    rows: dict[str, list[int]] = msgspec.field(default_factory=dict)


class SeatNames(msgspec.Struct):
    """The names of rows and seats as the record has them, by the index of the seat in the file."""

    rows: list[str]
    seats: list[str]

    def label(self, seat: int) -> tuple[str, str]:
        """Returns the row and the name of a seat."""
        return self.rows[seat], self.seats[seat]


def sort_into_sections(
    found: FoundHall,
    levels: Sequence[str],
    points: Mapping[int, PlanPoint],
    pitch_m: float,
    report: FittingReport,
) -> tuple[list[HallSection], SeatNames]:
    """Returns sections in which each row and seat occurs once, and reports every name that it changed."""
    names = _cleaned_names(found, report)
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, seat in enumerate(found.seats):
        groups[levels[index], _section_text(found, seat.section)].append(index)
    unnamed = _Unnamed()
    sections: list[HallSection] = []
    for (level, section), members in groups.items():
        zones = zones_apart(found, section, members, points, pitch_m)
        for name, seats in zones:
            _name_rows(found, seats, names, points, pitch_m, unnamed)
            _name_seats(seats, names, points, unnamed)
            sections += _blocks(
                found, HallSection(level, name, section), seats, names, points, pitch_m, report
            )
        _tell_zones(section, zones, report)
    unnamed.tell(report)
    return [part for section in sections for part in _within_bounds(section, report)], names


class _Unnamed:
    """Counts the rows and seats that the file does not name."""

    def __init__(self) -> None:
        self.rows = 0
        self.row_example = ""
        self.seats = 0
        self.seat_example = ""

    def tell(self, report: FittingReport) -> None:
        report.inferred(
            "Rows without a name in the file are numbered from the front.", self.rows, self.row_example
        )
        report.inferred(
            "Seats without a name in the file are numbered from the left.", self.seats, self.seat_example
        )


def _tell_zones(section: str, zones: Sequence[tuple[str, list[int]]], report: FittingReport) -> None:
    if len(zones) > 1:
        called = [name for name, _ in zones]
        report.inferred(
            f"The file has several zones {section or 'without a name'!r} that stand apart. They are sections "
            f"of their own: {', '.join(called[:8])}{' ...' if len(called) > 8 else ''}.",
            len(zones),
            called[0],
        )


def _section_text(found: FoundHall, section: str) -> str:
    text = label_text(section)
    return text if section in found.section_names else text.replace("{", "(").replace("}", ")")


def _cleaned_names(found: FoundHall, report: FittingReport) -> SeatNames:
    known: dict[str, str] = {}
    changed: dict[str, int] = defaultdict(int)

    def cleaned(text: str) -> str:
        name = known.get(text)
        if name is None:
            name = known[text] = place_name(text)
        if name != text:
            changed[text] += 1
        return name

    names = SeatNames(
        [cleaned(seat.row) for seat in found.seats], [cleaned(seat.name) for seat in found.seats]
    )
    if changed:
        text = next(iter(changed))
        report.inferred(
            "Names of rows and seats with characters that a name cannot have are spelled without them.",
            sum(changed.values()),
            f"{text} is {known[text] or 'numbered'}",
        )
    return names


def _name_rows(
    found: FoundHall,
    seats: Sequence[int],
    names: SeatNames,
    points: Mapping[int, PlanPoint],
    pitch_m: float,
    unnamed: _Unnamed,
) -> None:
    """Gives names to rows without one. A section whose seats are all in one such row has no rows."""
    without = [seat for seat in seats if not names.rows[seat]]
    if not without:
        return
    parts: dict[tuple[str, int | None], list[int]] = defaultdict(list)
    for seat in without:
        parts[found.seats[seat].part, found.seats[seat].table].append(seat)
    rows = list(parts.values())
    if len(rows) == 1 and found.seats[without[0]].table is None:
        rows = rows_by_position(without, points, pitch_m)
    if len(rows) > max(ROWS_OF_A_SECTION_MAX, len(without) // 2):
        # Hardly any seat has a neighbour: these are no rows, and the order of the file says as much.
        rows = [
            without[start : start + _SEATS_OF_NO_ROW] for start in range(0, len(without), _SEATS_OF_NO_ROW)
        ]
    if len(rows) == 1 and len(without) == len(seats) and len(without) <= PLACES_OF_A_ROW_MAX:
        return
    taken = {names.rows[seat] for seat in seats}
    placed = {str(number): row for number, row in enumerate(rows) if all(seat in points for seat in row)}
    others = [row for number, row in enumerate(rows) if str(number) not in placed]
    number = 0
    for row in [*from_front_to_back(placed, points).values(), *others]:
        number += 1
        while str(number) in taken:
            number += 1
        for seat in row:
            names.rows[seat] = str(number)
        unnamed.rows += 1
        unnamed.row_example = (
            unnamed.row_example or f"row {number} of {found.seats[row[0]].section or 'the hall'}"
        )


def _name_seats(
    seats: Sequence[int], names: SeatNames, points: Mapping[int, PlanPoint], unnamed: _Unnamed
) -> None:
    rows: dict[str, list[int]] = defaultdict(list)
    for seat in seats:
        rows[names.rows[seat]].append(seat)
    for row, members in rows.items():
        without = [seat for seat in members if not names.seats[seat]]
        if not without:
            continue
        taken = {names.seats[seat] for seat in members}
        placed = from_left_to_right([seat for seat in without if seat in points], points)
        number = 0
        for seat in [*placed, *(seat for seat in without if seat not in points)]:
            number += 1
            while str(number) in taken:
                number += 1
            names.seats[seat] = str(number)
        unnamed.seats += len(without)
        unnamed.seat_example = unnamed.seat_example or f"seat {names.seats[without[0]]} of row {row}"


def _blocks(
    found: FoundHall,
    whole: HallSection,
    seats: Sequence[int],
    names: SeatNames,
    points: Mapping[int, PlanPoint],
    pitch_m: float,
    report: FittingReport,
) -> list[HallSection]:
    """Returns a section with these seats, or several if labels repeat in it."""
    section = whole.name
    _number_hopeless_repeats(section, seats, names, report)
    labels = {seat: names.label(seat) for seat in seats}
    parts = {seat: found.seats[seat].part for seat in seats}
    blocks = split_by_repeats(seats, labels, parts, points, pitch_m)
    if len(blocks) == 1:
        return [_section(whole, section, blocks[0], names)]
    repeated = len(seats) - len(set(labels.values()))
    row, seat = _first_repeated(labels)
    called = name_blocks(section, blocks, points)
    report.inferred(
        f"Labels of {section or 'the hall'!r} occur more than once. It is split into {len(blocks)} sections "
        f"in which each occurs once: {', '.join(called[:8])}{' ...' if len(called) > 8 else ''}.",
        repeated,
        f"row {row}, seat {seat}",
    )
    return [_section(whole, name, block, names) for name, block in zip(called, blocks, strict=True)]


def _number_hopeless_repeats(
    section: str, seats: Sequence[int], names: SeatNames, report: FittingReport
) -> None:
    """Gives numbers to seats whose label occurs so often that no block could keep them apart."""
    by_label: dict[tuple[str, str], list[int]] = defaultdict(list)
    for seat in seats:
        by_label[names.label(seat)].append(seat)
    often = {label: members for label, members in by_label.items() if len(members) > REPEATS_OF_A_LABEL_MAX}
    taken = set(by_label)
    for (row, name), members in often.items():
        number = 0
        for seat in members[1:]:
            number += 1
            while (row, _numbered(name, number)) in taken:
                number += 1
            names.seats[seat] = _numbered(name, number)
            taken.add((row, names.seats[seat]))
    report.inferred(
        f"Labels of {section or 'the hall'!r} occur too often to keep their seats apart by blocks; a number "
        "is added to each of these seats.",
        sum(map(len, often.values())),
        next((f"row {row}, seat {name}" for row, name in often), ""),
    )


def _numbered(name: str, number: int) -> str:
    ending = f"-{number + 1}"
    return name[: NAME_CHARACTERS_MAX - len(ending)] + ending


def _first_repeated(labels: Mapping[int, tuple[str, str]]) -> tuple[str, str]:
    seen: set[tuple[str, str]] = set()
    for label in labels.values():
        if label in seen:
            return label
        seen.add(label)
    return "", ""


def _section(whole: HallSection, name: str, seats: Sequence[int], names: SeatNames) -> HallSection:
    rows: dict[str, list[int]] = defaultdict(list)
    for seat in seats:
        rows[names.rows[seat]].append(seat)
    if NO_ROW in rows and len(rows) > 1:
        rows[free_name("0", rows)] = rows.pop(NO_ROW)
    return msgspec.structs.replace(whole, name=name, rows=dict(rows))


def _within_bounds(section: HallSection, report: FittingReport) -> list[HallSection]:
    """Splits a section with more rows, or longer rows, than a section may have."""
    longest = max(map(len, section.rows.values()))
    if len(section.rows) <= ROWS_OF_A_SECTION_MAX and longest <= PLACES_OF_A_ROW_MAX:
        return [section]
    report.inferred(
        f"A section has at most {ROWS_OF_A_SECTION_MAX:,} rows of {PLACES_OF_A_ROW_MAX:,} seats; "
        f"{section.name or 'the hall'!r} is split.",
        1,
        section.name,
    )
    pieces: dict[tuple[int, int], dict[str, list[int]]] = defaultdict(dict)
    for number, row in enumerate(sorted(section.rows, key=natural_sort_key)):
        seats = section.rows[row]
        for start in range(0, len(seats), PLACES_OF_A_ROW_MAX):
            place = (number // ROWS_OF_A_SECTION_MAX, start)
            pieces[place][row] = seats[start : start + PLACES_OF_A_ROW_MAX]
    return [
        HallSection(
            level=section.level,
            name=section.name if number == 1 else f"{section.name} {number}".strip(),
            rows=rows,
            source=section.source,
        )
        for number, rows in enumerate(pieces.values(), start=1)
    ]
