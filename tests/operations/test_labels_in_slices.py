"""Many labels of one request: they are resolved in a thread, and the event loop runs between them."""

import asyncio
from collections.abc import Iterator
from itertools import pairwise

import pytest

from cast import Cast
from seatpreview import context as context_module
from seats.halls import put_hall_record

pytestmark = [pytest.mark.anyio, pytest.mark.any_engine]


async def test_the_event_loop_runs_between_two_slices(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Attack: labels whose rules give the interpreter back so often that the loop never gets it."""
    monkeypatch.setattr(context_module, "SLICE_SECONDS", 0)
    loop, turns = asyncio.get_running_loop(), 0

    def turn() -> None:
        nonlocal turns
        turns += 1
        loop.call_soon(turn)

    def items() -> Iterator[int]:
        for _ in range(5):
            yield turns

    loop.call_soon(turn)
    seen = await cast.service.context().collect_in_thread(items())
    turn_of_each = [later - earlier for earlier, later in pairwise(seen)]
    assert len(seen) == 5
    assert all(turns_between > 0 for turns_between in turn_of_each)
    # Ends the callback that puts itself in line again.
    monkeypatch.setattr(loop, "call_soon", lambda *_: None, raising=False)


async def test_a_slice_holds_many_items_that_are_quick(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context_module, "SLICE_SECONDS", 1000)
    slices = 0
    next_slice = context_module._next_slice

    def counted(items: Iterator[int]) -> list[int]:
        nonlocal slices
        slices += 1
        return next_slice(items)

    monkeypatch.setattr(context_module, "_next_slice", counted)
    assert await cast.service.context().collect_in_thread(iter(range(500))) == [*range(500)]
    assert slices == 2, "one with all items, and one that finds none left"


async def test_labels_in_slices_resolve_as_one_by_one(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context_module, "SLICE_SECONDS", 0)
    await put_hall_record(cast)
    labels = [f"Section 101 Row B Seat {seat}" for seat in range(1, 9)]
    together = await cast.owner.post("/seats/resolve", {"venue": cast.hall, "labels": labels})
    alone = [
        (await cast.owner.post("/seats/resolve", {"venue": cast.hall, "labels": [label]})).json()["results"]
        for label in labels
    ]
    assert together.json()["results"] == [result for results in alone for result in results]
