"""Pages that read well on a forge, made fit for the site: navigation from lists, and links out of docs/.

A page of docs/ is plain Markdown. Two things that Sphinx wants are made here from what is written anyway:
the navigation from the lists of links in index.md, and pages for the files at the root (SECURITY.md).
"""

import os
import re
import zlib
from pathlib import Path, PurePosixPath
from typing import Any

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

LISTS = ("index", "decisions/README")
"""The pages whose lists of links are the navigation of the site."""
PAGES_AT_THE_ROOT = {
    "CHANGELOG.md": "project/changelog.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "README.md": "index.md",
    "SECURITY.md": "project/security.md",
}
"""Files beside docs/, and the page of docs/ that stands for each on the site."""
COPIED = (".json", ".conf", ".yaml", ".service", ".example", "Caddyfile", "Containerfile")
"""Endings of files that the site has a copy of, where a page links to them. Links to code are text only."""

_LINK_OR_CODE = re.compile(
    r"""\[(?P<text>[^\]\[]*(?:\[[^\]]*\][^\]\[]*)?)\]\((?P<path>[^)\s:#]+)(?P<anchor>\#[^)\s]*)?\)
        | `[^`\n]*`""",
    re.VERBOSE,
)
"""A link, or code in a line, which stays as it is."""
_FENCE = re.compile(r"^(```.*?^```$)", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_PAGE_LINK = re.compile(r"\[(?P<text>[^\]]+)\]\((?P<path>[^)#:]+\.md)\)")
_ITEM = re.compile(r"^- \[[^\]]+\]\([^)#:]+\.md\).*\n(?:  .*\n)*", re.MULTILINE)
_LISTED = re.compile(r"^- \[[^\]]+\]\(([^)#:]+)\.md\)", re.MULTILINE)


def setup(app: Any) -> dict[str, Any]:
    """Registers the change of each page's source, as Sphinx expects of an extension."""
    app.connect("source-read", _read_source)
    # The lists depend on which pages there are, so they are read again each time.
    app.connect("env-get-outdated", lambda *_: list(LISTS))
    # Sphinx keeps pages that it has read. Another version of this file reads all of them again.
    version = zlib.crc32(Path(__file__).read_bytes())
    return {"env_version": version, "parallel_read_safe": True, "parallel_write_safe": True}


def _read_source(app: Any, name: str, source: list[str]) -> None:
    shown = next((file for file, page in PAGES_AT_THE_ROOT.items() if page == f"{name}.md"), None)
    if shown is not None and name != "index":
        app.env.note_dependency(str(ROOT / shown))
        source[0] = with_links_of_the_site((ROOT / shown).read_text(encoding="utf-8"), shown, f"{name}.md")
    else:
        source[0] = with_links_of_the_site(source[0], f"docs/{name}.md", f"{name}.md")
    if name in LISTS:
        folder = DOCS / Path(name).parent
        source[0] = without_missing_pages(source[0], folder)
        source[0] += navigation(source[0])
    if name == "index":
        source[0] += _tree("More", unlisted_pages())


def with_links_of_the_site(text: str, written_in: str, page: str) -> str:
    """Returns a text whose links lead to pages of the site, to copies of files, or are text only.
    `written_in` is the file whose text it is, `page` where the site shows it."""

    def replaced(match: re.Match[str]) -> str:
        if match["path"] is None:
            return match[0]
        target = _path_on_the_site(match["path"], written_in, page)
        if target is None:
            return match["text"]
        # On the site, a link that is called by its file has the title of the page. MyST fills it in.
        text = "" if match["text"].strip("`").endswith(".md") else match["text"]
        return f"[{text}]({target}{match['anchor'] or ''})"

    parts = _FENCE.split(text)
    return "".join(part if part.startswith("```") else _LINK_OR_CODE.sub(replaced, part) for part in parts)


def navigation(text: str) -> str:
    """Returns one hidden table of contents for each heading with a list of pages below it."""
    titles_and_texts = _HEADING.split(text)[1:] or ["Pages", text]
    titles, texts = titles_and_texts[::2], titles_and_texts[1::2]
    return "".join(_tree(title, listed(below)) for title, below in zip(titles, texts, strict=True))


def listed(text: str) -> list[str]:
    """Returns the pages that the lists of a text link to first, in their order, without the ending."""
    return _LISTED.findall(text)


def without_missing_pages(text: str, folder: Path) -> str:
    """Returns a list of pages without those that do not exist. A page that is being written must not stop
    everybody's set-up; that a listed page is missing is what the suite finds."""

    def kept(match: re.Match[str]) -> str:
        return match[0] if (folder / match["path"]).is_file() else match["text"]

    for item in _ITEM.findall(text):
        if not (folder / f"{listed(item)[0]}.md").is_file():
            text = text.replace(item, "")
    return _PAGE_LINK.sub(kept, text)


def unlisted_pages() -> list[str]:
    """Returns the pages that no list names. The suite refuses them; the site shows them all the same."""
    named = {"index"}
    for page in LISTS:
        folder = PurePosixPath(page).parent
        named |= {str(folder / name) for name in listed((DOCS / f"{page}.md").read_text(encoding="utf-8"))}
    pages = {str(path.relative_to(DOCS).with_suffix("")) for path in DOCS.rglob("*.md")}
    return sorted(pages - named)


def _tree(title: str, pages: list[str]) -> str:
    if not pages:
        return ""
    return f"\n\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n" + "\n".join(pages) + "\n```\n"


def _path_on_the_site(path: str, written_in: str, page: str) -> str | None:
    """Returns where a link leads from the page, or None for a file that the site does not have."""
    meant = PurePosixPath(os.path.normpath(PurePosixPath(written_in).parent / path))
    if (ROOT / meant / "README.md").is_file():
        meant /= "README.md"
    if str(meant) in PAGES_AT_THE_ROOT:
        return _relative(PurePosixPath("docs") / PAGES_AT_THE_ROOT[str(meant)], page)
    if meant.parts[0] == "docs" or (str(meant).endswith(COPIED) and (ROOT / meant).is_file()):
        return _relative(meant, page)
    return None


def _relative(path: PurePosixPath, page: str) -> str:
    return os.path.relpath(path, (PurePosixPath("docs") / page).parent)
