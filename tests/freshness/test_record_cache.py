"""The shelf: records under the names by which they were asked for, and the absences among those names."""

import pytest

from freshness.scripted import ScriptedDatabase
from seatpreview.freshness.record_cache import Loaded, RecordCache


@pytest.fixture
def shelf() -> RecordCache[str]:
    return ScriptedDatabase().shelf(records_max=3)


def test_a_record_is_dropped_under_every_name(shelf: RecordCache[str]) -> None:
    """The danger: a key revoked under its id is still accepted by its hash."""
    for name in ("id:1", "hash:1", "origin:1"):
        shelf.keep(name, Loaded(1, "1", "record"))
    shelf.drop("1")
    assert [shelf.get(name) for name in ("id:1", "hash:1", "origin:1")] == [None] * 3


def test_the_other_records_stay(shelf: RecordCache[str]) -> None:
    shelf.keep("one", Loaded(1, "1", "record 1"))
    shelf.keep("two", Loaded(1, "2", "record 2"))
    shelf.drop("1")
    assert shelf.get("two") == "record 2"


def test_any_change_ends_every_absence(shelf: RecordCache[str]) -> None:
    """A change names a record by its id, and the absence may be of its hash: any could be the one."""
    shelf.keep("one", Loaded(1, None, None))
    shelf.keep("two", Loaded(1, None, None))
    assert shelf.is_absent("one")
    shelf.drop("whatever")
    assert not shelf.is_absent("one")
    assert not shelf.is_absent("two")


def test_clearing_leaves_nothing(shelf: RecordCache[str]) -> None:
    shelf.keep("one", Loaded(1, "1", "record"))
    shelf.keep("two", Loaded(1, None, None))
    shelf.clear()
    assert shelf.get("one") is None
    assert not shelf.is_absent("two")
    assert len(shelf) == 0


def test_no_more_records_are_kept_than_the_setting_says(shelf: RecordCache[str]) -> None:
    for number in range(50):
        shelf.keep(f"name {number}", Loaded(1, str(number), "record"))
        assert len(shelf) <= 3
    assert shelf.get("name 49") == "record", "the newest has its place"


def test_the_names_of_one_record_count_as_many(shelf: RecordCache[str]) -> None:
    """The danger: one key asked for under ever more names fills the memory."""
    for number in range(50):
        shelf.keep(f"name {number}", Loaded(1, "1", "record"))
        assert len(shelf) <= 3


def test_no_more_absences_are_remembered_than_the_setting_says(shelf: RecordCache[str]) -> None:
    """The danger: whoever tries made-up keys fills the memory."""
    for number in range(50):
        shelf.keep(f"name {number}", Loaded(1, None, None))
        assert sum(shelf.is_absent(f"name {earlier}") for earlier in range(50)) <= 3
