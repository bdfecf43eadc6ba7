"""createKey: kinds, scopes, the plaintext, and rights that a caller may not grant."""

import re
from typing import Any

import pytest

from cast import Cast, bearer, new_origin
from seatpreview.keys import secrets

pytestmark = pytest.mark.anyio


@pytest.fixture
def cast(shared_cast: Cast) -> Cast:
    """Tests of this module change only keys and venues that they make themselves."""
    return shared_cast


async def test_a_secret_keys_plaintext_is_returned_and_works(cast: Cast) -> None:
    response = await cast.owner.post("/manage/keys", {"label": "Shop"})
    key = response.json()
    assert response.status_code == 201
    assert response.headers["cache-control"] == "no-store"
    assert response.headers["location"] == f"/v1/manage/keys/{key['keyId']}"
    assert re.fullmatch(r"key_[A-Za-z0-9]{12,}", key["keyId"])
    assert re.fullmatch(r"sk_live_[A-Za-z0-9]+", key["plaintext"])
    assert key["hint"] == key["plaintext"][-4:]
    assert (await cast.who(bearer(key["plaintext"]))).json()["keyId"] == key["keyId"]


async def test_the_defaults_are_a_secret_key_of_tenant_scope_without_restrictions(cast: Cast) -> None:
    key = await cast.owner.make_key()
    plaintext = key.pop("plaintext")
    assert key == {
        "keyId": key["keyId"],
        "kind": "secret",
        "scope": "tenant",
        "tenantId": cast.owner.tenant_id,
        "label": "",
        "allowedOrigins": [],
        "allowOriginOnly": False,
        "embedFrameAncestors": [],
        "venues": None,
        "groups": None,
        "rateLimit": None,
        "status": "active",
        "revokeAt": None,
        "rotatedFrom": None,
        "rotatedTo": None,
        "hint": plaintext[-4:],
        "createdAt": key["createdAt"],
        "updatedAt": key["createdAt"],
        "revokedAt": None,
        "lastUsedAt": None,
        "version": 1,
    }
    assert key["createdAt"].endswith("Z")


async def test_the_plaintext_is_returned_once_only(cast: Cast) -> None:
    key = await cast.owner.make_key()
    path = f"/manage/keys/{key['keyId']}"
    answers = [
        await cast.owner.get(path),
        await cast.owner.get("/manage/keys"),
        await cast.owner.patch(path, {"label": "x"}),
        await cast.owner.get("/manage/audit"),
        await cast.owner.post(f"{path}/rotate", {}),
        await cast.who(bearer(key["plaintext"])),
    ]
    for answer in answers:
        assert key["plaintext"] not in answer.text
        assert key["plaintext"] not in str(answer.headers)


async def test_a_keyless_key_has_no_plaintext(cast: Cast) -> None:
    key = await cast.keyless()
    assert (key["kind"], key["plaintext"], key["hint"]) == ("keyless", None, None)


async def test_origins_are_answered_in_canonical_form_each_once(cast: Cast) -> None:
    key = await cast.owner.make_key(
        allowedOrigins=[
            "HTTPS://Shop.Example:443/",
            "https://shop.example",
            "https://bücher.example",
            "http://[::1]:80",
        ],
        embedFrameAncestors=["https://SHOP.example:443", "'self'", "https://shop.example/"],
    )
    assert key["allowedOrigins"] == ["https://shop.example", "https://xn--bcher-kva.example", "http://[::1]"]
    assert key["embedFrameAncestors"] == ["https://shop.example", "'self'"]


@pytest.mark.parametrize(
    "body", [{"scope": "admin"}, {"kind": "keyless", "allowedOrigins": ["https://a.example"]}]
)
async def test_tenant_scope_makes_neither_admin_keys_nor_keyless_ones(
    cast: Cast, body: dict[str, Any]
) -> None:
    response = await cast.owner.post("/manage/keys", body)
    assert (response.status_code, response.json()["code"]) == (403, "scope_insufficient")


async def test_tenant_scope_makes_keys_of_its_own_tenant_only(cast: Cast) -> None:
    assert (await cast.owner.make_key(tenantId=cast.owner.tenant_id))["tenantId"] == cast.owner.tenant_id
    for tenant_id in (cast.stranger.tenant_id, "ten_doesnotexist"):
        response = await cast.owner.post("/manage/keys", {"tenantId": tenant_id})
        assert (response.status_code, response.json()["code"]) == (403, "scope_insufficient")


async def test_tenant_scope_may_not_send_rate_limit(cast: Cast) -> None:
    response = await cast.owner.post("/manage/keys", {"rateLimit": None})
    assert (response.status_code, response.json()["code"]) == (403, "scope_insufficient")


async def test_admin_scope_names_the_tenant(cast: Cast) -> None:
    missing = await cast.operator.post("/manage/keys", {"label": "x"})
    unknown = await cast.operator.post("/manage/keys", {"tenantId": "ten_doesnotexist"})
    for response in (missing, unknown):
        assert response.status_code == 400
        assert response.json()["errors"][0]["pointer"] == "/tenantId"


async def test_an_admin_key_belongs_to_no_tenant(cast: Cast) -> None:
    admin = await cast.operator.make_key(scope="admin")
    assert (admin["tenantId"], admin["venues"]) == (None, None)
    with_tenant = {"scope": "admin", "tenantId": cast.owner.tenant_id}
    assert (await cast.operator.post("/manage/keys", with_tenant)).status_code == 400
    with_venues = {"scope": "admin", "venues": [cast.hall]}
    assert (await cast.operator.post("/manage/keys", with_venues)).status_code == 400
    keyless = {"scope": "admin", "kind": "keyless", "allowedOrigins": [new_origin()]}
    assert (await cast.operator.post("/manage/keys", keyless)).status_code == 400


async def test_allow_origin_only_needs_an_allowed_origin(cast: Cast) -> None:
    response = await cast.owner.post("/manage/keys", {"allowOriginOnly": True})
    assert response.status_code == 400
    assert response.json()["errors"][0]["pointer"] == "/allowOriginOnly"


@pytest.mark.both_engines
async def test_an_origin_belongs_to_at_most_one_keyless_key(cast: Cast) -> None:
    holder = await cast.keyless()
    body = {
        "kind": "keyless",
        "tenantId": cast.stranger.tenant_id,
        "allowedOrigins": holder["allowedOrigins"],
    }
    response = await cast.operator.post("/manage/keys", body)
    assert (response.status_code, response.json()["code"]) == (409, "conflict")
    await cast.operator.delete(f"/manage/keys/{holder['keyId']}")
    assert (await cast.operator.post("/manage/keys", body)).status_code == 201


@pytest.mark.both_engines
async def test_a_key_that_was_refused_leaves_nothing_behind(cast: Cast) -> None:
    holder = await cast.keyless()
    free = new_origin()
    body = {
        "kind": "keyless",
        "tenantId": cast.owner.tenant_id,
        "allowedOrigins": [free, holder["allowedOrigins"][0]],
        "allowOriginOnly": True,
    }
    before = (await cast.operator.get("/manage/keys", tenantId=cast.owner.tenant_id)).json()
    assert (await cast.operator.post("/manage/keys", body)).status_code == 409
    assert (await cast.operator.get("/manage/keys", tenantId=cast.owner.tenant_id)).json() == before
    assert (await cast.who(("origin", free))).status_code == 401


async def test_a_venue_restricted_caller_gives_only_venues_of_its_own(cast: Cast) -> None:
    restricted = await cast.actor(tenantId=cast.owner.tenant_id, venues=[cast.hall])
    for venues in (None, [cast.yard], [cast.hall, cast.yard], ["ven_doesnotexist"]):
        response = await restricted.post("/manage/keys", {"venues": venues})
        assert (response.status_code, response.json()["code"]) == (403, "venue_not_allowed"), venues
    for allowed in ([cast.hall], []):
        assert (await restricted.make_key(venues=allowed))["venues"] == allowed


async def test_a_key_without_any_venue_may_use_none(cast: Cast) -> None:
    key = await cast.owner.make_key(venues=[])
    assert (await cast.who(bearer(key["plaintext"]))).json()["venues"] == []


def test_a_plaintext_has_at_least_190_bits_and_a_checksum_that_tells_a_typing_error() -> None:
    secret = secrets.new_secret()
    assert secret.plaintext not in repr(secret)
    assert 36 * 5.954 > 190
    assert secrets.is_well_formed(secret.plaintext)
    for position in range(len(secret.plaintext)):
        other = "x" if secret.plaintext[position] != "x" else "y"
        assert not secrets.is_well_formed(
            secret.plaintext[:position] + other + secret.plaintext[position + 1 :]
        )
    assert not secrets.is_well_formed(secret.plaintext + "\n")


async def test_a_key_with_a_low_rate_limit_makes_keys_with_the_same(cast: Cast) -> None:
    """Attack: a key that was slowed down makes itself a faster one."""
    low = {"requests": 60, "windowSeconds": 60, "burst": 30}
    slow = await cast.actor(tenantId=cast.owner.tenant_id, rateLimit=low)
    child = await slow.make_key()
    assert child["rateLimit"] == low
    grandchild = await cast.service.ask(
        "POST", "/manage/keys", (bearer(child["plaintext"]),), json={"label": "x"}
    )
    assert grandchild.json()["rateLimit"] == low
    assert (await cast.owner.make_key())["rateLimit"] is None
    high = {"requests": 50, "windowSeconds": 1}
    assert (await cast.operator.make_key(tenantId=cast.owner.tenant_id, rateLimit=high))["rateLimit"] == (
        high | {"burst": 50}
    )


async def test_a_key_with_a_low_rate_limit_takes_over_no_faster_key(cast: Cast) -> None:
    """Attack: a key that was slowed down rotates a faster one, or lets its own page use it."""
    low = {"requests": 60, "windowSeconds": 60}
    slow = await cast.actor(tenantId=cast.owner.tenant_id, rateLimit=low)
    fast, equal = await cast.owner.make_key(), await slow.make_key()
    origins = {"allowedOrigins": [new_origin()], "allowOriginOnly": True}
    for key, status in ((fast, 403), (equal, 200)):
        path = f"/manage/keys/{key['keyId']}"
        opened = await slow.patch(path, origins)
        rotated = await slow.post(f"{path}/rotate", {})
        assert (opened.status_code, rotated.status_code) == (status, 403 if status == 403 else 201)
        if status == 403:
            assert opened.json()["code"] == rotated.json()["code"] == "scope_insufficient"
    assert (await slow.patch(f"/manage/keys/{fast['keyId']}", {"label": "x"})).status_code == 200
    assert (await slow.delete(f"/manage/keys/{fast['keyId']}")).status_code == 204
