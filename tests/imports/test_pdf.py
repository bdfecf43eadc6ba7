"""Plans in PDF: outlines and texts of a page are read as those of an SVG."""

import pytest

from imports.pdf_files import STAGE, circle, font_that_is_nowhere, pdf, rows, text
from imports.svg_files import all_named, grid
from seatpreview.imports.file_import import import_file
from seatpreview.imports.model import UnreadableFile
from seatpreview.imports.pdf import pages
from seatpreview.imports.pdf.reader import read_pdf
from seatpreview.imports.questions import Doubts

HALL = STAGE + rows()


def test_seats_rows_and_the_stage_are_found() -> None:
    venue = import_file(pdf(HALL), None, "hall.pdf")
    assert (venue.report.format, venue.report.seats, venue.record["name"]) == ("pdf", 24, "hall")
    assert all_named(read_pdf(pdf(HALL))) == grid(seats=8)
    assert any("stage" in item.text.lower() for item in venue.report.taken)
    assert venue.questions == ()


def test_the_page_is_not_upside_down() -> None:
    hall = read_pdf(pdf(HALL))
    first = min((seat for seat in hall.seats if seat.row == "A"), key=lambda seat: seat.x or 0)
    last = min((seat for seat in hall.seats if seat.row == "C"), key=lambda seat: seat.x or 0)
    assert hall.is_y_down
    assert first.x == pytest.approx(112)
    assert first.y == pytest.approx(242)
    assert last.y == pytest.approx(282)


@pytest.mark.parametrize(("rotate", "x", "y"), [(90, 600.0, 112.0), (180, 483.0, 600.0), (270, 242.0, 483.0)])
def test_a_page_that_is_shown_turned_is_read_as_it_is_shown(rotate: int, x: float, y: float) -> None:
    hall = read_pdf(pdf(HALL, rotate=rotate))
    assert any(seat.x == pytest.approx(x) and seat.y == pytest.approx(y) for seat in hall.seats)
    assert all_named(hall) == grid(seats=8)


def test_seats_of_one_colour_that_a_program_writes_as_one_path_are_single_seats() -> None:
    together = "".join(circle(100 + 12 * seat, 600, 5).replace(" f\n", " ") for seat in range(10)) + "f\n"
    assert len(read_pdf(pdf(together)).seats) == 10


def test_groups_are_read_with_their_transformations() -> None:
    content = circle(0, 0, 5)
    form = (
        "<< /Type /XObject /Subtype /Form /BBox [-5 -5 5 5] /Matrix [1 0 0 1 7 0] /Resources << >> "
        f"/Length {len(content)} >>\nstream\n{content}\nendstream"
    )
    drawn = "".join(f"q 2 0 0 2 {100 + 30 * seat} 600 cm /Seat Do Q\n" for seat in range(6))
    hall = read_pdf(pdf(drawn, resources="/XObject << /Seat 100 0 R >>", extra=[form]))
    assert sorted(round(seat.x or 0) for seat in hall.seats) == [114 + 30 * seat for seat in range(6)]


def test_the_page_with_most_lines_is_taken_and_pages_like_it_are_asked_about() -> None:
    stalls, balcony = STAGE + rows("ABCD"), STAGE + rows("AB")
    doubts = Doubts()
    assert len(read_pdf(pdf(text("Contents", 100, 700), balcony, stalls), doubts).seats) == 32
    [doubt] = doubts.most_telling()
    assert (doubt.id, [choice.id for choice in doubt.choices], doubt.assumed) == ("page", ["2", "3"], "3")
    chosen = import_file(pdf(balcony, stalls), None, "hall.pdf", {"page": "1"})
    assert chosen.report.seats == 16


def test_a_page_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnreadableFile, match="Answers are: 1, 2"):
        import_file(pdf(HALL, HALL), None, "hall.pdf", {"page": "9"})


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"%PDF-1.7\nnothing of it", "is damaged"),
        (pdf(text("A letter to the board.", 100, 600)), "No page of the PDF has drawn"),
        (pdf("0 0 m 1 1 l S\n"), "No page of the PDF has drawn"),
    ],
)
def test_a_pdf_without_a_plan_is_refused_with_a_sentence(data: bytes, words: str) -> None:
    with pytest.raises(UnreadableFile, match=words):
        import_file(data, None, "hall.pdf")


def test_an_outline_of_a_traced_photograph_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "SHAPE_SEGMENTS_MAX", 100)
    photograph = "0 0 m " + "".join(f"{at} {at % 7} l " for at in range(1_000)) + "f\n"
    assert all_named(read_pdf(pdf(photograph + HALL))) == grid(seats=8)


def test_a_page_with_too_many_lines_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "SEGMENTS_MAX", 50)
    with pytest.raises(UnreadableFile, match="Remove what is not seats"):
        read_pdf(pdf(HALL))


def test_a_wide_blank_in_a_text_parts_no_words_and_is_one_blank() -> None:
    font = (
        "<< /Type /Font /Subtype /Type0 /BaseFont /Gothic /Encoding /UniJIS-UCS2-H "
        "/DescendantFonts [101 0 R] >>"
    )
    letters = (
        "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Gothic /DW 1000 "
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>"
    )
    stage = "0.8 g 110 660 90 40 re f 0 g BT /F2 16 Tf 130 676 Td <821E300053F0> Tj ET\n"
    fonts = "/Font << /F1 3 0 R /F2 100 0 R >>"
    hall = read_pdf(pdf(rows() + stage, resources=fonts, extra=(font, letters)))
    assert [area.name for area in hall.areas if area.kind == "stage"] == ["\u821e\u53f0"]


@pytest.mark.parametrize(
    "turn", ["0 1 -1 0 320 600", "0 -1 1 0 320 700", "-1 0 0 -1 400 700", "1 0 0 1 300 700"]
)
def test_a_text_that_is_turned_is_one_text(turn: str) -> None:
    words = f"BT /F1 12 Tf {turn} Tm (SECTOR A) Tj ET\n"
    assert "SECTOR A" in {area.name for area in read_pdf(pdf(HALL + words)).areas} | {
        seat.section for seat in read_pdf(pdf(HALL + words)).seats
    }


def test_lost_letters_of_a_font_that_is_nowhere_are_refused_and_blanks_are_not() -> None:
    letters = "".join(f"BT /F2 6 Tf 80 {598 - 20 * row} Td <EA60> Tj ET\n" for row in range(3))
    word = "BT /F2 10 Tf 300 676 Td <EA60EA60EA60> Tj ET\n"
    drawn = "/Drawn Do\n" + STAGE + rows(names=" " * 3)
    with pytest.raises(
        UnreadableFile, match=r"^3 single letters .* font 'Nowhere', and this server has none"
    ):
        read_pdf(
            pdf(drawn, resources="/XObject << /Drawn 100 0 R >>", extra=font_that_is_nowhere(letters + word))
        )
    few = font_that_is_nowhere(word)
    assert len(read_pdf(pdf(drawn, resources="/XObject << /Drawn 100 0 R >>", extra=few)).seats) == 24
