"""A stand-in for the computation of what is seen, with results that a test chooses."""

from collections.abc import Callable, Sequence

from seatpreview.layouts.geometry import Point
from seatpreview.seats.hall_sight import Sight
from seatpreview.sightlines.looked_at import Front
from seatpreview.sightlines.model import NOTHING_SAID, HiddenBy, HiddenByKind, LookedAtKind, Seen


class ChosenSight(Sight):
    """Returns what a function says of each eye, and counts the eyes."""

    def __init__(
        self,
        see: Callable[[Point], Seen],
        kind: LookedAtKind | None = "stage",
        front: Front | None = None,
    ) -> None:
        self._see = see
        self._kind = kind
        self._front = front
        self.eyes = 0

    @property
    def kind(self) -> LookedAtKind | None:
        return self._kind

    @property
    def front(self) -> Front | None:
        return self._front

    def seen(self, eyes: Sequence[Point | None]) -> list[Seen]:
        self.eyes += len(eyes)
        return [NOTHING_SAID if eye is None else self._see(eye) for eye in eyes]


UNKNOWN_SIGHT = ChosenSight(lambda eye: NOTHING_SAID, kind=None)


def seen(share: float, angle_deg: float = 0.0, **hidden_by: float) -> Seen:
    """Returns what is seen where each of these kinds hides a share."""
    return Seen(
        visible_share=share,
        side_angle_deg=angle_deg,
        nearest_m=8.0,
        hidden_by=tuple(hidden(kind, part) for kind, part in hidden_by.items()),
    )


def hidden(kind: str, share: float) -> HiddenBy:
    named: HiddenByKind = kind  # type: ignore[assignment]  # The name of a keyword argument.
    return HiddenBy(id=kind, kind=named, section=None, share=share)
