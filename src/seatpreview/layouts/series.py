"""Series of consecutive names: 101 to 124, A to Z and then AA, R1 to R9, 001 to 120."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import msgspec

from seatpreview.problems import MemberFault

Style = Literal["numbers", "letters", "doubled", "fixed"]


class NameFormat(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """How the names of a series are formed from numbers: a common prefix, and then digits or letters."""

    prefix: str
    style: Style
    """`numbers` in digits; `letters` as Z, AA, AB; `doubled` as Z, AA, BB. `fixed`: the prefix is the whole
    name, and the series has no other."""
    digits_min: int = 0
    is_lower: bool = False

    def name_of(self, number: int) -> str:
        """Returns the name of a number."""
        if self.style == "fixed":
            return self.prefix
        if self.style == "numbers":
            digits = str(number)
            return self.prefix + (digits.zfill(self.digits_min) if self.digits_min else digits)
        letters = _doubled(number) if self.style == "doubled" else _letters(number)
        return self.prefix + (letters.lower() if self.is_lower else letters)

    def number_of(self, name: str) -> int | None:
        """Returns the number with exactly this name; None if there is none."""
        if self.style == "fixed":
            return 1 if name == self.prefix else None
        body = name.removeprefix(self.prefix) if self.prefix else name
        if not body.isascii() or len(body) > _ENDING_CHARACTERS_MAX:
            return None
        number = _READERS[self.style](body)
        return number if number is not None and self.name_of(number) == name else None

    @property
    def least(self) -> int:
        """The smallest number that has a name."""
        return 0 if self.style == "numbers" else 1


class Series(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Consecutive names in order. Skipped names do not exist."""

    name_format: NameFormat
    first: int
    step: int
    count: int
    """The number of names, including skipped ones."""
    skipped: tuple[int, ...] = ()
    """The indices of skipped names, ascending."""

    def __len__(self) -> int:
        return self.count - len(self.skipped)

    def __iter__(self) -> Iterator[str]:
        names = map(
            self.name_format.name_of, range(self.first, self.first + self.count * self.step, self.step)
        )
        if not self.skipped:
            return names
        skipped = frozenset(self.skipped)
        return (name for index, name in enumerate(names) if index not in skipped)

    def __contains__(self, name: object) -> bool:
        index = self.index_of(name) if isinstance(name, str) else None
        return index is not None and not self.skips(index)

    def name_at(self, index: int) -> str:
        """Returns the name at an index, skipped or not."""
        return self.name_format.name_of(self.first + index * self.step)

    def index_of(self, name: str) -> int | None:
        """Returns the index of a name, skipped or not; None if the series has no such name."""
        number = self.name_format.number_of(name)
        if number is None:
            return None
        index, rest = divmod(number - self.first, self.step)
        return index if rest == 0 and 0 <= index < self.count else None

    def skips(self, index: int) -> bool:
        """Returns whether the name at an index is skipped."""
        if not self.skipped:
            return False
        position = bisect_left(self.skipped, index)
        return position < len(self.skipped) and self.skipped[position] == index


def series_between(first: str, last: str, *, step: int = 1, style: Style | None = None) -> Series:
    """Returns the names from first to last. Raises `MemberFault` if they cannot be counted.

    Letters that can be counted in two ways, such as AA to DD, need a style.
    """
    series = _between(first, last, step, style or "letters")
    if style is None and series.name_format.style == "letters":
        _check_one_way_to_count(series, first, last)
    if style is not None and series.name_format.style == "numbers":
        raise MemberFault("style", f"is for letters, and {first!r} to {last!r} counts in numbers")
    return series


def series_from(first: str, *, count: int, step: int = 1) -> Series:
    """Returns this many names, beginning with the first. Raises `MemberFault` if they cannot be counted."""
    name_format, number = _start(first, step, "letters")
    if count and number + (count - 1) * step < name_format.least:
        least = name_format.name_of(name_format.least)
        raise MemberFault(
            "count", f"is {count}, which from {first!r} in steps of {step} counts past {least!r}"
        )
    return Series(name_format, number, step, count)


def series_of_one(name: str) -> Series:
    """Returns the series that has this name alone, whatever it is."""
    return Series(NameFormat(name, "fixed"), 1, 1, 1)


def runs_of(names: Sequence[str]) -> tuple[Series, ...]:
    """Returns series that together have these names in this order: few, if the names count on."""
    runs: list[Series] = []
    for name in names:
        longer = _appended(runs[-1], name) if runs else None
        if longer is None:
            runs.append(_first_of_run(name))
        else:
            runs[-1] = longer
    return tuple(runs)


def ending_of(name: str) -> str:
    """Returns the number or letters at the end of a name: 110 of FB110, B of Box-B; otherwise the whole
    name."""
    found = _COUNTABLE.fullmatch(name)
    return (found["digits"] or found["letters"]) if found else name


def _first_of_run(name: str) -> Series:
    name_format = _format_of(name, "letters")
    number = None if name_format is None else name_format.number_of(name)
    if name_format is None or number is None:
        return series_of_one(name)
    return Series(name_format, number, 1, 1)


def _appended(run: Series, name: str) -> Series | None:
    """Returns the run with one more name; None if the name does not continue it."""
    number = None if run.name_format.style == "fixed" else run.name_format.number_of(name)
    if number is None:
        return None
    last = run.first + (run.count - 1) * run.step
    step = number - last
    if step == 0 or abs(step) > _RUN_STEP_MAX or (run.count > 1 and step != run.step):
        return None
    return Series(run.name_format, run.first, step, run.count + 1)


def _between(first: str, last: str, step: int, style: Style) -> Series:
    name_format, start = _start(first, step, style)
    end = name_format.number_of(last)
    if end is None:
        raise MemberFault(
            "last", f"is {last!r}, which does not count on from {first!r}: {_reason(name_format, last)}"
        )
    if (end - start) * step < 0:
        raise MemberFault("first", _wrong_way(first, last, step))
    index, rest = divmod(end - start, step)
    if rest:
        nearest = name_format.name_of(start + index * step)
        raise MemberFault(
            "last", f"is {last!r}, which steps of {step} from {first!r} pass over after {nearest!r}"
        )
    return Series(name_format, start, step, index + 1)


def _start(first: str, step: int, style: Style) -> tuple[NameFormat, int]:
    if step == 0:
        raise MemberFault("step", "must not be 0")
    name_format = _format_of(first, style)
    if name_format is None:
        raise MemberFault("first", f"is {first!r}, from which nothing counts on: {_UNCOUNTABLE}")
    number = name_format.number_of(first)
    if number is None:
        raise MemberFault("first", f"is {first!r}, which is not one letter, repeated")
    return name_format, number


def _format_of(name: str, style: Style) -> NameFormat | None:
    found = _COUNTABLE.fullmatch(name)
    if not found:
        return None
    if digits := found["digits"]:
        is_padded = len(digits) > 1 and digits.startswith("0")
        return NameFormat(found["before_digits"], "numbers", len(digits) if is_padded else 0)
    return NameFormat(found["before_letters"], style, is_lower=found["letters"].islower())


def _reason(name_format: NameFormat, last: str) -> str:
    other = _format_of(last, "doubled" if name_format.style == "doubled" else "letters")
    if other is None:
        return _UNCOUNTABLE
    if other.prefix != name_format.prefix:
        return f"one starts with {name_format.prefix!r} and the other with {other.prefix!r}"
    if other.style != name_format.style:
        return "one ends in a number and the other in letters"
    if other.is_lower != name_format.is_lower:
        return "one is in capitals and the other is not"
    if name_format.style == "doubled":
        return "it is not one letter, repeated"
    return "one is padded with zeros and the other is not, or not as far"


def _wrong_way(first: str, last: str, step: int) -> str:
    if step > 0:
        return f"is {first!r}, which comes after the last, {last!r}; give a negative step to count down"
    return f"is {first!r}, which comes before the last, {last!r}; a step of {step} counts down"


def _check_one_way_to_count(series: Series, first: str, last: str) -> None:
    try:
        doubled = _between(first, last, series.step, "doubled")
    except MemberFault:
        return
    if doubled.count != series.count:
        raise MemberFault(
            "style",
            f"is needed, for {first!r} to {last!r} can be counted in two ways: 'letters' as AA, AB, AC "
            f"({series.count} names) or 'doubled' as AA, BB, CC ({doubled.count} names)",
        )


def _letters(number: int) -> str:
    text = ""
    while number > 0:
        number, letter = divmod(number - 1, 26)
        text = chr(ord("A") + letter) + text
    return text


def _letters_number(body: str) -> int | None:
    number = 0
    for letter in body.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number if body.isalpha() else None


def _doubled(number: int) -> str:
    times, letter = divmod(number - 1, 26)
    return chr(ord("A") + letter) * (times + 1)


def _doubled_number(body: str) -> int | None:
    """Returns the number of one repeated letter. For any other text, the returned number has another name."""
    return (len(body) - 1) * 26 + ord(body[0].upper()) - ord("A") + 1 if body.isalpha() else None


def _digits_number(body: str) -> int | None:
    return int(body) if body.isdigit() else None


_READERS: dict[Literal["numbers", "letters", "doubled"], Callable[[str], int | None]] = {
    "numbers": _digits_number,
    "letters": _letters_number,
    "doubled": _doubled_number,
}
_ENDING_CHARACTERS_MAX = 40
_RUN_STEP_MAX = 1000
_UNCOUNTABLE = "it does not end in a number, nor in one to three letters of the same case"
# Letters are counted only if a sign, a digit or nothing stands before them: 'Stalls' is a word.
_COUNTABLE = re.compile(
    r"(?P<before_digits>.*?)(?P<digits>[0-9]{1,9})"
    r"|(?P<before_letters>(?:.*[\W\d_])?)(?P<letters>[A-Z]{1,3}|[a-z]{1,3})"
)
