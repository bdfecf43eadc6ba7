"""Names of categories for people: ids of other systems are none."""

from collections.abc import Iterable

from msgspec.structs import replace

from seatpreview.layouts.seat_properties import Category
from seatpreview.values.validated_text import Label

_CODE_LENGTH_MIN = 16
_HEX_DIGITS = frozenset("0123456789abcdef")


def is_code(name: str) -> bool:
    """Returns whether a name is a UUID or another long number that only machines read."""
    digits = name.casefold().replace("-", "").replace("_", "")
    return len(digits) >= _CODE_LENGTH_MIN and _HEX_DIGITS.issuperset(digits)


def numbered_name(position: int) -> str:
    """Returns the name of a category that has none, by its position from 0. Viewers translate it."""
    return f"Category {position + 1}"


def with_names(categories: Iterable[Category]) -> tuple[Category, ...]:
    """Returns the categories with a number for those that only have a code for a name."""
    return tuple(
        replace(each, name=Label(numbered_name(position))) if is_code(str(each.name or each.id)) else each
        for position, each in enumerate(categories)
    )
