"""CORS headers: a page may read the responses to its own requests, and no others."""

import pytest

from cast import Cast, bearer

pytestmark = pytest.mark.anyio

SHOP = "https://shop.example"


async def test_a_preflight_carries_no_key_and_is_204_with_the_paths_methods_and_our_headers(
    cast: Cast,
) -> None:
    headers = (("origin", SHOP), ("access-control-request-method", "PATCH"))
    response = await cast.service.ask("OPTIONS", f"/manage/keys/{cast.owner.key_id}", headers)
    assert response.status_code == 204
    assert response.headers["access-control-allow-origin"] == SHOP
    assert set(response.headers["access-control-allow-methods"].split(", ")) == {"GET", "PATCH", "DELETE"}
    allowed = response.headers["access-control-allow-headers"].lower().split(", ")
    assert {"authorization", "content-type", "if-match", "x-key-id", "x-request-id"} <= set(allowed)
    assert "access-control-allow-credentials" not in response.headers
    assert response.headers["vary"] == "Origin"
    assert "ratelimit" not in response.headers


async def test_a_preflight_on_a_path_that_does_not_exist_is_404(cast: Cast) -> None:
    assert (await cast.service.ask("OPTIONS", "/nothing", (("origin", SHOP),))).status_code == 404


async def test_answers_to_an_allowed_origin_can_be_read_by_it_problems_included(cast: Cast) -> None:
    key = await cast.owner.make_key(allowedOrigins=[SHOP])
    secret, origin = bearer(key["plaintext"]), ("origin", SHOP)
    for path, status in (("/caller", 200), ("/manage/keys/x", 400), ("/manage/tenants", 403),
                         ("/manage/keys/key_aaaaaaaaaaaa", 404)):  # fmt: skip
        response = await cast.service.ask("GET", path, (secret, origin))
        assert response.status_code == status
        assert response.headers["access-control-allow-origin"] == SHOP
        assert "RateLimit" in response.headers["access-control-expose-headers"]
        assert response.headers["vary"] == "Origin"
        assert "access-control-allow-credentials" not in response.headers


async def test_a_foreign_origin_and_a_failed_credential_are_told_nothing(cast: Cast) -> None:
    key = await cast.owner.make_key(allowedOrigins=[SHOP])
    foreign = await cast.who(bearer(key["plaintext"]), ("origin", "https://evil.example"))
    failed = await cast.who(bearer("sk_live_wrong"), ("origin", SHOP))
    unknown = await cast.service.ask("GET", "/nothing", (("origin", SHOP),))
    for response in (foreign, failed, unknown):
        assert "access-control-allow-origin" not in response.headers
        assert response.headers["vary"] == "Origin"


async def test_a_request_without_origin_gets_no_cors_headers(cast: Cast) -> None:
    response = await cast.who(bearer(cast.owner.plaintext))
    assert not [name for name in response.headers if name.startswith("access-control")]
    assert response.headers["vary"] == "Origin"
