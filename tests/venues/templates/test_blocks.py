"""Blocks of templates: names of rows, numbers of seats, wheelchair spaces, rakes."""

import pytest
from msgspec.structs import replace

from layouts.written import compiled
from seatpreview.venues.templates.blocks import (
    Block,
    Numbering,
    numbers_of,
    row_names,
    seat_count,
    section_rule,
)
from seatpreview.venues.templates.places import EYE_M, risers_m, written_risers

BLOCK = Block(
    id="A",
    name="Block A",
    level="Stalls",
    category="first",
    counts=(8, 10, 11),
    geometry={"distanceM": 9},
    group="a",
)


def seats_of(block: Block) -> list[str]:
    rule = section_rule(block)
    del rule["category"]
    return [f"{row}{seat}" for _, row, seat in compiled(rule).seats()]


@pytest.mark.parametrize("rows", [1, 8, 9, 24, 25, 33, 50])
def test_rows_skip_letters_that_look_like_digits_and_double_after_z(rows: int) -> None:
    names = row_names(rows, True)
    assert len(set(names)) == rows
    assert not {"I", "O", "II", "OO"} & set(names)
    block = replace(BLOCK, counts=(1,) * rows)
    assert seats_of(block) == [f"{name}1" for name in names]


@pytest.mark.parametrize(
    ("numbering", "first", "last"),
    [
        ("left", [1, 1, 1], [8, 10, 11]),
        ("right", [4, 2, 1], [11, 11, 11]),
        ("centre", [2, 1, 1], [9, 10, 11]),
    ],
)
def test_seats_keep_their_number_where_the_rows_are_aligned(
    numbering: Numbering, first: list[int], last: list[int]
) -> None:
    block = replace(BLOCK, numbering=numbering, widest=11)
    numbers = [numbers_of(block, row) for row in range(3)]
    assert ([each[0] for each in numbers], [each[-1] for each in numbers]) == (first, last)
    assert seats_of(block) == [
        f"{row}{seat}" for row, each in zip("ABC", numbers, strict=True) for seat in each
    ]


def test_odd_numbers_are_to_the_left_of_the_middle_and_even_ones_to_the_right() -> None:
    block = replace(BLOCK, numbering="odd_even", counts=(6,))
    assert numbers_of(block, 0) == [5, 3, 1, 2, 4, 6]
    assert seats_of(block) == ["A1", "A3", "A5", "A2", "A4", "A6"]


@pytest.mark.parametrize("row", [1, -2])
def test_a_wheelchair_space_takes_two_slots_beside_a_companion(row: int) -> None:
    block = replace(BLOCK, wheelchair_row=row)
    assert seat_count([block]) == 27
    assert [seat for seat in seats_of(block) if seat[0] == "B"] == [
        f"B{n}" for n in (1, 3, 4, 5, 6, 7, 8, 10)
    ]
    assert section_rule(block)["properties"] == [
        {"at": {"B": [1, 10]}, "has": ["wheelchair", "stepFree"]},
        {"at": {"B": [3, 8]}, "has": ["companion", "stepFree"]},
    ]


def test_risers_let_everybody_see_over_the_row_in_front() -> None:
    distances_m = [10 + 0.9 * row for row in range(12)]
    risers = risers_m(distances_m, 4.0, 1.0, c_value_m=0.06)
    eye_m = 4.0 + EYE_M - 1.0
    for riser_m, nearer_m, farther_m in zip(risers, distances_m, distances_m[1:], strict=False):
        behind_m = eye_m + riser_m
        assert behind_m * nearer_m / farther_m - eye_m >= 0.06 - 1e-9
        eye_m = behind_m


def test_risers_are_written_as_short_as_they_can_be() -> None:
    assert written_risers([]) == written_risers([0.0, 0.0]) == {}
    assert written_risers([0.2, 0.2]) == {"riserM": 0.2}
    assert written_risers([0.1, 0.2, 0.2]) == {"risersM": [0.1, 0.2]}
