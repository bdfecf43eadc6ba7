"""Finds the level of each seat: as the file says, or by the nearest text that names a level."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

from seatpreview.imports.fitting.fitting_report import FittingReport
from seatpreview.imports.fitting.near_points import PlanPoint
from seatpreview.imports.fitting.place_names import label_text
from seatpreview.imports.fitting.seat_blocks import connected
from seatpreview.imports.model import FoundHall
from seatpreview.imports.words.level_words import level_rank

_APART_PITCHES = 5.0
_CLEARLY_NEARER = 0.6
_TEXTS_MAX = 50


def levels_of_seats(
    found: FoundHall,
    points: Mapping[int, PlanPoint],
    texts: Sequence[tuple[str, PlanPoint]],
    pitch_m: float,
    report: FittingReport,
) -> list[str]:
    """Returns the level of each seat; empty where nothing says it."""
    levels = [label_text(seat.level) for seat in found.seats]
    named = {name: point for name, point in texts[:_TEXTS_MAX] if level_rank(name) is not None}
    if len({level_rank(name) for name in named}) < 2:
        return levels
    sections: dict[str, list[int]] = defaultdict(list)
    for index, seat in enumerate(found.seats):
        if not levels[index] and index in points and level_rank(seat.section) is None:
            sections[seat.section].append(index)
    for section, seats in sections.items():
        split = _split(seats, points, named, pitch_m)
        if len(set(split.values())) < 2:
            continue
        for index, level in split.items():
            levels[index] = level
        report.inferred(
            f"Section {section!r} holds several levels; each seat is on the level whose text is nearest: "
            f"{', '.join(sorted(set(split.values())))}.",
            len(split),
            section,
        )
    return levels


def _split(
    seats: Sequence[int], points: Mapping[int, PlanPoint], texts: Mapping[str, PlanPoint], pitch_m: float
) -> dict[int, str]:
    """Returns the level of each seat; nothing if one block of seats is about as near to two texts."""
    split: dict[int, str] = {}
    for block in connected(seats, points, _APART_PITCHES * pitch_m):
        sample = block[:: max(1, len(block) // 200)]
        near = sorted(
            (min(math.dist(points[seat], point) for seat in sample), name) for name, point in texts.items()
        )
        if near[0][0] > _CLEARLY_NEARER * near[1][0]:
            return {}
        split |= dict.fromkeys(block, near[0][1])
    return split
