"""Sorts the seats of a file into levels, sections and rows with names of their own. Focus: (0, 0)."""

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import msgspec

from seatpreview.imports.fitting.near_points import PlanPoint, bearing_of, middle_of
from seatpreview.imports.fitting.place_names import NAME_CHARACTERS_MAX, free_name, label_text, place_name
from seatpreview.imports.fitting.rows_over_aisles import join_over_aisles
from seatpreview.imports.fitting.seat_blocks import are_few, connected, split_by_repeats
from seatpreview.imports.fitting.seat_order import from_front_to_back, from_left_to_right, rows_by_position
from seatpreview.imports.model import FoundHall, FoundSeat
from seatpreview.imports.natural_order import in_counting_order
from seatpreview.imports.report_counts import FittingReport
from seatpreview.imports.words.level_words import kind_of_place, level_rank
from seatpreview.layouts.model import NO_ROW, PLACES_OF_A_ROW_MAX, ROWS_OF_A_SECTION_MAX

REPEATS_OF_A_LABEL_MAX = 500
"""A label that occurs more often names nothing. Its seats get numbers."""

_SEATS_OF_NO_ROW = 500
_SEATS_OF_A_BOX_MAX = 30
_BOXES = frozenset(("box", "loge"))
_MAIN_PART = 0.8
_DIRECTIONS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
ZONES_APART_PITCHES = 8.0
"""Zones of one name that are nearer are parts of one section: an aisle is between them."""
_LEVELS_APART_PITCHES = 5.0
_CLEARLY_NEARER = 0.6
_TEXTS_MAX = 50


class HallSection(msgspec.Struct):
    """The seats of a section: indices into the seats of the file, by row."""

    level: str
    name: str
    source: str = ""
    """The section's name in the file."""
    rows: dict[str, list[int]] = msgspec.field(default_factory=dict)
    is_made_up: bool = False
    """Whether it was split off another one, only because labels repeat there."""


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
            "Seats without a name in the file are numbered from the left, or as their row counts.",
            self.seats,
            self.seat_example,
        )
        report.made_names(self.rows, self.seats)


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
    """Gives names to rows without one. A section whose seats are all in one such row has no rows, nor has a
    box whose seats are told apart by their own names."""
    without = [seat for seat in seats if not names.rows[seat]]
    if not without or (len(without) == len(seats) and _is_box(found.seats[seats[0]], seats, names)):
        return
    parts: dict[tuple[str, int | None], list[int]] = defaultdict(list)
    for seat in without:
        parts[found.seats[seat].part, found.seats[seat].table].append(seat)
    rows = list(parts.values())
    if len(rows) == 1 and found.seats[without[0]].table is None:
        pieces = rows_by_position(without, points, pitch_m)
        rows = join_over_aisles(pieces, points, names.seats, pitch_m)
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


def _is_box(first: FoundSeat, seats: Sequence[int], names: SeatNames) -> bool:
    called = {names.seats[seat] for seat in seats}
    is_called_so = not _BOXES.isdisjoint(kind_of_place(first.section))
    return is_called_so and "" not in called and len(called) == len(seats) <= _SEATS_OF_A_BOX_MAX


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
        placed = from_left_to_right([seat for seat in members if seat in points], points)
        step = _continue_numbers(placed, names)
        taken = {names.seats[seat] for seat in members}
        placed = [seat for seat in (placed if step >= 0 else reversed(placed)) if not names.seats[seat]]
        number = 0
        rest = [seat for seat in without if seat not in points]
        for seat in [*placed, *rest]:
            number += 1
            while str(number) in taken:
                number += 1
            names.seats[seat] = str(number)
        unnamed.seats += len(without)
        unnamed.seat_example = unnamed.seat_example or f"seat {names.seats[without[0]]} of row {row}"


def _continue_numbers(row: Sequence[int], names: SeatNames) -> int:
    """Gives seats between and beside numbered ones the numbers that the row leads to: a wheelchair space with
    a symbol instead of its number. Returns by how much numbers grow from left to right; 0 if they do not."""
    numbers = {
        place: int(names.seats[seat])
        for place, seat in enumerate(row)
        if names.seats[seat].isdecimal() and len(names.seats[seat]) < 6
    }
    steps = [
        (numbers[after] - numbers[place]) / (after - place) for place, after in itertools.pairwise(numbers)
    ]
    if not steps:
        return 0
    step, count = Counter(steps).most_common(1)[0]
    if step not in (-2, -1, 1, 2) or count <= len(steps) / 2:
        return 0
    made: dict[int, int] = {}
    for place, seat in enumerate(row):
        if not names.seats[seat]:
            nearest = min(numbers, key=lambda known: abs(known - place))
            made[seat] = numbers[nearest] + int(step) * (place - nearest)
    are_free = len({*made.values()}) == len(made) and not {*made.values()} & {*numbers.values()}
    if made and are_free and min(made.values()) > 0:
        for seat, number in made.items():
            names.seats[seat] = str(number)
    return int(step)


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
    parted = [_section(whole, name, block, names) for name, block in zip(called, blocks, strict=True)]
    for part in parted:
        part.is_made_up = not are_few(repeated, len(seats))
    return parted


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
    for number, row in enumerate(in_counting_order(section.rows)):
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


# Names for blocks that have one name in the file: by where they are, as a person who faces the focus sees it,
# or else by number. The focus is at (0, 0).


def name_blocks(section: str, blocks: Sequence[Sequence[int]], points: Mapping[int, PlanPoint]) -> list[str]:
    """Returns a name for each block."""
    middles = [
        middle_of(placed) if (placed := [points[seat] for seat in block if seat in points]) else None
        for block in blocks
    ]
    known = [middle for middle in middles if middle is not None]
    words: list[str] = []
    sizes = [len(block) for block in blocks]
    if len(known) == len(blocks) and max(sizes) < _MAIN_PART * sum(sizes):
        words = _sides(known) or _compass(known)
    section = section or "Hall"
    return [f"{section} {word}" for word in words] if words else _numbered_blocks(section, sizes)


def _numbered_blocks(section: str, sizes: Sequence[int]) -> list[str]:
    """Returns numbered names. A block with nearly all seats keeps the name itself."""
    if max(sizes) < _MAIN_PART * sum(sizes):
        return [f"{section} {number}" for number in range(1, len(sizes) + 1)]
    largest, number, names = sizes.index(max(sizes)), 1, []
    for index in range(len(sizes)):
        number += index != largest
        names.append(section if index == largest else f"{section} {number}".strip())
    return names


def _sides(middles: Sequence[PlanPoint]) -> list[str]:
    """Returns left, centre and right of blocks side by side, or front and rear; empty if they are neither."""
    if len(middles) > 3:
        return []
    away = middle_of(middles)
    distance = math.hypot(*away)
    if distance < 1e-6:
        return []
    right = PlanPoint(-away.y / distance, away.x / distance)
    beside = [middle.x * right.x + middle.y * right.y for middle in middles]
    behind = [(middle.x * away.x + middle.y * away.y) / distance for middle in middles]
    if min(behind) < 0:
        return []
    if _are_apart(beside) and max(beside) - min(beside) >= max(behind) - min(behind):
        return _ranked(beside, ["left", "right"] if len(middles) == 2 else ["left", "centre", "right"])
    if _are_apart(behind):
        return _ranked(behind, ["front", "rear"] if len(middles) == 2 else ["front", "middle", "rear"])
    return []


def _are_apart(values: Sequence[float]) -> bool:
    ordered = sorted(values)
    return all(after - before > 1.0 for before, after in itertools.pairwise(ordered))


def _ranked(values: Sequence[float], words: Sequence[str]) -> list[str]:
    order = sorted(range(len(values)), key=lambda index: values[index])
    return [words[order.index(index)] for index in range(len(values))]


def _compass(middles: Sequence[PlanPoint]) -> list[str]:
    """Returns the direction of each block from the focus; of up to three in one direction, also the side as a
    person who faces the focus sees it. Empty if more are in one direction."""
    bearings = [bearing_of(*middle) for middle in middles]
    groups: dict[int, list[int]] = defaultdict(list)
    for index, bearing in enumerate(bearings):
        groups[round(bearing / 45) % 8].append(index)
    words = [""] * len(middles)
    for direction, members in groups.items():
        if len(members) > 3:
            return []
        # Smaller bearings are on the right. The difference to the direction goes over north, too.
        turns = {index: (bearings[index] - 45 * direction + 180) % 360 for index in members}
        if not _are_apart([*turns.values()]):
            return []
        sides = {1: ("",), 2: (" left", " right"), 3: (" left", " centre", " right")}[len(members)]
        for side, index in zip(sides, sorted(members, key=lambda index: -turns[index]), strict=True):
            words[index] = _DIRECTIONS[direction] + side
    return words


def zones_apart(
    found: FoundHall, section: str, seats: Sequence[int], points: Mapping[int, PlanPoint], pitch_m: float
) -> list[tuple[str, list[int]]]:
    """Returns the seats of a section by zone, with a name for each. They stay together if zones of this name
    stand together, or if the file has only one."""
    zones: dict[int, list[int]] = defaultdict(list)
    for seat in seats:
        zones[found.seats[seat].zone].append(seat)
    groups = _far_apart(zones, points, pitch_m) if len(zones) > 1 and not found.is_export else []
    if len(groups) < 2:
        return [(section, list(seats))]
    blocks = [sorted(seat for zone in group for seat in zones[zone]) for group in groups]
    return list(zip(name_blocks(section, blocks, points), blocks, strict=True))


def _far_apart(
    zones: Mapping[int, Sequence[int]], points: Mapping[int, PlanPoint], pitch_m: float
) -> list[list[int]]:
    """Returns groups of zones that stand together. Empty if places of seats are not known."""
    if any(seat not in points for seats in zones.values() for seat in seats):
        return []
    owners = _some_seats(zones, points, 2 * pitch_m)
    groups: list[list[int]] = []
    for together in connected(list(owners), points, ZONES_APART_PITCHES * pitch_m):
        members = {owners[seat] for seat in together}
        for group in [group for group in groups if not members.isdisjoint(group)]:
            members.update(group)
            groups.remove(group)
        groups.append(sorted(members))
    return sorted(groups)


def _some_seats(
    zones: Mapping[int, Sequence[int]], points: Mapping[int, PlanPoint], cell_m: float
) -> dict[int, int]:
    """Returns a seat in each cell of a grid, and its zone: few enough to compare their distances."""
    cells = {
        (zone, round(points[seat].x / cell_m), round(points[seat].y / cell_m)): seat
        for zone, seats in zones.items()
        for seat in seats
    }
    return {seat: zone for (zone, _, _), seat in cells.items()}


def levels_of_seats(
    found: FoundHall,
    points: Mapping[int, PlanPoint],
    texts: Sequence[tuple[str, PlanPoint]],
    pitch_m: float,
    report: FittingReport,
) -> list[str]:
    """Returns the level of each seat; empty where nothing says it."""
    levels = [label_text(seat.level) for seat in found.seats]
    named = {name: point for name, point in texts[:_TEXTS_MAX] if level_rank(name) is not None}
    if len({level_rank(name) for name in named}) < 2:
        return levels
    sections: dict[str, list[int]] = defaultdict(list)
    for index, seat in enumerate(found.seats):
        if not levels[index] and index in points and level_rank(seat.section) is None:
            sections[seat.section].append(index)
    for section, seats in sections.items():
        split = _split(seats, points, named, pitch_m)
        if len(set(split.values())) < 2:
            continue
        for index, level in split.items():
            levels[index] = level
        report.inferred(
            f"Section {section!r} holds several levels; each seat is on the level whose text is nearest: "
            f"{', '.join(sorted(set(split.values())))}.",
            len(split),
            section,
        )
    return levels


def _split(
    seats: Sequence[int], points: Mapping[int, PlanPoint], texts: Mapping[str, PlanPoint], pitch_m: float
) -> dict[int, str]:
    """Returns the level of each seat; nothing if one block of seats is about as near to two texts."""
    split: dict[int, str] = {}
    for block in connected(seats, points, _LEVELS_APART_PITCHES * pitch_m):
        sample = block[:: max(1, len(block) // 200)]
        near = sorted(
            (min(math.dist(points[seat], point) for seat in sample), name) for name, point in texts.items()
        )
        if near[0][0] > _CLEARLY_NEARER * near[1][0]:
            return {}
        split |= dict.fromkeys(block, near[0][1])
    return split
