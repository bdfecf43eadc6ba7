"""Keeps apart zones of a file that have the same name and stand in different places of the hall."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from seatpreview.imports.fitting.block_names import name_blocks
from seatpreview.imports.fitting.near_points import PlanPoint
from seatpreview.imports.fitting.seat_blocks import connected
from seatpreview.imports.model import FoundHall

APART_PITCHES = 8.0
"""Zones of one name that are nearer are parts of one section: an aisle is between them."""


def zones_apart(
    found: FoundHall, section: str, seats: Sequence[int], points: Mapping[int, PlanPoint], pitch_m: float
) -> list[tuple[str, list[int]]]:
    """Returns the seats of a section by zone, with a name for each. They stay together if zones of this name
    stand together, or if the file has only one."""
    zones: dict[int, list[int]] = defaultdict(list)
    for seat in seats:
        zones[found.seats[seat].zone].append(seat)
    groups = _far_apart(zones, points, pitch_m) if len(zones) > 1 and not found.is_export else []
    if len(groups) < 2:
        return [(section, list(seats))]
    blocks = [sorted(seat for zone in group for seat in zones[zone]) for group in groups]
    return list(zip(name_blocks(section, blocks, points), blocks, strict=True))


def _far_apart(
    zones: Mapping[int, Sequence[int]], points: Mapping[int, PlanPoint], pitch_m: float
) -> list[list[int]]:
    """Returns groups of zones that stand together. Empty if places of seats are not known."""
    if any(seat not in points for seats in zones.values() for seat in seats):
        return []
    owners = _some_seats(zones, points, 2 * pitch_m)
    groups: list[list[int]] = []
    for together in connected(list(owners), points, APART_PITCHES * pitch_m):
        members = {owners[seat] for seat in together}
        for group in [group for group in groups if not members.isdisjoint(group)]:
            members.update(group)
            groups.remove(group)
        groups.append(sorted(members))
    return sorted(groups)


def _some_seats(
    zones: Mapping[int, Sequence[int]], points: Mapping[int, PlanPoint], cell_m: float
) -> dict[int, int]:
    """Returns a seat in each cell of a grid, and its zone: few enough to compare their distances."""
    cells = {
        (zone, round(points[seat].x / cell_m), round(points[seat].y / cell_m)): seat
        for zone, seats in zones.items()
        for seat in seats
    }
    return {seat: zone for (zone, _, _), seat in cells.items()}
