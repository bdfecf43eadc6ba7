"""Small halls for tests: a record with every member that a layout can have, and layouts of any size."""

from typing import Any

from cast import Cast

Json = dict[str, Any]

HALL: Json = {
    "name": "Hall",
    "rules": {
        "layout": {
            "focus": {"name": "Stage"},
            "sections": [
                {
                    "ids": {"first": 1, "last": 2},
                    "name": "Section {id}",
                    "rows": ["A", "B", "C"],
                    "seats": {"count": 10},
                    "geometry": {"distanceM": 8, "riserM": 0.2, "bearingDeg": 180, "bearingStepDeg": 40},
                }
            ],
            "configurations": [{"id": "round", "name": "In the round", "closed": [2]}],
        }
    },
}


async def put_hall(cast: Cast, venue_id: str = "", **members: Any) -> None:
    """Replaces the record of the cast's hall, or of another venue, by that of the small hall."""
    response = await cast.operator.put(f"/manage/venues/{venue_id or cast.hall}", HALL | members)
    assert response.status_code == 200, response.text


def layout(sections: int, rows: int = 5, seats: int = 20) -> Json:
    """Returns a layout with sections 1, 2, 3 and so on, all with the same rows and seats."""
    section = {"ids": {"first": 1, "last": sections}, "rows": {"first": 1, "last": rows}}
    return {"sections": [section | {"seats": {"count": seats}}]}
