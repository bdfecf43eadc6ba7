"""Four halls as tables in text: Spanish, French, Italian and English."""

import csv
import io
from collections.abc import Iterable, Sequence

from imports.unseen_plans_2.hall import Plan, Point, Seat, along, letters, on_arc, turn, with_gap

FOOT_M = 0.3048


def _table(lines: Iterable[Sequence[object]], separator: str, end: str = "\n") -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=separator, lineterminator=end).writerows(lines)
    return text.getvalue()


def csv_butacas() -> Plan:
    """Spanish, semicolons, pixels counted from above; the stage is a line of the table."""
    head = ["Zona", "Fila", "Butaca", "Pos. X (px)", "Pos. Y (px desde arriba)", "Tarifa", "Observaciones"]
    lines: list[Sequence[object]] = [head, ["ESCENARIO", "", "", 600, 80, "", ""]]
    seats: list[Seat] = []
    notes = {
        "restrictedView": "Visibilidad reducida",
        "wheelchair": "Silla de ruedas",
        "companion": "Acompañante",
    }
    for zone, rows, count, front in (("Platea", 8, 12, -4.0), ("Anfiteatro", 3, 14, -14.0)):
        if zone == "Anfiteatro":
            lines += [[""] * 7, head]
        for row in range(rows):
            numbers = [*range(count - 1, 0, -2), *range(2, count + 1, 2)]
            for k, (number, s) in enumerate(zip(numbers, with_gap(along(count, 0.55), 1.1), strict=True)):
                seat = Seat(
                    zone, str(row + 1), str(number), *on_arc((0.0, 12.0), 12.0 - front + 0.9 * row, s)
                )
                seat.category = "A" if zone == "Platea" else "B"
                if zone == "Platea" and row == 5 and k in (5, 6):
                    seat.properties = ("wheelchair",) if k == 5 else ("companion",)
                if zone == "Anfiteatro" and k in (0, count - 1):
                    seat.properties = ("restrictedView",)
                note = notes[seat.properties[0]] if seat.properties else ""
                x, y = round(600 + 40 * seat.x), round(80 - 40 * seat.y)
                lines.append([zone, row + 1, number, x, y, seat.category, note])
                seats.append(seat)
    return Plan(
        "butacas.csv",
        "csv",
        seats,
        _table(lines, ";").encode(),
        "Semicolons, Spanish headers, whole pixels counted from above (the header says so). The first "
        "line is the stage and no seat. Before the second zone there is an empty line and the header "
        "again. Odd numbers left, even right; a wheelchair place and its companion inside row 6.",
        meant=8 * 12 + 3 * 14,
        focus=(0.0, 0.0),
        not_seats=["ESCENARIO"],
    )


def tsv_cinema() -> Plan:
    """French, UTF-16 with tabs and decimal commas, an empty column, and a total below."""
    head = ["Salle", "Rang", "Fauteuil", "", "X (m)", "Y (m)", "Hauteur (m)", "Catégorie", "Remarque"]
    lines: list[Sequence[object]] = [head]
    seats: list[Seat] = []
    for row, name in enumerate("ABCDEFG"):
        places = [on_arc((0.0, -14.0), 19.0 + 1.1 * row, s, 90.0) for s in with_gap(along(16, 0.6), 1.2)]
        for k, (x, y) in enumerate(places):
            seat = Seat("Salle 2", name, str(16 - k), round(x, 3), round(y, 3), z=round(0.35 * row, 2))
            seat.category = "Confort" if row > 4 else "Standard"
            note = ""
            if name == "A" and k in (0, 15):
                seat.properties, note = ("restrictedView",), "visibilité réduite"
            if name == "D" and k in (7, 8):
                seat.properties, note = ("wheelchair",), "place PMR"
            numbers = [f"{value:.3f}".replace(".", ",") for value in (seat.x, seat.y, seat.z or 0.0)]
            lines.append([seat.section, name, seat.seat, "", *numbers, seat.category, note])
            seats.append(seat)
    lines.append(["TOTAL", "", len(seats), "", "", "", "", "", ""])
    return Plan(
        "cinema-salle-2.tsv",
        "tsv",
        seats,
        b"\xff\xfe" + _table(lines, "\t", "\r\n").encode("utf-16-le"),
        "UTF-16 with a byte order mark, tabs, decimal commas, an empty column without a header, a total "
        "in the last line. Rows are arcs; y grows away from the screen, which the file does not name. Two "
        "wheelchair places (PMR) are inside row D.",
        meant=7 * 16,
        has_unit=True,
        not_seats=["TOTAL"],
    )


def csv_palchi() -> Plan:
    """Italian, names only: lines above the table, line breaks in cells, boxes without a row."""
    lines: list[Sequence[object]] = [
        ["Teatro Comunale \N{EN DASH} pianta dei posti", "", "", ""],
        ['Aggiornato il 3 marzo 2025\r\nda: Ufficio tecnico, "sala grande"', "", "", ""],
        ["", "", "", ""],
        ["Settore", "Fila", "Posto\r\n(numero)", "Note"],
    ]
    seats: list[Seat] = []
    for row in range(1, 7):
        numbers = [str(n) for n in range(1, 13)]
        if row in (3, 4):
            numbers.insert(5, "5 bis")
        seats += [Seat("Platea", str(row), n, 0.55 * k, -0.9 * row) for k, n in enumerate(numbers)]
    seats += [Seat(f"Palco {b}", "", str(n), 0.5 * n, -9.0 - b) for b in range(1, 7) for n in range(1, 5)]
    seats += [
        Seat("Loggione", "ABC"[row], str(n), 0.5 * n, -18.0 - row) for row in range(3) for n in range(1, 11)
    ]
    for seat in seats:
        note = ""
        if seat.section in ("Palco 1", "Palco 6") and seat.seat in "34":
            seat.properties, note = ("restrictedView",), "Visibilità limitata\r\n(colonna, lato palcoscenico)"
        if seat.section == "Platea" and seat.row == "6" and seat.seat in ("1", "12"):
            seat.properties, note = ("wheelchair",), "Posto per sedia a rotelle"
        lines.append([seat.section, seat.row, seat.seat, note])
    lines.append(["Totale posti", "", "", len(seats)])
    return Plan(
        "palchi.csv",
        "csv",
        seats,
        _table(lines, ",", "\r\n").encode(),
        "A title, a note with a line break and quotes, and an empty line above the table; a header cell "
        "and notes with line breaks; a total below. Boxes have no row. Seats '5 bis'. No places: x and y "
        "here are not to be compared.",
        meant=6 * 12 + 2 + 6 * 4 + 3 * 10,
        positions="none",
        not_seats=["Totale posti"],
    )


def csv_bowl() -> Plan:
    """English, feet: rows A to Z without I and O, then AA and BB; a comment above the table."""
    lines: list[Sequence[object]] = [
        ["# BoxCAD seat export. Origin: centre of stage. +X house right, +Y upstage."],
        ["Section", "Row", "Seat #", "X (ft)", "Y (ft)", "Elev. (ft)", "ADA", "Seat ID"],
    ]
    seats: list[Seat] = []
    for section, turned, count in (("104", 0.0, 6), ("105", 32.0, 5)):
        for row, name in enumerate(letters(26, "IO")):
            for k, s in enumerate(along(count, 1.75 * FOOT_M)):
                place: Point = turn((s, -FOOT_M * (24.0 + 2.9 * row)), turned)
                x, y = (round(value / FOOT_M, 2) for value in place)
                seat = Seat(section, name, str(k + 1), x * FOOT_M, y * FOOT_M, ref=f"{7000 + 3 * len(seats)}")
                elevation = round(0.8 * row, 1)
                seat.z = round(elevation * FOOT_M, 4)
                if name in ("N", "AA") and k in (2, 3):
                    seat.properties = ("wheelchair",)
                flag = "Y" if seat.properties else "N"
                lines.append([section, name, k + 1, f"{x:.2f}", f"{y:.2f}", elevation, flag, seat.ref])
                seats.append(seat)
    return Plan(
        "bowl-feet.csv",
        "csv",
        seats,
        b"\xef\xbb\xbf" + _table(lines, ",").encode(),
        "Feet, a byte order mark, a comment above the header that says where the stage is. Rows skip I "
        "and O and go on with AA and BB. ADA is Y or N and means a wheelchair place. Seat ID is the ref. "
        "Section 105 is turned by 32 degrees.",
        meant=26 * (6 + 5),
        has_unit=True,
        focus=(0.0, 0.0),
    )


PLANS = (csv_butacas, tsv_cinema, csv_palchi, csv_bowl)
