"""A school hall: chairs on a flat floor before a platform, and a gallery in large ones."""

import math

from seatpreview.venues.templates.blocks import Block, Json, row_names
from seatpreview.venues.templates.hall import Hall, sized, stage_body
from seatpreview.venues.templates.places import facing_from, risers_m, row_distances, written_risers

SPACING_M = 0.52
TREAD_M = 0.9
PLATFORM_M = 0.9
FOCUS_M = 2.0
GALLERY_HEIGHT_M = 3.4
SEATS_WITH_GALLERY_MIN = 500


def school_hall(seats: int) -> Hall:
    """Returns a hall with so many seats."""
    half = min(20, max(4, round(0.5 * math.sqrt(seats))))
    platform_m = (min(12.0, 4 + half / 2), 5.0)
    blocks = sized(lambda rows: _blocks(rows, half, platform_m[1], seats), seats).blocks
    focus: Json = {
        "name": "Stage",
        "z": FOCUS_M,
        "extent": {
            "kind": "stage",
            "widthM": platform_m[0],
            "depthM": platform_m[1],
            "heightM": PLATFORM_M,
        },
    }
    x_m, y_m = platform_m[0] / 2, platform_m[1] / 2
    body = stage_body((-x_m, x_m), (-y_m, y_m), PLATFORM_M)
    show: Json = {"focus": focus, "obstructions": [body]}
    return Hall(
        name="School Hall",
        kind="school_hall",
        focus=focus,
        levels={"Hall": 0} | ({"Gallery": GALLERY_HEIGHT_M} if len(blocks) > 1 else {}),
        categories={"floor": ("Floor", "#1f5fa8"), "gallery": ("Gallery", "#2e7d4f")},
        blocks=blocks,
        configurations=[
            {"id": "assembly", "name": "Assembly", "mood": "house_lights"} | show,
            {"id": "play", "name": "School play", "mood": "concert"} | show,
        ],
    )


def _blocks(rows: int, half: int, platform_m: float, seats: int) -> list[Block]:
    has_gallery = seats >= SEATS_WITH_GALLERY_MIN
    floor_rows = math.ceil(0.75 * rows) if has_gallery else rows
    first_m = platform_m / 2 + 2.2
    gap_after = floor_rows // 2 - 1 if floor_rows >= 16 else None
    floor = _block("HALL", "Hall", floor_rows, half, first_m, {}, gap_after)
    if not has_gallery:
        return [floor]
    gallery_rows = 1 + rows - floor_rows
    gallery_m = row_distances(first_m, floor_rows, TREAD_M, gap_after)[-1] - 0.4 * gallery_rows * TREAD_M
    distances_m = row_distances(gallery_m, gallery_rows, TREAD_M)
    rake = written_risers(risers_m(distances_m, GALLERY_HEIGHT_M, PLATFORM_M, least_m=0.2))
    return [floor, _block("GAL", "Gallery", gallery_rows, half, gallery_m, rake, None)]


def _block(
    id_: str, name: str, rows: int, half: int, first_m: float, rake: Json, gap_after: int | None
) -> Block:
    """Returns rows with odd numbers to the left of the aisle in their middle, and even ones to the right."""
    geometry = facing_from(0, -first_m, 0) | {"treadM": TREAD_M, "spacingM": SPACING_M} | rake
    geometry["aisles"] = _aisles(half)
    if gap_after is not None:
        geometry["rowGaps"] = [{"after": row_names(rows, True)[gap_after], "depthM": 1.5}]
    is_floor = name == "Hall"
    return Block(
        id=id_,
        name=name,
        level=name,
        category="floor" if is_floor else "gallery",
        counts=(2 * half,) * rows,
        geometry=geometry,
        group=name,
        numbering="odd_even",
        trimmed_by=2,
        wheelchair_row=(0 if gap_after is None else gap_after + 1) if is_floor else None,
    )


def _aisles(half: int) -> list[Json]:
    """Returns the gap in the middle, and for wide halls one through each half."""
    if half <= 12:
        return [{"after": 1, "widthM": 1.2}]
    inner = half // 2
    return [{"after": 2 * inner + 1}, {"after": 1, "widthM": 1.4}, {"after": 2 * inner}]
