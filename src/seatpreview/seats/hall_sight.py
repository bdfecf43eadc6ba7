"""Asks what is seen in a hall, from many places of it."""

from collections.abc import Sequence
from typing import Protocol

from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.layouts.focus_model import Focus
from seatpreview.layouts.geometry import Point
from seatpreview.seats.view_quality import SeenView
from seatpreview.sightlines.bodies import hall_bodies
from seatpreview.sightlines.model import NOTHING_SAID, LookedAtKind, Seen
from seatpreview.sightlines.seen_share import SightHall, seen_from


class Sight(Protocol):
    """Says what is seen in one hall."""

    @property
    def kind(self) -> LookedAtKind | None:
        """What people look at; None: the layout does not say, and nothing is seen of it."""
        ...

    def seen(self, eyes: Sequence[Point | None]) -> list[Seen]:
        """Returns what is seen from each of these eyes."""
        ...


class HallSight(Sight):
    """Computes what is seen. It is built once for many questions about a hall."""

    def __init__(self, layout: CompiledLayout, configuration: CompiledConfiguration | None) -> None:
        hall = hall_bodies(layout, configuration)
        self._hall = None if hall.looked_at is None else SightHall(layout, configuration, hall)
        self._kind = None if hall.looked_at is None else hall.looked_at.kind

    @property
    def kind(self) -> LookedAtKind | None:
        """What people look at."""
        return self._kind

    def seen(self, eyes: Sequence[Point | None]) -> list[Seen]:
        """Computes what is seen from each of these eyes."""
        return [NOTHING_SAID] * len(eyes) if self._hall is None else seen_from(self._hall, eyes)


def views_from(sight: Sight, eyes: Sequence[Point | None]) -> list[SeenView | None]:
    """Returns the view from each of these eyes; None where nothing can be said."""
    kind = sight.kind
    if kind is None:
        return [None] * len(eyes)
    return [None if seen.visible_share is None else SeenView(kind, seen) for seen in sight.seen(eyes)]


def has_something_to_look_at(focus: Focus, configuration: CompiledConfiguration | None) -> bool:
    """Returns whether the layout says what people look at: a stage, a screen, or a field. Without, nothing
    has to be computed."""
    bodies = () if configuration is None else configuration.obstructions
    return focus.extent is not None or any(body.kind in ("stage", "screen") for body in bodies)
