"""Names for blocks that have one name in the file: by where they are, as a person who faces the focus sees
it, or else by number. The focus is at (0, 0)."""

import math
from collections.abc import Mapping, Sequence

from seatpreview.imports.near_points import PlanPoint, bearing_of, middle_of


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
    return [f"{section} {word}".strip() for word in words] if words else _numbered(section, sizes)


def _numbered(section: str, sizes: Sequence[int]) -> list[str]:
    """Returns the name itself for the largest block, and numbers from 2 on for the others."""
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
    return all(after - before > 1.0 for before, after in zip(ordered, ordered[1:], strict=False))


def _ranked(values: Sequence[float], words: Sequence[str]) -> list[str]:
    order = sorted(range(len(values)), key=lambda index: values[index])
    return [words[order.index(index)] for index in range(len(values))]


def _compass(middles: Sequence[PlanPoint]) -> list[str]:
    """Returns the direction of each block from the focus, if no two have the same; empty otherwise."""
    words = [_DIRECTIONS[round(bearing_of(*middle) / 45) % 8] for middle in middles]
    return words if len(set(words)) == len(words) else []


_MAIN_PART = 0.8
_DIRECTIONS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
