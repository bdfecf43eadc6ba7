"""DELETE /manage/keys/{keyId}: revoked immediately, and for good."""

import pytest

from cast import Cast, bearer

pytestmark = [pytest.mark.anyio, pytest.mark.promise]


async def test_an_active_key_becomes_revoked_and_it_takes_effect_immediately(cast: Cast) -> None:
    key = await cast.owner.make_key()
    assert (await cast.who(bearer(key["plaintext"]))).status_code == 200
    response = await cast.owner.delete(f"/manage/keys/{key['keyId']}")
    assert (response.status_code, response.content) == (204, b"")
    refused = await cast.who(bearer(key["plaintext"]))
    assert (refused.status_code, refused.json()["code"]) == (401, "key_revoked")
    record = await cast.owner.read_key(key["keyId"])
    assert record["status"] == "revoked"
    assert record["revokedAt"] is not None


async def test_a_revoked_key_is_revoked_again_with_204_and_stays_as_it_was(cast: Cast) -> None:
    key = await cast.owner.make_key()
    await cast.owner.delete(f"/manage/keys/{key['keyId']}")
    before = await cast.owner.read_key(key["keyId"])
    cast.service.clock.advance(5)
    assert (await cast.owner.delete(f"/manage/keys/{key['keyId']}")).status_code == 204
    assert await cast.owner.read_key(key["keyId"]) == before


async def test_a_key_with_a_scheduled_revoke_can_be_revoked_at_once(cast: Cast) -> None:
    key = await cast.owner.make_key()
    replacement = (await cast.owner.post(f"/manage/keys/{key['keyId']}/rotate", {})).json()
    await cast.owner.delete(f"/manage/keys/{key['keyId']}")
    assert (await cast.who(bearer(key["plaintext"]))).status_code == 401
    assert (await cast.who(bearer(replacement["plaintext"]))).status_code == 200


async def test_a_key_can_revoke_itself(cast: Cast) -> None:
    assert (await cast.owner.delete(f"/manage/keys/{cast.owner.key_id}")).status_code == 204
    assert (await cast.owner.get("/caller")).status_code == 401


async def test_another_tenants_key_and_a_missing_one_are_404(cast: Cast) -> None:
    for key_id in (cast.owner.key_id, "key_aaaaaaaaaaaaaaaaaaaa"):
        assert (await cast.stranger.delete(f"/manage/keys/{key_id}")).status_code == 404
    assert (await cast.owner.get("/caller")).status_code == 200


async def test_a_venue_restricted_caller_revokes_only_keys_within_its_venues(cast: Cast) -> None:
    restricted = await cast.actor(tenantId=cast.owner.tenant_id, venues=[cast.hall])
    within = await cast.owner.make_key(venues=[cast.hall])
    beyond = [
        await cast.owner.make_key(venues=venues) for venues in (None, [cast.yard], [cast.hall, cast.yard])
    ]
    assert (await restricted.delete(f"/manage/keys/{within['keyId']}")).status_code == 204
    for key in beyond:
        response = await restricted.delete(f"/manage/keys/{key['keyId']}")
        assert (response.status_code, response.json()["code"]) == (403, "venue_not_allowed")
        assert (await cast.who(bearer(key["plaintext"]))).status_code == 200
