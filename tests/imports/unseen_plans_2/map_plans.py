"""A hall as a tree of areas, and two as GeoJSON: in degrees, and in metres of the Dutch grid."""

import math
from collections.abc import Sequence

from imports.unseen_plans_2.hall import (
    Json,
    Plan,
    Point,
    Seat,
    along,
    corners,
    dump,
    on_arc,
    turn,
    unique,
    with_gap,
)

MONTEVIDEO = (-56.152764, -34.894519)
ARNHEM_RD = (194312.5, 442870.25)


def area_tree() -> Plan:
    """A hall as Spektrix has it, with pixels: two areas of one name in two groups, boxes as rows."""
    seats: list[Seat] = []

    def reserved(name: str, of_area: list[Seat]) -> Json:
        seats.extend(of_area)
        written = []
        for seat in of_area:
            seat.ref = unique("kings", seat.level, seat.section, seat.row, seat.seat)[:8].upper()
            x, y = round(600 + 48 * seat.x), round(60 - 48 * seat.y)
            written.append({"id": seat.ref, "row": seat.row, "number": int(seat.seat), "x": x, "y": y})
        return {
            "type": "Reserved",
            "id": unique("area", name, of_area[0].x)[:8].upper(),
            "name": name,
            "seats": written,
        }

    def group(name: str, areas: list[Json]) -> Json:
        return {"type": "Group", "id": unique("group", name)[:8].upper(), "name": name, "areas": areas}

    stalls = [
        Seat("Stalls", "ABCDEF"[row], str(k + 1), s, -3.0 - row)
        for row in range(6)
        for k, s in enumerate(with_gap(along(12, 0.5), 1.0))
    ]
    sides = []
    for level, side in (("Left", -1), ("Right", 1)):
        gallery = [
            Seat("Side Gallery", "AB"[row], str(k + 1), side * (6.5 + 0.9 * row), -3.0 - 0.6 * k, level=level)
            for row in range(2)
            for k in range(8)
        ]
        sides.append(group(level, [reserved("Side Gallery", gallery)]))
    chairs = ((-0.4, 0.4), (0.4, 0.35), (-0.35, -0.4), (0.45, -0.3))
    boxes = [
        Seat("Boxes", f"Box {b + 1}", str(k + 1), x + dx, -10.6 + dy)
        for b, x in enumerate((-3.0, 3.0))
        for k, (dx, dy) in enumerate(chairs)
    ]
    benches: Json = {"type": "Unreserved", "id": "C0FFEE01", "name": "Choir Benches", "capacity": 60}
    root = group("King's Hall", [*sides, reserved("Stalls", stalls), benches, reserved("Boxes", boxes)])
    return Plan(
        "kings-hall-areas.json",
        "areas",
        seats,
        dump({"id": "91AEBCDF", "venueId": "14AEBCDF", "baseSeatingArea": root}),
        "Group, Reserved and Unreserved with x and y in whole pixels, y down. Left and Right each hold an "
        "area called Side Gallery with the same rows and seats, which run along the walls: level tells "
        "which. Boxes are rows of one area with four loose chairs. No stage.",
        meant=6 * 12 + 2 * 2 * 8 + 2 * 4,
        standing=[("Choir Benches", 60)],
    )


def _degrees(point: Point, base: Point) -> list[float]:
    """Returns longitude and latitude of a point, in metres east and north of `base`, on WGS 84."""
    phi = math.radians(base[1])
    of_latitude = 111132.954 - 559.822 * math.cos(2 * phi) + 1.175 * math.cos(4 * phi)
    of_longitude = 111412.84 * math.cos(phi) - 93.5 * math.cos(3 * phi) + 0.118 * math.cos(5 * phi)
    return [round(base[0] + point[0] / of_longitude, 9), round(base[1] + point[1] / of_latitude, 9)]


def _feature(kind: str, coordinates: object, properties: Json, **more: object) -> Json:
    geometry = {"type": kind, "coordinates": coordinates}
    return {"type": "Feature", **more, "properties": properties, "geometry": geometry}


def geojson_montevideo() -> Plan:
    """Two stands at a small pitch south of the equator and west of Greenwich, in degrees."""
    seats: list[Seat] = []
    outline = [turn(point, 21.0) for point in corners((0.0, 0.0), 30.0, 18.0)]
    ring = [_degrees(point, MONTEVIDEO) for point in [*outline, outline[0]]]
    features = []
    for section, side in (("Olímpica", -1), ("América", 1)):
        for row in range(5):
            for k, s in enumerate(with_gap(along(16, 0.5), 1.4)):
                x, y = turn((-side * s, side * (12.0 + 0.8 * row)), 21.0)
                number = f"{section[0]}{row + 1:02}{k + 1:02}"
                seats.append(Seat(section, str(row + 1), str(k + 1), x, y, ref=number))
                words: Json = {"tribuna": section, "fila": row + 1, "asiento": k + 1}
                if row == 0 and k in (7, 8):
                    seats[-1].properties = ("wheelchair",)
                    words["silla_de_ruedas"] = "sí"
                features.append(_feature("Point", _degrees((x, y), MONTEVIDEO), words, id=number))
    features.append(_feature("Polygon", [ring], {"leisure": "pitch", "sport": "futsal", "name": "Cancha"}))
    gate = _feature("Point", _degrees((0.0, -20.0), MONTEVIDEO), {"name": "Puerta 3", "entrance": "main"})
    return Plan(
        "tribunas-montevideo.geojson",
        "geojson",
        seats,
        dump({"type": "FeatureCollection", "features": [gate, *features]}),
        "Degrees south and west; x is east and y north, in metres of WGS 84. Two stands face each other "
        "over a pitch (tags of OpenStreetMap) that is turned by 21 degrees. Each stand counts from the "
        "left of its people. Row and seat are numbers. An entrance is a point and no seat.",
        meant=2 * 5 * 16,
        has_unit=True,
        focus=(0.0, 0.0),
        not_seats=["Puerta 3"],
    )


def geojson_openlucht() -> Plan:
    """An open-air theatre in metres of the Dutch grid, turned by 40 degrees, with trees among it."""
    seats: list[Seat] = []
    features: list[Json] = []

    def at(point: Point) -> list[float]:
        return [round(ARNHEM_RD[0] + point[0], 3), round(ARNHEM_RD[1] + point[1], 3)]

    def polygon(points: Sequence[Point], words: Json) -> Json:
        return _feature("Polygon", [[at(point) for point in [*points, points[0]]]], words)

    stage = [turn(point, 40.0) for point in corners((0.0, 0.0), 12.0, 6.0)]
    features.append(polygon(stage, {"soort": "podium", "naam": "Podium"}))
    lawn = [turn(point, 40.0) for point in corners((0.0, -22.0), 16.0, 5.0)]
    features.append(polygon(lawn, {"soort": "staanplaatsen", "naam": "Grasveld", "capaciteit": 300}))
    for vak, towards in (("Vak West", -112.0), ("Vak Oost", -68.0)):
        for row in range(6):
            radius = 10.0 + 1.1 * row
            for k, s in enumerate(along(12, 0.5)):
                x, y = turn(on_arc((0.0, 0.0), radius, s, towards), 40.0)
                seats.append(Seat(vak, chr(65 + row), str(k + 1), x, y, z=round(0.4 * row, 2)))
                words: Json = {"vak": vak, "rij": chr(65 + row), "stoel": str(k + 1)}
                if row == 5 and k in (0, 11):
                    seats[-1].properties = ("wheelchair",)
                    words["rolstoel"] = True
                features.append(_feature("Point", [*at((x, y)), round(0.4 * row, 2)], words))
    for k in range(5):
        features.append(_feature("Point", at(turn((-14.0 + 7.0 * k, -18.5), 40.0)), {"soort": "boom"}))
    features.append({"type": "Feature", "properties": {"opmerking": "Parkeren P2"}, "geometry": None})
    crs = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::28992"}}
    return Plan(
        "openluchttheater.geojson",
        "geojson",
        seats,
        dump({"type": "FeatureCollection", "name": "stoelen", "crs": crs, "features": features}),
        "Metres of the Dutch grid (EPSG:28992), with six digits before the point and heights. The hall is "
        "turned by 40 degrees. Five trees are points and no seats; one feature has no geometry. Seats "
        "have no id.",
        meant=2 * 6 * 12,
        has_unit=True,
        focus=(0.0, 0.0),
        standing=[("Grasveld", 300)],
        not_seats=["five points of the kind boom", "Parkeren P2"],
    )


PLANS = (area_tree, geojson_montevideo, geojson_openlucht)
