"""findBestSeats: groups of free seats side by side, the best first."""

from typing import Any

import httpx
import pytest

from cast import Cast, bearer
from processes import functions
from seatpreview.seats import best_seats_operation
from seats.halls import HALL, create_session_token, put_hall_record

pytestmark = pytest.mark.anyio


async def ask(cast: Cast, **body: Any) -> httpx.Response:
    return await cast.owner.post("/seats/best", {"venue": cast.hall, "count": 2} | body)


async def groups(cast: Cast, **body: Any) -> list[list[str]]:
    response = await ask(cast, **body)
    assert response.status_code == 200, response.text
    return [group["seats"] for group in response.json()["data"]]


async def faults(cast: Cast, **body: Any) -> list[str]:
    response = await ask(cast, **body)
    assert (response.status_code, response.json()["code"]) == (400, "validation_failed")
    return [fault["pointer"] for fault in response.json()["errors"]]


async def test_the_best_groups_come_with_score_and_reasons(cast: Cast) -> None:
    await put_hall_record(cast)
    body = (await ask(cast, limit=1)).json()
    assert body == {
        "data": [
            {
                "seats": ["101/A/3", "101/A/4"],
                "score": body["data"][0]["score"],
                "reasons": {
                    "distanceM": 10.0,
                    "sideAngleDeg": None,
                    "cValueMm": None,
                    "visibleShare": None,
                    "obstructions": [],
                    "isRestricted": False,
                    "hasPeopleBeside": False,
                    "leavesSingle": False,
                },
            }
        ],
        "isComplete": True,
        "incompleteReason": None,
        "lookedAt": {"groups": 42, "views": 1},
        "unresolved": [],
    }
    assert 0.5 < body["data"][0]["score"] <= 1


async def test_free_seats_are_named_by_keys_refs_and_labels(cast: Cast) -> None:
    section = HALL["rules"]["layout"]["sections"][1] | {"refs": {"1": ["u-1", "u-2"]}}
    record = {"name": "Hall", "rules": {"layout": {"sections": [section]}}}
    await put_hall_record(cast, record)
    for among in (["E9/1/1", "E9/1/2"], ["ref:u-1", "East 9 row 1 seat 2"], ["E9 row 1 seats 1-2"]):
        assert await groups(cast, among=among) == [["E9/1/1", "E9/1/2"]]
    wrong = ["E9/1/9", "ref:u-9", "East 9", "Nowhere"]
    body = (await ask(cast, among=["E9/1/1", *wrong])).json()
    assert (body["data"], sorted(body["unresolved"])) == ([], sorted(wrong))
    assert await groups(cast, among=[]) == []


async def test_sections_and_closed_ones_are_heeded(cast: Cast) -> None:
    await put_hall_record(cast)
    assert {key.split("/")[0] for group in await groups(cast, sections=["102"]) for key in group} == {"102"}
    assert await groups(cast, sections=["E9"]) == [["E9/1/1", "E9/1/2"]]
    assert await groups(cast, sections=["E9"], configuration="end") == []


async def test_the_rules_of_a_shop_say_which_groups_may_be_chosen(cast: Cast) -> None:
    layout = HALL["rules"]["layout"]
    section = layout["sections"][1] | {
        "rows": ["1", "2"],
        "seats": {"count": 5},
        "properties": [{"at": {"1": [1]}, "has": ["wheelchair"]}, {"at": {"1": [2]}, "has": ["companion"]}],
    }
    await put_hall_record(cast, {"name": "Hall", "rules": {"layout": layout | {"sections": [section]}}})
    first = [f"E9/1/{seat}" for seat in (1, 2, 3)]
    kept: dict[str, Any] = {"wheelchairOnRequest": True, "companionWithWheelchair": True}
    assert await groups(cast, among=first, rules={"companionWithWheelchair": True}) == [first[:2]]
    assert await groups(cast, among=first, rules=kept) == []
    assert await groups(cast, count=1, among=first, rules=kept) == [first[2:]]
    one = {"count": 1, "among": first, "properties": ["wheelchair"]}
    assert await groups(cast, **one, rules=kept) == [first[:1]]
    # Where every group leaves a single seat, they are found nevertheless.
    second = [f"E9/2/{seat}" for seat in (1, 2, 3)]
    single = {"noSingleSeat": True}
    assert len(await groups(cast, among=second, rules=single)) == 1
    beside = [f"E9/1/{seat}" for seat in (4, 5)]
    assert await groups(cast, among=[*second, *beside], rules=single) == [beside]


async def test_a_session_for_some_seats_finds_only_those(cast: Cast) -> None:
    """Attack: a buyer's page asks for the seats of others."""
    await put_hall_record(cast)
    token = await create_session_token(cast, seats=["101/B/1", "101/B/2", "101/B/4"])
    for more in ({}, {"among": ["101/B/1", "101/B/2", "101/B/3", "101/B/4", "101/A/1", "101/A/2"]}):
        response = await cast.service.ask("POST", "/seats/best", (bearer(token),), json={"count": 2, **more})
        assert [group["seats"] for group in response.json()["data"]] == [["101/B/1", "101/B/2"]]


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({"count": 0}, ["/count"]),
        ({"count": 21}, ["/count"]),
        ({"limit": 21}, ["/limit"]),
        ({"sections": ["101", "999"]}, ["/sections/1"]),
        ({"category": "gold", "configuration": "hockey"}, ["/configuration", "/category"]),
        ({"properties": ["throne"]}, ["/properties/0"]),
        ({"rules": {"noSingleSeat": 1}}, ["/rules/noSingleSeat"]),
        ({"rules": {"atMost": 4}}, ["/rules/atMost"]),
        ({"weights": {"distance": -1}}, ["/weights/distance"]),
        ({"weights": {"distance": 0, "angle": 0, "cValue": 0, "obstruction": 0}}, ["/weights/distance"]),
        ({"among": [f"some label {n}" for n in range(501)]}, ["/among"]),
        ({"among": ["101/A/1"] * 20_001}, ["/among"]),
    ],
)
async def test_a_body_with_a_fault_is_told_where(
    body: dict[str, Any], pointers: list[str], shared_cast: Cast
) -> None:
    await put_hall_record(shared_cast)
    assert await faults(shared_cast, **body) == pointers


async def test_twenty_thousand_keys_are_taken(cast: Cast) -> None:
    await put_hall_record(cast)
    assert len(await groups(cast, among=["101/A/1", "101/A/2"] * 10_000)) == 1


async def test_more_seats_than_one_request_may_cost_are_refused(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack: searching all seats of the largest venue again and again."""
    await put_hall_record(cast)
    monkeypatch.setattr(best_seats_operation, "SEARCHED_SEATS_MAX", 30)
    assert await faults(cast) == ["/sections"]
    assert len(await groups(cast, sections=["101"])) == 5
    assert await groups(cast, among=["101/A/1", "101/A/2"]) == [["101/A/1", "101/A/2"]]


async def test_without_a_venue_or_a_session_the_venue_is_asked_for(cast: Cast) -> None:
    response = await cast.owner.post("/seats/best", {"count": 1})
    assert [fault["pointer"] for fault in response.json()["errors"]] == ["/venue"]


async def test_the_same_search_comes_from_memory_until_the_layout_changes(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack: one costly search, sent again and again."""
    await put_hall_record(cast)
    first = (await ask(cast)).json()
    token = await create_session_token(cast)
    monkeypatch.setattr(best_seats_operation, "search_best_seats", functions.fail)
    assert (await ask(cast)).json() == first
    of_buyer = await cast.service.ask("POST", "/seats/best", (bearer(token),), json={"count": 2})
    assert of_buyer.json() == first
    assert (await ask(cast, limit=2)).status_code == 500, "another search is not that one"
    monkeypatch.undo()
    section = HALL["rules"]["layout"]["sections"][1]
    await put_hall_record(cast, {"name": "Hall", "rules": {"layout": {"sections": [section]}}})
    assert (await ask(cast)).json() != first
