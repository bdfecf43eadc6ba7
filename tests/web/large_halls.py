"""Halls of 20,000 seats: from a template, whose blocks follow rules, and with a place for each seat, as an
import writes them."""

from math import cos, radians, sin
from typing import Any

from cast import Actor

SEATS = 20_000
_BLOCKS, _ROWS, _SEATS_OF_A_ROW = 40, 25, 20


async def large_hall(owner: Actor, kind: str) -> dict[str, Any]:
    """The record of a hall: that of a template, or one with `listed` seats."""
    if kind == "listed":
        layout = {"focus": {"name": "Stage"}, "sections": [_listed_block(index) for index in range(_BLOCKS)]}
        return {"name": "Listed", "timezone": "Europe/Berlin", "rules": {"layout": layout}}
    template = (await owner.get(f"/manage/templates/{kind}?seats={SEATS}")).json()
    return {"timezone": "Europe/Berlin", **template["record"]}


def _listed_block(index: int) -> dict[str, Any]:
    bearing = radians(360 / _BLOCKS * index)
    rows = [_listed_row(row, sin(bearing), cos(bearing)) for row in range(_ROWS)]
    return {"id": f"B{index + 1}", "name": f"Block {index + 1}", "positions": rows}


def _listed_row(row: int, east: float, north: float) -> dict[str, Any]:
    """The places are in centimetres. Rows are longer the farther they are from the stage."""
    away_cm = 4500 + 90 * row
    across_cm = [(seat - (_SEATS_OF_A_ROW - 1) / 2) * (28 + row / 2) for seat in range(_SEATS_OF_A_ROW)]
    return {
        "row": str(row + 1),
        "seats": [str(seat + 1) for seat in range(_SEATS_OF_A_ROW)],
        "x": [round(away_cm * east + across * north) for across in across_cm],
        "y": [round(away_cm * north - across * east) for across in across_cm],
        "z": [40 * row] * _SEATS_OF_A_ROW,
    }
