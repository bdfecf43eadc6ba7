"""Rows beside each other are at one depth, and blocks behind others go on from them."""

import math

import pytest

from seatpreview.imports.fitting.assumed_heights import depths_of_level
from seatpreview.imports.fitting.near_points import PlanPoint


def straight(
    x: float, y: float, rows: int = 3, turn: float = 0.0, step_m: float = 1.0
) -> list[list[PlanPoint]]:
    """Rows of five seats, behind each other to the south, then turned about the focus."""
    cos, sin = math.cos(turn), math.sin(turn)
    return [
        [
            PlanPoint(
                (x + seat) * cos - (y - row * step_m) * sin, (x + seat) * sin + (y - row * step_m) * cos
            )
            for seat in (-2, -1, 0, 1, 2)
        ]
        for row in range(rows)
    ]


def test_the_ends_of_a_straight_stand_and_the_short_sides_of_a_field_begin_at_the_front() -> None:
    stands = [straight(0, -5), straight(8, -5), straight(-8, -5), straight(0, -14, turn=math.pi / 2)]
    for depths in depths_of_level(stands):
        assert depths == pytest.approx([0, 1, 2], abs=1e-9)


def test_a_block_behind_another_goes_on_from_it() -> None:
    front, rear = depths_of_level([straight(0, -5), straight(0, -10)])
    assert front == pytest.approx([0, 1, 2])
    assert rear == pytest.approx([5, 6, 7])


def test_rows_that_bend_around_the_focus_are_as_deep_as_their_radius() -> None:
    arcs = [
        [PlanPoint(radius * math.sin(turn), -radius * math.cos(turn)) for turn in (-0.9, -0.4, 0, 0.4, 0.9)]
        for radius in (6, 7, 8.5)
    ]
    assert depths_of_level([arcs]) == [pytest.approx([0, 1, 2.5])]


def test_a_single_seat_on_the_focus_has_a_depth() -> None:
    assert depths_of_level([[[PlanPoint(0, 0)]]]) == [[0.0]]
