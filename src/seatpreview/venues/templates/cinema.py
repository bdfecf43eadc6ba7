"""A cinema: one raked auditorium before a screen, the best seats at the back."""

import math

from seatpreview.venues.templates.blocks import Block, Json, row_names
from seatpreview.venues.templates.hall import Hall, sized
from seatpreview.venues.templates.places import facing_from, risers_m, row_distances, written_risers

SPACING_M = 0.58
TREAD_M = 1.15
SCREEN_FOOT_M = 1.0


def cinema(seats: int) -> Hall:
    """Returns a cinema with so many seats."""
    across = 2 * min(15, max(4, round(0.65 * math.sqrt(seats))))
    screen_m = round(0.95 * across * SPACING_M, 1)
    blocks = sized(lambda rows: [_auditorium(rows, across, screen_m)], seats).blocks
    middle_m = round(SCREEN_FOOT_M + screen_m / 2.39 / 2, 2)
    focus: Json = {
        "name": "Screen",
        "z": middle_m,
        "extent": {"kind": "screen", "widthM": screen_m, "depthM": 0.5},
    }
    return Hall(
        name="Cinema",
        kind="cinema",
        focus=focus,
        levels={"Auditorium": 0},
        categories={"standard": ("Standard", "#1f5fa8"), "premium": ("Premium", "#b3261e")},
        blocks=blocks,
        configurations=[
            {"id": "film", "name": "Film", "mood": "concert", "focus": focus},
            {"id": "lights", "name": "Before the film", "mood": "house_lights", "focus": focus},
        ],
    )


def _auditorium(rows: int, across: int, screen_m: float) -> Block:
    """Returns the only section. Large ones have a cross aisle, and two aisles through their rows."""
    gap_after = rows // 3 if rows >= 9 else None
    first_m = 0.65 * screen_m + 1.5
    distances_m = row_distances(first_m, rows, TREAD_M, gap_after)
    risers = risers_m(distances_m, 0, SCREEN_FOOT_M, c_value_m=0.1, least_m=0.15, most_m=0.45)
    geometry: Json = facing_from(0, -first_m, 0) | {"treadM": TREAD_M, "spacingM": SPACING_M}
    geometry |= written_risers(risers)
    if across > 14:
        side = across // 4
        geometry["aisles"] = [{"after": side}, {"after": across - side}]
    if gap_after is not None:
        geometry["rowGaps"] = [{"after": row_names(rows, True)[gap_after], "depthM": 1.3}]
    return Block(
        id="AUD",
        name="Auditorium",
        level="Auditorium",
        category="standard",
        counts=(across,) * rows,
        geometry=geometry,
        group="auditorium",
        numbering="centre",
        widest=across,
        trimmed_by=2,
        wheelchair_row=0 if gap_after is None else gap_after + 1,
        other_categories=((math.ceil(0.7 * rows), "premium"),),
    )
