"""What share of the stage, screen or field is seen from a place."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.layouts.geometry import Point
from seatpreview.sightlines.model import NOTHING_SAID, HallBodies, Seen

if TYPE_CHECKING:
    from seatpreview.sightlines.sight_hall import PreparedHall


class SightHall:
    """A hall for many questions about what is seen in it. It keeps the people of sections that were looked
    across, up to 8 MB: keep it only while there are questions."""

    def __init__(
        self, layout: CompiledLayout, configuration: CompiledConfiguration | None, hall: HallBodies
    ) -> None:
        self.layout = layout
        self.configuration = configuration
        self.hall = hall
        self._prepared: PreparedHall | None = None

    def prepared(self) -> "PreparedHall | None":
        """Returns the hall prepared for answers; None where nothing says what is looked at."""
        looked_at = self.hall.looked_at
        if self._prepared is None and looked_at is not None:
            # It imports numpy, which a worker that never computes does not need: 20 MB and 0.2 seconds.
            from seatpreview.sightlines.sight_hall import PreparedHall

            self._prepared = PreparedHall(self.layout, self.configuration, self.hall, looked_at)
        return self._prepared


def seen_from(sight_hall: SightHall, eyes: Sequence[Point | None]) -> list[Seen]:
    """Returns what is seen from each of these eyes. The person whose eyes they are hides nothing. Eyes of one
    section after another are faster than mixed ones."""
    prepared = sight_hall.prepared()
    return [NOTHING_SAID] * len(eyes) if prepared is None else prepared.seen(eyes)
