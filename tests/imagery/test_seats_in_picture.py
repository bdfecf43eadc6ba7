"""Seats in pictures of plans: printed with circles or squares, scanned with noise, and slightly turned."""

import itertools
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw

from seatpreview.imagery.seats_in_picture import find_seats

PITCH_PX, ROW_PX = 30, 38


def printed(
    rows: int = 6,
    seats: int = 10,
    *,
    radius: int = 11,
    is_square: bool = False,
    fill: str = "white",
    outline: str | None = "black",
    has_numbers: bool = True,
    bend: float = 0.0,
) -> Image.Image:
    """Returns a plan as a drawing program prints it: a stage, letters of rows, numbers in seats."""
    scale = 2
    size = (PITCH_PX * seats + 160) * scale, (ROW_PX * rows + 200) * scale
    image = Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(image)
    draw.rectangle((120, 20, size[0] - 120, 90), outline="black", width=3)
    draw.text((size[0] / 2 - 30, 40), "STAGE", fill="black", font_size=26)
    for row in range(rows):
        for seat in range(seats):
            x = 180 + seat * PITCH_PX * scale
            y = 200 + row * ROW_PX * scale + bend * (seat - (seats - 1) / 2) ** 2
            box = (x - scale * radius, y - scale * radius, x + scale * radius, y + scale * radius)
            (draw.rectangle if is_square else draw.ellipse)(box, outline=outline, width=3, fill=fill)
            if has_numbers:
                draw.text((x - 8, y - 11), str(seat + 1), fill="black", font_size=22)
        draw.text((60, 190 + row * ROW_PX * scale), "ABCDEFGH"[row], fill="black", font_size=26)
    return image.resize((size[0] // scale, size[1] // scale), Image.Resampling.LANCZOS)


def scanned(image: Image.Image, turn_deg: float, noise: float) -> Image.Image:
    """Returns the plan as a scanner sees it: grey paper, noise, specks, and not quite straight."""
    turned = image.rotate(turn_deg, resample=Image.Resampling.BICUBIC, fillcolor="white", expand=True)
    chance = np.random.default_rng(7)
    pixels = np.asarray(turned, dtype=np.float64) * 0.9 + 12
    pixels += chance.normal(0, noise, pixels.shape)
    pixels[chance.random(pixels.shape[:2]) < 0.002] = 0
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))


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
