"""The pages of docs/ as a site: each is in the navigation, and links lead to headings that exist."""

import re
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from docs.generated_pages import ROOT
from docs.site.repository_links import (
    LISTS,
    PAGES_AT_THE_ROOT,
    listed,
    navigation,
    unlisted_pages,
    with_links_of_the_site,
    without_missing_pages,
)
from project.test_project import project_files

DOCS = ROOT / "docs"
FENCE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s\"]+)\)")
HEADING = re.compile(r"^#{1,4} (.+)$", re.MULTILINE)
PAGES = [path for path in project_files() if path.suffix == ".md"]


def test_every_page_of_docs_is_in_the_navigation() -> None:
    assert unlisted_pages() == [], "Add `- [Title](page.md): what it is.` to a list of docs/index.md."


def test_no_page_is_listed_twice() -> None:
    for page in LISTS:
        pages = listed((DOCS / f"{page}.md").read_text(encoding="utf-8"))
        assert sorted(pages) == sorted({*pages})


def test_the_navigation_has_a_part_for_each_list() -> None:
    text = "# Title\n\n## One\n\n- [A](a.md): what.\n- [B](b/c.md)\n\n## None\n\nText.\n"
    assert navigation(text).split() == ["```{toctree}", ":hidden:", ":caption:", "One", "a", "b/c", "```"]


def test_the_build_leaves_out_listed_pages_that_do_not_exist(tmp_path: Path) -> None:
    (tmp_path / "a.md").touch()
    text = "See [A](a.md) or [B](b.md).\n\n- [A](a.md): what.\n- [B](b.md): what\n  more.\n- Other.\n"
    assert without_missing_pages(text, tmp_path) == "See [A](a.md) or B.\n\n- [A](a.md): what.\n- Other.\n"


def test_every_page_links_to_headings_that_exist() -> None:
    links = [(page, target) for page in PAGES for target in LINK.findall(text_of(page))]
    assert len(links) > 100
    assert [f"{page}: {target}" for page, target in links if not leads_somewhere(page, target)] == []


def test_a_file_at_the_root_is_a_page_of_the_site() -> None:
    text = with_links_of_the_site("[how](../SECURITY.md#scope) and [it](../README.md)", "docs/x.md", "x.md")
    assert text == "[how](project/security.md#scope) and [it](index.md)"
    for file, page in PAGES_AT_THE_ROOT.items():
        assert (ROOT / file).exists()
        assert (DOCS / page).exists()


def test_links_of_a_file_at_the_root_are_those_of_the_page_that_shows_it() -> None:
    text = with_links_of_the_site(
        "[a](docs/deploy.md) [b](tests/cli/test_serve.py) [c](SECURITY.md) [d](docs/decisions/) [e](https://x.example)",
        "CONTRIBUTING.md",
        "project/contributing.md",
    )
    assert text == "[a](../deploy.md) b [c](security.md) [d](../decisions/README.md) [e](https://x.example)"


def test_code_keeps_what_looks_like_a_link() -> None:
    text = "```sh\n[a](../SECURITY.md)\n```\n`[a](../SECURITY.md)` "
    linked = text + "[`a`](../SECURITY.md)"
    assert with_links_of_the_site(linked, "docs/x.md", "x.md") == text + "[`a`](project/security.md)"


def test_a_link_to_a_file_leads_to_a_copy_and_one_that_is_called_by_its_file_gets_its_title() -> None:
    text = "[one](../deploy/nginx.conf) [settings.md](settings.md)"
    assert with_links_of_the_site(text, "docs/x.md", "x.md") == "[one](../deploy/nginx.conf) [](settings.md)"


def leads_somewhere(page: Path, target: str) -> bool:
    """Returns whether an address is complete, or a heading is there. Files have a test of their own."""
    path, _, anchor = target.partition("#")
    if "://" in target:
        address = urlsplit(target)
        return address.scheme in ("http", "https") and bool(address.hostname)
    if not anchor or (path and not path.endswith(".md")):
        return True
    return anchor in anchors((page.parent / path).resolve() if path else page)


@cache
def text_of(page: Path) -> str:
    return FENCE.sub("", page.read_text(encoding="utf-8"))


@cache
def anchors(page: Path) -> frozenset[str]:
    """The anchors that a forge gives to the headings of a page."""
    found: list[str] = []
    for heading in HEADING.findall(text_of(page)):
        words = re.sub(r"[^\w\- ]", "", re.sub(r"\]\([^)]*\)", "", heading).lower())
        slug = words.strip().replace(" ", "-")
        same = sum(1 for other in found if other == slug or re.fullmatch(rf"{re.escape(slug)}-\d+", other))
        found.append(f"{slug}-{same}" if same else slug)
    named = re.findall(r'<a (?:id|name)="([^"]+)"', page.read_text(encoding="utf-8"))
    return frozenset([*found, *named])
