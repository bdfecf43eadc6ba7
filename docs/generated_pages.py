"""The pages of docs/ that are written from the code. `script/docs` writes them; the suite compares them."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from typer.main import get_command

from seatpreview.cli.main import app
from seatpreview.languages.language_files import FOLDER, Part, read_about_languages, read_part
from seatpreview.reference.markdown_pages import (
    command_line_page,
    metrics_page,
    operations_page,
    problems_page,
    settings_page,
)

ROOT = Path(__file__).parents[1]

PAGES: dict[str, Callable[[], str]] = {
    "docs/command-line.md": partial(command_line_page, get_command(app)),
    "docs/metrics.md": metrics_page,
    "docs/operations.md": operations_page,
    "docs/problems.md": problems_page,
    "docs/settings.md": settings_page,
}

NOTICE = "<!-- Written by script/docs from the code. Change it there. -->\n\n"


NOT_RUN = {"docs/command-line.md": "<!-- no block is run: their ids are made up -->\n\n"}
"""What tests/guides reads at the top of a page whose code blocks cannot be run."""


LANGUAGES_PAGE = ROOT / "docs" / "languages.md"
_LANGUAGES_TABLE = re.compile(
    r"(<!-- languages: script/docs writes this table -->\n).*?(<!-- end of languages -->)", re.DOTALL
)
_COLUMNS: dict[Part, str] = {
    "labels": "labels",
    "headers": "table headers",
    "phrases": "descriptions",
    "messages": "viewer and map",
    "names": "usual names",
}


def languages_table(folder: Path = FOLDER) -> str:
    """Returns the table of which language has what."""
    codes = {part: {*read_part(part, dict, folder)} for part in _COLUMNS}
    codes["names"].add("en")
    rows = [
        ["code", "language", *_COLUMNS.values(), "texts for buyers"],
        ["---"] * (len(_COLUMNS) + 3),
    ]
    for code, about in read_about_languages(folder).items():
        has = ["yes" if code in codes[part] else "" for part in _COLUMNS]
        rows.append([f"`{code}`", about.name, *has, about.status if code in codes["phrases"] else ""])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def text_of(name: str) -> str:
    return NOTICE + NOT_RUN.get(name, "") + PAGES[name]()


def write() -> None:
    for name in PAGES:
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text_of(name), encoding="utf-8")
    page = LANGUAGES_PAGE.read_text("utf-8")
    LANGUAGES_PAGE.write_text(_LANGUAGES_TABLE.sub(rf"\g<1>{languages_table()}\g<2>", page), "utf-8")


if __name__ == "__main__":
    write()
