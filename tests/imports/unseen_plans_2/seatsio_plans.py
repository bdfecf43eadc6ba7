"""Four halls as charts of seats.io: y down, sections with charts of their own."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from imports.unseen_plans_2.hall import Json, Plan, Point, Seat, along, dump, on_arc, turn, unique, with_gap

PARTS = ("tables", "texts", "imageObjects", "rows", "shapes", "booths", "icons", "generalAdmissionAreas")


@dataclass
class Chart:
    """A chart, or that of a section: `scale` units to a metre, its upper left corner at `corner`."""

    scale: float
    corner: Point

    def at(self, point: Point) -> Json:
        """Returns a place in this chart."""
        x, y = point[0] - self.corner[0], self.corner[1] - point[1]
        return {"x": round(x * self.scale, 2), "y": round(y * self.scale, 2)}

    def seat(self, seat: Seat, key: int | None, **more: Any) -> Json:
        """Returns a seat. Its ref is its uuid."""
        seat.ref = "uuid" + unique(seat.section, seat.level, seat.row, seat.seat, seat.place)[:8]
        written = self.at(seat.place) | {"label": seat.seat, "categoryKey": key, "uuid": seat.ref}
        flags = {"wheelchair": "accessible", "companion": "companionSeat", "restrictedView": "restrictedView"}
        return written | {flag: True for name, flag in flags.items() if name in seat.properties} | more

    def row(self, label: str | None, seats: list[Json], **more: Any) -> Json:
        """Returns a row."""
        written: Json = {"label": label, "seats": seats, "curve": 0, "chairSpacing": 4, "objectType": "row"}
        labeling = {"algoName": "SimpleNumbers", "startAtIndex": None, "isInverted": None}
        return written | {"seatLabeling": labeling, "uuid": "uuid" + unique(label, seats[0])[:8]} | more

    def block(self, middle: Point, width: float, height: float, label: str, turned: float = 0.0) -> Json:
        """Returns a shape: a rectangle, turned clockwise, with a label and no smart type."""
        written: Json = {"objectType": "shape", "type": "rectangle", "label": label, "smartType": None}
        written |= {"center": self.at(middle), "rotationAngle": turned, "cornerRadius": 4, "labelSize": 16}
        written |= {"width": round(width * self.scale, 2), "height": round(height * self.scale, 2)}
        return written | {"uuid": "uuid" + unique(label, middle)[:8], "fillColor": "#D0D1D2"}

    def sheet(self, width: float, height: float, **parts: Any) -> Json:
        """Returns the chart itself."""
        written: Json = {"width": round(width * self.scale, 2), "height": round(height * self.scale, 2)}
        return written | {part: parts.pop(part, []) for part in PARTS} | parts

    def section(
        self, label: str, seats: Sequence[Seat], key: int, margin: float = 0.8
    ) -> "tuple[Json, Chart]":
        """Returns a section around some seats, whose chart is to be filled, and the scale of that chart."""
        left, right = min(s.x for s in seats) - margin, max(s.x for s in seats) + margin
        low, high = min(s.y for s in seats) - margin, max(s.y for s in seats) + margin
        inner = Chart(self.scale, (left, high))
        outline = [self.at(p) for p in ((left, high), (right, high), (right, low), (left, low))]
        written: Json = {"points": outline, "label": label, "labelSize": 12, "labelRotationAngle": 0}
        written |= {"uuid": "uuid" + unique(label, outline)[:8], "categoryKey": key, "topLeft": outline[0]}
        written |= {"entrance": None, "viewFromYourSeatImage": None}
        return written | {"subChart": inner.sheet(right - left, high - low)}, inner


def _file(name: str, venue: str, version: int, categories: Sequence[str], **charts: Any) -> bytes:
    colors = ("#F2A65A", "#58A4B0", "#A9BCD0")
    listed = [
        {"label": c, "color": colors[i], "accessible": False, "key": i + 1} for i, c in enumerate(categories)
    ]
    head: Json = {"name": name, "tablesLabelCounter": 9, "uuidCounter": 812}
    head["categories"] = {"list": listed, "maxCategoryKey": len(listed)}
    head |= {"rowSpacing": 8, "version": version, "venueType": venue, "sectionScaleFactor": 100}
    return dump(head | charts)


def seatsio_boxing() -> Plan:
    """Six blocks around a ring: the category is the section's, wheelchair spaces are inside of rows."""
    chart = Chart(33.0, (-16.0, 16.0))
    seats: list[Seat] = []
    sections = []
    for block in range(6):
        turned, name = 60.0 * block, f"Sector {block + 1}"
        lines = []
        for row in range(4):
            places = [turn((s, -8.0 - 0.9 * row), turned) for s in along(8, 0.56)]
            lines.append([Seat(name, "ABCD"[row], str(k + 1), *p) for k, p in enumerate(places)])
        if block in (0, 3):
            lines[1][3].properties = ("wheelchair",)
            lines[1][4].properties = ("companion",)
        of_block = [seat for line in lines for seat in line]
        for seat in of_block:
            seat.category = "Ringside" if block % 2 == 0 else "Grada"
        section, inner = chart.section(name, of_block, 1 + block % 2)
        section["entrance"] = f"Gate {block + 1}"
        section["subChart"]["rows"] = [
            inner.row(line[0].row, [inner.seat(seat, None, categoryLabel=None) for seat in line])
            for line in lines
        ]
        sections.append(section)
        seats += of_block
    ring = chart.block((0.0, 0.0), 6.0, 6.0, "Ring", turned=15)
    press: Json = {"label": "Prensa", "capacity": 40, "categoryKey": 2, "objectType": "generalAdmission"}
    press |= {"type": "circle", "center": chart.at((13.0, 13.0)), "radius1": 60.0, "radius2": 40.0}
    press |= {"rotationAngle": 0, "uuid": "uuid-ga-1"}
    whole = chart.sheet(32.0, 32.0, shapes=[ring], generalAdmissionAreas=[press], sections=sections)
    whole["focalPoint"] = chart.at((0.0, 0.0))
    return Plan(
        "seatsio-boxing.json",
        "seatsio",
        seats,
        _file("Palacio del boxeo", "ROWS_WITH_SECTIONS", 17, ["Ringside", "Grada"], subChart=whole),
        "Six blocks turned by 60 degrees each around a ring in the middle. Seats have no category: it is "
        "that of their section. An early version: flags are there only where they are true. Wheelchair "
        "and companion places are inside row B of two sectors.",
        meant=6 * 4 * 8,
        focus=(0.0, 0.0),
        standing=[("Prensa", 40)],
    )


def seatsio_cabaret() -> Plan:
    """Tables in two sections, with names that repeat; chairs are letters."""
    chart = Chart(40.0, (-9.0, 3.0))
    seats: list[Seat] = []
    sections = []
    for name, top, key in (("Parterre", -4.0, 1), ("Galerie", -13.0, 2)):
        tables: list[tuple[str, Point, list[Seat]]] = []
        for number in range(5):
            middle = (-5.6 + 2.8 * number, top - 0.5 * (number % 2))
            places = [turn((middle[0], middle[1] + 0.8), -90.0 * k - 45.0, middle) for k in range(4)]
            tables.append(
                (
                    str(number + 1),
                    middle,
                    [Seat(name, str(number + 1), "ABCD"[k], *p) for k, p in enumerate(places)],
                )
            )
        long = [(-0.9 + 0.6 * k, top - 3.6 + side) for side in (0.65, -0.65) for k in range(4)]
        tables.append(
            ("6", (0.0, top - 3.6), [Seat(name, "6", "ABCDEFGH"[k], *p) for k, p in enumerate(long)])
        )
        sofas = [
            [Seat(name, f"Sofa {side}", str(k + 1), x + 0.6 * k, top - 5.6) for k in range(6)]
            for side, x in (("G", -5.0), ("D", 2.0))
        ]
        of_section = [seat for _, _, line in tables for seat in line] + [
            seat for line in sofas for seat in line
        ]
        for seat in of_section:
            seat.category = name
        section, inner = chart.section(name, of_section, key)
        section["subChart"]["tables"] = [
            _table(inner, label, middle, line, key) for label, middle, line in tables
        ]
        section["subChart"]["rows"] = [
            inner.row(line[0].row, [inner.seat(seat, key) for seat in line]) for line in sofas
        ]
        sections.append(section)
        seats += of_section
    booth = {
        "label": "Vestiaire",
        "center": chart.at((7.5, -1.0)),
        "width": 60.0,
        "height": 40.0,
        "categoryKey": 1,
    }
    booths = [booth | {"rotationAngle": 0, "objectType": "booth", "uuid": "uuid-booth"}]
    stage = chart.block((0.0, 0.0), 7.0, 3.0, "Scène")
    whole = chart.sheet(18.0, 24.0, shapes=[stage], booths=booths, sections=sections, focalPoint=None)
    return Plan(
        "seatsio-cabaret.json",
        "seatsio",
        seats,
        _file("Cabaret du Canal", "MIXED", 20, ["Parterre", "Galerie"], subChart=whole),
        "Tables are inside of sections, and their labels 1 to 6 occur in both; chairs are letters. The "
        "round tables have four chairs at 45 degrees, a long one has eight. Sofas are rows. The stage is "
        "a plain shape with the label Scène; there is no focal point.",
        meant=2 * (5 * 4 + 8 + 12),
        focus=(0.0, 0.0),
        not_seats=["Vestiaire"],
    )


def _table(inner: Chart, label: str, middle: Point, line: list[Seat], key: int) -> Json:
    written: Json = {"label": label, "center": inner.at(middle), "objectType": "table", "openSpaces": 0}
    written |= {
        "rotationAngle": 0,
        "uuid": "uuid" + unique("table", middle)[:8],
        "bookAsAWhole": label == "6",
    }
    if len(line) == 4:
        written |= {"type": "round", "radius": 20.0, "autoRadius": True}
    else:
        written |= {"type": "rectangular", "width": 104.0, "height": 32.0}
        written |= {"numberOfChairsTop": 4, "numberOfChairsBottom": 4}
    return written | {"seats": [inner.seat(seat, key) for seat in line]}


def seatsio_teatro() -> Plan:
    """An Italian house on three floors: 'palco' is a box, 'palcoscenico' the stage."""
    chart = Chart(38.5, (-12.0, 3.0))
    seats: list[Seat] = []
    floors = []
    for number, (floor, blocks) in enumerate(_teatro_floors().items()):
        sections = []
        for name, lines in blocks.items():
            of_block = [seat for line in lines for seat in line]
            for seat in of_block:
                seat.level, seat.category = floor, floor
            section, inner = chart.section(name, of_block, number + 1)
            section["subChart"]["rows"] = [
                inner.row(line[0].row, [inner.seat(seat, number + 1, displayLabel=None) for seat in line])
                for line in lines
            ]
            sections.append(section)
            seats += of_block
        stage = chart.block((0.0, 0.0), 9.0, 3.0, "Palcoscenico") | {"smartType": "stage", "icon": "stage"}
        sheet = chart.sheet(24.0, 22.0, shapes=[stage], sections=sections, focalPoint=None)
        floors.append(sheet | {"floorName": str(number), "floorDisplayName": floor})
    return Plan(
        "seatsio-teatro.json",
        "seatsio",
        seats,
        _file(
            "Teatro Sociale", "WITH_SECTIONS_AND_FLOORS", 24, list(_teatro_floors()), subChartFloors=floors
        ),
        "Three floors over each other; each shows the stage again, at the same place. Boxes are rows "
        "'Palco 1' and so on with four loose chairs. On the gallery odd numbers are left and even ones "
        "right, in two sections. Restricted view on the rear chairs of the boxes next to the stage.",
        meant=6 * 14 + 8 * 4 + 3 * 16,
        focus=(0.0, 0.0),
    )


def _teatro_floors() -> dict[str, dict[str, list[list[Seat]]]]:
    stalls = []
    for row in range(6):
        places = [on_arc((0.0, 11.0), 15.5 + 0.95 * row, s) for s in with_gap(along(14, 0.55), 1.1)]
        stalls.append([Seat("Platea", str(row + 1), str(k + 1), *p) for k, p in enumerate(places)])
    boxes: dict[str, list[list[Seat]]] = {"Ordine sinistra": [], "Ordine destra": []}
    for number in range(8):
        name, side = ("Ordine sinistra", -1) if number < 4 else ("Ordine destra", 1)
        step = number if number < 4 else 7 - number
        middle = (side * (7.6 - 0.35 * step * step / 3), -4.0 - 2.0 * step)
        chairs = ((-0.4, 0.5), (-0.45, -0.42), (0.41, 0.47), (0.36, -0.5))
        line = [
            Seat(name, f"Palco {number + 1}", str(k + 1), middle[0] - side * dx, middle[1] + dy)
            for k, (dx, dy) in enumerate(chairs)
        ]
        if step == 0:
            line[0].properties = line[1].properties = ("restrictedView",)
        boxes[name].append(line)
    gallery: dict[str, list[list[Seat]]] = {"Loggione dispari": [], "Loggione pari": []}
    for row in range(3):
        for name, side, first in (("Loggione dispari", -1, 1), ("Loggione pari", 1, 2)):
            places = [on_arc((0.0, 11.0), 24.5 + 0.9 * row, side * (0.6 + 0.5 * k)) for k in range(8)]
            gallery[name].append(
                [Seat(name, "ABC"[row], str(first + 2 * k), *p) for k, p in enumerate(places)]
            )
    return {"Platea": {"Platea": stalls}, "Primo ordine": boxes, "Loggione": gallery}


def seatsio_cine() -> Plan:
    """A cinema whose screen is below; numbers run from right to left, the last row has seats for two."""
    chart = Chart(29.0, (-7.0, 16.0))
    seats: list[Seat] = []
    rows = []
    for row in range(8):
        line = [
            Seat("", str(row + 1), str(14 - k), s, 4.5 + 1.05 * row, category="Butaca")
            for k, s in enumerate(with_gap(along(14, 0.58), 1.3))
        ]
        if row == 4:
            line[5].properties, line[6].properties = ("companion",), ("wheelchair",)
        if row == 0:
            line[0].properties = line[13].properties = ("restrictedView",)
        seats += line
        for part in (line[:7], line[7:]):
            rows.append(chart.row(part[0].row, [chart.seat(seat, 1, displayLabel=None) for seat in part]))
    pairs = []
    for number, s in enumerate(along(6, 1.7)):
        for dx, letter in ((-0.29, "A"), (0.29, "B")):
            pairs.append(Seat("", "9", f"{6 - number}{letter}", s + dx, 13.6, category="Sofá doble"))
    rows.append(chart.row("9", [chart.seat(seat, 2, displayLabel=None) for seat in pairs], displayLabel=None))
    seats += pairs
    screen = chart.block((0.0, 0.0), 9.0, 0.6, "PANTALLA")
    whole = chart.sheet(14.0, 17.0, rows=rows, shapes=[screen], sections=[])
    whole["focalPoint"] = chart.at((0.0, 0.0))
    return Plan(
        "seatsio-cine.json",
        "seatsio",
        seats,
        _file("Cine Ideal", "ROWS_WITHOUT_SECTIONS", 22, ["Butaca", "Sofá doble"], subChart=whole),
        "The screen is at the bottom. Numbers run from right to left. Each row is two rows of the chart "
        "with one label; the last has six sofas for two, 1A and 1B and so on. A wheelchair place and its "
        "companion's are inside row 5.",
        meant=8 * 14 + 12,
        focus=(0.0, 0.0),
    )


PLANS = (seatsio_boxing, seatsio_cabaret, seatsio_teatro, seatsio_cine)
