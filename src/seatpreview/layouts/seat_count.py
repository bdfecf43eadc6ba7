"""How much a layout describes: counted from its rules, before anything is listed."""

from collections.abc import Sequence

from seatpreview.layouts.faults import FaultPath
from seatpreview.layouts.model import ROWS_MAX, SEATS_MAX, SECTIONS_MAX
from seatpreview.layouts.parsed_rules import ParsedRule, ParsedSeats


def is_within_bounds(drafts: Sequence[ParsedRule], at: FaultPath) -> bool:
    """Whether the layout may be listed. Where not, a fault says the number."""
    return all(
        (
            _is_at_most(SECTIONS_MAX, "sections", [_sections(draft) for draft in drafts], drafts, at),
            _is_at_most(ROWS_MAX, "rows", [_rows(draft) for draft in drafts], drafts, at),
            _is_at_most(SEATS_MAX, "seats", [_seats(draft) for draft in drafts], drafts, at),
        )
    )


def seats_of_a_section(draft: ParsedRule) -> int:
    """Exact where the exceptions of the rule name rows that exist, each once."""
    rows = len(draft.rows or ())
    return sum(_seats_of(seats, rows) for seats in draft.seats or ())


def _seats_of(seats: ParsedSeats, rows: int) -> int:
    usual = len(seats.run.names)
    more = sum(len(exception.rows) * (len(exception.run.names) - usual) for exception in seats.exceptions)
    return max(0, rows * usual + more)


def _sections(draft: ParsedRule) -> int:
    return len(draft.ids or ())


def _rows(draft: ParsedRule) -> int:
    return _sections(draft) * len(draft.rows or ())


def _seats(draft: ParsedRule) -> int:
    return _sections(draft) * seats_of_a_section(draft)


def _is_at_most(most: int, noun: str, counts: list[int], drafts: Sequence[ParsedRule], at: FaultPath) -> bool:
    total = sum(counts)
    if total <= most:
        return True
    largest = counts.index(max(counts))
    at.refuse(
        f"describes {total:,} {noun}; a layout has at most {most:,}. "
        f"The most, {counts[largest]:,}, are of {drafts[largest].at} ({drafts[largest].ids})"
    )
    return False
