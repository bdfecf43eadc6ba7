"""The report of memory: the entries and bytes of each, and when memory is returned to the system."""

import pytest

from cast import Cast
from seatpreview.server.worker_metrics import (
    RETURNED_BYTES_MIN,
    EvictedMemory,
    MemoryUse,
    memory_uses,
    return_freed_memory,
)
from seats.halls import put_hall_record

pytestmark = pytest.mark.anyio


async def test_every_memory_is_reported_in_entries_and_bytes(cast: Cast) -> None:
    await put_hall_record(cast)
    # Words beside the name of the section: they are read, and remembered, where the name alone is looked up.
    seat = "Lower Terrace 101, Row B, Seat 2"
    assert (await cast.grantee.get("/seats/preview", venue=cast.hall, seat=seat)).status_code == 200
    uses = memory_uses(cast.service.internals.resources)
    used = {"keys", "tenants", "venues", "grants", "imagery", "previews", "labels", "label words", "queries"}
    unused = {
        "aliases",
        "ended sessions",
        "plans",
        "seat pages",
        "best seats",
        "seen rows",
        "drafts",
        "signed addresses",
        "venue owners",
    }
    assert set(uses) == used | unused
    assert [name for name in used if uses[name].entries < 1 or uses[name].size_bytes < 100] == []


async def test_the_resolver_of_a_grantee_counts_with_its_grant(cast: Cast) -> None:
    """Attack: grants take little memory by themselves, and the resolvers of many grantees fill it."""
    await put_hall_record(cast)
    resources = cast.service.internals.resources
    before = memory_uses(resources)["grants"].size_bytes
    response = await cast.grantee.get("/seats/preview", venue=cast.hall, seat="101/B/2")
    assert response.status_code == 200
    assert memory_uses(resources)["grants"].size_bytes - before > 6000


def test_memory_is_returned_once_after_much_was_evicted() -> None:
    memory = EvictedMemory()
    sizes = [0, RETURNED_BYTES_MIN + 5, 6, 5, 4, 0, RETURNED_BYTES_MIN, 0]
    large = [memory.is_large([MemoryUse(1, size)]) for size in sizes]
    assert large == [False, False, False, True, False, False, False, True]


def test_returning_memory_works_on_this_system() -> None:
    return_freed_memory()
