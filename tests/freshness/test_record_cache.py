"""The record cache: records under the names by which they were looked up, and missing names."""

import pytest

from freshness.scripted import ScriptedDatabase
from seatpreview.freshness.record_cache import Loaded, RecordCache


@pytest.fixture
def cache() -> RecordCache[str]:
    return ScriptedDatabase().new_cache(records_max=3)


def test_a_record_is_dropped_under_every_name(cache: RecordCache[str]) -> None:
    """The danger: a key revoked under its id is still accepted by its hash."""
    for name in ("id:1", "hash:1", "origin:1"):
        cache.put(name, Loaded(1, "1", "record"))
    cache.evict("1")
    assert [cache.get(name) for name in ("id:1", "hash:1", "origin:1")] == [None] * 3


def test_the_other_records_stay(cache: RecordCache[str]) -> None:
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
