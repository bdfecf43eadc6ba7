"""The light of a show: how bright a colour looks at a point in the arena."""

import math
from typing import NamedTuple

from seatpreview.demo.sphere import Colour, Spot

_SPREAD = (math.sqrt(5) - 1) / 2


class Source(NamedTuple):
    """Light that falls to a half at `reach_m` from where it is."""

    at: Spot
    colour: tuple[float, float, float]
    reach_m: float


class Mood(NamedTuple):
    ambient: tuple[float, float, float]
    sources: tuple[Source, ...]
    haze: Colour
    """What far things fade to."""
    focus: Spot

    def lit(self, colour: Colour, at: Spot, gain: float = 1.0) -> Colour:
        red, green, blue = self.ambient
        for source in self.sources:
            light = 1.0 / (1.0 + (math.dist(at, source.at) / source.reach_m) ** 2)
            red += source.colour[0] * light
            green += source.colour[1] * light
            blue += source.colour[2] * light
        return shade(colour, red * gain, green * gain, blue * gain)

    def hazy(self, colour: Colour, distance_m: float) -> Colour:
        return mixed(colour, self.haze, min(0.55, distance_m / 170))

    def seen_from(self, eye: Spot, at: Spot) -> float:
        """How much of the show's light comes back to the eye: little from what stands before the light."""
        to_eye = (eye[0] - at[0], eye[1] - at[1])
        to_light = (self.focus[0] - at[0], self.focus[1] - at[1])
        lengths = math.hypot(*to_eye) * math.hypot(*to_light) or 1.0
        facing = (to_eye[0] * to_light[0] + to_eye[1] * to_light[1]) / lengths
        return 0.7 + 0.3 * facing


END_STAGE = Mood(
    ambient=(0.34, 0.36, 0.48),
    sources=(
        Source((0.0, 15.0, 8.0), (1.5, 0.9, 0.62), 13.0),
        Source((-16.0, 22.0, 10.0), (0.6, 0.2, 0.56), 15.0),
        Source((16.0, 22.0, 10.0), (0.24, 0.32, 0.8), 15.0),
    ),
    haze=(30, 28, 54),
    focus=(0.0, 20.0, 3.2),
)
CENTRE_STAGE = Mood(
    ambient=(0.42, 0.47, 0.56),
    sources=(
        Source((0.0, 0.0, 9.0), (1.25, 1.2, 1.06), 12.0),
        Source((0.0, 0.0, 17.0), (0.16, 0.36, 0.46), 22.0),
    ),
    haze=(26, 40, 58),
    focus=(0.0, 0.0, 2.4),
)
HOUSE_LIGHTS = Mood(
    ambient=(1.0, 0.98, 0.96),
    sources=(Source((0.0, 0.0, 24.0), (0.8, 0.76, 0.66), 26.0),),
    haze=(104, 112, 126),
    focus=(0.0, 0.0, 1.0),
)
MOODS = {"end-stage": END_STAGE, "centre-stage": CENTRE_STAGE, None: HOUSE_LIGHTS}
"""By configuration; None is the empty house."""


def shade(colour: Colour, red: float, green: float, blue: float) -> Colour:
    return (
        min(255, int(colour[0] * red)),
        min(255, int(colour[1] * green)),
        min(255, int(colour[2] * blue)),
    )


def mixed(one: Colour, other: Colour, part: float) -> Colour:
    """From one colour to another: 0 is the one, 1 the other."""
    return (
        int(one[0] + (other[0] - one[0]) * part),
        int(one[1] + (other[1] - one[1]) * part),
        int(one[2] + (other[2] - one[2]) * part),
    )


def chance(number: float) -> float:
    """Between 0 and 1, spread evenly over whole numbers, and the same whenever it is asked."""
    return (math.sin(number * 12.9898) * 43758.5453 + number * _SPREAD) % 1.0
