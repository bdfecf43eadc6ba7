"""How many versions are kept: bounded in number and in bytes, and never without the newest."""

from hypothesis import given
from hypothesis import strategies as st

from seatpreview.limits.quotas import VersionBounds, VersionSize

SIZES = st.lists(st.integers(0, 50), max_size=20)


@given(SIZES, st.integers(1, 10), st.integers(0, 200))
def test_what_is_left_is_within_the_bounds_and_is_the_newest(
    sizes: list[int], count_max: int, bytes_max: int
) -> None:
    newest_first = [VersionSize(len(sizes) - number, size) for number, size in enumerate(sizes)]
    exceeding = list(VersionBounds(count_max, bytes_max).exceeding(newest_first))
    left = newest_first[: len(newest_first) - len(exceeding)]
    assert [each.version for each in newest_first] == [*(each.version for each in left), *exceeding]
    assert bool(left) == bool(sizes), "the published one is always kept"
    assert len(left) <= count_max
    assert len(left) <= 1 or sum(each.stored_bytes for each in left) <= bytes_max
    next_one = newest_first[len(left) : len(left) + 1]
    is_full = len(left) == count_max
    assert not next_one or is_full or sum(each.stored_bytes for each in left + next_one) > bytes_max
