"""Where the camera of a chosen picture stood: by its pose, or else no more than what the image covers."""

from typing import Any

import pytest

from layouts.written import compiled, section
from seatpreview.labels.model import place_of
from seatpreview.seats.image_choice import ImageIndex
from seatpreview.seats.sightline import eye_of
from seats.random_imagery import image, imagery

HALL = compiled(
    section(
        rows=["J", "K", "L"], seats={"count": 8}, geometry={"distanceM": 10, "treadM": 1, "spacingM": 0.4}
    ),
    section(id=102),
)
ROWS = {"section": "101", "rows": ["J", "K", "L"]}


def pose_at(key: str, up_m: float = 0.0) -> dict[str, float]:
    eye = eye_of(HALL, place_of(*key.split("/")))
    assert eye is not None
    return {"x": eye.x, "y": eye.y, "z": eye.z + up_m}


@pytest.mark.parametrize(
    ("asked", "covers", "pose", "expected"),
    [
        ("101/L/4", ROWS, "101/K/4", ("101/K/4", False, True, 1.0)),
        ("101/K/4", ROWS, "101/K/4", ("101/K/4", True, True, 0.0)),
        ("101/K/5", ROWS, "101/K/4", ("101/K/4", False, True, 0.4)),
        ("101/K", ROWS, "101/K", ("101/K/4", True, True, 0.0)),
        ("102/A/1", ROWS, "101/K/4", ("101/K/4", False, True, None)),
        ("102/A/1", {"section": "102"}, "101/K/4", ("101/K/4", False, True, None)),
        ("101/L/4", ROWS, None, ("101", False, False, None)),
        ("101/L", {"section": "101", "rows": ["L"]}, None, ("101/L", True, False, 0.0)),
        ("101/L/1", {"section": "101", "rows": ["L"]}, None, ("101/L", False, False, 1.4)),
        ("101/L/4", {"section": "101", "rows": ["L"], "seats": ["4"]}, None, ("101/L/4", True, True, 0.0)),
        (
            "101/L/4",
            {"section": "101", "rows": ["L"], "seats": ["4", "5"]},
            None,
            ("101/L", False, False, None),
        ),
        ("101/L/4", {}, None, (None, False, False, None)),
    ],
)
def test_a_camera_stood_where_its_pose_says_and_else_in_what_it_covers(
    asked: str, covers: dict[str, Any], pose: str | None, expected: tuple[Any, ...]
) -> None:
    sets = imagery({"images": [image("one", None if pose is None else pose_at(pose), **covers)]})
    choice = ImageIndex(HALL, sets, ()).choose(place_of(*asked.split("/")), None)
    assert choice is not None
    camera = choice.camera
    metres = None if camera.distance_m is None else round(camera.distance_m, 1)
    key = None if camera.place is None else camera.place.key
    assert (key, camera.is_here, camera.is_exact, metres) == expected


def test_a_camera_in_the_air_stood_at_no_seat() -> None:
    sets = imagery({"images": [image("drone", pose_at("101/K/4", up_m=20.0), **ROWS)]})
    choice = ImageIndex(HALL, sets, ()).choose(place_of("101", "K", "4"), None)
    assert choice is not None
    assert (choice.camera.place, choice.camera.is_here, choice.camera.is_exact) == (None, False, True)
    assert choice.camera.distance_m == pytest.approx(20.0)
