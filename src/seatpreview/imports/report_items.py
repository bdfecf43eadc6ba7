"""Adds items to the report of an import. An item that is about nothing is not added."""

from seatpreview.imports.model import FoundHall, ReportItem


def take(hall: FoundHall, text: str, count: int, example: str | None) -> None:
    if count > 0:
        hall.taken.append(ReportItem(text=text, count=count, example=example))


def infer(hall: FoundHall, text: str, count: int, example: str | None) -> None:
    if count > 0:
        hall.inferred.append(ReportItem(text=text, count=count, example=example))


def leave(hall: FoundHall, text: str, count: int, example: str | None) -> None:
    if count > 0:
        hall.left_out.append(ReportItem(text=text, count=count, example=example))
