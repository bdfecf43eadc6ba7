"""The order of rows by their names, and by the file where names do not count."""

import pytest

from seatpreview.imports.natural_order import in_counting_order, sorted_naturally


@pytest.mark.parametrize(
    ("names", "ordered"),
    [
        ("1 10 2 A", "A 1 2 10"),
        ("X IX V I IV II", "I II IV V IX X"),
        ("I II V W Z", "I V W Z II"),
        ("AA II I A B", "A B I AA II"),
        ("2 1 I V IV", "I IV V 1 2"),
        ("い ろ は に", "い ろ は に"),
        ("Orchestra Circle Gallery", "Orchestra Circle Gallery"),
        ("Bench10 Bench2", "Bench2 Bench10"),
        ("В А Б", "А Б В"),
    ],
)
def test_rows_are_ordered_as_they_count_up(names: str, ordered: str) -> None:
    assert in_counting_order(names.split()) == ordered.split()


def test_words_are_sorted_where_a_file_has_no_order() -> None:
    assert sorted_naturally({"Pit", "A", "1"}) == ["A", "Pit", "1"]
