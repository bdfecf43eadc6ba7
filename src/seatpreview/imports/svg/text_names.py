"""Names seats and rows of an SVG by the texts that are drawn over and beside them."""

from seatpreview.imports.model import FoundHall
from seatpreview.imports.report_counts import add_item
from seatpreview.imports.svg.point_grid import PointGrid
from seatpreview.imports.svg.texts import (
    Point,
    TextPlace,
    row_text,
    rows_of_texts,
    seat_text,
    texts_over_seats,
)
from seatpreview.imports.words.seat_phrases import split_seat


def name_by_texts(hall: FoundHall, texts: list[TextPlace], size: float) -> set[int]:
    """Names seats and rows by texts where nothing else does. Returns the texts of seats and rows."""
    places = [(seat.x or 0.0, seat.y or 0.0) for seat in hall.seats]
    over = texts_over_seats(texts, places, size)
    used = _repeated_names(hall, texts, over) | _name_seats(hall, texts, over)
    used |= _name_rows(hall, texts, places, size, {*over})
    return used | _repeated_rows(hall, texts, places, size, used)


def _repeated_names(hall: FoundHall, texts: list[TextPlace], over: dict[int, int]) -> set[int]:
    """Returns the texts that say what their seat is called already."""
    repeated: set[int] = set()
    for index, place in over.items():
        seat, text = hall.seats[place], texts[index].text
        if seat.name and text.lower() in {seat.name.lower(), f"{seat.row}{seat.name}".lower()}:
            repeated.add(index)
    example = next((texts[index].text for index in over if index in repeated), None)
    add_item(hall.taken, "Texts over seats that repeat their names.", len(repeated), example)
    return repeated


def _name_seats(hall: FoundHall, texts: list[TextPlace], over: dict[int, int]) -> set[int]:
    """Names seats by the texts over them, if these are many: a single one may be the name of a section."""
    nameless = sum(not seat.name for seat in hall.seats)
    found: dict[int, tuple[int, dict[str, str]]] = {}
    for index, place in over.items():
        names = seat_text(texts[index].text) if not hall.seats[place].name else {}
        if "seat" in names and place not in found:
            found[place] = (index, names)
    if len(found) < max(2, nameless / 5):
        return set()
    for place, (_, names) in found.items():
        seat = hall.seats[place]
        row = seat.row or names.get("row", "")
        seat.row, seat.name = split_seat(names["seat"], row) if row else ("", names["seat"])
        seat.section = seat.section or names.get("section", "")
    used = {index for index, _ in found.values()}
    example = texts[min(used)].text
    add_item(
        hall.inferred,
        f"Names of seats come from texts drawn over them, like `{example}`.",
        len(found),
        example,
    )
    return used


def _name_rows(
    hall: FoundHall, texts: list[TextPlace], places: list[Point], size: float, over: set[int]
) -> set[int]:
    """Names rows by the texts beside them, where seats have no row. A text over a seat names none."""
    rowless = [index for index, seat in enumerate(hall.seats) if not seat.row]
    free = [index for index in range(len(texts)) if index not in over]
    rows = rows_of_texts([texts[index] for index in free], [places[index] for index in rowless], size)
    for seat, text in rows.items():
        hall.seats[rowless[seat]].row = row_text(texts[free[text]].text)
    named = {free[text] for text in rows.values()}
    if named:
        example = texts[min(named)].text
        add_item(
            hall.inferred, f"Names of rows come from texts beside them, like `{example}`.", len(rows), example
        )
    return named


def _repeated_rows(
    hall: FoundHall, texts: list[TextPlace], places: list[Point], size: float, used: set[int]
) -> set[int]:
    """Returns the texts beside seats that say what their row is called already, such as at its other end."""
    if not texts:
        return set()
    grid = PointGrid(places, size * 2)
    repeated: set[int] = set()
    for index, text in enumerate(texts):
        row = row_text(text.text) if index not in used else ""
        near = grid.near(text.x, text.y, size * 3.5) if row else ()
        if any(hall.seats[seat].row == row for _, seat in near):
            repeated.add(index)
    example = texts[min(repeated)].text if repeated else None
    add_item(hall.taken, "Texts beside rows that repeat their names.", len(repeated), example)
    return repeated
