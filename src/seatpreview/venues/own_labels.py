"""The labels that tickets for a section have: its name, its id, and its name with rows and seats. Pure."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal, NamedTuple

from seatpreview.labels.model import place_of
from seatpreview.layouts.compiled import Row, Section, SectionPlan
from seatpreview.layouts.series import NameFormat, runs_of

SERIES_TRIED_MAX = 20
"""The most series of rows and seats of a section that are tried."""


class OwnLabel(NamedTuple):
    """A label that is made of names of the record, and the key of the place that has these names."""

    text: str
    key: str
    names: Literal["name", "id", "seat"]
    """What the label consists of. `seat`: the name with a row, a seat or both."""


class SeriesPlace(NamedTuple):
    """A row and a seat of a series. An empty row: the section has seats without rows."""

    row: str
    seat: str | None


def own_labels(section: Section, said_name: str, places: Sequence[SeriesPlace]) -> Iterator[OwnLabel]:
    """Yields the labels of a section. `said_name` is how tickets name it in front of a row and a seat."""
    yield OwnLabel(section.name, section.id, "name")
    yield OwnLabel(section.id, section.id, "id")
    for row, seat in places:
        text = said_name + (f" Row {row}" if row else "") + (f" Seat {seat}" if seat is not None else "")
        yield OwnLabel(text, place_of(section.id, row, seat).key, "seat")


def series_places(plan: SectionPlan) -> tuple[SeriesPlace, ...]:
    """Returns one row and seat of each series of a plan: of each run of row names, such as A to K, with each
    run of seat names that this row has, and of runs of seats that only other rows have."""
    rows = [plan.rows_by_id[next(iter(run))] for run in runs_of([row.id for row in plan.rows if row.id])]
    without_name = [row for row in plan.rows if not row.id]
    tried: dict[SeriesPlace, None] = {}
    seat_formats: set[NameFormat] = set()
    for row in (*without_name, *rows):
        for place, seat_format in _places_in(row):
            tried[place] = None
            seat_formats.update(() if seat_format is None else (seat_format,))
    for row in plan.rows:
        for place, seat_format in _places_in(row):
            if seat_format is not None and seat_format not in seat_formats:
                seat_formats.add(seat_format)
                tried[place] = None
    return tuple(islice(tried, SERIES_TRIED_MAX))


def _places_in(row: Row) -> Iterator[tuple[SeriesPlace, NameFormat | None]]:
    if row.seats is None:
        if row.id:
            yield SeriesPlace(row.id, None), None
        return
    for group in row.seats.groups:
        seat = next(iter(group.names), None)
        if seat is not None:
            yield SeriesPlace(row.id, seat), group.names.name_format
