"""Derived values are kept for their record alone, and as long as it."""

from seatpreview.caching import Derived


class Record:
    """A record, which can be referred to weakly."""


def test_a_value_is_kept_for_its_record_alone() -> None:
    lengths, one, other = Derived[Record, int](), Record(), Record()
    assert lengths.get(one) is None
    assert lengths.put(one, 3) == 3
    assert (lengths.get(one), lengths.get(other)) == (3, None)
    lengths.put(one, 4)
    assert lengths.get(one) == 4


def test_a_value_goes_with_its_record() -> None:
    """The danger: another record that comes to lie at the same place in memory is taken for the first."""
    lengths, record = Derived[Record, int](), Record()
    lengths.put(record, 3)
    lengths.put(record, 4)
    del record
    assert len(lengths) == 0
    assert all(lengths.get(later) is None for later in [Record() for _ in range(100)])
