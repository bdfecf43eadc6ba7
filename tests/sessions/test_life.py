"""The life cycle of a session: what it may do, and everything that ends it."""

import asyncio
from typing import Any

import httpx
import pytest

from cast import Cast, bearer, new_origin

pytestmark = pytest.mark.anyio

ENDED = (401, "session_expired")


async def use(cast: Cast, session: dict[str, Any], *headers: tuple[str, str]) -> httpx.Response:
    return await cast.who(bearer(session["token"]), *headers)


def status_and_code(response: httpx.Response) -> tuple[int, str | None]:
    return response.status_code, response.json()["code"] if response.status_code >= 400 else None


async def request_own_session(
    cast: Cast, method: str, session: dict[str, Any], path: str = "", **more: Any
) -> httpx.Response:
    """Sends a request to the session's own path, with its token."""
    where = f"/sessions/{session['sessionId']}{path}"
    return await cast.service.ask(method, where, (bearer(session["token"]),), **more)


async def test_the_token_of_a_session_says_who_asks(cast: Cast) -> None:
    session = await cast.session(locale="de", ttlSeconds=600)
    who = (await use(cast, session)).json()
    assert (who["kind"], who["keyId"], who["venues"]) == ("session", cast.owner.key_id, [cast.hall])
    assert who["session"] == {name: session[name] for name in who["session"]}
    assert who["session"]["sessionId"] == session["sessionId"]
    assert "token" not in who["session"]


async def test_the_token_of_a_session_reads_that_session_and_no_other(cast: Cast) -> None:
    session, other = await cast.session(), await cast.session()
    answer = await request_own_session(cast, "GET", session)
    assert answer.status_code == 200
    assert answer.json() == {name: session[name] for name in answer.json()}
    assert "token" not in answer.json()
    crossed = await request_own_session(cast, "GET", session | {"sessionId": other["sessionId"]})
    assert status_and_code(crossed) == (404, "not_found")


async def test_a_key_neither_reads_nor_renews_it(cast: Cast) -> None:
    session = await cast.session()
    for method, path in (("GET", ""), ("POST", "/renew")):
        refused = await request_own_session(cast, method, session | {"token": cast.owner.plaintext}, path)
        assert status_and_code(refused) == (403, "key_kind_not_allowed")


async def test_a_session_reaches_no_management(cast: Cast) -> None:
    session = await cast.session()
    refused = await cast.service.ask("GET", "/manage/keys", (bearer(session["token"]),))
    assert status_and_code(refused) == (403, "key_kind_not_allowed")


async def test_a_session_ends_at_its_time_to_the_microsecond(cast: Cast) -> None:
    clock = cast.service.clock
    clock.stop_at(clock.now() + 1_000_000)
    try:
        session = await cast.session(ttlSeconds=60)
        clock.advance(60 - 1e-6)
        assert status_and_code(await use(cast, session)) == (200, None)
        clock.advance(1e-6)
        assert status_and_code(await use(cast, session)) == ENDED
    finally:
        clock.go_on()


async def test_a_renewal_gives_a_token_that_lives_longer_and_leaves_the_old_one_its_time(cast: Cast) -> None:
    session = await cast.session(ttlSeconds=60)
    renewed = await request_own_session(cast, "POST", session, "/renew", json={"ttlSeconds": 600})
    assert renewed.status_code == 200
    fresh = renewed.json()
    assert fresh["sessionId"] == session["sessionId"]
    assert fresh["expiresAt"] > session["expiresAt"]
    cast.service.clock.advance(61)
    assert status_and_code(await use(cast, session)) == ENDED
    assert status_and_code(await use(cast, fresh)) == (200, None)


async def test_a_renewal_needs_no_body_and_never_shortens(cast: Cast) -> None:
    session = await cast.session(ttlSeconds=7200)
    assert (await request_own_session(cast, "POST", session, "/renew")).json()["expiresAt"] == session[
        "expiresAt"
    ]


async def test_however_often_it_is_renewed_it_lives_for_a_day_at_most(cast: Cast) -> None:
    session = await cast.session(ttlSeconds=86_400)
    for _ in range(3):
        cast.service.clock.advance(28_000)
        renewed = await request_own_session(cast, "POST", session, "/renew", json={"ttlSeconds": 86_400})
        assert renewed.json()["expiresAt"] == session["expiresAt"]
    cast.service.clock.advance(3000)
    assert status_and_code(await use(cast, session)) == ENDED


async def test_a_session_that_ends_itself_ends_with_all_of_its_tokens(cast: Cast) -> None:
    session = await cast.session()
    renewed = (await request_own_session(cast, "POST", session, "/renew", json={"ttlSeconds": 7200})).json()
    assert (await request_own_session(cast, "DELETE", session)).status_code == 204
    assert status_and_code(await use(cast, session)) == status_and_code(await use(cast, renewed)) == ENDED
    assert status_and_code(await request_own_session(cast, "DELETE", session)) == ENDED


async def test_another_session_of_the_same_key_lives_on(cast: Cast) -> None:
    session, other = await cast.session(), await cast.session()
    await use(cast, other)
    await request_own_session(cast, "DELETE", session)
    assert status_and_code(await use(cast, other)) == (200, None)


async def test_a_session_ends_with_its_key(cast: Cast) -> None:
    key = await cast.owner.make_key()
    session = await cast.session(key)
    assert status_and_code(await use(cast, session)) == (200, None)
    await cast.owner.delete(f"/manage/keys/{key['keyId']}")
    assert status_and_code(await use(cast, session)) == ENDED


async def test_a_session_ends_when_a_rotations_grace_has_passed(cast: Cast) -> None:
    key = await cast.owner.make_key()
    session = await cast.session(key, ttlSeconds=3600)
    await cast.owner.post(f"/manage/keys/{key['keyId']}/rotate", {"gracePeriodSeconds": 60})
    assert status_and_code(await use(cast, session)) == (200, None)
    cast.service.clock.advance(61)
    assert status_and_code(await use(cast, session)) == ENDED


async def test_a_session_ends_with_the_grant_and_a_new_grant_does_not_bring_it_back(cast: Cast) -> None:
    """Attack: a former grantee keeps its tokens until it is granted the venue once more."""
    key = cast.grantee.key | {"plaintext": cast.grantee.plaintext}
    session = await cast.session(key)
    grant = f"/manage/venues/{cast.hall}/grants/{cast.grantee.tenant_id}"
    # To grant what is granted already changes nothing.
    assert (await cast.owner.put(grant)).status_code == 204
    renewed = (await request_own_session(cast, "POST", session, "/renew", json={})).json()
    assert status_and_code(await use(cast, session)) == (200, None)
    await cast.owner.delete(grant)
    assert status_and_code(await use(cast, session)) == ENDED
    await cast.owner.put(grant)
    assert status_and_code(await use(cast, session)) == ENDED
    assert status_and_code(await use(cast, renewed)) == ENDED
    assert status_and_code(await use(cast, await cast.session(key))) == (200, None)


async def test_a_key_that_is_restricted_to_its_venue_makes_one_that_works(cast: Cast) -> None:
    key = await cast.owner.make_key(venues=[cast.hall])
    session = await cast.session(key)
    assert (await cast.who(bearer(session["token"]))).json()["venues"] == [cast.hall]


async def test_a_session_ends_when_its_key_loses_the_venue(cast: Cast) -> None:
    """A session cannot do more than its key can."""
    key = await cast.owner.make_key(venues=[cast.hall, cast.yard])
    session = await cast.session(key)
    await cast.owner.patch(f"/manage/keys/{key['keyId']}", {"venues": [cast.yard]})
    assert status_and_code(await use(cast, session)) == ENDED


async def test_a_page_loses_its_session_when_the_key_no_longer_allows_the_origin(cast: Cast) -> None:
    origin = new_origin()
    key = await cast.owner.make_key(allowedOrigins=[origin])
    session = await cast.session(key, origin=origin)
    assert status_and_code(await use(cast, session, ("origin", origin))) == (200, None)
    await cast.owner.patch(f"/manage/keys/{key['keyId']}", {"allowedOrigins": [new_origin()]})
    assert status_and_code(await use(cast, session, ("origin", origin))) == (403, "origin_not_allowed")


async def test_the_end_of_a_session_by_a_secret_key_is_in_the_audit_log(cast: Cast) -> None:
    session = await cast.session()
    assert (await cast.owner.delete(f"/sessions/{session['sessionId']}")).status_code == 204
    [entry] = (await cast.owner.get("/manage/audit", kind="session", id=session["sessionId"])).json()["data"]
    assert (entry["action"], entry["actor"]) == ("ended", cast.owner.key_id)


async def test_requests_that_race_its_end_are_refused_once_it_was_answered(cast: Cast) -> None:
    session = await cast.session()
    ended = asyncio.Event()

    async def keep_asking() -> list[tuple[int, str | None]]:
        after: list[tuple[int, str | None]] = []
        while len(after) < 5:
            was_over = ended.is_set()
            answer = status_and_code(await use(cast, session))
            if was_over:
                after.append(answer)
        return after

    asking = [asyncio.create_task(keep_asking()) for _ in range(4)]
    assert (await request_own_session(cast, "DELETE", session)).status_code == 204
    ended.set()
    assert {answer for task in asking for answer in await task} == {ENDED}


@pytest.mark.parametrize("token", ["st_", "st_x", "st_" + "A" * 200, "st_" + "=" * 40])
async def test_what_is_not_a_token_is_401(shared_cast: Cast, token: str) -> None:
    response = await shared_cast.who(bearer(token))
    assert status_and_code(response) == (401, "key_invalid")
