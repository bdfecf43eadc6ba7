"""Compacts lists of names into ranges, and lists of seats into seat rules, as a person would write them."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import gcd

from seatpreview.layouts.model import NameRange, SeatException, SeatRule, WrittenName
from seatpreview.layouts.series import NameFormat, series_between, series_from
from seatpreview.problems import MemberFault

GAP_MAX = 20
"""Names further apart than this are not put into one range."""
SEAT_RULES_MAX = 8
RANGE_MIN = 3
"""Fewer consecutive names than this are listed, not written as a range."""

REMEMBERED_NAMES_MAX = 4096
REMEMBERED_LISTS_MAX = 512
"""Rows of a hall share their lists of seats, so a few lists are compacted again and again."""

CompactNames = tuple[WrittenName | NameRange, ...] | NameRange


@lru_cache(REMEMBERED_NAMES_MAX)
def is_countable(name: str) -> bool:
    """Returns whether the name can be part of a series."""
    try:
        series_from(name, count=1)
    except MemberFault:
        return False
    return True


def compact_names(names: Sequence[str]) -> CompactNames:
    """Returns the same names in the same order: consecutive ones as ranges, the others listed."""
    return _compacted(tuple(names))


@lru_cache(REMEMBERED_LISTS_MAX)
def _compacted(names: tuple[str, ...]) -> CompactNames:
    doubled = _doubled_letters(names)
    if doubled is not None:
        return doubled
    items = [item for run in _runs(names) for item in run.items()]
    if len(items) == 1 and isinstance(items[0], NameRange):
        return items[0]
    return tuple(items)


def seat_rules(rows: Mapping[str, Sequence[str]]) -> tuple[SeatRule, ...] | None:
    """Returns rules for the seats of these rows, which must be countable; None if it would take too many.

    What most rows have in common becomes the rule, and what differs becomes an exception.
    """
    steps: list[int] = []
    assigned = {row: _assign_to_rules(_runs(tuple(seats)), steps) for row, seats in rows.items()}
    if len(steps) > SEAT_RULES_MAX:
        return None
    return tuple(
        _seat_rule(step, {row: runs.get(rule_index) for row, runs in assigned.items()})
        for rule_index, step in enumerate(steps)
    )


class _Run:
    """Names that count in one direction, with gaps of at most `GAP_MAX`."""

    def __init__(self, name: str) -> None:
        series = series_from(name, count=1) if is_countable(name) else None
        self.names = [name]
        self._name_format: NameFormat | None = None if series is None else series.name_format
        self._numbers = [0 if series is None else series.first]

    def try_append(self, name: str) -> bool:
        """Adds the name if it continues the run; returns whether it did."""
        number = None if self._name_format is None else self._name_format.number_of(name)
        if number is None:
            return False
        gap = number - self._numbers[-1]
        if gap == 0 or abs(gap) > GAP_MAX or self._changes_direction(gap):
            return False
        self.names.append(name)
        self._numbers.append(number)
        return True

    def _changes_direction(self, gap: int) -> bool:
        return len(self._numbers) > 1 and (gap < 0) != (self._numbers[1] < self._numbers[0])

    @property
    def step(self) -> int:
        gaps = [after - before for before, after in zip(self._numbers, self._numbers[1:], strict=False)]
        if not gaps:
            return 1
        return gcd(*gaps) * (1 if gaps[0] > 0 else -1)

    @property
    def count(self) -> int:
        """The number of names, including skipped ones."""
        return (self._numbers[-1] - self._numbers[0]) // self.step + 1

    @property
    def skip(self) -> tuple[WrittenName, ...]:
        if self._name_format is None:
            return ()
        present = set(self._numbers)
        numbers = range(self._numbers[0], self._numbers[-1], self.step)
        return tuple(
            _as_number(self._name_format.name_of(number)) for number in numbers if number not in present
        )

    def items(self) -> list[WrittenName | NameRange]:
        if len(self.names) < RANGE_MIN or len(self.skip) > len(self.names):
            return [_as_number(name) for name in self.names]
        first, last = self.names[0], self.names[-1]
        return [
            NameRange(
                first=_as_number(first),
                last=_as_number(last),
                step=self.step,
                skip=self.skip,
                style="letters" if _needs_style(first, last, self.step) else None,
            )
        ]


@lru_cache(REMEMBERED_LISTS_MAX)
def _runs(names: tuple[str, ...]) -> tuple[_Run, ...]:
    runs: list[_Run] = []
    for name in names:
        if not runs or not runs[-1].try_append(name):
            runs.append(_Run(name))
    return tuple(runs)


def _needs_style(first: str, last: str, step: int) -> bool:
    try:
        series_between(first, last, step=step)
    except MemberFault:
        return True
    return False


def _doubled_letters(names: Sequence[str]) -> NameRange | None:
    """Returns a range in the style A to Z and then AA, BB, CC, if at least two names are repeated letters."""
    repeated = [name for name in names if len(name) > 1]
    if len(repeated) < 2 or any(len(set(name)) > 1 for name in names):
        return None
    try:
        series = series_between(names[0], names[-1], style="doubled")
    except MemberFault:
        return None
    skip = tuple(name for name in series if name not in names)
    if [name for name in series if name not in skip] != list(names) or len(skip) > len(names):
        return None
    return NameRange(first=names[0], last=names[-1], skip=skip, style="doubled")


def _assign_to_rules(runs: Sequence[_Run], steps: list[int]) -> dict[int, _Run]:
    """Assigns each run, in order, to the next rule with the same step; appends steps that are missing."""
    assigned: dict[int, _Run] = {}
    rule_index = 0
    for run in runs:
        while rule_index < len(steps) and len(run.names) > 1 and steps[rule_index] != run.step:
            rule_index += 1
        if rule_index == len(steps):
            steps.append(run.step)
        assigned[rule_index] = run
        rule_index += 1
    return assigned


def _seat_rule(step: int, runs: Mapping[str, _Run | None]) -> SeatRule:
    counts = Counter((run.names[0], run.count) for run in runs.values() if run is not None)
    [((first, count), _)] = counts.most_common(1)
    others: dict[SeatException, list[str]] = defaultdict(list)
    for row, run in runs.items():
        exception = _exception(run, first, count)
        if exception is not None:
            others[exception].append(row)
    return SeatRule(
        first=None if first == "1" else _as_number(first),
        count=count,
        step=step,
        exceptions=tuple(
            SeatException(rows=compact_names(rows), first=each.first, count=each.count, skip=each.skip)
            for each, rows in others.items()
        ),
    )


def _exception(run: _Run | None, first: str, count: int) -> SeatException | None:
    """Returns the exception for a row, without its rows; None if the row follows the rule."""
    if run is None:
        return SeatException(rows=(), count=0)
    if run.names[0] == first and run.count == count and not run.skip:
        return None
    return SeatException(
        rows=(),
        first=None if run.names[0] == first else _as_number(run.names[0]),
        count=None if run.count == count else run.count,
        skip=run.skip,
    )


def _as_number(name: str) -> WrittenName:
    """Returns digits as a number, which a layout reads as the same name."""
    return int(name) if _NUMBER.fullmatch(name) else name


_NUMBER = re.compile("0|[1-9][0-9]{0,8}")
