"""Parsed rules: each member of a section rule is read on its own and counted, and no range is expanded."""

import re
from collections.abc import Iterator, Sequence

import msgspec

from seatpreview.layouts.faults import FaultPath
from seatpreview.layouts.model import (
    NO_ROW,
    ROWS_MAX,
    ROWS_OF_A_SECTION_MAX,
    SEATS_MAX,
    SECTIONS_MAX,
    PlaceName,
    SeatException,
    SeatRule,
    SectionRule,
    WrittenName,
)
from seatpreview.layouts.name_ranges import NameList, NameListItem, read_name, read_names, read_skips
from seatpreview.layouts.seating import SeatGroup
from seatpreview.layouts.series import Series, ending_of, series_from
from seatpreview.problems import MemberFault


class ParsedException(msgspec.Struct, frozen=True):
    """An exception of a seat rule: the rows that it is for, and their seats."""

    path: FaultPath
    rows: NameList
    group: SeatGroup


class ParsedSeats(msgspec.Struct, frozen=True):
    """A seat rule with its exceptions."""

    path: FaultPath
    group: SeatGroup
    """The seats of rows without an exception."""
    exceptions: tuple[ParsedException, ...]


class ParsedRule(msgspec.Struct, frozen=True):
    """A section rule. A member that could not be read is None, and its faults are noted."""

    path: FaultPath
    source: SectionRule
    """The rule as it was written."""
    ids: NameList | None
    template: str | None
    """The template of the sections' names."""
    rows: NameList | None
    """The rows. Seats of a section without rows are in one row, `NO_ROW`."""
    seats: tuple[ParsedSeats, ...] | None

    def names(self) -> Iterator[tuple[str, str]]:
        """Returns the id and the name of each section."""
        if self.ids is None or self.template is None:
            return
        for section_id in self.ids:
            name = self.template.replace("{id}", section_id).replace("{number}", ending_of(section_id))
            yield section_id, name


def parse_rule(rule: SectionRule, path: FaultPath) -> ParsedRule:
    """Parses a rule, and notes the faults of its members."""
    _check_members(rule, path)
    ids = _parse_ids(rule, path)
    return ParsedRule(
        path,
        rule,
        ids,
        _parse_template(rule, ids, path / "name"),
        _parse_rows(rule, path / "rows"),
        _parse_seats(rule, path / "seats"),
    )


def _check_members(rule: SectionRule, path: FaultPath) -> None:
    if rule.positions:
        _check_beside_positions(rule, path)
        return
    if rule.kind == "seated" and rule.rows == () and rule.seats is None:
        (path / "rows").refuse(
            "is missing: a seated section has rows, or at least seats; a suite or a standing area need not"
        )
    if rule.seats is not None and rule.capacity is not None:
        (path / "capacity").refuse("cannot be given beside seats, which are counted")


def _check_beside_positions(rule: SectionRule, path: FaultPath) -> None:
    given = {"rows": rule.rows != (), "seats": rule.seats is not None, "capacity": rule.capacity is not None}
    for member in (name for name, is_given in given.items() if is_given):
        (path / member).refuse("cannot be given beside positions, which list every row and seat")
    if rule.ids is not None:
        (path / "ids").refuse("cannot be given beside positions, which are those of one section; give id")


def _parse_ids(rule: SectionRule, path: FaultPath) -> NameList | None:
    if rule.id is not None and rule.ids is not None:
        (path / "ids").refuse("cannot be given beside id: a rule is for one section or for many")
        return None
    if rule.ids is not None:
        return read_names(rule.ids, path / "ids", most=SECTIONS_MAX)
    if rule.id is None:
        (path / "id").refuse("is missing; give id for one section, or ids for many")
        return None
    name = read_name(rule.id, path / "id")
    return None if name is None else NameList((NameListItem(path / "id", (name,)),))


def _parse_rows(rule: SectionRule, path: FaultPath) -> NameList | None:
    if rule.positions:
        # The rows of positions are read together with their seats.
        return NameList(())
    if rule.rows == () and rule.seats is not None:
        return NameList((NameListItem(path, (NO_ROW,)),))
    return read_names(rule.rows, path, most=ROWS_OF_A_SECTION_MAX)


def _parse_template(rule: SectionRule, ids: NameList | None, path: FaultPath) -> str | None:
    template = "{id}" if rule.name is None else str(rule.name)
    fixed_text = _PLACEHOLDER.sub("", template)
    if "{" in fixed_text or "}" in fixed_text:
        path.refuse("may hold {id} and {number} in braces, and nothing else")
        return None
    if fixed_text == template and ids is not None and len(ids) > 1:
        path.refuse(f"must hold {{id}} or {{number}}: without, {len(ids)} sections ({ids}) are all called so")
        return None
    return template


def _parse_seats(rule: SectionRule, path: FaultPath) -> tuple[ParsedSeats, ...] | None:
    if rule.seats is None or rule.positions:
        return ()
    if isinstance(rule.seats, SeatRule):
        paths = [(rule.seats, path)]
    else:
        paths = [(seats, path / index) for index, seats in enumerate(rule.seats)]
    read = [_parse_seat_rule(seats, at, has_rows=rule.rows != ()) for seats, at in paths]
    parsed = tuple(seats for seats in read if seats is not None)
    return parsed if len(parsed) == len(read) else None


def _parse_seat_rule(rule: SeatRule, path: FaultPath, *, has_rows: bool) -> ParsedSeats | None:
    if rule.exceptions and not has_rows:
        (path / "exceptions").refuse(
            "name rows, and the section has none; where a seat is missing, give two rules side by side"
        )
        return None
    series = _series(rule, rule.first, rule.count, path)
    if series is None:
        return None
    exceptions = _parse_exceptions(rule, path / "exceptions")
    if exceptions is None:
        return None
    return ParsedSeats(path, SeatGroup(series, rule.direction == "rightToLeft"), exceptions)


def _parse_exceptions(rule: SeatRule, path: FaultPath) -> tuple[ParsedException, ...] | None:
    read = [
        _parse_exception(rule, exception, path / index) for index, exception in enumerate(rule.exceptions)
    ]
    exceptions = tuple(exception for exception in read if exception is not None)
    row_count = sum(len(exception.rows) for exception in exceptions)
    if row_count > ROWS_OF_A_SECTION_MAX:
        path.refuse(
            f"gives {row_count:,} rows; a row has one exception, and a section at most "
            f"{ROWS_OF_A_SECTION_MAX:,} rows"
        )
        return None
    return exceptions if len(exceptions) == len(read) else None


def _parse_exception(rule: SeatRule, exception: SeatException, path: FaultPath) -> ParsedException | None:
    if exception.first is None and exception.count is None and not exception.skip:
        path.refuse("changes nothing; give first, count or skip")
    if exception.count == 0 and exception.skip:
        (path / "skip").refuse("cannot be given where count is 0: there are no seats to leave out")
        return None
    rows = read_names(exception.rows, path / "rows", most=ROWS_OF_A_SECTION_MAX)
    first = rule.first if exception.first is None else exception.first
    count = rule.count if exception.count is None else exception.count
    series = _series(rule, first, count, path)
    names = None if series is None else read_skips(exception.skip, series, path / "skip")
    if rows is None or names is None:
        return None
    return ParsedException(path, rows, SeatGroup(names, rule.direction == "rightToLeft"))


def _series(rule: SeatRule, written: WrittenName | None, count: int, path: FaultPath) -> Series | None:
    """Returns a series of seats that begins with the first one and uses the numbering and step of the
    rule."""
    default = 2 if rule.numbering == "even" else 1
    first = read_name(default if written is None else written, path / "first")
    if first is None:
        return None
    step = rule.step if rule.numbering == "all" else 2 * rule.step
    try:
        series = series_from(first, count=count, step=step)
        _check_numbering(rule, series)
        PlaceName.parse(series.name_at(max(count - 1, 0)))
    except MemberFault as fault:
        (path / fault.member).refuse(fault.detail)
        return None
    except ValueError as refusal:
        (path / "first").refuse(f"counts on to a name that {refusal}")
        return None
    return series


def _check_numbering(rule: SeatRule, series: Series) -> None:
    if rule.numbering == "all":
        return
    first = series.name_at(0)
    if series.name_format.style != "numbers":
        raise MemberFault("first", f"is {first!r}, and only numbers are odd or even")
    if (series.first % 2 == 0) != (rule.numbering == "even"):
        raise MemberFault("first", f"is {first!r}, which is not {rule.numbering}")


_PLACEHOLDER = re.compile(r"\{(?:id|number)\}")


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
