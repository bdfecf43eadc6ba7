"""Attacks and races on drafts that were thought of after they were built."""

import asyncio
import copy
from typing import Any

import pytest

from cast import Cast, bearer
from seatpreview.venues.draft_venue import DRAFTS
from seats.halls import HALL, put_hall_record

pytestmark = pytest.mark.anyio


def path_of(cast: Cast) -> str:
    return f"/manage/venues/{cast.hall}/draft"


async def put_draft(cast: Cast, **members: Any) -> dict[str, Any]:
    response = await cast.owner.put(path_of(cast), copy.deepcopy(HALL) | members, ("if-match", "*"))
    assert response.status_code == 200, response.text
    draft: dict[str, Any] = response.json()
    return draft


async def test_an_alias_of_a_draft_names_nothing_and_is_kept_from_nobody(cast: Cast) -> None:
    """Attack: a draft takes the alias of another venue, or leads its buyers to the draft."""
    await put_hall_record(cast)
    await put_draft(cast, aliases=[{"name": "Yard Stage"}])
    for draft in ("true", "false"):
        named = await cast.owner.get("/seats/plan", venue="Yard Stage", draft=draft)
        assert named.json()["code"] == "not_found"
    yard = {"name": "Yard", "aliases": [{"name": "Yard Stage"}]}
    assert (await cast.owner.put(f"/manage/venues/{cast.yard}", yard)).status_code == 200
    assert (await cast.owner.get("/seats/plan", venue="Yard Stage")).json()["venueId"] == cast.yard


async def test_rules_that_cost_too_much_are_stored_and_never_run(cast: Cast) -> None:
    """Attack: a draft stalls the service by label rules that a publish would refuse."""
    heavy = {"type": "rewrite", "pattern": "(a{1,30}){1,30}b", "replacement": "x"}
    rules = HALL["rules"] | {"seatKeys": {"rules": [heavy] * 20}}
    draft = await put_draft(cast, rules=rules)
    assert draft["faults"]
    assert draft["leftOut"] == ["/rules/seatKeys"]
    labels = {"venue": cast.hall, "labels": ["a" * 500], "draft": True}
    assert (await cast.owner.post("/seats/resolve", labels)).status_code == 200


async def test_a_session_of_a_draft_may_do_no_more_than_one_of_a_buyer(cast: Cast) -> None:
    """Attack: whoever got the link reads the record, other venues, or makes a link that lasts for months."""
    await put_hall_record(cast)
    await put_draft(cast)
    session = await cast.session(draft=True)
    token = bearer(session["token"])
    image_link = {"venue": cast.hall, "seat": "E9/1/1"}
    for method, path, code, more in (
        ("GET", path_of(cast), "key_kind_not_allowed", {}),
        ("GET", f"/manage/venues/{cast.hall}", "key_kind_not_allowed", {}),
        ("POST", "/sessions", "key_kind_not_allowed", {"json": {"venue": cast.hall, "draft": True}}),
        ("POST", "/seats/preview/image-links", "key_kind_not_allowed", {"json": image_link}),
        ("GET", "/seats/plan", "venue_not_allowed", {"params": {"venue": cast.yard}}),
    ):
        answer = await cast.service.ask(method, path, (token,), **more)
        assert answer.json()["code"] == code, (path, answer.text)


async def test_a_draft_that_changes_and_ends_under_its_viewers_never_fails_inside(cast: Cast) -> None:
    """Race: requests of a session while the draft is saved, deleted and begun again."""
    await put_hall_record(cast)
    await put_draft(cast)
    session = await cast.session(draft=True)

    async def look(number: int) -> int:
        path, params = ("/seats/plan", {}) if number % 2 else ("/seats/preview", {"seat": "101/B/2"})
        status: int = (
            await cast.service.ask("GET", path, (bearer(session["token"]),), params=params)
        ).status_code
        return status

    async def change() -> list[int]:
        for number in range(4):
            await put_draft(cast, name=f"Draft {number}")
        await cast.owner.delete(path_of(cast))
        await put_draft(cast, name="Another")
        return []

    *statuses, _ = await asyncio.gather(*(look(number) for number in range(30)), change())
    assert set(statuses) <= {200, 401, 409}
    assert await look(0) == 401


async def test_the_drafts_in_memory_are_bounded_and_so_are_their_bytes(cast: Cast) -> None:
    """Attack: a designer saves and looks again and again, and old states fill the memory."""
    await put_hall_record(cast)
    caches = cast.service.internals.resources.caches
    for number in range(55):
        await put_draft(cast, name=f"Draft {number}")
        assert (await cast.owner.get("/seats", venue=cast.hall, draft="true", limit="1")).status_code == 200
    assert len(caches.of(DRAFTS)) <= 50
    assert caches.of(DRAFTS).bytes_used < 32_000_000


async def test_a_repeated_request_for_a_link_does_not_bring_back_a_draft_that_ended(cast: Cast) -> None:
    """Attack: an Idempotency-Key answers with the session of a draft that was deleted."""
    await put_hall_record(cast)
    await put_draft(cast)
    body, once = {"venue": cast.hall, "draft": True}, ("idempotency-key", "link-1")
    first = (await cast.owner.post("/sessions", body, once)).json()
    await cast.owner.delete(path_of(cast))
    again = await cast.owner.post("/sessions", body, once)
    assert again.json()["code"] == "not_found"
    ended = await cast.service.ask("GET", "/caller", (bearer(first["token"]),))
    assert ended.json()["code"] == "session_expired"


async def test_a_cursor_of_a_draft_opens_no_page_of_the_published_list(cast: Cast) -> None:
    """Attack: a position in the draft's list is used to page through another one."""
    await put_hall_record(cast)
    await put_draft(cast)
    first = (await cast.owner.get("/seats", venue=cast.hall, draft="true", limit="2")).json()
    query = {"venue": cast.hall, "limit": "2", "cursor": first["nextCursor"]}
    assert (await cast.owner.get("/seats", **query, draft="true")).status_code == 200
    assert (await cast.owner.get("/seats", **query)).status_code == 400
