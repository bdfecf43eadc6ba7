"""Asks what is seen in a hall, from many places of it."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Protocol

from seatpreview.labels.model import place_of
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.layouts.geometry import Point
from seatpreview.layouts.model import Focus
from seatpreview.seats.seat_listing import FoundSeat
from seatpreview.seats.sightline import eye_of
from seatpreview.seats.view_quality import SeenView
from seatpreview.sightlines.bodies import hall_bodies
from seatpreview.sightlines.looked_at import Front, front_of
from seatpreview.sightlines.model import NOTHING_SAID, LookedAtKind, Seen
from seatpreview.sightlines.seen_share import SightHall, seen_from

_COMPUTED_AT_ONCE = 50
"""Seats of a list whose views are computed together."""


class Sight(Protocol):
    """Says what is seen in one hall."""

    @property
    def kind(self) -> LookedAtKind | None:
        """What people look at; None: the layout does not say, and nothing is seen of it."""
        ...

    @property
    def front(self) -> Front | None:
        """From where angles to the side are measured; None: nothing has a front."""
        ...

    def seen(self, eyes: Sequence[Point | None]) -> list[Seen]:
        """Returns what is seen from each of these eyes."""
        ...


class HallSight(Sight):
    """Computes what is seen. It is built once for many questions about a hall."""

    def __init__(self, layout: CompiledLayout, configuration: CompiledConfiguration | None) -> None:
        hall = hall_bodies(layout, configuration)
        self.hall = hall
        self._hall = None if hall.looked_at is None else SightHall(layout, configuration, hall)
        self._kind = None if hall.looked_at is None else hall.looked_at.kind
        self._front = front_of(hall.looked_at)

    @property
    def kind(self) -> LookedAtKind | None:
        """What people look at."""
        return self._kind

    @property
    def front(self) -> Front | None:
        """From where angles to the side are measured."""
        return self._front

    def seen(self, eyes: Sequence[Point | None]) -> list[Seen]:
        """Computes what is seen from each of these eyes."""
        return [NOTHING_SAID] * len(eyes) if self._hall is None else seen_from(self._hall, eyes)


def views_from(sight: Sight, eyes: Sequence[Point | None]) -> list[SeenView | None]:
    """Returns the view from each of these eyes; None where nothing can be said."""
    kind = sight.kind
    if kind is None:
        return [None] * len(eyes)
    return [None if seen.visible_share is None else SeenView(kind, seen) for seen in sight.seen(eyes)]


def views_of_seats(
    layout: CompiledLayout, sight: Sight, seats: Iterator[FoundSeat]
) -> Iterator[tuple[FoundSeat, SeenView | None]]:
    """Yields each seat with what is seen from it, which is computed for a few seats at a time."""
    while some := [*islice(seats, _COMPUTED_AT_ONCE)]:
        eyes = [eye_of(layout, place_of(seat.section.id, seat.row.id, seat.seat)) for seat in some]
        yield from zip(some, views_from(sight, eyes), strict=True)


def has_something_to_look_at(focus: Focus, configuration: CompiledConfiguration | None) -> bool:
    """Returns whether the layout says what people look at: a stage, a screen, or a field. Without, nothing
    has to be computed."""
    bodies = () if configuration is None else configuration.obstructions
    return focus.extent is not None or any(body.kind in ("stage", "screen") for body in bodies)
