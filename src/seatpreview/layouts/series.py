"""Names that count on: 101 to 124, A to Z and then AA, R1 to R9, 001 to 120."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import Literal

import msgspec

from seatpreview.problems import MemberFault

Style = Literal["numbers", "letters", "doubled"]


class Script(msgspec.Struct, frozen=True, array_like=True):
    """How the numbers of a series are written, behind the prefix that all of its names have."""

    prefix: str
    style: Style
    """In digits; as Z, AA, AB; or as Z, AA, BB."""
    digits_min: int = 0
    is_lower: bool = False

    def write(self, number: int) -> str:
        if self.style == "numbers":
            return self.prefix + str(number).zfill(self.digits_min)
        letters = _doubled(number) if self.style == "doubled" else _letters(number)
        return self.prefix + (letters.lower() if self.is_lower else letters)

    def read(self, name: str) -> int | None:
        """The number that is written exactly so."""
        body = name.removeprefix(self.prefix)
        if not body.isascii() or len(body) > _ENDING_CHARACTERS_MAX:
            return None
        number = _READERS[self.style](body)
        return number if number is not None and self.write(number) == name else None

    @property
    def least(self) -> int:
        return 0 if self.style == "numbers" else 1


class Series(msgspec.Struct, frozen=True, array_like=True):
    """Names in the order in which they are counted. Some are passed over: these do not exist."""

    script: Script
    first: int
    step: int
    count: int
    """With those that are skipped."""
    skipped: tuple[int, ...] = ()
    """Indices, ascending."""

    def __len__(self) -> int:
        return self.count - len(self.skipped)

    def __iter__(self) -> Iterator[str]:
        names = map(self.script.write, range(self.first, self.first + self.count * self.step, self.step))
        if not self.skipped:
            return names
        left_out = frozenset(self.skipped)
        return (name for index, name in enumerate(names) if index not in left_out)

    def __contains__(self, name: object) -> bool:
        index = self.index_of(name) if isinstance(name, str) else None
        return index is not None and not self.skips(index)

    def name_at(self, index: int) -> str:
        return self.script.write(self.first + index * self.step)

    def index_of(self, name: str) -> int | None:
        """The index of a name, skipped or not."""
        number = self.script.read(name)
        if number is None:
            return None
        index, rest = divmod(number - self.first, self.step)
        return index if rest == 0 and 0 <= index < self.count else None

    def skips(self, index: int) -> bool:
        position = bisect_left(self.skipped, index)
        return position < len(self.skipped) and self.skipped[position] == index


def series_between(first: str, last: str, *, step: int = 1, style: Style | None = None) -> Series:
    """The names from first to last; a `MemberFault` where they cannot be counted.

    Letters that can be counted in two ways, such as AA to DD, need a style.
    """
    series = _between(first, last, step, style or "letters")
    if style is None and series.script.style == "letters":
        _check_one_way_to_count(series, first, last)
    if style is not None and series.script.style == "numbers":
        raise MemberFault("style", f"is for letters, and {first!r} to {last!r} counts in numbers")
    return series


def series_from(first: str, *, count: int, step: int = 1) -> Series:
    """So many names from the first on; a `MemberFault` where they cannot be counted."""
    script, number = _start(first, step, "letters")
    if count and number + (count - 1) * step < script.least:
        least = script.write(script.least)
        raise MemberFault(
            "count", f"is {count}, which from {first!r} in steps of {step} counts past {least!r}"
        )
    return Series(script, number, step, count)


def ending_of(name: str) -> str:
    """What a name ends in: 110 of FB110, B of Box-B, and the whole of a name that has no such ending."""
    found = _COUNTABLE.fullmatch(name)
    return (found["digits"] or found["letters"]) if found else name


def _between(first: str, last: str, step: int, style: Style) -> Series:
    script, start = _start(first, step, style)
    end = script.read(last)
    if end is None:
        raise MemberFault(
            "last", f"is {last!r}, which does not count on from {first!r}: {_reason(script, last)}"
        )
    if (end - start) * step < 0:
        raise MemberFault("first", _wrong_way(first, last, step))
    index, rest = divmod(end - start, step)
    if rest:
        nearest = script.write(start + index * step)
        raise MemberFault(
            "last", f"is {last!r}, which steps of {step} from {first!r} pass over after {nearest!r}"
        )
    return Series(script, start, step, index + 1)


def _start(first: str, step: int, style: Style) -> tuple[Script, int]:
    if step == 0:
        raise MemberFault("step", "must not be 0")
    script = _script_of(first, style)
    if script is None:
        raise MemberFault("first", f"is {first!r}, from which nothing counts on: {_UNCOUNTABLE}")
    number = script.read(first)
    if number is None:
        raise MemberFault("first", f"is {first!r}, which is not one letter, repeated")
    return script, number


def _script_of(name: str, style: Style) -> Script | None:
    found = _COUNTABLE.fullmatch(name)
    if not found:
        return None
    if digits := found["digits"]:
        is_padded = len(digits) > 1 and digits.startswith("0")
        return Script(found["before_digits"], "numbers", len(digits) if is_padded else 0)
    return Script(found["before_letters"], style, is_lower=found["letters"].islower())


def _reason(script: Script, last: str) -> str:
    other = _script_of(last, "doubled" if script.style == "doubled" else "letters")
    if other is None:
        return _UNCOUNTABLE
    if other.prefix != script.prefix:
        return f"one starts with {script.prefix!r} and the other with {other.prefix!r}"
    if other.style != script.style:
        return "one ends in a number and the other in letters"
    if other.is_lower != script.is_lower:
        return "one is in capitals and the other is not"
    if script.style == "doubled":
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
    """Right for one letter, repeated; any other text is not written by the number that it gives."""
    return (len(body) - 1) * 26 + ord(body[0].upper()) - ord("A") + 1 if body.isalpha() else None


def _digits_number(body: str) -> int | None:
    return int(body) if body.isdigit() else None


_READERS: dict[Style, Callable[[str], int | None]] = {
    "numbers": _digits_number,
    "letters": _letters_number,
    "doubled": _doubled_number,
}
_ENDING_CHARACTERS_MAX = 40
_UNCOUNTABLE = "it does not end in a number, nor in one to three letters of the same case"
# Letters follow each other only where nothing but a sign or a digit stands before them: 'Stalls' is a word.
_COUNTABLE = re.compile(
    r"(?P<before_digits>.*?)(?P<digits>[0-9]{1,9})"
    r"|(?P<before_letters>(?:.*[\W\d_])?)(?P<letters>[A-Z]{1,3}|[a-z]{1,3})"
)
