"""The fenced code blocks of the project's pages, with the comment before each that says how it is tested.

A comment stands on the line before the block:

    <!-- not run: <reason> -->        the block cannot be run here
    <!-- fails: <reason> -->          the block shows a mistake, and has to fail
    <!-- file: <name> -->             the reader saves the block as a file, which later blocks use
    <!-- body of <operationId> -->    the JSON is a valid body of that operation

`<!-- no block is run: <reason> -->` at the top of a page holds for all of its blocks.
"""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from project.test_project import project_files

ROOT = Path(__file__).parents[2]

WITHOUT_RUNNER = ("", "text")
"""Output and plain text, which nobody runs."""
RUN = ("sh", "python", "typescript", "json", "html")

_BLOCK = re.compile(
    r"""(?:^[ ]*<!--[ ](?P<comment>[^\n]*?)[ ]-->\n\s*?)?
        ^(?P<indent>[ ]*)```(?P<language>[a-z]*)[^\n`]*\n
        (?P<text>.*?)
        ^[ ]*```[ ]*$""",
    re.MULTILINE | re.DOTALL | re.VERBOSE,
)
_WHOLE_PAGE = re.compile(r"^<!-- no block is run: (.+) -->$", re.MULTILINE)
_KNOWN_COMMENT = re.compile(r"(not run: |fails: |file: |body of )(.+)")


class Block(NamedTuple):
    """One code block of a page."""

    line: int
    language: str
    text: str
    kind: str
    """What the comment before the block says: "not run", "fails", "file", "body of" or nothing."""
    value: str
    """The rest of that comment."""

    @property
    def is_whole_html_page(self) -> bool:
        """Whether a browser can open the block as it stands."""
        return self.language == "html" and self.text.lower().startswith("<!doctype")


def pages() -> list[Path]:
    """Returns every page of the repository that people read."""
    return [path for path in project_files() if path.suffix == ".md" and ".github" not in path.parts]


@cache
def blocks(page: Path) -> list[Block]:
    """Returns the code blocks of a page in their order."""
    return parse(page.read_text(encoding="utf-8"))


def parse(text: str) -> list[Block]:
    """Returns the code blocks of a text in their order."""
    whole = _WHOLE_PAGE.search(text)
    found = []
    for match in _BLOCK.finditer(text):
        known = _KNOWN_COMMENT.fullmatch(match["comment"] or "")
        kind, value = (known[1].rstrip(": "), known[2]) if known else ("", "")
        if whole:
            kind, value = "not run", whole[1]
        found.append(
            Block(
                line=text.count("\n", 0, match.start("language")) + 1,
                language=match["language"],
                text=_without_indent(match["text"], match["indent"]),
                kind=kind,
                value=value,
            )
        )
    return found


def _without_indent(text: str, indent: str) -> str:
    return "".join(line.removeprefix(indent) for line in text.splitlines(keepends=True))
