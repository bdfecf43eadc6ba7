"""CORS headers: a page may read the responses to its own requests, and no others."""

import re
from collections.abc import Callable

import pytest

from cast import Cast, bearer
from in_process_client import Client
from seatpreview.api.operation import Operation
from seatpreview.api.table import OPERATIONS
from seatpreview.http.admission import Admission
from seatpreview.server.worker import app_of
from seatpreview.settings.setting_values import Rate
from seatpreview.settings.settings import Settings
from serving import running

pytestmark = [pytest.mark.anyio, pytest.mark.any_engine]

SHOP = "https://shop.example"
EVIL = "https://evil.example"


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


async def test_a_foreign_origin_and_a_failed_secret_are_told_nothing(cast: Cast) -> None:
    """Attack: a page tries secrets through the browsers of its visitors, each with an address of its own."""
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


READABLE = {
    "createSession",
    "getSession",
    "renewSession",
    "endSession",
    "getCaller",
    "resolveSeats",
    "listSeats",
    "listPositions",
    "findBestSeats",
    "getPlan",
    "previewSeat",
    "getPreviewImage",
    "ingestEvents",
}
"""Operations that work without a secret: pages of any origin may read why they are refused there. All others
tell a foreign page nothing. Written by hand."""


async def test_a_page_can_read_why_it_is_refused_where_no_secret_is_needed(shared_cast: Cast) -> None:
    """Attack: a foreign page asks what a key that it found is for, and whose it is."""
    cast = shared_cast
    key = await cast.owner.make_key(label="Label of it", allowedOrigins=[SHOP], allowOriginOnly=True)
    session = await cast.session(key, origin=SHOP)
    foreign = ("origin", EVIL)
    secrets = (SHOP, key["label"], key["keyId"], str(cast.owner.tenant_id), cast.hall, session["token"])
    refusals = (
        (401, "credentials_missing", (foreign,)),
        (401, "key_invalid", (foreign, ("x-key-id", "key_aaaaaaaaaaaa"))),
        (401, "key_invalid", (foreign, ("x-key-id", "mistyped"))),
        (401, "key_invalid", (foreign, bearer("st_forged"))),
        (403, "origin_not_allowed", (foreign, ("x-key-id", key["keyId"]))),
        (403, "origin_not_allowed", (foreign, bearer(session["token"]))),
    )
    for operation in OPERATIONS:
        for status, code, headers in refusals:
            response = await cast.service.ask(operation.method, path_of(operation), headers)
            assert (response.status_code, response.json()["code"]) == (status, code), operation.operation_id
            assert response.headers["vary"] == "Origin"
            assert "ratelimit" not in response.headers
            assert not [secret for secret in secrets if secret in response.text]
            cors = {name for name in response.headers if name.startswith("access-control")}
            if operation.operation_id in READABLE:
                assert response.headers["access-control-allow-origin"] == EVIL, operation.operation_id
                assert "Retry-After" in response.headers["access-control-expose-headers"]
                assert len(cors) == 2, "and no credentials"
            else:
                assert cors == set(), operation.operation_id
        for secret in ("sk_live_wrong", key["plaintext"]):
            response = await cast.service.ask(operation.method, path_of(operation), (foreign, bearer(secret)))
            assert not [name for name in response.headers if name.startswith("access-control")]


async def test_every_operation_that_works_without_a_secret_is_in_the_table() -> None:
    assert {each.operation_id for each in OPERATIONS if each.works_without_secret} == READABLE
    assert not [each for each in OPERATIONS if each.operation_id in READABLE and each.group == "Management"]


async def test_a_page_can_read_that_it_should_try_again(shared_cast: Cast) -> None:
    app = app_of(shared_cast.service.internals)
    app.admission = Admission(0, 0)
    for method, path, is_readable in (
        ("POST", "/v1/sessions", True),
        ("POST", "/v1/events", True),
        ("POST", "/v1/manage/keys", False),
        ("GET", "/v1/nothing", False),
    ):
        client = Client(app, method, path, [(b"origin", EVIL.encode())], "192.0.2.1")
        assert (await client.response())[0] == 503
        headers = dict(client.sent[0]["headers"])
        assert headers[b"retry-after"] == b"1"
        assert (headers.get(b"access-control-allow-origin") == EVIL.encode()) == is_readable


async def test_a_page_can_read_that_its_address_asked_too_often(
    new_settings: Callable[..., Settings],
) -> None:
    async with running(new_settings(address_rate=Rate(1, 60, 1))) as service:
        page, body = (("origin", EVIL),), {"venue": "x"}
        assert (await service.ask("POST", "/sessions", page, json=body)).status_code == 401
        response = await service.ask("POST", "/sessions", page, json=body)
        assert response.status_code == 429
        assert response.headers["access-control-allow-origin"] == EVIL
        assert int(response.headers["retry-after"]) > 0


def path_of(operation: Operation) -> str:
    return re.sub(r"\{.*?\}", "x", operation.path)
