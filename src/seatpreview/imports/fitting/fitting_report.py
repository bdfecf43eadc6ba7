"""Collects what an import took, inferred and left out, for its report."""

from seatpreview.imports.model import FoundHall, ImportReport
from seatpreview.imports.report_counts import add_item


class FittingReport:
    """The three lists of a report. What the reader of the file found comes first."""

    def __init__(self, found: FoundHall) -> None:
        self._found = found
        self._taken = list(found.taken)
        self._inferred = list(found.inferred)
        self._left_out = list(found.left_out)

    def taken(self, text: str, count: int, example: str = "") -> None:
        """Adds what the record has from the file, unless the reader of the file has told it."""
        noun = text.split()[0].rstrip(".,")
        if not any(item.text.split()[0].rstrip(".,") == noun for item in self._found.taken if item.text):
            add_item(self._taken, text, count, example)

    def inferred(self, text: str, count: int, example: str = "") -> None:
        """Adds what the file does not state."""
        add_item(self._inferred, text, count, example)

    def left_out(self, text: str, count: int, example: str = "") -> None:
        """Adds what the record does not have."""
        add_item(self._left_out, text, count, example)

    def result(self, seats: int) -> ImportReport:
        """Returns the report of a record with this many seats."""
        return ImportReport(
            format=self._found.format,
            seats=seats,
            seats_in_file=len(self._found.seats),
            taken=tuple(self._taken),
            inferred=tuple(self._inferred),
            left_out=tuple(self._left_out),
        )
