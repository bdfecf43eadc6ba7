"""Measurements on the path of a request: counted as a histogram of Prometheus would, and taken once."""

from bisect import bisect_left

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.observability.measurements import SECONDS, Calls, Durations

Seconds = st.lists(st.one_of(st.floats(0, 60), st.sampled_from(SECONDS)))


@given(Seconds)
def test_each_duration_is_counted_in_the_first_bucket_that_holds_it(seconds: list[float]) -> None:
    durations = Durations()
    for each in seconds:
        durations.add(each)
    counts, total = durations.take()
    expected = [0] * (len(SECONDS) + 1)
    for each in seconds:
        expected[bisect_left(SECONDS, each)] += 1
    assert counts == expected
    assert total == pytest.approx(sum(seconds))


@given(Seconds, Seconds)
def test_what_was_taken_is_not_taken_again(before: list[float], after: list[float]) -> None:
    durations = Durations()
    for each in before:
        durations.add(each)
    taken, _ = durations.take()
    for each in after:
        durations.add(each)
    assert sum(taken) == len(before)
    assert sum(durations.take()[0]) == len(after)
    assert durations.take() == ([0] * (len(SECONDS) + 1), 0.0)


def test_calls_are_counted_by_kind_and_result_and_timed_by_kind() -> None:
    calls = Calls(("get", "put"))
    calls.add("get", "ok", 0.1)
    calls.add("get", "missing", 0.2)
    assert calls.results == {("get", "ok"): 1, ("get", "missing"): 1}
    assert sum(calls.seconds["get"].counts) == 2
    assert sum(calls.seconds["put"].counts) == 0
