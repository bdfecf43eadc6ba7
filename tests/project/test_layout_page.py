"""docs/layouts.md explains every member of a record, and its records are accepted."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.program import invoke
from docs.generated_pages import ROOT
from docs.guide_pictures.page_records import LAYOUTS_PAGE, shown_records
from seatpreview.reference.openapi import document

PAGE = LAYOUTS_PAGE.read_text(encoding="utf-8")
RECORDS = shown_records(PAGE)
WHOLE_RECORDS = [shown.record for shown in RECORDS if shown.is_whole]
SCHEMAS: dict[str, Any] = document("https://seats.example/v1")["components"]["schemas"]

TABLE = re.compile(r"<!-- members of (\w+) -->\n((?:\|.*\n)+)")
REFERENCE = re.compile(r'"#/components/schemas/(\w+)"')


def explained_members() -> dict[str, list[str]]:
    """The members that the tables of the pages about records name, by the name of the schema."""
    pages = [PAGE, (ROOT / "docs" / "label-rules.md").read_text(encoding="utf-8")]
    tables = [found for page in pages for found in TABLE.findall(page)]
    assert len(dict(tables)) == len(tables), "A schema is explained twice."
    return {
        name: [
            member for row in rows.splitlines()[2:] for member in re.findall(r"`(\w+)`", row.split("|")[1])
        ]
        for name, rows in tables
    }


def parts_of(name: str, seen: set[str]) -> Iterator[str]:
    """A schema with members, and those of all of its parts."""
    if name in seen:
        return
    seen.add(name)
    if "properties" in SCHEMAS[name]:
        yield name
    for part in REFERENCE.findall(json.dumps(SCHEMAS[name])):
        yield from parts_of(part, seen)


def test_every_member_of_a_record_is_explained() -> None:
    explained = explained_members()
    wanted = {name: sorted(SCHEMAS[name]["properties"]) for name in parts_of("ReplaceVenueRequest", set())}
    assert {name: sorted(members) for name, members in explained.items()} == wanted


@pytest.mark.parametrize("record", WHOLE_RECORDS, ids=lambda record: record["name"])
def test_a_whole_record_passes_the_check_of_the_command_line(record: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    checked = invoke("venues", "check", str(file))
    assert (checked.exit_code, checked.stderr) == (0, "")


def test_a_part_of_a_record_is_accepted_in_the_record_above_it() -> None:
    parts = [shown for shown in RECORDS if not shown.is_whole]
    assert len(parts) >= 5
    for shown in parts:
        shown.checked()


def test_the_page_tells_the_number_of_seats_of_its_arena() -> None:
    layout = next(shown for shown in RECORDS if shown.record["name"] == "Round Arena").checked()[1]
    assert f"{layout.seat_count:,} seats" in PAGE
