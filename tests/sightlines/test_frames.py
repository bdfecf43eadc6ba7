"""What frames a stage, and the people beside an eye: said, and not counted in the share."""

from functools import cache

import pytest

from seatpreview.labels.model import place_of
from seatpreview.seats.hall_sight import HallSight
from seatpreview.seats.sightline import eye_of
from seatpreview.sightlines.model import Seen
from sightlines.halls import STAGE, eye_at, hall, seen_by, stalls
from venues.templates.test_catalogue import hall_of


@cache
def seen_in(template_id: str, seats: int, configuration: str, key: str) -> Seen:
    layout = hall_of(template_id, seats)
    eye = eye_of(layout, place_of(*key.split("/")))
    assert eye is not None
    [seen] = HallSight(layout, layout.configurations[configuration]).seen([eye])
    return seen


def circle(distance_m: float) -> dict[str, object]:
    geometry = {"bearingDeg": 180, "distanceM": distance_m, "elevationM": 5, "riserM": 0.4}
    return {"id": "C", "rows": ["1", "2", "3", "4"], "seats": {"count": 20}, "geometry": geometry}


def test_a_circle_hides_the_upper_part_of_the_set_and_nobody_on_the_stage() -> None:
    layout = hall([stalls(riserM=0.15), circle(14)])
    first, last = seen_by(layout, [eye_at(layout, "S/1/10"), eye_at(layout, "S/15/10")])
    assert first.frame == ()
    [part] = last.frame
    assert part.kind == "set"
    assert 0.1 < part.visible_share < 0.9
    assert [body.id for body in part.hidden_by] == ["C.under"], "its front and its underside are one thing"
    assert all(body.section != "C" for body in last.hidden_by)


def test_without_a_proscenium_there_is_no_set() -> None:
    layout = hall([stalls(riserM=0.15), circle(14)], hall="arena")
    assert seen_by(layout, [eye_at(layout, "S/15/10")])[0].frame == ()


def test_what_hangs_before_the_screen_of_a_concert_is_named() -> None:
    screen = {"id": "wall", "kind": "screen", "box": {"x": [-5, 5], "y": [7.6, 8], "z": [3, 8]}}
    small = {"id": "side", "kind": "screen", "box": {"x": [9, 11], "y": [3, 3.3], "z": [3, 5]}}
    banner = {"id": "banner", "kind": "other", "box": {"x": [-3, 3], "y": [1, 1.2], "z": [3.5, 9]}}
    layout = hall([stalls()], [STAGE, screen, small, banner], hall="arena")
    [part] = seen_by(layout, [eye_at(layout, "S/8/10")])[0].frame
    assert part.kind == "screens"
    assert [body.id for body in part.hidden_by] == ["banner"]
    free = hall([stalls()], [STAGE, screen, small], hall="arena")
    assert seen_by(free, [eye_at(free, "S/8/10")])[0].frame == ()


@pytest.mark.parametrize(("key", "is_beside"), [("101/1/6", True), ("111/1/5", False)])
def test_people_beside_an_eye_are_named_where_the_view_turns_towards_them(key: str, is_beside: bool) -> None:
    """Along the foul line, the view turns from the direction of the seat towards the row of neighbours."""
    seen = seen_in("ballpark", 30_000, "day", key)
    people = [body for body in seen.hidden_by if body.kind == "people"]
    assert bool(people) == is_beside
    assert seen.visible_share == pytest.approx(1.0 - sum(body.share for body in seen.hidden_by))


def test_somebody_in_front_is_not_beside() -> None:
    layout = hall([stalls(riserM=0.3)])
    assert all(seen.hidden_by == () for seen in seen_by(layout, [eye_at(layout, "S/4/10")]))
