"""Who comes to a rehearsal, when, from which address, and what each of them looks at. Pure."""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from seatpreview.rehearsal.viewer_calls import BEACON, COMPARISON, LOOK, OPENING, Chain
from seatpreview.values.command_error import EXIT_USAGE, CommandError

ADDRESSES_MAX = 1 << 17
"""How many addresses 198.18.0.0/15 has. It is set apart for measurements (RFC 2544): nobody lives there."""

LOOK_SECONDS = 5.0
BEACON_SECONDS = 3.0
"""The viewer sends the events of this time together."""
PER_SECOND_MAX = 500
"""The most buyers that come in a second: more than twice as many as the default limits are made for."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How many buyers come, in which time, and how each behaves."""

    buyers: int
    seconds: float
    """They arrive evenly within this time."""
    addresses: int
    """Buyers come from this many addresses in turn."""
    seats: int = 5
    """Seats that each looks at, one after the other, before two are compared."""
    look_seconds: float
    beacon_seconds: float
    seed: int = 1

    @property
    def buyers_per_second(self) -> float:
        return self.buyers / self.seconds

    @property
    def visit_seconds(self) -> float:
        """How long a buyer stays, if every answer comes at once."""
        return self.seats * self.look_seconds + self.beacon_seconds


def make_plan(buyers: int, minutes: float, seats: int, addresses: int | None) -> Plan:
    """Returns the plan that a person asks for. By default each buyer has an address of its own."""
    if buyers > 60 * minutes * PER_SECOND_MAX:
        raise CommandError(
            f"{buyers:,} buyers in {minutes:g} minutes are more than {PER_SECOND_MAX} a second. Let fewer "
            "come, or in more --minutes.",
            exit_code=EXIT_USAGE,
        )
    return Plan(
        buyers=buyers,
        seconds=60 * minutes,
        addresses=min(addresses or buyers, buyers),
        seats=seats,
        look_seconds=LOOK_SECONDS,
        beacon_seconds=BEACON_SECONDS,
    )


class Buyer(NamedTuple):
    """A buyer, and the seats that the buyer looks at. The last is compared with the one before."""

    number: int
    arrives_seconds: float
    address: str
    seats: tuple[str, ...]


class Step(NamedTuple):
    """Calls that a buyer's browser makes, some seconds after the buyer came."""

    at_seconds: float
    seat: str
    chain: Chain


def buyers_of(plan: Plan, seats: Sequence[str]) -> Iterator[Buyer]:
    """Yields the buyers in the order in which they come. The same plan and seats give the same buyers."""
    chance = random.Random(plan.seed)  # noqa: S311 - a schedule that can be repeated, and no secret
    for number in range(plan.buyers):
        arrives = (number + chance.random()) / plan.buyers_per_second
        looked_at = tuple(chance.choice(seats) for _ in range(plan.seats + 1))
        yield Buyer(number, arrives, forwarded_address(number % plan.addresses), looked_at)


def steps_of(buyer: Buyer, plan: Plan) -> list[Step]:
    """Returns what a buyer does: opens a view, looks at seat after seat, compares two, and leaves."""
    steps = []
    *looked_at, compared = buyer.seats
    for number, seat in enumerate(looked_at):
        at = number * plan.look_seconds
        steps.append(Step(at, seat, LOOK if number else OPENING))
        steps.append(Step(at + plan.beacon_seconds, seat, BEACON))
    at = plan.seats * plan.look_seconds
    return [*steps, Step(at, compared, COMPARISON), Step(at + plan.beacon_seconds, compared, BEACON)]


def forwarded_address(number: int) -> str:
    """Returns an address of the network for measurements."""
    number %= ADDRESSES_MAX
    return f"198.{18 + (number >> 16)}.{number >> 8 & 255}.{number & 255}"
