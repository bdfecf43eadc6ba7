"""Seats that may need `restrictedView`, by their lines of sight."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from layouts.written import compiled, section
from seatpreview.labels.model import place_of
from seatpreview.seats.restricted_views import Position, RestrictedView, restricted_views
from seatpreview.seats.seat_listing import SeatNotFound
from seatpreview.seats.sightline import eye_of, sightline
from seats.sights import UNKNOWN_SIGHT, ChosenSight, seen

PILLAR = {"id": "pillar", "kind": "pillar", "box": {"x": [-1, 0], "y": [4, 5], "z": [0, 6]}}
HALL = compiled(
    section(
        geometry={"distanceM": 8, "riserM": 0.2, "spacingM": 0.6},
        properties=[{"seats": [3], "has": ["restrictedView"]}],
    ),
    section(id="Steep", geometry={"distanceM": 8, "bearingDeg": 90, "elevationM": 5}),
    section(id="Closed", geometry={"distanceM": 8}),
    section(id="Nowhere"),
    configurations=[{"id": "concert", "obstructions": [PILLAR], "closed": ["Closed"]}],
)
CONCERT = HALL.configurations["concert"]


def all_pages(limit: int, steps_max: int) -> list[RestrictedView]:
    found: list[RestrictedView] = []
    after: Position | None = None
    while True:
        page = restricted_views(HALL, CONCERT, UNKNOWN_SIGHT, after, limit, steps_max)
        assert len(page.data) <= limit
        found += page.data
        after = page.position
        if after is None:
            return found


@examples(30)
@given(st.integers(1, 9), st.integers(0, 200))
def test_pages_hold_every_hidden_seat_once(limit: int, steps_max: int) -> None:
    expected = []
    for key in HALL.seats():
        place = place_of(*key)
        seen = sightline(HALL, place, eye_of(HALL, place), CONCERT)
        is_hidden = bool(seen.obstructions) or (seen.c_value_mm is not None and seen.c_value_mm < 0)
        if is_hidden and key.section != "Closed":
            expected.append(str(key))
    found = all_pages(limit, steps_max)
    assert [view.key for view in found] == expected
    assert expected


def test_each_says_what_is_in_the_way_and_whether_it_is_marked() -> None:
    views = all_pages(100, 10_000)
    hidden = [view for view in views if view.obstructions]
    assert {view.obstructions[0] for view in hidden} == {"pillar"}
    assert {view.key.split("/")[2] for view in hidden if view.is_marked} == {"3"}
    # From a flat balcony five metres up, the people in front are in the way of the stage.
    assert [view.c_value_mm for view in views if view.key.startswith("Steep/A")] == []
    assert all((view.c_value_mm or 0) < 0 for view in views if view.key.startswith("Steep"))


def test_from_a_seat_that_is_gone_nothing_goes_on() -> None:
    with pytest.raises(SeatNotFound):
        restricted_views(HALL, CONCERT, UNKNOWN_SIGHT, ("101", "Z", "1"), 10)


def test_seats_that_see_too_little_are_proposed_and_a_low_row_in_front_alone_is_not() -> None:
    """What is seen decides where it is known: the eyes of the row in front may be in the line to the focus
    while nearly the whole stage is seen beside them."""
    sight = ChosenSight(lambda eye: seen(0.44, people=0.56) if eye.x > 1 else seen(0.9, people=0.1))
    found = restricted_views(HALL, None, sight, None, 1000)
    assert found.data
    for view in found.data:
        eye = eye_of(HALL, place_of(*view.key.split("/")))
        assert eye is not None
        assert eye.x > 1
        assert (view.visible_share, view.obstructions) == (0.44, ["people"])


def test_a_page_computes_what_is_seen_from_a_bounded_number_of_seats() -> None:
    sight = ChosenSight(lambda eye: seen(1.0))
    page = restricted_views(HALL, None, sight, None, 1000, steps_max=1000)
    assert (page.data, page.position is None) == ([], False)
    assert sight.eyes <= 50
