"""getKey: which keys a caller may read."""

import pytest

from cast import Cast, bearer, new_origin

pytestmark = pytest.mark.anyio


async def test_a_key_is_read_with_its_etag(cast: Cast) -> None:
    made = await cast.owner.make_key(label="Shop")
    response = await cast.owner.get(f"/manage/keys/{made['keyId']}")
    assert response.status_code == 200
    assert response.json() == {name: made[name] for name in made if name != "plaintext"}
    assert response.headers["etag"] == '"1"'


async def test_the_etag_changes_when_a_key_passes_its_revoke_at_and_not_when_it_is_used(cast: Cast) -> None:
    key = await cast.owner.make_key()
    await cast.owner.post(f"/manage/keys/{key['keyId']}/rotate", {"gracePeriodSeconds": 60})
    before = (await cast.owner.get(f"/manage/keys/{key['keyId']}")).headers["etag"]
    cast.service.clock.advance(61)
    after = await cast.owner.get(f"/manage/keys/{key['keyId']}")
    assert after.headers["etag"] != before
    assert after.json()["revokedAt"] == after.json()["revokeAt"]


@pytest.mark.both_engines
async def test_last_used_at_is_coarse_and_changes_neither_version_nor_etag(cast: Cast) -> None:
    key = await cast.actor(tenantId=cast.owner.tenant_id)
    before = await cast.owner.get(f"/manage/keys/{key.key_id}")
    assert before.json()["lastUsedAt"] is None
    await key.get("/caller")
    await cast.service.internals.usage.write(cast.service.internals.resources.database)
    after = await cast.owner.get(f"/manage/keys/{key.key_id}")
    assert after.json()["lastUsedAt"].endswith(":00Z")
    assert after.json() | {"lastUsedAt": None} == before.json()
    assert after.headers["etag"] == before.headers["etag"]


async def uses_of(cast: Cast, key_id: str) -> int | None:
    """Returns today's requests without the secret; None where the answer has no counts."""
    await cast.service.internals.usage.write(cast.service.internals.resources.database)
    uses = (await cast.owner.read_key(key_id)).get("usesWithoutSecret")
    return None if uses is None else uses[0]["requests"]


@pytest.mark.both_engines
async def test_requests_of_pages_are_counted_and_those_of_servers_and_sessions_are_not(cast: Cast) -> None:
    origin = new_origin()
    key = await cast.owner.make_key(allowedOrigins=[origin], allowOriginOnly=True)
    key_id, from_page = key["keyId"], ("origin", origin)
    before = await cast.owner.get(f"/manage/keys/{key_id}")
    token = (await cast.session(key, origin=origin))["token"]
    for headers in ((bearer(key["plaintext"]),), (bearer(token), from_page)):
        assert (await cast.who(*headers)).status_code == 200
    assert await uses_of(cast, key_id) is None
    for _ in range(2):
        assert (await cast.who(("x-key-id", key_id), from_page)).status_code == 200
    assert await uses_of(cast, key_id) == 2
    after = await cast.owner.get(f"/manage/keys/{key_id}")
    assert after.headers["etag"] == before.headers["etag"]
    renamed = await cast.owner.patch(f"/manage/keys/{key_id}", {"label": "Shop"})
    assert renamed.json()["usesWithoutSecret"] == after.json()["usesWithoutSecret"]


async def test_a_request_from_an_origin_that_the_key_does_not_allow_is_not_counted(cast: Cast) -> None:
    """Attack: a stranger's page that names a key, so that its owner believes that the shop still does."""
    key = await cast.owner.make_key(allowedOrigins=[new_origin()], allowOriginOnly=True)
    refused = await cast.who(("x-key-id", key["keyId"]), ("origin", new_origin()))
    assert refused.status_code == 403
    assert await uses_of(cast, key["keyId"]) is None


async def test_requests_with_a_keyless_key_are_counted_with_and_without_its_id(cast: Cast) -> None:
    key = await cast.keyless()
    from_page = ("origin", key["allowedOrigins"][0])
    for headers in ((from_page,), (("x-key-id", key["keyId"]), from_page)):
        assert (await cast.who(*headers)).status_code == 200
    assert await uses_of(cast, key["keyId"]) == 2


async def test_another_tenants_key_and_a_missing_one_look_alike(cast: Cast) -> None:
    """Attack: finding out which keyIds exist."""
    foreign = await cast.stranger.get(f"/manage/keys/{cast.owner.key_id}")
    missing = await cast.stranger.get("/manage/keys/key_aaaaaaaaaaaaaaaaaaaa")
    assert foreign.status_code == missing.status_code == 404
    unlike = ("instance", "requestId")
    assert {n: v for n, v in foreign.json().items() if n not in unlike} == {
        n: v for n, v in missing.json().items() if n not in unlike
    }


async def test_an_admin_key_is_not_seen_by_tenants(cast: Cast) -> None:
    assert (await cast.owner.get(f"/manage/keys/{cast.operator.key_id}")).status_code == 404
    assert (await cast.operator.get(f"/manage/keys/{cast.operator.key_id}")).status_code == 200
