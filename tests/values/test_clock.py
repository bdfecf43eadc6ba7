"""The clock: limits of time, by the clock on the wall and by the processor."""

import time

import pytest

from seatpreview.values.clock import deadline, processor_deadline


@pytest.mark.parametrize(
    ("limit", "counted", "ignored"),
    [(deadline, "monotonic", "thread_time"), (processor_deadline, "thread_time", "monotonic")],
)
def test_a_limit_counts_its_own_time_alone(
    limit: object, counted: str, ignored: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A busy machine makes the clock run on while nothing is computed."""
    assert callable(limit)
    for name in (counted, ignored):
        monkeypatch.setattr(time, name, lambda: 100.0)
    is_over = limit(10)
    monkeypatch.setattr(time, ignored, lambda: 1000.0)
    assert not is_over()
    monkeypatch.setattr(time, counted, lambda: 109.9)
    assert not is_over()
    monkeypatch.setattr(time, counted, lambda: 110.0)
    assert is_over()
