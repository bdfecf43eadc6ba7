"""Whether left is left: compares side words in the names of sections with their places."""

import math
from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from seatpreview.imports.fitting.near_points import PlanPoint, along, middle_of
from seatpreview.imports.model import FoundHall
from seatpreview.imports.words.side_words import side_of


class SideEvidence(NamedTuple):
    """How many seats of sections that name a side are on it, or on the other one."""

    agreeing: int
    disagreeing: int
    example: str
    """A section on the other side."""

    @property
    def share(self) -> float:
        """The share of the seats that are on the side which their section names; 1 where none names one."""
        both = self.agreeing + self.disagreeing
        return self.agreeing / both if both else 1.0


def side_evidence(found: FoundHall, points: Mapping[int, PlanPoint]) -> SideEvidence:
    """Compares the names of sections with their places. Points are measured from the focus, and sides are
    those of an audience that faces it."""
    sections: dict[str, list[PlanPoint]] = defaultdict(list)
    for index, point in points.items():
        seat = found.seats[index]
        sections[f"{seat.level} {found.section_names.get(seat.section, seat.section)}"].append(point)
    sides = {name: side for name in sections if (side := side_of(name))}
    agreeing = disagreeing = 0
    example = ""
    if sides:
        middle = middle_of(list(points.values()))
        distance = math.hypot(*middle)
        # The audience looks from its middle to the focus, and its right is a quarter turn clockwise.
        right = PlanPoint(-middle.y / distance, middle.x / distance) if distance > 0 else PlanPoint(0, 0)
        across = [along(point, right) for point in points.values()]
        near_m = _NEAR_THE_MIDDLE * (max(across) - min(across))
        for name, side in sides.items():
            seats = sections[name]
            beside_m = along(middle_of(seats), right) - along(middle, right)
            if abs(beside_m) <= near_m:
                continue
            if beside_m * side > 0:
                agreeing += len(seats)
            else:
                disagreeing += len(seats)
                example = example or name.strip()
    return SideEvidence(agreeing, disagreeing, example)


_NEAR_THE_MIDDLE = 0.03
"""Of the hall's width: a section that is as near to the middle is on neither side."""
