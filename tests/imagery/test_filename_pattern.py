"""Filename patterns: which seats a file is for by its path, and that nothing is guessed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from layouts.random_layouts import DescribedLayout, described_layouts
from layouts.written import compiled
from seatpreview.imagery.filename_pattern import Coverage, FilenamePattern, NoMatch
from seatpreview.layouts.compiler import compile_layout

HALL = compiled(
    {
        "ids": {"first": 101, "last": 104},
        "name": "Field Box {id}",
        "rows": ["A", "B", "12", "L-R"],
        "seats": {"count": 12},
    },
    {"id": "Süd", "name": "Kurve", "rows": {"first": 1, "last": 20}},
    {"id": "10", "rows": ["1A", "A"]},
    {"id": "Box", "kind": "suite", "seats": {"count": 6}},
    {"id": "Bench", "rows": ["Z"], "seats": {"count": 6}},
)


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("{section}/{row}.jpg", "101/A.jpg", ("101", "A")),
        ("{section}/{row}.jpg", "101/a.JPG", ("101", "A")),
        ("{section}/{row}.jpg", "101/L-R.jpg", ("101", "L-R")),
        ("{section}/{row}.jpg", "Field-Box_101/b.jpg", ("101", "B")),
        ("{section}/{row}.jpg", "kurve/07.jpg", ("Süd", "7")),
        ("{section}/{row}.jpg", "SÜD/7.jpg", ("Süd", "7")),
        ("{section}.jpg", "102.jpg", ("102",)),
        ("{section}_{row}_{seat}.png", "103_12_07.png", ("103", "12", "7")),
        ("day/sec {section} row {row}/{section}-{row}.jpg", "Day/sec 101 row A/101-a.jpg", ("101", "A")),
        ("{section}{row}.jpg", "102B.jpg", ("102", "B")),
        ("{section}-{seat}.jpg", "box-3.jpg", ("Box", None, "3")),
        ("{section}-{seat}.jpg", "bench-3.jpg", ("Bench", "Z", "3")),
        ("venue.jpg", "venue.jpg", ()),
    ],
)
def test_a_file_is_matched_by_ids_or_by_a_sections_name(
    pattern: str, path: str, expected: tuple[str | None, ...]
) -> None:
    assert FilenamePattern(pattern).match(path, HALL) == Coverage(*expected)


@pytest.mark.parametrize(
    ("pattern", "path", "reason"),
    [
        ("{section}/{row}.jpg", "101/A.png", "does not fit the pattern"),
        ("{section}/{row}.jpg", "more/101/A.jpg", "does not fit the pattern"),
        ("{section}/{row}.jpg", "A.jpg", "does not fit the pattern"),
        ("{section}/{section}-{row}.jpg", "101/102-A.jpg", "does not fit the pattern"),
        ("{section}/{row}.jpg", "999/A.jpg", "there is no section '999'"),
        ("{section}/{row}.jpg", "101/Q.jpg", "section '101' has no row 'Q'"),
        ("{section}/{row}/{seat}.jpg", "101/A/99.jpg", "row 'A' of section '101' has no seat '99'"),
        ("{section}/{row}/{seat}.jpg", "Kurve/1/1.jpg", "row '1' of section 'Süd' has no seat '1'"),
        ("{section}{row}.jpg", "101A.jpg", "may be for 10/1A or 101/A"),
        ("{section}-{seat}.jpg", "Box-9.jpg", "section 'Box' has no seat '9'"),
        ("{section}-{seat}.jpg", "101-3.jpg", r"section '101' has 4 rows, and the pattern no \{row\}"),
        ("{section}/{row}/{seat}.jpg", "Box/A/3.jpg", "section 'Box' has no row 'A'"),
    ],
)
def test_a_file_that_cannot_be_matched_gets_a_reason(pattern: str, path: str, reason: str) -> None:
    with pytest.raises(NoMatch, match=f"^{reason}$"):
        FilenamePattern(pattern).match(path, HALL)


@pytest.mark.parametrize(
    ("pattern", "sentence"),
    [
        ("{block}/{row}.jpg", "can have {section}, {row} and {seat}, but not {block}"),
        ("{row}.jpg", "has {row}, so it needs {section} as well"),
        ("{row}/{seat}.jpg", "has {row}, so it needs {section} as well"),
        ("{seat}.jpg", "has {seat}, so it needs {section} as well"),
    ],
)
def test_a_pattern_that_cannot_be_used_is_refused(pattern: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        FilenamePattern(pattern)


def test_two_sections_with_one_name_can_be_matched_by_id_only() -> None:
    hall = compiled(
        {"id": "1", "name": "Box", "level": "Lower", "rows": ["A"]},
        {"id": "2", "name": "box", "level": "Upper", "rows": ["A"]},
    )
    with pytest.raises(NoMatch, match="'Box' may be section 1 or 2"):
        FilenamePattern("{section}.jpg").match("Box.jpg", hall)
    assert FilenamePattern("{section}.jpg").match("2.jpg", hall) == Coverage("2")


def test_an_exact_id_wins_over_other_spellings() -> None:
    hall = compiled(
        {"id": "a", "level": "Lower", "rows": ["07", "7"]}, {"id": "A", "level": "Upper", "rows": ["1"]}
    )
    assert FilenamePattern("{section}.jpg").match("a.jpg", hall) == Coverage("a")
    assert FilenamePattern("{section}.jpg").match("A.jpg", hall) == Coverage("A")
    assert FilenamePattern("{section}/{row}.jpg").match("a/07.jpg", hall) == Coverage("a", "07")
    with pytest.raises(NoMatch, match="section 'a' has no row '007'"):
        FilenamePattern("{section}/{row}.jpg").match("a/007.jpg", hall)


@examples(30)
@given(described_layouts().filter(lambda described: described.keys != []), st.data())
def test_every_seat_is_found_by_its_own_key(described: DescribedLayout, data: st.DataObject) -> None:
    section, row, seat = data.draw(st.sampled_from(described.keys))
    layout = compile_layout(described.layout)
    pattern = FilenamePattern("{section}/{row}/{seat}.jpg" if row else "{section}/{seat}.jpg")
    path = "/".join(part for part in (section, row, seat) if part)
    assert pattern.match(f"{path}.jpg", layout) == Coverage(section, row or None, seat)
