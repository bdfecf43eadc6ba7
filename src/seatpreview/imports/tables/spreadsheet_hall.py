"""Spreadsheets as halls: decides whether a file is a list of seats or a drawing of them."""

from seatpreview.imports.model import FoundHall
from seatpreview.imports.tables.seat_grid import is_grid, read_grid
from seatpreview.imports.tables.seat_table import read_table
from seatpreview.imports.tables.spreadsheet import read_spreadsheet


def read_spreadsheet_hall(content: bytes) -> FoundHall:
    """Reads a CSV or XLSX file. Raises `UnreadableFile`."""
    book = read_spreadsheet(content)
    return read_grid(book) if is_grid(book.sheets) else read_table(book)
