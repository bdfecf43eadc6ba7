"""previewSeat with `withNeighbours` and `withSession`: what spares a page further requests."""

import json
from typing import Any

import httpx
import pytest

from cast import Cast, bearer
from charged_limits import record_charges
from seats.halls import arena, create_session_token, get_with_token, put_hall_record

pytestmark = pytest.mark.anyio

NEITHER = {"withNeighbours": "false", "withSession": "false"}
BOTH = {"withNeighbours": "true", "withSession": "true"}


async def ask(cast: Cast, seat: str, **more: str) -> httpx.Response:
    response = await cast.owner.get("/seats/preview", venue=cast.hall, seat=seat, **more)
    assert response.status_code == 200, response.text
    return response


def apart(response: httpx.Response) -> tuple[dict[str, Any], dict[str, Any]]:
    """The preview, and what was added to it."""
    answer = response.json()
    return answer, {name: answer.pop(name) for name in ("session", "neighbourPreviews") if name in answer}


async def test_the_neighbours_come_as_each_of_them_would_alone(cast: Cast) -> None:
    await put_hall_record(cast)
    for more in ({}, {"locale": "de"}, {"configuration": "end"}, {"minConfidence": "0.3"}):
        alone = await ask(cast, "101/B/2", **more)
        keys = alone.json()["neighbours"].values()
        near = [(await ask(cast, key, **more)).content for key in keys]
        whole = await ask(cast, "101/B/2", withNeighbours="true", **more)
        assert len(near) == 4
        assert whole.content == alone.content[:-1] + b',"neighbourPreviews":[' + b",".join(near) + b"]}"


async def test_every_seat_of_a_hall_has_its_neighbours(cast: Cast) -> None:
    await put_hall_record(cast)
    seats = (await cast.owner.get("/seats", venue=cast.hall, limit=1000)).json()["data"]
    for seat in seats:
        preview, added = apart(await ask(cast, seat["key"], withNeighbours="true"))
        keys = [key for key in preview["neighbours"].values() if key is not None]
        assert [near["seat"]["key"] for near in added["neighbourPreviews"]] == keys


async def test_a_place_that_is_not_one_seat_has_the_neighbours_of_the_seat_that_it_is_seen_from(
    cast: Cast,
) -> None:
    await put_hall_record(cast, arena())
    several = (await ask(cast, "101/B/2-4", withNeighbours="true")).json()
    assert [near["seat"]["key"] for near in several["neighbourPreviews"]] == [
        key for key in several["neighbours"].values() if key
    ]
    assert len(several["neighbourPreviews"]) >= 2
    assert (await ask(cast, "GA", withNeighbours="true")).json()["neighbourPreviews"] == []


async def test_the_session_is_the_one_that_the_caller_reads(cast: Cast) -> None:
    await put_hall_record(cast)
    token = await create_session_token(cast, locale="de", cta={"url": "https://shop.example/{seat}"})
    caller = (await get_with_token(cast, token, "/caller")).json()
    alone = await get_with_token(cast, token, "/seats/preview", seat="101/B/2")
    preview, added = apart(
        await get_with_token(cast, token, "/seats/preview", seat="101/B/2", withSession="true")
    )
    assert preview == alone.json()
    assert added == {"session": caller["session"]}
    assert (await ask(cast, "101/B/2", withSession="true")).json()["session"] is None


async def test_a_session_for_some_seats_gets_no_neighbour_beside_them(cast: Cast) -> None:
    """Attack: reading the view from a better seat as a neighbour of the buyer's own."""
    await put_hall_record(cast)
    token = await create_session_token(cast, seats=["101/B/2", "101/B/3"])
    await ask(cast, "101/B/2", **BOTH)
    response = await get_with_token(cast, token, "/seats/preview", seat="101/B/2", **BOTH)
    preview, added = apart(response)
    assert preview["neighbours"] == {"left": None, "right": "101/B/3", "inFront": None, "behind": None}
    beside = await get_with_token(cast, token, "/seats/preview", seat="101/B/3")
    assert added["neighbourPreviews"] == [beside.json()]
    other = await get_with_token(cast, token, "/seats/preview", seat="101/B/4", **BOTH)
    assert (other.status_code, other.json()["code"]) == (403, "scope_insufficient")


async def test_a_session_of_another_venue_is_refused(cast: Cast) -> None:
    """Attack: reading the seats of a venue that the session was not made for."""
    await put_hall_record(cast)
    token = await create_session_token(cast)
    made = await cast.owner.post("/manage/venues", {"name": "Other", "timezone": "Europe/Berlin"})
    other = made.json()["venueId"]
    response = await get_with_token(cast, token, "/seats/preview", venue=other, seat="101/B/2", **BOTH)
    assert (response.status_code, response.json()["code"]) == (403, "venue_not_allowed")


@pytest.mark.parametrize("name", BOTH)
async def test_anything_but_true_and_false_is_refused(name: str, cast: Cast) -> None:
    for text in ("1", "yes", ""):
        response = await cast.owner.get("/seats/preview", venue=cast.hall, seat="101/B/2", **{name: text})
        problem = response.json()
        assert response.status_code == 400
        assert problem["errors"] == [{"parameter": name, "detail": "must be true or false"}]


async def test_all_of_it_is_charged_as_one_request(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    await put_hall_record(cast)
    token = await create_session_token(cast)
    charged = record_charges(monkeypatch)
    await get_with_token(cast, token, "/seats/preview", seat="101/B/2")
    response = await get_with_token(cast, token, "/seats/preview", seat="101/B/2", **BOTH)
    assert len(response.json()["neighbourPreviews"]) == 4
    alone, whole = charged
    assert whole == alone


async def test_the_answer_has_an_etag_of_its_own_and_only_the_caller_may_keep_it(cast: Cast) -> None:
    await put_hall_record(cast)
    token = await create_session_token(cast)
    first = await get_with_token(cast, token, "/seats/preview", seat="101/B/2", **BOTH)
    alone = await get_with_token(cast, token, "/seats/preview", seat="101/B/2")
    assert first.headers["cache-control"] == "private, no-cache"
    assert "Authorization" in first.headers["vary"]
    assert first.headers["etag"] != alone.headers["etag"]
    headers = (bearer(token), ("if-none-match", first.headers["etag"]))
    again = await cast.service.ask("GET", "/seats/preview", headers, params={"seat": "101/B/2"} | BOTH)
    assert again.status_code == 304
    # A session has claims of its own, so that another one never gets the same text.
    other = await get_with_token(
        cast, await create_session_token(cast), "/seats/preview", seat="101/B/2", **BOTH
    )
    assert other.headers["etag"] != first.headers["etag"]


@pytest.mark.parametrize("coding", ["br", "gzip"])
async def test_previews_that_come_together_are_compressed(coding: str, cast: Cast) -> None:
    """Five previews repeat most of each other, and take less than one of them then."""
    await put_hall_record(cast)
    params = {"venue": cast.hall, "seat": "101/B/2"} | BOTH
    owner = bearer(cast.owner.plaintext)
    plain, coded = [
        await cast.service.ask("GET", "/seats/preview", (owner, ("accept-encoding", each)), params=params)
        for each in ("identity", coding)
    ]
    alone = await cast.service.ask(
        "GET", "/seats/preview", (owner, ("accept-encoding", coding)), params={**params, **NEITHER}
    )
    assert coded.content == plain.content
    assert coded.headers["content-encoding"] == coding
    assert "content-encoding" not in plain.headers.keys() | alone.headers.keys()
    assert int(coded.headers["content-length"]) < len(alone.content) < len(plain.content)
    assert coded.headers["etag"] != plain.headers["etag"]
    assert "Accept-Encoding" in coded.headers["vary"]
    known = ("if-none-match", coded.headers["etag"])
    again = await cast.service.ask(
        "GET", "/seats/preview", (owner, ("accept-encoding", coding), known), params=params
    )
    assert (again.status_code, again.content) == (304, b"")


async def test_the_text_for_everybody_else_is_kept_without_additions(cast: Cast) -> None:
    """Attack: reading the session of somebody else out of a text that a worker keeps."""
    await put_hall_record(cast)
    token = await create_session_token(cast)
    before = await ask(cast, "101/B/2")
    await get_with_token(cast, token, "/seats/preview", seat="101/B/2", **BOTH)
    after = await ask(cast, "101/B/2")
    assert after.content == before.content
    assert json.loads(after.content).keys().isdisjoint(("session", "neighbourPreviews"))
