"""Writes plans as strangers' systems would have them, and what is true of each hall beside them.

Every hall is laid out here in metres, y up. From that both are written: the file in a stranger's format
and units, and NAME.truth.json. Nothing here reads a plan. It writes the same bytes each time.
"""

from __future__ import annotations

import datetime
import html
import io
import json
import math
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import xlsxwriter  # type: ignore[import-untyped]  # It has no types.

HERE = Path(__file__).parent

Json = dict[str, Any]
Point = tuple[float, float]


@dataclass
class Seat:
    section: str
    row: str
    seat: str
    x: float
    y: float
    z: float | None = None
    ref: str | None = None
    category: str | None = None
    properties: tuple[str, ...] = ()
    level: str | None = None


@dataclass
class Plan:
    file: str
    format: str
    seats: list[Seat]
    content: bytes
    notes: str
    has_unit: bool = False
    focus: Point | None = None
    standing: list[tuple[str, int | None]] = field(default_factory=list)
    positions: str = "coordinates"
    not_seats: list[str] = field(default_factory=list)


# Geometry, in metres, y up.


def along(count: int, pitch: float) -> list[float]:
    """`count` places on a line, its middle at zero."""
    return [(i - (count - 1) / 2) * pitch for i in range(count)]


def straight(middle: Point, count: int, pitch: float, turned: float = 0.0) -> list[Point]:
    """A straight row around `middle`, turned by degrees counterclockwise."""
    return [turn((middle[0] + s, middle[1]), turned, middle) for s in along(count, pitch)]


def turn(point: Point, degrees: float, about: Point = (0.0, 0.0)) -> Point:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    x, y = point[0] - about[0], point[1] - about[1]
    return about[0] + c * x - s * y, about[1] + s * x + c * y


def arc(centre: Point, radius: float, offsets: Iterable[float], towards: float = -90.0) -> list[Point]:
    """Places on an arc: offsets are metres along it, from the point in the direction `towards` (degrees).

    With `towards` down (-90) offsets run from left to right.
    """
    angles = [math.radians(towards) + s / radius for s in offsets]
    return [(centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles]


def letters(count: int, skip: str = "I") -> list[str]:
    one = [c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if c not in skip]
    return (one + [c + c for c in one])[:count]


def from_centre(count: int) -> list[int]:
    """Numbers from left to right: odd on the left, even on the right, the smallest in the middle."""
    left = (count + 1) // 2
    return [2 * (left - i) - 1 for i in range(left)] + [2 * (i + 1) for i in range(count - left)]


def short(value: float, digits: int = 4) -> float | int:
    rounded = round(value, digits)
    return int(rounded) if rounded == int(rounded) else rounded


def dump(value: Any, indent: int | None = None) -> bytes:
    separators = (",", ":") if indent is None else None
    text = json.dumps(value, ensure_ascii=False, indent=indent, separators=separators)
    return (text + "\n").encode()


def unique(*parts: object) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_URL, "/".join(str(p) for p in parts)))


# pretix


@dataclass
class PretixDrawing:
    """The drawing of a pretix plan: `scale` units to a metre, y down, the hall's origin at `origin`."""

    plan: str
    scale: float
    origin: Point
    zone_at: Point = (0.0, 0.0)

    def at(self, point: Point) -> Json:
        return {
            "x": short(self.origin[0] + self.scale * point[0] - self.zone_at[0]),
            "y": short(self.origin[1] - self.scale * point[1] - self.zone_at[1]),
        }

    def row(self, seats: Sequence[Seat], row_labels: tuple[str, str] | None = None) -> Json:
        first = seats[0]
        written: Json = {"position": self.at((first.x, first.y)), "row_number": first.row}
        written["row_number_position"] = "both"
        if row_labels:
            written["row_label"], written["seat_label"] = row_labels
        written["seats"] = [
            {
                "seat_number": seat.seat,
                "seat_guid": seat.ref,
                "uuid": unique(self.plan, seat.ref, i, seat.x, seat.y),
                "position": {
                    "x": short(self.scale * (seat.x - first.x)),
                    "y": short(-self.scale * (seat.y - first.y)),
                },
                "category": seat.category,
            }
            for i, seat in enumerate(seats)
        ]
        written["uuid"] = unique(self.plan, "row", first.ref, first.x, first.y)
        return written

    def area(self, shape: str, position: Point, text: str, **more: Any) -> Json:
        written: Json = {"shape": shape, "color": "#dddddd", "border_color": "#000000", "rotation": 0}
        written["uuid"] = unique(self.plan, shape, text, position)
        written["position"] = self.at(position)
        written["text"] = {"position": {"x": 0, "y": 0}, "color": "#333333", "text": text}
        written.update(more)
        return written

    def polygon(self, points: Sequence[Point], text: str, color: str = "#cccccc") -> Json:
        first = points[0]
        corners = [
            {"x": short(self.scale * (p[0] - first[0])), "y": short(-self.scale * (p[1] - first[1]))}
            for p in points
        ]
        middle = centroid(points)
        written = self.area("polygon", first, text, color=color, polygon={"points": corners})
        written["text"]["position"] = {
            "x": short(self.scale * (middle[0] - first[0])),
            "y": short(-self.scale * (middle[1] - first[1])),
        }
        return written

    def zone(self, name: str, rows: list[Json], areas: list[Json], zone_id: str) -> Json:
        return {
            "name": name,
            "position": {"x": self.zone_at[0], "y": self.zone_at[1]},
            "rows": rows,
            "areas": areas,
            "uuid": unique(self.plan, "zone", zone_id),
            "zone_id": zone_id,
        }


def centroid(points: Sequence[Point]) -> Point:
    area = x = y = 0.0
    for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True):
        cross = x0 * y1 - x1 * y0
        area += cross
        x += (x0 + x1) * cross
        y += (y0 + y1) * cross
    return x / (3 * area), y / (3 * area)


def pretix_file(name: str, categories: Sequence[str], zones: list[Json], size: tuple[int, int]) -> bytes:
    colors = ["#F44336", "#9C27B0", "#4CAF50", "#2196F3", "#8BC34A"]
    return dump(
        {
            "name": name,
            "categories": [{"name": c, "color": colors[i % 5]} for i, c in enumerate(categories)],
            "zones": zones,
            "size": {"width": size[0], "height": size[1]},
        }
    )


def pretix_stadttheater() -> Plan:
    drawing = PretixDrawing("stadttheater", 25 / 0.52, (900.25, 210.5), (113.5, 87.25))
    seats: list[Seat] = []
    rows: list[Json] = []
    for i, name in enumerate(letters(16)):
        count = 20 + i
        side = 5 + i // 4
        cuts = (side, count - side) if i < 12 else (count // 2, count // 2)
        offsets = []
        for k, s in enumerate(along(count, 0.52)):
            gap = (-1.1 if k < cuts[0] else 0.0) + (1.1 if k >= cuts[1] else 0.0)
            offsets.append(s + (gap if i < 12 else gap / 2))
        places = arc((0.0, 12.0), 16.5 + 0.95 * i, offsets)
        row = [
            Seat("Parkett", name, str(n), x, y, ref=f"Parkett-{name}-{n}", category=f"Kategorie {1 + i // 6}")
            for n, (x, y) in zip(from_centre(count), places, strict=True)
        ]
        seats += row
        for part in (row[: cuts[0]], row[cuts[0] : cuts[1]], row[cuts[1] :]):
            if part:
                rows.append(drawing.row(part, ("Reihe %s", "Platz %s")))
    stage: list[Point] = [(-7.0, -2.0), (7.0, -2.0), (5.5, 2.0), (-5.5, 2.0)]
    zone = drawing.zone("Parkett", rows, [drawing.polygon(stage, "S T A G E")], "parkett")
    return Plan(
        "pretix-stadttheater.json",
        "pretix",
        seats,
        pretix_file("Stadttheater", [f"Kategorie {n}" for n in (1, 2, 3)], [zone], (2000, 1400)),
        "Each row of the hall is two or three rows of the file with one name. Numbers start at the centre, "
        "odd left and even right. row_label 'Reihe %s', seat_label 'Platz %s': a ticket reads 'Reihe A, "
        "Platz 3'.",
        focus=centroid(stage),
    )


def pretix_volkshaus() -> Plan:
    drawing = PretixDrawing("volkshaus", 50.0, (640.0, 120.0))
    floors = [
        ("Parkett", 14, 20, -4.0, True),
        ("1. Rang", 5, 22, -21.5, False),
        ("2. Rang", 4, 18, -30.0, False),
    ]
    seats: list[Seat] = []
    rows: list[Json] = []
    areas = [drawing.area("text", (0.0, -1.0), "BÜHNE")]
    for level, row_count, seat_count, top, aisle in floors:
        areas.append(drawing.area("text", (0.0, top + 1.6), level.upper()))
        for i in range(row_count):
            row = []
            for k, s in enumerate(along(seat_count, 0.5)):
                x = s + (math.copysign(0.7, s) if aisle else 0.0)
                guid = f"{level[:2].strip('. ')}{i + 1:02}{k + 1:02}"
                place = Seat("Saal", str(i + 1), str(k + 1), x, top - 0.9 * i, ref=guid, level=level)
                place.category = "Normal" if level == "Parkett" else "Rang"
                row.append(place)
            seats += row
            half = seat_count // 2
            for part in (row[:half], row[half:]) if aisle else (row,):
                rows.append(drawing.row(part))
    zone = drawing.zone("Saal", rows, areas, "saal")
    return Plan(
        "pretix-volkshaus.json",
        "pretix",
        seats,
        pretix_file("Volkshaus, großer Saal", ["Normal", "Rang"], [zone], (1280, 1900)),
        "One zone holds three floors, one below the other on the drawing; only text areas name them "
        "(PARKETT, 1. RANG, 2. RANG). Row and seat names start again on each floor, so section, row and "
        "seat repeat: level tells which. The stage is a text area only. x and y are the places on the "
        "drawing.",
        focus=(0.0, -1.0),
    )


def pretix_balkone() -> Plan:
    drawing = PretixDrawing("balkone", 24.6 / 0.53, (700.0, 150.0), (40.0, 31.0))
    groups = [unique("balkone", "price", n) for n in range(3)]
    parkett: list[Seat] = []
    rows: list[Json] = []
    for i in range(10):
        numbers = [str(n + 1) for n in range(16)]
        if i in (3, 4, 7, 8, 9):
            numbers.insert(12, "12A")
            numbers.append("16A")
        places = straight((0.0, -4.0 - 1.0 * i), len(numbers), 0.53)
        row = [
            Seat("Parkett", str(i + 1), n, x, y, ref=f"pk-{i + 1}-{n}", category=groups[i // 6])
            for n, (x, y) in zip(numbers, places, strict=True)
        ]
        parkett += row
        rows.append(drawing.row(row))
    stage = drawing.area("rectangle", (-5.0, 2.0), "Bühne")
    stage["rectangle"] = {"width": short(10 * drawing.scale), "height": short(4 * drawing.scale)}
    stage["text"]["position"] = {"x": short(5 * drawing.scale), "y": short(2 * drawing.scale)}
    zones = [drawing.zone("Parkett", rows, [stage], "parkett")]
    seats = list(parkett)
    for side, tilt in ((-1, -17.0), (1, 17.0)):
        about = (side * 9.5, -12.0)
        balcony = PretixDrawing("balkone", drawing.scale, drawing.origin, (short(700 + side * 321.5), 402.75))
        rows = []
        for i in range(3):
            places = [turn(p, tilt, about) for p in straight((about[0], about[1] - 0.98 * i), 14, 0.53)]
            row = [
                Seat("Balkon", str(i + 1), str(n + 1), x, y, ref=f"b{'lr'[side > 0]}-{i + 1}-{n + 1}")
                for n, (x, y) in enumerate(places)
            ]
            for seat in row:
                seat.category = groups[2]
            seats += row
            rows.append(balcony.row(row))
        zones.append(balcony.zone("Balkon", rows, [], f"balkon-{'lr'[side > 0]}"))
    return Plan(
        "pretix-balkone.json",
        "pretix",
        seats,
        pretix_file("Kurhaus", groups, zones, (1400, 1100)),
        "Two zones have one name, Balkon: the left is turned by 17 degrees one way, the right the other, and "
        "each of their seats occurs in both. Seats 12A and 16A. Categories are named by UUIDs.",
        focus=(0.0, 0.0),
    )


def pretix_kino() -> Plan:
    scale = 25 / 0.54
    seats: list[Seat] = []
    rows: list[Json] = []
    for i in range(12):
        name = str(i + 1) if i < 9 else ""
        written = []
        for k in range(14):
            column = k + (2 if k >= 7 else 0)
            guid = f"seat-{i + 1}-{k + 1}" if not (i == 8 and k < 12) else f"seat-8-{k + 1}"
            x, y = column * 25, 50 * i + (50 if i >= 9 else 0)
            category = "Loge" if i >= 9 else "Saal"
            seats.append(
                Seat(
                    "Kino 1",
                    name,
                    str(k + 1),
                    (x - 187.5) / scale,
                    -(y + 150) / scale,
                    ref=guid,
                    category=category,
                )
            )
            position = {"x": x, "y": 0}
            written.append(
                {"seat_guid": guid, "seat_number": k + 1, "position": position, "category": category}
            )
        row = {"row_number": name, "seats": written, "number_of_seats": 14, "seats_spacing": 25}
        rows.append(row | {"position": {"x": 100, "y": 50 * i + 200 + (50 if i >= 9 else 0)}})
    screen = {"color": "#ffffff", "border_color": "#000000", "width": 360, "height": 20, "rotation": 0}
    screen |= {"position": {"x": 107, "y": 40}, "text": "LEINWAND"}
    zone = {
        "name": "Kino 1",
        "displayed": True,
        "position": {"x": 30, "y": 20},
        "rows": rows,
        "areas": [screen],
    }
    categories = [{"name": "Saal", "color": "#888888"}, {"name": "Loge"}]
    return Plan(
        "pretix-kino-alt.json",
        "pretix",
        seats,
        dump({"name": "Kino am Markt", "categories": categories, "zones": [zone]}, 1),
        "The oldest schema: whole numbers, no size, no uuid, an area's text is a string, seat_number a "
        "number. Twelve seat_guid of row 8 occur again in row 9. The last three rows have an empty name, so "
        "their row, seat pairs repeat. The focus is the screen.",
        focus=((107 + 180 - 100 - 187.5) / scale, -(50 - 200 + 150) / scale),
    )


def pretix_amphitheater() -> Plan:
    drawing = PretixDrawing("amphitheater", 25 / 0.5, (1150.0, 60.0), (-20.5, 12.0))
    seats: list[Seat] = []
    zones = []
    for name, short_name, towards in (("Links", "L", -150.0), ("Mitte", "M", -90.0), ("Rechts", "R", -30.0)):
        rows = []
        for i in range(14):
            radius = 8.0 + 0.85 * i
            count = int((radius * math.radians(60) - 1.2) / 0.5)
            row = [
                Seat(name, str(i + 1), str(n + 1), x, y, ref=f"{short_name}{i + 1}/{n + 1}")
                for n, (x, y) in enumerate(arc((0.0, 0.0), radius, along(count, 0.5), towards))
            ]
            for n, seat in enumerate(row):
                out = i == 13 and n % 7 == 3
                seat.category = "NOT AVAILABLE" if out else ("Steinstufe" if i < 7 else "Holzbank")
            seats += row
            rows.append(drawing.row(row))
        zones.append(drawing.zone(name, rows, [], short_name))
    return Plan(
        "pretix-amphitheater.json",
        "pretix",
        seats,
        pretix_file("Amphitheater", ["Steinstufe", "Holzbank", "NOT AVAILABLE"], zones, (2300, 1150)),
        "No stage, no area at all: only the rows, arcs around one point, tell where one looks. That point "
        "is the focus. The category NOT AVAILABLE is on some seats of the last row; they are seats all the "
        "same.",
        focus=(0.0, 0.0),
    )


def pretix_rockhalle() -> Plan:
    drawing = PretixDrawing("rockhalle", 26 / 0.5, (1500.0, 220.0))
    blocks = [
        ("Tribüne West", "W", (-17.0, -14.0), -90.0, 9, 34),
        ("Tribüne Ost", "O", (17.0, -14.0), 90.0, 9, 34),
    ]
    blocks.append(("Tribüne Süd", "S", (0.0, -30.0), 0.0, 12, 40))
    seats: list[Seat] = []
    zones = []
    for name, letter, about, turned, row_count, seat_count in blocks:
        rows = []
        for i in range(row_count):
            places = [
                turn(p, turned, about) for p in straight((about[0], about[1] - 0.85 * i), seat_count, 0.5)
            ]
            row = [
                Seat(
                    name, str(i + 1), str(n + 1), x, y, ref=f"{letter}-{i + 1}-{n + 1}", category="Sitzplatz"
                )
                for n, (x, y) in enumerate(places)
            ]
            if letter == "S" and i in (2, 5):
                for n in (4, 5, 6):
                    row.append(Seat(**(vars(row[n]) | {"ref": f"{letter}-{i + 1}-{n + 1}-2"})))
            if letter == "W" and i == 8:
                for n in (0, 1):
                    row.append(
                        Seat(**(vars(row[n]) | {"seat": f"{n + 1}A", "ref": f"{letter}-{i + 1}-{n + 1}A"}))
                    )
            seats += row
            rows.append(drawing.row(row))
        zones.append(drawing.zone(name, rows, [], letter))
    stage: list[Point] = [(-9.0, -3.0), (-2.0, -3.0), (-2.0, -6.0), (2.0, -6.0), (2.0, -3.0), (9.0, -3.0)]
    stage += [(9.0, 3.0), (-9.0, 3.0)]
    front: list[Point] = [(-14.0, -8.0), (14.0, -8.0), (14.0, -15.0), (-14.0, -15.0)]
    back: list[Point] = [(-14.0, -16.5), (14.0, -16.5), (11.0, -27.0), (-11.0, -27.0)]
    areas = [
        drawing.polygon(stage, "S T A G E", "#222222"),
        drawing.polygon(front, "Stehplatz Front", "#ffcc00"),
    ]
    areas.append(drawing.polygon(back, "Stehplatz", "#ffee99"))
    bar = drawing.area("circle", (-12.0, -32.0), "Bar", circle={"radius": 60})
    zones.append(drawing.zone("Innenraum", [], [*areas, bar], "innen"))
    return Plan(
        "pretix-rockhalle.json",
        "pretix",
        seats,
        pretix_file("Rockhalle", ["Sitzplatz"], zones, (3000, 2300)),
        "Two standing areas are polygons with a text and no capacity, in a zone without rows. Six seats of "
        "the south stand are drawn twice at one place under one name, and two of the west twice with "
        "another name (1 and 1A): all survive. A circle 'Bar' is neither seats nor standing.",
        focus=centroid(stage),
        standing=[("Stehplatz Front", None), ("Stehplatz", None)],
        not_seats=["Bar"],
    )


def pretix_schraeg() -> Plan:
    drawing = PretixDrawing("schraeg", 25.0 / 0.55, (240.0, 480.0), (11.0, 7.0))
    seats: list[Seat] = []
    rows: list[Json] = []
    for i in range(6):
        numbers = [str(n + 1) for n in range(7 + i)]
        if i % 2:
            numbers.insert(4, "4A")
        places = [turn(p, 90 + 17) for p in arc((0.0, 6.0), 9.0 + i, along(len(numbers), 0.55))]
        row = [
            Seat("", name, n, x, y, ref=unique("schraeg", name, n)[:8])
            for name, n, (x, y) in zip([letters(6)[i]] * len(numbers), numbers, places, strict=True)
        ]
        for n, seat in enumerate(row):
            seat.category = "NOT AVAILABLE" if (i, n) in ((0, 0), (5, 3)) else "Eintritt"
        seats += row
        rows.append(drawing.row(row, ("Row %s", "Seat %s") if i < 3 else None))
    radius = {"x": short(3 * drawing.scale), "y": short(1.5 * drawing.scale)}
    stage = drawing.area("ellipse", (0.0, 0.0), "STAGE", rotation=-107, ellipse={"radius": radius})
    zone = drawing.zone("", rows, [stage], "z")
    return Plan(
        "pretix-schraeg.json",
        "pretix",
        seats,
        pretix_file("Kellertheater", ["Eintritt", "NOT AVAILABLE"], [zone], (900, 900)),
        "A small hall turned by 107 degrees, so that the stage is at the left and no row is level. The zone "
        "has no name. Seats 4A. Half of the rows have labels with %s, the others none.",
        focus=(0.0, 0.0),
    )


# seats.io


SEATSIO_SCALE = 40.0


def seatsio_at(point: Point, corner: Point) -> Json:
    return {
        "x": round((point[0] - corner[0]) * SEATSIO_SCALE, 2),
        "y": round((corner[1] - point[1]) * SEATSIO_SCALE, 2),
    }


def seatsio_seat(seat: Seat, label: str | None, corner: Point, key: int, display: str | None = None) -> Json:
    written: Json = seatsio_at((seat.x, seat.y), corner)
    if label is not None:
        written["label"] = label
    written["displayLabel"] = display
    written["categoryLabel"] = seat.category
    written["categoryKey"] = key
    written["restrictedView"] = "restrictedView" in seat.properties
    written["accessible"] = "wheelchair" in seat.properties
    written["companionSeat"] = "companion" in seat.properties
    written["semiAmbulatorySeat"] = "semiAmbulatory" in seat.properties
    written["uuid"] = "uuid" + unique(seat.section, seat.row, seat.seat, seat.x, seat.y, seat.level)[:7]
    return written


def seatsio_row(label: str | None, seats: list[Json], display: str | None = None) -> Json:
    written: Json = {} if label is None else {"label": label}
    written |= {"displayLabel": display, "sectionLabel": None, "rowLabelPosition": "label-position-left"}
    written["seatLabeling"] = {"algoName": "SimpleNumbers", "startAtIndex": 0, "isInverted": False}
    written |= {"seats": seats, "curve": 0, "chairSpacing": 5, "objectType": "row", "points": None}
    written["uuid"] = "uuid" + unique(label, seats[0]["x"], seats[0]["y"])[:7]
    return written


def seatsio_stage(middle: Point, width: float, height: float, corner: Point, label: str = "Stage") -> Json:
    return {
        "uuid": "uuid" + unique(label, middle)[:7],
        "objectType": "shape",
        "label": label,
        "smartType": "stage",
        "icon": "stage",
        "type": "rectangle",
        "center": seatsio_at(middle, corner),
        "rotationAngle": 0,
        "width": width * SEATSIO_SCALE,
        "height": height * SEATSIO_SCALE,
        "cornerRadius": 8,
    }


def sub_chart(width: float, height: float, **parts: Any) -> Json:
    written: Json = {"height": round(height * SEATSIO_SCALE, 2), "width": round(width * SEATSIO_SCALE, 2)}
    for key in (
        "tables",
        "texts",
        "imageObjects",
        "rows",
        "shapes",
        "booths",
        "icons",
        "generalAdmissionAreas",
    ):
        written[key] = parts.pop(key, [])
    return written | parts


def seatsio_file(name: str, venue: str, categories: Sequence[str], **charts: Any) -> bytes:
    listed = [
        {"label": c, "color": f"#87A9{0x40 + 16 * i:02X}", "accessible": False, "key": i + 1}
        for i, c in enumerate(categories)
    ]
    head: Json = {"name": name, "tablesLabelCounter": 1, "uuidCounter": 99}
    head["categories"] = {"list": listed, "maxCategoryKey": len(listed)}
    head |= {
        "rowSpacing": 14,
        "rowChairSpacing": 5,
        "version": 22,
        "venueType": venue,
        "sectionScaleFactor": 100,
    }
    return dump(head | charts)


KAMMER_PROPERTIES = {
    ("J", 0): ("wheelchair",),
    ("J", 1): ("companion",),
    ("J", 18): ("wheelchair",),
    ("J", 17): ("companion",),
    ("A", 0): ("restrictedView",),
    ("B", 0): ("restrictedView",),
    ("C", 14): ("semiAmbulatory",),
}


def seatsio_kammerspiele() -> Plan:
    corner = (-8.0, 1.5)
    seats: list[Seat] = []
    rows: list[Json] = []
    for i, name in enumerate([*letters(9, ""), "J", "?", None]):
        count = 12 + i if i < 9 else 19
        shown = {"A": "Orchester", "B": "1"}.get(name or "")
        row_seats = []
        places = arc((0.0, 9.0), 13.0 + 0.95 * i, along(count, 0.53))
        for n, place in enumerate(places):
            label = {("E", 4): "?", ("E", 5): None, ("E", 6): None}.get((name or "", n), str(n + 1))
            display = f"{n + 1}b" if (name == "D" and n < 3) else None
            seat = Seat("", shown or name or "", display or label or "", *place, category="Saal")
            seat.properties = KAMMER_PROPERTIES.get((name or "", n), ())
            seat.ref = f"{name}-{label}" if name and label else None
            if i > 8:
                seat.category = "Galerie"
            seats.append(seat)
            row_seats.append(seatsio_seat(seat, label, corner, 2 if i > 8 else 1, display))
        rows.append(seatsio_row(name, row_seats, shown))
    chart = sub_chart(16, 18, rows=rows, shapes=[seatsio_stage((0, 0), 8, 2.4, corner)], sections=[])
    chart["focalPoint"] = seatsio_at((0.0, 0.0), corner)
    return Plan(
        "seatsio-kammerspiele.json",
        "seatsio",
        seats,
        seatsio_file("Kammerspiele", "ROWS_WITHOUT_SECTIONS", ["Saal", "Galerie"], subChart=chart),
        "Rows without sections. displayLabel is what a ticket prints where there is one (row A is shown as "
        "Orchester, B as 1; D 1..3 as 1b..3b), and so it is in row and seat here; ref is made of the "
        "labels. One row has the label '?', one none; one seat of E has '?', two have none. '?' stands here "
        "as it is in the file; to read it as no name is right too.",
        focus=(0.0, 0.0),
    )


def seatsio_section(label: str, rows: list[Json], outline: list[Point], corner: Point, **more: Any) -> Json:
    left, top = min(p[0] for p in outline), max(p[1] for p in outline)
    right, bottom = max(p[0] for p in outline), min(p[1] for p in outline)
    written: Json = {"points": [seatsio_at(p, corner) for p in outline], "label": label, "labelSize": 12}
    written |= {"labelRotationAngle": 0, "uuid": "uuid" + unique(label, outline)[:7]}
    written["topLeft"] = seatsio_at((left, top), corner)
    written |= {"entrance": None, "viewFromYourSeatImage": None}
    written |= more
    written["subChart"] = sub_chart(right - left, top - bottom, rows=rows)
    return written


def block_outline(places: Sequence[Point], turned: float, margin: float = 0.6) -> list[Point]:
    """The corners of the turned rectangle around some places."""
    flat = [turn(p, -turned) for p in places]
    left, right = min(p[0] for p in flat) - margin, max(p[0] for p in flat) + margin
    bottom, top = min(p[1] for p in flat) - margin, max(p[1] for p in flat) + margin
    return [turn(p, turned) for p in ((left, top), (right, top), (right, bottom), (left, bottom))]


def seatsio_faecher() -> Plan:
    corner = (-24.0, 3.0)
    seats: list[Seat] = []
    sections: list[Json] = []
    for s, (label, turned) in enumerate(
        (("101", -62.0), ("102", -31.0), ("103", 0.0), ("104", 31.0), ("105", 62.0))
    ):
        block: list[list[Seat]] = []
        for i, name in enumerate(letters(9)):
            count = 10 + i
            places = [turn((along(count, 0.51)[n], -11.0 - 0.92 * i), turned) for n in range(count)]
            block.append(
                [
                    Seat(
                        label,
                        name,
                        str(n + 1),
                        *p,
                        ref=f"{label}-{name}-{n + 1}",
                        category="Rang" if i > 5 else "Front",
                    )
                    for n, p in enumerate(places)
                ]
            )
        block[8][0].properties = ("wheelchair",)
        block[8][1].properties = ("companion",)
        outline = block_outline([(q.x, q.y) for row in block for q in row], turned)
        top_left = (min(p[0] for p in outline), max(p[1] for p in outline))
        rows = [
            seatsio_row(
                row[0].row, [seatsio_seat(q, q.seat, top_left, 2 if q.category == "Rang" else 1) for q in row]
            )
            for row in block
        ]
        sections.append(seatsio_section(label, rows, outline, corner, entrance=f"Tor {s // 2 + 1}"))
        seats += [q for row in block for q in row]
    pit = {"categoryLabel": "Front", "categoryKey": 1, "capacity": 320, "label": "Pit", "type": "polygon"}
    pit |= {"objectType": "generalAdmission", "uuid": "uuidpit", "bookAsAWhole": False}
    pit["points"] = [seatsio_at(p, corner) for p in ((-6.0, -3.0), (6.0, -3.0), (4.5, -8.5), (-4.5, -8.5))]
    stage = seatsio_stage((0.0, 0.0), 14, 4, corner, "Bühne")
    chart = sub_chart(48, 26, shapes=[stage], generalAdmissionAreas=[pit], sections=sections)
    chart["focalPoint"] = seatsio_at((0.0, 0.0), corner)
    return Plan(
        "seatsio-faecher.json",
        "seatsio",
        seats,
        seatsio_file("Fächerhalle", "ROWS_WITH_SECTIONS", ["Front", "Rang"], subChart=chart),
        "Five sections, each turned otherwise, with nested charts whose places count from the section's "
        "topLeft. Every section has rows A to J and seats from 1: row and seat repeat across sections.",
        focus=(0.0, 0.0),
        standing=[("Pit", 320)],
    )


def seatsio_floors() -> Plan:
    corner = (-14.0, 3.0)
    seats: list[Seat] = []
    floors: list[Json] = []
    shapes = (("Stalls", 8, 9, -5.0), ("Circle", 4, 10, -8.0), ("Gallery", 3, 8, -9.5))
    for number, (level, row_count, seat_count, front) in enumerate(shapes):
        sections: list[Json] = []
        for label, x, turned in (("Left", -6.2, -12.0), ("Centre", 0.0, 0.0), ("Right", 6.2, 12.0)):
            block: list[list[Seat]] = []
            for i, name in enumerate(letters(row_count)):
                places = [
                    turn(p, turned, (x, front)) for p in straight((x, front - 0.95 * i), seat_count, 0.54)
                ]
                block.append(
                    [
                        Seat(label, name, str(n + 1), *p, level=level, category=level)
                        for n, p in enumerate(places)
                    ]
                )
            outline = block_outline([(q.x, q.y) for row in block for q in row], turned)
            top_left = (min(p[0] for p in outline), max(p[1] for p in outline))
            rows = [
                seatsio_row(row[0].row, [seatsio_seat(q, q.seat, top_left, number + 1) for q in row])
                for row in block
            ]
            sections.append(seatsio_section(label, rows, outline, corner))
            seats += [q for row in block for q in row]
        chart = sub_chart(
            28, 20, sections=sections, shapes=[seatsio_stage((0, 0), 10, 3, corner)] if not number else []
        )
        chart["focalPoint"] = None if number else seatsio_at((0.0, 0.0), corner)
        floors.append(chart | {"floorName": str(number), "floorDisplayName": level})
    return Plan(
        "seatsio-floors.json",
        "seatsio",
        seats,
        seatsio_file(
            "Playhouse",
            "WITH_SECTIONS_AND_FLOORS",
            [s[0] for s in shapes],
            subChartFloors=floors,
            multiFloorView="isometric",
        ),
        "Three floors (floorName 0..2, floorDisplayName Stalls, Circle, Gallery), drawn over each other, "
        "each with sections Left, Centre, Right: section, row and seat repeat, and places of two floors may "
        "lie at one point. level tells which. Only the lowest floor has a stage and a focalPoint.",
        focus=(0.0, 0.0),
    )


def gala_table(
    label: str, middle: Point, chairs: list[Point], corner: Point, key: int, **more: Any
) -> tuple[Json, list[Seat]]:
    category = ("Gala", "Patron")[key - 1]
    seats = [
        Seat("", label, str(n + 1), *p, ref=f"{label}-{n + 1}", category=category)
        for n, p in enumerate(chairs)
    ]
    written: Json = {"center": seatsio_at(middle, corner), "label": label, "objectType": "table"}
    written["seats"] = [seatsio_seat(q, q.seat, corner, key) for q in seats]
    written |= {"openSpaces": 0, "rotationAngle": 0, "uuid": "uuid" + unique(label, middle)[:7]}
    return written | more, seats


def seatsio_gala() -> Plan:
    corner = (-12.0, 2.0)
    seats: list[Seat] = []
    tables: list[Json] = []
    for number in range(15):
        middle = (-8.0 + 4.0 * (number % 5), -5.0 - 3.5 * (number // 5))
        chairs = [
            (middle[0] + 1.15 * math.sin(a), middle[1] + 1.15 * math.cos(a))
            for a in (k * math.tau / 8 for k in range(8))
        ]
        extra = {"type": "round", "radius": 0.75 * SEATSIO_SCALE, "bookAsAWhole": number == 2}
        written, its = gala_table(f"T{number + 1}", middle, chairs, corner, 1, **extra)
        tables.append(written)
        seats += its
    for number in range(3):
        middle = (-7.0 + 7.0 * number, -16.5)
        chairs = [(middle[0] + s, middle[1] + side * 0.8) for side in (1, -1) for s in along(6, 0.65)]
        size = {"width": 4.0 * SEATSIO_SCALE, "height": 0.9 * SEATSIO_SCALE}
        written, its = gala_table(
            f"Tafel {number + 1}", middle, chairs, corner, 2, type="rectangular", **size
        )
        tables.append(written)
        seats += its
    rows = []
    for i in range(2):
        row = [
            Seat("", f"R{i + 1}", str(n + 1), *p, ref=f"R{i + 1}-{n + 1}", category="Gala")
            for n, p in enumerate(straight((0.0, -19.5 - 0.9 * i), 20, 0.5))
        ]
        rows.append(seatsio_row(row[0].row, [seatsio_seat(q, q.seat, corner, 1) for q in row]))
        seats += row
    booths = [
        {
            "label": f"B{n + 1}",
            "categoryLabel": "Patron",
            "categoryKey": 2,
            "objectType": "booth",
            "type": "rectangle",
        }
        | {
            "center": seatsio_at((11.0, -4.0 - 3.0 * n), corner),
            "width": 80,
            "height": 60,
            "rotationAngle": 0,
            "uuid": f"b{n}",
        }
        for n in range(3)
    ]
    common = {"categoryLabel": "Gala", "categoryKey": 1, "objectType": "generalAdmission", "rotationAngle": 0}
    areas = [
        common
        | {
            "label": "Tanzfläche",
            "capacity": 150,
            "type": "circle",
            "center": seatsio_at((0.0, -1.8), corner),
        }
        | {"radius1": 60, "radius2": 40, "uuid": "ga1"},
        common
        | {"label": "Bar", "capacity": 60, "type": "rectangle", "center": seatsio_at((-11.0, -12.0), corner)}
        | {"width": 70, "height": 240, "uuid": "ga2"},
    ]
    chart = sub_chart(
        24, 24, tables=tables, rows=rows, booths=booths, generalAdmissionAreas=areas, sections=[]
    )
    chart["focalPoint"] = seatsio_at((0.0, 0.5), corner)
    return Plan(
        "seatsio-gala.json",
        "seatsio",
        seats,
        seatsio_file("Galaabend", "MIXED", ["Gala", "Patron"], subChart=chart),
        "Round tables of eight and long tables of twelve (row is the table's name), two rows behind. Booths "
        "B1 to B3 are bookable but not seats. No stage shape, only a focalPoint.",
        focus=(0.0, 0.5),
        standing=[("Tanzfläche", 150), ("Bar", 60)],
        not_seats=["B1", "B2", "B3"],
    )


# SVG


@dataclass(frozen=True)
class Matrix:
    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def then(self, inner: Matrix) -> Matrix:
        """The matrix of a group with `inner`, inside a group with this one."""
        return Matrix(
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            self.a * inner.e + self.c * inner.f + self.e,
            self.b * inner.e + self.d * inner.f + self.f,
        )

    def inside(self, point: Point) -> Point:
        """What must be written inside the group, to lie at `point` outside of it."""
        x, y = point[0] - self.e, point[1] - self.f
        whole = self.a * self.d - self.b * self.c
        return (self.d * x - self.c * y) / whole, (self.a * y - self.b * x) / whole


def rotation(degrees: float) -> Matrix:
    """What rotate() of SVG is: clockwise, as y goes down."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return Matrix(c, s, -s, c)


def num(value: float, digits: int = 3) -> str:
    return str(short(value, digits) + 0)


def page(point: Point, scale: float, origin: Point) -> Point:
    return origin[0] + scale * point[0], origin[1] - scale * point[1]


def svg_inkscape() -> Plan:
    scale, origin = 14.0, (210.0, 42.0)
    seats: list[Seat] = []
    out = [
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"',
        '  xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"',
        '  width="420mm" height="297mm" viewBox="0 0 420 297" version="1.1" id="svg8">',
        '<sodipodi:namedview id="base" pagecolor="#ffffff" inkscape:document-units="mm"/>',
    ]

    def layer(label: str, number: int, transform: str = "") -> str:
        more = f' transform="{transform}"' if transform else ""
        return f'<g inkscape:groupmode="layer" inkscape:label="{label}" id="layer{number}"{more}>'

    out.append(layer("Bühne", 1))
    stage = " ".join(
        f"{num(x)},{num(y)}"
        for x, y in (page(p, scale, origin) for p in ((-6, 1.5), (6, 1.5), (5, -1.5), (-5, -1.5)))
    )
    out.append(f'<path id="path11" style="fill:#cccccc" d="M {stage} Z"/>')
    out.append(
        '<text x="204" y="36" id="text12" style="font-size:6px"><tspan id="tspan12">Bühne</tspan></text></g>'
    )

    outer = Matrix(e=210.0, f=90.0)
    half = Matrix(0.5, 0.0, 0.0, 0.5, 3.0, -7.25)
    out.append(layer("Parkett", 2, "translate(210,90)"))
    out.append('<g id="g100" transform="matrix(0.5,0,0,0.5,3,-7.25)">')
    for i, name in enumerate(letters(11)):
        out.append(f'<g id="Reihe{name}">')
        color = "4caf50" if i < 6 else "2196f3"
        for n, place in enumerate(straight((0.0, -3.5 - 0.95 * i), 18 + i % 2, 0.54)):
            seats.append(Seat("Parkett", name, str(n + 1), *place, level="Parkett", ref=f"{name}{n + 1}"))
            x, y = outer.then(half).inside(page(place, scale, origin))
            out.append(
                f'<circle id="{name}{n + 1}" cx="{num(x)}" cy="{num(y)}" r="5.4" style="fill:#{color}"/>'
            )
        out.append("</g>")
    out.append("</g></g>")

    out.append(layer("Rang", 3, "matrix(1,0,0,1,12.5,-4)"))
    for side, tilt in ((-1, 8.0), (1, -8.0)):
        inner = rotation(tilt)
        total = Matrix(e=12.5, f=-4.0).then(Matrix(e=150.0, f=60.0)).then(inner)
        out.append(
            f'<g transform="translate(150,60)" id="g2{side + 1}">'
            f'<g id="g3{side + 1}" transform="rotate({num(tilt)})">'
        )
        for i, name in enumerate("MNOP"):
            for n in range(9):
                number = n + 1 if side < 0 else n + 10
                flat = (side * 3.4 + (n - 4) * 0.54, -14.6 - 0.95 * i)
                place = turn(flat, -tilt, (0.0, -14.6))
                seats.append(Seat("Rang", name, str(number), *place, level="Rang", ref=f"{name}{number}"))
                x, y = total.inside(page(place, scale, origin))
                out.append(
                    f'<rect id="{name}{number}" x="{num(x - 2.5)}" y="{num(y - 2.5)}" width="5" height="5"'
                    ' rx="1" style="fill:#f44336"/>'
                )
        out.append("</g></g>")
    out.append("</g>")

    out.append(layer("Legende", 4))
    for n, (color, text) in enumerate(
        (("4caf50", "Kategorie 1"), ("2196f3", "Kategorie 2"), ("f44336", "Kategorie 3"))
    ):
        out.append(f'<circle id="circle9{n}" cx="20" cy="{240 + 12 * n}" r="2.7" style="fill:#{color}"/>')
        out.append(f'<text id="text9{n}" x="26" y="{242 + 12 * n}" style="font-size:5px">{text}</text>')
    out.append("</g></svg>")
    return Plan(
        "svg-inkscape.svg",
        "svg",
        seats,
        ("\n".join(out) + "\n").encode(),
        "Layers name the levels, an id such as B12 names row and seat. Groups in groups with translate, "
        "matrix and rotate; circles below, rects above. Three circles of the layer Legende are no seats. "
        "The millimetres are those of the paper: the hall's scale is not told. The stage is a path with a "
        "text near it.",
        focus=(0.0, 0.0),
        not_seats=["circle90", "circle91", "circle92"],
    )


def svg_arena() -> Plan:
    scale = 12.5
    seats: list[Seat] = []
    out = [
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"',
        ' viewBox="-420 -420 840 840">',
        "<defs>",
        '<path id="chair" d="M-2.4-2.4h4.8v3.2a1.6 1.6 0 0 1-1.6 1.6h-1.6a1.6 1.6 0 0 1-1.6-1.6z"/></defs>',
        '<ellipse class="stage" cx="0" cy="0" rx="110" ry="110" fill="#444"/>',
        '<text x="0" y="5" text-anchor="middle" fill="#fff">STAGE</text>',
    ]
    for s in range(16):
        section = str(101 + s)
        towards = -90.0 + 22.5 * s
        out.append(f'<g class="section sec-{section}">')
        for i in range(10):
            radius = 19.0 + 0.86 * i
            count = int((radius * math.radians(22.5) - 1.3) / 0.5)
            for n, (x, y) in enumerate(arc((0.0, 0.0), radius, along(count, 0.5), towards)):
                seats.append(Seat(section, str(i + 1), str(n + 1), x, y))
                px, py = num(x * scale, 2), num(-y * scale, 2)
                name = f'class="seat sec-{section}-row-{i + 1}-seat-{n + 1}"'
                if s % 4 == 3:
                    out.append(
                        f'<path {name} d="M{px} {py}m-2.4 0a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0z"/>'
                    )
                elif s % 4 == 1:
                    out.append(f'<circle {name} cx="{px}" cy="{py}" r="2.4"/>')
                elif s % 4 == 2:
                    out.append(f'<use {name} xlink:href="#chair" transform="translate({px} {py})"/>')
                else:
                    out.append(f'<use {name} href="#chair" x="{px}" y="{py}"/>')
        out.append("</g>")
    out.append("</svg>")
    return Plan(
        "svg-arena-classes.svg",
        "svg",
        seats,
        ("\n".join(out) + "\n").encode(),
        "An arena around a stage in the middle. Names are in classes only (sec-101-row-9-seat-12). The "
        "viewBox starts at -420. Seats are use with x and y, circles, use with a transform, or paths of "
        "arcs.",
        focus=(0.0, 0.0),
    )


def svg_data_attributes() -> Plan:
    scale, origin = 30.0, (400.0, 90.0)
    seats: list[Seat] = []
    left: list[str] = []
    right: list[str] = []
    for i, row in enumerate(letters(13)):
        for n in range(24):
            x = (n - 11.5) * 0.52 + (0.6 if n > 11 else -0.6)
            place = (x, -4.0 - 0.98 * i)
            seat = Seat("Stalls", row, str(n + 1), *place)
            spoken = "Seat"
            if row == "N" and n in (0, 1, 22, 23):
                seat.properties = ("wheelchair",) if n in (0, 23) else ("companion",)
                spoken = "Wheelchair space" if n in (0, 23) else "Companion seat"
            seats.append(seat)
            px, py = page(place, scale, origin)
            if n < 12:
                names = f'data-section="Stalls" data-seat-row="{row}" data-seat-seat="{n + 1}"'
            else:
                px = 800 - px
                init = html.escape(json.dumps({"section": "Stalls", "row": row, "seat": n + 1}), quote=False)
                names = f"data-init='{init}'"
            label = f' aria-label="{spoken}, Row {row}, Seat {n + 1}"'
            at = f'x="{num(px - 6)}" y="{num(py - 6)}" width="12" height="12"'
            element = f'<rect class="seat" {at} {names}{label}/>'
            (left if n < 12 else right).append(element)
    out = [
        '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="560">',
        '<rect id="background" width="800" height="560" fill="#fafafa"/>',
        '<rect id="stage" x="200" y="60" width="400" height="60"/><text x="380" y="95">Stage</text>',
        '<g id="half-left">',
        *left,
        '</g><g id="half-right" transform="translate(800,0) scale(-1,1)">',
        *right,
        "</g></svg>",
    ]
    return Plan(
        "svg-data-attributes.svg",
        "svg",
        seats,
        ("\n".join(out) + "\n").encode(),
        "The left half has data-seat-row and data-seat-seat; the right half has data-init and lies in a "
        "mirrored group, scale(-1,1). Wheelchair spaces and companions are told by aria-label only. The "
        "background is a rect.",
        focus=(0.0, 0.0),
    )


def svg_titles() -> Plan:
    scale = 20.0
    blocks = [
        ("Parkett links", -7.0, "{0}, Reihe {1}, Platz {2}", " (Rollstuhlplatz)"),
        ("Parterre milieu", 0.0, "{0}, rang {1}, siège {2}", " (fauteuil roulant)"),
        ("Platea derecha", 7.0, "{0}, fila {1}, butaca {2}", " (silla de ruedas)"),
    ]
    seats: list[Seat] = []
    out = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 800">',
        '<g transform="translate(60,400) rotate(-90)">',
        '<path d="M-120-30H120V20Q0 50-120 20Z" fill="#ddd"/>',
        '<text x="-40" y="0">ESCENARIO</text>',
    ]
    for s, (section, x, pattern, wheelchair) in enumerate(blocks):
        out.append(f'<g id="bloc{s}">')
        for i in range(9):
            for n, place in enumerate(straight((x, -3.6 - 0.96 * i), 11, 0.55, (s - 1) * 6.0)):
                # The group is turned a quarter counterclockwise on the page: so is the hall.
                seat = Seat(section, str(i + 1), str(n + 1), *turn(place, 90.0))
                title = pattern.format(section, i + 1, n + 1)
                if i == 8 and n < 2:
                    seat.properties = ("wheelchair",)
                    title += wheelchair
                px, py = scale * place[0], -scale * place[1]
                out.append(f'<path d="M{num(px - 4)} {num(py - 4)}h8v8h-8z"><title>{title}</title></path>')
                seats.append(seat)
        out.append("</g>")
    out.append("</g></svg>")
    return Plan(
        "svg-titles.svg",
        "svg",
        seats,
        ("\n".join(out) + "\n").encode(),
        "Names are in titles: German, French and Spanish, a block each ('rang' is a row in French). "
        "Wheelchair places are told in the title. Everything is in a group that is turned by 90 degrees. "
        "Seats are paths.",
        focus=(0.0, 0.0),
    )


def svg_numbers() -> Plan:
    scale, origin = 44.0, (520.0, 100.0)
    seats: list[Seat] = []
    out = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1040 820" font-family="Arial" font-size="9">',
        '<path d="M260 40 C 400 110 640 110 780 40 Z" fill="#bbb" stroke="#000"/>',
        '<text x="520" y="30" text-anchor="middle" font-size="20">Bühne</text>',
    ]
    for i, row in enumerate(letters(11)):
        count = 15 + i % 3
        places = [(x + math.copysign(0.5, x + 0.01), -3.5 - 1.05 * i) for x in along(count, 0.56)]
        for n, place in enumerate(places):
            seats.append(Seat("", row, str(n + 1), *place))
            x, y = page(place, scale, origin)
            if i % 4 == 2:
                out.append(
                    f'<path d="M {num(x - 9)} {num(y)} a 9 9 0 1 0 18 0 a 9 9 0 1 0 -18 0" fill="#8bc34a"/>'
                )
            else:
                out.append(f'<circle cx="{num(x)}" cy="{num(y)}" r="9" fill="#8bc34a"/>')
            out.append(f'<text x="{num(x)}" y="{num(y + 3)}" text-anchor="middle">{n + 1}</text>')
        for end, shift in ((places[0], -26), (places[-1], 26)):
            x, y = page(end, scale, origin)
            out.append(
                f'<text x="{num(x + shift)}" y="{num(y + 3)}" text-anchor="middle"'
                f' font-weight="bold">{row}</text>'
            )
    for n, (color, text) in enumerate((("#8bc34a", "frei"), ("#f44336", "belegt"), ("#2196f3", "Rollstuhl"))):
        out.append(f'<circle cx="{400 + 100 * n}" cy="790" r="9" fill="{color}"/>')
        out.append(f'<text x="{414 + 100 * n}" y="793">{text}</text>')
    out.append("</svg>")
    return Plan(
        "svg-numbers.svg",
        "svg",
        seats,
        ("\n".join(out) + "\n").encode(),
        "No ids, no classes: circles (some as paths), a number as text over each, the row's letter as text "
        "at both ends. A legend of three circles below. The stage is a path, its text above it. The focus "
        "is somewhere on the path: half a metre is not an error.",
        focus=(0.0, (100 - 66.25) / scale),
        not_seats=["frei", "belegt", "Rollstuhl"],
    )


# Tables


def comma(value: float) -> str:
    return f"{value:.1f}".replace(".", ",")


def csv_philharmonie() -> Plan:
    seats: list[Seat] = []
    for b, (block, towards, first) in enumerate(
        (
            ("A", -90.0, 9.0),
            ("B", -150.0, 9.5),
            ("C", -30.0, 9.5),
            ("D", 150.0, 9.0),
            ("E", 30.0, 9.0),
            ("F", 90.0, 8.5),
        )
    ):
        for i in range(11):
            radius = first + 0.9 * i
            count = int((radius * math.radians(56) - 1.0) / 0.54)
            for n, (x, y) in enumerate(arc((0.0, 0.0), radius, along(count, 0.54), towards)):
                seat = Seat(f"Block {block}", str(i + 1), str(n + 1), x, y)
                seat.z = round(0.4 + 0.21 * i + (0.8 if b else 0.0), 3)
                seat.category = f"PG {1 + i // 4}"
                if block == "A" and i == 10 and n in (0, 1, count - 1):
                    seat.properties = ("wheelchair",)
                seats.append(seat)
    lines = ["Großer Saal - Bestuhlung Nr. 3;;;;;;;", ";;;;;;;"]
    lines.append("Block;Reihe;Platz;X [mm];Y [mm];Höhe [mm];Preisgruppe;Rollstuhl")
    for s in seats:
        z = s.z or 0.0
        where = f"{comma(1000 * s.x)};{comma(1000 * s.y)};{comma(1000 * z)}"
        lines.append(f"{s.section};{s.row};{s.seat};{where};{s.category};{'ja' if s.properties else 'nein'}")
    return Plan(
        "tabelle-philharmonie.csv",
        "csv",
        seats,
        ("\r\n".join(lines) + "\r\n").encode("cp1252"),
        "Semicolons, decimal commas, German headers below a title and an empty line, millimetres, "
        "Windows-1252 and CRLF. Six blocks all around the podium; only the shape of the rows tells where it "
        "is.",
        has_unit=True,
        focus=(0.0, 0.0),
    )


def tsv_stadium() -> Plan:
    seats: list[Seat] = []
    stands: list[tuple[Point, Point, Point, int]] = [
        ((20.0, 75.0), (1.0, 0.0), (0.0, 1.0), 8),
        ((20.0, 10.0), (1.0, 0.0), (0.0, -1.0), 8),
        ((10.0, 15.0), (0.0, 1.0), (-1.0, 0.0), 4),
        ((140.0, 15.0), (0.0, 1.0), (1.0, 0.0), 4),
    ]
    block = 0
    for start, side, back, count in stands:
        for b in range(count):
            block += 1
            for i, row in enumerate(letters(10)):
                for n in range(25):
                    s, t = 14.0 * b + 0.5 * n, 0.8 * i
                    x, y = start[0] + side[0] * s + back[0] * t, start[1] + side[1] * s + back[1] * t
                    seats.append(Seat(str(block), row, str(n + 1), round(x, 1), round(y, 1)))
    lines = [f"{s.section}\t{s.row}\t{s.seat}\t{s.x}\t{s.y}" for s in seats]
    return Plan(
        "stadium.tsv",
        "tsv",
        seats,
        ("\n".join(lines) + "\n").encode(),
        "Tabs, no header: block, row, seat, x, y. Four stands around a pitch. Nothing states the unit (it "
        "is metres) nor where one looks (at the middle of the pitch, about 75, 42).",
    )


def workbook(fill: Callable[[xlsxwriter.Workbook], None]) -> bytes:
    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(buffer, {"in_memory": True})
    created = datetime.datetime(2021, 3, 4, 9, 30, tzinfo=datetime.UTC).replace(tzinfo=None)
    book.set_properties({"created": created})
    fill(book)
    book.close()
    return buffer.getvalue()


def xlsx_opera() -> Plan:
    seats: list[Seat] = []
    for level, rows, count, front, low, rise in (
        ("Parterre", 16, 24, 5.0, 0.0, 0.06),
        ("Balcon", 7, 28, 14.0, 5.2, 0.45),
    ):
        for i, row in enumerate(letters(rows)):
            for n, x in enumerate(along(count, 0.52)):
                seat = Seat(
                    level, row, str(n + 1), round(x + math.copysign(0.6, x), 3), round(-front - 0.9 * i, 3)
                )
                seat.z = round(low + rise * i, 3)
                seat.level = level
                seat.category = "1re série" if i < rows // 2 else "2e série"
                if level == "Parterre" and row == "Q" and n in (0, 1, 22, 23):
                    seat.properties = ("wheelchair",)
                seats.append(seat)

    def fill(book: xlsxwriter.Workbook) -> None:
        bold = book.add_format({"bold": True})
        for level in ("Parterre", "Balcon"):
            sheet = book.add_worksheet(level)
            sheet.write_row(0, 0, ["Rangée", "Siège", "X (m)", "Y (m)", "Z (m)", "Catégorie", "PMR"], bold)
            for r, s in enumerate((s for s in seats if s.level == level), 1):
                sheet.write_row(
                    r, 0, [s.row, int(s.seat), s.x, s.y, s.z, s.category, "oui" if s.properties else "non"]
                )

    return Plan(
        "opera.xlsx",
        "xlsx",
        seats,
        workbook(fill),
        "Two sheets, a level each; the sheet's name is the only name of the section. French headers, metres "
        "with heights, PMR oui/non is the wheelchair flag. No stage.",
        has_unit=True,
    )


def xlsx_grid() -> Plan:
    seats: list[Seat] = []
    names = letters(15)
    cells: dict[tuple[int, int], str | int] = {}
    for i, row in enumerate(reversed(names)):
        line = 3 + i
        number = 0
        for column in range(2, 28):
            far = row in ("A", "B") and column in (2, 3, 26, 27)
            desk = row in ("N", "O") and 13 <= column <= 16
            if column in (9, 20) or far or desk:
                continue
            number += 1
            cells[line, column] = number
            x, y = (column - 14.5) * 0.55, (len(names) - i) * 0.95 + 2.0
            seats.append(Seat("", row, str(number), x, y))
        cells[line, 0] = cells[line, 29] = row

    def fill(book: xlsxwriter.Workbook) -> None:
        sheet = book.add_worksheet("Saalplan")
        sheet.set_column(0, 29, 3.5)
        centred = book.add_format({"align": "center"})
        sheet.write(0, 0, "Stadthalle - Reihenbestuhlung")
        sheet.write(1, 0, "Stand: 12.03.2024")
        for (line, column), value in cells.items():
            sheet.write(line, column, value, centred)
        sheet.merge_range(4, 13, 4, 16, "REGIE", centred)
        sheet.merge_range(20, 8, 20, 21, "BÜHNE", centred)

    return Plan(
        "stadthalle-raster.xlsx",
        "xlsx-grid",
        seats,
        workbook(fill),
        "A sheet in which a cell is a seat and its number; blank columns are aisles; the row's letter "
        "stands at both ends; BÜHNE (merged) at the bottom, so that row A is the lowest line; a title and a "
        "date on top; a mixing desk (REGIE) among the seats. Only the grid is told: columns are taken as "
        "0.55 m and lines as 0.95 m here.",
        focus=(0.0, 2.0 - 2 * 0.95),
        positions="grid",
        not_seats=["REGIE", "Stand: 12.03.2024"],
    )


def csv_ranges() -> Plan:
    listed: list[tuple[str, str, str, str, list[int]]] = []
    for i, row in enumerate(letters(10)):
        count = 14 + i
        if i % 3 == 1:
            gap = count // 2
            text = f"1-{gap}, {gap + 3}-{count + 2}"
            numbers = [*range(1, gap + 1), *range(gap + 3, count + 3)]
        else:
            text, numbers = f"1-{count}", list(range(1, count + 1))
        listed.append(("Stalls", row, text, "Premium" if i < 4 else "Standard", numbers))
    for row in ("AA", "BB", "CC"):
        listed.append(("Circle", row, "101-125 odd", "Standard", list(range(101, 126, 2))))
        listed.append(("Circle", row, "102-126 even", "Standard", list(range(102, 127, 2))))
    listed.append(("Box 1", "", "1-4", "Premium", [1, 2, 3, 4]))
    listed.append(("Box 2", "", "1 to 4", "Premium", [1, 2, 3, 4]))
    listed.append(("Stalls", "W", "1, 2, 5, 6", "Standard", [1, 2, 5, 6]))
    seats = [
        Seat(section, row, str(n), round((k - len(numbers) / 2) * 0.5, 3), -0.9 * line, category=price)
        for line, (section, row, _text, price, numbers) in enumerate(listed)
        for k, n in enumerate(numbers)
    ]
    lines = ["Section,Row,Seats,Price Level"]
    lines += [f'{s},{r},"{text}",{price}' for s, r, text, price, _numbers in listed]
    return Plan(
        "playhouse-ranges.csv",
        "csv",
        seats,
        ("\n".join(lines) + "\n").encode("utf-8-sig"),
        "A line for a range of seats, with gaps, odd and even halves ('101-125 odd'), 'to', single numbers; "
        "boxes without rows; a row of the circle is two lines. No places: x and y here are not to be "
        "compared.",
        positions="none",
    )


# Others


def degrees_of(point: Point, base: tuple[float, float]) -> list[float]:
    """Longitude and latitude (WGS 84) of a place in metres east and north of a base."""
    lat = math.radians(base[1])
    flat = 0.00669437999014
    w = math.sqrt(1 - flat * math.sin(lat) ** 2)
    north = 6378137.0 * (1 - flat) / w**3
    east = 6378137.0 / w * math.cos(lat)
    return [
        round(base[0] + math.degrees(point[0] / east), 9),
        round(base[1] + math.degrees(point[1] / north), 9),
    ]


def geojson_seebuehne() -> Plan:
    base = (9.73512, 47.50541)
    turned = 33.0
    seats: list[Seat] = []
    features: list[Json] = []

    def polygon(points: Sequence[Point], properties: Json) -> Json:
        ring = [degrees_of(turn(p, turned), base) for p in (*points, points[0])]
        return {
            "type": "Feature",
            "properties": properties,
            "geometry": {"type": "Polygon", "coordinates": [ring]},
        }

    for block, towards in (("Nord", -118.0), ("Mitte", -90.0), ("Süd", -62.0)):
        for i in range(15):
            radius = 24.0 + 0.9 * i
            count = int((radius * math.radians(26) - 1.4) / 0.55)
            for n, place in enumerate(arc((0.0, 0.0), radius, along(count, 0.55), towards)):
                x, y = turn(place, turned)
                seat = Seat(
                    block,
                    str(i + 1),
                    str(n + 1),
                    x,
                    y,
                    ref=f"{block[0]}{1000 + 40 * i + n}",
                    category=f"K{1 + i // 5}",
                )
                seats.append(seat)
                properties = {"block": block, "row": seat.row, "seat": n + 1, "category": seat.category}
                geometry = {"type": "Point", "coordinates": degrees_of((x, y), base)}
                features.append(
                    {"type": "Feature", "id": seat.ref, "properties": properties, "geometry": geometry}
                )
    stage = [(-12.0, -6.0), (12.0, -6.0), (12.0, 6.0), (-12.0, 6.0)]
    lawn = [(-18.0, -40.0), (18.0, -40.0), (20.0, -48.0), (-20.0, -48.0)]
    pit = [(-9.0, -9.0), (9.0, -9.0), (9.0, -19.0), (-9.0, -19.0)]
    features.insert(0, polygon(stage, {"name": "Seebühne", "type": "stage"}))
    features.append(polygon(lawn, {"name": "Wiese", "type": "standing", "capacity": 800}))
    features.append(polygon(pit, {"name": "Innenraum", "type": "standing", "capacity": 450}))
    kiosk = {"type": "Point", "coordinates": degrees_of((25.0, -40.0), base)}
    features.append({"type": "Feature", "properties": {"name": "Kiosk", "amenity": "bar"}, "geometry": kiosk})
    return Plan(
        "seebuehne.geojson",
        "geojson",
        seats,
        dump({"type": "FeatureCollection", "name": "seebuehne", "features": features}),
        "Longitude and latitude: x is east and y north of 9.73512, 47.50541 in metres, which degrees tell. "
        "Numbers of seats are numbers. Polygons for the stage and two standing areas; a kiosk is a point "
        "and no seat.",
        has_unit=True,
        focus=(0.0, 0.0),
        standing=[("Wiese", 800), ("Innenraum", 450)],
        not_seats=["Kiosk"],
    )


def geojson_studio() -> Plan:
    seats: list[Seat] = []
    features: list[Json] = []

    def feature(points: Sequence[Point], z: float, properties: Json) -> Json:
        ring = [[short(x), short(y), short(z)] for x, y in (*points, points[0])]
        return {
            "type": "Feature",
            "properties": properties,
            "geometry": {"type": "Polygon", "coordinates": [ring]},
        }

    for i in range(5):
        for n in range(8):
            x, y, z = 2.0 + 0.6 * n, 4.5 + 1.0 * i, round(0.3 * i, 2)
            seats.append(Seat("Studio", letters(5)[i], str(n + 1), x, y, z))
            corners = [(x - 0.25, y - 0.25), (x + 0.25, y - 0.25), (x + 0.25, y + 0.25), (x - 0.25, y + 0.25)]
            properties = {"Bereich": "Studio", "Reihe": letters(5)[i], "Platz": str(n + 1)}
            features.append(feature(corners, z, properties))
    features.append(feature([(1.0, 0.0), (7.2, 0.0), (7.2, 3.0), (1.0, 3.0)], 0.0, {"name": "Bühne"}))
    crs = {"type": "name", "properties": {"name": 'LOCAL_CS["Studio",UNIT["metre",1]]'}}
    return Plan(
        "studio.geojson",
        "geojson",
        seats,
        dump({"type": "FeatureCollection", "crs": crs, "features": features}, 1),
        "Metres of the house's own grid, told by an old-style crs; the numbers alone could pass for "
        "degrees. Seats are polygons of half a metre (the place is the middle), with heights. German "
        "property names. The stage is at the bottom.",
        has_unit=True,
        focus=(4.1, 1.5),
    )


def area_tree() -> Plan:
    seats: list[Seat] = []

    def key(*parts: object) -> str:
        return unique(*parts).replace("-", "").upper()[:10]

    def reserved(name: str, rows: list[tuple[str, int]], level: str, depth: float) -> Json:
        its = []
        for i, (row, count) in enumerate(rows):
            for n in range(count):
                ref = key(level, name, row, n)
                place = (round(along(count, 0.5)[n], 3), round(-depth - 0.9 * i, 3))
                seats.append(Seat(name, row, str(n + 1), *place, ref=ref, level=level))
                its.append({"id": ref, "row": row, "number": n + 1})
        return {"type": "Reserved", "id": key(level, name), "name": name, "seats": its}

    def group(name: str, areas: list[Json]) -> Json:
        return {"type": "Group", "id": key("group", name), "name": name, "areas": areas}

    stalls = group(
        "Stalls",
        [
            reserved("Front Stalls", [(r, 16) for r in letters(6)], "Stalls", 3.0),
            reserved("Rear Stalls", [(r, 18) for r in letters(12)[6:]], "Stalls", 10.0),
            {"type": "Unreserved", "id": key("standing"), "name": "Stalls Standing", "capacity": 40},
        ],
    )
    circle = group(
        "Circle",
        [
            reserved("Circle", [(r, 20) for r in letters(4)], "Circle", 14.0),
            group("Boxes", [reserved(f"Box {b}", [("", 4)], "Boxes", 12.0) for b in "ABCD"]),
        ],
    )
    gallery = {"type": "Unreserved", "id": key("gallery"), "name": "Gallery Benches", "capacity": 120}
    tree = {
        "id": key("plan"),
        "venueId": key("venue"),
        "baseSeatingArea": group("Main House", [stalls, circle, gallery]),
    }
    return Plan(
        "main-house-areas.json",
        "areas",
        seats,
        dump(tree, 1),
        "A tree of areas: Group, Reserved, Unreserved. Names only, no places: x and y here are not to be "
        "compared. Section is the name of the Reserved area, level that of the group around it (two groups "
        "deep for boxes). Boxes have no row. A group and its area are both called Circle.",
        standing=[("Stalls Standing", 40), ("Gallery Benches", 120)],
        positions="none",
    )


PLANS: list[Callable[[], Plan]] = [
    pretix_stadttheater,
    pretix_volkshaus,
    pretix_balkone,
    pretix_kino,
    pretix_amphitheater,
    pretix_rockhalle,
    pretix_schraeg,
    seatsio_kammerspiele,
    seatsio_faecher,
    seatsio_floors,
    seatsio_gala,
    svg_inkscape,
    svg_arena,
    svg_data_attributes,
    svg_titles,
    svg_numbers,
    csv_philharmonie,
    tsv_stadium,
    xlsx_opera,
    xlsx_grid,
    csv_ranges,
    geojson_seebuehne,
    geojson_studio,
    area_tree,
]


def truth_of(plan: Plan) -> bytes:
    head: Json = {
        "file": plan.file,
        "format": plan.format,
        "hasUnit": plan.has_unit,
        "positions": plan.positions,
    }
    head["focus"] = (
        None if plan.focus is None else {"x": short(plan.focus[0], 3), "y": short(plan.focus[1], 3)}
    )
    head["standing"] = [{"name": name, "capacity": capacity} for name, capacity in plan.standing]
    head["notSeats"] = plan.not_seats
    head["notes"] = plan.notes
    seats = []
    for number, seat in enumerate(plan.seats, 1):
        written: Json = {"id": number, "section": seat.section, "row": seat.row, "seat": seat.seat}
        written |= {"x": short(seat.x, 3), "y": short(seat.y, 3)}
        for name in ("z", "ref", "category", "level"):
            if getattr(seat, name) is not None:
                written[name] = getattr(seat, name)
        if seat.properties:
            written["properties"] = list(seat.properties)
        seats.append(json.dumps(written, ensure_ascii=False, separators=(",", ":")))
    opening = json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}")
    return (opening + ',\n "seats": [\n' + ",\n".join(seats) + "\n]}\n").encode()


def main() -> None:
    for make in PLANS:
        plan = make()
        (HERE / plan.file).write_bytes(plan.content)
        (HERE / (plan.file.rsplit(".", 1)[0] + ".truth.json")).write_bytes(truth_of(plan))


if __name__ == "__main__":
    main()
