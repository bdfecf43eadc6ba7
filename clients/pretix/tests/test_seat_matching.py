"""Which seat of a venue a seat of a plan is."""

from __future__ import annotations

import random

from pretix_seatpreview.seat_matching import PlanSeat, SeatIndex, VenueSeat, compare


def venue(*seats: VenueSeat, names: dict[str, str] | None = None) -> SeatIndex:
    """Returns the seats of a venue, some of whose sections have names."""
    index = SeatIndex()
    for seat in seats:
        section = seat.key.partition("/")[0]
        index.add(seat, (names or {}).get(section, section))
    return index


def test_the_id_comes_before_the_key_and_the_key_before_the_name() -> None:
    index = venue(
        VenueSeat("a/1/1", (), "guid"), VenueSeat("a/1/2"), VenueSeat("a/1/3"), names={"a": "Stalls"}
    )
    found = compare(
        [
            PlanSeat("guid", "Elsewhere", "9", "9"),
            PlanSeat("a/1/2", "Stalls", "1", "3"),
            PlanSeat("x", "stalls ", "1", "3"),
        ],
        index,
    )
    assert {guid: (match.seat.key, match.by) for guid, match in found.matched.items()} == {
        "guid": ("a/1/1", "ref"),
        "a/1/2": ("a/1/2", "key"),
        "x": ("a/1/3", "name"),
    }
    assert found.is_complete


def test_a_name_that_two_seats_have_is_no_ones() -> None:
    index = venue(VenueSeat("left/1/1"), VenueSeat("right/1/1"), names={"left": "Stalls", "right": "Stalls"})
    found = compare([PlanSeat("x", "Stalls", "1", "1")], index)
    assert (found.missing, found.others) == (("x",), ("left/1/1", "right/1/1"))


def test_no_seat_of_the_venue_is_two_of_the_plan() -> None:
    """A buyer would choose one seat on the map and get another one."""
    index = venue(VenueSeat("Stalls/1/1"))
    found = compare([PlanSeat("x", "Stalls", "1", "1"), PlanSeat("y", "Stalls", "1", "1")], index)
    assert ([*found.matched], found.doubled, found.missing) == (["x"], ("y",), ())


def test_every_seat_of_a_plan_is_matched_missing_or_doubled_once() -> None:
    for seed in range(200):
        chance = random.Random(seed)
        keys = [f"{section}/{row}/{seat}" for section in "ab" for row in "12" for seat in "12"]
        seats = [
            VenueSeat(key, (), chance.choice(["", f"r{number}"]))
            for number, key in enumerate(chance.sample(keys, chance.randint(0, 8)))
        ]
        plan = [
            PlanSeat(
                f"{chance.choice(['r', 'q'])}{number}", *(chance.choice(part) for part in ("ab", "12", "12"))
            )
            for number in range(chance.randint(0, 10))
        ]
        index = venue(*seats)
        found = compare(plan, index)
        told = [*found.matched, *found.missing, *found.doubled]
        assert sorted(told) == sorted(seat.guid for seat in plan)
        used = [match.seat.key for match in found.matched.values()]
        assert len(set(used)) == len(used)
        refs = {seat.key: seat.ref or seat.key for seat in seats}
        assert sorted([*(refs[key] for key in used), *found.others]) == sorted(refs.values())
