"""Rows that an aisle parts, and pieces beside each other that are none."""

import math
from collections.abc import Sequence

import pytest

from seatpreview.imports.fitting.near_points import PlanPoint
from seatpreview.imports.fitting.rows_over_aisles import join_over_aisles

PITCH_M = 0.5
NO_NAMES = [""] * 12


def joined(
    pieces: Sequence[Sequence[PlanPoint]], names: Sequence[str] = NO_NAMES
) -> tuple[tuple[int, ...], ...]:
    """Returns the rows as numbers of seats, which count through all pieces."""
    places = [place for piece in pieces for place in piece]
    starts = [sum(map(len, pieces[:number])) for number in range(len(pieces))]
    numbers = [[*range(start, start + len(piece))] for start, piece in zip(starts, pieces, strict=True)]
    rows = join_over_aisles(numbers, dict(enumerate(places)), names, PITCH_M)
    return tuple(tuple(row) for row in rows)


def line(x: float, y: float = -6.0, seats: int = 4, turn_deg: float = 0.0) -> list[PlanPoint]:
    east, north = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    return [PlanPoint(x + PITCH_M * seat * east, y + PITCH_M * seat * north) for seat in range(seats)]


def arc(start_deg: float, radius_m: float = 6.0) -> list[PlanPoint]:
    turns = [math.radians(start_deg) + PITCH_M * seat / radius_m for seat in range(4)]
    return [PlanPoint(radius_m * math.sin(turn), -radius_m * math.cos(turn)) for turn in turns]


TOGETHER = ((0, 1, 2, 3, 4, 5, 6, 7),)
APART = ((0, 1, 2, 3), (4, 5, 6, 7))


@pytest.mark.parametrize(
    ("other", "rows"),
    [
        pytest.param(line(2.7), TOGETHER, id="an aisle"),
        pytest.param(line(2.7, -6.4), APART, id="half a row behind"),
        pytest.param(line(7.0), APART, id="far away"),
        pytest.param([PlanPoint(2.7 + 0.8 * seat, -6) for seat in range(4)], APART, id="wider seats"),
    ],
)
def test_pieces_without_names_are_a_row_where_they_lie_on_a_line(
    other: list[PlanPoint], rows: tuple[tuple[int, ...], ...]
) -> None:
    assert joined([line(0), other]) == rows


def test_pieces_of_an_arc_are_a_row() -> None:
    assert joined([arc(-20), arc(8)]) == TOGETHER
    assert joined([arc(-20), arc(8, 6.8)]) == APART


def test_all_pieces_of_a_row_are_one() -> None:
    pieces = [line(x, y) for y in (-6, -6.9) for x in (0, 2.7, 5.4)]
    assert joined(pieces, [""] * 24) == (tuple(range(12)), tuple(range(12, 24)))


def test_numbers_that_go_on_join_a_row_around_a_corner_and_repeated_ones_part_it() -> None:
    wing = line(2.5, -5.6, turn_deg=15)
    assert joined([line(0), wing]) == APART
    assert joined([line(0), wing], [*"12345678"]) == TOGETHER
    assert joined([line(0), line(2.7)], [*"12341234"]) == APART
