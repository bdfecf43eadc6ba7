"""Boards, panes and nets of a rink are bodies; only the boards hide something."""

import math

from layouts.written import compiled
from seatpreview.sightlines.bodies import hall_bodies
from seatpreview.sightlines.measures import RINK
from seatpreview.sightlines.model import SEEN_THROUGH, HallBodies
from seatpreview.sightlines.solids import solids_of

ROWS = {"id": "A", "rows": ["1"], "seats": {"count": 10}, "geometry": {"bearingDeg": 180, "distanceM": 34}}


def rink(**extent: object) -> HallBodies:
    focus = {"name": "Ice", "x": 0, "y": 0, "z": 0, "extent": {"kind": "ice_hockey", "turnDeg": 90, **extent}}
    return hall_bodies(compiled(ROWS, focus=focus), None)


def test_the_boards_stand_around_the_whole_ice() -> None:
    (boards,) = [body for body in rink().bodies if body.id == "rink.boards"]
    assert boards.kind == "wall"
    assert boards.line[0] == boards.line[-1]
    assert list(boards.z) == [0, RINK.boards_m]
    assert max(x for x, _ in boards.line) == RINK.half_wide_m
    assert max(y for _, y in boards.line) == RINK.half_long_m


def test_panes_stand_on_the_boards_and_nets_hang_behind_both_goals() -> None:
    bodies = {body.id: body for body in rink().bodies if body.kind in SEEN_THROUGH}
    assert {id_: body.z for id_, body in bodies.items()} == {
        f"rink.{name}.{side}": z
        for side in ("one", "other")
        for name, z in (
            ("glass.behind", (1.07, 3.47)),
            ("glass.beside", (1.07, 2.87)),
            ("net", (3.47, RINK.net_top_m)),
        )
    }
    ends = [{y > 0 for _, y in bodies[f"rink.net.{side}"].line} for side in ("one", "other")]
    sides = [{x > 0 for x, _ in bodies[f"rink.glass.beside.{side}"].line} for side in ("one", "other")]
    assert sorted(map(list, ends)) == sorted(map(list, sides)) == [[False], [True]]


def test_what_is_seen_through_hides_nothing() -> None:
    hall = rink()
    assert hall.looked_at is not None
    kinds = {label.kind for label in solids_of(hall, hall.looked_at, ()).labels}
    assert "wall" in kinds
    assert not kinds & SEEN_THROUGH


def test_the_ice_that_is_looked_at_has_round_corners() -> None:
    looked_at = rink().looked_at
    assert looked_at is not None
    corner_m = RINK.corner_m * (math.sqrt(2) - 1)
    far = max(math.hypot(x, y) for x, y in looked_at.points)
    assert far < math.hypot(RINK.half_wide_m, RINK.half_long_m) - corner_m / 2


def test_of_a_rink_whose_corners_are_stated_the_ends_are_not_known() -> None:
    points = [[-10, -20], [10, -20], [10, 20], [-10, 20]]
    bodies = {body.id: body for body in rink(points=points).bodies if body.id.startswith("rink.")}
    assert set(bodies) == {"rink.boards", "rink.glass"}
    assert len(bodies["rink.boards"].line) == 5
