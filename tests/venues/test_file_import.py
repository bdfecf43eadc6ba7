"""Import of venue files: formats are detected by content, and faults are reported with their line."""

import json
from typing import Any

import pytest

from seatpreview.decoding.inputs import decode
from seatpreview.imports.model import UnreadableFile
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.venues import rules
from seatpreview.venues.file_import import ImportedFile, read_venue_file
from seatpreview.venues.model import ReplaceVenueRequest

HEADER = "section_id,section_name,row_id,row_name\n"


def compile_imported(imported: ImportedFile) -> CompiledLayout:
    return rules.check_and_compile(decode({"name": "Venue"} | imported.record, ReplaceVenueRequest))


def sections(imported: ImportedFile) -> Any:
    record: Any = imported.record
    return record["rules"]["layout"]["sections"]


def plan(*zones: object, **members: object) -> str:
    return json.dumps({"name": "Opera", "categories": [], "zones": zones} | members)


def zone(name: str, rows: dict[str, str], **members: object) -> dict[str, object]:
    """Returns a zone; `rows` has the seat numbers of each row as one text."""
    place = {"position": {"x": 0, "y": 0}}
    listed = [
        {
            "row_number": number,
            "seats": [
                {"seat_guid": f"{name}-{number}-{seat}", "seat_number": seat, "category": "A"} | place
                for seat in seats.split()
            ],
        }
        for number, seats in rows.items()
    ]
    return {"name": name, "rows": listed} | place | members


def refusal(text: str) -> tuple[str, ...]:
    with pytest.raises(UnreadableFile) as refused:
        read_venue_file(text)
    return refused.value.sentences


def test_a_manifest_becomes_sections_with_rows_in_natural_order() -> None:
    lines = "7,Loge 7,1,10\n7,Loge 7,0,9\n7,Loge 7,2,11\n7,Loge 7,3,B\n8,Suite 8,,\n9,9,0,A\n"
    imported = read_venue_file(HEADER + lines)
    assert imported.format == "manifest"
    assert sections(imported) == [
        {"id": "7", "name": "Loge 7", "rows": ["B", {"first": 9, "last": 11}]},
        {"id": "8", "name": "Suite 8", "kind": "suite"},
        {"id": "9", "rows": ["A"]},
    ]
    assert [len(section.rows) for section in compile_imported(imported).sections] == [4, 0, 1]


def test_a_manifest_is_refused_with_every_line_that_is_wrong() -> None:
    lines = "1,Loge,0,A\n1,Box,1,B\n1,Loge,2,A\n2,Loge 2,0,A/B\n1,Loge,,\n,X,0,A\n"
    assert refusal(HEADER + lines) == (
        "Line 3: section '1' is called 'Box', and 'Loge' before.",
        "Line 4: row 'A' of section '1' is given already, in line 2.",
        "Line 5: row_name 'A/B' must be letters, digits, '.', '_' and '-', with single spaces between them.",
        "Line 6: section '1' has rows, and none in line 6.",
        "Line 7: section_id '' must be 1 to 40 characters long, and is 0.",
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The file is empty."),
        ("section,row\n1,A\n", "The file is neither JSON nor a manifest"),
        (HEADER + "1,Loge,A\n", "Line 2 has 3 cells and the first line 4: 1,Loge,A"),
        (HEADER + '1,"Loge"x,0,A\n', "Line 2 is not CSV"),
        (
            '{"name": "A",\n "rules": }',
            'The file is not JSON: expecting value at line 2, column 11: "rules": }',
        ),
        ('{"name": "A", "name": "B"}', "In the JSON of the file an object has the member 'name' twice."),
        ('{"focus": {"x": NaN}}', "The file is not JSON: it holds NaN, which JSON does not have."),
        ('{"name": "\\ud800"}', "The JSON in the file holds a NUL character or half of a surrogate pair."),
        (f'{{"focus": {"1" * 5000}}}', "The JSON in the file holds a number that is too long."),
        ('{"focus": ' + "[" * 100_000, "The JSON in the file is nested too deeply."),
        ("[1]", "The JSON in the file must be an object: a record, a layout or a seating plan."),
        ('{"zones": [{"name": "A"}]}', "The file is not a seating plan of pretix"),
    ],
)
def test_what_is_in_no_form_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    assert refusal(text)[0].startswith(sentence)


def test_json_of_our_own_is_a_record_or_a_bare_layout() -> None:
    layout = {"sections": [{"id": "GA", "kind": "standing"}]}
    record: dict[str, object] = {"name": "Club", "rules": {"layout": layout}}
    assert read_venue_file(json.dumps(record)) == ImportedFile("record", record)
    assert read_venue_file(json.dumps(layout)) == ImportedFile("layout", {"rules": {"layout": layout}})


def test_every_seat_of_a_seating_plan_is_in_the_layout() -> None:
    rows = {"1": "1 2 3 4", "2": "1 2 4 5 6", "10": "9 7 5 3 1 2 4 6", "3": "A B C"}
    imported = read_venue_file(plan(zone("Parkett", rows), zone("Rang", {"A": "11 12"})))
    assert (imported.format, imported.record["name"]) == ("pretix", "Opera")
    expected = [("Parkett", row, seat) for row in ("1", "2", "3", "10") for seat in rows[row].split()]
    expected += [("Rang", "A", "11"), ("Rang", "A", "12")]
    assert list(compile_imported(imported).seats()) == expected
    assert imported.remarks == (
        "Positions are not taken, for they are pixels: add geometry in metres to the record.",
    )


def test_pieces_of_a_row_and_zones_of_one_name_are_put_together() -> None:
    imported = read_venue_file(plan(zone("Rang", {"1": "1 2"}), zone("Rang", {"1": "3 4", "2": "1"})))
    assert [str(seat) for seat in compile_imported(imported).seats()] == [
        "Rang/1/1",
        "Rang/1/2",
        "Rang/1/3",
        "Rang/1/4",
        "Rang/2/1",
    ]
    assert "2 zones are called 'Rang'; they are one section." in imported.remarks


def test_what_a_layout_cannot_say_is_reported_and_never_dropped_in_silence() -> None:
    text = plan(
        zone("Left/Right", {"1": "1 2 2 Stool", "2/3": "1 2", "4": ""}),
        zone("", {"A": "1"}),
        zone("Foyer", {}, areas=[{"text": {"text": "Bar"}, "shape": "rectangle"}, {"text": ""}]),
        categories=[{"name": "Gold"}, {"name": "Silver"}],
    )
    imported = read_venue_file(text)
    assert [str(seat) for seat in compile_imported(imported).seats()] == [
        "Left Right/1/1",
        "Left Right/1/2",
        "Zone 2/A/1",
    ]
    assert sections(imported)[0]["name"] == "Left/Right"
    assert imported.remarks == (
        "Zone number 2 has no name; it is called 'Zone 2'.",
        "Zone 'Left/Right' gets the id 'Left Right', as an id has no other characters.",
        "Seat '2' of row '1' in zone 'Left/Right' is left out: it is there a second time.",
        "Seat 'Stool' of row '1' in zone 'Left/Right' is left out: it is no name that counting can reach.",
        "Row '2/3' of zone 'Left/Right', 2 seats, is left out: it must be letters, digits, '.', '_' and '-', "
        "with single spaces between them.",
        "Row '4' of zone 'Left/Right' has no seats, and is left out.",
        "2 areas of zone 'Foyer' (Bar) are drawings, and are not taken.",
        "Zone 'Foyer' has no rows with seats, and is not taken.",
        "Categories are not taken, for they say prices and not places: Gold, Silver.",
        "Positions are not taken, for they are pixels: add geometry in metres to the record.",
    )


def test_a_zone_with_a_single_row_without_a_number_is_a_section_without_rows() -> None:
    imported = read_venue_file(
        plan(zone("Box", {"": "1 2 3"}), zone("Rang", {"": "1", "2": "1"}), zone("Gaps", {"": "1 2 4"}))
    )
    assert [str(seat) for seat in compile_imported(imported).seats()] == [
        *("Box//1", "Box//2", "Box//3"),
        "Rang/2/1",
    ]
    assert sections(imported)[0] == {"id": "Box", "seats": {"count": 3}}
    assert "Row '' of zone 'Rang', 1 seats, is left out: it must be 1 to 40 characters long, and is 0." in (
        imported.remarks
    )
    assert "Zone 'Gaps' is not taken: its row has no number, and its seats have gaps." in imported.remarks


def test_seats_in_an_order_that_rules_cannot_say_are_taken_in_the_order_of_their_names() -> None:
    imported = read_venue_file(plan(zone("Rang", {"1": "1 50 2 51 3 52 4 53 5 54"})))
    seats = [seat.seat for seat in compile_imported(imported).seats()]
    assert seats == ["1", "2", "3", "4", "5", "50", "51", "52", "53", "54"]
    assert imported.remarks[0] == (
        "The seats of zone 'Rang' stand in an order that eight rules cannot say; "
        "they are taken in the order of their names."
    )
