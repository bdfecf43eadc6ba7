"""The precedence of problems: a request with two problems gets the first. Each adjacent pair is tested."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from cast import Actor, Cast, bearer, new_origin

pytestmark = [pytest.mark.anyio, pytest.mark.any_engine]

TOO_LARGE = b'{"label": "' + b"x" * (1 << 20) + b'"}'
JSON = ("content-type", "application/json")
TEXT = ("content-type", "text/plain")
EVIL = ("origin", "https://evil.example")


@pytest.fixture
def cast(shared_cast: Cast) -> Cast:
    """Tests of this module change only keys and venues that they make themselves."""
    return shared_cast


async def test_401_comes_before_403_of_the_origin_and_of_the_kind(cast: Cast) -> None:
    revoked = await cast.owner.make_key(allowedOrigins=["https://shop.example"])
    await cast.owner.delete(f"/manage/keys/{revoked['keyId']}")
    assert await _code(cast, "GET", "/manage/keys", bearer(revoked["plaintext"]), EVIL) == (
        401,
        "key_revoked",
    )


async def test_403_of_the_origin_comes_before_403_of_the_kind(cast: Cast) -> None:
    keyless = await cast.keyless()
    answer = await _code(cast, "GET", "/manage/keys", ("x-key-id", keyless["keyId"]), EVIL)
    assert answer == (403, "origin_not_allowed")


async def test_403_of_the_kind_comes_before_403_of_the_scope(cast: Cast) -> None:
    keyless = await cast.keyless()
    answer = await _code(cast, "GET", "/manage/tenants", ("origin", keyless["allowedOrigins"][0]))
    assert answer == (403, "key_kind_not_allowed")


async def test_403_of_the_scope_comes_before_429(exhausted: Actor, cast: Cast) -> None:
    assert await _code(cast, "GET", "/manage/tenants", bearer(exhausted.plaintext)) == (
        403,
        "scope_insufficient",
    )


async def test_403_of_the_kind_comes_before_403_of_the_group(cast: Cast) -> None:
    keyless = await cast.keyless(groups=["seats"])
    answer = await _code(cast, "GET", "/manage/keys", ("origin", keyless["allowedOrigins"][0]))
    assert answer == (403, "key_kind_not_allowed")


async def test_403_of_the_group_comes_before_429_and_is_not_charged(cast: Cast) -> None:
    limit = {"requests": 2, "windowSeconds": 86_400}
    shop = await cast.actor(tenantId=cast.owner.tenant_id, rateLimit=limit, groups=["sessions"])
    for remaining in (1, 0):
        for _ in range(3):
            answer = await _code(cast, "PUT", f"/manage/venues/{cast.yard}", bearer(shop.plaintext))
            assert answer == (403, "scope_insufficient")
        response = await shop.get("/caller")
        assert response.json()["allowances"][0]["remaining"] == remaining
    assert await _code(cast, "GET", "/manage/keys", bearer(shop.plaintext)) == (403, "scope_insufficient")


async def test_403_of_venues_comes_before_403_of_groups(cast: Cast) -> None:
    restricted = await cast.actor(
        tenantId=cast.owner.tenant_id, venues=[cast.hall], groups=["management", "sessions"]
    )
    key = await cast.owner.make_key()
    body = {"venues": None, "groups": ["seats"]}
    assert await _status_and_code(restricted.patch(f"/manage/keys/{key['keyId']}", body)) == (
        403,
        "venue_not_allowed",
    )


async def test_403_of_groups_comes_before_400_active_on_a_revoked_key(cast: Cast) -> None:
    limited = await cast.actor(tenantId=cast.owner.tenant_id, groups=["management"])
    revoked = await _revoked(cast.owner)
    assert await _status_and_code(limited.patch(f"/manage/keys/{revoked}", {"status": "active"})) == (
        403,
        "scope_insufficient",
    )


async def test_429_comes_before_413_and_the_rest(exhausted: Actor, cast: Cast) -> None:
    for content in (TOO_LARGE, b"not json"):
        answer = await _code(cast, "POST", "/manage/keys", bearer(exhausted.plaintext), TEXT, content=content)
        assert answer == (429, "rate_limited")


async def test_413_comes_before_415(cast: Cast) -> None:
    answer = await _code(cast, "POST", "/manage/keys", bearer(cast.owner.plaintext), TEXT, content=TOO_LARGE)
    assert answer == (413, "body_too_large")

    async def in_pieces() -> AsyncIterator[bytes]:
        yield TOO_LARGE

    answer = await _code(
        cast, "POST", "/manage/keys", bearer(cast.owner.plaintext), TEXT, content=in_pieces()
    )
    assert answer == (413, "body_too_large")


async def test_415_comes_before_400_of_the_path(cast: Cast) -> None:
    answer = await _code(cast, "PATCH", "/manage/keys/x", bearer(cast.owner.plaintext), TEXT, content=b"{}")
    assert answer == (415, "unsupported_media_type")


async def test_400_of_the_path_comes_before_400_of_a_body_that_is_no_object(cast: Cast) -> None:
    response = await _ask(cast, "PATCH", "/manage/keys/x", bearer(cast.owner.plaintext), JSON, content=b"[")
    assert response.status_code == 400
    assert response.json()["errors"][0]["parameter"] == "keyId"


async def test_400_of_a_body_that_is_no_object_comes_before_403_of_a_member(cast: Cast) -> None:
    content = b'{"rateLimit": null, "rateLimit": null}'
    answer = await _code(
        cast,
        "PATCH",
        f"/manage/keys/{cast.owner.key_id}",
        bearer(cast.owner.plaintext),
        JSON,
        content=content,
    )
    assert answer == (400, "validation_failed")


async def test_403_of_a_member_comes_before_400_of_the_body(cast: Cast) -> None:
    body = {"rateLimit": "x", "label": 5, "nonsense": True}
    answer = await _status_and_code(cast.owner.patch(f"/manage/keys/{cast.owner.key_id}", body))
    assert answer == (403, "scope_insufficient")


async def test_400_of_the_body_comes_before_404(cast: Cast) -> None:
    assert await _status_and_code(cast.owner.patch("/manage/keys/key_aaaaaaaaaaaa", {"label": 5})) == (
        400,
        "validation_failed",
    )


async def test_404_comes_before_403_of_venues_and_of_keyless_origins(cast: Cast) -> None:
    restricted = await cast.actor(tenantId=cast.owner.tenant_id, venues=[cast.hall])
    body = {"venues": [cast.yard], "allowedOrigins": [new_origin()]}
    assert await _status_and_code(restricted.patch(f"/manage/keys/{cast.stranger.key_id}", body)) == (
        404,
        "not_found",
    )


async def test_403_of_keyless_origins_comes_before_403_of_venues(cast: Cast) -> None:
    restricted = await cast.actor(tenantId=cast.owner.tenant_id, venues=[cast.hall])
    keyless = await cast.keyless(venues=[cast.yard])
    body = {"allowedOrigins": [new_origin()]}
    assert await _status_and_code(restricted.patch(f"/manage/keys/{keyless['keyId']}", body)) == (
        403,
        "scope_insufficient",
    )


async def test_403_of_venues_comes_before_400_active_on_a_revoked_key(cast: Cast) -> None:
    restricted = await cast.actor(tenantId=cast.owner.tenant_id, venues=[cast.hall])
    revoked = await _revoked(cast.owner, venues=[cast.yard])
    assert await _status_and_code(restricted.patch(f"/manage/keys/{revoked}", {"status": "active"})) == (
        403,
        "venue_not_allowed",
    )


async def test_400_active_on_a_revoked_key_comes_before_409_revoked(cast: Cast) -> None:
    revoked = await _revoked(cast.owner)
    body = {"status": "active", "label": "x"}
    assert await _status_and_code(cast.owner.patch(f"/manage/keys/{revoked}", body)) == (
        400,
        "validation_failed",
    )


async def test_409_revoked_comes_before_400_of_an_unknown_venue(cast: Cast) -> None:
    revoked = await _revoked(cast.owner)
    body = {"venues": ["ven_doesnotexist"]}
    assert await _status_and_code(cast.owner.patch(f"/manage/keys/{revoked}", body)) == (409, "conflict")


async def test_400_of_an_unknown_venue_comes_before_409_of_a_held_origin_and_of_a_lost_race(
    cast: Cast,
) -> None:
    holder, other = await cast.keyless(), await cast.keyless()
    body = {"venues": ["ven_doesnotexist"], "allowedOrigins": holder["allowedOrigins"]}
    response = await cast.operator.patch(f"/manage/keys/{other['keyId']}", body, ("if-match", '"9"'))
    assert (response.status_code, response.json()["code"]) == (400, "validation_failed")


@pytest.fixture
async def exhausted(cast: Cast) -> Actor:
    """A caller whose allowance is used up for a day."""
    limit = {"requests": 1, "windowSeconds": 86_400}
    actor = await cast.actor(tenantId=cast.owner.tenant_id, rateLimit=limit)
    assert (await actor.get("/caller")).status_code == 200
    return actor


async def _revoked(actor: Actor, **body: Any) -> str:
    key_id: str = (await actor.make_key(**body))["keyId"]
    assert (await actor.delete(f"/manage/keys/{key_id}")).status_code == 204
    return key_id


async def _ask(cast: Cast, method: str, path: str, *headers: tuple[str, str], **more: Any) -> httpx.Response:
    return await cast.service.ask(method, path, headers, **more)


async def _code(
    cast: Cast, method: str, path: str, *headers: tuple[str, str], **more: Any
) -> tuple[int, str]:
    response = await _ask(cast, method, path, *headers, **more)
    return response.status_code, response.json()["code"]


async def _status_and_code(request: Any) -> tuple[int, str]:
    response = await request
    return response.status_code, response.json()["code"]
