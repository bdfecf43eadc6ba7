"""The best groups of seats: side by side, free, with what is asked for, and no better one is left out."""

import math
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from layouts.written import compiled, section
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.seats.best_seats import Search, best_seats
from seatpreview.seats.best_seats_model import BestSeats, SearchCoverage, Weights
from seatpreview.seats.best_view import best_place
from seatpreview.seats.seat_groups import Candidates
from seatpreview.seats.seat_listing import matching_kinds, seats_by_row
from seatpreview.sightlines.looked_at import Front
from seatpreview.sightlines.model import HallBodies
from seatpreview.venues.model import BestView
from seats.sights import UNKNOWN_SIGHT, ChosenSight, seen

PLACED = {"distanceM": 8, "treadM": 1, "riserM": 0.2, "spacingM": 0.6}
PILLAR = {"id": "pillar", "kind": "pillar", "box": {"x": [-1, 0], "y": [4, 5], "z": [0, 6]}}
HALL = compiled(
    section(
        id="S",
        seats={"count": 6, "exceptions": [{"rows": ["C"], "skip": [3]}]},
        geometry=PLACED | {"aisles": [{"after": 4}]},
        properties=[
            {"rows": ["A"], "has": ["wheelchair"]},
            {"at": {"B": [2]}, "has": ["restrictedView"], "category": "gold"},
        ],
    ),
    section(
        id="F",
        rows=None,
        seats=None,
        positions=[{"row": "1", "seats": [1, 2, 3], "x": [0, 60, 300], "y": [900] * 3}],
    ),
    section(id="N", rows=["1"]),
    categories=[{"id": "gold"}],
    configurations=[{"id": "open"}, {"id": "pillar", "obstructions": [PILLAR], "closed": ["N"]}],
)
BEST_VIEWS = (BestView(distance_m=(1, 8), height_m=(-5, 20)),)
"""From nearby: the nearest seats are the best ones, if nothing else differs."""
NO_HALL = HallBodies(hall="arena", bodies=(), looked_at=None)
ALL = [str(key) for key in HALL.seats()]
GAPS = {("S/A/4", "S/A/5"), ("S/B/4", "S/B/5"), ("S/C/4", "S/C/5"), ("S/C/2", "S/C/4"), ("F/1/2", "F/1/3")}


def found(layout: CompiledLayout = HALL, configuration: str | None = None, **asked: Any) -> BestSeats:
    candidates = asked.pop("candidates", Candidates())
    sight = asked.pop("sight", UNKNOWN_SIGHT)
    shown = layout.configurations.get(configuration or "")
    place = best_place(layout, shown, NO_HALL, asked.pop("best_views", BEST_VIEWS))
    search = Search(candidates=candidates, place=place, **({"limit": 20, "count": 2} | asked))
    return best_seats(layout, shown, sight, search)


def neighbours(layout: CompiledLayout, left: str, right: str) -> bool:
    beside = layout.neighbours(*left.split("/"))
    return beside is not None and beside.right == right and (left, right) not in GAPS


def every_group(free: set[str], count: int) -> list[tuple[str, ...]]:
    """All groups by brute force, in the order of the layout."""
    chains = [tuple(ALL[at : at + count]) for at in range(len(ALL) - count + 1)]
    return [
        chain
        for chain in chains
        if free.issuperset(chain) and all(neighbours(HALL, *pair) for pair in pairwise(chain))
    ]


def leaves_single(free: set[str], group: tuple[str, ...]) -> bool:
    rest = free - {*group}
    beside = [
        key
        for key in rest
        if any(neighbours(HALL, key, each) or neighbours(HALL, each, key) for each in group)
    ]
    return any(
        not any(neighbours(HALL, key, each) or neighbours(HALL, each, key) for each in rest) for key in beside
    )


def score_of(group: tuple[str, ...], configuration: str | None) -> float:
    """The score of a group if it were the only free one."""
    [only] = found(
        configuration=configuration, count=len(group), candidates=Candidates(among=seats_by_row(group))
    ).data
    assert only.seats == [*group]
    return only.score


@examples(60)
@given(
    st.sets(st.sampled_from(ALL), min_size=1),
    st.integers(1, 4),
    st.integers(1, 6),
    st.sampled_from([None, "pillar"]),
    st.sampled_from([(), ("wheelchair",)]),
)
def test_no_better_group_is_left_out(
    free: set[str], count: int, limit: int, configuration: str | None, properties: Any
) -> None:
    closed = set() if configuration is None else {"N"}
    kinds = matching_kinds(HALL, properties, None) if properties else None
    candidates = Candidates(among=seats_by_row(sorted(free)), closed=closed, kinds=kinds)
    groups = found(configuration=configuration, count=count, limit=limit, candidates=candidates)
    possible = [
        group
        for group in every_group(free, count)
        if group[0].split("/")[0] not in closed
        and all({*properties} <= {*HALL.seat_kind(*key.split("/")).properties} for key in group)
    ]
    ranked = sorted(
        (leaves_single(free, group), -score_of(group, configuration), ALL.index(group[0]), group)
        for group in possible
    )
    expected: list[tuple[str, ...]] = []
    for *_, group in ranked:
        if len(expected) < limit and not {*group} & {key for each in expected for key in each}:
            expected.append(group)
    assert groups.is_complete
    assert [tuple(group.seats) for group in groups.data] == expected
    assert [group.reasons.leaves_single for group in groups.data] == [
        leaves_single(free, group) for group in expected
    ]


@examples(60)
@given(st.sets(st.sampled_from(ALL), min_size=1), st.integers(1, 4))
def test_no_single_seat_is_left_where_any_other_group_leaves_none(free: set[str], count: int) -> None:
    among = seats_by_row(sorted(free))
    every = found(count=count, candidates=Candidates(among=among)).data
    groups = found(count=count, candidates=Candidates(among=among, leaves_no_single=True)).data
    without = [group for group in every if not group.reasons.leaves_single]
    assert bool(groups) == bool(every)
    if without:
        assert not any(group.reasons.leaves_single for group in groups)
        assert [group.seats for group in groups] == [group.seats for group in without]


def test_places_that_are_kept_for_wheelchairs_are_in_no_group_and_companions_come_with_one() -> None:
    hall = compiled(
        section(
            id="S",
            rows=["A"],
            seats={"count": 6},
            geometry=PLACED,
            properties=[
                {"at": {"A": [1, 4]}, "has": ["wheelchair"]},
                {"at": {"A": [2]}, "has": ["companion"]},
            ],
        )
    )
    wheelchairs, companions = (matching_kinds(hall, (name,), None) for name in ("wheelchair", "companion"))

    def pairs(**rules: Any) -> set[tuple[str, ...]]:
        candidates = Candidates(**rules)
        groups = found(hall, count=2, candidates=candidates).data
        return {tuple(key.rpartition("/")[2] for key in group.seats) for group in groups}

    assert pairs(reserved=wheelchairs | companions) == {("5", "6")}
    assert pairs(reserved=wheelchairs) == {("2", "3"), ("5", "6")}
    together = pairs(companions=companions, wheelchairs=wheelchairs)
    assert ("2", "3") not in together
    assert ("1", "2") in together


@examples(60)
@given(
    st.integers(1, 6), st.sampled_from([None, "pillar"]), st.lists(st.integers(0, 3), min_size=4, max_size=4)
)
def test_groups_are_side_by_side_apart_from_each_other_and_in_order(
    count: int, configuration: str | None, weights: list[int]
) -> None:
    distance, angle, c_value, obstruction = weights if any(weights) else [1, 1, 1, 1]
    weighed = Weights(distance=distance, angle=angle, c_value=c_value, obstruction=obstruction)
    groups = found(configuration=configuration, count=count, weights=weighed).data
    keys = [key for group in groups for key in group.seats]
    assert len(keys) == len({*keys}) == count * len(groups)
    for group in groups:
        assert all(neighbours(HALL, *pair) for pair in pairwise(group.seats))
        assert 0 <= group.score <= 1
    order = [(group.reasons.leaves_single, -group.score) for group in groups]
    assert order == sorted(order)


def test_the_reasons_are_those_of_the_seats() -> None:
    among = Candidates(among=seats_by_row(["S/B/1", "S/B/2"]))
    [group] = found(configuration="pillar", candidates=among).data
    assert group.reasons.obstructions == []
    eyes = [HALL.floor_point("S", "B", seat) for seat in ("1", "2")]
    distances = [math.dist((eye.x, eye.y, eye.z + 1.2), (0, 0, 0)) for eye in eyes if eye is not None]
    assert group.reasons.distance_m == round(sum(distances) / 2, 1)
    assert group.reasons.c_value_mm is not None
    assert not group.reasons.leaves_single


def score(key: str, configuration: str | None = None) -> float:
    return score_of((key,), configuration)


def test_near_seats_and_seats_that_nothing_hides_score_more() -> None:
    assert score("S/A/3") > score("S/C/4") > score("N/1/1") == 0
    assert score("S/B/2") < score("S/B/1"), "the venue says that its view is restricted"
    hidden = [key for key in ALL if key.startswith("S") and score(key, "pillar") < score(key)]
    assert hidden
    assert {key.split("/")[2] for key in hidden} < {"1", "2", "3", "4", "5", "6"}


def test_a_group_that_leaves_a_single_seat_comes_last() -> None:
    four = Candidates(among=seats_by_row(["S/A/1", "S/A/2", "S/A/3", "F/1/1", "F/1/2"]))
    assert [(group.seats, group.reasons.leaves_single) for group in found(candidates=four).data] == [
        (["F/1/1", "F/1/2"], False),
        (["S/A/2", "S/A/3"], True),
    ]


def test_seats_of_a_table_are_neighbours() -> None:
    tables = section(id="T", rows=["1"], seats={"count": 6}, geometry={"distanceM": 9, "tables": {}})
    assert len(found(compiled(tables), count=6).data) == 1


def test_what_the_steps_do_not_allow_is_said() -> None:
    groups = found(configuration="pillar", sight_steps_max=100)
    assert (groups.is_complete, groups.incomplete_reason) == (False, "linesOfSight")
    assert 0 < len(groups.data) < len(found(configuration="pillar").data)
    placed = Candidates(sections=frozenset({"S"}))
    assert found(configuration="pillar", sight_steps_max=0, candidates=placed).data == []


def test_the_angle_is_that_of_the_outermost_seat_from_the_front() -> None:
    among = Candidates(among=seats_by_row(["S/A/1", "S/A/2"]))
    sight = ChosenSight(lambda eye: seen(1.0), front=Front(0.0, 0.0, 90.0))
    [group] = found(sight=sight, candidates=among).data
    places = [HALL.place_of("S", "A", seat) for seat in ("1", "2")]
    angles = [sight.front.side_angle_deg(*place.point[:2]) for place in places if place and sight.front]
    assert group.reasons.side_angle_deg == max(angles)
    assert 75 < max(angles) < 105, "the seats are north of a stage that faces east"


def test_nothing_is_said_about_a_side_where_nothing_has_a_front() -> None:
    assert all(group.reasons.side_angle_deg is None for group in found().data)


def test_no_seat_is_praised_whose_view_is_restricted() -> None:
    """The best place by distance and angle, from which a circle above hides half of the stage."""
    first = found(limit=1).data[0].seats
    places = [HALL.place_of(*key.split("/")) for key in first]
    xs = {place.point.x for place in places if place is not None}

    sight = ChosenSight(lambda eye: seen(0.5, overhang=0.5) if eye.x in xs else seen(0.96))
    groups = found(sight=sight).data
    assert groups[0].seats != first
    assert groups[0].reasons.visible_share == 0.96
    assert [group.score for group in groups] == sorted((group.score for group in groups), reverse=True)
    restricted = [group for group in groups if set(group.seats) & set(first)]
    assert all(group.reasons.visible_share == 0.5 for group in restricted)


def test_what_is_seen_is_computed_for_few_seats_and_others_are_left_out() -> None:
    sight = ChosenSight(lambda eye: seen(1.0))
    assert found(sight=sight, limit=1, count=1).is_complete
    assert sight.eyes < 5
    cut = found(sight=ChosenSight(lambda eye: seen(0.1)), count=1, seen_seats_max=3)
    assert (cut.is_complete, cut.incomplete_reason) == (False, "views")
    assert cut.looked_at == SearchCoverage(groups=len(found(count=1, limit=1000).data), views=3)
    assert [group.reasons.visible_share for group in cut.data if group.reasons.visible_share is not None] == [
        0.1
    ] * len(cut.data)


def test_a_search_that_takes_too_long_ends_with_what_it_has_found_and_says_so() -> None:
    """Attack: weights for which every seat of an arena has to be looked at."""
    hidden = Weights(distance=0, angle=0, c_value=0, obstruction=1)
    sight = ChosenSight(lambda eye: seen(0.5))
    cut = found(sight=sight, weights=hidden, seconds_max=0)
    assert (cut.data, cut.is_complete, cut.incomplete_reason) == ([], False, "processorTime")
    whole = found(sight=sight, weights=hidden)
    assert (whole.is_complete, whole.incomplete_reason) == (True, None)
