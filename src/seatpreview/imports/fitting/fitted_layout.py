"""Chooses for each section the shortest rule that keeps every seat at its place, and checks it."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from seatpreview.imports.fitting.near_points import PlanPoint
from seatpreview.imports.fitting.regular_rows import slots_by_name
from seatpreview.imports.fitting.section_rules import (
    RowHeights,
    SectionSeats,
    measured_rule,
    named_rule,
    positioned_rule,
)
from seatpreview.imports.model import UnreadableFile
from seatpreview.imports.report_counts import FittingReport
from seatpreview.layouts.compiled import CompiledLayout, SeatKey
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.faults import LayoutRefused
from seatpreview.layouts.model import Layout, SectionRule

FACING_TOLERANCE_DEG = 10.0


class FittedLayout(NamedTuple):
    """A layout, what it compiles to, and the key of each seat of the file."""

    layout: Layout
    compiled: CompiledLayout
    keys: dict[int, SeatKey]


class _Choice(NamedTuple):
    rule: SectionRule
    is_exact: bool = False


def fitted_layout(
    empty: Layout,
    sections: Sequence[SectionSeats],
    others: Sequence[SectionRule],
    seat_names: Sequence[str],
    points: dict[int, PlanPoint],
    tolerance_m: float,
    report: FittingReport,
) -> FittedLayout:
    """Returns the layout with a rule for each section. A rule that moves a seat by more than the tolerance is
    replaced by positions."""
    names = seat_names.__getitem__
    placed = [_arranged(section, names, points, report) for section in sections]
    choices = [_choice(section, names, points, tolerance_m) for section in placed]
    compiled = _compile(empty, choices, others)
    errors_m = [
        _error(compiled, section, names, points) if choice.is_exact else 0.0
        for section, choice in zip(placed, choices, strict=True)
    ]
    wrong = [index for index, error_m in enumerate(errors_m) if error_m > tolerance_m + 0.001]
    for index in wrong:
        choices[index] = _Choice(positioned_rule(placed[index], names, points))
        errors_m[index] = 0.0
    if wrong:
        compiled = _compile(empty, choices, others)
    _tell(choices, errors_m, report)
    return FittedLayout(_layout(empty, choices, others), compiled, _keys(placed, names))


def _arranged(
    section: SectionSeats, names: Callable[[int], str], points: dict[int, PlanPoint], report: FittingReport
) -> SectionSeats:
    """Returns the section itself, or with an assumed place for each seat: counting cannot give some names,
    and a layout lists such seats only by their positions."""
    if section.heights is not None or named_rule(section, names) is not None:
        return section
    for number, seats in enumerate(section.rows.values()):
        for index, seat in enumerate(seats):
            right_m = (index - (len(seats) - 1) / 2) * 0.52
            points[seat] = PlanPoint(right_m, -5.0 - 0.9 * number)
    report.inferred(
        "Sections without positions whose seats have names that cannot be counted stand in straight rows.",
        1,
        str(section.rule.name or section.rule.id),
    )
    return section._replace(heights=RowHeights([0.0] * len(section.rows), None))


def _choice(
    section: SectionSeats, names: Callable[[int], str], points: Mapping[int, PlanPoint], tolerance_m: float
) -> _Choice:
    if section.heights is None:
        named = named_rule(section, names)
        assert named is not None, "Sections without positions and countable names were arranged before."  # noqa: S101 -- states what _arranged did
        return _Choice(named)
    measured = measured_rule(section, names, points, tolerance_m)
    if measured is not None:
        return _Choice(measured, is_exact=True)
    return _Choice(positioned_rule(section, names, points))


def _layout(empty: Layout, choices: Sequence[_Choice], others: Sequence[SectionRule]) -> Layout:
    return replace(empty, sections=(*(choice.rule for choice in choices), *others))


def _compile(empty: Layout, choices: Sequence[_Choice], others: Sequence[SectionRule]) -> CompiledLayout:
    try:
        return compile_layout(_layout(empty, choices, others))
    except LayoutRefused as refusal:
        sentences = [f"{fault.pointer} {fault.detail}" for fault in refusal.faults[:5]]
        raise UnreadableFile("The file cannot be written as a layout.", *sentences) from None


def _error(
    compiled: CompiledLayout,
    section: SectionSeats,
    names: Callable[[int], str],
    points: Mapping[int, PlanPoint],
) -> float:
    """Returns how far the rule moves a seat at most; infinity if it loses or turns one, or changes a height
    that the file states."""
    found = compiled.section(str(section.rule.id))
    if found is None or section.heights is None:
        return math.inf
    worst_m, lift_m, place = 0.0, _level_m(compiled, section), None
    for (row_id, seats), height_m in zip(section.rows.items(), section.heights.rows_m, strict=True):
        row = found.row(row_id)
        if row is None or row.seats is None or len(row.seats) != len(seats):
            return math.inf
        slots, place_at = slots_by_name(row.seats), compiled.places_in_row(found, row)
        for seat in seats:
            slot = slots.get(names(seat))
            place = None if slot is None or place_at is None else place_at(slot)
            if place is None or _is_turned(section, seat, place.facing_deg):
                return math.inf
            worst_m = max(worst_m, math.dist(points[seat], place.point[:2]))
        if section.heights.c_value_mm is None and place is not None:
            worst_m = max(worst_m, abs(place.point.z - height_m - lift_m))
    return worst_m


def _level_m(compiled: CompiledLayout, section: SectionSeats) -> float:
    found = compiled.section(str(section.rule.id))
    placement = None if found is None else found.plan.placement
    if placement is None or section.heights is None:
        return 0.0
    return placement.elevation_m - section.heights.rows_m[0]


def _is_turned(section: SectionSeats, seat: int, facing_deg: float) -> bool:
    if section.facings_deg is None:
        return False
    return abs((facing_deg - section.facings_deg[seat] + 180.0) % 360.0 - 180.0) > FACING_TOLERANCE_DEG


def _keys(sections: Sequence[SectionSeats], names: Callable[[int], str]) -> dict[int, SeatKey]:
    return {
        seat: SeatKey(str(section.rule.id), row, names(seat))
        for section in sections
        for row, seats in section.rows.items()
        for seat in seats
    }


def _tell(choices: Sequence[_Choice], errors_m: Sequence[float], report: FittingReport) -> None:
    measured = [choice for choice in choices if choice.is_exact]
    listed = [choice for choice in choices if choice.rule.positions]
    if measured:
        error_cm = math.ceil(1000 * max(errors_m)) / 10
        report.inferred(
            "Sections with regular rows are described by rules; no seat is moved by more than "
            f"{error_cm:g} cm.",
            len(measured),
            str(measured[0].rule.name or measured[0].rule.id),
        )
    report.taken(
        "Positions of single seats, in centimetres, for sections whose seats do not stand regularly.",
        len(listed),
        str(listed[0].rule.name or listed[0].rule.id) if listed else "",
    )
