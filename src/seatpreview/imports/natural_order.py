"""The order in which a person lists names of rows and seats."""

import re
from collections.abc import Collection

from seatpreview.labels.text.numerals import roman_number

_PARTS = re.compile(r"[0-9]+|[^0-9]+")
_NUMBER = re.compile(r"[0-9]+")
_LETTERS_MAX = 3
_COUNTED_ALPHABETS = re.compile(r"[\W\d_A-Za-zÀ-ɏΑ-ωА-яЁё]*")
"""The letters of other alphabets are counted in several orders: い ろ は is as usual as あ い う."""


def natural_sort_key(name: str) -> list[tuple[int, int, str]]:
    """Returns a sort key: letters go from A to Z and then AA, numbers by their value.

    Letters come before numbers: where a section has rows of both kinds, those with letters are in front.
    """
    return [
        (1, int(part), part) if part.isdecimal() else (0, len(part), part.casefold())
        for part in _PARTS.findall(name)
    ]


def sorted_naturally(names: Collection[str]) -> list[str]:
    """Returns names by `natural_sort_key`, and Roman numerals by their values if all names without a digit
    are such numerals: in the alphabet, IX comes before V."""
    values = {name: roman_number(name.casefold()) for name in names if not any(map(str.isdigit, name))}
    if not values or not all(values.values()):
        return sorted(names, key=natural_sort_key)
    return sorted(
        names, key=lambda name: (name not in values, int(values.get(name, "0")), natural_sort_key(name))
    )


def in_counting_order(names: Collection[str]) -> list[str]:
    """Returns names of rows in the order in which they count up. Names that do not count, such as words, stay
    in the order in which they are given: that of the file."""
    series = {_NUMBER.sub("0", name).casefold() for name in names}
    counts_up = len(series) == 1 or all(map(_is_counted, names))
    return sorted_naturally(names) if counts_up else list(names)


def _is_counted(name: str) -> bool:
    """Returns whether a name is a number, a few letters of an alphabet with one order, or both."""
    letters = [part for part in _PARTS.findall(name) if not part.isdecimal()]
    is_short = all(len(part) <= _LETTERS_MAX or roman_number(part.casefold()) for part in letters)
    return is_short and _COUNTED_ALPHABETS.fullmatch(name) is not None
