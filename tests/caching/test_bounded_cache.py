"""A bounded cache keeps the newest entries, and never more than its bound."""

from hypothesis import given
from hypothesis import strategies as st

from seatpreview.caching import BoundedCache


@given(st.integers(1, 5), st.lists(st.integers(0, 9)))
def test_a_bounded_cache_holds_the_keys_that_came_last(entries_max: int, keys: list[int]) -> None:
    cache: BoundedCache[int, int] = BoundedCache(entries_max)
    order: dict[int, int] = {}
    for position, key in enumerate(keys):
        assert cache.put(key, position) == position
        order[key] = position
        if len(order) > entries_max:
            del order[next(iter(order))]
        assert len(cache) == len(order) <= entries_max
        assert all(cache.get(each) == value for each, value in order.items())


def test_a_new_value_of_a_cached_key_evicts_nothing() -> None:
    cache: BoundedCache[str, int] = BoundedCache(2)
    for key in "abab":
        cache.put(key, 1)
    cache.put("b", 2)
    assert (cache.get("a"), cache.get("b")) == (1, 2)


@given(st.integers(1, 50), st.lists(st.tuples(st.integers(0, 9), st.integers(0, 30))))
def test_a_bounded_cache_holds_no_more_bytes_than_it_may_but_always_the_newest(
    bytes_max: int, puts: list[tuple[int, int]]
) -> None:
    cache: BoundedCache[int, int] = BoundedCache(1000, bytes_max)
    sizes: dict[int, int] = {}
    for key, size in puts:
        cache.put(key, size, size)
        sizes[key] = size
        held = {each: size for each, size in sizes.items() if cache.get(each) is not None}
        assert cache.bytes_used == sum(held.values())
        assert cache.bytes_used <= bytes_max or len(cache) == 1
        sizes = held


def test_an_entry_that_grows_evicts_the_oldest() -> None:
    cache: BoundedCache[str, int] = BoundedCache(1000, 100)
    for key in "abc":
        cache.put(key, 1, 30)
    cache.grow("c", 30)
    assert [cache.get(key) for key in "abc"] == [None, 1, 1]
    assert cache.bytes_used == 90
    cache.grow("a", 1000)
    assert cache.bytes_used == 90, "it is not there any more"
