"""Random layouts, each with the list of seats that it should have, made in a slow and simple way."""

from itertools import product
from string import ascii_uppercase
from typing import Any, NamedTuple

from hypothesis import strategies as st

from layouts.written import layout_of
from seatpreview.layouts.model import NO_ROW, Layout

LETTERS = [*ascii_uppercase, *("".join(pair) for pair in product(ascii_uppercase, repeat=2))]
DOUBLED = [letter * times for times in (1, 2, 3) for letter in ascii_uppercase]


class Names(NamedTuple):
    """Names as a person writes them, and the names that they stand for."""

    written: Any
    expected: list[str]


NO_ROWS = Names([], [NO_ROW])
"""A section without rows: the keys of its seats have an empty row."""


class DescribedLayout(NamedTuple):
    """A layout, and the keys of its seats."""

    layout: Layout
    keys: list[tuple[str, str, str]]


def numbers(prefix: str = "", digits: int = 0, size_max: int = 12) -> st.SearchStrategy[Names]:
    return st.builds(
        lambda first, size, step: _range(
            [f"{prefix}{first + index * step:0{digits}d}" for index in range(size)], step=step
        ),
        st.integers(0, 120),
        st.integers(1, size_max),
        st.integers(1, 3),
    )


def letters(alphabet: list[str], **more: Any) -> st.SearchStrategy[Names]:
    return st.builds(
        lambda start, size: _range(alphabet[start : start + size], **more),
        st.integers(0, 40),
        st.integers(1, 30),
    )


def _range(names: list[str], **more: Any) -> Names:
    return Names({"first": names[0], "last": names[-1], **more}, names)


ranges = (
    numbers()
    | numbers(digits=3)
    | numbers(prefix="R")
    | letters(LETTERS, style="letters")
    | letters(DOUBLED, style="doubled")
)


@st.composite
def skipping(draw: st.DrawFn, names: st.SearchStrategy[Names]) -> Names:
    """Generates the same names with some of them skipped, but not all."""
    whole = draw(names)
    skipped = draw(st.sets(st.sampled_from(whole.expected), max_size=len(whole.expected) - 1))
    remaining = [name for name in whole.expected if name not in skipped]
    return Names(whole.written | {"skip": sorted(skipped)}, remaining)


@st.composite
def row_names(draw: st.DrawFn) -> Names:
    """Generates a range, or single names and then a range."""
    first = draw(skipping(ranges))
    if draw(st.booleans()):
        return first
    single = draw(st.lists(st.sampled_from(["WC", "Rail 1", "Box-x", "É"]), unique=True))
    added = [name for name in single if name not in first.expected]
    return Names([*added, first.written], [*added, *first.expected])


@st.composite
def seat_rules(draw: st.DrawFn, rows: list[str], prefix: str) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Generates a seat rule, and the seats of each row."""
    numbering = draw(st.sampled_from(["all", "odd", "even"]))
    step = 1 if numbering == "all" else 2
    first = draw(st.integers(0, 20)) * step + (numbering == "odd")
    count = draw(st.integers(1, 12))
    usual = [f"{prefix}{first + index * step}" for index in range(count)]
    expected = dict.fromkeys(rows, usual)
    exceptions: list[dict[str, Any]] = []
    for row in draw(st.lists(st.sampled_from(rows), max_size=0 if rows == [NO_ROW] else 3, unique=True)):
        skipped = draw(st.sets(st.sampled_from(usual)))
        fewer = draw(st.integers(0, count - 1))
        if skipped:
            exceptions.append({"rows": [row], "skip": sorted(skipped)})
            expected[row] = [seat for seat in usual if seat not in skipped]
        else:
            exceptions.append({"rows": [row], "count": fewer})
            expected[row] = usual[:fewer]
    rule = {
        "first": f"{prefix}{first}",
        "count": count,
        "numbering": numbering,
        "direction": draw(st.sampled_from(["leftToRight", "rightToLeft"])),
        "exceptions": exceptions,
    }
    return rule, expected


geometries = st.fixed_dictionaries(
    {"distanceM": st.floats(40, 90)},
    optional={
        "shape": st.sampled_from(["straight", "curved"]),
        "bearingDeg": st.floats(-180, 180),
        "bearingStepDeg": st.floats(-20, 20),
        "elevationM": st.floats(-5, 40),
        "treadM": st.floats(0.5, 2),
        "riserM": st.floats(0.05, 1),
        "spacingM": st.floats(0.4, 0.8),
    },
)


@st.composite
def described_layouts(draw: st.DrawFn) -> DescribedLayout:
    sections, keys = [], []
    for block in range(draw(st.integers(0, 3))):
        ids = draw(skipping(numbers(prefix=f"{ascii_uppercase[block]}-", size_max=4)))
        rows = draw(row_names() | st.just(NO_ROWS))
        rules = [
            draw(seat_rules(rows.expected, prefix)) for prefix in draw(st.sampled_from([[""], ["", "X"]]))
        ]
        sections.append({"ids": ids.written, "rows": rows.written, "seats": [rule for rule, _ in rules]})
        if draw(st.booleans()):
            sections[-1]["geometry"] = draw(geometries)
        keys += [
            (section_id, row, seat)
            for section_id in ids.expected
            for row in rows.expected
            for _, seats in rules
            for seat in seats[row]
        ]
    return DescribedLayout(layout_of(*sections), keys)
