"""Keys: a place's own name, `section/row/seat` by ids, taken letter by letter."""

from seatpreview.labels.model import Place, place_of
from seatpreview.layouts.compiled import CompiledLayout


def place_of_key(layout: CompiledLayout, key: str) -> Place | None:
    """The section, row or seat with exactly this key."""
    section, *rest = key.split("/")
    match rest:
        case []:
            is_there = layout.section(section) is not None
        case [row]:
            is_there = layout.row(section, row) is not None
        case [row, seat]:
            is_there = layout.has_seat(section, row, seat)
        case _:
            is_there = False
    return place_of(section, *rest) if is_there else None
