"""Many labels of one request: they are resolved in a thread, and the event loop runs between them."""

import asyncio
from collections.abc import Iterator

import pytest

from cast import Cast
from seatpreview import context as context_module
from seats.halls import put_hall_record

pytestmark = [pytest.mark.anyio, pytest.mark.any_engine]


async def test_the_event_loop_runs_between_two_slices(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Attack: labels whose rules give the interpreter back so often that the loop never gets it."""
    monkeypatch.setattr(context_module, "SLICE_SECONDS", 0)
    turns = 0

    async def count_turns() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    counting = asyncio.create_task(count_turns())
    seen = await cast.service.context().collect_in_thread(turns for _ in range(5))
    counting.cancel()
    assert len(set(seen)) == len(seen) == 5


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
