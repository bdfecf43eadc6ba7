"""Filename patterns: which seats a file is for by its path, and that nothing is guessed."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from layouts.random_layouts import DescribedLayout, described_layouts
from layouts.written import compiled
from seatpreview.imagery.filename_pattern import Coverage, FilenamePattern, NoMatch
from seatpreview.layouts.compiler import compile_layout

CASES = json.loads(Path(__file__).with_name("shared").joinpath("file_names.json").read_bytes())
"""The console is tested with the same cases, in web/source/layout-edits/image-file-names.test.ts."""
HALL = compiled(*CASES["sections"])


@pytest.mark.parametrize("case", CASES["matches"], ids=str)
def test_a_file_is_matched_by_ids_or_by_a_sections_name(case: dict[str, Any]) -> None:
    assert FilenamePattern(case["pattern"]).match(case["path"], HALL).covers == case["covers"]


@pytest.mark.parametrize("case", CASES["refusals"], ids=str)
def test_a_file_that_cannot_be_matched_gets_a_reason(case: dict[str, str]) -> None:
    with pytest.raises(NoMatch, match=f"^{re.escape(case['reason'])}$"):
        FilenamePattern(case["pattern"]).match(case["path"], HALL)


@pytest.mark.parametrize("case", CASES["patterns"], ids=str)
def test_a_pattern_that_cannot_be_used_is_refused(case: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(case['reason'])}$"):
        FilenamePattern(case["pattern"])


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
