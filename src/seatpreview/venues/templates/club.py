"""A club: a dance floor before the stage, tables for four behind it, and a balcony in large ones."""

import math

from seatpreview.venues.templates.blocks import Block, Json
from seatpreview.venues.templates.hall import Hall, sized, stage_body
from seatpreview.venues.templates.places import facing_from

STAGE_M = 0.9
FOCUS_M = 2.2
TABLE_M = 0.8
TABLE_PITCH_M = 2.5
BALCONY_HEIGHT_M = 3.2
SEATS_WITH_BALCONY_MIN = 120


def club(seats: int) -> Hall:
    """Returns a club with so many seats."""
    columns = max(3, round(0.42 * math.sqrt(seats)))
    width_m = columns * TABLE_PITCH_M
    stage_m = (round(min(10.0, 0.6 * width_m), 1), 4.5)
    dance_m = round(2.5 + 0.25 * width_m, 1)
    first_m = stage_m[1] / 2 + 1 + dance_m + 2.0
    blocks = sized(lambda tables: _blocks(tables, columns, first_m, seats), seats).blocks
    extent = {"kind": "stage", "widthM": stage_m[0], "depthM": stage_m[1], "heightM": STAGE_M}
    focus: Json = {"name": "Stage", "z": FOCUS_M, "extent": extent}
    x_m, y_m = stage_m[0] / 2, stage_m[1] / 2
    body = stage_body((-x_m, x_m), (-y_m, y_m), STAGE_M)
    show: Json = {"mood": "concert", "focus": focus, "obstructions": [body]}
    return Hall(
        name="Club",
        kind="club",
        focus=focus,
        levels={"Floor": 0} | ({"Balcony": BALCONY_HEIGHT_M} if len(blocks) > 1 else {}),
        categories={
            "standing": ("Standing", "#b3261e"),
            "tables": ("Tables", "#1f5fa8"),
            "balcony": ("Balcony", "#2e7d4f"),
        },
        blocks=blocks,
        areas=[_dance_floor(width_m, y_m + 1, dance_m)],
        configurations=[
            {"id": "gig", "name": "Club night"} | show,
            {"id": "dinner", "name": "Dinner show", "closed": ["FLOOR"]} | show,
        ],
        mood="concert",
    )


def _blocks(size: int, columns: int, first_m: float, seats: int) -> list[Block]:
    """Returns `size` tables and a few more, and in large clubs a balcony for a quarter of the people."""
    tables = _tables(size + 2, columns, first_m)
    if seats < SEATS_WITH_BALCONY_MIN:
        return [tables]
    depth_m = math.ceil(seats * 3 / 16 / columns) * TABLE_PITCH_M
    rows = 2 + seats // 220
    across = max(8, math.ceil(seats / 4 / rows / 2) * 2)
    return [tables, _balcony(rows, across, first_m + 0.6 * depth_m)]


def _tables(tables: int, columns: int, first_m: float) -> Block:
    """Returns tables in rows from left to right, of which the last one is in the middle if it is shorter."""
    at: list[list[float]] = []
    for table in range(tables):
        behind, beside = divmod(table, columns)
        in_row = min(columns, tables - behind * columns)
        x_m = (beside - (in_row - 1) / 2) * TABLE_PITCH_M
        at.append([round(x_m, 2), round(-first_m - behind * TABLE_PITCH_M, 2)])
    return Block(
        id="T",
        name="Tables",
        level="Floor",
        category="tables",
        counts=(4,) * tables,
        geometry={"tables": {"shape": "round", "widthM": TABLE_M, "at": at}},
        group="tables",
        members={"properties": [{"has": ["stepFree"]}]},
        has_letters=False,
    )


def _balcony(rows: int, across: int, first_m: float) -> Block:
    geometry: Json = facing_from(0, -first_m, 0) | {"treadM": 0.95, "riserM": 0.4, "spacingM": 0.55}
    if across > 20:
        geometry["aisles"] = [{"after": across // 2, "widthM": 1.1}]
    return Block(
        id="BAL",
        name="Balcony",
        level="Balcony",
        category="balcony",
        counts=(across,) * rows,
        geometry=geometry,
        group="balcony",
        numbering="centre",
        trimmed_by=2,
        widest=across,
    )


def _dance_floor(width_m: float, front_m: float, depth_m: float) -> Json:
    half_m = round(width_m / 2, 1)
    near, far = round(-front_m, 2), round(-front_m - depth_m, 2)
    corners = [[-half_m, near], [half_m, near], [half_m, far], [-half_m, far]]
    return {
        "id": "FLOOR",
        "name": "Dance Floor",
        "level": "Floor",
        "kind": "standing",
        "capacity": round(width_m * depth_m * 2),
        "category": "standing",
        "geometry": {"area": corners},
    }
