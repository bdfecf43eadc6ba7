"""Names for blocks that have one name in the file: by where they are, as a person who faces the focus sees
it, or else by number. The focus is at (0, 0)."""

import itertools
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

from seatpreview.imports.fitting.near_points import PlanPoint, bearing_of, middle_of


def name_blocks(section: str, blocks: Sequence[Sequence[int]], points: Mapping[int, PlanPoint]) -> list[str]:
    """Returns a name for each block."""
    middles = [
        middle_of(placed) if (placed := [points[seat] for seat in block if seat in points]) else None
        for block in blocks
    ]
    known = [middle for middle in middles if middle is not None]
    words: list[str] = []
    sizes = [len(block) for block in blocks]
    if len(known) == len(blocks) and max(sizes) < _MAIN_PART * sum(sizes):
        words = _sides(known) or _compass(known)
    section = section or "Hall"
    return [f"{section} {word}" for word in words] if words else _numbered(section, sizes)


def _numbered(section: str, sizes: Sequence[int]) -> list[str]:
    """Returns numbered names. A block with nearly all seats keeps the name itself."""
    if max(sizes) < _MAIN_PART * sum(sizes):
        return [f"{section} {number}" for number in range(1, len(sizes) + 1)]
    largest, number, names = sizes.index(max(sizes)), 1, []
    for index in range(len(sizes)):
        number += index != largest
        names.append(section if index == largest else f"{section} {number}".strip())
    return names


def _sides(middles: Sequence[PlanPoint]) -> list[str]:
    """Returns left, centre and right of blocks side by side, or front and rear; empty if they are neither."""
    if len(middles) > 3:
        return []
    away = middle_of(middles)
    distance = math.hypot(*away)
    if distance < 1e-6:
        return []
    right = PlanPoint(-away.y / distance, away.x / distance)
    beside = [middle.x * right.x + middle.y * right.y for middle in middles]
    behind = [(middle.x * away.x + middle.y * away.y) / distance for middle in middles]
    if min(behind) < 0:
        return []
    if _are_apart(beside) and max(beside) - min(beside) >= max(behind) - min(behind):
        return _ranked(beside, ["left", "right"] if len(middles) == 2 else ["left", "centre", "right"])
    if _are_apart(behind):
        return _ranked(behind, ["front", "rear"] if len(middles) == 2 else ["front", "middle", "rear"])
    return []


def _are_apart(values: Sequence[float]) -> bool:
    ordered = sorted(values)
    return all(after - before > 1.0 for before, after in itertools.pairwise(ordered))


def _ranked(values: Sequence[float], words: Sequence[str]) -> list[str]:
    order = sorted(range(len(values)), key=lambda index: values[index])
    return [words[order.index(index)] for index in range(len(values))]


def _compass(middles: Sequence[PlanPoint]) -> list[str]:
    """Returns the direction of each block from the focus; of up to three in one direction, also the side as a
    person who faces the focus sees it. Empty if more are in one direction."""
    bearings = [bearing_of(*middle) for middle in middles]
    groups: dict[int, list[int]] = defaultdict(list)
    for index, bearing in enumerate(bearings):
        groups[round(bearing / 45) % 8].append(index)
    words = [""] * len(middles)
    for direction, members in groups.items():
        if len(members) > 3:
            return []
        # Smaller bearings are on the right. The difference to the direction goes over north, too.
        turns = {index: (bearings[index] - 45 * direction + 180) % 360 for index in members}
        if not _are_apart([*turns.values()]):
            return []
        sides = {1: ("",), 2: (" left", " right"), 3: (" left", " centre", " right")}[len(members)]
        for side, index in zip(sides, sorted(members, key=lambda index: -turns[index]), strict=True):
            words[index] = _DIRECTIONS[direction] + side
    return words


_MAIN_PART = 0.8
_DIRECTIONS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
