"""Stills wait while requests need the processor, and not for ever."""

import time

import pytest

from seatpreview.stills import still_queue
from seatpreview.stills.still_queue import needed_seconds, wait_for_quiet

pytestmark = pytest.mark.anyio


class Thread:
    """A thread that needs its processor for a given part of each sample."""

    def __init__(self, *parts: float) -> None:
        self.parts = [*parts]
        self.samples = 0
        self._needed = 0.0
        self._read_at = time.perf_counter()
        self._is_begin = True

    def needed(self) -> float:
        now = time.perf_counter()
        if not self._is_begin:
            part = self.parts[min(self.samples, len(self.parts) - 1)]
            self._needed += part * (now - self._read_at)
            self.samples += 1
        self._is_begin = not self._is_begin
        self._read_at = now
        return self._needed


@pytest.fixture(autouse=True)
def short_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(still_queue, "QUIET_SAMPLE_SECONDS", 0.005)


async def test_who_finds_the_processor_free_waits_for_one_sample() -> None:
    thread = Thread(0.1)
    await wait_for_quiet(thread.needed)
    assert thread.samples == 1


async def test_in_a_rush_nothing_is_begun_until_it_is_over() -> None:
    thread = Thread(1, 0.9, 0.6, 1, 0.4)
    await wait_for_quiet(thread.needed)
    assert thread.samples == 5


async def test_a_rush_without_end_lets_one_through_after_a_while() -> None:
    thread = Thread(1)
    await wait_for_quiet(thread.needed, seconds_max=0.03)
    assert thread.samples >= 1


def test_a_thread_that_computes_needs_its_processor_all_the_time() -> None:
    """However busy the machine is: what it waits for counts like what it gets."""
    before, started = needed_seconds(), time.perf_counter()
    while time.perf_counter() - started < 0.2:
        pass
    elapsed = time.perf_counter() - started
    assert needed_seconds() - before > 0.5 * elapsed
