"""What is seen from the seats of a hall, row by row, computed and worded as in the previews of the seats."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from seatpreview.labels.model import Place, place_of
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.layouts.model import NO_ROW
from seatpreview.seats.hall_sight import Sight, views_of_seats
from seatpreview.seats.looked_at_words import looked_at_word
from seatpreview.seats.restricted_views import SEEN_STEPS, Position
from seatpreview.seats.seat_listing import FoundSeat, SeatFilter, iterate_seats
from seatpreview.seats.seat_views_model import RowViews
from seatpreview.seats.sightline import eye_of, sightline, sightline_steps
from seatpreview.seats.view_quality import SeenView, in_the_line, is_restricted, view_quality
from seatpreview.sightlines.model import LookedAtKind

STEPS_MAX = 150_000
"""The most steps that the seats of one page may take: about 300 seats, and one second."""


class ViewedHall(NamedTuple):
    """A hall, and the words in which its views are told."""

    layout: CompiledLayout
    configuration: CompiledConfiguration | None
    sight: Sight
    body_names: Mapping[str, str]
    """The names of bodies by their ids."""
    language: str


class FoundSeatViews(msgspec.Struct, frozen=True, array_like=True):
    """The rows of a page."""

    data: list[RowViews]
    texts: list[str]
    looked_at: LookedAtKind | None
    position: Position | None
    """The last seat that was looked at; None if it is the last one."""


def seat_views(
    hall: ViewedHall,
    section: str | None,
    after: Position | None,
    rows_max: int,
    steps_max: int = STEPS_MAX,
) -> FoundSeatViews:
    """Returns what is seen from the next seats, of one section or of all. Sections that are closed, or whose
    place is not known, are left out. Raises `SeatNotFound` if the layout no longer has the seat `after`."""
    configuration = hall.configuration
    wanted = SeatFilter(
        section=section,
        closed=frozenset() if configuration is None else configuration.closed,
        is_placed=True,
    )
    texts, rows = _Texts(), _Rows()
    position, steps = None, 0
    for seat, seen in views_of_seats(hall.layout, hall.sight, iterate_seats(hall.layout, wanted, after)):
        if position is not None and (steps >= steps_max or rows.would_exceed(seat, rows_max)):
            return FoundSeatViews(rows.data, texts.all, hall.sight.kind, position)
        rows.add(seat, _view(hall, seat, seen, texts))
        steps += sightline_steps(seat.section, seat.row, configuration) + SEEN_STEPS
        position = (seat.section.id, seat.row.id, seat.seat)
    return FoundSeatViews(rows.data, texts.all, hall.sight.kind, None)


class _View(NamedTuple):
    """What a page says of one seat."""

    distance_m: float | None
    c_value_mm: int | None
    visible_share: float | None
    is_restricted: bool
    is_marked: bool
    reason: int | None
    in_the_way: int | None


def _view(hall: ViewedHall, seat: FoundSeat, seen: SeenView | None, texts: "_Texts") -> _View:
    layout, place = hall.layout, _place(seat)
    among = None if seen is None else [each.id for each in seen.hidden_by]
    line = sightline(layout, place, eye_of(layout, place), hall.configuration, among)
    kind = layout.facts.seat_kinds[seat.row.kind_index(seat.slot)]
    word = None if seen is None else looked_at_word(seen.kind, layout, hall.configuration)
    told = view_quality(line, seen, hall.body_names, (kind,), hall.language, word).sightline
    reason = None if told.restriction is None else told.restriction.reason
    # In the same order for all seats, so that one note can speak of many.
    bodies = tuple(sorted(told.obstructions, key=lambda body: (body.kind, body.id)))
    return _View(
        distance_m=told.distance_m,
        c_value_mm=told.c_value_mm,
        visible_share=told.visible_share,
        is_restricted=is_restricted([body.id for body in line.obstructions], seen),
        is_marked="restrictedView" in kind.properties,
        reason=texts.index_of((reason,) if reason else ()),
        in_the_way=texts.index_of(in_the_line(bodies, hall.language)),
    )


def _place(seat: FoundSeat) -> Place:
    return place_of(seat.section.id, seat.row.id, seat.seat)


class _Texts:
    """The texts of a page, each once."""

    def __init__(self) -> None:
        self._indexes: dict[str, int] = {}

    @property
    def all(self) -> list[str]:
        return [*self._indexes]

    def index_of(self, text: Iterable[str]) -> int | None:
        """Returns the index of the first text; None if there is none."""
        for each in text:
            return self._indexes.setdefault(each, len(self._indexes))
        return None


class _Rows:
    """The rows of a page, to which seats are added in the order of the layout."""

    def __init__(self) -> None:
        self.data: list[RowViews] = []
        self._last: tuple[str, str] | None = None

    def would_exceed(self, seat: FoundSeat, rows_max: int) -> bool:
        """Returns whether a seat would begin one row more than there may be."""
        return len(self.data) == rows_max and self._last != (seat.section.id, seat.row.id)

    def add(self, seat: FoundSeat, view: _View) -> None:
        """Adds a seat to its row."""
        if self._last != (seat.section.id, seat.row.id):
            self._last = (seat.section.id, seat.row.id)
            self.data.append(_empty_row(seat))
        row = self.data[-1]
        row.seats.append(seat.seat)
        row.distance_m.append(view.distance_m)
        row.c_value_mm.append(view.c_value_mm)
        row.visible_share.append(view.visible_share)
        row.is_restricted.append(view.is_restricted)
        row.is_marked.append(view.is_marked)
        row.reason.append(view.reason)
        row.in_the_way.append(view.in_the_way)


def _empty_row(seat: FoundSeat) -> RowViews:
    return RowViews(
        section=str(seat.section.id),
        row=None if seat.row.id == NO_ROW else str(seat.row.id),
        seats=[],
        distance_m=[],
        c_value_mm=[],
        visible_share=[],
        is_restricted=[],
        is_marked=[],
        reason=[],
        in_the_way=[],
    )
