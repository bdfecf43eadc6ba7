"""Authentication, observed through getCaller. If a credential fails, no other one is tried in its place."""

import pytest

from cast import Cast, bearer
from seatpreview.keys.secrets import new_secret

pytestmark = [pytest.mark.anyio, pytest.mark.any_engine]

SHOP = "https://shop.example"


@pytest.fixture
def cast(shared_cast: Cast) -> Cast:
    """Tests of this module change only keys and venues that they make themselves."""
    return shared_cast


async def test_a_missing_key_is_401_and_says_how_to_send_one(cast: Cast) -> None:
    response = await cast.who()
    assert (response.status_code, response.json()["code"]) == (401, "credentials_missing")
    assert response.headers["www-authenticate"].startswith("Bearer")
    assert "Authorization: Bearer" in response.json()["detail"]


@pytest.mark.parametrize("value", [
    "", "Bearer", "sk_live_x", "Basic dXNlcjpwYXNz", "Bearer sk_live_", "Bearer sk_test_x", "Bearer  {key}",
    "Bearer {key}x", "Bearer {key},", "Bearer sk_live_" + "0" * 42, "Token {key}", "{key}", "Bearer st_x",
])  # fmt: skip
async def test_a_malformed_or_unknown_key_is_401(cast: Cast, value: str) -> None:
    response = await cast.who(("authorization", value.format(key=cast.owner.plaintext)))
    assert response.status_code == 401
    assert cast.owner.plaintext not in response.text


async def test_two_authorization_headers_are_401_even_if_both_are_right(cast: Cast) -> None:
    response = await cast.who(bearer(cast.owner.plaintext), bearer(cast.owner.plaintext))
    assert (response.status_code, response.json()["code"]) == (401, "key_invalid")


@pytest.mark.parametrize("name", ["key", "api_key", "access_token", "authorization", "token"])
async def test_a_secret_in_the_query_is_never_accepted_nor_repeated(cast: Cast, name: str) -> None:
    """A query ends up in logs, histories and Referer headers."""
    response = await cast.service.ask("GET", f"/caller?{name}={cast.owner.plaintext}")
    assert response.status_code == 401
    assert cast.owner.plaintext not in response.text


async def test_the_scheme_is_read_in_any_case(cast: Cast) -> None:
    response = await cast.who(("authorization", f"bEaReR {cast.owner.plaintext}"))
    assert response.status_code == 200


async def test_authorization_together_with_x_key_id_is_400(cast: Cast) -> None:
    response = await cast.who(bearer(cast.owner.plaintext), ("x-key-id", cast.owner.key_id))
    assert (response.status_code, response.json()["code"]) == (400, "validation_failed")


async def test_a_failed_secret_is_401_and_never_falls_back_to_the_origin(cast: Cast) -> None:
    keyless = await cast.keyless()
    origin = ("origin", keyless["allowedOrigins"][0])
    assert (await cast.who(origin)).status_code == 200
    assert (await cast.who(origin, bearer("sk_live_wrong"))).status_code == 401
    assert (await cast.who(origin, ("x-key-id", "key_aaaaaaaaaaaaaaaaaaaa"))).status_code == 401
    assert (await cast.who(origin, ("x-key-id", cast.owner.key_id))).status_code == 401


async def test_origin_alone_is_the_keyless_key_that_holds_it(cast: Cast) -> None:
    keyless = await cast.keyless(venues=[cast.hall])
    answer = (await cast.who(("origin", keyless["allowedOrigins"][0]))).json()
    assert answer | {"allowances": []} == {
        "kind": "keyless",
        "keyId": keyless["keyId"],
        "tenantId": cast.owner.tenant_id,
        "scope": "tenant",
        "venues": [cast.hall],
        "groups": None,
        "session": None,
        "allowances": [],
    }


async def test_origin_alone_on_a_keyless_key_without_allow_origin_only_is_401_and_with_its_key_id_it_works(
    cast: Cast,
) -> None:
    keyless = await cast.keyless(allowOriginOnly=False)
    origin = ("origin", keyless["allowedOrigins"][0])
    refused = await cast.who(origin)
    assert (refused.status_code, refused.json()["code"]) == (401, "credentials_missing")
    answer = (await cast.who(origin, ("x-key-id", keyless["keyId"]))).json()
    assert (answer["kind"], answer["keyId"]) == ("keyless", keyless["keyId"])
    await cast.operator.patch(f"/manage/keys/{keyless['keyId']}", {"allowOriginOnly": True})
    assert (await cast.who(origin)).status_code == 200


async def test_a_keyless_key_with_its_key_id_needs_one_of_its_own_origins(cast: Cast) -> None:
    keyless, other = await cast.keyless(), await cast.keyless()
    key_id = ("x-key-id", keyless["keyId"])
    assert (await cast.who(key_id)).json()["code"] == "key_invalid"
    foreign = await cast.who(key_id, ("origin", other["allowedOrigins"][0]))
    assert (foreign.status_code, foreign.json()["code"]) == (403, "origin_not_allowed")


async def test_after_a_revoke_neither_origin_nor_key_id_works(cast: Cast) -> None:
    keyless = await cast.keyless()
    origin = ("origin", keyless["allowedOrigins"][0])
    await cast.owner.delete(f"/manage/keys/{keyless['keyId']}")
    assert (await cast.who(origin)).status_code == 401
    by_id = await cast.who(origin, ("x-key-id", keyless["keyId"]))
    assert (by_id.status_code, by_id.json()["code"]) == (401, "key_invalid")


@pytest.mark.parametrize(
    "spelling",
    [
        "null",
        "{upper}",
        "{origin}/",
        "{origin}:443",
        "{origin}.evil.example",
        "https://evil-{host}",
        "http://{host}",
        "https://sub.{host}",
        "{origin}, {origin}",
        "x{origin}",
        "*",
        "{origin}%00",
    ],
)
async def test_any_other_spelling_of_an_origin_matches_nothing(cast: Cast, spelling: str) -> None:
    """Browsers send the canonical form; another spelling, from a forger, must not match by accident."""
    keyless = await cast.keyless()
    [origin] = keyless["allowedOrigins"]
    sent = spelling.format(origin=origin, upper=origin.upper(), host=origin.removeprefix("https://"))
    assert (await cast.who(("origin", sent))).status_code == 401
    by_id = await cast.who(("origin", sent), ("x-key-id", keyless["keyId"]))
    assert (by_id.status_code, by_id.json()["code"]) == (403, "origin_not_allowed")


async def test_two_origin_headers_match_nothing(cast: Cast) -> None:
    keyless = await cast.keyless()
    origin = ("origin", keyless["allowedOrigins"][0])
    assert (await cast.who(origin, origin)).status_code == 401
    key = await cast.owner.make_key(allowedOrigins=[SHOP])
    response = await cast.who(bearer(key["plaintext"]), ("origin", SHOP), ("origin", SHOP))
    assert (response.status_code, response.json()["code"]) == (403, "origin_not_allowed")


async def test_a_secret_key_with_allow_origin_only_is_used_by_its_key_id_from_its_origins(cast: Cast) -> None:
    key = await cast.owner.make_key(allowedOrigins=[SHOP, "https://*.shop.example"], allowOriginOnly=True)
    key_id = ("x-key-id", key["keyId"])
    answer = (await cast.who(key_id, ("origin", SHOP))).json()
    assert (answer["kind"], answer["keyId"]) == ("origin_only", key["keyId"])
    assert (await cast.who(key_id, ("origin", "https://a.b.shop.example"))).status_code == 200
    assert (await cast.who(key_id, ("origin", "https://evil.example"))).status_code == 403
    assert (await cast.who(key_id)).status_code == 401
    assert (await cast.who(("origin", SHOP))).status_code == 401
    await cast.owner.patch(f"/manage/keys/{key['keyId']}", {"allowOriginOnly": False})
    refused = await cast.who(key_id, ("origin", SHOP))
    assert (refused.status_code, refused.json()["code"]) == (401, "key_invalid")


async def test_two_key_ids_or_a_malformed_one_are_401(cast: Cast) -> None:
    keyless = await cast.keyless()
    origin = ("origin", keyless["allowedOrigins"][0])
    key_id = ("x-key-id", keyless["keyId"])
    assert (await cast.who(origin, key_id, key_id)).status_code == 401
    assert (await cast.who(origin, ("x-key-id", keyless["keyId"] + "!"))).status_code == 401
    assert (await cast.who(origin, ("x-key-id", ""))).status_code == 401


async def test_an_origin_outside_a_non_empty_list_is_403_whatever_else_the_request_carries(
    cast: Cast,
) -> None:
    key = await cast.owner.make_key(allowedOrigins=[SHOP])
    secret = bearer(key["plaintext"])
    assert (await cast.who(secret, ("origin", SHOP))).status_code == 200
    assert (await cast.who(secret)).status_code == 200, "a request without Origin is a server's"
    for foreign in ("https://evil.example", "null", "http://shop.example", "https://shop.example:8443"):
        response = await cast.who(secret, ("origin", foreign))
        assert (response.status_code, response.json()["code"]) == (403, "origin_not_allowed")


async def test_a_secret_key_with_an_empty_list_is_not_restricted(cast: Cast) -> None:
    assert (
        await cast.who(bearer(cast.owner.plaintext), ("origin", "https://any.example"))
    ).status_code == 200


async def test_the_services_own_origin_counts_as_absent(cast: Cast) -> None:
    """The console and the viewer are served from the service's own origin."""
    key = await cast.owner.make_key(allowedOrigins=[SHOP])
    own = ("origin", cast.service.address)
    assert (await cast.who(bearer(key["plaintext"]), own)).status_code == 200
    assert (await cast.who(own)).json()["code"] == "credentials_missing"
    by_id = await cast.keyless()
    assert (await cast.who(("x-key-id", by_id["keyId"]), own)).status_code == 401


async def test_what_cannot_be_a_key_is_told_apart_from_a_key_that_does_not_exist(cast: Cast) -> None:
    """A key carries a checksum: who mistypes one is told so, and nothing is looked up."""
    unknown = new_secret().plaintext
    mistyped = unknown[:-1] + ("0" if unknown[-1] != "0" else "1")
    answers = [await cast.who(bearer(plaintext)) for plaintext in (mistyped, unknown)]
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(401, "key_invalid")] * 2
    assert [answer.json()["detail"].partition(".")[0] for answer in answers] == [
        "This is not a key",
        "There is no such key",
    ]


async def test_key_revoked_is_said_only_to_who_presents_the_right_secret(cast: Cast) -> None:
    key = await cast.owner.make_key(allowedOrigins=[SHOP], allowOriginOnly=True)
    await cast.owner.delete(f"/manage/keys/{key['keyId']}")
    assert (await cast.who(bearer(key["plaintext"]))).json()["code"] == "key_revoked"
    by_id = await cast.who(("x-key-id", key["keyId"]), ("origin", SHOP))
    assert by_id.json()["code"] == "key_invalid"


async def test_the_caller_learns_its_allowances(cast: Cast) -> None:
    limit = {"requests": 10, "windowSeconds": 3600, "burst": 5}
    key = await cast.operator.make_key(tenantId=cast.owner.tenant_id, rateLimit=limit)
    first = (await cast.who(bearer(key["plaintext"]))).json()["allowances"]
    second = (await cast.who(bearer(key["plaintext"]))).json()["allowances"]
    assert [allowance["policy"] for allowance in first] == ["key", "tenant"]
    assert first[0] | {"resetSeconds": 0} == {"policy": "key", **limit, "remaining": 4, "resetSeconds": 0}
    assert second[0]["remaining"] == 3
