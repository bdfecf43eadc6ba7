"""The pages of docs/ that are written from the code. `script/docs` writes them; the suite compares them."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from typer.main import get_command

from seatpreview.cli.main import app
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


def text_of(name: str) -> str:
    return NOTICE + NOT_RUN.get(name, "") + PAGES[name]()


def write() -> None:
    for name in PAGES:
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text_of(name), encoding="utf-8")


if __name__ == "__main__":
    write()
