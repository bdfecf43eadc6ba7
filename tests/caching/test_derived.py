"""Derived values are kept with their record, each under its own declaration."""

import pytest

from seatpreview.caching.derived import Derived
from seatpreview.results.cacheable import Cacheable

LENGTH = Derived[int]("length")
SHOUTED = Derived[str]("shouted")


def test_a_value_is_kept_with_its_record_alone() -> None:
    one, other = Cacheable("one"), Cacheable("one")
    assert LENGTH.get(one) is None
    assert LENGTH.put(one, 3) == 3
    assert (LENGTH.get(one), LENGTH.get(other)) == (3, None)


def test_two_declarations_never_share_a_value() -> None:
    record = Cacheable("one")
    LENGTH.put(record, 3)
    SHOUTED.put(record, "ONE")
    assert (LENGTH.get(record), SHOUTED.get(record)) == (3, "ONE")
    assert Derived[int]("length").get(record) is None


def test_a_value_that_is_required_must_have_been_stored() -> None:
    record = Cacheable("one")
    with pytest.raises(LookupError, match="length"):
        LENGTH.require(record)
    LENGTH.put(record, 3)
    assert LENGTH.require(record) == 3
