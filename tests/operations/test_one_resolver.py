"""Every operation that takes labels resolves them alike, since all use one resolver."""

from typing import Any
from uuid import uuid4

import pytest

from cast import Cast
from operations.halls import HALL

pytestmark = pytest.mark.anyio

RULES = [
    {"type": "reject", "pattern": "^2/"},
    {"type": "reject", "pattern": "^1$"},
    {"type": "rewrite", "pattern": "^1/A/(\\d+)$", "replacement": "Section 2 Row B Seat \\1"},
    {"type": "drop", "words": ["vip"]},
    {"type": "map", "name": "Balcony", "section": "2"},
]
EXPECTED: dict[str, str | None] = {
    "2/A/3": "2/A/3",
    "1/A/4": "1/A/4",
    "1/A": "1/A",
    "1": "1",
    "VIP Section 1, Row C, Seat 5": "1/C/5",
    "Balcony Row B Seat 1": "2/B/1",
    "Stalls Row C": "1/C",
    "2/Z/1": None,
    "2/A/3 ": None,
    "1/A/04": "2/B/4",
    "Section 9": None,
}
ALIASES = [{"name": "Stalls", "section": "1"}]


async def test_every_operation_resolves_a_label_to_the_same_place(cast: Cast) -> None:
    await _publish(cast, [])
    found = {
        "resolve": await _by_resolve(cast),
        "preview": await _by_preview(cast),
        "dry run": await _by_dry_run(cast),
        "dry run of sent rules": await _by_dry_run(cast, rules={"seatKeys": {"rules": RULES}}),
        "events": await _by_events(cast),
    }
    assert found == dict.fromkeys(found, EXPECTED)
    assert await _by_sessions(cast) == {label: _seat_alone(key) for label, key in EXPECTED.items()}
    await _publish(cast, [{"label": label, "expect": key} for label, key in EXPECTED.items()])


async def test_an_example_that_contradicts_a_key_is_refused(cast: Cast) -> None:
    body = _record([{"label": "2/A/3", "expect": None}])
    response = await cast.owner.put(f"/manage/venues/{cast.hall}", body)
    assert response.status_code == 400
    [fault] = response.json()["errors"]
    assert fault["pointer"] == "/rules/seatKeys/examples/0"
    assert "resolves to '2/A/3'" in fault["detail"]


def _record(examples: list[dict[str, Any]]) -> dict[str, Any]:
    seat_keys = {"rules": RULES, "examples": examples}
    return HALL | {"rules": HALL["rules"] | {"seatKeys": seat_keys}, "aliases": ALIASES}


async def _publish(cast: Cast, examples: list[dict[str, Any]]) -> None:
    response = await cast.owner.put(f"/manage/venues/{cast.hall}", _record(examples))
    assert response.status_code == 200, response.text


async def _by_resolve(cast: Cast) -> dict[str, str | None]:
    response = await cast.owner.post("/seats/resolve", {"venue": cast.hall, "labels": list(EXPECTED)})
    return {each["label"]: _key(each) for each in response.json()["results"]}


async def _by_dry_run(cast: Cast, **more: Any) -> dict[str, str | None]:
    body = {"labels": list(EXPECTED)} | more
    response = await cast.owner.post(f"/manage/venues/{cast.hall}/seat-keys/test", body)
    return {each["label"]: _key(each) for each in response.json()["results"]}


async def _by_preview(cast: Cast) -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for label in EXPECTED:
        # In the bare hall: the only configuration, which is the default, closes a section.
        response = await cast.owner.get("/seats/preview", venue=cast.hall, seat=label, configuration="none")
        preview = response.json()
        is_matched = response.status_code == 200 and preview["resolution"]["status"] == "matched"
        found[label] = preview["seat"]["key"] if is_matched else None
    return found


async def _by_sessions(cast: Cast) -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for label in EXPECTED:
        response = await cast.owner.post("/sessions", {"venue": cast.hall, "seats": [label]})
        found[label] = response.json()["seats"][0] if response.status_code == 201 else None
    return found


async def _by_events(cast: Cast) -> dict[str, str | None]:
    ids = {label: uuid4().hex for label in EXPECTED}
    for label, event_id in ids.items():
        event = {"eventId": event_id, "kind": "seat_viewed", "venue": cast.hall, "seat": label}
        response = await cast.owner.post("/events", {"events": [event]})
        assert response.status_code == 202, response.text
    listed = (await cast.owner.get("/events", venue=cast.hall, limit=100)).json()["data"]
    keys = {event["eventId"]: event["seat"] for event in listed}
    return {label: keys.get(event_id) for label, event_id in ids.items()}


def _seat_alone(key: str | None) -> str | None:
    """Returns the key of a seat; None for sections and rows, which sessions refuse."""
    return key if key is not None and key.count("/") == 2 else None


def _key(result: dict[str, Any]) -> str | None:
    return result["seat"]["key"] if result["status"] == "matched" else None
