"""Fifty buyers who want the same seats at the same moment."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

from journey.http_buyer import HttpBuyer
from journey.make_arena import guid

T = TypeVar("T")
BUYERS = 50
SEATS_EACH = 2
POPULAR = [guid(0, row, seat) for row in range(4) for seat in range(15)]
"""What everybody wants first: sixty seats, for buyers who want a hundred together."""
TRIES_MAX = 40


@dataclass
class Purchase:
    """What became of one buyer."""

    email: str
    seats: frozenset[str]
    order: str
    taken_at: dict[str, float] = field(default_factory=dict)
    """When pretix had answered that a seat is in the cart, by the guid of the seat."""
    refused: int = 0
    """How often somebody else was faster."""


class Crowd:
    """All buyers of one event."""

    def __init__(self, shop: str) -> None:
        """Every buyer has a session of their own."""
        self.buyers = [HttpBuyer(shop, number) for number in range(BUYERS)]
        self._together = threading.Barrier(BUYERS)

    def open(self) -> None:
        """Every buyer opens the page of the event."""
        self._each(lambda buyer: buyer.open())

    def buy(self) -> list[Purchase]:
        """All send their first seats at the same moment, and choose again until they have what they want."""
        return self._each(self._buy)

    def taken_seats(self) -> list[set[str]]:
        """Returns what the picker of each buyer shows as taken, after one question."""
        return self._each(lambda buyer: {seat for seat, letter in buyer.states().items() if letter != "f"})

    def _buy(self, buyer: HttpBuyer) -> Purchase:
        # Everybody has other wishes, and the same ones in every run.
        chance = random.Random(buyer.email)
        purchase = Purchase(buyer.email, frozenset(), "")
        wanted = chance.sample(POPULAR, SEATS_EACH)
        self._together.wait()
        for _ in range(TRIES_MAX):
            self._add(buyer, wanted, purchase)
            missing = SEATS_EACH - len(purchase.taken_at)
            assert missing >= 0, f"{buyer.email} wanted {wanted}, and has {purchase.taken_at}."
            if missing == 0:
                break
            wanted = _next_wishes(buyer, chance, missing)
        purchase.seats = frozenset(purchase.taken_at)
        purchase.order = buyer.check_out()
        return purchase

    def _add(self, buyer: HttpBuyer, wanted: list[str], purchase: Purchase) -> None:
        said = buyer.add(*wanted)
        at = time.monotonic()
        purchase.refused += "already been taken" in said
        for seat in buyer.mine() - purchase.taken_at.keys():
            purchase.taken_at[seat] = at

    def _each(self, action: Callable[[HttpBuyer], T]) -> list[T]:
        with ThreadPoolExecutor(BUYERS) as threads:
            return list(threads.map(action, self.buyers))


def _next_wishes(buyer: HttpBuyer, chance: random.Random, count: int) -> list[str]:
    """Chooses among popular seats that are shown as free, and among all seats when none is left."""
    states = buyer.states()
    free = [seat for seat in POPULAR if states[seat] == "f"]
    if len(free) < count:
        free = [seat for seat, letter in states.items() if letter == "f"]
    return chance.sample(free, count)
