"""Builds charts of seats.io for tests."""

JsonObject = dict[str, object]


def at(x: float, y: float) -> JsonObject:
    return {"x": x, "y": y}


def chart(**members: object) -> JsonObject:
    """Returns a chart with one floor, which has the given members."""
    return root(subChart=members)


def root(**members: object) -> JsonObject:
    listed = [
        {"key": 9, "label": "Gold", "color": "#87A9CD", "accessible": False},
        {"key": "s", "label": "Space", "color": "#FFF", "accessible": True},
    ]
    return {
        "name": "Hall",
        "venueType": "MIXED",
        "categories": {"list": listed},
        "sectionScaleFactor": 100,
    } | members


def row(label: str, *seats: JsonObject, **members: object) -> JsonObject:
    return {"label": label, "seats": list(seats), "uuid": f"row-{label}", "objectType": "row"} | members


def seat(label: str, x: float, y: float, **members: object) -> JsonObject:
    return {"label": label, "x": x, "y": y, "categoryKey": 9, "uuid": f"seat-{label}-{x:g}-{y:g}"} | members


def section(label: str, left: float, top: float, size: tuple[float, float], **members: object) -> JsonObject:
    """Returns a section with a rectangular outline; a nested chart is given as `subChart`."""
    corners = [(0.0, 0.0), (size[0], 0.0), size, (0.0, size[1])]
    points = [at(left + x, top + y) for x, y in corners]
    return {"label": label, "points": points, "topLeft": at(left, top), "uuid": f"section-{label}"} | members
