"""`seatpreview seat-keys learn`: reads sales files where they lie, proposes rules, and fills the draft."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from cli.program import assert_clear_refusal, invoke, result_of
from cli.test_seat_keys import Venue
from seatpreview.cli.label_groups import SAMPLES_MAX, SHAPES_MAX, LabelGroups
from seatpreview.cli.sales_files import SalesFile

HEADER = ["Order", "Customer", "Ticket", "Seat id"]
SEATS = [("ABCDEF"[number % 6], 1 + number % 9) for number in range(24)]
TICKETS = [["A1", "Ada Lovelace", f"Kop row {row} seat {seat}", f"101/{row}/{seat}"] for row, seat in SEATS]
PLAIN = [["B1", "Alan Turing", "Field Box 101 Row A Seat 3 Order 471100", ""]]
NAMED = ["--column", "ticket", "--seat-column", "Seat id"]


@pytest.fixture
def venue(data_dir: Path) -> Venue:
    return Venue(data_dir.parent)


def csv_text(lines: list[list[str]], separator: str = ",") -> str:
    return "".join(separator.join(cells) + "\n" for cells in lines)


def xlsx(sheets: dict[str, list[list[str]]]) -> bytes:
    """A workbook with inline texts, and shared texts in its first column."""
    head = '<?xml version="1.0" encoding="UTF-8"?>'
    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        listed = "".join(
            f'<sheet name="{name}" sheetId="{n}" r:id="r{n}"/>' for n, name in enumerate(sheets, start=1)
        )
        archive.writestr(
            "xl/workbook.xml",
            f'{head}<workbook {main} xmlns:r="{relation}"><sheets>{listed}</sheets></workbook>',
        )
        targets = "".join(
            f'<Relationship Id="r{n}" Target="worksheets/sheet{n}.xml"/>' for n in range(1, len(sheets) + 1)
        )
        archive.writestr("xl/_rels/workbook.xml.rels", f"{head}<Relationships>{targets}</Relationships>")
        shared: list[str] = []
        for number, rows in enumerate(sheets.values(), start=1):
            body = ""
            for cells in rows:
                shared.append(cells[0])
                rest = "".join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in cells[1:])
                body += f'<row><c t="s"><v>{len(shared) - 1}</v></c>{rest}</row>'
            text = f"{head}<worksheet {main}><sheetData>{body}</sheetData></worksheet>"
            archive.writestr(f"xl/worksheets/sheet{number}.xml", text)
        texts = "".join(f"<si><r><t>{text}</t></r><rPh><t>no</t></rPh></si>" for text in shared)
        archive.writestr("xl/sharedStrings.xml", f"{head}<sst {main}>{texts}</sst>")
    return content.getvalue()


def learn(venue: Venue, content: str | bytes, *more: str, answer: str | None = None) -> Any:
    path = venue.folder / "sold"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return invoke("seat-keys", "learn", venue.venue_id, str(path), *more, *venue.flags, answer=answer)


def test_accepted_rules_and_examples_are_added_to_the_draft_and_a_publish_says_what_they_change(
    venue: Venue,
) -> None:
    done = learn(venue, csv_text([HEADER, *TICKETS, *PLAIN]), *NAMED, answer="y\ny\n")
    assert done.exit_code == 0, done.output
    assert "gains about 24 lines: Kop row " in done.stdout
    assert "Ada" not in done.output
    seat_keys = result_of("venues", "draft", "get", venue.venue_id, *venue.flags)["record"]["rules"][
        "seatKeys"
    ]
    [rule], [example] = seat_keys["rules"], seat_keys["examples"]
    assert "kop" in json.dumps(rule)
    assert example["label"].startswith("Kop ")
    assert example["expect"] in {ticket[3] for ticket in TICKETS}
    published = invoke("venues", "publish", venue.venue_id, "--dry-run", *venue.flags)
    assert f"'{example['label']}' (declined before, {example['expect']} now)" in published.stdout
    # The draft has the rule now, so that nothing is left to ask.
    again = learn(venue, csv_text([HEADER, *TICKETS]), *NAMED)
    assert "No rule was found" in again.stderr


def test_what_is_declined_or_reported_only_stores_nothing(venue: Venue) -> None:
    declined = learn(venue, csv_text([HEADER, *TICKETS]), *NAMED, answer="n\n")
    assert "Nothing was stored." in declined.stderr
    reported = learn(venue, csv_text([HEADER, *TICKETS, *PLAIN]), *NAMED, "--json")
    report = json.loads(reported.stdout)
    assert (report["lines"], report["groupCount"]) == (25, 2)
    [proposal] = report["proposals"]
    assert (proposal["gainedLines"], proposal["brokenLines"], proposal["brokenExamples"]) == (24, 0, 0)
    assert [group["lines"] for group in report["groups"]] == [24, 1]
    assert all(len(group["labels"]) <= SAMPLES_MAX for group in report["groups"])
    draft = invoke("venues", "draft", "get", venue.venue_id, *venue.flags)
    assert draft.exit_code == 1


def test_without_known_seats_a_code_is_guessed_and_said_to_be_a_guess(venue: Venue) -> None:
    lines = [
        ["Ticket", "Price"],
        *([f"FILB{101 + n % 4} {'ABCDEF'[n % 6]}-{1 + n % 9}", "9"] for n in range(24)),
    ]
    shown = learn(venue, csv_text(lines), "--column", "Ticket", "--accept-none")
    assert "guess: please check" in shown.stdout
    report = json.loads(learn(venue, csv_text(lines), "--column", "Ticket", "--json").stdout)
    [proposal] = report["proposals"]
    assert proposal["rule"]["replacement"] == "Field Box \\1"
    assert (proposal["basis"], proposal["gainedLines"], proposal["alternatives"]) == ("guess", 24, [])


def test_an_example_is_shown_with_a_warning_and_can_be_edited(venue: Venue) -> None:
    tickets = [[*ticket[:2], f"{ticket[2]} Order 4711{n}", ticket[3]] for n, ticket in enumerate(TICKETS)]
    edited = "Kop row A seat 2"
    done = learn(venue, csv_text([HEADER, *tickets]), *NAMED, answer=f"y\ne\n{edited}\ny\n")
    assert "it seems to hold an order number" in done.stdout
    record = result_of("venues", "draft", "get", venue.venue_id, *venue.flags)["record"]
    assert record["rules"]["seatKeys"]["examples"] == [{"label": edited, "expect": "101/A/2"}]


@pytest.mark.parametrize(
    ("content", "flags"),
    [
        (csv_text([HEADER, *TICKETS], ";").encode("utf-16"), NAMED),
        (csv_text([["É"], [""]], ";").encode("cp1252") + csv_text(TICKETS, ";").encode(), ["--no-header"]),
        (csv_text([HEADER, *TICKETS], "\t").encode("utf-8-sig"), ["--column", "3"]),
        (csv_text([[ticket[2]] for ticket in TICKETS]).encode(), []),
        (xlsx({"Notes": [["Read me"]], "Sold": [HEADER, *TICKETS]}), [*NAMED, "--sheet", "sold"]),
    ],
)
def test_usual_encodings_separators_and_workbooks_are_read(
    tmp_path: Path, content: bytes, flags: list[str]
) -> None:
    file = tmp_path / "sold"
    file.write_bytes(content)
    sheet = "sold" if "--sheet" in flags else None
    with SalesFile(file, sheet, "--no-header" not in flags, lambda _, __: None) as sales:
        lines = [line for line in sales.lines() if len(line) == len(sales.columns)]
    assert [line[-2:] for line in lines][-24:] == [
        ticket[-2:] if len(sales.columns) == 4 else ticket[2:3] for ticket in TICKETS
    ]


@pytest.mark.parametrize(
    ("content", "flags", "sentence"),
    [
        (b"", [], "is empty"),
        (b"\xd0\xcf\x11\xe0 old", [], "old Excel file (XLS) or is protected by a password"),
        (b"PK\x03\x04 nothing", [], "The workbook is damaged"),
        (xlsx({"Sold": [HEADER]}), ["--sheet", "2024"], "There is no sheet '2024'. The sheets are: 'Sold'."),
        (b"a,b\n1,2\n", [], "--column NAME. The columns are: 1 'a'; 2 'b'."),
        (b"a,b\n1,2\n", ["--column", "c"], "there is no column 'c'. The columns are: 1 'a'; 2 'b'."),
        (b"a,a\n1,2\n", ["--column", "a"], "several columns are called 'a'. Give the number of one: 1, 2."),
        (b"a,b\n1,2\n", ["--column", "a", "--seat-column", "x"], "--seat-column: there is no column 'x'"),
        (b"a,b\n1,2\n", ["--column", "a", "--sheet", "x"], "has no sheets"),
        (b"a,b\n,2\n", ["--column", "a"], "has no labels in the chosen column"),
        (b"a\x01\x00,b\x00\x00\x02", ["--column", "a"], "neither text nor a workbook"),
        (b'a,b\n"' + b"x" * 200_000, ["--column", "a"], "quotation mark that is never closed"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_a_sentence(
    venue: Venue, content: bytes, flags: list[str], sentence: str
) -> None:
    refused = learn(venue, content, *flags, "--accept-none")
    assert_clear_refusal(refused.exit_code, refused.stderr)
    assert sentence in refused.stderr


def test_seats_that_the_venue_does_not_have_are_told_and_count_as_not_known(venue: Venue) -> None:
    lines = [[*ticket[:3], f"old {ticket[3]}"] for ticket in TICKETS]
    done = learn(venue, csv_text([HEADER, *lines]), *NAMED, "--accept-none")
    assert "8 of 8 labels have a seat that is not in the venue, such as 'old " in done.stderr


def test_a_file_gives_the_samples_that_the_console_takes_of_it() -> None:
    written = json.loads((Path(__file__).parents[1] / "labels" / "label_samples.json").read_text("utf-8"))
    groups = LabelGroups()
    for label, seat in written["labels"]:
        groups.add((label,), seat)
    found = groups.most_frequent(9)
    samples = [
        {"lines": group.lines, "labels": [sample.cells[0] for sample in group.samples]} for group in found
    ]
    assert samples == written["groups"]


@pytest.mark.long
def test_a_million_lines_are_read_in_bounded_memory(tmp_path: Path) -> None:
    """Every second label has a word of its own, as if names of persons were on them."""
    file = tmp_path / "sold.csv"
    with file.open("w") as text:
        text.write("Order,Ticket,Seat id\n")
        for number in range(1_000_000):
            name = "".join("abcdefghij"[int(digit)] for digit in str(number)) * (number % 2)
            text.write(f"{number},Kop {number % 97} row A seat {number} {name},\n")
    groups = LabelGroups()
    with SalesFile(file, None, True, lambda _, __: None) as sales:
        for line in sales.lines():
            groups.add((line[1],), line[2])
    assert (groups.lines, len(groups) <= SHAPES_MAX) == (1_000_000, True)
    assert groups.most_frequent(1)[0].lines == 500_000
