"""Blocks of seats, from which a template's record is written: rows of slots, and how they are numbered."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

import msgspec

Json = dict[str, object]

Numbering = Literal["left", "centre", "right", "odd_even"]
"""Which seats keep their number where rows have different lengths: those at the left end, in the centre or at
the right end. `odd_even`: odd numbers to the left of the centre, even numbers to the right, from 1 and 2."""

SLOTS_WITH_WHEELCHAIRS_MIN = 8
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """A section whose rows are known by their number of slots, from the front to the back."""

    id: str
    name: str
    level: str
    category: str
    counts: tuple[int, ...]
    geometry: Json
    group: str
    """Blocks of one group mirror each other, and are made smaller together."""
    has_letters: bool = True
    """Whether rows are named by letters, or else by numbers."""
    numbering: Numbering = "left"
    first: int = 1
    widest: int = 0
    """The slots of the longest row, to which the numbers of shorter rows are aligned."""
    wheelchair_row: int | None = None
    """The index of a row that is reached without steps: a wheelchair space at each of its ends, and the seat
    of a companion beside it. Negative: from the back."""
    other_categories: tuple[tuple[int, str], ...] = ()
    """The first row and the category of each further part of the block, from the front to the back."""
    trimmed_by: int = 1
    """How many seats a row loses at a time; two where an aisle leads through the middle of the block."""
    members: Json = {}
    """Further members of the section."""
    is_fixed: bool = False
    """Whether the block keeps its size, whatever number of seats is asked for."""


class Slot(NamedTuple):
    """The positions of a wheelchair space, of the empty slot that widens it, and of a companion's seat."""

    wheelchair: int
    empty: int
    companion: int


def seat_count(blocks: Iterable[Block]) -> int:
    """Returns the number of seats of all blocks."""
    return sum(sum(block.counts) - len(_spaces(block)) for block in blocks)


def seats_in(width_m: float, spacing_m: float, aisle_m: float = 1.2) -> int:
    """Returns how many seats fit into a width, of which half an aisle on each side is kept free."""
    return max(1, int((width_m - aisle_m) / spacing_m + 1e-6))


def section_rule(block: Block) -> Json:
    """Returns the section of the layout."""
    rule: Json = {"id": block.id, "name": block.name, "level": block.level, **block.members}
    rule["rows"] = row_range(len(block.counts), block.has_letters)
    rule["seats"] = _seat_rules(block)
    rule["category"] = block.category
    properties = [*_category_rules(block), *_wheelchair_rules(block)]
    return rule | ({"properties": properties} if properties else {}) | {"geometry": block.geometry}


def _seat_rules(block: Block) -> object:
    if block.numbering != "odd_even":
        return _seat_rule(block, [numbers_of(block, row) for row in range(len(block.counts))])
    odd = _seat_rule(block, [numbers_of(block, row)[: n // 2][::-1] for row, n in enumerate(block.counts)])
    even = _seat_rule(block, [numbers_of(block, row)[n // 2 :] for row, n in enumerate(block.counts)])
    return [{"numbering": "odd", "direction": "rightToLeft"} | odd, {"numbering": "even"} | even]


def _seat_rule(block: Block, numbers: Sequence[Sequence[int]]) -> Json:
    """Returns a rule for rows with these seat numbers, and exceptions for rows that differ from most."""
    forms = [(of_row[0], len(of_row)) for of_row in numbers]
    skipped = [tuple(_skipped(block, row, of_row)) for row, of_row in enumerate(numbers)]
    first, count = max(forms, key=forms.count)
    rows = row_names_of(block)
    exceptions: list[Json] = []
    described = zip(rows, forms, skipped, strict=True)
    for (form, skip), alike in groupby(described, key=lambda row: row[1:]):
        if (form, skip) == ((first, count), ()):
            continue
        exception: Json = {"rows": [name for name, *_ in alike]}
        if form[0] != first:
            exception["first"] = form[0]
        if form[1] != count:
            exception["count"] = form[1]
        exceptions.append(exception | ({"skip": list(skip)} if skip else {}))
    rule: Json = {"count": count} if block.numbering == "odd_even" else {"first": first, "count": count}
    return rule | ({"exceptions": exceptions} if exceptions else {})


def row_names_of(block: Block) -> list[str]:
    """Returns the names of the rows, from the front to the back."""
    return row_names(len(block.counts), block.has_letters)


def numbers_of(block: Block, row: int) -> list[int]:
    """Returns the number of each slot of a row, from left to right."""
    count = block.counts[row]
    if block.numbering == "odd_even":
        half = count // 2
        return [*range(2 * half - 1, 0, -2), *range(2, 2 * (count - half) + 1, 2)]
    missing = max(0, max(block.widest, *block.counts) - count)
    start = block.first + {"left": 0, "centre": missing // 2, "right": missing}[block.numbering]
    return list(range(start, start + count))


def _wheelchair_row(block: Block) -> int | None:
    rows, row = len(block.counts), block.wheelchair_row
    if row is None or not -rows <= row < rows:
        return None
    return row % rows


def _spaces(block: Block) -> list[Slot]:
    """Returns the wheelchair spaces of a block: at both ends of the row, if it is long enough."""
    row = _wheelchair_row(block)
    if row is None or block.counts[row] < SLOTS_WITH_WHEELCHAIRS_MIN:
        return []
    last = block.counts[row] - 1
    return [Slot(0, 1, 2), Slot(last, last - 1, last - 2)]


def _skipped(block: Block, row: int, numbers: Sequence[int]) -> list[int]:
    if row != _wheelchair_row(block):
        return []
    of_row = numbers_of(block, row)
    return [of_row[space.empty] for space in _spaces(block) if of_row[space.empty] in numbers]


def _category_rules(block: Block) -> list[Json]:
    rows = row_names_of(block)
    starts = [start for start, _ in block.other_categories] + [len(rows)]
    return [
        {"rows": rows[start:end], "category": category}
        for (start, category), end in zip(block.other_categories, starts[1:], strict=True)
        if rows[start:end]
    ]


def _wheelchair_rules(block: Block) -> list[Json]:
    spaces, index = _spaces(block), _wheelchair_row(block)
    if not spaces or index is None:
        return []
    row, numbers = row_names_of(block)[index], numbers_of(block, index)
    wheelchairs = sorted(numbers[space.wheelchair] for space in spaces)
    companions = sorted(numbers[space.companion] for space in spaces)
    return [
        {"at": {row: wheelchairs}, "has": ["wheelchair", "stepFree"]},
        {"at": {row: companions}, "has": ["companion", "stepFree"]},
    ]


def row_names(count: int, has_letters: bool) -> list[str]:
    """Returns the names of so many rows: A to Z, then AA, BB, CC; or 1, 2, 3."""
    if not has_letters:
        return [str(number) for number in range(1, count + 1)]
    return [_LETTERS[row % len(_LETTERS)] * (1 + row // len(_LETTERS)) for row in range(count)]


def row_range(count: int, has_letters: bool) -> dict[str, object]:
    """Returns the names of the same rows as a layout writes them."""
    if not has_letters:
        return {"first": 1, "last": count}
    names = row_names(count, has_letters)
    written: dict[str, object] = {"first": "A", "last": names[-1]}
    repeats = len(names[-1])
    skipped = [letter * times for times in range(1, repeats + 1) for letter in "IO"]
    skipped = [name for name in skipped if (len(name), name) < (repeats, names[-1])]
    if skipped:
        written["skip"] = skipped
    return written | ({"style": "doubled"} if repeats > 1 else {})
