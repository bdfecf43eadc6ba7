"""Three halls as workbooks: a list, a sheet in which a cell is a seat, and several sheets."""

import datetime
import io
from collections.abc import Callable

import xlsxwriter  # type: ignore[import-untyped]  # It has no types.

from imports.unseen_plans_2.hall import Plan, Seat, along, turn, with_gap

COLUMN_M = 0.55
LINE_M = 0.95


def _workbook(fill: Callable[[xlsxwriter.Workbook], None]) -> bytes:
    file = io.BytesIO()
    book = xlsxwriter.Workbook(file, {"in_memory": True})
    book.set_properties({"created": datetime.datetime(2025, 1, 7, 12, tzinfo=datetime.UTC)})
    fill(book)
    book.close()
    return file.getvalue()


def xlsx_raadzaal() -> Plan:
    """A Dutch list that starts in the middle of a sheet, with a total and an empty column."""
    seats: list[Seat] = []
    for vak, rows, count, front in (("Zaal", 9, 12, -3.5), ("Balkon", 2, 15, -15.0)):
        for row in range(rows):
            for k, s in enumerate(along(count, 0.54)):
                x, y = s + (0.2 * row if vak == "Zaal" else 0.8), front - 0.92 * row
                seats.append(Seat(vak, str(row + 1), str(k + 1), round(x, 2), round(y, 2), ref=None))
                if vak == "Zaal" and row in (2, 5) and k == 11:
                    seats.append(Seat(vak, str(row + 1), "12A", round(x + 0.54, 2), round(y, 2)))
    for seat in seats:
        if seat.section == "Zaal" and seat.row == "9" and seat.seat in ("6", "7"):
            seat.properties = ("wheelchair",)
        if seat.section == "Balkon" and seat.seat in ("1", "15"):
            seat.properties = ("restrictedView",)

    def fill(book: xlsxwriter.Workbook) -> None:
        sheet = book.add_worksheet("Stoelen")
        sheet.merge_range("B2:I2", "Raadzaal \N{EN DASH} stoelenlijst 2025", book.add_format({"bold": True}))
        sheet.write_row(3, 1, ["Vak", "Rij", "Stoel", "", "X (cm)", "Y (cm)", "Rolstoel", "Opmerking"])
        for line, seat in enumerate(seats, 4):
            sheet.write_row(line, 1, [seat.section, int(seat.row)])
            sheet.write(line, 3, int(seat.seat) if seat.seat.isdigit() else seat.seat)
            sheet.write_row(line, 5, [round(100 * seat.x), round(100 * seat.y)])
            sheet.write(line, 7, "x" if "wheelchair" in seat.properties else "")
            sheet.write(line, 8, "Beperkt zicht (pilaar)" if "restrictedView" in seat.properties else "")
        end = 4 + len(seats)
        sheet.write(end + 1, 1, "Totaal")
        sheet.write_formula(end + 1, 3, f"=COUNTA(D5:D{end})", None, len(seats))
        book.add_worksheet("Blad2")

    return Plan(
        "raadzaal.xlsx",
        "xlsx",
        seats,
        _workbook(fill),
        "The table starts at B4 below a merged title; an empty column in it, a total below (a formula), "
        "an empty second sheet. Dutch headers, centimetres. Numbers are numbers, '12A' is text. Each row "
        "of Zaal is moved by 20 cm, so that the block is skewed. Rolstoel is x or empty.",
        meant=9 * 12 + 2 + 2 * 15,
        has_unit=True,
        not_seats=["Totaal"],
    )


def xlsx_grelha() -> Plan:
    """A Portuguese cinema as a grid: numbers from right to left, counts beside the rows."""
    seats: list[Seat] = []
    cells: list[tuple[int, int, int | str]] = []
    for order, name in enumerate("ABCDEFGHJ"):
        line = 4 + order + (1 if order > 4 else 0)
        columns = [*range(2, 9), *range(10, 17)]
        if order < 3:
            columns = columns[1:-1]
        if name == "J":
            columns = list(range(2, 17))
        cells += [(line, 1, name), (line, 18, len(columns))]
        for k, column in enumerate(columns):
            number = len(columns) - k
            seat = Seat("", name, str(number), (column - 9) * COLUMN_M, -(line - 1) * LINE_M)
            if name == "F" and number in (7, 8):
                seat.properties = ("wheelchair",)
            cells.append((line, column, f"{number} ♿" if seat.properties else number))
            seats.append(seat)

    def fill(book: xlsxwriter.Workbook) -> None:
        sheet = book.add_worksheet("Sala 1")
        centred = book.add_format({"align": "center"})
        sheet.merge_range(1, 2, 1, 16, "TELA", centred)
        sheet.write(3, 18, "Lugares")
        for line, column, value in cells:
            sheet.write(line, column, value, centred)
        sheet.write(15, 1, "Total")
        sheet.write_formula(15, 18, "=SUM(S5:S14)", None, len(seats))
        sheet.write(17, 2, "♿ = lugar para cadeira de rodas")

    return Plan(
        "cine-grelha.xlsx",
        "xlsx-grid",
        seats,
        _workbook(fill),
        "A cell is a seat; numbers run from right to left; row letters only at the left, without I. The "
        "column Lugares at the right counts the seats of each row and is no seat, nor is the total below. "
        "A blank column and a blank line are aisles; row J fills the aisle. Two cells read '7 ♿' and '8 "
        "♿'. The screen (TELA) is above. Columns are taken as 0.55 m and lines as 0.95 m here.",
        meant=3 * 12 + 5 * 14 + 15,
        focus=(0.0, 0.0),
        positions="grid",
        not_seats=["Lugares", "Total", "♿ = lugar para cadeira de rodas"],
    )


def xlsx_blaetter() -> Plan:
    """A German hall on three of five sheets, with columns in another order on two of them."""
    halls = _blaetter_halls()
    words = {"wheelchair": "Rollstuhlplatz", "restrictedView": "Sichtbehinderung"}

    def fill(book: xlsxwriter.Workbook) -> None:
        cover = book.add_worksheet("Deckblatt")
        cover.write(0, 0, "Bestuhlungsplan Kulturhaus")
        cover.write_row(2, 0, ["Bereich", "Plätze"])
        for line, (name, of_hall) in enumerate(halls.items(), 3):
            cover.write_row(line, 0, [name, len(of_hall)])
        for name, of_hall in halls.items():
            sheet = book.add_worksheet(name)
            head = ["Reihe", "Platz", "X [mm]", "Y [mm]", "Bemerkung"]
            order = (0, 1, 2, 3, 4) if name == "Parkett" else (1, 0, 4, 3, 2)
            sheet.write_row(0, 0, [head[column] for column in order])
            for line, seat in enumerate(of_hall, 1):
                note = words[seat.properties[0]] if seat.properties else ""
                cells = [int(seat.row), int(seat.seat), round(1000 * seat.x), round(1000 * seat.y), note]
                sheet.write_row(line, 0, [cells[column] for column in order])
        prices = book.add_worksheet("Preise")
        prices.write_row(0, 0, ["Kategorie", "Preis in €", "ermäßigt"])
        prices.write_row(1, 0, ["Parkett", 32, 24])
        prices.write_row(2, 0, ["Rang", 21.5, 15])

    return Plan(
        "kulturhaus-blaetter.xlsx",
        "xlsx",
        [seat for of_hall in halls.values() for seat in of_hall],
        _workbook(fill),
        "Five sheets: a cover with the number of seats of each part, three lists whose sheet is the "
        "section, and prices. On the sides' sheets the columns stand in another order (Platz before "
        "Reihe, Y before X). Millimetres, y up. No stage.",
        meant=8 * 14 + 2 * 2 * 10,
        has_unit=True,
        not_seats=["Deckblatt", "Preise"],
    )


def _blaetter_halls() -> dict[str, list[Seat]]:
    halls: dict[str, list[Seat]] = {"Parkett": [], "Rang links": [], "Rang rechts": []}
    for row in range(8):
        for k, s in enumerate(with_gap(along(14, 0.52), 1.3)):
            halls["Parkett"].append(
                Seat("Parkett", str(row + 1), str(k + 1), round(s, 3), round(-4.0 - 0.9 * row, 3))
            )
    for name, turned in (("Rang links", -78.0), ("Rang rechts", 78.0)):
        for row in range(2):
            for k, s in enumerate(along(10, 0.55)):
                x, y = turn((s, -12.6 - 0.85 * row), turned, (0.0, -7.0))
                halls[name].append(Seat(name, str(row + 1), str(k + 1), round(x, 3), round(y, 3)))
    for seat in halls["Parkett"]:
        if seat.row == "8" and seat.seat in ("7", "8"):
            seat.properties = ("wheelchair",)
    for seat in halls["Rang links"] + halls["Rang rechts"]:
        if seat.row == "2":
            seat.properties = ("restrictedView",)
    return halls


PLANS = (xlsx_raadzaal, xlsx_grelha, xlsx_blaetter)
