"""A bounded cache keeps the newest entries, and never more than its bound."""

from hypothesis import given
from hypothesis import strategies as st

from seatpreview.bounded_cache import BoundedCache


@given(st.integers(1, 5), st.lists(st.integers(0, 9)))
def test_it_holds_the_keys_that_came_last(entries_max: int, keys: list[int]) -> None:
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
