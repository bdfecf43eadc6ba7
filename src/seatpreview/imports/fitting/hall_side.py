"""Whether left is left: weighs everything in a file that says where the audience's left is.

One function serves every format. The reader of a file says how sure the axes of its format are
(`FoundHall.sides_sure`); names of sections, the place that a note gives the stage, and numbers that run from
the middle speak for or against them. Each adds its weight, in logarithms of odds, and their sum is how sure
the result is.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from seatpreview.imports.fitting.near_points import PlanPoint, along, middle_of
from seatpreview.imports.model import FoundHall
from seatpreview.imports.words.plan_words import side_of


class SideWitness(NamedTuple):
    """Something in a file that says whether left is left."""

    weight: float
    """Above zero if left is left; below zero if the hall is mirrored."""
    sentence: str


class SideWeights(NamedTuple):
    """Whether a hall is mirrored, and what says so."""

    witnesses: tuple[SideWitness, ...]
    prior: float

    @property
    def is_mirrored(self) -> bool:
        return self._sum < 0

    @property
    def sure(self) -> float:
        """How sure it is that the hall is mirrored, or that it is not."""
        return 1 / (1 + math.exp(-abs(self._sum)))

    @property
    def is_doubtful(self) -> bool:
        """Whether a witness contradicts the others, or nothing says enough."""
        against = [witness for witness in self.witnesses if (witness.weight < 0) != self.is_mirrored]
        return self.sure < _ASKED_BELOW or bool(against) or (self.is_mirrored and self.prior > 0)

    @property
    def doubts(self) -> str:
        """What speaks against the axes of the file, or else what is known, in a sentence."""
        against = [witness.sentence for witness in self.witnesses if witness.weight < 0]
        return " ".join(against or [witness.sentence for witness in self.witnesses])

    @property
    def _sum(self) -> float:
        return self.prior + sum(witness.weight for witness in self.witnesses)


def weigh_sides(found: FoundHall, points: Mapping[int, PlanPoint], *, is_front_known: bool) -> SideWeights:
    """Weighs what says whether left is left. Points are in metres from the focus, y to the top of the page.
    `is_front_known` says that the focus follows from the file, and not from its place on the page."""
    sure = min(0.99, max(0.5, found.sides_sure))
    prior = math.log(sure / (1 - sure))
    middle = middle_of(list(points.values())) if points else PlanPoint(0.0, 0.0)
    distance = math.hypot(*middle)
    if distance == 0:
        return SideWeights((), prior)
    # The audience looks from its middle to the focus, and its right is a quarter turn clockwise.
    right = PlanPoint(-middle.y / distance, middle.x / distance)
    witnesses = [
        *_by_names(found, points, middle, right),
        *_by_numbers(found, points, right),
        *(_by_stage(found, middle, distance) if is_front_known else ()),
    ]
    return SideWeights(tuple(witnesses), prior)


def _by_names(
    found: FoundHall, points: Mapping[int, PlanPoint], middle: PlanPoint, right: PlanPoint
) -> Iterator[SideWitness]:
    """Sections that name a side are on it, or on the other one."""
    sections: dict[str, list[PlanPoint]] = defaultdict(list)
    for index, point in points.items():
        seat = found.seats[index]
        sections[f"{seat.level} {found.section_names.get(seat.section, seat.section)}".strip()].append(point)
    sides = {name: side for name in sections if (side := side_of(name))}
    if not sides:
        return
    across = [along(point, right) for point in points.values()]
    near_m = _NEAR_THE_MIDDLE * (max(across) - min(across))
    agreeing: list[str] = []
    disagreeing: list[str] = []
    for name, side in sides.items():
        beside_m = along(middle_of(sections[name]), right) - along(middle, right)
        if abs(beside_m) > near_m:
            (agreeing if beside_m * side > 0 else disagreeing).append(name)
    total = sum(len(sections[name]) for name in (*agreeing, *disagreeing))
    for names, sign in ((agreeing, 1), (disagreeing, -1)):
        if names:
            share = sum(len(sections[name]) for name in names) / total
            is_there = "is" if sign > 0 else "is not"
            sentence = f"The section {names[0]!r} {is_there} on the side that it names."
            yield SideWitness(sign * share * (_NAMES if len(sides) > 1 else _ONE_NAME), sentence)


def _by_numbers(found: FoundHall, points: Mapping[int, PlanPoint], right: PlanPoint) -> Iterator[SideWitness]:
    """Where odd and even numbers run from the middle to the two sides, odd ones are mostly on the left."""
    rows: dict[tuple[str, str, str], dict[bool, list[float]]] = defaultdict(lambda: {True: [], False: []})
    for index, point in points.items():
        seat = found.seats[index]
        if seat.name.isascii() and seat.name.isdecimal():
            rows[seat.level, seat.section, seat.row][int(seat.name) % 2 == 1].append(along(point, right))
    split = [row for row in rows.values() if min(len(row[True]), len(row[False])) >= _SEATS_OF_A_SIDE]
    left = sum(max(row[True]) < min(row[False]) for row in split)
    on_right = sum(min(row[True]) > max(row[False]) for row in split)
    if split and max(left, on_right) * 5 >= len(split) * 4:
        side = "left" if left > on_right else "right"
        sentence = f"Odd numbers run from the middle to the {side}; in most halls they are on the left."
        yield SideWitness(_NUMBERS if left > on_right else -_NUMBERS, sentence)


def _by_stage(found: FoundHall, middle: PlanPoint, distance: float) -> Iterator[SideWitness]:
    """The file says on which side of the page the stage is, and the rows show where it came to lie."""
    if found.stage_at not in ("top", "bottom") or abs(middle.y) < _ACROSS * distance:
        return
    is_at_top = middle.y < 0
    agrees = is_at_top == (found.stage_at == "top")
    where = "" if agrees else f", and the rows that come first are at the {'top' if is_at_top else 'bottom'}"
    yield SideWitness(
        _STAGE if agrees else -_STAGE, f"The file says that the stage is at the {found.stage_at}{where}."
    )


_NAMES, _ONE_NAME, _STAGE, _NUMBERS = 3.0, 2.2, 3.0, 0.6
"""How much each of them says. The axes of a drawing say 3.2."""
_ASKED_BELOW = 0.8
_NEAR_THE_MIDDLE = 0.03
"""Of the hall's width: a section that is as near to the middle is on neither side."""
_SEATS_OF_A_SIDE = 3
_ACROSS = 0.5
"""A focus that is further to a side than to the top or bottom says nothing of these."""
