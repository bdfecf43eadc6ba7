"""The pages about imports show what the command really prints for the files on them."""

import shlex
from itertools import pairwise
from pathlib import Path

import pytest

from cli.program import invoke
from docs.generated_pages import ROOT
from guides.code_blocks import Block, blocks

PAGES = sorted((ROOT / "docs").glob("import-*.md"))
COMMAND = "seatpreview venues import "


def shown_reports(page: Path) -> list[tuple[list[str], str]]:
    """Returns the arguments of each command whose output follows it on the page, with that output."""
    found = blocks(page)
    return [
        (shlex.split(command.text)[1:], output.text)
        for command, output in pairwise(found)
        if is_import(command) and output.language == "text" and not output.kind
    ]


def is_import(block: Block) -> bool:
    return block.language == "sh" and block.text.startswith(COMMAND) and block.text.count("\n") == 1


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_shows_the_report_of_each_of_its_files(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    files = [block for block in blocks(page) if block.kind == "file"]
    for file in files:
        Path(file.value).write_text(file.text, encoding="utf-8")
    reports = shown_reports(page)
    assert sorted(arguments[2] for arguments, _ in reports) == sorted(file.value for file in files)
    for arguments, shown in reports:
        printed = invoke(*arguments)
        assert printed.exit_code == 0, printed.output
        assert [line.rstrip() for line in printed.output.splitlines()] == shown.splitlines()


def test_there_is_a_page_for_each_format() -> None:
    assert len(PAGES) == 6
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert [
        name for name in ("pretix", "seats.io", "SVG", "XLSX", "GeoJSON", "Spektrix") if name not in text
    ] == []
