"""The documentation agrees with the code: generated pages, links between pages, and paths that pages name."""

import re
from functools import cache

import pytest

from docs.generated_pages import PAGES, ROOT, text_of
from project.test_project import project_files

LINK = re.compile(r"\]\(([^)#\s\"]+)(?:#[^)]*)?\)")
CODE_PATH = re.compile(r"`((?:[a-z_]+/)+[A-Za-z_0-9.-]*|[a-z_]+\.py)`")
"""A path in backticks: with a slash, or a Python module."""
THREAT = re.compile(r"\| [0-9]+ \|")
"""The beginning of a row of the threat model."""


@pytest.mark.parametrize("name", sorted(PAGES))
def test_a_generated_page_is_up_to_date(name: str) -> None:
    assert (ROOT / name).read_text(encoding="utf-8") == text_of(name), "Run script/docs and commit the page."


def test_every_page_links_to_files_that_exist() -> None:
    links = [
        (page, target)
        for page in project_files()
        if page.suffix == ".md"
        for target in LINK.findall(page.read_text(encoding="utf-8"))
        if "://" not in target
    ]
    assert len(links) > 100
    assert [f"{page}: {target}" for page, target in links if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("name", ["architecture.md", "life-of-a-request.md", "extending.md"])
def test_a_page_about_the_code_names_files_that_exist(name: str) -> None:
    named = CODE_PATH.findall((ROOT / "docs" / name).read_text(encoding="utf-8"))
    assert len(named) > 5
    assert [path for path in named if not _exists(path)] == []


def test_every_row_of_the_threat_model_names_a_test() -> None:
    """That the linked files exist is checked with those of all pages."""
    rows = [
        line for line in (ROOT / "SECURITY.md").read_text(encoding="utf-8").splitlines() if THREAT.match(line)
    ]
    assert [int(row.split("|")[1]) for row in rows] == list(range(1, len(rows) + 1))
    assert len(rows) >= 17
    assert [row for row in rows if "](tests/" not in row.rsplit("|", 2)[1]] == []


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_the_way_to_report_a_fault_is_found_from(page: str) -> None:
    assert "](SECURITY.md)" in (ROOT / page).read_text(encoding="utf-8")


def _exists(path: str) -> bool:
    if "<" in path:
        return True
    if "/" not in path:
        return path in _module_names()
    places = (ROOT, ROOT / "src" / "seatpreview", ROOT / "web" / "source" / "console" / "keys")
    return any((place / path).exists() for place in places)


@cache
def _module_names() -> frozenset[str]:
    return frozenset(path.name for path in project_files() if path.suffix == ".py")
