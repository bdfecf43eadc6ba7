"""Sums, notes and legends are no seats, and the headline counts them."""

import pytest

from imports.workbooks import csv_file
from seatpreview.imports.file_import import import_file
from seatpreview.imports.model import FoundHall
from seatpreview.imports.tables.seat_table import read_table
from seatpreview.imports.tables.spreadsheet import read_spreadsheet
from seatpreview.imports.words.plan_words import PlanWords
from seatpreview.languages.language_files import read_part

PLANS = read_part("plans", PlanWords)
HEADER = [["Section", "Row", "Seat"]]
SEATS = [["Stalls", "A", "1"], ["Stalls", "A", "2"], ["Circle", "B", "1"]]


def read(rows: list[list[str]]) -> FoundHall:
    return read_table(read_spreadsheet(csv_file([*HEADER, *rows], ";")))


def texts(hall: FoundHall) -> dict[str, int]:
    return {item.text: item.count for item in hall.left_out}


@pytest.mark.parametrize("language", PLANS)
def test_sums_and_legends_of_every_language_are_left_out(language: str) -> None:
    own = {
        kind: [word.strip() for word in getattr(PLANS[language], kind).split("|") if word.strip()]
        for kind in ("totals", "legends")
    }
    sums = [[word.capitalize(), "", "3"] for word in own["totals"]]
    sums.append([f"{own['totals'][0]} Stalls", "2", "190"])
    hall = read([*SEATS, *sums, [f"{own['legends'][0]}: x"], ["R", "", "reserved"]])
    assert [(seat.section, seat.row, seat.name) for seat in hall.seats] == [tuple(seat) for seat in SEATS]
    assert texts(hall) == {"Lines are sums.": len(sums), "Lines are notes or a legend.": 2}


def test_lines_below_the_last_sum_may_say_of_what_it_consists() -> None:
    rows = [["Stalls", "A", "1"], ["Stalls", "A", "2"], ["", "Total", "2"], ["", "of these wheelchairs", "1"]]
    assert len(read(rows).seats) == 2
    assert len(read([*rows, ["Circle", "A", "1"]]).seats) == 4


def test_a_section_between_blank_cells_ends_at_a_sum() -> None:
    hall = read([["Stalls", "A", "1"], ["", "A", "2"], ["", "A", "3"], ["Summe", "", "3"], ["", "B", "1"]])
    assert {seat.section for seat in hall.seats} == {"Stalls"}


def test_a_section_that_is_called_after_a_word_for_sums_is_one() -> None:
    hall = read([["Total arena", "A", str(seat)] for seat in range(1, 4)])
    assert len(hall.seats) == 3


def test_the_headline_counts_lines_that_are_no_seats() -> None:
    rows = [*HEADER, *SEATS, ["Stalls", "A", ""], ["Total", "", "3"]]
    report = import_file(csv_file(rows), None, "hall").report
    assert report.headline == "5 lines; 3 seats taken, 2 left out."
    assert (report.seats_in_file, report.seats, report.seats_left_out) == (5, 3, 2)
    assert sum(item.count for item in report.left_out if item.text.startswith("Lines")) == 2


def test_an_added_seat_is_one_seat_by_its_name() -> None:
    hall = read([["Stalls", "A", "1"], ["Stalls", "A", "1+1"], ["Stalls", "A", "2+3"]])
    assert [seat.name for seat in hall.seats] == ["1", "1+1", "2", "3"]
