"""Five halls as plans of pretix: y down, positions nested in zone, row and seat."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from imports.unseen_plans_2.hall import (
    Json,
    Plan,
    Point,
    Seat,
    along,
    corners,
    dump,
    letters,
    on_arc,
    roman,
    short,
    turn,
    unique,
    with_gap,
)

COLORS = ("#7E57C2", "#26A69A", "#EF6C00", "#546E7A", "#C0CA33")


@dataclass
class Drawing:
    """The sheet of a plan: `scale` units to a metre, the hall's origin at `origin`, a zone at `zone_at`."""

    plan: str
    scale: float
    origin: Point
    zone_at: Point = (0.0, 0.0)

    def at(self, point: Point, base: Point = (0.0, 0.0)) -> Json:
        """Returns a place in the zone, less `base`."""
        x = self.origin[0] + self.scale * point[0] - self.zone_at[0] - base[0]
        return {"x": short(x), "y": short(self.origin[1] - self.scale * point[1] - self.zone_at[1] - base[1])}

    def row(self, seats: Sequence[Seat], base: Point | None = None, **labels: str) -> Json:
        """Returns a row of the file. Its position is that of its first seat unless told."""
        if base is None:
            first = self.at(seats[0].place)
            base = (first["x"], first["y"])
        written: Json = {"position": {"x": base[0], "y": base[1]}, "row_number": seats[0].row}
        written |= {"row_number_position": "both", **labels}
        written["seats"] = [self.seat(seat, base, number) for number, seat in enumerate(seats)]
        return written | {"uuid": unique(self.plan, "row", seats[0].place)}

    def seat(self, seat: Seat, base: Point, number: int) -> Json:
        """Returns a seat of a row that is at `base`."""
        written: Json = {"seat_number": seat.seat, "seat_guid": seat.ref}
        written |= {"uuid": unique(self.plan, seat.place, number), "position": self.at(seat.place, base)}
        return written | {"category": seat.category}

    def area(self, shape: str, place: Point, text: str = "", **more: Any) -> Json:
        """Returns an area that is one of the shapes."""
        written: Json = {"shape": shape, "color": "#E0E0E0", "border_color": "#9E9E9E", "rotation": 0}
        written |= {"uuid": unique(self.plan, shape, place, text), "position": self.at(place)}
        words = {"position": {"x": 0, "y": 0}, "color": "#222222", "text": text, "size": 18}
        return written | {"text": words} | more

    def rectangle(self, middle: Point, width: float, height: float, text: str) -> Json:
        """Returns a rectangle; its position is the upper left corner, its text is in the middle."""
        size = {"width": short(width * self.scale), "height": short(height * self.scale)}
        written = self.area(
            "rectangle", (middle[0] - width / 2, middle[1] + height / 2), text, rectangle=size
        )
        written["text"]["position"] = {"x": size["width"] / 2, "y": size["height"] / 2}
        return written

    def polygon(self, points: Sequence[Point], middle: Point, text: str) -> Json:
        """Returns a polygon, counted from its first corner."""
        first = self.at(points[0])
        base = (first["x"], first["y"])
        outline = {"points": [self.at(point, base) for point in points]}
        written = self.area("polygon", points[0], text, polygon=outline)
        written["text"]["position"] = self.at(middle, base)
        return written

    def zone(self, name: str, rows: list[Json], areas: Sequence[Json] = ()) -> Json:
        """Returns a zone."""
        position = {"x": self.zone_at[0], "y": self.zone_at[1]}
        written: Json = {"name": name, "position": position, "rows": rows, "areas": list(areas)}
        return written | {"uuid": unique(self.plan, "zone", name), "zone_id": name.replace(" ", "")}


def _file(name: str, categories: Sequence[str], zones: Sequence[Json], size: tuple[int, int]) -> bytes:
    colored = [{"name": c, "color": COLORS[i]} for i, c in enumerate(categories)]
    document: Json = {"name": name, "categories": colored, "zones": list(zones)}
    return dump(document | {"size": {"width": size[0], "height": size[1]}})


def pretix_liceo() -> Plan:
    """A Spanish theatre: odd and even halves are zones that tilt inwards; boxes have four loose chairs."""
    drawing = Drawing("liceo", 44.5, (800.0, 240.0), (-60.0, 35.5))
    halves: dict[int, list[Json]] = {-1: [], 1: []}
    seats: list[Seat] = []
    for side, name in ((-1, "Platea Impares"), (1, "Platea Pares")):
        for row in range(1, 10):
            line = []
            for k in range(7 + (row - 1) // 3):
                place = (side * (0.9 + 0.54 * k), -4.2 - 0.92 * row)
                number = 2 * k + (1 if side < 0 else 2)
                x, y = turn(place, 8.0 * side, (side * 0.9, -4.2 - 0.92 * row))
                line.append(Seat(name, str(row), str(number), x, y, category="Platea"))
                line[-1].ref = f"PL-{row}-{number}"
            seats += line
            halves[side].append(drawing.row(line, row_label="Fila %s", seat_label="Butaca %s"))
    boxes = [_liceo_box(number) for number in range(10)]
    rows = [drawing.row(box, row_label="Palco %s", seat_label="Silla %s") for box in boxes]
    pillars = [
        drawing.area("circle", (8.2 * s, -4.5 - 2.6 * k), circle={"radius": 10.5})
        for k in range(3)
        for s in (-1, 1)
    ]
    zones = [
        drawing.zone(
            "Platea Impares", halves[-1], [drawing.rectangle((0.0, 0.0), 10.0, 4.0, "ESCENARIO"), *pillars]
        ),
        drawing.zone("Platea Pares", halves[1]),
        drawing.zone("Palcos", rows),
    ]
    seats += [seat for box in boxes for seat in box]
    return Plan(
        "pretix-liceo.json",
        "pretix",
        seats,
        _file("Teatro del Liceo", ["Platea", "Palco", "Visibilidad reducida"], zones, (1700, 1100)),
        "Odd and even numbers are zones of their own, tilted by 8 degrees each way, counted from the "
        "aisle. A box is a row of the file with four loose chairs. Six circles of the size of seats are "
        "pillars. The category Visibilidad reducida says restricted view.",
        meant=2 * (3 * 7 + 3 * 8 + 3 * 9) + 10 * 4,
        focus=(0.0, 0.0),
        not_seats=["six circles without a text (pillars)"],
    )


def _liceo_box(number: int) -> list[Seat]:
    side, step = (-1, number) if number < 5 else (1, 9 - number)
    toward = -90.0 + side * (24.0 + 15.0 * step)
    middle = on_arc((0.0, -5.6), 10.6, 0.0, toward)
    chairs = []
    for k, (dx, dy) in enumerate(((-0.42, 0.36), (0.4, 0.31), (-0.33, -0.38), (0.45, -0.33))):
        x, y = turn((middle[0] + dx, middle[1] + dy), toward + 90.0, middle)
        chairs.append(Seat("Palcos", str(number + 1), str(k + 1), x, y, ref=f"PA-{number + 1}-{k + 1}"))
        chairs[-1].category = "Visibilidad reducida" if k > 1 and step == 4 else "Palco"
        chairs[-1].properties = ("restrictedView",) if k > 1 and step == 4 else ()
    return chairs


def pretix_osthalle() -> Plan:
    """A hall with its stage to the east: Roman rows, and numbers that run through all of them."""
    drawing = Drawing("osthalle", 48.0, (1000.0, 420.0), (120.25, 64.75))
    seats: list[Seat] = []
    zones = []
    number = 0
    for name, first, last, count in (("Parkett", 1, 10, 16), ("Tribüne", 11, 14, 20)):
        rows = []
        for row in range(first, last + 1):
            line = []
            for s in with_gap(along(count, 0.52), 1.2):
                number += 1
                x, y = turn((s, -4.0 - 0.95 * row - (1.5 if first > 1 else 0.0)), -90.0)
                seat = Seat(name, roman(row), str(number), x, y, ref=f"{number:04}", category=name)
                if row == 10 and abs(s) < 1.8:
                    seat.category, seat.properties = "Rollstuhlplatz", ("wheelchair",)
                line.append(seat)
            seats += line
            rows += [drawing.row(line[: count // 2]), drawing.row(line[count // 2 :])]
        stage = [turn(p, -90.0) for p in ((-5.0, -2.0), (5.0, -2.0), (5.0, 2.0), (-5.0, 2.0))]
        areas = [drawing.polygon(stage, (0.0, 0.0), "Bühne")] if first == 1 else []
        zones.append(drawing.zone(name, rows, areas))
    return Plan(
        "pretix-osthalle.json",
        "pretix",
        seats,
        _file("Osthalle", ["Parkett", "Rollstuhlplatz", "Tribüne"], zones, (1200, 840)),
        "The stage is at the right. Rows are I to XIV, each split in two by an aisle under one name; seat "
        "numbers run from 1 to 240 through all rows. Four wheelchair places, told by their category, are "
        "inside row X.",
        meant=10 * 16 + 4 * 20,
        focus=(0.0, 0.0),
    )


def pretix_kirche() -> Plan:
    """A church in the oldest schema: rows have no position, areas a width and a height."""
    scale, left, top = 50, 500, 250
    seats: list[Seat] = []
    zones: list[Json] = []

    def written(seat: Seat) -> Json:
        place = {"x": round(left + scale * seat.x), "y": round(top - scale * seat.y)}
        return {"seat_guid": seat.ref, "seat_number": seat.seat, "position": place, "category": seat.category}

    def zone(name: str, lines: list[list[Seat]], areas: list[Json]) -> None:
        rows = [{"row_number": line[0].row, "seats": [written(seat) for seat in line]} for line in lines]
        zones.append({"name": name, "position": {"x": 0, "y": 0}, "rows": rows, "areas": areas})
        seats.extend(seat for line in lines for seat in line)

    def square(x: float, y: float) -> Json:
        place = {"x": round(left + scale * x - 9), "y": round(top - scale * y - 9)}
        return {"color": "#888888", "border_color": "#000000", "width": 18, "height": 18, "position": place}

    for name, base, names in (("Schiff links", -3.5, "abcdef"), ("Schiff rechts", 1.0, "ghijkl")):
        lines = []
        for row in range(1, 13):
            line = [Seat(name, str(row), c, base + 0.5 * k, -4.0 - 0.9 * row) for k, c in enumerate(names)]
            for seat in line:
                is_hidden = row in (4, 8) and seat.seat in "al"
                seat.ref, seat.category = f"{row}{seat.seat}", "Sichtbehinderung" if is_hidden else "Bank"
                seat.properties = ("restrictedView",) if is_hidden else ()
            lines.append(line)
        pillars = [square(-4.4 if base < 0 else 4.4, -4.0 - 0.9 * row) for row in (3, 7, 11)]
        altar = {"width": 150, "height": 60, "position": {"x": left - 75, "y": top - 30}, "text": "Altar"}
        zone(name, lines, [*pillars, altar] if base < 0 else pillars)
    gallery = []
    for row in range(1, 5):
        line = [
            Seat("Empore", f"E{row}", str(k + 1), s, -17.0 - 0.9 * row)
            for k, s in enumerate(with_gap(along(10, 0.5), 2.5))
        ]
        for seat in line:
            seat.ref, seat.category = f"{row}/{seat.seat}E", "Empore"
        gallery.append(line)
    zone(
        "Empore", gallery, [{"width": 100, "height": 160, "position": {"x": 450, "y": 1140}, "text": "Orgel"}]
    )
    categories = [{"name": "Bank"}, {"name": "Sichtbehinderung"}, {"name": "Empore", "color": "#336699"}]
    return Plan(
        "pretix-kirche.json",
        "pretix",
        seats,
        dump({"name": "St. Blasien", "categories": categories, "zones": zones}, indent=1),
        "The oldest schema: rows without a position, areas with width and height and a text that is a "
        "string, whole numbers, no size, no uuid. Seats are letters, a to f left and g to l right. Six "
        "squares of the size of seats are pillars; the organ stands on the gallery among its seats. One "
        "looks at the altar.",
        meant=2 * 12 * 6 + 4 * 10,
        focus=(0.0, 0.0),
        not_seats=["six squares without a text (pillars)", "Orgel"],
    )


def pretix_salle() -> Plan:
    """A French house: one zone for three floors, odd and even sides, folding seats, AA after Z."""
    drawing = Drawing("salle", 46.0, (720.0, 130.0))
    seats: list[Seat] = []
    rows: list[Json] = []
    names = letters(12, "IO")
    floors = (
        ("Orchestre", names[:8], (14, 14, 14, 16, 16, 16, 18, 18), 0.0),
        ("Corbeille", names[8:12], (16, 16, 16, 16), 3.0),
        ("Paradis", ["AA", "BB", "CC"], (14, 14, 14), 6.0),
    )
    depth = 0
    for floor, of_floor, counts, gap in floors:
        for name, count in zip(of_floor, counts, strict=True):
            radius = 14.0 + 0.94 * depth + gap
            offsets = with_gap(along(count, 0.53), 1.0)
            half = count // 2
            numbers = [str(2 * (half - k) - 1) for k in range(half)] + [str(2 * k + 2) for k in range(half)]
            if name in "CF":
                offsets = [offsets[0] - 0.5, *offsets, offsets[-1] + 0.5]
                numbers = [f"{count - 1} bis", *numbers, f"{count} bis"]
            line = []
            for number, s in zip(numbers, offsets, strict=True):
                x, y = on_arc((0.0, 9.5), radius, s)
                is_far = floor == "Paradis" and abs(s) > 3.6
                line.append(Seat("Salle", name, number, x, y, ref=f"{name}{number}".replace(" ", "")))
                line[-1].category = "Visibilité réduite" if is_far else floor
                line[-1].properties, line[-1].level = ("restrictedView",) if is_far else (), floor
            seats += line
            middle = len(line) // 2
            rows += [
                drawing.row(part, row_label="Rang %s", seat_label="Fauteuil %s")
                for part in (line[:middle], line[middle:])
            ]
            depth += 1
    texts = [
        drawing.area("text", (-9.5, y), name.upper())
        for name, y in (("Orchestre", -8.0), ("Corbeille", -16.5), ("Paradis", -23.0))
    ]
    stage = drawing.polygon(corners((0.0, 0.0), 9.0, 3.0), (0.0, 0.0), "S C È N E")
    return Plan(
        "pretix-salle.json",
        "pretix",
        seats,
        _file(
            "Grande Salle",
            ["Orchestre", "Corbeille", "Paradis", "Visibilité réduite"],
            [drawing.zone("Salle", rows, [stage, *texts])],
            (1440, 1400),
        ),
        "One zone holds three floors, one behind the other, which only texts at the side name. Rows skip "
        "I (A to M) and go on with AA. Odd numbers left, even right, from the centre; a row is two rows "
        "of the file. Rows C and F have folding seats at both ends, '13 bis' and so on. Categories tell "
        "the view.",
        meant=126 + 4 + 64 + 42,
        focus=(0.0, 0.0),
    )


def pretix_club() -> Plan:
    """A club: tables, bar stools in a row without a name, a standing area, a legend, a seat drawn twice."""
    drawing = Drawing("club", 50.0, (300.0, 200.0), (10.0, 20.0))
    seats: list[Seat] = []
    rows: list[Json] = []
    areas = [
        drawing.area("ellipse", (0.0, 0.0), "PODIUM", rotation=45, ellipse={"radius": {"x": 125, "y": 75}})
    ]
    for table in range(6):
        middle = (4.2 + 3.1 * (table % 3), -3.6 - 3.1 * (table // 3))
        line = []
        for k in range(6):
            angle = math.radians(90.0 - 60.0 * k)
            place = (middle[0] + 0.9 * math.cos(angle), middle[1] + 0.9 * math.sin(angle))
            line.append(Seat("Club", f"Tisch {table + 1}", str(k + 1), *place, ref=f"T{table + 1}-{k + 1}"))
        if table == 2:
            line.append(Seat("Club", "Tisch 3", "6", *line[-1].place))
            line[-2].ref = line[-1].ref = "T3-6"
        rows.append(_club_row(drawing, line, "Tisch"))
        areas.append(drawing.area("circle", middle, f"Tisch {table + 1}", circle={"radius": 30}))
        seats += line
    for name, y in (("Tafel A", -10.2), ("Tafel B", -12.8)):
        places = [(6.0 + 0.6 * k, y + side) for side in (0.7, -0.7) for k in range(5)]
        line = [Seat("Club", name, str(k + 1), *p, ref=f"{name[-1]}{k + 1}") for k, p in enumerate(places)]
        rows.append(_club_row(drawing, line, "Tafel"))
        areas.append(drawing.rectangle((7.2, y), 3.2, 0.8, name))
        seats += line
    stools = [Seat("Club", "", str(k + 1), 13.5, -4.0 - 0.6 * k, ref=f"HOCKER{k + 1}") for k in range(6)]
    rows.append(_club_row(drawing, stools, "Bar"))
    seats += stools
    areas.append(drawing.rectangle((14.4, -5.5), 0.8, 4.0, "Bar"))
    floor: list[Point] = [(-2.0, -5.0), (2.0, -5.0), (2.0, -13.0), (-2.0, -13.0)]
    areas.append(drawing.polygon(floor, (0.0, -9.0), "Stehplätze (250 Pers.)"))
    for k, text in enumerate(("frei", "belegt", "gesperrt")):
        areas.append(drawing.area("circle", (20.0, -10.0 - 0.8 * k), circle={"radius": 10}))
        areas.append(drawing.area("text", (21.5, -10.0 - 0.8 * k), text))
    return Plan(
        "pretix-club.json",
        "pretix",
        seats,
        _file("Club Kontrast", ["Tisch", "Tafel", "Bar"], [drawing.zone("Club", rows, areas)], (1500, 1000)),
        "Tables are rows of the file whose seats stand around a circle or a rectangle. Tisch 3, 6 is "
        "there twice at one place, with one seat_guid (ref is the uuid there): both survive. The six "
        "stools at the bar are a row without a name: a reader that makes one up is not wrong. The "
        "standing area tells its capacity in its text. A legend has three circles of the size of seats. "
        "The stage is in a corner.",
        meant=6 * 6 + 1 + 2 * 10 + 6,
        focus=(0.0, 0.0),
        standing=[("Stehplätze", 250)],
        not_seats=["frei", "belegt", "gesperrt", "Bar"],
    )


def _club_row(drawing: Drawing, line: list[Seat], category: str) -> Json:
    for seat in line:
        seat.category = category
    row = drawing.row(line)
    guids = [seat.ref for seat in line]
    for seat, written in zip(line, row["seats"], strict=True):
        if guids.count(seat.ref) > 1:
            seat.ref = written["uuid"]
    return row


PLANS = (pretix_liceo, pretix_osthalle, pretix_kirche, pretix_salle, pretix_club)
