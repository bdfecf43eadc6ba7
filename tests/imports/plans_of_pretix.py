"""Builds seating plans of pretix for tests."""

from collections.abc import Iterable

JsonObject = dict[str, object]


def at(x: float, y: float) -> JsonObject:
    return {"x": x, "y": y}


def plan(*zones: JsonObject, **members: object) -> JsonObject:
    """Returns a plan of the newest version; `members` replace or add members."""
    categories = [{"name": "A", "color": "#F44336"}]
    size = {"width": 800, "height": 600}
    return {"name": "Opera", "categories": categories, "zones": list(zones), "size": size} | members


def zone(name: str, *rows: JsonObject, areas: Iterable[JsonObject] = (), **members: object) -> JsonObject:
    return {"name": name, "position": at(0, 0), "rows": list(rows), "areas": list(areas)} | members


def row(name: str, *seats: JsonObject, **members: object) -> JsonObject:
    return {"row_number": name, "position": at(0, 0), "seats": list(seats)} | members


def seat(name: str, x: float, y: float, **members: object) -> JsonObject:
    return {"seat_number": name, "seat_guid": f"guid-{name}", "position": at(x, y), "category": "A"} | members


def seats(names: str, *, first_x: float = 0, prefix: str = "") -> list[JsonObject]:
    """Returns seats side by side, 25 apart; each has an id of its own that begins with `prefix`."""
    return [
        seat(name, first_x + 25 * index, 0, seat_guid=f"{prefix}{name}", uuid=f"uuid-{prefix}{name}")
        for index, name in enumerate(names.split())
    ]
