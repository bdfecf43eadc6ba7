"""endSession with a secret key: a session that leaked costs no key."""

from typing import Any

import pytest

from cast import Actor, Cast, bearer
from seatpreview.sessions.tokens import encode_token
from seatpreview.values.caller import SessionClaims
from seatpreview.values.ids import KeyId, SessionId, TenantId, VenueId

pytestmark = [pytest.mark.anyio, pytest.mark.promise]


async def works(cast: Cast, session: dict[str, Any]) -> bool:
    answer = await cast.who(bearer(session["token"]))
    assert answer.status_code == 200 or answer.json()["code"] == "session_expired"
    return answer.status_code == 200


async def end(actor: Actor, session_id: str) -> tuple[int, str | None]:
    answer = await actor.delete(f"/sessions/{session_id}")
    return answer.status_code, answer.json()["code"] if answer.content else None


async def test_a_secret_key_ends_a_session_of_its_tenant_at_once_and_no_other(cast: Cast) -> None:
    session, other = await cast.session(), await cast.session()
    another_key = await cast.actor(tenantId=cast.owner.tenant_id)
    assert await works(cast, session)
    assert await end(another_key, session["sessionId"]) == (204, None)
    assert not await works(cast, session)
    assert await works(cast, other)
    assert (await cast.who(bearer(cast.owner.plaintext))).status_code == 200, "the key that made it goes on"


async def test_a_session_ends_with_all_of_its_tokens(cast: Cast) -> None:
    session = await cast.session(ttlSeconds=60)
    path = f"/sessions/{session['sessionId']}/renew"
    renewed = await cast.service.ask("POST", path, (bearer(session["token"]),), json={"ttlSeconds": 7200})
    assert await end(cast.owner, session["sessionId"]) == (204, None)
    assert not await works(cast, renewed.json())
    cast.service.clock.advance(3600)
    assert not await works(cast, renewed.json())


async def test_another_tenants_session_and_none_are_answered_alike(cast: Cast) -> None:
    """Attack: a tenant ends the sessions of another one's buyers, or finds out which there are."""
    session = await cast.session()
    foreign, missing = [
        await cast.stranger.delete(f"/sessions/{session_id}")
        for session_id in (session["sessionId"], "ses_" + "0" * 40)
    ]
    assert foreign.status_code == missing.status_code == 404
    assert {**foreign.json(), "instance": "", "requestId": ""} == (
        {**missing.json(), "instance": "", "requestId": ""}
    )
    assert await works(cast, session)


async def test_owner_and_grantee_each_end_their_own(cast: Cast) -> None:
    granted = await cast.session(cast.grantee.key | {"plaintext": cast.grantee.plaintext})
    assert await end(cast.owner, granted["sessionId"]) == (404, "not_found")
    assert await end(cast.grantee, granted["sessionId"]) == (204, None)


async def test_a_key_that_is_restricted_to_venues_ends_sessions_of_these(cast: Cast) -> None:
    here, there = await cast.session(), await cast.session(venue=cast.yard)
    restricted = await cast.actor(tenantId=cast.owner.tenant_id, venues=[cast.hall])
    assert await end(restricted, there["sessionId"]) == (403, "venue_not_allowed")
    assert await end(restricted, here["sessionId"]) == (204, None)
    assert await works(cast, there)


async def test_admin_scope_ends_any_and_its_own_sessions_are_the_owners(cast: Cast) -> None:
    session = await cast.session()
    made_by_admin = await cast.session({"plaintext": cast.service.admin_key})
    assert await end(cast.operator, session["sessionId"]) == (204, None)
    assert await end(cast.owner, made_by_admin["sessionId"]) == (204, None)


async def test_keys_that_pages_hold_end_none(cast: Cast) -> None:
    """Attack: a visitor of the shop's page ends the sessions of others, whose ids it saw."""
    session = await cast.session()
    keyless = await cast.keyless()
    origin = ("origin", keyless["allowedOrigins"][0])
    answer = await cast.service.ask("DELETE", f"/sessions/{session['sessionId']}", (origin,))
    assert (answer.status_code, answer.json()["code"]) == (403, "key_kind_not_allowed")
    assert await works(cast, session)


async def test_ending_twice_is_one_change(cast: Cast) -> None:
    session = await cast.session()
    for _ in range(2):
        assert await end(cast.owner, session["sessionId"]) == (204, None)
    changes = (await cast.owner.get("/manage/audit", kind="session")).json()["data"]
    assert [(change["id"], change["action"], change["actor"]) for change in changes] == [
        (session["sessionId"], "ended", cast.owner.key_id)
    ]


async def test_a_token_with_an_id_of_the_old_form_works_until_it_expires(cast: Cast) -> None:
    now = cast.service.clock.now()
    assert cast.owner.tenant_id is not None
    claims = SessionClaims(
        session_id=SessionId.new(),
        key_id=KeyId(cast.owner.key_id),
        tenant_id=TenantId(cast.owner.tenant_id),
        venue_id=VenueId(cast.hall),
        seats=(),
        configuration=None,
        locale=None,
        origin=None,
        created_at=now,
        expires_at=type(now)(now + 600_000_000),
    )
    token = encode_token(cast.service.internals.resources.signing, claims)
    assert await works(cast, {"token": token})
    assert await end(cast.owner, claims.session_id) == (404, "not_found")
    path = f"/sessions/{claims.session_id}"
    assert (await cast.service.ask("DELETE", path, (bearer(token),))).status_code == 204
    assert not await works(cast, {"token": token})
