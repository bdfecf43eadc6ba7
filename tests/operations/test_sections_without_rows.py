"""Seats of a section without rows, in all operations: the key is 'section//seat', and the row is null."""

from typing import Any

import pytest

from cast import Cast
from events.arena import accepted, event, report
from imagery.sample_pictures import decode
from seats.halls import PICTURES, create_session_token, get_with_token, put_hall_record

pytestmark = pytest.mark.anyio

PLACED = {"distanceM": 9, "elevationM": 2, "spacingM": 0.7}
RECORD: dict[str, Any] = {
    "name": "Hall",
    "rules": {
        "layout": {
            "focus": {"name": "Stage"},
            "sections": [
                {
                    "id": "A",
                    "name": "Box A",
                    "kind": "suite",
                    "level": "Boxes",
                    "seats": {"count": 6},
                    "geometry": PLACED,
                },
                {"id": "B", "name": "Box B", "kind": "suite", "rows": ["1"], "seats": {"count": 2}},
                {"id": "S", "name": "Stalls", "rows": ["A", "B"], "seats": {"count": 2}},
                {"id": "GA", "name": "Floor", "kind": "standing", "capacity": 300},
            ],
        },
        "seatKeys": {"examples": [{"label": "Box A, seat 3", "expect": "A//3"}]},
    },
}
SEAT_3 = {"key": "A//3", "section": "A", "row": None, "seat": "3"}
HAS_NOTHING: dict[str, Any] = {"properties": [], "category": None, "ref": None}


async def preview(cast: Cast, seat: str, **more: Any) -> dict[str, Any]:
    response = await cast.owner.get("/seats/preview", venue=cast.hall, seat=seat, **more)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


async def test_seats_are_listed_page_by_page(cast: Cast) -> None:
    await put_hall_record(cast, RECORD)
    first = (await cast.owner.get("/seats", venue=cast.hall, limit=3)).json()
    assert first["data"][2] == SEAT_3 | HAS_NOTHING
    second = (await cast.owner.get("/seats", venue=cast.hall, limit=5, cursor=first["nextCursor"])).json()
    assert [seat["key"] for seat in second["data"]] == ["A//4", "A//5", "A//6", "B/1/1", "B/1/2"]


async def test_the_section_alone_asks_for_them_since_no_row_has_a_name(cast: Cast) -> None:
    await put_hall_record(cast, RECORD)
    alone = (await cast.owner.get("/seats", venue=cast.hall, section="A")).json()
    assert [seat["seat"] for seat in alone["data"]] == ["1", "2", "3", "4", "5", "6"]
    assert (await cast.owner.get("/seats", venue=cast.hall, section="A", row="1")).status_code == 404


async def test_the_plan_has_one_row_without_an_id(cast: Cast) -> None:
    await put_hall_record(cast, RECORD)
    plan = (await cast.owner.get("/seats/plan", venue=cast.hall)).json()
    assert plan["sections"][0]["rows"] == [{"id": None, "seating": 0}]
    assert plan["seatings"][0] == ["1", "2", "3", "4", "5", "6"]
    assert plan["sections"][3]["rows"] == []


async def test_labels_and_keys_resolve_to_the_seat(cast: Cast) -> None:
    await put_hall_record(cast, RECORD)
    labels = ["Box A seat 3", "A//3", {"section": "Box A", "seat": "3"}, "Box B seat 2", "Box B row 9 seat 2"]
    answer = await cast.owner.post("/seats/resolve", {"venue": cast.hall, "labels": labels})
    results = answer.json()["results"]
    assert [result["seat"] for result in results[:3]] == [SEAT_3] * 3
    assert [result["level"] for result in results] == ["seat", "seat", "seat", "seat", "section"]
    assert results[3]["seat"] == {"key": "B/1/2", "section": "B", "row": "1", "seat": "2"}
    assert results[4]["status"] == "section_only"


async def test_a_preview_names_the_seat_and_no_row(cast: Cast) -> None:
    await put_hall_record(cast, RECORD)
    found = await preview(cast, "Box A seat 3")
    names = {"level": "seat", "sectionName": "Box A", "levelName": "Boxes"}
    assert found["seat"] == SEAT_3 | names | HAS_NOTHING
    assert found["neighbours"] == {"left": "A//2", "right": "A//4", "inFront": None, "behind": None}
    assert found["sightline"]["cValueMm"] is None
    assert found["sightline"]["distanceM"] is not None
    assert found["description"].startswith("Box A, Boxes, seat 3. Stage: 9.6 metres away")
    german = await preview(cast, "A//3", locale="de")
    assert german["description"].startswith("Box A, Boxes, Platz 3. Bühne: 9,6 Meter entfernt")


async def test_a_preview_of_several_seats_or_of_the_section_is_from_one_of_them(cast: Cast) -> None:
    await put_hall_record(cast, RECORD)
    several = await preview(cast, "Box A seats 3-5")
    assert ([seat["key"] for seat in several["seats"]], several["viewFrom"]) == (
        ["A//3", "A//4", "A//5"],
        "A//4",
    )
    assert several["description"].startswith("Box A, Boxes, seats 3, 4 and 5. The view is from seat 4. ")
    whole = await preview(cast, "A")
    assert (whole["seat"]["level"], whole["viewFrom"]) == ("section", "A//3")
    assert whole["description"].startswith("Box A, Boxes. The view is from seat 3. ")


async def test_a_seat_has_an_image_of_its_own_or_the_nearest_of_its_section(cast: Cast) -> None:
    covers = {"section": "A", "seats": ["2"]}
    images = [{"url": f"{PICTURES}/a-2.jpg", "covers": covers}]
    await put_hall_record(cast, RECORD, imagerySets=[{"id": "day", "kind": "photo", "images": images}])
    own, near = await preview(cast, "A//2"), await preview(cast, "A//4")
    assert own["provenance"]["match"] == "seat"
    assert near["provenance"] == {
        "source": "photo",
        "match": "section",
        "borrowedFrom": "A//2",
        "distanceM": 1.4,
        "camera": {
            "key": "A//2",
            "sectionName": "Box A",
            "isHere": False,
            "isExact": True,
            "distanceM": 1.4,
        },
        "assumed": [],
    }
    assert near["description"].endswith("The picture is a photo from seat 2, 1.4 metres away.")


@pytest.mark.parametrize(
    ("covers", "pointer", "detail"),
    [
        ({"section": "A", "seats": ["9"]}, "/seats/0", "is not a seat of section 'A'"),
        ({"section": "S", "seats": ["1"]}, "/seats", "need exactly one row of section 'S'"),
        ({"section": "GA", "seats": ["1"]}, "/seats", "need exactly one row of section 'GA'"),
        (
            {"section": "S", "rows": ["A", "B"], "seats": ["1"]},
            "/seats",
            "need exactly one row that they are in",
        ),
        ({"seats": ["1"]}, "/seats", "need the section that they are in"),
        ({"section": "A", "rows": ["1"], "seats": ["1"]}, "/rows/0", "is not a row of section 'A'"),
    ],
)
async def test_an_image_of_seats_that_are_not_there_is_refused(
    covers: dict[str, Any], pointer: str, detail: str, cast: Cast
) -> None:
    images = [{"url": f"{PICTURES}/x.jpg", "covers": covers}]
    sets = [{"id": "day", "kind": "photo", "images": images}]
    answer = await cast.owner.put(f"/manage/venues/{cast.hall}", RECORD | {"imagerySets": sets})
    assert answer.status_code == 400
    [fault] = answer.json()["errors"]
    assert (fault["pointer"], fault["detail"]) == (f"/imagerySets/0/images/0/covers{pointer}", detail)


async def test_the_preview_as_one_picture_is_drawn(cast: Cast) -> None:
    await put_hall_record(cast, RECORD)
    answer = await cast.owner.get("/seats/preview/image", venue=cast.hall, seat="Box A seat 3")
    assert answer.status_code == 200, answer.text
    assert decode(answer.content).width > 0


async def test_a_session_may_be_for_such_seats_alone(cast: Cast) -> None:
    await put_hall_record(cast, RECORD)
    token = await create_session_token(cast, seats=["Box A seat 3", "B/1/2"])
    listed = (await get_with_token(cast, token, "/seats")).json()["data"]
    assert [seat["key"] for seat in listed] == ["A//3", "B/1/2"]
    assert (await get_with_token(cast, token, "/seats/preview", seat="A//3")).status_code == 200
    assert (await get_with_token(cast, token, "/seats/preview", seat="A//4")).status_code == 403


async def test_events_are_stored_and_counted_by_the_key(cast: Cast) -> None:
    await put_hall_record(cast, RECORD)
    sent = [
        event("seat_viewed", seat="Box A seat 3", venue=cast.hall),
        event("seat_viewed", seat="A//3", venue=cast.hall),
    ]
    assert await report(cast.owner, *sent) == accepted(*sent)
    assert {(kept["section"], kept["seat"]) for kept in await cast.owner.list_all("/events")} == {
        ("A", "A//3")
    }
    [row] = await cast.owner.list_all("/events/report", groupBy="seat")
    assert (row["key"], row["total"]) == ("A//3", 2)


async def test_a_dry_run_expects_the_key(cast: Cast) -> None:
    await put_hall_record(cast, RECORD)
    body = {"labels": ["Box A seat 3", "Box A seat 9"], "expect": ["A//3", None]}
    run = (await cast.owner.post(f"/manage/venues/{cast.hall}/seat-keys/test", body)).json()
    assert (run["summary"]["asExpected"], run["summary"]["notAsExpected"]) == (2, 0)
