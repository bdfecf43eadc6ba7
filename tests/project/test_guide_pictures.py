"""The drawings of the guides are those that the script draws, and a page shows each of them."""

import pytest

from docs.generated_pages import ROOT
from docs.guide_pictures.pictures import DRAWINGS, FOLDER, text_of


@pytest.mark.parametrize("name", sorted(DRAWINGS))
def test_a_drawing_is_up_to_date(name: str) -> None:
    found = (FOLDER / name).read_text(encoding="utf-8")
    assert found == text_of(name), "Run script/guide-pictures and commit the drawing."


def test_every_drawing_is_drawn_by_the_script_and_shown_on_a_page() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs").glob("*.md")))
    assert {path.name for path in FOLDER.glob("*.svg")} == set(DRAWINGS)
    assert [name for name in DRAWINGS if f"(pictures/{name})" not in pages] == []
