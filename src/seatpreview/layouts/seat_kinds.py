"""Gives seats their properties and categories, by the rules of a section."""

from collections.abc import Iterator, Mapping, Sequence

from seatpreview.layouts.compiled import PLAIN_SEAT, SeatKind
from seatpreview.layouts.faults import FaultPath
from seatpreview.layouts.model import (
    PLACES_OF_A_ROW_MAX,
    ROWS_OF_A_SECTION_MAX,
    SEAT_PROPERTIES,
    NameRange,
    SeatPropertyRule,
    SectionRule,
)
from seatpreview.layouts.name_ranges import WrittenNames, quote_names, read_names
from seatpreview.layouts.seating import Seating

KINDS_MAX = 65_536
"""An index of a kind is stored in two bytes."""


STEPS_MAX = 1_000_000
"""The seats that all rules of a layout name together, counted once for each rule that names them."""


class SeatKinds:
    """Collects what seats have. Each combination is listed once, plain seats first."""

    def __init__(self) -> None:
        self._indices: dict[SeatKind, int] = {PLAIN_SEAT: 0}
        self._steps = 0

    def may_spend(self, steps: int) -> bool:
        """Counts the seats that a rule names. Returns False once all rules together name too many."""
        self._steps += steps
        return self._steps <= STEPS_MAX

    def index_of(self, kind: SeatKind) -> int:
        """Returns the index of a combination."""
        return self._indices.setdefault(kind, len(self._indices))

    def count(self) -> int:
        """Returns the number of combinations."""
        return len(self._indices)

    def all(self) -> tuple[SeatKind, ...]:
        """Returns all combinations in the order of their indices."""
        return tuple(self._indices)


def row_kinds(
    rule: SectionRule,
    rows: Mapping[str, Seating | None],
    kinds: SeatKinds,
    categories: Sequence[str],
    path: FaultPath,
) -> dict[str, bytes]:
    """Returns for each row what its seats have, packed as a compiled row has it. Rows of plain seats are left
    out. Notes a fault for each name that does not exist."""
    if rule.category is not None and str(rule.category) not in categories:
        (path / "category").refuse(f"is {str(rule.category)!r}, which is not a category of the layout")
    if rule.category is None and not rule.properties:
        return {}
    of_rows: dict[str, list[SeatKind]] = {}
    section_kind = SeatKind(category=None if rule.category is None else str(rule.category))
    for number, property_rule in enumerate(rule.properties):
        at = path / "properties" / number
        _check_rule(property_rule, categories, at)
        if not kinds.may_spend(_steps(property_rule, rows)):
            at.refuse(f"names too many seats: all rules together may name {STEPS_MAX:,}")
            return {}
        combined: dict[SeatKind, SeatKind] = {}
        for row_id, slots in _slots(property_rule, rows, at):
            of_row = of_rows.setdefault(row_id, [section_kind] * _slot_count(rows[row_id]))
            for slot in slots:
                of_row[slot] = combined.get(of_row[slot]) or combined.setdefault(
                    of_row[slot], _combined(of_row[slot], property_rule)
                )
    if kinds.count() + sum(len(set(of_row)) for of_row in of_rows.values()) > KINDS_MAX:
        path.refuse(f"has too many combinations of properties, categories and notes: at most {KINDS_MAX:,}")
        return {}
    usual = kinds.index_of(section_kind)
    packed = {} if usual == 0 else {row_id: _pack([usual]) for row_id in rows}
    for row_id, of_row in of_rows.items():
        packed[row_id] = _pack([kinds.index_of(kind) for kind in of_row])
    return packed


def _steps(rule: SeatPropertyRule, rows: Mapping[str, Seating | None]) -> int:
    """Returns how many seats a rule names at most, without expanding it."""
    if rule.at:
        return len(rule.at) + sum(_name_count(names) for names in rule.at.values())
    row_count = len(rows) if rule.rows is None else min(len(rows), _name_count(rule.rows))
    if rule.seats is not None:
        return row_count * _name_count(rule.seats)
    return row_count * max((_slot_count(seats) for seats in rows.values()), default=0)


def _name_count(written: WrittenNames) -> int:
    items = (written,) if isinstance(written, NameRange) else written
    return sum(_range_count(item) if isinstance(item, NameRange) else 1 for item in items)


def _range_count(names: NameRange) -> int:
    first, last = str(names.first), str(names.last)
    if first.isdecimal() and last.isdecimal():
        return min(PLACES_OF_A_ROW_MAX, abs(int(last) - int(first)) + 1)
    return PLACES_OF_A_ROW_MAX


def _check_rule(rule: SeatPropertyRule, categories: Sequence[str], path: FaultPath) -> None:
    if not rule.has and rule.category is None:
        path.refuse("gives nothing; name properties in has, or a category")
    if rule.at and (rule.rows is not None or rule.seats is not None):
        (path / "at").refuse("cannot be given beside rows or seats")
    if rule.view_note is not None and "restrictedView" not in rule.has:
        (path / "viewNote").refuse("needs restrictedView in has")
    if rule.category is not None and str(rule.category) not in categories:
        (path / "category").refuse(f"is {str(rule.category)!r}, which is not a category of the layout")


def _slots(
    rule: SeatPropertyRule, rows: Mapping[str, Seating | None], path: FaultPath
) -> Iterator[tuple[str, Sequence[int]]]:
    """Yields the slots that a rule is for, row by row."""
    if rule.at:
        for row_id, written in rule.at.items():
            if row_id not in rows:
                (path / "at").refuse(f"names row {row_id!r}, which is not a row of the section")
                continue
            yield row_id, _named_slots(written, rows[row_id], path / "at" / row_id)
        return
    row_ids = list(rows) if rule.rows is None else _row_ids(rule.rows, rows, path / "rows")
    if rule.seats is None:
        yield from ((row_id, range(_slot_count(rows[row_id]))) for row_id in row_ids)
        return
    # Rows share their seatings, so the slots of each seating are found once.
    seatings = {id(seats): seats for seats in (rows[row_id] for row_id in row_ids) if seats is not None}
    slots = _slots_by_seating(rule.seats, seatings, path / "seats")
    yield from ((row_id, slots.get(id(rows[row_id]), [])) for row_id in row_ids)


def _slots_by_seating(
    written: WrittenNames, seatings: Mapping[int, Seating], path: FaultPath
) -> dict[int, list[int]]:
    """Returns the slots of these seats in each seating. Notes a fault for seats that none of them has."""
    names = list(read_names(written, path, most=PLACES_OF_A_ROW_MAX) or ())
    found = {number: [seats.slot_of(name) for name in names] for number, seats in seatings.items()}
    missing = [name for name, *slots in zip(names, *found.values(), strict=True) if set(slots) <= {None}]
    if missing:
        path.refuse(f"names seat {quote_names(missing)}, which is not a seat of these rows")
    return {number: [slot for slot in slots if slot is not None] for number, slots in found.items()}


def _row_ids(written: WrittenNames, rows: Mapping[str, Seating | None], path: FaultPath) -> list[str]:
    names = read_names(written, path, most=ROWS_OF_A_SECTION_MAX)
    if names is None:
        return []
    missing = [name for name in names if name not in rows]
    if missing:
        path.refuse(f"names row {quote_names(missing)}, which is not a row of the section")
    return [name for name in names if name in rows]


def _named_slots(written: WrittenNames, seats: Seating | None, path: FaultPath) -> list[int]:
    names = read_names(written, path, most=PLACES_OF_A_ROW_MAX)
    if names is None or seats is None:
        return []
    slots = {name: seats.slot_of(name) for name in names}
    missing = [name for name, slot in slots.items() if slot is None]
    if missing:
        path.refuse(f"names seat {quote_names(missing)}, which is not a seat of the row")
    return [slot for slot in slots.values() if slot is not None]


def _combined(kind: SeatKind, rule: SeatPropertyRule) -> SeatKind:
    has = {*kind.properties, *rule.has}
    return SeatKind(
        tuple(name for name in SEAT_PROPERTIES if name in has),
        kind.category if rule.category is None else str(rule.category),
        kind.view_note if rule.view_note is None else str(rule.view_note),
    )


def _slot_count(seats: Seating | None) -> int:
    return 0 if seats is None else seats.slots


def _pack(indices: Sequence[int]) -> bytes:
    if len(set(indices)) == 1:
        return indices[0].to_bytes(2, "little")
    return b"".join(index.to_bytes(2, "little") for index in indices)
