import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.imports.svg.path import POINTS_MAX, path_points


def test_every_command_moves_the_pen() -> None:
    points = path_points("M1 1L2 2H5V6C1 2 3 4 5 5S1 1 2 2Q0 0 1 1T3 3z l1 1")
    assert points[:4] == [(1, 1), (2, 2), (5, 2), (5, 6)]
    assert points[-1] == (2, 2), "After z, the pen is where the outline began."


def test_flags_of_arcs_may_stand_without_separators() -> None:
    assert path_points("M0 0a5 5 0 0110 0")[-1] == pytest.approx((10, 0))
    assert path_points("M0 0a5,5,0,0,1,10,0a5 5 0 1 0-10 0")[-1] == pytest.approx((0, 0))


def test_half_a_circle_reaches_as_far_as_its_radius() -> None:
    points = path_points("M-5 0A5 5 0 0 1 5 0")
    assert min(y for _, y in points) == pytest.approx(-5)
    assert all(math.hypot(x, y) == pytest.approx(5) for x, y in points)


def test_numbers_after_the_first_pair_are_lines() -> None:
    assert path_points("m1 1 1 0 0 1") == [(1, 1), (2, 1), (2, 2)]


def test_control_points_are_no_corners() -> None:
    assert path_points("M0 0C9 9 9 9 1 1", corners_only=True) == [(0, 0), (1, 1)]


@pytest.mark.parametrize(
    "data", ["M1 1" + "l1 1" * 60_000, "M" + "1 " * 120_000, "M" + "1" * 1_000_000 + " 1"]
)
def test_huge_path_data_is_cut_off(data: str) -> None:
    assert len(path_points(data)) <= POINTS_MAX


@given(st.text("MmLlHhVvCcSsQqTtAaZz0123456789.-+eE, ", max_size=80))
def test_any_path_data_gives_points(data: str) -> None:
    assert all(len(point) == 2 for point in path_points(data))
