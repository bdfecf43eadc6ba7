"""listSeats: the seats of a venue in the order of its layout, page by page."""

from typing import Any

import pytest

from cast import Cast, bearer
from seats.halls import HALL, arena, create_session_token, get_with_token, put_hall_record

pytestmark = pytest.mark.anyio

ALL = [
    *(f"{section}/{row}/{seat}" for section in (101, 102) for row in "ABCD" for seat in range(1, 7)),
    *("E9/1/1", "E9/1/2", "W9/1/1", "W9/1/2"),
]


def hall_with_properties() -> dict[str, Any]:
    """Returns a record with section 101, of which row B has properties, a category and refs, and a box."""
    rules = [
        {"rows": ["B"], "category": "gold"},
        {"at": {"B": [1]}, "has": ["wheelchair", "aisle"], "category": "gold"},
        {"at": {"B": [2]}, "has": ["companion"], "category": "gold"},
        {"at": {"B": [4]}, "has": ["restrictedView"], "viewNote": "A pillar.", "category": "gold"},
    ]
    stalls = {
        "id": "101",
        "rows": ["A", "B"],
        "seats": {"count": 4},
        "geometry": {"distanceM": 10},
        "properties": rules,
        "refs": {"B": ["u-1", "u-2", "", "u-4"]},
    }
    box = {"id": "102", "seats": {"count": 2}, "properties": [{"seats": [1], "has": ["wheelchair"]}]}
    layout = {
        "categories": [{"id": "gold", "name": "Gold", "colour": "#ffcc00"}],
        "sections": [stalls, box],
        "configurations": [{"id": "open"}, {"id": "closed", "closed": ["102"]}],
    }
    return {"name": "Hall", "rules": {"layout": layout}}


async def page(cast: Cast, **params: Any) -> tuple[list[str], str | None]:
    response = await cast.owner.get("/seats", **({"venue": cast.hall} | params))
    assert response.status_code == 200, response.text
    body = response.json()
    return [seat["key"] for seat in body["data"]], body["nextCursor"]


async def every_page(cast: Cast, **params: Any) -> list[str]:
    keys, cursor = await page(cast, **params)
    while cursor is not None:
        more, cursor = await page(cast, cursor=cursor, **params)
        keys += more
    return keys


async def test_seats_come_in_the_order_of_the_layout(cast: Cast) -> None:
    await put_hall_record(cast)
    response = await cast.owner.get("/seats", venue=cast.hall, limit=1)
    nothing: dict[str, Any] = {"properties": [], "category": None, "ref": None}
    assert response.json()["data"] == [
        {"key": "101/A/1", "section": "101", "row": "A", "seat": "1"} | nothing
    ]
    assert 'rel="next"' in response.headers["link"]
    assert await page(cast) == (ALL, None)


@pytest.mark.parametrize("limit", [7, 26, 52])
async def test_pages_hold_every_seat_once(limit: int, cast: Cast) -> None:
    await put_hall_record(cast)
    assert await every_page(cast, limit=limit) == ALL


async def test_seats_say_what_they_have(cast: Cast) -> None:
    await put_hall_record(cast, hall_with_properties())
    response = await cast.owner.get("/seats", venue=cast.hall, section="101", row="B")
    assert [
        (seat["seat"], seat["properties"], seat["category"], seat["ref"], seat.get("viewNote"))
        for seat in response.json()["data"]
    ] == [
        ("1", ["wheelchair", "aisle"], "gold", "u-1", None),
        ("2", ["companion"], "gold", "u-2", None),
        ("3", [], "gold", None, None),
        ("4", ["restrictedView"], "gold", "u-4", "A pillar."),
    ]


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"property": "wheelchair"}, ["101/B/1", "102//1"]),
        ({"property": "companion"}, ["101/B/2"]),
        ({"property": "limitedLegroom"}, []),
        ({"category": "gold"}, ["101/B/1", "101/B/2", "101/B/3", "101/B/4"]),
        ({"property": "wheelchair", "category": "gold"}, ["101/B/1"]),
        ({"property": "wheelchair", "section": "102"}, ["102//1"]),
        ({"property": "wheelchair", "configuration": "closed"}, ["101/B/1"]),
    ],
)
@pytest.mark.parametrize("limit", [1, 2, 100])
async def test_seats_are_selected_by_what_they_have(
    filters: dict[str, str], expected: list[str], limit: int, shared_cast: Cast
) -> None:
    await put_hall_record(shared_cast, hall_with_properties())
    assert await every_page(shared_cast, limit=limit, **filters) == expected


async def test_a_session_sees_those_of_its_own_seats_that_are_selected(cast: Cast) -> None:
    await put_hall_record(cast, hall_with_properties())
    token = await create_session_token(cast, seats=["101/B/1", "101/B/2"])
    response = await get_with_token(cast, token, "/seats", property="wheelchair")
    assert [seat["key"] for seat in response.json()["data"]] == ["101/B/1"]


async def test_a_section_or_a_row_can_be_asked_for_alone(cast: Cast) -> None:
    await put_hall_record(cast)
    assert await every_page(cast, section="102", limit=5) == ALL[24:48]
    assert await every_page(cast, section="102", row="D", limit=5) == ALL[42:48]


async def test_closed_sections_are_left_out(cast: Cast) -> None:
    await put_hall_record(cast)
    assert await every_page(cast, configuration="end", limit=50) == [*ALL[:48], *ALL[50:]]
    assert await page(cast, configuration="end", section="E9") == ([], None)


async def test_a_session_sees_its_own_seats_and_configuration(cast: Cast) -> None:
    await put_hall_record(cast)
    some = await create_session_token(cast, seats=["102/A/2", "101/D/6", "W9/1/1"])
    response = await get_with_token(cast, some, "/seats", limit=2)
    assert [seat["key"] for seat in response.json()["data"]] == ["101/D/6", "102/A/2"]
    rest = await get_with_token(cast, some, "/seats", limit=2, cursor=response.json()["nextCursor"])
    assert [seat["key"] for seat in rest.json()["data"]] == ["W9/1/1"]
    concert = await create_session_token(cast, configuration="end")
    response = await get_with_token(cast, concert, "/seats", section="E9")
    assert response.json() == {"data": [], "nextCursor": None}


@pytest.mark.parametrize("params", [{"section": "999"}, {"section": "101", "row": "Z"}])
async def test_an_unknown_section_or_row_is_not_found(params: dict[str, str], cast: Cast) -> None:
    await put_hall_record(cast)
    response = await cast.owner.get("/seats", venue=cast.hall, **params)
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    ("params", "parameter"),
    [
        ({"limit": 0}, "limit"),
        ({"limit": 1001}, "limit"),
        ({"row": "A"}, "row"),
        ({"configuration": "hockey"}, "configuration"),
        ({"cursor": "AAAA"}, "cursor"),
        ({"colour": "red"}, "colour"),
        ({"property": "throne"}, "property"),
        ({"category": "gold"}, "category"),
    ],
)
async def test_a_query_with_a_fault_is_told_where(
    params: dict[str, Any], parameter: str, shared_cast: Cast
) -> None:
    await put_hall_record(shared_cast)
    response = await shared_cast.owner.get("/seats", venue=shared_cast.hall, **params)
    assert response.status_code == 400
    assert [fault["parameter"] for fault in response.json()["errors"]] == [parameter]


async def test_a_cursor_is_good_for_its_own_list_alone(cast: Cast) -> None:
    """Attack: changing a cursor, or using it for another list."""
    await put_hall_record(cast)
    _, cursor = await page(cast, limit=5)
    assert cursor is not None
    changed = ("A" if cursor[0] != "A" else "B") + cursor[1:]
    for params in ({"cursor": changed}, {"cursor": cursor, "section": "101"}):
        response = await cast.owner.get("/seats", venue=cast.hall, **params)
        assert response.status_code == 400
    response = await cast.grantee.get("/seats", venue=cast.hall, cursor=cursor)
    assert response.status_code == 400


async def test_a_cursor_whose_seat_is_gone_says_start_again(cast: Cast) -> None:
    await put_hall_record(cast)
    _, cursor = await page(cast, limit=5)
    layout = HALL["rules"]["layout"]
    await put_hall_record(
        cast, imagerySets=[], aliases=[], rules={"layout": layout | {"sections": layout["sections"][1:]}}
    )
    response = await cast.owner.get("/seats", venue=cast.hall, limit=5, cursor=cursor)
    assert response.status_code == 400
    assert "Leave the cursor out to start again" in response.json()["detail"]


async def test_a_browser_may_keep_a_page(cast: Cast) -> None:
    await put_hall_record(cast)
    first = await cast.owner.get("/seats", venue=cast.hall)
    assert first.headers["cache-control"] == "private, no-cache"
    headers = (bearer(cast.owner.plaintext), ("if-none-match", first.headers["etag"]))
    again = await cast.service.ask("GET", "/seats", headers, params={"venue": cast.hall})
    assert (again.status_code, again.content) == (304, b"")


async def test_the_arena_is_listed_whole(cast: Cast) -> None:
    await put_hall_record(cast, arena())
    keys = await every_page(cast, limit=1000)
    assert len(keys) == len(set(keys)) == 20_460
    assert (keys[0], keys[-1]) == ("101/A/1", "F6/R15/14")
