"""A small hall with every member that a record can have, for tests of operations."""

from typing import Any

HALL: dict[str, Any] = {
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
