"""Halls that are called theatres, but have no stage that a proscenium could stand around."""

import math
import re

from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.layouts.ground_plan import Point, extent_of, footprint_of
from seatpreview.layouts.model import Focus, HallKind, Obstruction
from seatpreview.sightlines.looked_at import looked_at_body

PLAIN_HALL: HallKind = "arena"
"""What is drawn with plain walls and nothing around its stage."""
_STAGE_LEAST_M = 5.0
"""From corner to corner. The opening of a proscenium is wider than such a stage, and would show another one
behind it."""
_ALTAR = re.compile(r"alta+r|autel")
_IN_A_CHURCH = re.compile(r"alta+r|autel|kanzel|p[uú]lpit|preekstoel|\bchaire\b|\bambo|chancel")


def hall_kind_of(layout: CompiledLayout, configuration: CompiledConfiguration | None) -> HallKind | None:
    """Returns the kind of hall that the layout states. Where people look at an altar or a pulpit, a theatre
    is a church, and so is a hall of no stated kind; a theatre with a very small stage is a plain hall. None:
    the layout does not say it."""
    stated = layout.facts.hall
    if stated in (None, "theatre") and is_church(layout, configuration):
        return "church"
    return PLAIN_HALL if stated == "theatre" and is_plain_hall(layout, configuration) else stated


def is_plain_hall(layout: CompiledLayout, configuration: CompiledConfiguration | None) -> bool:
    """Returns whether people look at something of a church, or at a very small stage."""
    if is_church(layout, configuration):
        return True
    focus = layout.focus if configuration is None else configuration.focus
    body = looked_at_body(layout, configuration)
    return _is_stage(body, focus) and _size_m(body, focus) < _STAGE_LEAST_M


def is_church(layout: CompiledLayout, configuration: CompiledConfiguration | None) -> bool:
    """Returns whether what people look at is called an altar, a pulpit or the like."""
    focus = layout.focus if configuration is None else configuration.focus
    return is_name_in_church(_name(looked_at_body(layout, configuration), focus))


def is_name_in_church(name: str) -> bool:
    """Returns whether a name is that of an altar, a pulpit or the like, in a language of viewers."""
    return _IN_A_CHURCH.search(name.casefold()) is not None


def is_altar(layout: CompiledLayout, configuration: CompiledConfiguration | None) -> bool:
    """Returns whether what people look at is called an altar."""
    focus = layout.focus if configuration is None else configuration.focus
    return _ALTAR.search(_name(looked_at_body(layout, configuration), focus).casefold()) is not None


def _name(body: Obstruction | None, focus: Focus) -> str:
    name = focus.name if body is None or not body.name else body.name
    return name or ""


def _is_stage(body: Obstruction | None, focus: Focus) -> bool:
    if body is not None:
        return body.kind == "stage"
    return focus.extent is not None and focus.extent.kind == "stage"


def _size_m(body: Obstruction | None, focus: Focus) -> float:
    corners: list[Point] = list(extent_of(focus) if body is None else footprint_of(body))
    if not corners:
        return math.inf
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return math.hypot(max(xs) - min(xs), max(ys) - min(ys))
