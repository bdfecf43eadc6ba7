"""A hall as a template computes it, the size that fits a number of seats, and the record that is written."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from seatpreview.venues.templates.blocks import (
    Block,
    Json,
    numbers_of,
    row_names_of,
    seat_count,
    section_rule,
)

ROWS_MAX = 200

Build = Callable[[int], Sequence[Block]]
"""Returns the blocks of a hall with a number of rows in all. More rows never have fewer seats."""


class Hall(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a venue's record that differ between templates."""

    name: str
    kind: str
    """The kind of building that the drawn view builds."""
    roof: str = "closed"
    focus: Json
    levels: dict[str, float] = {}
    """The height of each level, in metres."""
    categories: dict[str, tuple[str, str]] = {}
    """The name and the colour of each category, by its id."""
    blocks: Sequence[Block]
    areas: Sequence[Json] = ()
    """Sections without seats."""
    configurations: Sequence[Json]
    """The first one is the default."""
    mood: str = "house_lights"
    """How the hall is lit where a configuration does not say it."""


def record_of(hall: Hall) -> Json:
    """Returns the record of a venue, as createVenue takes it."""
    return {
        "name": hall.name,
        "rules": {
            "layout": {
                "hall": hall.kind,
                "roof": hall.roof,
                "focus": hall.focus,
                "levels": [{"name": name, "heightM": round(m, 2)} for name, m in hall.levels.items()],
                "categories": [
                    {"id": id_, "name": name, "colour": colour}
                    for id_, (name, colour) in hall.categories.items()
                ],
                "sections": [*map(section_rule, hall.blocks), *hall.areas],
                "configurations": list(hall.configurations),
                "defaultConfiguration": hall.configurations[0]["id"],
            },
            "seatKeys": {"rules": [], "examples": _examples(hall)},
        },
        "viewerDefaults": {"mood": hall.mood},
    }


def stage_body(x: tuple[float, float], y: tuple[float, float], height_m: float) -> Json:
    """Returns the stage as a body, which the drawn view shows."""
    box = {"x": _rounded(x), "y": _rounded(y), "z": [0, height_m]}
    return {"id": "stage", "name": "Stage", "kind": "stage", "box": box}


def _rounded(span_m: tuple[float, float]) -> list[float]:
    return [round(value, 2) for value in span_m]


def _examples(hall: Hall) -> list[Json]:
    """Returns labels as tickets have them, for a seat of the first, the middle and the last block."""
    blocks = hall.blocks
    chosen = dict.fromkeys((0, len(blocks) // 2, len(blocks) - 1))
    return [_example(blocks[index]) for index in chosen]


def _example(block: Block) -> Json:
    row = len(block.counts) // 2
    name = row_names_of(block)[row]
    seat = numbers_of(block, row)[block.counts[row] // 2]
    return {"label": f"{block.name}, Row {name}, Seat {seat}", "expect": f"{block.id}/{name}/{seat}"}


class Sized(NamedTuple):
    """The blocks of a hall, and the number of rows in all that they were built with."""

    rows: int
    blocks: tuple[Block, ...]


def sized(build: Build, seats: int) -> Sized:
    """Returns the blocks with the fewest rows that hold the seats, without the seats that are too many."""
    rows = 1 + bisect_left(range(1, ROWS_MAX), seats, key=lambda rows: seat_count(build(rows)))
    shorter = _without_back_rows(tuple(build(rows)), seats)
    return Sized(rows, _without_seats_of_front_rows(shorter, seats))


def _without_back_rows(blocks: tuple[Block, ...], seats: int) -> tuple[Block, ...]:
    """Removes the last row of each group of blocks that mirror each other, while enough seats remain."""
    groups = _groups(blocks)
    excess = seat_count(blocks) - seats
    for name, group in groups.items():
        shorter = [_without_last_row(block) for block in group]
        fewer = seat_count(group) - seat_count(shorter)
        if fewer <= excess:
            groups[name], excess = shorter, excess - fewer
    return _joined(blocks, groups)


def _without_seats_of_front_rows(blocks: tuple[Block, ...], seats: int) -> tuple[Block, ...]:
    """Removes a few seats of one row after the other, from the front to the back."""
    groups = _groups(blocks)
    excess = seat_count(blocks) - seats
    for row, name in _rows_of_groups(groups):
        narrower = [_narrower(block, row) for block in groups[name]]
        fewer = seat_count(groups[name]) - seat_count(narrower)
        if abs(excess - fewer) < abs(excess):
            groups[name], excess = narrower, excess - fewer
    return _joined(blocks, groups)


def _groups(blocks: Sequence[Block]) -> dict[str, list[Block]]:
    groups: dict[str, list[Block]] = {}
    for block in blocks:
        if not block.is_fixed:
            groups.setdefault(block.group, []).append(block)
    return groups


def _joined(blocks: Sequence[Block], groups: Mapping[str, Sequence[Block]]) -> tuple[Block, ...]:
    """Returns the blocks in their order, each as its group has it now."""
    changed = {block.id: block for group in groups.values() for block in group}
    return tuple(changed.get(block.id, block) for block in blocks)


def _without_last_row(block: Block) -> Block:
    return replace(block, counts=block.counts[:-1]) if len(block.counts) > 2 else block


def _narrower(block: Block, row: int) -> Block:
    if row >= len(block.counts) or block.counts[row] <= 2 * block.trimmed_by:
        return block
    counts = list(block.counts)
    counts[row] -= block.trimmed_by
    return replace(block, counts=tuple(counts))


def _rows_of_groups(groups: Mapping[str, Sequence[Block]]) -> Iterator[tuple[int, str]]:
    """Yields the index of a row and the name of a group: first the front rows of all groups."""
    rows = max(len(block.counts) for group in groups.values() for block in group)
    return ((row, name) for row in range(rows) for name in groups)
