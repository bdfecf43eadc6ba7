"""A worker that ends again and again before it could serve is given up, and one that could serve is not."""

import os

import pytest

from seatpreview.server.heartbeats import STARTS_MAX, FailedStarts, SharedState

STRANGER = -1
"""A process that has no heartbeat."""


@pytest.fixture
def state() -> SharedState:
    return SharedState(workers=2)


def test_a_worker_that_ends_before_its_first_heartbeat_is_given_up_after_three_starts(
    state: SharedState,
) -> None:
    failed_starts = FailedStarts(state)
    assert [failed_starts.add_end(0, STRANGER) for _ in range(3)] == [False, False, True]
    assert STARTS_MAX == 3


def test_a_worker_that_could_serve_is_replaced_however_often_it_ends(state: SharedState) -> None:
    state.add_beat(0)
    failed_starts = FailedStarts(state)
    assert not any(failed_starts.add_end(0, os.getpid()) for _ in range(STARTS_MAX + 1))


def test_only_starts_in_a_row_and_of_one_worker_count(state: SharedState) -> None:
    state.add_beat(0)
    failed_starts = FailedStarts(state)
    ends = [(0, STRANGER), (0, STRANGER), (0, os.getpid()), (0, STRANGER), (1, STRANGER), (1, STRANGER)]
    assert not any(failed_starts.add_end(index, pid) for index, pid in ends)
