"""`seatpreview seat-keys`: dry runs of a file's labels on a venue, and suggested rules."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from cli.program import invoke, result_of
from seatpreview.cli import label_batches

LAYOUT = {
    "sections": [
        {
            "ids": {"first": 101, "last": 104},
            "name": "Field Box {id}",
            "rows": {"first": "A", "last": "F"},
            "seats": {"count": 10},
        },
        {"ids": {"first": 201, "last": 202}, "name": "Terrace {id}", "rows": {"first": 1, "last": 5}},
    ]
}


class Venue:
    """A venue in a database of its own, and files of labels."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.flags = ["--data-dir", str(folder / "data")]
        tenant = result_of("tenants", "create", "--name", "Owner", *self.flags)["tenantId"]
        layout = self.file("layout.json", json.dumps(LAYOUT))
        made = result_of("venues", "import", layout, "--tenant", tenant, "--name", "Park", *self.flags)
        self.venue_id = str(made["venueId"])

    def file(self, name: str, text: str) -> str:
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def run(self, command: str, labels: str, *more: str) -> Any:
        return invoke(
            "seat-keys",
            command,
            self.venue_id,
            "--labels",
            self.file("labels", labels),
            *more,
            *self.flags,
        )


@pytest.fixture
def venue(data_dir: Path) -> Venue:
    return Venue(data_dir.parent)


def test_a_text_file_has_one_label_per_line(venue: Venue) -> None:
    tried = venue.run("test", "Field Box 101 Row A Seat 3\n\nFB 102 Row C\nFB 103 Row Z\nNowhere 9\n")
    assert (tried.exit_code, tried.stderr) == (0, "")
    lines = [line.split() for line in tried.stdout.splitlines()]
    assert lines[:6] == [
        ["STATUS", "LABELS", "SHARE"],
        ["matched", "2", "50.0", "%"],
        ["section_only", "1", "25.0", "%"],
        ["ambiguous", "0", "0.0", "%"],
        ["unmatched", "1", "25.0", "%"],
        ["(all)", "4", "100.0", "%"],
    ]
    assert "Sections that no label resolves to: 3\n" in tried.stdout
    assert "section_only: 1\n  FB 103 Row Z\n      " in tried.stdout
    assert "it has no row 'z'" in tried.stdout
    assert "unmatched: 1\n  Nowhere 9\n      " in tried.stdout


def test_csv_has_parts_and_every_result_is_written_as_csv(venue: Venue) -> None:
    out = venue.folder / "out.csv"
    tried = venue.run("test", "Section,Row,Seat,price\nFB101,A,3,9\nFB102,Q,,9\n", "--csv", str(out))
    assert (tried.exit_code, tried.stderr) == (0, f"Wrote {out}.\n")
    with out.open(newline="") as file:
        first, second = csv.DictReader(file)
    assert (first["section"], first["row"], first["seat"]) == ("FB101", "A", "3")
    assert (first["status"], first["level"], first["key"]) == ("matched", "seat", "101/A/3")
    assert (second["status"], second["key"], second["expect"]) == ("section_only", "102", "")
    assert second["trace"].endswith("it has no row 'q'")
    assert venue.run("test", "FB 101\n", "--csv", str(out)).stderr == (
        f"{out} already exists: choose another file name.\n"
    )


def test_what_is_not_as_expected_is_shown_and_fails(venue: Venue) -> None:
    labels = "label,expect\nFB 101 Row A,101/A\nFB 102 Row B,102/C\nNowhere 9,\n"
    tried = venue.run("test", labels)
    assert tried.exit_code == 1
    assert "as expected      2       66.7 %" in tried.stdout
    assert "matched, not as expected: 1\n  FB 102 Row B\n" in tried.stdout
    assert "      expected: 102/C\n" in tried.stdout
    assert venue.run("test", "label,expect\nFB 101 Row A,101/A\n").exit_code == 0


def test_several_seats_are_expected_and_shown_with_bars_between_them(venue: Venue) -> None:
    out = venue.folder / "out.csv"
    labels = (
        "label,expect\n"
        "FB 101 Row A seats 3-4,101/A/3|101/A/4\n"
        "FB 101 Row B seats 1-3,101/B/1 | 2 | 3\n"
        "FB 101 Row C seats 1-2,101/C/1\n"
        "FB 101 Row C Seat 1,101/C/1|2\n"
    )
    tried = venue.run("test", labels, "--csv", str(out))
    assert tried.exit_code == 1
    assert "as expected      2       50.0 %" in tried.stdout
    assert "Labels that name several seats: 3\n" in tried.stdout
    assert "      found: 101/C/1|101/C/2\n      expected: 101/C/1\n" in tried.stdout
    assert "      found: 101/C/1\n      expected: 101/C/1|101/C/2\n" in tried.stdout
    with out.open(newline="") as file:
        lines = [(line["key"], line["expect"], line["as_expected"]) for line in csv.DictReader(file)]
    assert lines == [
        ("101/A/3|101/A/4", "101/A/3|101/A/4", "true"),
        ("101/B/1|101/B/2|101/B/3", "101/B/1|101/B/2|101/B/3", "true"),
        ("101/C/1|101/C/2", "101/C/1", "false"),
        ("101/C/1", "101/C/1|101/C/2", "false"),
    ]


def test_suggestions_take_several_expected_seats(venue: Venue) -> None:
    labels = "label,expect\nField Terrace 201 Row 1,201/1\nFB 101 Row A Seats 3-4,101/A/3|4\n"
    assert venue.run("suggest", labels).exit_code == 0


def test_the_results_of_batches_are_merged(venue: Venue, monkeypatch: pytest.MonkeyPatch) -> None:
    labels = "label,expect\n" + "".join(
        f"FB {section} Row {row},{section}/{row}\n" for section in (101, 102, 105) for row in "ABC"
    )
    whole = json.loads(venue.run("test", labels, "--json").stdout)
    monkeypatch.setattr(label_batches, "BATCH_SIZE", 2)
    assert json.loads(venue.run("test", labels, "--json").stdout) == whole
    assert whole["summary"]["labels"] == 9
    assert whole["unreachedSections"] == ["103", "104", "201", "202"]


def test_suggested_rules_are_ranked_and_can_be_pasted_into_the_record(venue: Venue) -> None:
    labels = "label,expect\n" + "".join(f"Field Terrace {number} Row 1,{number}/1\n" for number in (201, 202))
    suggested = venue.run("suggest", labels)
    assert suggested.exit_code == 0
    head, _, pasted = suggested.stdout.partition("\n\n")
    assert [line.split()[:3] for line in head.splitlines()] == [["RULE", "GAINS", "MENDS"], ["1", "2", "0"]]
    assert "Field Terrace 201 Row 1; Field Terrace 202 Row 1" in head

    exported = json.loads(invoke("venues", "export", venue.venue_id, *venue.flags).stdout)
    exported["rules"]["seatKeys"] = {"rules": json.loads(pasted)}
    assert invoke("venues", "check", venue.file("with-rules.json", json.dumps(exported))).exit_code == 0

    listed = json.loads(venue.run("suggest", labels, "--json").stdout)
    assert [each["rule"] for each in listed["data"]] == json.loads(pasted)


def test_rules_that_mend_wrong_answers_are_listed_with_what_they_mend(venue: Venue) -> None:
    labels = "label,expect\n" + "".join(f"Wardrobe Field Box {number} Row A,\n" for number in (101, 102))
    head, _, pasted = venue.run("suggest", labels).stdout.partition("\n\n")
    assert [line.split()[:3] for line in head.splitlines()][1:] == [["1", "0", "2"]]
    assert "Wardrobe Field Box 101 Row A; Wardrobe Field Box 102 Row A" in head
    assert json.loads(pasted) == [{"type": "reject", "pattern": r"\bwardrobe\b"}]


def test_suggest_says_so_if_no_rule_helps(venue: Venue) -> None:
    suggested = venue.run("suggest", "FB 101 Row A\n")
    assert (suggested.exit_code, suggested.stdout) == (0, "")
    assert suggested.stderr == "No rule was found that would resolve or mend more labels.\n"


@pytest.mark.parametrize(
    ("command", "labels", "sentence"),
    [
        ("test", "\n\n", "has no labels."),
        ("test", "label\n", "has no labels."),
        ("test", "x" * 513, f"a label has at most 512 characters: {'x' * 80}..."),
        ("test", "label\nField Box 1, Row A\n", "line 2 has 2 cells and the first line 1."),
        ("test", 'label\n"A"b\n', "line 2 is not CSV"),
        (
            "test",
            "label,expect\nFB 1,1/A/1|\n",
            "line 2 expects '1/A/1|', where a key is missing before or after a bar.",
        ),
        ("test", "label,expect\nFB 1,1/A/1" + "|2" * 50 + "\n", "must have at most 50 items (got 51)"),
        ("suggest", "FB 1\n" * 1001, "has 1,001 labels; at most 1,000 can be sent at once."),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_in_a_sentence(
    command: str, labels: str, sentence: str, venue: Venue
) -> None:
    refused = venue.run(command, labels)
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert sentence in refused.stderr


def test_a_venue_that_does_not_exist_is_refused_in_the_apis_words(venue: Venue) -> None:
    venue.venue_id = "ven_000000000000"
    for command in ("test", "suggest"):
        refused = venue.run(command, "FB 101\n")
        assert (refused.exit_code, refused.stdout) == (1, "")
        assert refused.stderr == "There is no venue with this venueId among those that you may use.\n"
