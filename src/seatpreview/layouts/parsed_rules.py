"""Rules as they are read: each member understood on its own, nothing listed yet."""

import re
from collections.abc import Iterator

import msgspec

from seatpreview.layouts.faults import FaultPath
from seatpreview.layouts.model import (
    ROWS_OF_A_SECTION_MAX,
    SECTIONS_MAX,
    PlaceName,
    SeatException,
    SeatRule,
    SectionRule,
    Written,
)
from seatpreview.layouts.name_ranges import NameList, Piece, read_name, read_names, read_skips
from seatpreview.layouts.seating import Run
from seatpreview.layouts.series import Series, ending_of, series_from
from seatpreview.problems import MemberFault


class ParsedException(msgspec.Struct, frozen=True):
    at: FaultPath
    rows: NameList
    run: Run


class ParsedSeats(msgspec.Struct, frozen=True):
    at: FaultPath
    run: Run
    """In rows without an exception."""
    exceptions: tuple[ParsedException, ...]


class ParsedRule(msgspec.Struct, frozen=True):
    """None stands where a member could not be understood; its faults are noted."""

    at: FaultPath
    rule: SectionRule
    ids: NameList | None
    template: str | None
    """Of the sections' names."""
    rows: NameList | None
    seats: tuple[ParsedSeats, ...] | None

    def names(self) -> Iterator[tuple[str, str]]:
        """The id and the name of each section."""
        if self.ids is None or self.template is None:
            return
        for section_id in self.ids:
            name = self.template.replace("{id}", section_id).replace("{number}", ending_of(section_id))
            yield section_id, name


def parsed_rule(rule: SectionRule, at: FaultPath) -> ParsedRule:
    _check_members(rule, at)
    ids = _ids(rule, at)
    return ParsedRule(
        at,
        rule,
        ids,
        _template(rule, ids, at / "name"),
        read_names(rule.rows, at / "rows", most=ROWS_OF_A_SECTION_MAX),
        _seats(rule, at / "seats"),
    )


def _check_members(rule: SectionRule, at: FaultPath) -> None:
    if rule.kind == "seated" and rule.rows == ():
        (at / "rows").refuse("is missing: a seated section has rows; a suite or a standing area need not")
    elif rule.rows == () and rule.seats is not None:
        (at / "seats").refuse("cannot be given without rows")
    if rule.seats is not None and rule.capacity is not None:
        (at / "capacity").refuse("cannot be given beside seats, which are counted")


def _ids(rule: SectionRule, at: FaultPath) -> NameList | None:
    if rule.id is not None and rule.ids is not None:
        (at / "ids").refuse("cannot be given beside id: a rule is for one section or for many")
        return None
    if rule.ids is not None:
        return read_names(rule.ids, at / "ids", most=SECTIONS_MAX)
    if rule.id is None:
        (at / "id").refuse("is missing; give id for one section, or ids for many")
        return None
    name = read_name(rule.id, at / "id")
    return None if name is None else NameList((Piece(at / "id", (name,)),))


def _template(rule: SectionRule, ids: NameList | None, at: FaultPath) -> str | None:
    template = "{id}" if rule.name is None else str(rule.name)
    without = _PLACEHOLDER.sub("", template)
    if "{" in without or "}" in without:
        at.refuse("may hold {id} and {number} in braces, and nothing else")
        return None
    if without == template and ids is not None and len(ids) > 1:
        at.refuse(f"must hold {{id}} or {{number}}: without, {len(ids)} sections ({ids}) are all called so")
        return None
    return template


def _seats(rule: SectionRule, at: FaultPath) -> tuple[ParsedSeats, ...] | None:
    if rule.seats is None:
        return ()
    if rule.rows == ():
        return None
    if isinstance(rule.seats, SeatRule):
        read = [_seat_rule(rule.seats, at)]
    else:
        read = [_seat_rule(seats, at / index) for index, seats in enumerate(rule.seats)]
    drafts = tuple(draft for draft in read if draft is not None)
    return drafts if len(drafts) == len(read) else None


def _seat_rule(rule: SeatRule, at: FaultPath) -> ParsedSeats | None:
    series = _series(rule, rule.first, rule.count, at)
    if series is None:
        return None
    exceptions = _exceptions(rule, at / "exceptions")
    if exceptions is None:
        return None
    return ParsedSeats(at, Run(series, rule.direction == "rightToLeft"), exceptions)


def _exceptions(rule: SeatRule, at: FaultPath) -> tuple[ParsedException, ...] | None:
    read = [_exception(rule, exception, at / index) for index, exception in enumerate(rule.exceptions)]
    exceptions = tuple(draft for draft in read if draft is not None)
    named = sum(len(exception.rows) for exception in exceptions)
    if named > ROWS_OF_A_SECTION_MAX:
        at.refuse(
            f"gives {named:,} rows; a row has one exception, and a section at most "
            f"{ROWS_OF_A_SECTION_MAX:,} rows"
        )
        return None
    return exceptions if len(exceptions) == len(read) else None


def _exception(rule: SeatRule, exception: SeatException, at: FaultPath) -> ParsedException | None:
    if exception.first is None and exception.count is None and not exception.skip:
        at.refuse("changes nothing; give first, count or skip")
    if exception.count == 0 and exception.skip:
        (at / "skip").refuse("cannot be given where count is 0: there are no seats to leave out")
        return None
    rows = read_names(exception.rows, at / "rows", most=ROWS_OF_A_SECTION_MAX)
    first = rule.first if exception.first is None else exception.first
    count = rule.count if exception.count is None else exception.count
    series = _series(rule, first, count, at)
    names = None if series is None else read_skips(exception.skip, series, at / "skip")
    if rows is None or names is None:
        return None
    return ParsedException(at, rows, Run(names, rule.direction == "rightToLeft"))


def _series(rule: SeatRule, written: Written | None, count: int, at: FaultPath) -> Series | None:
    """Seats from a first one on, in the manner of the rule."""
    usual = 2 if rule.numbering == "even" else 1
    first = read_name(usual if written is None else written, at / "first")
    if first is None:
        return None
    step = rule.step if rule.numbering == "all" else 2 * rule.step
    try:
        series = series_from(first, count=count, step=step)
        _check_numbering(rule, series)
        PlaceName.parse(series.name_at(max(count - 1, 0)))
    except MemberFault as fault:
        (at / fault.member).refuse(fault.detail)
        return None
    except ValueError as refusal:
        (at / "first").refuse(f"counts on to a name that {refusal}")
        return None
    return series


def _check_numbering(rule: SeatRule, series: Series) -> None:
    if rule.numbering == "all":
        return
    first = series.name_at(0)
    if series.script.style != "numbers":
        raise MemberFault("first", f"is {first!r}, and only numbers are odd or even")
    if (series.first % 2 == 0) != (rule.numbering == "even"):
        raise MemberFault("first", f"is {first!r}, which is not {rule.numbering}")


_PLACEHOLDER = re.compile(r"\{(?:id|number)\}")
