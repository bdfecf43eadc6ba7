"""updateKey: every rule, state and error that the contract names, one test for each."""

from typing import Any

import pytest

from cast import Actor, Cast, bearer, new_origin

pytestmark = [pytest.mark.anyio, pytest.mark.promise]


@pytest.fixture
def cast(shared_cast: Cast) -> Cast:
    """Tests of this module change only keys and venues that they make themselves."""
    return shared_cast


async def test_success_is_200_with_an_api_key_body(cast: Cast) -> None:
    key = await cast.owner.make_key(label="before")
    response = await cast.owner.patch(f"/manage/keys/{key['keyId']}", {"label": "after"})
    assert response.status_code == 200
    assert response.json()["label"] == "after"
    assert response.json() == await cast.owner.read_key(key["keyId"])


async def test_every_member_can_be_changed_and_the_others_stay(cast: Cast) -> None:
    key = await cast.owner.make_key()
    changes: dict[str, Any] = {
        "label": "Shop",
        "allowedOrigins": ["https://shop.example", "https://*.shop.example"],
        "allowOriginOnly": True,
        "embedFrameAncestors": ["'self'", "https://shop.example"],
        "venues": [cast.hall],
        "groups": ["sessions", "management_read_only"],
        "rateLimit": {"requests": 10, "windowSeconds": 60, "burst": 5},
    }
    expected = await cast.owner.read_key(key["keyId"])
    for version, (member, value) in enumerate(changes.items(), start=2):
        response = await cast.operator.patch(f"/manage/keys/{key['keyId']}", {member: value})
        assert response.status_code == 200, response.text
        expected |= {member: value, "version": version, "updatedAt": response.json()["updatedAt"]}
        assert response.json() == expected


async def test_null_gives_venues_groups_and_rate_limit_back_to_their_defaults(cast: Cast) -> None:
    rate_limit = {"requests": 10, "windowSeconds": 60}
    key = await cast.operator.make_key(
        tenantId=cast.owner.tenant_id, venues=[cast.hall], groups=["sessions"], rateLimit=rate_limit
    )
    assert key["rateLimit"] == rate_limit | {"burst": 10}
    body = {"venues": None, "groups": None, "rateLimit": None}
    changed = (await cast.operator.patch(f"/manage/keys/{key['keyId']}", body)).json()
    assert (changed["venues"], changed["groups"], changed["rateLimit"]) == (None, None, None)


# Rule 1 and Authentication: the request needs a secret key. See tests/access.


async def test_when_status_is_active_a_rotations_scheduled_revoke_is_cancelled(cast: Cast) -> None:
    key = await cast.owner.make_key()
    replacement = (await cast.owner.post(f"/manage/keys/{key['keyId']}/rotate", {})).json()
    scheduled = await cast.owner.read_key(key["keyId"])
    assert scheduled["revokeAt"] is not None
    assert scheduled["rotatedTo"] == replacement["keyId"]

    response = await cast.owner.patch(f"/manage/keys/{key['keyId']}", {"status": "active"})

    assert response.status_code == 200
    body = response.json()
    assert (body["status"], body["revokeAt"], body["rotatedTo"]) == ("active", None, None)
    cast.service.clock.advance(8 * 86_400)
    assert (await cast.who(bearer(key["plaintext"]))).status_code == 200
    assert (await cast.who(bearer(replacement["plaintext"]))).status_code == 200
    assert (await cast.owner.read_key(replacement["keyId"]))["rotatedFrom"] == key["keyId"]


async def test_another_member_leaves_a_scheduled_revoke_alone(cast: Cast) -> None:
    key = await cast.owner.make_key()
    await cast.owner.post(f"/manage/keys/{key['keyId']}/rotate", {})
    before = await cast.owner.read_key(key["keyId"])
    after = (await cast.owner.patch(f"/manage/keys/{key['keyId']}", {"label": "x"})).json()
    assert after["revokeAt"] == before["revokeAt"]


@pytest.mark.parametrize("more", [{}, {"label": "x"}, {"venues": None, "allowedOrigins": []}])
async def test_a_revoked_key_cannot_be_made_active_again_400(cast: Cast, more: dict[str, Any]) -> None:
    key = await _revoked_key(cast.owner)
    response = await cast.owner.patch(f"/manage/keys/{key['keyId']}", {"status": "active"} | more)
    assert response.status_code == 400
    assert response.json()["code"] == "validation_failed"
    assert response.json()["errors"][0]["pointer"] == "/status"
    assert await cast.owner.read_key(key["keyId"]) == key


async def test_a_revoked_key_cannot_otherwise_be_changed_409_conflict(cast: Cast) -> None:
    key = await _revoked_key(cast.owner)
    response = await cast.owner.patch(f"/manage/keys/{key['keyId']}", {"label": "x"})
    assert (response.status_code, response.json()["code"]) == (409, "conflict")
    assert await cast.owner.read_key(key["keyId"]) == key


async def test_a_key_past_its_revoke_at_is_revoked(cast: Cast) -> None:
    key = await cast.owner.make_key()
    await cast.owner.post(f"/manage/keys/{key['keyId']}/rotate", {"gracePeriodSeconds": 0})
    path = f"/manage/keys/{key['keyId']}"
    assert (await cast.owner.read_key(key["keyId"]))["status"] == "revoked"
    assert (await cast.owner.patch(path, {"status": "active"})).status_code == 400
    assert (await cast.owner.patch(path, {"label": "x"})).status_code == 409


@pytest.mark.any_engine
@pytest.mark.parametrize("value", [{"requests": 1, "windowSeconds": 1}, None, "nonsense", {"requests": -1}])
async def test_rate_limit_may_be_sent_by_admin_scope_only_otherwise_403_scope_insufficient(
    cast: Cast, value: Any
) -> None:
    key = await cast.owner.make_key()
    response = await cast.owner.patch(f"/manage/keys/{key['keyId']}", {"rateLimit": value, "label": "x"})
    assert (response.status_code, response.json()["code"]) == (403, "scope_insufficient")
    assert (await cast.owner.read_key(key["keyId"]))["version"] == 1


# Rule 6, the lost race: see tests/keys/test_races.py.


async def test_the_origin_lists_follow_the_rules_of_create_key(cast: Cast) -> None:
    key = await cast.owner.make_key()
    body = {"allowedOrigins": ["https://ok.example", "ftp://no.example", "*"], "embedFrameAncestors": ["a b"]}
    updated = await cast.owner.patch(f"/manage/keys/{key['keyId']}", body)
    created = await cast.owner.post("/manage/keys", body)
    assert (updated.status_code, created.status_code) == (400, 400)
    assert updated.json()["errors"] == created.json()["errors"]
    pointers = [fault["pointer"] for fault in updated.json()["errors"]]
    assert pointers == ["/allowedOrigins/1", "/allowedOrigins/2", "/embedFrameAncestors/0"]


@pytest.mark.parametrize(
    "body",
    [{"allowedOrigins": ["https://other.example"]}, {"allowOriginOnly": False}, {"allowOriginOnly": True}],
)
async def test_on_a_keyless_key_changing_origins_or_origin_only_is_admin_scope_only(
    cast: Cast, body: dict[str, Any]
) -> None:
    key = await cast.keyless()
    refused = await cast.owner.patch(f"/manage/keys/{key['keyId']}", body)
    assert (refused.status_code, refused.json()["code"]) == (403, "scope_insufficient")
    assert (await cast.owner.patch(f"/manage/keys/{key['keyId']}", {"label": "mine"})).status_code == 200
    assert (
        await cast.operator.patch(f"/manage/keys/{key['keyId']}", {"allowOriginOnly": True})
    ).status_code == 200


async def test_on_a_keyless_key_an_origin_that_another_keyless_key_holds_gives_409_conflict(
    cast: Cast,
) -> None:
    holder, other = await cast.keyless(), await cast.keyless()
    wanted = [other["allowedOrigins"][0], holder["allowedOrigins"][0]]
    response = await cast.operator.patch(f"/manage/keys/{other['keyId']}", {"allowedOrigins": wanted})
    assert (response.status_code, response.json()["code"]) == (409, "conflict")
    assert holder["keyId"] not in response.text
    assert (await cast.owner.read_key(other["keyId"]))["version"] == 1
    answer = (await cast.who(("origin", holder["allowedOrigins"][0]))).json()
    assert answer["keyId"] == holder["keyId"]


async def test_an_origin_that_is_let_go_or_whose_key_is_revoked_is_free_for_another(cast: Cast) -> None:
    holder, other = await cast.keyless(), await cast.keyless()
    [first] = holder["allowedOrigins"]
    moved = await cast.operator.patch(f"/manage/keys/{holder['keyId']}", {"allowedOrigins": [new_origin()]})
    assert moved.status_code == 200
    taken = await cast.operator.patch(f"/manage/keys/{other['keyId']}", {"allowedOrigins": [first]})
    assert taken.status_code == 200
    await cast.operator.delete(f"/manage/keys/{other['keyId']}")
    back = await cast.operator.patch(f"/manage/keys/{holder['keyId']}", {"allowedOrigins": [first]})
    assert back.status_code == 200
    assert (await cast.who(("origin", first))).json()["keyId"] == holder["keyId"]


async def test_a_secret_key_may_list_an_origin_that_a_keyless_key_holds(cast: Cast) -> None:
    holder = await cast.keyless()
    key = await cast.owner.make_key(allowedOrigins=holder["allowedOrigins"])
    assert key["allowedOrigins"] == holder["allowedOrigins"]


@pytest.mark.any_engine
@pytest.mark.parametrize(
    "body",
    [
        {},
        {"status": "revoked"},
        {"status": None},
        {"label": None},
        {"keyId": "x"},
        {"allowedOrigins": None},
        {"allowOriginOnly": 1},
        {"venues": "all"},
        {"plaintext": "x"},
        {"scope": "admin"},
        {"kind": "keyless"},
    ],
)
async def test_what_is_not_a_valid_change_is_400(cast: Cast, body: dict[str, Any]) -> None:
    key = await cast.owner.make_key()
    response = await cast.owner.patch(f"/manage/keys/{key['keyId']}", body)
    assert (response.status_code, response.json()["code"]) == (400, "validation_failed")
    assert response.json()["errors"]
    assert (await cast.owner.read_key(key["keyId"]))["version"] == 1


@pytest.mark.any_engine
@pytest.mark.parametrize(
    "key_id",
    [
        "x",
        "key_short",
        "key_" + "a" * 11,
        "key_" + "a" * 12 + "%0A",
        "key_aaaaaaaaaaa-",
        "KEY_aaaaaaaaaaaa",
        "ven_aaaaaaaaaaaa",
        "key_" + "ä" * 12,
        "key_aaaaaaaaaaaa%2Fx",
    ],
)
async def test_a_key_id_that_does_not_match_the_pattern_is_400(cast: Cast, key_id: str) -> None:
    response = await cast.owner.patch(f"/manage/keys/{key_id}", {"label": "x"})
    assert response.status_code == 400
    assert response.json()["errors"][0]["parameter"] == "keyId"


async def test_key_not_found_is_404(cast: Cast) -> None:
    response = await cast.owner.patch("/manage/keys/key_aaaaaaaaaaaa", {"label": "x"})
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


async def test_allow_origin_only_is_judged_on_the_resulting_record(cast: Cast) -> None:
    key = await cast.owner.make_key()
    path = f"/manage/keys/{key['keyId']}"
    alone = await cast.owner.patch(path, {"allowOriginOnly": True})
    assert alone.json()["errors"][0]["pointer"] == "/allowOriginOnly"
    both = {"allowOriginOnly": True, "allowedOrigins": ["https://shop.example"]}
    assert (await cast.owner.patch(path, both)).status_code == 200
    emptied = await cast.owner.patch(path, {"allowedOrigins": []})
    assert emptied.status_code == 400
    assert emptied.json()["errors"][0]["pointer"] == "/allowedOrigins"
    assert (await cast.owner.patch(path, {"allowedOrigins": [], "allowOriginOnly": False})).status_code == 200


async def test_a_keyless_keys_origins_are_exact_and_not_empty(cast: Cast) -> None:
    key = await cast.keyless()
    for origins in ([], ["https://*.shop.example"]):
        response = await cast.operator.patch(f"/manage/keys/{key['keyId']}", {"allowedOrigins": origins})
        assert response.status_code == 400


async def test_venues_must_be_ones_that_the_keys_tenant_may_use(cast: Cast) -> None:
    key = await cast.grantee.make_key()
    path = f"/manage/keys/{key['keyId']}"
    assert (await cast.grantee.patch(path, {"venues": [cast.hall, cast.hall]})).json()["venues"] == [
        cast.hall
    ]
    response = await cast.grantee.patch(path, {"venues": [cast.hall, cast.yard, "ven_doesnotexist"]})
    assert response.status_code == 400
    assert [fault["pointer"] for fault in response.json()["errors"]] == ["/venues/1", "/venues/2"]


async def test_an_admin_key_cannot_be_origin_only_nor_restricted_to_venues(cast: Cast) -> None:
    admin = await cast.operator.make_key(scope="admin")
    body = {"allowOriginOnly": True, "allowedOrigins": ["https://shop.example"], "venues": []}
    response = await cast.operator.patch(f"/manage/keys/{admin['keyId']}", body)
    assert response.status_code == 400
    assert {fault["pointer"] for fault in response.json()["errors"]} == {"/allowOriginOnly", "/venues"}


async def test_no_key_may_list_the_services_own_address(cast: Cast) -> None:
    key = await cast.owner.make_key()
    body = {"allowedOrigins": [cast.service.address]}
    response = await cast.owner.patch(f"/manage/keys/{key['keyId']}", body)
    assert response.status_code == 400
    assert response.json()["errors"][0]["pointer"] == "/allowedOrigins/0"


async def test_if_match_that_does_not_hold_is_409_conflict(cast: Cast) -> None:
    key = await cast.owner.make_key()
    path = f"/manage/keys/{key['keyId']}"
    etag = (await cast.owner.get(path)).headers["etag"]
    first = await cast.owner.patch(path, {"label": "first"}, ("if-match", etag))
    assert first.status_code == 200
    assert first.headers["etag"] != etag
    second = await cast.owner.patch(path, {"label": "second"}, ("if-match", etag))
    assert (second.status_code, second.json()["code"]) == (409, "conflict")
    assert (await cast.owner.read_key(key["keyId"]))["label"] == "first"
    listed = f'"nonsense", {first.headers["etag"]}'
    assert (await cast.owner.patch(path, {"label": "third"}, ("if-match", listed))).status_code == 200
    assert (await cast.owner.patch(path, {"label": "fourth"}, ("if-match", "*"))).status_code == 200
    weak = "W/" + (await cast.owner.get(path)).headers["etag"]
    assert (await cast.owner.patch(path, {"label": "fifth"}, ("if-match", weak))).status_code == 409


async def _revoked_key(actor: Actor) -> dict[str, Any]:
    made = await actor.make_key()
    assert (await actor.delete(f"/manage/keys/{made['keyId']}")).status_code == 204
    return await actor.read_key(made["keyId"])
