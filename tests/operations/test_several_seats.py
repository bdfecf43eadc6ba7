"""Labels that name several seats of a row: what every operation answers to them."""

import json
from typing import Any

import pytest

from cast import Cast, bearer
from events.arena import Page, event, rejection_reasons
from seatpreview.decoding.body_scanner import TOKEN_CHARACTERS_MAX
from seats.halls import HALL, create_session_token, get_with_token, put_hall_record

pytestmark = pytest.mark.anyio

PAIR = "Terrace 101 row B seats 2-3"
FOUR = "Terrace 101 row C seats 1-4"


def seat(key: str) -> dict[str, str]:
    section, row, name = key.split("/")
    return {"key": key, "section": section, "row": row, "seat": name}


async def preview(cast: Cast, label: str, **more: Any) -> dict[str, Any]:
    response = await cast.owner.get("/seats/preview", venue=cast.hall, seat=label, **more)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


async def test_all_seats_are_listed_in_order_beside_the_first(cast: Cast) -> None:
    await put_hall_record(cast)
    body = {"venue": cast.hall, "labels": [PAIR, "Terrace 101 row B seat 2"]}
    several, one = (await cast.owner.post("/seats/resolve", body)).json()["results"]
    assert (several["status"], several["level"]) == ("matched", "seat")
    assert several["seat"] == seat("101/B/2")
    assert several["seats"] == [seat("101/B/2"), seat("101/B/3")]
    assert "seats" not in one
    assert "words" not in several


@pytest.mark.parametrize(
    "label",
    [
        "Terrace 101 row B seats 2,3",
        "Terrace 101 row B seats 2 & 3",
        "Terrace 101, Reihe B, Plätze 2 bis 3",
        "101 B 2-3",
        {"section": "Terrace 101", "row": "B", "seat": "2-3"},
    ],
)
async def test_several_seats_are_written_in_many_ways(cast: Cast, label: Any) -> None:
    await put_hall_record(cast)
    body = {"venue": cast.hall, "labels": [label]}
    [found] = (await cast.owner.post("/seats/resolve", body)).json()["results"]
    assert [each["key"] for each in found.get("seats", [])] == ["101/B/2", "101/B/3"]


async def test_a_key_that_looks_like_several_seats_is_one_place(cast: Cast) -> None:
    seats = [{"first": "2-3", "count": 1}, {"first": 2, "count": 2}]
    block = {"id": "1", "rows": ["A"], "seats": seats}
    await put_hall_record(cast, {"name": "Hall", "rules": {"layout": {"sections": [block]}}})
    found = await preview(cast, "1/A/2-3")
    assert (found["seat"]["key"], "seats" in found) == ("1/A/2-3", False)


async def test_the_view_is_from_the_middle_seat_and_says_so(cast: Cast) -> None:
    await put_hall_record(cast)
    found = await preview(cast, FOUR)
    assert found["seat"]["key"] == "101/C/1"
    assert found["seats"] == [seat(f"101/C/{number}") for number in (1, 2, 3, 4)]
    assert found["viewFrom"] == "101/C/2"
    middle = await preview(cast, "101/C/2")
    for member in ("imagery", "provenance", "orientation", "sightline", "neighbours"):
        assert found[member] == middle[member], member
    assert found["description"].startswith(
        "Terrace 101, Lower, row C, seats 1, 2, 3 and 4. The view is from seat 2. Centre: "
    )
    german = (await preview(cast, PAIR, locale="de"))["description"]
    assert german.startswith("Terrace 101, Lower, Reihe B, Plätze 2 und 3. Die Ansicht ist die von Platz 2. ")


async def test_the_preview_of_one_seat_mentions_no_others(cast: Cast) -> None:
    await put_hall_record(cast)
    one = await preview(cast, "101/C/2")
    assert one.keys().isdisjoint(("seats", "viewFrom"))
    assert "The view is from" not in one["description"]


async def test_a_session_holds_every_seat_of_its_labels_once(cast: Cast) -> None:
    await put_hall_record(cast)
    made = await cast.owner.post("/sessions", {"venue": cast.hall, "seats": [PAIR, "101/B/3", FOUR]})
    assert made.status_code == 201
    assert made.json()["seats"] == ["101/B/2", "101/B/3", "101/C/1", "101/C/2", "101/C/3", "101/C/4"]


async def test_a_session_must_be_for_all_seats_of_a_preview(cast: Cast) -> None:
    """Attack: a page asks for its own seat together with better ones, before and after others were shown
    that preview."""
    await put_hall_record(cast)
    own = await create_session_token(cast, seats=[PAIR])
    others = await create_session_token(cast, seats=["101/B/2", "101/B/4"])
    assert (await get_with_token(cast, own, "/seats/preview", seat=PAIR)).status_code == 200
    for _ in range(2):
        refused = await get_with_token(cast, others, "/seats/preview", seat=PAIR)
        assert (refused.status_code, refused.json()["code"]) == (403, "scope_insufficient")
        assert "all of these seats" in refused.json()["detail"]
        await preview(cast, PAIR)


async def test_a_session_is_for_fifty_seats_at_most(cast: Cast) -> None:
    await put_hall_record(cast, _record("1", "A"))
    body = {"venue": cast.hall, "seats": ["1/A/1", "1/A/2", "Block 1 row A seats 2-50"]}
    assert len((await cast.owner.post("/sessions", body)).json()["seats"]) == 50
    body["seats"] = ["Block 1 row A seats 1-30", "Block 1 row A seats 20-51"]
    refused = await cast.owner.post("/sessions", body)
    assert refused.status_code == 400
    detail = "name 51 seats in all, and a session is for at most 50"
    assert refused.json()["errors"] == [{"pointer": "/seats", "detail": detail}]


async def test_the_token_of_a_session_fits_into_a_beacon(cast: Cast) -> None:
    """A page that closes reports by a beacon, whose body holds the token."""
    section, row = "S" * 30, "R" * 38
    await put_hall_record(cast, _record(section, row))
    seats = [f"{section}/{row}/{number}" for number in range(1, 51)]
    refused = await cast.owner.post("/sessions", {"venue": cast.hall, "seats": seats})
    assert refused.status_code == 400
    [fault] = refused.json()["errors"]
    assert fault["pointer"] == "/seats"
    assert f"and it may have {TOKEN_CHARACTERS_MAX}" in fault["detail"]

    longest = await _longest_session(cast, seats)
    content = json.dumps({"token": longest["token"], "events": [event(seat=seats[0])]})
    headers = (("content-type", "text/plain"),)
    response = await cast.service.ask("POST", "/events", headers, content=content)
    assert (response.status_code, len(response.json()["accepted"])) == (202, 1)
    renewed = await cast.service.ask(
        "POST", f"/sessions/{longest['sessionId']}/renew", (bearer(longest["token"]),), json={}
    )
    assert len(renewed.json()["token"]) == len(longest["token"])


async def test_one_report_is_one_event_under_the_first_seat(cast: Cast) -> None:
    await put_hall_record(cast)
    made = await cast.session(seats=[PAIR])
    page = Page(cast.service, made)
    own, other = event("seat_viewed", seat=PAIR), event("seat_viewed", seat="Terrace 101 row B seats 2-4")
    answer = await page.report(own, other)
    assert answer["accepted"] == [own["eventId"]]
    assert rejection_reasons(answer) == {other["eventId"]: "The session is for other seats."}
    [listed] = (await cast.owner.get("/events", venue=cast.hall)).json()["data"]
    assert (listed["seat"], listed["section"]) == ("101/B/2", "101")
    [counted] = (await cast.owner.get("/events/report", groupBy="seat", venue=cast.hall)).json()["data"]
    assert (counted["key"], counted["total"]) == ("101/B/2", 1)


EXPECTATIONS: list[tuple[Any, bool]] = [
    (["101/B/2", "101/B/3"], True),
    (["101/B/3", "101/B/2"], False),
    (["101/B/2", "101/B/3", "101/B/4"], False),
    ("101/B/2", False),
    (None, False),
]


async def test_a_dry_run_shows_several_seats_and_compares_them_one_by_one(cast: Cast) -> None:
    await put_hall_record(cast)
    body = {
        "labels": [PAIR] * len(EXPECTATIONS) + ["Terrace 101 row B seat 2"] * 2,
        "expect": [expect for expect, _ in EXPECTATIONS] + ["101/B/2", ["101/B/2", "101/B/3"]],
    }
    run = (await cast.owner.post(f"/manage/venues/{cast.hall}/seat-keys/test", body)).json()
    expected = [*(is_expected for _, is_expected in EXPECTATIONS), True, False]
    assert [result["isExpected"] for result in run["results"]] == expected
    assert run["results"][0]["expect"] == ["101/B/2", "101/B/3"]
    assert run["results"][0]["seats"] == [seat("101/B/2"), seat("101/B/3")]
    assert "seats" not in run["results"][-1]
    assert (run["summary"]["asExpected"], run["summary"]["notAsExpected"]) == (2, 5)


async def test_a_rule_that_makes_two_seats_three_changes_the_answer(cast: Cast) -> None:
    await put_hall_record(cast)
    rewrite = {"type": "rewrite", "pattern": "2-3$", "replacement": "2-4"}
    body = {"labels": [PAIR, FOUR], "rules": {"seatKeys": {"rules": [rewrite]}}}
    run = (await cast.owner.post(f"/manage/venues/{cast.hall}/seat-keys/test", body)).json()
    assert run["difference"] == {"gained": [], "lost": [], "changed": [0]}


@pytest.mark.parametrize(("expect", "holds"), EXPECTATIONS)
async def test_an_example_lists_all_seats_that_its_label_names(cast: Cast, expect: Any, holds: bool) -> None:
    rules = HALL["rules"] | {"seatKeys": {"examples": [{"label": PAIR, "expect": expect}]}}
    path = f"/manage/venues/{cast.hall}"
    response = await cast.owner.put(path, HALL | {"rules": rules})
    if holds:
        stored = (await cast.owner.get(path)).json()["rules"]["seatKeys"]["examples"]
        assert (response.status_code, stored) == (200, [{"label": PAIR, "expect": expect}])
        return
    wanted = {"None": "to be declined", "101/B/2": "'101/B/2'"}.get(str(expect), str(expect)[1:-1])
    found = "fails: it resolves to '101/B/2', '101/B/3'; expected "
    assert response.status_code == 400
    assert [fault["detail"] for fault in response.json()["errors"]] == [found + wanted]


def _record(section: str, row: str) -> dict[str, Any]:
    """A venue with one row of sixty seats."""
    block = {"id": section, "name": f"Block {section}", "rows": [row], "seats": {"count": 60}}
    return {"name": "Hall", "rules": {"layout": {"sections": [block]}}}


async def _longest_session(cast: Cast, seats: list[str]) -> dict[str, Any]:
    """The session with as many of these seats as it may have."""
    for count in range(len(seats) - 1, 0, -1):
        response = await cast.owner.post("/sessions", {"venue": cast.hall, "seats": seats[:count]})
        if response.status_code == 201:
            made: dict[str, Any] = response.json()
            return made
    raise AssertionError("no session was made")
