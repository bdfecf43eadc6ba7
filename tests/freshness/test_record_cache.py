"""The record cache: records under the names by which they were looked up, and missing names."""

import pytest

from freshness.scripted import ScriptedDatabase
from seatpreview.freshness.record_cache import Loaded, MemoryBudget, RecordCache


@pytest.fixture
def cache() -> RecordCache[str]:
    return ScriptedDatabase().new_cache(records_max=3)


def test_a_record_is_dropped_under_every_name(cache: RecordCache[str]) -> None:
    """The danger: a key revoked under its id is still accepted by its hash."""
    for name in ("id:1", "hash:1", "origin:1"):
        cache.put(name, Loaded(1, "1", "record"))
    cache.evict("1")
    assert [cache.get(name) for name in ("id:1", "hash:1", "origin:1")] == [None] * 3


def test_an_evicted_record_leaves_the_others(cache: RecordCache[str]) -> None:
    cache.put("one", Loaded(1, "1", "record 1"))
    cache.put("two", Loaded(1, "2", "record 2"))
    cache.evict("1")
    assert cache.get("two") == "record 2"


def test_any_change_evicts_every_missing_name(cache: RecordCache[str]) -> None:
    """A change names a record by its id, and a missing name may be its hash: any could be the one."""
    cache.put("one", Loaded(1, None, None))
    cache.put("two", Loaded(1, None, None))
    assert cache.is_missing("one")
    cache.evict("whatever")
    assert not cache.is_missing("one")
    assert not cache.is_missing("two")


def test_clearing_leaves_nothing(cache: RecordCache[str]) -> None:
    cache.put("one", Loaded(1, "1", "record"))
    cache.put("two", Loaded(1, None, None))
    cache.clear()
    assert cache.get("one") is None
    assert not cache.is_missing("two")
    assert len(cache) == 0


def test_no_more_records_are_cached_than_the_setting_allows(cache: RecordCache[str]) -> None:
    for number in range(50):
        cache.put(f"name {number}", Loaded(1, str(number), "record"))
        assert len(cache) <= 3
    assert cache.get("name 49") == "record", "the newest is cached"


def test_the_names_of_one_record_count_as_many(cache: RecordCache[str]) -> None:
    """The danger: one key that is looked up under ever more names fills the memory."""
    for number in range(50):
        cache.put(f"name {number}", Loaded(1, "1", "record"))
        assert len(cache) <= 3


def test_no_more_missing_names_are_cached_than_the_setting_allows(cache: RecordCache[str]) -> None:
    """Attack: requests with made-up keys fill the memory."""
    for number in range(50):
        cache.put(f"name {number}", Loaded(1, None, None))
        assert sum(cache.is_missing(f"name {earlier}") for earlier in range(50)) <= 3


def caches_with_budget(bytes_max: int) -> tuple[RecordCache[str], RecordCache[str], MemoryBudget]:
    """Two caches that share a budget, whose records take as many bytes as they have letters."""
    database, budget = ScriptedDatabase(), MemoryBudget(bytes_max)
    keys, tenants = (
        RecordCache((kind,), database._load, 1000, budget=budget, size_of=len) for kind in ("key", "tenant")
    )
    return keys, tenants, budget


def test_records_of_all_kinds_share_their_bytes_and_the_oldest_goes_first() -> None:
    keys, tenants, _ = caches_with_budget(100)
    keys.put("a", Loaded(1, "a", "x" * 39))
    tenants.put("b", Loaded(1, "b", "x" * 39))
    keys.put("c", Loaded(1, "c", "x" * 39))
    assert (keys.get("a"), tenants.get("b") is None, keys.get("c") is None) == (None, False, False)
    assert (keys.bytes_used, tenants.bytes_used) == (40, 40)


def test_a_record_larger_than_the_budget_is_kept_alone() -> None:
    """Otherwise every request would load it again."""
    keys, _, _ = caches_with_budget(100)
    keys.put("small", Loaded(1, "small", "x"))
    keys.put("large", Loaded(1, "large", "x" * 500))
    assert (keys.get("small"), keys.get("large")) == (None, "x" * 500)
    keys.put("small", Loaded(1, "small", "x"))
    assert (keys.get("small"), keys.get("large")) == ("x", None)


def test_very_large_records_that_are_asked_for_in_turn_do_not_evict_small_ones() -> None:
    """Attack: a tenant asks for its huge venues in turn, so that all others are loaded again and again."""
    keys, tenants, _ = caches_with_budget(1000)
    for number in range(10):
        tenants.put(f"{number}", Loaded(1, f"{number}", "x" * 20))
    for number in range(50):
        keys.put(f"{number:03}", Loaded(1, f"{number:03}", "x" * 300))
        assert len(keys) <= 3
    assert len(tenants) == 10
    assert keys.bytes_used + tenants.bytes_used <= 1000


def test_what_is_derived_from_a_record_counts_and_goes_with_it() -> None:
    keys, tenants, _ = caches_with_budget(100)
    keys.put("a", Loaded(1, "a", "x" * 9))
    tenants.put("b", Loaded(1, "b", record := "x" * 9))
    tenants.set_derived_bytes("b", "b", record, 50)
    tenants.set_derived_bytes("b", "b", record, 60)
    assert (keys.bytes_used, tenants.bytes_used) == (10, 70)
    tenants.set_derived_bytes("b", "b", record, 90)
    assert keys.get("a") is None
    tenants.set_derived_bytes("b", "b", "another record", 900)
    assert tenants.bytes_used == 100, "that record is not the one that is cached"
    tenants.evict("b")
    assert tenants.bytes_used == 0


def test_bytes_are_subtracted_when_a_record_is_evicted_or_everything_is() -> None:
    keys, tenants, _ = caches_with_budget(1000)
    for cache in (keys, tenants):
        cache.put("a", Loaded(1, "a", "x" * 9))
        cache.put("other name of a", Loaded(1, "a", "x" * 9))
    keys.evict("a")
    assert (keys.bytes_used, tenants.bytes_used) == (0, 10 + 9 + len("other name of a"))
    tenants.clear()
    assert tenants.bytes_used == 0


def test_missing_names_are_bounded_in_bytes_and_evict_no_record() -> None:
    """Attack: long made-up names fill the memory, or push real records out of it."""
    keys, _, _ = caches_with_budget(50_000)
    keys.put("real", Loaded(1, "real", "x" * 9))
    for number in range(200):
        keys.put(f"{number:0900}", Loaded(1, None, None))
        assert keys.bytes_used <= 13 + 50_000 // 16
    assert keys.get("real") is not None
