"""Section plans: expands the rows of a parsed rule, applies its exceptions, and refuses conflicts."""

from collections import defaultdict
from collections.abc import Collection
from itertools import combinations

from seatpreview.layouts.compiled import Row, SectionPlan
from seatpreview.layouts.faults import FaultPath
from seatpreview.layouts.geometry import slots_that_fit
from seatpreview.layouts.model import NO_ROW, PLACES_OF_A_ROW_MAX
from seatpreview.layouts.name_ranges import NameList, index_names, quote_names
from seatpreview.layouts.parsed_rules import ParsedRule, ParsedSeats
from seatpreview.layouts.seat_count import seats_of_a_section
from seatpreview.layouts.seating import SeatGroup, Seating

_Exceptions = dict[str, SeatGroup]
"""The seats of rows with an exception, by row id."""


def section_plan_of(rule: ParsedRule) -> SectionPlan | None:
    """Returns the plan that the sections of a rule share; None if a part of it could not be parsed."""
    if rule.rows is None:
        return None
    row_ids = _row_ids(rule.rows)
    if rule.seats is None:
        return None
    exceptions = [_exceptions_by_row(seats, row_ids, rule.rows) for seats in rule.seats]
    seatings = _seatings(rule.seats, exceptions, row_ids)
    rows = tuple(Row(row_id, index, seatings.get(row_id)) for index, row_id in enumerate(row_ids))
    _check_repeated_seats(rule.seats, rows)
    _check_room(rule, rows)
    return SectionPlan(
        level=str(rule.source.level or ""),
        kind=rule.source.kind,
        capacity=rule.source.capacity,
        geometry=rule.source.geometry,
        rows=rows,
        rows_by_id={row.id: row for row in rows},
        seat_count=seats_of_a_section(rule),
    )


def _row_ids(rows: NameList) -> Collection[str]:
    first_items, repetitions = index_names(rows.items)
    for repetition in repetitions:
        names = quote_names(repetition.names)
        repetition.item.path.refuse(f"gives row {names} a second time, after {repetition.first_item}")
    return first_items.keys()


def _exceptions_by_row(seats: ParsedSeats, row_ids: Collection[str], rows: NameList) -> _Exceptions:
    first_items, repetitions = index_names(
        item for exception in seats.exceptions for item in exception.rows.items
    )
    for repetition in repetitions:
        names = quote_names(repetition.names)
        repetition.item.path.refuse(f"gives row {names} a second exception, after {repetition.first_item}")
    unknown: dict[FaultPath, list[str]] = defaultdict(list)
    for row_id, item in first_items.items():
        if row_id not in row_ids:
            unknown[item.path].append(row_id)
    for path, missing_ids in unknown.items():
        path.refuse(f"gives row {quote_names(missing_ids)}, which does not exist among {rows}")
    groups = {item.path: exception.group for exception in seats.exceptions for item in exception.rows.items}
    return {row_id: groups[item.path] for row_id, item in first_items.items()}


def _seatings(
    seats: tuple[ParsedSeats, ...], exceptions: list[_Exceptions], row_ids: Collection[str]
) -> dict[str, Seating]:
    """Returns the seating of each row. Rows with the same groups share one seating."""
    if not seats:
        return {}
    shared: dict[tuple[int, ...], Seating] = {}
    seatings = {}
    for row_id in row_ids:
        groups = [of_row.get(row_id, rule.group) for rule, of_row in zip(seats, exceptions, strict=True)]
        seatings[row_id] = shared.setdefault(tuple(map(id, groups)), Seating(tuple(groups)))
    return seatings


def _check_repeated_seats(seats: tuple[ParsedSeats, ...], rows: tuple[Row, ...]) -> None:
    """Notes a fault for each pair of seat rules that have the same seat, at the first row where they do."""
    checked: set[int] = set()
    refused: set[tuple[int, int]] = set()
    for row in rows:
        if row.seats is None or len(row.seats.groups) < 2 or id(row.seats) in checked:
            continue
        checked.add(id(row.seats))
        names = [frozenset(group.names) for group in row.seats.groups]
        for one, other in combinations(range(len(names)), 2):
            both = [name for name in row.seats.groups[other].names if name in names[one]]
            if both and (one, other) not in refused:
                refused.add((one, other))
                seats[other].path.refuse(
                    f"claims seat {quote_names(both)}{_of_row(row)}, as {seats[one].path} does"
                )


def _check_room(rule: ParsedRule, rows: tuple[Row, ...]) -> None:
    for row in rows:
        slots = 0 if row.seats is None else row.seats.slots
        if slots > PLACES_OF_A_ROW_MAX:
            (rule.path / "seats").refuse(
                f"gives {_row_or_section(row)} {slots:,} places; a row has at most {PLACES_OF_A_ROW_MAX:,}"
            )
            return
        geometry = rule.source.geometry
        if geometry is not None and slots > slots_that_fit(geometry, row.index):
            (rule.path / "geometry").refuse(
                f"has no room for {_row_or_section(row)}: {slots} places of {geometry.spacing_m:g} m "
                "are longer than the whole circle round the focus"
            )
            return


def _of_row(row: Row) -> str:
    return "" if row.id == NO_ROW else f" of row {row.id!r}"


def _row_or_section(row: Row) -> str:
    return "a section" if row.id == NO_ROW else f"row {row.id!r}"
