"""The entries that were put last."""

from seatpreview.caching import Recent, content_id, unique_id


def test_the_newest_entries_are_kept_and_one_that_is_put_again_is_the_newest() -> None:
    recent: Recent[str, int] = Recent(3)
    for number, key in enumerate(("a", "b", "c", "a", "d")):
        recent.put(key, number)
    assert recent.newest_first() == [4, 3, 2]


def test_a_mapping_says_whether_something_was_put() -> None:
    recent: Recent[str, int] = Recent(3)
    assert not recent.has_changed
    recent.put("a", 1)
    assert recent.has_changed


def test_content_has_the_same_id_only_if_all_of_its_parts_are_the_same() -> None:
    assert content_id(b"ab", b"c") == content_id(b"ab", b"c")
    assert len({content_id(b"ab", b"c"), content_id(b"a", b"bc"), content_id(b"abc"), unique_id()}) == 4
