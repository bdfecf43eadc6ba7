"""The measures of halls and people that the drawn view has as well: web/source/drawing/halls.ts, stands.ts,
theatre.ts, focus-extent.ts and figure-shapes.ts."""

import math
from typing import NamedTuple

from seatpreview.layouts.model import HallKind

ACTING_HEIGHT_M = 1.8
"""The space in which people act reaches this far above the floor of a stage or a field."""


class HallShape(NamedTuple):
    """The measures in which kinds of halls differ."""

    deck_from_m: float
    """A stand that begins higher above the floor is a deck; a lower one stands on the floor."""
    slab_m: float
    """The thickness of a deck at its front."""
    row_end_m: float
    """How far the floor of a row reaches beyond its last seat where no section follows."""
    roof_over_seats_m: float
    has_circles: bool = False
    """Whether raised stands have parapets instead of rails, and boxes have sides and ceilings."""
    has_proscenium: bool = False
    """Whether a wall with an opening stands between the house and the stage."""
    has_steps_of_stone: bool = False
    has_back_walls: bool = True
    """Whether walls stand behind stands that other people look over."""


_HOUSE = HallShape(2.2, 1.0, 1.25, 4.4, has_circles=True, has_proscenium=True)
_BOWL = HallShape(3.5, 1.25, 0.55, 6.0)

HALL_SHAPES: dict[HallKind, HallShape] = {
    "arena": _BOWL._replace(roof_over_seats_m=7.5),
    "theatre": _HOUSE,
    "stadium": _BOWL,
    "amphitheatre": HallShape(math.inf, 1.25, 0.5, 7.5, has_steps_of_stone=True, has_back_walls=False),
    "club": HallShape(2.2, 0.55, 0.35, 3.0, has_back_walls=False),
    "opera": _HOUSE,
    "playhouse": _HOUSE,
    "black_box": HallShape(2.2, 0.5, 0.4, 3.2),
    "concert_hall": HallShape(3.5, 0.9, 0.8, 6.5, has_circles=True),
    "cinema": HallShape(2.2, 1.0, 1.25, 3.6, has_circles=True),
    "school_hall": HallShape(2.2, 0.7, 0.8, 3.2, has_circles=True, has_proscenium=True),
    "church": HallShape(2.2, 0.6, 0.5, 6.0, has_circles=True),
    "conference": HallShape(2.2, 0.6, 0.8, 2.8, has_circles=True),
    "ballpark": _BOWL,
}
STADIUM_FROM_M = 85.0
"""A hall with a larger radius is taken for a stadium if its layout does not say what it is."""

FRONT_FROM_M = 0.05
"""A first row that is raised by less has no front."""
RAIL_FROM_M = 0.6
"""A first row that is raised by more has a rail."""
RAIL_M = 0.72
RAIL_THICK_M = 0.03
EDGE_M = (-0.05, 0.02)
"""How far the edge of a deck reaches below its slab, and above its floor."""
PARAPET_M = 0.74
PARAPET_SLAB_PART = 0.62
WALL_LOOKED_OVER_M = 0.9
"""The height of a wall behind a stand that others look over: up to the shoulders of those who sit there."""
ROWS_WITH_WALL = 3
"""Fewer rows of listed seats may stand anywhere in the hall, without a wall behind them."""


class BoxMeasures(NamedTuple):
    """The measures of a box in a theatre, above its floor."""

    partition_m: float = 0.8
    """Lower than the eyes: nobody looks at a wall."""
    partition_from: float = 0.1
    """Where a partition begins, as a part of the way from the front of the box to its back."""
    side_from: float = 0.92
    outer_side_from: float = 0.04
    """Where the whole side begins; that of the last box of a tier begins near its front."""
    ceiling_m: float = 2.75
    valance_m: tuple[float, float] = (-0.36, 0.3)
    """How far the front of the ceiling reaches below and above it."""


BOX = BoxMeasures()


class Proscenium(NamedTuple):
    """The wall between a theatre's house and its stage."""

    apron_m: float = 1.2
    """How far the stage reaches in front of it."""
    narrower_m: float = 1.4
    """By how much half of the opening is narrower than half of the stage."""
    half_least_m: float = 3.5
    behind_seats_m: float = 0.3
    """How far it stands behind the seats that are beside the stage."""


PROSCENIUM = Proscenium()


class OpeningMeasures(NamedTuple):
    """How high a proscenium is open above its stage."""

    curtain_m: float = 0.9
    """How far an open curtain reaches into the opening on each side."""
    least_m: float = 5.0
    ratio: float = 1.25
    """Its height as a part of half its width."""
    below_roof_m: float = 2.2


OPENING = OpeningMeasures()


class ScreenMeasures(NamedTuple):
    """A screen whose body is not described."""

    ratio: float = 2.2
    thick_m: float = 0.3
    least_z: float = 0.6


SCREEN = ScreenMeasures()
STAGE_LEAST_M = 0.04
RING_M = 1.1
"""The height of a boxing ring whose height is not stated."""


class PitchMeasures(NamedTuple):
    """What stands around a football pitch of the recommended size."""

    long_m: float = 105.0
    wide_m: float = 68.0
    boards_beside_m: float = 3.4
    boards_behind_m: float = 4.4
    boards_high_m: float = 0.95
    bench_out_m: float = 1.6
    bench_deep_m: float = 1.5
    bench_at_m: float = 12.0
    bench_half_m: float = 5.0
    bench_back_m: float = 1.9
    bench_roof_m: float = 2.2


PITCH = PitchMeasures()


class BaseballMeasures(NamedTuple):
    """A field of baseball in a square of the usual size, which its outline stretches."""

    half_m: float = 50.0
    home_m: float = 42.0
    """From the middle of the square to home plate."""
    fence_pieces: int = 10


BASEBALL = BaseballMeasures()


class RinkMeasures(NamedTuple):
    """A rink of ice hockey and what stands around it, in a rectangle of the usual size, which its outline
    stretches. Heights are those of the rules of the IIHF; nets hang from there up."""

    half_wide_m: float = 15.0
    half_long_m: float = 30.0
    corner_m: float = 8.5
    boards_m: float = 1.07
    glass_beside_m: float = 1.8
    """How far the glass reaches above the boards along the sides, and behind the goals."""
    glass_behind_m: float = 2.4
    net_top_m: float = 10.0
    """The upper edge of the nets behind the goals, above the ice."""


RINK = RinkMeasures()


class SuiteMeasures(NamedTuple):
    """The room of a suite without seats. Heights are above its floor."""

    front_m: float = 0.5
    """How far its front is before the place of the suite."""
    deep_m: float = 3.6
    high_m: float = 2.5
    lintel_m: float = 3.1
    """How high the wall above the opening reaches."""
    sill_m: tuple[float, float] = (-0.4, 0.25)
    rail_m: float = 0.95
    rail_thick_m: float = 0.04
    half_m: tuple[float, float] = (1.2, 4.0)
    """Half of its width, at least and at most."""
    alone_half_m: float = 2.2


SUITE = SuiteMeasures()


class Figure(NamedTuple):
    """A person of the drawn view, who faces the stage: heights above the floor and half widths."""

    shoulders_m: float
    head_m: float
    """The middle of the head."""
    head_half_m: float = 0.088
    head_half_high_m: float = 0.136
    head_half_deep_m: float = 0.109
    """Half of it from the forehead to the back of the hair, which who looks down at a head sees, too."""
    body_half_m: float = 0.235
    """With the arms."""
    slope: float = 0.79
    """How much lower the shoulders are for each metre from the neck."""

    @property
    def top_m(self) -> float:
        """The top of the head."""
        return self.head_m + self.head_half_high_m

    @property
    def neck_m(self) -> float:
        """Where the lines of both shoulders would meet."""
        return self.shoulders_m + 0.085


SITTING = Figure(shoulders_m=1.0, head_m=1.175)
STANDING = Figure(shoulders_m=1.42, head_m=1.6)

PEOPLE_PER_M2 = 2.1
"""How close people stand in front of a stage."""
