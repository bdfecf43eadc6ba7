"""Spreadsheets as halls: decides whether a file is a list of seats or a drawing of them."""

from seatpreview.imports.model import FoundHall
from seatpreview.imports.questions import Doubts
from seatpreview.imports.tables.seat_grid import is_grid, read_grid
from seatpreview.imports.tables.seat_table import read_table
from seatpreview.imports.tables.spreadsheet import Spreadsheet, read_spreadsheet
from seatpreview.imports.tables.table_columns import find_columns


def read_spreadsheet_hall(content: bytes, doubts: Doubts | None = None) -> FoundHall:
    """Reads a CSV or XLSX file. Raises `UnreadableFile`."""
    return read_book(read_spreadsheet(content), doubts or Doubts())


def read_book(book: Spreadsheet, doubts: Doubts) -> FoundHall:
    """Reads the sheets of a file. Raises `UnreadableFile`. A workbook may have a drawing and a list of the
    same hall: the one that has more of it is taken, and the other one offered. Beside a drawing, a list that
    only counts seats is a sum."""
    if not is_grid(book.sheets):
        return read_table(book, doubts)
    lists = [
        columns
        for sheet in book.sheets
        if not is_grid([sheet]) and (columns := find_columns(sheet)) and columns.lists_seats
    ]
    if not lists:
        return read_grid(book)
    has_places = any(columns.places.keys() >= {"x", "y"} for columns in lists)
    choices = (("drawing", "The sheets that are drawn."), ("list", "The sheets that list seats."))
    text = "The workbook has a drawing of seats and a list of seats. Which of them is the hall?"
    chosen = doubts.ask("sheet", text, choices, "list" if has_places else "drawing", 0.6)
    return read_table(book, doubts) if chosen == "list" else read_grid(book)
