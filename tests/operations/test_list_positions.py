"""listPositions: where seats are, page by page."""

from typing import Any

import pytest

from cast import Cast
from layouts.written import compiled
from seats.halls import HALL, create_session_token, get_with_token, put_hall_record

pytestmark = pytest.mark.anyio

LAYOUT = compiled(*HALL["rules"]["layout"]["sections"], focus=HALL["rules"]["layout"]["focus"])
PLACED = [str(key) for key in LAYOUT.seats() if key.section in ("101", "102")]


async def page(cast: Cast, **params: Any) -> dict[str, Any]:
    response = await cast.owner.get("/seats/positions", **({"venue": cast.hall} | params))
    assert response.status_code == 200, response.text
    body: dict[str, Any] = response.json()
    return body


async def test_each_seat_has_its_place_to_the_millimetre(cast: Cast) -> None:
    await put_hall_record(cast)
    for position in (await page(cast))["data"]:
        place = LAYOUT.place_of(*position["key"].split("/"))
        assert place is not None
        assert (position["x"], position["y"], position["z"]) == pytest.approx(place.point, abs=0.0005)
        assert position["facingDeg"] == pytest.approx(place.facing_deg % 360, abs=0.05)


@pytest.mark.parametrize("limit", [7, 24, 1000])
async def test_pages_hold_every_placed_seat_once_and_count_the_others(limit: int, cast: Cast) -> None:
    await put_hall_record(cast)
    keys, cursor = [], None
    while True:
        body = await page(cast, limit=limit, **({} if cursor is None else {"cursor": cursor}))
        keys += [position["key"] for position in body["data"]]
        assert body["withoutPosition"] == 4
        cursor = body["nextCursor"]
        if cursor is None:
            break
    assert keys == PLACED


@pytest.mark.parametrize(
    ("params", "count", "without"),
    [
        ({"section": "101"}, 24, 0),
        ({"section": "101", "row": "B"}, 6, 0),
        ({"section": "E9"}, 0, 2),
        ({"section": "E9", "row": "1"}, 0, 2),
        ({"configuration": "end"}, 48, 2),
        ({"section": "E9", "configuration": "end"}, 0, 0),
    ],
)
async def test_a_part_of_the_venue_can_be_asked_for(
    params: dict[str, str], count: int, without: int, shared_cast: Cast
) -> None:
    await put_hall_record(shared_cast)
    body = await page(shared_cast, **params)
    assert (len(body["data"]), body["withoutPosition"], body["nextCursor"]) == (count, without, None)


async def test_a_session_sees_the_positions_of_its_own_seats(cast: Cast) -> None:
    await put_hall_record(cast)
    token = await create_session_token(cast, seats=["101/A/2", "W9/1/1"])
    body = (await get_with_token(cast, token, "/seats/positions")).json()
    assert [position["key"] for position in body["data"]] == ["101/A/2"]
    assert body["withoutPosition"] == 1


async def test_a_cursor_of_the_seats_is_none_of_the_positions(cast: Cast) -> None:
    """Attack: using a cursor for another list."""
    await put_hall_record(cast)
    seats = await cast.owner.get("/seats", venue=cast.hall, limit=5)
    params = {"venue": cast.hall, "limit": 5, "cursor": seats.json()["nextCursor"]}
    assert (await cast.owner.get("/seats/positions", **params)).status_code == 400
    positions = await cast.owner.get("/seats/positions", venue=cast.hall, limit=5)
    assert "x" in positions.json()["data"][0], "not the page of seats that is kept"
