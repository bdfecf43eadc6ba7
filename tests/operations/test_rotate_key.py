"""POST /manage/keys/{keyId}/rotate: a replacement is issued; the old key stops working at revokeAt."""

from typing import Any

import pytest

from cast import Cast, bearer, new_origin

pytestmark = [pytest.mark.anyio, pytest.mark.promise]

SAME = (
    "kind",
    "scope",
    "tenantId",
    "label",
    "allowedOrigins",
    "allowOriginOnly",
    "embedFrameAncestors",
    "venues",
    "groups",
    "rateLimit",
)


@pytest.fixture
def cast(shared_cast: Cast) -> Cast:
    """Tests of this module change only keys and venues that they make themselves."""
    return shared_cast


async def test_a_replacement_is_issued_with_the_same_attributes(cast: Cast) -> None:
    key = await cast.operator.make_key(
        tenantId=cast.owner.tenant_id,
        label="Shop",
        allowedOrigins=["https://shop.example"],
        allowOriginOnly=True,
        embedFrameAncestors=["'self'"],
        venues=[cast.hall],
        groups=["seats", "sessions"],
        rateLimit={"requests": 10, "windowSeconds": 60},
    )
    response = await cast.owner.post(f"/manage/keys/{key['keyId']}/rotate", {"gracePeriodSeconds": 3600})
    assert response.status_code == 201
    assert response.headers["cache-control"] == "no-store"
    replacement = response.json()
    assert {name: replacement[name] for name in SAME} == {name: key[name] for name in SAME}
    assert replacement["keyId"] != key["keyId"]
    assert replacement["plaintext"] != key["plaintext"]
    assert replacement["rotatedFrom"] == key["keyId"]
    old = await cast.owner.read_key(key["keyId"])
    assert replacement["previous"] == {"keyId": key["keyId"], "revokeAt": old["revokeAt"]}
    assert (old["status"], old["rotatedTo"]) == ("active", replacement["keyId"])


async def test_a_key_that_pages_name_is_rotated_with_a_warning_that_names_the_new_id(cast: Cast) -> None:
    origin = new_origin()
    key = await cast.owner.make_key(allowedOrigins=[origin], allowOriginOnly=True)
    from_page = (("x-key-id", key["keyId"]), ("origin", origin))
    assert (await cast.who(*from_page)).status_code == 200
    await cast.service.internals.usage.write(cast.service.internals.resources.database)
    rotation = (f"/manage/keys/{key['keyId']}/rotate", {"gracePeriodSeconds": 600})
    repeatable = ("idempotency-key", f'"{key["keyId"]}"')
    rotated = (await cast.owner.post(*rotation, repeatable)).json()
    [warning] = rotated["warnings"]
    assert warning["code"] == "pages_name_the_key"
    assert "1 request named it since" in warning["detail"]
    assert f'key-id="{rotated["keyId"]}"' in warning["detail"]
    assert (await cast.owner.post(*rotation, repeatable)).json()["warnings"] == [warning]
    assert (await cast.who(*from_page)).status_code == 200, "a warning refuses nothing"
    cast.service.clock.advance(601)
    refused = await cast.who(*from_page)
    assert (refused.status_code, refused.json()["code"]) == (401, "key_invalid")
    assert "send the keyId of its replacement" in refused.json()["detail"]
    assert (await cast.who(("x-key-id", rotated["keyId"]), ("origin", origin))).status_code == 200


async def test_a_key_that_needs_its_secret_is_rotated_without_warnings(cast: Cast) -> None:
    key = await cast.owner.make_key(allowedOrigins=[new_origin()])
    rotated = await cast.owner.post(f"/manage/keys/{key['keyId']}/rotate", {})
    assert rotated.json()["warnings"] == []


async def test_the_old_key_is_still_accepted_until_revoke_at_then_rejected(cast: Cast) -> None:
    key = await cast.owner.make_key()
    replacement = (
        await cast.owner.post(f"/manage/keys/{key['keyId']}/rotate", {"gracePeriodSeconds": 600})
    ).json()
    assert (await cast.who(bearer(key["plaintext"]))).status_code == 200
    cast.service.clock.advance(601)
    refused = await cast.who(bearer(key["plaintext"]))
    assert (refused.status_code, refused.json()["code"]) == (401, "key_revoked")
    assert (await cast.who(bearer(replacement["plaintext"]))).status_code == 200


async def test_the_grace_period_is_a_day_by_default_with_and_without_a_body(cast: Cast) -> None:
    bodies: tuple[dict[str, Any] | None, ...] = (None, {})
    for body in bodies:
        key = await cast.owner.make_key()
        response = await cast.owner.post(f"/manage/keys/{key['keyId']}/rotate", body)
        assert response.status_code == 201
        cast.service.clock.advance(86_400 - 60)
        assert (await cast.who(bearer(key["plaintext"]))).status_code == 200
        cast.service.clock.advance(120)
        assert (await cast.who(bearer(key["plaintext"]))).status_code == 401


async def test_a_grace_period_of_zero_ends_the_old_key_at_once(cast: Cast) -> None:
    key = await cast.owner.make_key()
    await cast.owner.post(f"/manage/keys/{key['keyId']}/rotate", {"gracePeriodSeconds": 0})
    assert (await cast.who(bearer(key["plaintext"]))).status_code == 401


@pytest.mark.any_engine
@pytest.mark.parametrize("grace", [-1, 604_801, 1.5, "60", None, True])
async def test_a_grace_period_outside_0_to_604800_whole_seconds_is_400(cast: Cast, grace: Any) -> None:
    response = await cast.owner.post(
        f"/manage/keys/{cast.owner.key_id}/rotate", {"gracePeriodSeconds": grace}
    )
    assert response.status_code == 400
    assert response.json()["errors"][0]["pointer"] == "/gracePeriodSeconds"


async def test_a_revoked_a_keyless_and_an_already_rotated_key_give_409(cast: Cast) -> None:
    revoked = await cast.owner.make_key()
    await cast.owner.delete(f"/manage/keys/{revoked['keyId']}")
    pending = await cast.owner.make_key()
    await cast.owner.post(f"/manage/keys/{pending['keyId']}/rotate", {})
    lapsed = await cast.owner.make_key()
    await cast.owner.post(f"/manage/keys/{lapsed['keyId']}/rotate", {"gracePeriodSeconds": 0})
    for key in (revoked, pending, lapsed, await cast.keyless()):
        response = await cast.owner.post(f"/manage/keys/{key['keyId']}/rotate", {})
        assert (response.status_code, response.json()["code"]) == (409, "conflict")


async def test_after_a_cancelled_rotation_the_key_can_be_rotated_again(cast: Cast) -> None:
    key = await cast.owner.make_key()
    await cast.owner.post(f"/manage/keys/{key['keyId']}/rotate", {})
    await cast.owner.patch(f"/manage/keys/{key['keyId']}", {"status": "active"})
    assert (await cast.owner.post(f"/manage/keys/{key['keyId']}/rotate", {})).status_code == 201


async def test_a_key_can_rotate_itself(cast: Cast) -> None:
    key = await cast.actor(tenantId=cast.owner.tenant_id)  # The owner's own serves other tests, for days.
    replacement = (await key.post(f"/manage/keys/{key.key_id}/rotate", {})).json()
    assert (await cast.who(bearer(replacement["plaintext"]))).json()["tenantId"] == cast.owner.tenant_id


async def test_another_tenants_key_and_a_missing_one_are_404(cast: Cast) -> None:
    for key_id in (cast.owner.key_id, cast.operator.key_id, "key_aaaaaaaaaaaaaaaaaaaa"):
        assert (await cast.stranger.post(f"/manage/keys/{key_id}/rotate", {})).status_code == 404


async def test_a_venue_restricted_caller_rotates_only_keys_within_its_venues(cast: Cast) -> None:
    restricted = await cast.actor(tenantId=cast.owner.tenant_id, venues=[cast.hall])
    within = await cast.owner.make_key(venues=[cast.hall])
    assert (await restricted.post(f"/manage/keys/{within['keyId']}/rotate", {})).status_code == 201
    assert (await restricted.post(f"/manage/keys/{restricted.key_id}/rotate", {})).status_code == 201
    for venues in (None, [cast.yard], [cast.hall, cast.yard]):
        beyond = await cast.owner.make_key(venues=venues)
        response = await restricted.post(f"/manage/keys/{beyond['keyId']}/rotate", {})
        assert (response.status_code, response.json()["code"]) == (403, "venue_not_allowed")
