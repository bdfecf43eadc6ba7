"""Counts what an import took, inferred and left out, with the first example of each."""

from seatpreview.imports.model import FoundHall, ReportItem


class ReportTally:
    """Collects report items. Lines that say the same are one item with a count."""

    def __init__(self) -> None:
        self._taken: dict[str, tuple[int, str]] = {}
        self._inferred: dict[str, tuple[int, str]] = {}
        self._left_out: dict[str, tuple[int, str]] = {}

    def take(self, text: str, example: str = "", count: int = 1) -> None:
        _add(self._taken, text, example, count)

    def infer(self, text: str, example: str = "", count: int = 1) -> None:
        _add(self._inferred, text, example, count)

    def leave_out(self, text: str, example: str = "", count: int = 1) -> None:
        _add(self._left_out, text, example, count)

    def write_to(self, hall: FoundHall) -> None:
        """Adds the items to the report of the hall."""
        hall.taken += _items(self._taken)
        hall.inferred += _items(self._inferred)
        hall.left_out += _items(self._left_out)


def _add(items: dict[str, tuple[int, str]], text: str, example: str, count: int) -> None:
    before, first = items.get(text, (0, example))
    items[text] = (before + count, first)


def _items(items: dict[str, tuple[int, str]]) -> list[ReportItem]:
    return [
        ReportItem(text=text, count=count, example=example[:120] or None)
        for text, (count, example) in items.items()
    ]
