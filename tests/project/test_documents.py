"""Documentation is a test: what a generated page says is what the code does."""

import pytest

from project.generated_pages import PAGES, ROOT, text_of


@pytest.mark.parametrize("name", PAGES)
def test_a_generated_page_is_as_the_code_writes_it(name: str) -> None:
    path = ROOT / name
    assert path.is_file(), f"{name} is missing: run script/docs."
    assert path.read_text(encoding="utf-8") == text_of(name), f"{name} is out of date: run script/docs."
