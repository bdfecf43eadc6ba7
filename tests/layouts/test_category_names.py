"""Categories that only have a code of another system for a name are numbered."""

import pytest

from seatpreview.layouts.model import Category, PlaceName, is_code, with_names
from seatpreview.values.validated_text import Label


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("f5d09787-e34c-5c66-92e3-012532078e5b", True),
        ("9F86D081884C7D659A2FEAA0", True),
        ("Kategorie 1", False),
        ("Decade", False),
        ("2026-11-18", False),
        ("", False),
    ],
)
def test_a_code_is_told_from_a_name(name: str, expected: bool) -> None:
    assert is_code(name) == expected


def test_a_code_is_not_shown() -> None:
    code = PlaceName("f5d09787-e34c-5c66-92e3-012532078e5b")
    given = [Category(id=PlaceName("A")), Category(id=code), Category(id=code, name=Label("Stalls"))]
    assert [each.name for each in with_names(given)] == [None, "Category 2", "Stalls"]
