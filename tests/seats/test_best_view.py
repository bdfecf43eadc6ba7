"""Where the best seats of an event are: neither at the wall nor far away, and where the venue says so."""

import math
from typing import Any, cast, get_args

import pytest

from layouts.written import compiled
from seatpreview.labels.model import place_of
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.layouts.geometry import Point
from seatpreview.layouts.model import HallKind, PlaceName
from seatpreview.problems import MemberFault
from seatpreview.seats import best_view
from seatpreview.seats.best_seats import Search, best_seats
from seatpreview.seats.best_seats_model import BestGroup
from seatpreview.seats.best_view import BestPlace, Preference, best_place, clear_part
from seatpreview.seats.hall_sight import HallSight
from seatpreview.seats.seat_groups import Candidates
from seatpreview.seats.sightline import eye_of
from seatpreview.seats.view_quality import RESTRICTED_BELOW
from seatpreview.sightlines.looked_at import Front
from seatpreview.venues.model import BestView
from venues.templates.test_catalogue import hall_of

SEATS = {
    "theatre": 450,
    "concert-hall": 500,
    "arena": 3_000,
    "ballpark": 5_000,
    "amphitheatre": 1_000,
    "club": 54,
    "cinema": 200,
    "school-hall": 120,
}


def best_of(
    layout: CompiledLayout, configuration: CompiledConfiguration, *stated: BestView, count: int = 2
) -> list[BestGroup]:
    sight = HallSight(layout, configuration)
    place = best_place(layout, configuration, sight.hall, stated)
    candidates = Candidates(closed=configuration.closed)
    return best_seats(
        layout, configuration, sight, Search(candidates=candidates, place=place, count=count, limit=3)
    ).data


def eyes_of(layout: CompiledLayout, group: BestGroup) -> Point:
    eye = eye_of(layout, place_of(*group.seats[0].split("/")))
    assert eye is not None
    return eye


@pytest.mark.parametrize("template_id", [*SEATS])
def test_nobody_would_decline_the_best_seats_of_a_template(template_id: str) -> None:
    """They are not restricted, not at the side, not below the floor of the stage."""
    layout = hall_of(template_id, SEATS[template_id])
    for configuration in layout.configurations.values():
        hall = HallSight(layout, configuration).hall
        for group in best_of(layout, configuration):
            asked, reasons = f"{configuration.id}: {group.seats}", group.reasons
            assert not reasons.is_restricted, asked
            assert (reasons.visible_share or 1.0) > RESTRICTED_BELOW + 0.1, asked
            assert (reasons.side_angle_deg or 0.0) < 50, asked
            if hall.behind_curtain is not None and hall.behind_curtain.kind == "stage":
                assert eyes_of(layout, group).z > hall.behind_curtain.z[0] - 0.1, asked


def test_in_a_cinema_the_screen_is_36_to_45_degrees_wide() -> None:
    layout = hall_of("cinema", 200)
    screen = HallSight(layout, layout.configurations["film"]).hall.looked_at
    assert screen is not None
    half_m = max(x for x, _ in screen.points)
    for group in best_of(layout, layout.configurations["film"]):
        assert 36 <= math.degrees(2 * math.atan(half_m / (group.reasons.distance_m or 1))) <= 45


def test_every_kind_of_hall_has_figures_of_its_own_for_a_stage() -> None:
    assert {*best_view._STAGES} == {*get_args(HallKind)}


def test_near_seats_a_little_to_the_side_are_better_than_far_ones_straight_in_front() -> None:
    front = Front(0.0, 0.0, 180.0)
    place = BestPlace(Preference((20.0, 80.0), (0.5, 15.0)), 0.0, front)
    near, far = ((40.0, -49.0), (0.0, -103.0))
    parts = [4 * place.place_part(math.hypot(*at), 2.0) + 2 * place.side_part(*at) for at in (near, far)]
    assert parts[0] > parts[1]


def test_before_a_stage_in_the_round_more_than_its_front_is_good() -> None:
    front, preference = Front(0.0, 0.0, 180.0), Preference((8.0, 40.0), (0.3, 8.0))
    one_sided, in_the_round = (
        BestPlace(preference, 0.0, front),
        BestPlace(preference, 0.0, front, is_in_the_round=True),
    )
    beside, behind = (20.0, -24.0), (0.0, 20.0)
    assert one_sided.side_part(*beside) < in_the_round.side_part(*beside) == 1.0
    assert in_the_round.side_part(*behind) == 0.0


def test_before_a_lowered_curtain_they_are_where_they_are_once_it_is_up() -> None:
    layout = hall_of("theatre", 450)
    [first, *_] = best_of(layout, layout.configurations["curtain"])
    eye = eyes_of(layout, first)
    assert abs(eye.x) < 2, "in the middle, although nothing has a front while the curtain is down"


def test_a_pitch_is_watched_from_the_middle_of_a_long_side_and_baseball_from_behind_home_plate() -> None:
    arena = hall_of("arena", 3_000)
    for group in best_of(arena, arena.configurations["basketball"]):
        eye = eyes_of(arena, group)
        assert abs(eye.y) < 3 < abs(eye.x)
    ballpark = hall_of("ballpark", 5_000)
    home = HallSight(ballpark, ballpark.configurations["day"]).hall.looked_at
    assert home is not None
    for group in best_of(ballpark, ballpark.configurations["day"]):
        assert eyes_of(ballpark, group).y < home.points[0][1]


def test_the_venue_can_say_where_its_best_seats_are() -> None:
    layout = hall_of("cinema", 200)
    film = layout.configurations["film"]
    usual = best_of(layout, film)[0].reasons.distance_m or 0.0
    near = BestView(configuration=cast(PlaceName, "film"), distance_m=(7, 9), height_m=(-5, 5))
    other = BestView(configuration=cast(PlaceName, "lights"), distance_m=(17, 19), height_m=(-5, 5))
    everywhere = BestView(distance_m=(17, 19), height_m=(-5, 5))
    assert (best_of(layout, film, near, everywhere)[0].reasons.distance_m or 99) < usual - 2
    assert (best_of(layout, film, other, everywhere)[0].reasons.distance_m or 0) > usual + 3
    assert best_of(layout, film, other) == best_of(layout, film)


@pytest.mark.parametrize("members", [{"distance_m": (9, 7)}, {"height_m": (2, 1)}])
def test_the_nearest_is_not_farther_than_the_farthest(members: dict[str, Any]) -> None:
    with pytest.raises(MemberFault, match="begin with the smaller number"):
        BestView(**({"distance_m": (1, 2), "height_m": (0, 1)} | members))


def test_a_place_is_worth_less_the_farther_it_is_from_the_best_ones() -> None:
    preference = Preference((8.0, 16.0), (0.0, 4.0))
    distances = [preference.distance_part(distance) for distance in (2, 4, 8, 12, 16, 32, 64)]
    assert max(distances) == distances[3] == 1.0
    assert distances[:4] == sorted(distances[:4])
    assert distances[3:] == sorted(distances[3:], reverse=True)
    assert distances[5] == pytest.approx(distances[4] / 4)
    assert [preference.height_part(height) for height in (0, 2, 4)] == [1, 1, 1]
    assert 1 > preference.height_part(-2) > preference.height_part(-4) > preference.height_part(-9) == 0


def test_little_that_is_hidden_counts_little() -> None:
    parts = [clear_part(share) for share in (1.0, 0.95, 0.9, 0.8, 0.6, 0.0)]
    assert parts == pytest.approx([1.0, 0.975, 0.95, 0.8, 0.5, 0.0])


def test_where_only_a_point_is_known_near_seats_are_the_best() -> None:
    geometry = {"distanceM": 8, "treadM": 1, "riserM": 0.2, "spacingM": 0.6}
    section = {"id": "S", "rows": ["A", "B", "C"], "seats": {"count": 4}, "geometry": geometry}
    layout = compiled(section, configurations=[{"id": "show"}])
    assert best_of(layout, layout.configurations["show"])[0].seats[0].startswith("S/A/")
