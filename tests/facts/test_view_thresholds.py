"""The viewer and the designer put views into words and colours by the same bounds as the service."""

import math
import re
from pathlib import Path

import pytest

from seatpreview.seats import descriptions, view_quality
from seatpreview.sightlines import sight_hall

WEB = Path(__file__).parents[2] / "web" / "source"


def numbers_in(file: str, name: str) -> list[float]:
    """Returns the numbers of a constant: a number, a list, or the members of an object."""
    found = re.search(rf"\b{name}\b[^=]*= ([^;]+);", (WEB / file).read_text())
    assert found is not None, f"{file} has no {name}"
    return [float(number) for number in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?", found[1])]


def test_a_view_from_behind_begins_at_the_same_angle() -> None:
    stage, screen, field = numbers_in("viewer/preview-text.ts", "FROM_BEHIND_DEG")
    assert (stage, screen) == (view_quality.FROM_BEHIND_DEG, view_quality.SCREEN_BACK_DEG)
    assert field == 180, "a field has no back"


def test_a_seat_that_counts_as_straight_in_front_is_not_one_from_the_side() -> None:
    [straight] = numbers_in("viewer/preview-text.ts", "STRAIGHT_DEG")
    assert straight < view_quality.FROM_THE_SIDE_DEG


def test_the_nearest_edge_is_told_from_the_same_distance_on() -> None:
    assert numbers_in("viewer/preview-text.ts", "NEARER_THAN") == [descriptions.NEARER_THAN]


def test_what_hides_the_set_is_told_from_the_same_share_on() -> None:
    assert numbers_in("viewer/preview-text.ts", "FRAME_HIDDEN_LEAST") == [view_quality.FRAME_HIDDEN_LEAST]


def test_people_beside_a_seat_are_those_whom_the_buyer_can_look_past() -> None:
    assert numbers_in("drawing/look-past.ts", "BESIDE_M") == [sight_hall._BESIDE_M, sight_hall._OWN_M]
    [half_deg] = numbers_in("drawing/look-past.ts", "FIRST_VIEW_HALF")[:1]
    assert math.radians(half_deg) == pytest.approx(sight_hall._FIRST_VIEW_HALF)


def test_colours_change_where_words_do() -> None:
    bounds = numbers_in("console/designer/views/heat-map.ts", "HIDDEN")[:4]
    assert bounds[0] == pytest.approx(1 - view_quality.WHOLE_FROM)
    assert bounds[1] == view_quality.HIDDEN_BY_THE_HALL_MOST
    assert bounds[2] == pytest.approx(1 - view_quality.RESTRICTED_BELOW)
