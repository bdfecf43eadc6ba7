"""A theatre: stalls, dress circle and balcony before a stage, and boxes at its sides."""

import math
from typing import NamedTuple

from seatpreview.venues.templates.blocks import Block, Json
from seatpreview.venues.templates.fan import Fan, FanLevel, fan_blocks, fan_for, outer_edge, raked
from seatpreview.venues.templates.hall import Hall, stage_body
from seatpreview.venues.templates.places import facing_from
from seatpreview.venues.templates.sizing import sized

STAGE_M = 1.0
FOCUS_M = 2.2
HEAD_ROOM_M = 2.9
"""From the floor of a row to the floor of the level above it."""


def theatre(seats: int) -> Hall:
    """Returns a theatre with so many seats."""
    across = min(52, max(14, round(1.15 * math.sqrt(seats))))
    centre = min(14, round(0.42 * across))
    stage_m = (min(18.0, 6 + across / 4), min(11.0, 6 + across / 12))
    pit_m = 2.5 if seats < 600 else 4.5
    fan = fan_for(stage_m[1] / 2 + pit_m, centre, min(14, (across - centre) // 2))
    rows, blocks = sized(lambda rows: _blocks(fan, rows, seats), seats)
    levels = _levels(fan, rows)
    return Hall(
        name="Theatre",
        kind="theatre",
        focus=_focus(stage_m),
        levels={
            "Stalls": 0,
            "Dress Circle": levels.circle_height_m,
            "Balcony": levels.balcony_height_m,
            "Boxes": levels.circle_height_m - 0.5,
        },
        categories={
            "premium": ("Premium", "#b3261e"),
            "first": ("First", "#1f5fa8"),
            "second": ("Second", "#2e7d4f"),
            "third": ("Third", "#8a6d1a"),
        },
        blocks=blocks,
        configurations=[
            {"id": "play", "name": "Play", "mood": "concert"} | _show(stage_m),
            {"id": "curtain", "name": "Before the curtain", "mood": "house_lights"} | _show(stage_m),
        ],
    )


class _Levels(NamedTuple):
    stalls: FanLevel
    circle: FanLevel
    balcony: FanLevel
    circle_height_m: float
    balcony_height_m: float


def _levels(fan: Fan, rows: int) -> _Levels:
    """Returns levels with so many rows in all, and a few more. Each hangs over the back of the one below."""
    stalls = raked(_stalls(fan, 2 + math.ceil(0.48 * rows)), fan, 0, STAGE_M, 0.2)
    circle_rows, balcony_rows = 2 + rows * 28 // 100, 2 + rows // 4
    circle_m = fan.radius_m + max(3.0, stalls.depth_m - 0.55 * circle_rows * 0.95)
    circle_height_m = max(3.8, stalls.height_m(circle_m) + HEAD_ROOM_M)
    circle = FanLevel("D", "Dress Circle", "first", circle_m, circle_rows, 0.95)
    circle = raked(circle, fan, circle_height_m, STAGE_M, 0.45)
    balcony_m = circle_m + 0.35 * circle.depth_m
    balcony_height_m = circle_height_m + circle.height_m(balcony_m) + HEAD_ROOM_M
    halves = ((math.ceil(balcony_rows / 2), "third"),)
    balcony = FanLevel("B", "Balcony", "second", balcony_m, balcony_rows, 0.9, other_categories=halves)
    balcony = raked(balcony, fan, balcony_height_m, STAGE_M, 0.55)
    return _Levels(stalls, circle, balcony, circle_height_m, balcony_height_m)


def _stalls(fan: Fan, rows: int) -> FanLevel:
    """Returns the stalls. People in wheelchairs reach the first row, or the one behind the cross aisle."""
    gap_after = rows // 2 - 1 if rows >= 14 else None
    return FanLevel(
        "S",
        "Stalls",
        "premium",
        fan.radius_m,
        rows,
        0.92,
        gap_after=gap_after,
        wheelchair_row=0 if gap_after is None else gap_after + 1,
        other_categories=((math.ceil(0.65 * rows), "first"),),
    )


def _blocks(fan: Fan, rows: int, seats: int) -> list[Block]:
    levels = _levels(fan, rows)
    seated = [
        block for level in (levels.stalls, levels.circle, levels.balcony) for block in fan_blocks(fan, level)
    ]
    return seated + _boxes(fan, min(4, 1 + seats // 500))


def _boxes(fan: Fan, pairs: int) -> list[Block]:
    """Returns boxes for four on both sides, which look at the stage."""
    boxes = []
    for number in range(2 * pairs):
        is_left, place = number < pairs, number % pairs
        x, y = outer_edge(fan, fan.radius_m - 1 + 2.9 * place, 1.6)
        x = -x if is_left else x
        letter = "ABCDEFGH"[number]
        boxes.append(
            Block(
                id=f"BX{letter}",
                name=f"Box {letter}",
                level="Boxes",
                category="first",
                counts=(4,),
                has_letters=False,
                geometry=facing_from(x, y, math.degrees(math.atan2(-x, -y))) | {"spacingM": 0.6},
                group="boxes",
                members={"kind": "suite"},
                is_fixed=True,
            )
        )
    return boxes


def _focus(stage_m: tuple[float, float]) -> Json:
    extent = {
        "kind": "stage",
        "widthM": round(stage_m[0], 1),
        "depthM": round(stage_m[1], 1),
        "heightM": STAGE_M,
    }
    return {"name": "Stage", "z": FOCUS_M, "extent": extent}


def _show(stage_m: tuple[float, float]) -> Json:
    x_m, y_m = stage_m[0] / 2, stage_m[1] / 2
    return {"focus": _focus(stage_m), "obstructions": [stage_body((-x_m, x_m), (-y_m, y_m), STAGE_M)]}
