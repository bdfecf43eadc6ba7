"""From a rule's draft to its plan: rows are listed, exceptions find theirs, and what clashes is refused."""

from collections import defaultdict
from collections.abc import Collection
from itertools import combinations

from seatpreview.layouts.compiled import Plan, Row
from seatpreview.layouts.faults import FaultPath
from seatpreview.layouts.geometry import slots_that_fit
from seatpreview.layouts.model import PLACES_OF_A_ROW_MAX
from seatpreview.layouts.name_ranges import NameList, claimed, shown
from seatpreview.layouts.parsed_rules import ParsedRule, ParsedSeats
from seatpreview.layouts.seat_count import seats_of_a_section
from seatpreview.layouts.seating import Run, Seating

_Runs = dict[str, Run]
"""By row, where an exception gives a row another run than the rule does."""


def planned(draft: ParsedRule) -> Plan | None:
    """None where a part of the draft could not be read."""
    if draft.rows is None:
        return None
    row_ids = _row_ids(draft.rows)
    if draft.seats is None:
        return None
    exceptions = [_runs_by_row(seats, row_ids, draft.rows) for seats in draft.seats]
    seatings = _seatings(draft.seats, exceptions, row_ids)
    rows = tuple(Row(row_id, index, seatings.get(row_id)) for index, row_id in enumerate(row_ids))
    _check_claims(draft.seats, rows)
    _check_room(draft, rows)
    return Plan(
        level=str(draft.rule.level or ""),
        kind=draft.rule.kind,
        capacity=draft.rule.capacity,
        geometry=draft.rule.geometry,
        rows=rows,
        rows_by_id={row.id: row for row in rows},
        seat_count=seats_of_a_section(draft),
    )


def _row_ids(rows: NameList) -> Collection[str]:
    owners, again = claimed(rows.pieces)
    for repetition in again:
        names = shown(repetition.names)
        repetition.piece.at.refuse(f"gives row {names} a second time, after {repetition.earlier}")
    return owners.keys()


def _runs_by_row(seats: ParsedSeats, row_ids: Collection[str], rows: NameList) -> _Runs:
    owners, again = claimed(piece for exception in seats.exceptions for piece in exception.rows.pieces)
    for repetition in again:
        names = shown(repetition.names)
        repetition.piece.at.refuse(f"gives row {names} a second exception, after {repetition.earlier}")
    unknown: dict[FaultPath, list[str]] = defaultdict(list)
    for row_id, piece in owners.items():
        if row_id not in row_ids:
            unknown[piece.at].append(row_id)
    for at, names_there in unknown.items():
        at.refuse(f"gives row {shown(names_there)}, which does not exist among {rows}")
    runs = {piece.at: exception.run for exception in seats.exceptions for piece in exception.rows.pieces}
    return {row_id: runs[piece.at] for row_id, piece in owners.items()}


def _seatings(
    seats: tuple[ParsedSeats, ...], exceptions: list[_Runs], row_ids: Collection[str]
) -> dict[str, Seating]:
    """By row. Rows with the same runs share one seating."""
    if not seats:
        return {}
    known: dict[tuple[int, ...], Seating] = {}
    seatings = {}
    for row_id in row_ids:
        runs = [of_row.get(row_id, rule.run) for rule, of_row in zip(seats, exceptions, strict=True)]
        seatings[row_id] = known.setdefault(tuple(map(id, runs)), Seating(tuple(runs)))
    return seatings


def _check_claims(seats: tuple[ParsedSeats, ...], rows: tuple[Row, ...]) -> None:
    """One fault for each two rules that claim the same seat, at the first row in which they do."""
    checked: set[int] = set()
    refused: set[tuple[int, int]] = set()
    for row in rows:
        if row.seats is None or len(row.seats.runs) < 2 or id(row.seats) in checked:
            continue
        checked.add(id(row.seats))
        names = [frozenset(run.names) for run in row.seats.runs]
        for one, other in combinations(range(len(names)), 2):
            both = [name for name in row.seats.runs[other].names if name in names[one]]
            if both and (one, other) not in refused:
                refused.add((one, other))
                seats[other].at.refuse(
                    f"claims seat {shown(both)} of row {row.id!r}, as {seats[one].at} does"
                )


def _check_room(draft: ParsedRule, rows: tuple[Row, ...]) -> None:
    for row in rows:
        slots = 0 if row.seats is None else row.seats.slots
        if slots > PLACES_OF_A_ROW_MAX:
            (draft.at / "seats").refuse(
                f"gives row {row.id!r} {slots:,} places; a row has at most {PLACES_OF_A_ROW_MAX:,}"
            )
            return
        if draft.rule.geometry is not None and slots > slots_that_fit(draft.rule.geometry, row.index):
            (draft.at / "geometry").refuse(
                f"has no room for row {row.id!r}: {slots} places of {draft.rule.geometry.spacing_m:g} m "
                "are longer than the whole circle round the focus"
            )
            return
