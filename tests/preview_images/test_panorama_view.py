"""The perspective view out of a panorama: compared with the projection, computed point by point."""

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from examples import examples
from seatpreview.preview_images.panorama_view import Direction, cut_view, needed_width

WIDTH = 720
"""Two pixels for each degree."""


def globe(width: int = WIDTH, height: int = WIDTH // 2) -> Image.Image:
    """A panorama whose colours say the direction: red and green the longitude, blue the latitude."""
    around = Image.linear_gradient("L").rotate(90).resize((width, height))
    east = around.point([round(127.5 + 127.5 * math.sin(math.tau * x / 255)) for x in range(256)])
    north = around.point([round(127.5 + 127.5 * math.cos(math.tau * x / 255)) for x in range(256)])
    down = Image.linear_gradient("L").resize((width, height))
    return Image.merge("RGB", (east, north, down))


GLOBE = globe()


def expected_point(x: float, y: float, size: tuple[int, int], to: Direction) -> tuple[float, float]:
    """Where in the panorama the pixel of the picture is, by rotating its ray: a second way to say it."""
    focal = max(size) / 2 / math.tan(math.radians(to.fov) / 2)
    right, up, ahead = x - size[0] / 2, size[1] / 2 - y, focal
    pitch, yaw = math.radians(to.pitch), math.radians(to.yaw)
    up, ahead = up * math.cos(pitch) + ahead * math.sin(pitch), ahead * math.cos(pitch) - up * math.sin(pitch)
    east, north = right * math.cos(yaw) + ahead * math.sin(yaw), ahead * math.cos(yaw) - right * math.sin(yaw)
    longitude = math.atan2(east, north)
    latitude = math.asin(up / math.hypot(right, up, ahead))
    return (0.5 + longitude / math.tau) * WIDTH % WIDTH, (0.5 - latitude / math.pi) * WIDTH / 2


@examples(40)
@given(
    st.floats(-180, 180), st.floats(-35, 35), st.floats(40, 100), st.sampled_from([(240, 126), (150, 150)])
)
@example(180, 0, 75, (240, 126))
@example(0, -35, 75, (150, 150))
def test_every_pixel_shows_the_direction_in_which_it_is_seen(
    yaw: float, pitch: float, fov: float, size: tuple[int, int]
) -> None:
    to = Direction(yaw, pitch, fov)
    picture = cut_view(GLOBE, size, to)
    assert picture.size == size
    for x in range(5, size[0], 29):
        for y in range(5, size[1], 23):
            at_x, at_y = expected_point(x + 0.5, y + 0.5, size, to)
            seen, there = picture.getpixel((x, y)), GLOBE.getpixel((int(at_x), min(int(at_y), 359)))
            assert isinstance(seen, tuple)
            assert isinstance(there, tuple)
            assert max(abs(one - other) for one, other in zip(seen, there, strict=True)) <= 12, (x, y)


@pytest.mark.parametrize("pitch", [-90, -70, 70, 90])
def test_straight_up_and_down_are_seen_whole(pitch: float) -> None:
    picture = cut_view(Image.new("RGB", (720, 360), "white"), (150, 150), Direction(20, pitch, 90))
    assert ImageChops.invert(picture).getbbox() is None, "nothing is left dark"


def test_a_part_of_a_panorama_is_seen_around_its_middle() -> None:
    """As the viewer takes it: its longer side tells how many degrees a pixel is."""
    strip = Image.new("RGB", (720, 120), "white")
    ahead = cut_view(strip, (200, 200), Direction(0, 0, 90))
    assert ahead.getpixel((100, 100)) == (255, 255, 255)
    assert ahead.getpixel((100, 3)) != (255, 255, 255)
    behind = cut_view(strip, (200, 100), Direction(180, 0, 90))
    assert behind.getpixel((100, 50)) == (255, 255, 255), "the strip goes all around"


def test_a_large_panorama_is_reduced_before_it_is_bent() -> None:
    """Fine lines would otherwise become noise: every second column is black, so that all is grey."""
    row = Image.new("L", (8192, 1))
    row.putdata([255, 0] * 4096)
    fine = row.resize((8192, 4096))
    picture = cut_view(fine.convert("RGB"), (300, 158), Direction(0, 0, 75)).convert("L")
    shades = {shade for _, shade in picture.getcolors(256) or []}
    assert shades <= set(range(90, 166))
    assert needed_width((300, 158), Direction(0, 0, 75)) < 8192 / 4
