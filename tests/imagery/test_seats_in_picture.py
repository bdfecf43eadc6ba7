"""Seats in pictures of plans: printed with circles or squares, scanned with noise, and slightly turned."""

import itertools
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw

from imagery.printed_plans import PITCH_PX, printed, scanned
from seatpreview.imagery.seats_in_picture import find_seats

PLANS: dict[str, dict[str, Any]] = {
    "outlined circles with numbers": {},
    "coloured circles": {"fill": "#4477aa", "outline": None},
    "pale circles": {"fill": "#cfe3cf", "outline": None, "has_numbers": False},
    "squares": {"is_square": True},
    "squares that share their edges": {"is_square": True, "radius": 15},
    "dark circles that touch": {"radius": 15, "fill": "#333333", "outline": None, "has_numbers": False},
    "bent rows": {"bend": 2.0, "seats": 12},
}


@pytest.mark.parametrize("name", PLANS)
def test_a_printed_plan_gives_each_seat_in_its_row(name: str) -> None:
    seats = PLANS[name].get("seats", 10)
    found = find_seats(printed(**PLANS[name]))
    assert [len(row) for row in found.rows] == [seats] * 6
    assert all(before.x < after.x for row in found.rows for before, after in itertools.pairwise(row))


@pytest.mark.parametrize("turn_deg", [-3.0, 0.0, 1.5])
@pytest.mark.parametrize("name", ["outlined circles with numbers", "coloured circles", "squares"])
def test_a_scan_that_is_turned_and_noisy_gives_the_same_rows(name: str, turn_deg: float) -> None:
    found = find_seats(scanned(printed(**PLANS[name]), turn_deg, noise=14))
    assert [len(row) for row in found.rows] == [10] * 6


def test_the_places_are_the_middles_of_the_shapes() -> None:
    found = find_seats(printed(is_square=True, has_numbers=False))
    first, second = found.rows[0][:2]
    assert first.x == pytest.approx(90, abs=1.5)
    assert first.y == pytest.approx(100, abs=1.5)
    assert second.x - first.x == pytest.approx(PITCH_PX, abs=0.6)
    assert found.size_px == pytest.approx(23, abs=2)


def test_what_has_no_seats_gives_none() -> None:
    chance = np.random.default_rng(3)
    noise = Image.fromarray(chance.integers(0, 255, (300, 400, 3)).astype(np.uint8))
    text = Image.new("RGB", (600, 200), "white")
    ImageDraw.Draw(text).text((20, 60), "Please mind the step. No seats here.", fill="black", font_size=26)
    for picture in (Image.new("RGB", (200, 200), "white"), Image.new("RGB", (10, 10)), noise, text):
        assert find_seats(picture).rows == []
