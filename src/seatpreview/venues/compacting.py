"""Names that were listed one by one, written as a person would: by ranges, and seats by rules that count."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import gcd

from seatpreview.layouts.model import NameRange, SeatException, SeatRule, WrittenName
from seatpreview.layouts.series import NameFormat, series_between, series_from
from seatpreview.problems import MemberFault

GAP_MAX = 20
"""Names further apart than this do not belong to one range."""
SEAT_RULES_MAX = 8
RANGE_MIN = 3
"""Fewer names than this are listed."""

WrittenNames = tuple[WrittenName | NameRange, ...] | NameRange


def natural_order(name: str) -> list[tuple[int, int, str]]:
    """A key to sort by: letters as A to Z and then AA, numbers by their value.

    Where a section has rows of both kinds, those with letters are the ones in front.
    """
    return [
        (1, int(part), part) if part.isdecimal() else (0, len(part), part.casefold())
        for part in _PARTS.findall(name)
    ]


def is_countable(name: str) -> bool:
    try:
        series_from(name, count=1)
    except MemberFault:
        return False
    return True


def written(names: Sequence[str]) -> WrittenNames:
    """The same names in the same order, by ranges where they count on and listed otherwise."""
    doubled = _doubled(names)
    if doubled is not None:
        return doubled
    items = [item for run in _runs(names) for item in run.items()]
    if len(items) == 1 and isinstance(items[0], NameRange):
        return items[0]
    return tuple(items)


def seat_rules(rows: Mapping[str, Sequence[str]]) -> tuple[SeatRule, ...] | None:
    """Rules for the seats of these rows, which are countable, in their order; None where it takes too many.

    What a row has in common with most others is the rule, and what it has not is an exception.
    """
    steps: list[int] = []
    placed = {row: _placed(_runs(seats), steps) for row, seats in rows.items()}
    if len(steps) > SEAT_RULES_MAX:
        return None
    return tuple(
        _seat_rule(step, {row: runs.get(place) for row, runs in placed.items()})
        for place, step in enumerate(steps)
    )


class _Run:
    """Names that count on in one direction."""

    def __init__(self, name: str) -> None:
        series = series_from(name, count=1) if is_countable(name) else None
        self.names = [name]
        self._name_format: NameFormat | None = None if series is None else series.name_format
        self._numbers = [0 if series is None else series.first]

    def takes(self, name: str) -> bool:
        """Adds a name that counts on from the last one."""
        number = None if self._name_format is None else self._name_format.number_of(name)
        if number is None:
            return False
        gap = number - self._numbers[-1]
        if gap == 0 or abs(gap) > GAP_MAX or self._turns(gap):
            return False
        self.names.append(name)
        self._numbers.append(number)
        return True

    def _turns(self, gap: int) -> bool:
        return len(self._numbers) > 1 and (gap < 0) != (self._numbers[1] < self._numbers[0])

    @property
    def step(self) -> int:
        gaps = [after - before for before, after in zip(self._numbers, self._numbers[1:], strict=False)]
        if not gaps:
            return 1
        return gcd(*gaps) * (1 if gaps[0] > 0 else -1)

    @property
    def count(self) -> int:
        """With those that are skipped."""
        return (self._numbers[-1] - self._numbers[0]) // self.step + 1

    @property
    def skip(self) -> tuple[WrittenName, ...]:
        if self._name_format is None:
            return ()
        there = set(self._numbers)
        numbers = range(self._numbers[0], self._numbers[-1], self.step)
        return tuple(_plain(self._name_format.name_of(number)) for number in numbers if number not in there)

    def items(self) -> list[WrittenName | NameRange]:
        if len(self.names) < RANGE_MIN or len(self.skip) > len(self.names):
            return [_plain(name) for name in self.names]
        first, last = self.names[0], self.names[-1]
        return [
            NameRange(
                first=_plain(first),
                last=_plain(last),
                step=self.step,
                skip=self.skip,
                style="letters" if _needs_style(first, last, self.step) else None,
            )
        ]


def _runs(names: Sequence[str]) -> list[_Run]:
    runs: list[_Run] = []
    for name in names:
        if not runs or not runs[-1].takes(name):
            runs.append(_Run(name))
    return runs


def _needs_style(first: str, last: str, step: int) -> bool:
    try:
        series_between(first, last, step=step)
    except MemberFault:
        return True
    return False


def _doubled(names: Sequence[str]) -> NameRange | None:
    """A to Z and then AA, BB, CC: of letters that are repeated, at least two."""
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


def _placed(runs: Sequence[_Run], steps: list[int]) -> dict[int, _Run]:
    """Each run at the first rule that counts as it does, behind the run before it; adds rules that miss."""
    placed: dict[int, _Run] = {}
    place = 0
    for run in runs:
        while place < len(steps) and len(run.names) > 1 and steps[place] != run.step:
            place += 1
        if place == len(steps):
            steps.append(run.step)
        placed[place] = run
        place += 1
    return placed


def _seat_rule(step: int, runs: Mapping[str, _Run | None]) -> SeatRule:
    usual = Counter((run.names[0], run.count) for run in runs.values() if run is not None)
    [((first, count), _)] = usual.most_common(1)
    others: dict[SeatException, list[str]] = defaultdict(list)
    for row, run in runs.items():
        exception = _exception(run, first, count)
        if exception is not None:
            others[exception].append(row)
    return SeatRule(
        first=None if first == "1" else _plain(first),
        count=count,
        step=step,
        exceptions=tuple(
            SeatException(rows=written(rows), first=each.first, count=each.count, skip=each.skip)
            for each, rows in others.items()
        ),
    )


def _exception(run: _Run | None, first: str, count: int) -> SeatException | None:
    """Without its rows; None where the row is as the rule says."""
    if run is None:
        return SeatException(rows=(), count=0)
    if run.names[0] == first and run.count == count and not run.skip:
        return None
    return SeatException(
        rows=(),
        first=None if run.names[0] == first else _plain(run.names[0]),
        count=None if run.count == count else run.count,
        skip=run.skip,
    )


def _plain(name: str) -> WrittenName:
    """Digits as a number, which is the same name."""
    return int(name) if _NUMBER.fullmatch(name) else name


_PARTS = re.compile(r"[0-9]+|[^0-9]+")
_NUMBER = re.compile("0|[1-9][0-9]{0,8}")
