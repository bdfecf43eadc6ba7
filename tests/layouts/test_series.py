"""Series of names: they count as people count, and contain exactly their own names."""

from itertools import islice, product
from string import ascii_uppercase

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from layouts.random_layouts import DOUBLED, LETTERS, Names, ranges, skipping
from layouts.written import compiled, section
from seatpreview.layouts.series import Style, ending_of, series_between, series_from


@pytest.mark.parametrize(
    ("first", "last", "style", "names"),
    [
        ("X", "AC", None, "X Y Z AA AB AC"),
        ("X", "CC", "doubled", "X Y Z AA BB CC"),
        ("AA", "DD", "doubled", "AA BB CC DD"),
        ("ZZ", "AAB", None, "ZZ AAA AAB"),
        ("YY", "AAA", "doubled", "YY ZZ AAA"),
        ("Z", "AA", None, "Z AA"),
        ("y", "ab", None, "y z aa ab"),
        ("8", "11", None, "8 9 10 11"),
        ("08", "11", None, "08 09 10 11"),
        ("098", "101", None, "098 099 100 101"),
        ("98", "101", None, "98 99 100 101"),
        ("0", "2", None, "0 1 2"),
        ("R8", "R10", None, "R8 R9 R10"),
        ("R-08", "R-10", None, "R-08 R-09 R-10"),
        ("1A", "1C", None, "1A 1B 1C"),
        ("RA", "RC", None, "RA RB RC"),
        ("A", "A", None, "A"),
        ("7", "7", None, "7"),
    ],
)
def test_a_series_counts_from_its_first_name_to_its_last(
    first: str, last: str, style: Style | None, names: str
) -> None:
    assert list(series_between(first, last, style=style)) == names.split()


def test_a_prefix_may_be_words() -> None:
    assert list(series_between("Field Box 9", "Field Box 11")) == [
        "Field Box 9",
        "Field Box 10",
        "Field Box 11",
    ]
    assert list(series_between("Box A", "Box C")) == ["Box A", "Box B", "Box C"]


def test_letters_past_z_go_on_as_aa_and_ab() -> None:
    thousands = ("".join(letters) for size in (1, 2, 3) for letters in product(ascii_uppercase, repeat=size))
    assert list(series_from("A", count=2000)) == list(islice(thousands, 2000))


def test_doubled_letters_past_z_go_on_as_aa_and_bb() -> None:
    assert list(series_between("A", "ZZZ", style="doubled")) == DOUBLED


@pytest.mark.parametrize(
    ("first", "last", "step", "names"),
    [("229", "235", 2, "229 231 233 235"), ("5", "2", -1, "5 4 3 2"), ("E", "A", -2, "E C A")],
)
def test_names_count_in_steps_and_down(first: str, last: str, step: int, names: str) -> None:
    assert list(series_between(first, last, step=step)) == names.split()


@settings(deadline=None)
@given(ranges)
def test_a_range_of_random_names_is_those_names(names: Names) -> None:
    written = names.written
    series = series_between(
        written["first"], written["last"], step=written.get("step", 1), style=written.get("style")
    )
    assert list(series) == names.expected
    assert len(series) == len(names.expected)
    assert [series.index_of(name) for name in names.expected] == list(range(len(names.expected)))


@settings(deadline=None)
@given(ranges, st.text(max_size=5) | st.sampled_from([*LETTERS, *DOUBLED]) | st.from_regex(r"R?[0-9]{1,3}\Z"))
def test_a_series_has_no_name_but_its_own(names: Names, other: str) -> None:
    written = names.written
    series = series_between(
        written["first"], written["last"], step=written.get("step", 1), style=written.get("style")
    )
    assert (other in series) == (other in names.expected)


@settings(deadline=None)
@given(skipping(ranges))
def test_what_is_skipped_does_not_exist(names: Names) -> None:
    layout = compiled(section(rows=names.written, seats=None))
    assert [row.id for row in layout.sections[0].rows] == names.expected
    assert all(layout.row("101", name) is None for name in names.written["skip"])


@pytest.mark.parametrize("name", ["\u0661", "1 ", " 1", "01", "+1", "1_0", "", "9" * 5000, "1\n", "½"])
def test_what_only_looks_like_a_number_is_another_name(name: str) -> None:
    """Python reads some of these as numbers, and refuses to read one of 5,000 digits."""
    assert name not in series_from("1", count=20)


@pytest.mark.parametrize(
    ("name", "ending"),
    [
        ("FB110", "110"),
        ("110", "110"),
        ("Box-B", "B"),
        ("Suite 04", "04"),
        ("Terrace", "Terrace"),
        ("2F", "F"),
    ],
)
def test_a_name_ends_in_a_number_or_in_letters(name: str, ending: str) -> None:
    assert ending_of(name) == ending
