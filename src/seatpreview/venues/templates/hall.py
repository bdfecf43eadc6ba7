"""A hall as a template computes it, and the record that is written from it."""

from collections.abc import Sequence

import msgspec

from seatpreview.venues.templates.blocks import Block, Json, numbers_of, row_names_of, section_rule


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
