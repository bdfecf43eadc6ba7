"""Warnings about names: every command that stores a record prints them on standard error."""

import json
from pathlib import Path

import pytest

from cli.program import invoke, result_of
from operations.test_label_warnings import TWINS
from seatpreview.cli.label_warning_text import note_label_warnings
from seatpreview.venues.model import FoundWarnings

TOLD = [
    "1 label with names of this record would not lead to the place of this name:",
    "  Left (nothing found), /rules/layout/sections/0/name",
]


def test_commands_that_store_a_record_tell_which_names_lead_elsewhere(data_dir: Path, tmp_path: Path) -> None:
    at = ("--data-dir", str(data_dir))
    tenant = result_of("tenants", "create", "--name", "Halls", *at)["tenantId"]
    file = tmp_path / "twins.json"
    file.write_text(json.dumps(TWINS))
    created = invoke("venues", "import", str(file), "--tenant", tenant, *at)
    venue = next(word for word in created.stdout.split() if word.startswith("ven_"))
    file.write_text(json.dumps(TWINS | {"name": "Other twins"}))
    answers = [
        created,
        invoke("venues", "import", str(file), "--replace", venue, *at),
        invoke("venues", "check", str(file)),
        invoke("venues", "draft", "put", venue, str(file), *at),
        invoke("venues", "publish", venue, "--dry-run", *at),
        invoke("venues", "publish", venue, *at),
        invoke("venues", "restore", venue, "1", "--dry-run", *at),
    ]
    for answer in answers:
        assert answer.exit_code == 0, answer.stderr
        lines = answer.stderr.splitlines()
        start = lines.index(TOLD[0])
        assert lines[start : start + 2] == TOLD
        assert "'Stalls Left'" in " ".join(lines[start + 2 :])
        assert "Left (" not in answer.stdout


def test_what_is_not_listed_or_was_not_tried_is_counted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    note_label_warnings(FoundWarnings(warnings_count=120, sections_not_checked=7))
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith("120 labels")
    assert told[1:] == [
        "  120 more are not listed.",
        "The names of 7 sections were not tried: there are too many.",
    ]
