"""resolveSeats: the resolution of each label, in the order of the request, without guesses."""

import threading
from typing import Any

import pytest

from cast import Cast, bearer
from seatpreview.seats import operations
from seats.halls import create_session_token, put_hall_record

pytestmark = pytest.mark.anyio

LABELS: list[Any] = [
    "VIP Terrace 101, Row B, Seat 2",
    {"section": "Kop", "row": "A", "seat": "6"},
    "102/C",
    "Terrace 101 row Z",
    "Section 9",
    "nowhere",
]


async def resolve(cast: Cast, labels: list[Any], **more: Any) -> list[dict[str, Any]]:
    response = await cast.owner.post("/seats/resolve", {"venue": cast.hall, "labels": labels} | more)
    assert response.status_code == 200, response.text
    results: list[dict[str, Any]] = response.json()["results"]
    return results


async def test_each_label_is_answered_in_the_order_sent(cast: Cast) -> None:
    await put_hall_record(cast)
    results = await resolve(cast, LABELS)
    assert [result["label"] for result in results] == LABELS
    assert [(result["status"], result["level"]) for result in results] == [
        ("matched", "seat"),
        ("matched", "seat"),
        ("matched", "row"),
        ("section_only", "section"),
        ("ambiguous", None),
        ("unmatched", None),
    ]
    assert results[0]["seat"] == {"key": "101/B/2", "section": "101", "row": "B", "seat": "2"}
    assert results[1]["seat"]["key"] == "102/A/6"
    assert results[2]["seat"] == {"key": "102/C", "section": "102", "row": "C", "seat": None}
    assert [seat["key"] for seat in results[4]["alternatives"]] == ["E9", "W9"]
    assert all(result["trace"] for result in results)
    assert results[0].keys() == {
        "label",
        "status",
        "level",
        "seat",
        "confidence",
        "alternatives",
        "trace",
    }


async def test_many_labels_are_answered_as_few_are(cast: Cast) -> None:
    await put_hall_record(cast)
    few = await resolve(cast, LABELS)
    assert await resolve(cast, LABELS * 83) == few * 83


async def test_an_answer_below_the_least_confidence_is_an_alternative(cast: Cast) -> None:
    await put_hall_record(cast)
    labels = ["Terr 101, row B, seat 2", "101/B/2", "nowhere"]
    usual, exact, _ = await resolve(cast, labels)
    assert (exact["confidence"], usual["confidence"] < 1) == (1, True)
    strict = await resolve(cast, labels, minConfidence=1)
    assert [each["status"] for each in strict] == ["unmatched", "matched", "unmatched"]
    assert (strict[0]["seat"], strict[0]["level"]) == (None, None)
    assert strict[0]["alternatives"] == [usual["seat"]]
    reason = f"its confidence is {usual['confidence']}, and at least 1.0 is needed"
    assert strict[0]["trace"] == [*usual["trace"], reason]
    assert await resolve(cast, labels[:1], minConfidence=0) == [usual]


async def test_a_grantee_uses_its_own_names(cast: Cast) -> None:
    await put_hall_record(cast)
    aliases = {"aliases": [{"name": "Saal"}, {"name": "Ostkurve", "section": "101"}]}
    assert (await cast.grantee.put(f"/manage/venues/{cast.hall}/aliases", aliases)).status_code == 200
    response = await cast.grantee.post("/seats/resolve", {"venue": "Saal", "labels": ["Ostkurve A 1"]})
    assert response.json()["results"][0]["seat"]["key"] == "101/A/1"
    assert (await resolve(cast, ["Ostkurve A 1"]))[0]["status"] == "unmatched"


async def test_a_session_knows_its_venue(cast: Cast) -> None:
    await put_hall_record(cast)
    headers = (bearer(await create_session_token(cast)),)
    response = await cast.service.ask("POST", "/seats/resolve", headers, json={"labels": ["101/A/1"]})
    assert response.json()["results"][0]["status"] == "matched"


async def test_a_key_must_say_which_venue(cast: Cast) -> None:
    response = await cast.owner.post("/seats/resolve", {"labels": ["101"]})
    assert response.status_code == 400
    assert [fault["pointer"] for fault in response.json()["errors"]] == ["/venue"]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/labels"),
        ({"labels": []}, "/labels"),
        ({"labels": ["x"] * 501}, "/labels"),
        ({"labels": ["x" * 513]}, "/labels/0"),
        ({"labels": [{"row": 7}]}, "/labels/0/row"),
        ({"labels": ["x"], "colour": "red"}, "/colour"),
        ({"labels": ["x"], "minConfidence": 1.1}, "/minConfidence"),
        ({"labels": ["x"], "minConfidence": -0.1}, "/minConfidence"),
        ({"labels": ["x"], "minConfidence": "0.5"}, "/minConfidence"),
    ],
)
async def test_a_body_with_a_fault_is_told_where(
    body: dict[str, Any], pointer: str, shared_cast: Cast
) -> None:
    response = await shared_cast.owner.post("/seats/resolve", {"venue": shared_cast.hall} | body)
    assert response.status_code == 400
    assert [fault["pointer"] for fault in response.json()["errors"]] == [pointer]


async def test_a_strangers_venue_is_not_found(cast: Cast) -> None:
    response = await cast.stranger.post("/seats/resolve", {"venue": cast.hall, "labels": ["101"]})
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


async def test_a_venue_outside_of_the_keys_own_is_refused(cast: Cast) -> None:
    restricted = await cast.actor(tenantId=cast.owner.tenant_id, venues=[cast.yard])
    response = await restricted.post("/seats/resolve", {"venue": cast.hall, "labels": ["101"]})
    assert (response.status_code, response.json()["code"]) == (403, "venue_not_allowed")


async def test_labels_that_nobody_asked_for_before_are_resolved_off_the_event_loop(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack: labels that each take as long as a label may."""
    await put_hall_record(cast)
    threads: list[int] = []
    real = operations._resolved_label

    def noted(*arguments: Any) -> Any:
        threads.append(threading.get_ident())
        return real(*arguments)

    monkeypatch.setattr(operations, "_resolved_label", noted)
    await resolve(cast, [f"nowhere {number}" for number in range(3)])
    assert threading.get_ident() not in threads
    threads.clear()
    await resolve(cast, [f"nowhere {number}" for number in range(3)])
    assert set(threads) == {threading.get_ident()}, "they are remembered"
