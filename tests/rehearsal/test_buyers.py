"""The plan of a rehearsal: who comes when, from where, and does what."""

import ipaddress
from itertools import pairwise

import pytest

from seatpreview.rehearsal.buyers import (
    ADDRESSES_MAX,
    Buyer,
    Plan,
    buyers_of,
    forwarded_address,
    make_plan,
    steps_of,
)
from seatpreview.rehearsal.viewer_calls import BEACON, COMPARISON, LOOK, OPENING
from seatpreview.values.command_error import CommandError

SEATS = [f"101/A/{number}" for number in range(1, 40)]


def plan_of(buyers: int = 100, seconds: float = 50, addresses: int = 100, seats: int = 5) -> Plan:
    return Plan(
        buyers=buyers, seconds=seconds, addresses=addresses, seats=seats, look_seconds=5, beacon_seconds=3
    )


def test_buyers_come_evenly_one_in_each_part_of_the_time() -> None:
    arrivals = [buyer.arrives_seconds for buyer in buyers_of(plan_of(), SEATS)]
    assert [int(each / 0.5) for each in arrivals] == list(range(100))


def test_the_same_plan_brings_the_same_buyers() -> None:
    assert list(buyers_of(plan_of(), SEATS)) == list(buyers_of(plan_of(), SEATS))


def test_buyers_share_the_addresses_in_turn() -> None:
    addresses = [buyer.address for buyer in buyers_of(plan_of(addresses=3), SEATS)]
    assert len(set(addresses)) == 3
    assert addresses[:3] == addresses[3:6]


def test_every_address_is_one_that_belongs_to_nobody() -> None:
    """The danger: the limits of a real client are used up by a rehearsal."""
    measurements = ipaddress.ip_network("198.18.0.0/15")
    numbers = (-2, -1, 0, 1, 65_535, 65_536, ADDRESSES_MAX - 1, ADDRESSES_MAX)
    assert all(ipaddress.ip_address(forwarded_address(number)) in measurements for number in numbers)
    assert len({forwarded_address(number) for number in range(ADDRESSES_MAX)}) == ADDRESSES_MAX


def test_a_buyer_opens_a_view_looks_at_seats_compares_two_and_leaves() -> None:
    buyer = Buyer(1, 0.0, "198.18.0.1", ("a", "b", "c"))
    steps = steps_of(buyer, plan_of(seats=2))
    assert [(step.at_seconds, step.seat, step.chain) for step in steps] == [
        (0, "a", OPENING),
        (3, "a", BEACON),
        (5, "b", LOOK),
        (8, "b", BEACON),
        (10, "c", COMPARISON),
        (13, "c", BEACON),
    ]
    assert steps[-1].at_seconds == plan_of(seats=2).visit_seconds
    assert all(step.at_seconds <= later.at_seconds for step, later in pairwise(steps))


def test_each_buyer_has_an_address_unless_fewer_are_asked_for() -> None:
    assert make_plan(1000, 5, 5, None).addresses == 1000
    assert make_plan(1000, 5, 5, 1).addresses == 1
    assert make_plan(10, 5, 5, 50).addresses == 10


def test_more_buyers_than_any_sale_has_are_refused() -> None:
    with pytest.raises(CommandError, match="more than 500 a second"):
        make_plan(1000, 0.01, 5, None)
