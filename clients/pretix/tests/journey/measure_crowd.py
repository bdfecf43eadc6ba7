"""Measures how fifty buyers fare who want the same seats, and how soon everybody sees that a seat is taken.

It runs in the folder of the tests: ../../../script/pretix python -m journey.measure_crowd"""

from __future__ import annotations

import os
import random
import statistics
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from seat_preview_service import running_service

from journey.arena_shop import WORKERS, arena_shop
from journey.crowd import BUYERS, Crowd
from journey.http_buyer import HttpBuyer

POLL_SECONDS = 5.0
"""What the picker's script waits between two questions, with up to a second more by chance."""
QUESTIONS_MAX = 3
"""The script asks again before it has an answer, until as many questions are open."""


class Watcher:
    """A page that is open, and asks as often as the picker's script does."""

    def __init__(self, shop: str, guids: list[str]) -> None:
        """Takes the seats in pretix's order, which the page has read before."""
        self.buyer = HttpBuyer(shop, 0)
        self.buyer.guids = guids
        self.seen_at: dict[str, float] = {}
        self.answer_seconds: list[float] = []
        self._questions = threading.BoundedSemaphore(QUESTIONS_MAX)

    def watch(self, ended: threading.Event) -> None:
        """Asks until everything is sold, and once more."""
        # Pages were not opened at the same moment.
        ended.wait(random.random() * POLL_SECONDS)
        is_last = False
        with ThreadPoolExecutor(QUESTIONS_MAX) as threads:
            while not is_last:
                is_last = ended.wait(POLL_SECONDS + random.random())
                if self._questions.acquire(blocking=False):
                    threads.submit(self._ask)

    def _ask(self) -> None:
        asked_at = time.monotonic()
        states = self.buyer.states()
        answered_at = time.monotonic()
        self._questions.release()
        self.answer_seconds.append(answered_at - asked_at)
        for seat, letter in states.items():
            if letter != "f":
                self.seen_at.setdefault(seat, answered_at)


def main() -> None:
    """Prints the figures."""
    with tempfile.TemporaryDirectory() as folder, running_service(Path(folder)) as service:
        (Path(folder) / "shop").mkdir()
        with arena_shop(Path(folder) / "shop", service) as shop:
            lines = measure(shop.address)
            sold = [guid for guid, _ in shop.sold_seats()]
    lines.append(f"{len(sold)} seats sold, {len(set(sold))} different ones")
    print("\n".join(lines))  # noqa: T201 - that is what it is for


def measure(address: str) -> list[str]:
    """Lets buyers buy while as many pages watch."""
    crowd = Crowd(address)
    crowd.open()
    watchers = [Watcher(address, buyer.guids) for buyer in crowd.buyers]
    ended = threading.Event()
    with ThreadPoolExecutor(BUYERS) as threads:
        for watcher in watchers:
            threads.submit(watcher.watch, ended)
        began_at = time.monotonic()
        purchases = crowd.buy()
        took = time.monotonic() - began_at
        # Every page asks once more after the last purchase.
        time.sleep(POLL_SECONDS + 4)
        ended.set()
    taken_at = {seat: at for purchase in purchases for seat, at in purchase.taken_at.items()}
    delays = [
        watcher.seen_at[seat] - at
        for watcher in watchers
        for seat, at in taken_at.items()
        if seat in watcher.seen_at
    ]
    answers = [seconds for watcher in watchers for seconds in watcher.answer_seconds]
    return [
        f"{BUYERS} buyers, {WORKERS} processes of pretix, {os.cpu_count()} cores",
        f"everybody had an order after {took:.1f} s",
        f"somebody else was faster: {sum(purchase.refused for purchase in purchases)} times",
        f"seats seen as taken: {len(delays)} of {len(taken_at) * len(watchers)}",
        f"after {statistics.median(delays):.1f} s (median), at most {max(delays):.1f} s",
        f"an answer took {statistics.median(answers):.2f} s (median), at most {max(answers):.2f} s",
    ]


if __name__ == "__main__":
    main()
