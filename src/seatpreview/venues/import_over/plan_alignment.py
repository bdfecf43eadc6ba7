"""Finds how a plan was moved, turned, scaled and mirrored, by seats that are in both states of it.

An import puts the stage at (0, 0) and assumes a scale. Whoever corrected that in the venue should not have to
do it again: the new plan is brought to where most of its seats stand in the venue.
"""

import math
import random
from collections.abc import Sequence
from typing import NamedTuple

SAME_PLACE_M = 0.1
"""A seat within this distance stands where it stood."""
_COMPARED_MAX = 500
_TRIALS = 120

Pair = tuple[complex, complex]
"""A place in the imported plan, and the place of the same seat in the venue."""


class Alignment(NamedTuple):
    """A change of all places of a plan that keeps its shape."""

    factor: complex = 1 + 0j
    shift: complex = 0j
    is_mirrored: bool = False

    @property
    def scale(self) -> float:
        """By how much lengths grow."""
        return abs(self.factor)

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Returns where a point of the imported plan is in the venue."""
        moved = self.of(complex(x, y))
        return moved.real, moved.imag

    def of(self, place: complex) -> complex:
        """Does the same with a complex number."""
        return self.factor * (place.conjugate() if self.is_mirrored else place) + self.shift

    def bearing_deg(self, bearing_deg: float) -> float:
        """Returns the bearing in the venue of a bearing in the imported plan."""
        turned = math.degrees(math.atan2(self.factor.imag, self.factor.real))
        if self.is_mirrored:
            return (180.0 - bearing_deg - turned) % 360.0
        return (bearing_deg - turned) % 360.0


NO_CHANGE = Alignment()


def alignment_of(pairs: Sequence[Pair], *, may_turn: bool = True) -> Alignment | None:
    """Returns the change that puts most seats where they stand in the venue. None if no change does that for
    half of them: then the plan was drawn anew. Without `may_turn`, the plan is moved alone."""
    if not pairs:
        return None
    step = max(1, len(pairs) // _COMPARED_MAX)
    compared = pairs[::step]
    best, count = NO_CHANGE, len(_unmoved(NO_CHANGE, compared))
    # A change is taken for another one only if it is clearly better, so that rounding moves nothing.
    for candidate in _candidates(compared) if may_turn else _moves(compared):
        found = len(_unmoved(candidate, compared))
        if found > count + len(compared) // 50:
            best, count = candidate, found
    if best is not NO_CHANGE and may_turn:
        exact = _least_squares(_unmoved(best, compared), is_mirrored=best.is_mirrored)
        if exact is not None and len(_unmoved(exact, compared)) >= count:
            best = exact
    return best if 2 * count >= len(compared) else None


def _unmoved(alignment: Alignment, pairs: Sequence[Pair]) -> list[Pair]:
    of = alignment.of
    return [pair for pair in pairs if abs(of(pair[0]) - pair[1]) <= SAME_PLACE_M]


def _moves(pairs: Sequence[Pair]) -> list[Alignment]:
    step = max(1, len(pairs) // _TRIALS)
    return [Alignment(shift=after - before) for before, after in pairs[::step]]


def _candidates(pairs: Sequence[Pair]) -> list[Alignment]:
    """Returns changes by single pairs of seats, which seats that really moved cannot spoil."""
    chance = random.Random(len(pairs))  # noqa: S311 -- a choice of samples, the same in every run
    drawn = [chance.sample(pairs, 2) for _ in range(_TRIALS)] if len(pairs) > 1 else [list(pairs)]
    chosen: list[Sequence[Pair]] = [pairs, *drawn]
    found = [_least_squares(some, is_mirrored=mirrored) for mirrored in (False, True) for some in chosen]
    return [candidate for candidate in found if candidate is not None and 0.05 < candidate.scale < 20]


def _least_squares(pairs: Sequence[Pair], *, is_mirrored: bool) -> Alignment | None:
    if not pairs:
        return None
    before = [place.conjugate() if is_mirrored else place for place, _ in pairs]
    after = [place for _, place in pairs]
    middle, there = sum(before) / len(pairs), sum(after) / len(pairs)
    spread = sum(abs(place - middle) ** 2 for place in before)
    if spread < SAME_PLACE_M**2:
        return None if is_mirrored else Alignment(1 + 0j, there - middle)
    together = sum(
        (place - there) * (own - middle).conjugate() for own, place in zip(before, after, strict=True)
    )
    factor = together / spread
    return Alignment(factor, there - factor * middle, is_mirrored)
