"""Counts the sections, rows and seats of a layout from its rules, before any range is expanded."""

from collections.abc import Sequence

from seatpreview.layouts.faults import FaultPath
from seatpreview.layouts.model import ROWS_MAX, SEATS_MAX, SECTIONS_MAX
from seatpreview.layouts.parsed_rules import ParsedRule, ParsedSeats


def is_within_bounds(rules: Sequence[ParsedRule], path: FaultPath) -> bool:
    """Returns whether the layout is small enough to compile. If not, notes a fault with the count."""
    return all(
        (
            _is_at_most(SECTIONS_MAX, "sections", [_sections(rule) for rule in rules], rules, path),
            _is_at_most(ROWS_MAX, "rows", [_rows(rule) for rule in rules], rules, path),
            _is_at_most(SEATS_MAX, "seats", [_seats(rule) for rule in rules], rules, path),
        )
    )


def seats_of_a_section(rule: ParsedRule) -> int:
    """Counts the seats of one section. The count is exact if the rule's exceptions name existing rows, each
    once."""
    if rule.source.positions:
        return sum(len(row.x) for row in rule.source.positions)
    rows = len(rule.rows or ())
    return sum(_seats_of(seats, rows) for seats in rule.seats or ())


def _seats_of(seats: ParsedSeats, rows: int) -> int:
    usual = len(seats.group.names)
    more = sum(len(exception.rows) * (len(exception.group.names) - usual) for exception in seats.exceptions)
    return max(0, rows * usual + more)


def _sections(rule: ParsedRule) -> int:
    return len(rule.ids or ())


def _rows(rule: ParsedRule) -> int:
    return _sections(rule) * len(rule.rows or ())


def _seats(rule: ParsedRule) -> int:
    return _sections(rule) * seats_of_a_section(rule)


def _is_at_most(
    most: int, noun: str, counts: list[int], rules: Sequence[ParsedRule], path: FaultPath
) -> bool:
    total = sum(counts)
    if total <= most:
        return True
    largest = counts.index(max(counts))
    path.refuse(
        f"describes {total:,} {noun}; a layout has at most {most:,}. "
        f"The most, {counts[largest]:,}, are of {rules[largest].path} ({rules[largest].ids})"
    )
    return False
