"""Compares an import with what a person who looks at the file expects."""

import json
import math
import unicodedata
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

from seatpreview.decoding.inputs import decode
from seatpreview.imports.file_import import ImportedVenue
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.model import Layout

WIDTH_TOLERANCE = 0.3
ANY_NAME = "*"

Place = tuple[float, float]
_GREEK_WITHOUT_ACCENTS = str.maketrans("άέήίόύώ", "αεηιουω")


class Seat(NamedTuple):
    """A seat of a record, and all names that its section goes by, or its row: a table or a box."""

    section: str
    names: frozenset[str]
    row_names: frozenset[str]
    row: str
    seat: str
    x: float
    y: float
    is_wheelchair: bool

    @property
    def place(self) -> Place:
        return self.x, self.y


def expectations(folder: Path) -> dict[str, dict[str, Any]]:
    """Returns what is expected of each file of a folder, by the file's name."""
    plans: dict[str, dict[str, Any]] = json.loads((folder / "expected.json").read_text())["plans"]
    return plans


def faults_of(expected: dict[str, Any], imported: ImportedVenue) -> list[str]:
    """Returns what is not as a person expects it, as kinds of faults. Empty if all is right."""
    layout = compile_layout(decode(_layout(imported), Layout))
    seats = _seats(layout)
    low, high = expected.get("seats_range") or (expected["seats"], expected["seats"])
    focus = (layout.focus.x, layout.focus.y)
    kinds = [section.get("kind") for section in _layout(imported)["sections"]]
    checks = {"seats": low <= len(seats) <= high}
    if "rows_number" in expected:
        rows = {(seat.section, seat.row) for seat in seats}
        return _wrong(checks | {"rows": len(rows) in expected["rows_number"]})
    checks |= {
        "sections": len({seat.section for seat in seats}) <= len(expected["sections"])
        and all(
            count - (high - low) <= len(_in_section(expected, seats, name)) <= count
            for name, count in expected["sections"].items()
        ),
        "spots": all(_spot(expected, seats, spot) for spot in expected["spots"]),
        "neighbours": all(_has_neighbours(expected, seats, spot, focus) for spot in expected["spots"]),
        "relations": all(_holds(expected, seats, relation, focus) for relation in expected["relations"]),
        "rows": all(
            _row_names(expected, seats, name, focus)[:1] == [_folded(row)]
            for name, row in expected["nearest_row"].items()
        )
        and all(
            _row_names(expected, seats, name, focus) == [_folded(row) for row in rows]
            for name, rows in expected.get("row_order", {}).items()
        ),
        "width": _has_width(expected, seats),
        "wheelchairs": sum(seat.is_wheelchair for seat in seats) == expected.get("wheelchair", 0),
        "standing": kinds.count("standing") == len(expected.get("standing", ())),
    }
    return _wrong(checks)


def _wrong(checks: dict[str, bool]) -> list[str]:
    return [name for name, is_right in checks.items() if not is_right]


def _layout(imported: ImportedVenue) -> dict[str, Any]:
    rules: Any = imported.record["rules"]
    layout: dict[str, Any] = rules["layout"]
    return layout


def _seats(layout: CompiledLayout) -> list[Seat]:
    found = []
    for key in layout.seats():
        section, point = layout.section(key.section), layout.floor_point(*key)
        name, level = ("", "") if section is None else (section.name or section.id, section.level or "")
        x, y = (math.nan, math.nan) if point is None else (point.x, point.y)
        names = frozenset(_folded(text) for text in (name, level, f"{level} {name}"))
        rows = frozenset(_folded(text) for text in (key.row, f"{name} {key.row}"))
        is_wheelchair = "wheelchair" in layout.seat_kind(*key).properties
        found.append(Seat(key.section, names, rows, _folded(key.row), _folded(key.seat), x, y, is_wheelchair))
    return found


def _folded(text: str | None) -> str:
    """Returns a name without case, punctuation and kinds of digits. Greek capitals are written without
    accents, so that a name in capitals has none."""
    plain = unicodedata.normalize("NFKC", text or "").casefold().translate(_GREEK_WITHOUT_ACCENTS)
    digits = "".join(str(unicodedata.digit(sign)) if sign.isdigit() else sign for sign in plain)
    return " ".join("".join(sign if sign.isalnum() else " " for sign in digits).split())


def _in_section(expected: dict[str, Any], seats: list[Seat], name: str) -> list[Seat]:
    """Returns the seats of the section of that name. One that may have any name, and whose name nothing
    has, has what no other one has."""
    accepted = _accepted(expected, name)
    if ANY_NAME in accepted:
        own = [seat for seat in seats if _folded(name) in seat.names | seat.row_names]
        if name and own:
            return own
        others = [_accepted(expected, other) for other in expected["sections"] if other != name]
        return [seat for seat in seats if not any(other & (seat.names | seat.row_names) for other in others)]
    found = [seat for seat in seats if accepted & seat.names]
    return found or [seat for seat in seats if accepted & seat.row_names]


def _accepted(expected: dict[str, Any], name: str) -> set[str]:
    others = expected.get("section_aliases", {}).get(name, [])
    return {ANY_NAME} if ANY_NAME in others else {_folded(text) for text in (name, *others)}


def _spot(expected: dict[str, Any], seats: list[Seat], spot: dict[str, Any]) -> Seat | None:
    row, name = spot["row"], _folded(spot["seat"])
    for seat in _in_section(expected, seats, spot["section"]):
        if seat.seat == name and (row is None or seat.row == _folded(row)):
            return seat
    return None


def _has_neighbours(expected: dict[str, Any], seats: list[Seat], spot: dict[str, Any], focus: Place) -> bool:
    """Says whether the seats at both hands of a spot, facing the focus, have the expected names."""
    found = _spot(expected, seats, spot)
    if found is None or "left" not in spot:
        return True
    row = [seat for seat in _in_section(expected, seats, spot["section"]) if seat.row == found.row]
    hands: dict[str, list[tuple[float, str]]] = {"left": [], "right": []}
    for seat in row:
        if seat is not found:
            hand = "right" if _is_rightwards(found.place, seat.place, focus) else "left"
            hands[hand].append((math.dist(found.place, seat.place), seat.seat))
    return all(
        (min(beside)[1] if beside else None) == (None if spot[hand] is None else _folded(spot[hand]))
        for hand, beside in hands.items()
    )


def _is_rightwards(here: Place, there: Place, focus: Place) -> bool:
    """Says whether a place is at the right hand of somebody who faces the focus."""
    east, north = focus[0] - here[0], focus[1] - here[1]
    return (there[0] - here[0]) * north > (there[1] - here[1]) * east


def _holds(expected: dict[str, Any], seats: list[Seat], relation: list[str], focus: Place) -> bool:
    one, other = (_in_section(expected, seats, name) for name in (relation[0], relation[2]))
    if not one or not other:
        return False
    if relation[1] == "farther than":
        return _mean_distance(one, focus) > _mean_distance(other, focus)
    return _is_rightwards(_middle(other), _middle(one), focus) == (relation[1] == "right of")


def _middle(seats: list[Seat]) -> Place:
    return sum(seat.x for seat in seats) / len(seats), sum(seat.y for seat in seats) / len(seats)


def _mean_distance(seats: list[Seat], focus: Place) -> float:
    return sum(math.dist(seat.place, focus) for seat in seats) / len(seats)


def _row_names(expected: dict[str, Any], seats: list[Seat], section: str, focus: Place) -> list[str]:
    """Returns the names of a section's rows, the nearest to the focus first."""
    rows: dict[str, list[Seat]] = defaultdict(list)
    for seat in _in_section(expected, seats, section):
        rows[seat.row].append(seat)
    return sorted(rows, key=lambda row: _mean_distance(rows[row], focus))


def _has_width(expected: dict[str, Any], seats: list[Seat]) -> bool:
    if "width_m" not in expected or not seats:
        return True
    width = max(seat.x for seat in seats) - min(seat.x for seat in seats)
    return math.isclose(width, expected["width_m"], rel_tol=WIDTH_TOLERANCE)
