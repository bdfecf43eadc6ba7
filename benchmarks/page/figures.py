"""What `script/bench page` measures, and which of its goals are met."""

from collections.abc import Iterable, Iterator
from statistics import median
from typing import Literal, NamedTuple, get_args

import msgspec

Picture = Literal["panorama", "photo"]
Kind = Literal["panorama", "photo", "own-still", "row-still", "no-still"]
KINDS: tuple[Kind, ...] = get_args(Kind)
NAMES: dict[str, str] = {
    "panorama": "panorama",
    "photo": "photo",
    "own-still": "drawing, the seat's still",
    "row-still": "drawing, the row's still",
    "no-still": "drawing, no still",
}
PageName = Literal["viewer", "bare page"]

STAGES = ("script", "renderer", "measures", "stands", "people", "first-frame")
"""The stages of a drawing that the viewer measures, each as `view:` and this name."""

SCRIPT_RATIO_MAX = 1.15
TURNABLE_RATIO_MAX = 1.2
FIRST_PICTURE_RATIO_MAX: dict[str, float] = {"own-still": 1.2, "row-still": 1.5}
TURNABLE_SECONDS_MAX = 3.0
COMPLETE_SECONDS_MAX = 5.0
OTHER_SEAT_MS_MAX = 150.0
GROWTH_MAX = 1.05
"""How much more memory may be in use after many seats than after a few: measuring it twice differs by
less."""


class Visit(msgspec.Struct, frozen=True, rename="camel"):
    """What one visit took: times in milliseconds since the navigation began."""

    first_picture_ms: float
    """When something of the view was seen: a still, a small picture, or the view itself."""
    first_pixels_ms: float
    """When the view itself was seen."""
    turnable_ms: float
    """When the viewer said that a drag turns the view. For the bare page, when a drag turned it."""
    complete_ms: float
    """When nothing was missing any more."""
    script_bytes: int
    all_bytes: int
    frame_ms: float
    """The longest time that the page's own code took for a frame while the view was turned."""
    stages_ms: dict[str, float] = {}


class ViewFigures(msgspec.Struct, frozen=True, rename="camel"):
    """The medians of all visits of a page."""

    kind: Kind
    page: PageName
    visits: int
    medians: Visit


class OtherSeat(msgspec.Struct, frozen=True, rename="camel"):
    """The move to another seat of the same hall."""

    work_ms: float
    """Processor time of the page from the press of an arrow to the first frame: the median of all moves."""
    moves: int


class Memory(msgspec.Struct, frozen=True, rename="camel"):
    """What a page holds after some seats."""

    seats: int
    heap_bytes: int
    """JavaScript's memory after a garbage collection, with the contents of typed arrays."""
    graphics_objects: int
    """Buffers, textures, programs and the like that were created and not deleted."""


class PageFigures(msgspec.Struct, frozen=True, rename="camel"):
    """All figures of one run."""

    views: list[ViewFigures]
    other_seat: OtherSeat | None = None
    memory: list[Memory] = []
    """After few seats and after many."""

    def of(self, kind: str, page: PageName = "viewer") -> Visit | None:
        """Returns the medians of a page; None if it was not visited."""
        return next((each.medians for each in self.views if (each.kind, each.page) == (kind, page)), None)


class Goal(NamedTuple):
    """A figure that has an upper bound."""

    name: str
    value: float
    value_max: float
    unit: str = ""

    @property
    def is_met(self) -> bool:
        return self.value <= self.value_max


def picture_of(kind: Kind) -> Picture:
    """Returns the picture that a view is compared with: a drawing has none, so it is the panorama."""
    return "photo" if kind == "photo" else "panorama"


def median_visit(visits: Iterable[Visit]) -> Visit:
    """Returns the median of each figure."""
    known = [msgspec.to_builtins(visit) for visit in visits]
    stages = known[0]["stagesMs"]
    medians = {name: median(each[name] for each in known) for name in known[0] if name != "stagesMs"}
    medians |= {name: round(medians[name]) for name in ("scriptBytes", "allBytes")}
    return msgspec.convert(
        medians
        | {"stagesMs": {name: median(each["stagesMs"].get(name, 0.0) for each in known) for name in stages}},
        Visit,
    )


def goals(figures: PageFigures) -> list[Goal]:
    """Returns all goals for which there are figures."""
    return [
        *(goal for kind in KINDS for goal in _goals_of_view(figures, kind)),
        *_goals_of_other_seats(figures),
    ]


def _goals_of_view(figures: PageFigures, kind: Kind) -> Iterator[Goal]:
    view, name = figures.of(kind), NAMES[kind]
    if view is None:
        return
    bare = figures.of(picture_of(kind), "bare page")
    if bare is not None:
        ratio = view.script_bytes / bare.script_bytes
        yield Goal(f"{name}: script, of the bare page's", ratio, SCRIPT_RATIO_MAX)
        ratio = view.turnable_ms / bare.turnable_ms
        yield Goal(f"{name}: turnable, of the bare page's time", ratio, TURNABLE_RATIO_MAX)
    panorama = figures.of("panorama")
    if panorama is not None and kind in FIRST_PICTURE_RATIO_MAX:
        ratio = view.first_picture_ms / panorama.first_picture_ms
        yield Goal(f"{name}: first picture, of the panorama's time", ratio, FIRST_PICTURE_RATIO_MAX[kind])
    if picture_of(kind) != kind:
        yield Goal(f"{name}: turnable", view.turnable_ms / 1000, TURNABLE_SECONDS_MAX, "s")
        yield Goal(f"{name}: complete", view.complete_ms / 1000, COMPLETE_SECONDS_MAX, "s")


def _goals_of_other_seats(figures: PageFigures) -> Iterator[Goal]:
    if figures.other_seat is not None:
        yield Goal(
            "another seat: own work to the first frame", figures.other_seat.work_ms, OTHER_SEAT_MS_MAX, "ms"
        )
    if len(figures.memory) > 1:
        few, many = figures.memory[0], figures.memory[-1]
        seats = f"after {many.seats} seats, of that after {few.seats}"
        yield Goal(f"heap {seats}", many.heap_bytes / few.heap_bytes, GROWTH_MAX)
        yield Goal(f"WebGL objects {seats}", many.graphics_objects / few.graphics_objects, GROWTH_MAX)
