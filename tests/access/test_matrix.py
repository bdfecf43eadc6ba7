"""The access matrix: every operation, every kind of caller, the answer. By hand, from the contract."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from cast import Cast
from seatpreview.http.table import OPERATIONS

pytestmark = pytest.mark.anyio

Expected = tuple[int, str | None]

OK: Expected = (200, None)
CREATED: Expected = (201, None)
GONE: Expected = (204, None)
MISSING: Expected = (401, "credentials_missing")
INVALID: Expected = (401, "key_invalid")
REVOKED: Expected = (401, "key_revoked")
SCOPE: Expected = (403, "scope_insufficient")
KIND: Expected = (403, "key_kind_not_allowed")
ORIGIN: Expected = (403, "origin_not_allowed")
VENUE: Expected = (403, "venue_not_allowed")

KINDS = (
    "nobody",
    "a wrong secret",
    "a revoked secret",
    "admin scope",
    "tenant scope",
    "tenant scope, restricted to a venue",
    "a secret from a foreign origin",
    "a keyless key by Origin",
    "a keyless key by X-Key-Id",
    "a secret key by X-Key-Id",
)

MATRIX: dict[str, tuple[Expected, ...]] = {
    # operation       nobody   wrong    revoked  admin    tenant   restr.   foreign keyless  by id    by id
    "getCaller":     (MISSING, INVALID, REVOKED, OK,      OK,      OK,      ORIGIN, OK,      OK,      OK),
    "listTenants":   (MISSING, INVALID, REVOKED, OK,      SCOPE,   SCOPE,   ORIGIN, KIND,    KIND,    KIND),
    "createTenant":  (MISSING, INVALID, REVOKED, CREATED, SCOPE,   SCOPE,   ORIGIN, KIND,    KIND,    KIND),
    "getTenant":     (MISSING, INVALID, REVOKED, OK,      OK,      OK,      ORIGIN, KIND,    KIND,    KIND),
    "updateTenant":  (MISSING, INVALID, REVOKED, OK,      SCOPE,   SCOPE,   ORIGIN, KIND,    KIND,    KIND),
    "listKeys":      (MISSING, INVALID, REVOKED, OK,      OK,      OK,      ORIGIN, KIND,    KIND,    KIND),
    "createKey":     (MISSING, INVALID, REVOKED, CREATED, CREATED, VENUE,   ORIGIN, KIND,    KIND,    KIND),
    "getKey":        (MISSING, INVALID, REVOKED, OK,      OK,      OK,      ORIGIN, KIND,    KIND,    KIND),
    "updateKey":     (MISSING, INVALID, REVOKED, OK,      OK,      VENUE,   ORIGIN, KIND,    KIND,    KIND),
    "revokeKey":     (MISSING, INVALID, REVOKED, GONE,    GONE,    VENUE,   ORIGIN, KIND,    KIND,    KIND),
    "rotateKey":     (MISSING, INVALID, REVOKED, CREATED, CREATED, VENUE,   ORIGIN, KIND,    KIND,    KIND),
    "listVenues":    (MISSING, INVALID, REVOKED, OK,      OK,      OK,      ORIGIN, KIND,    KIND,    KIND),
    "createVenue":   (MISSING, INVALID, REVOKED, CREATED, CREATED, VENUE,   ORIGIN, KIND,    KIND,    KIND),
    "getVenue":      (MISSING, INVALID, REVOKED, OK,      OK,      VENUE,   ORIGIN, KIND,    KIND,    KIND),
    "replaceVenue":  (MISSING, INVALID, REVOKED, OK,      OK,      VENUE,   ORIGIN, KIND,    KIND,    KIND),
    "testSeatKeys":  (MISSING, INVALID, REVOKED, OK,      OK,      VENUE,   ORIGIN, KIND,    KIND,    KIND),
    "suggestSeatKeys": (MISSING, INVALID, REVOKED, OK,    OK,      VENUE,   ORIGIN, KIND,    KIND,    KIND),
    "replaceAliases": (MISSING, INVALID, REVOKED, OK,     OK,      VENUE,   ORIGIN, KIND,    KIND,    KIND),
    "listGrants":    (MISSING, INVALID, REVOKED, OK,      OK,      VENUE,   ORIGIN, KIND,    KIND,    KIND),
    "putGrant":      (MISSING, INVALID, REVOKED, GONE,    GONE,    VENUE,   ORIGIN, KIND,    KIND,    KIND),
    "endGrant":      (MISSING, INVALID, REVOKED, GONE,    GONE,    VENUE,   ORIGIN, KIND,    KIND,    KIND),
    "listAudit":     (MISSING, INVALID, REVOKED, OK,      OK,      OK,      ORIGIN, KIND,    KIND,    KIND),
}  # fmt: skip

BODIES: dict[str, Any] = {
    "createTenant": {"name": "New"},
    "updateTenant": {"name": "Renamed"},
    "updateKey": {"label": "renamed"},
    "rotateKey": {"gracePeriodSeconds": 60},
    "replaceVenue": {"name": "Renamed"},
    "testSeatKeys": {"labels": ["Section 1"]},
    "suggestSeatKeys": {"labels": [{"label": "Section 1"}]},
    "replaceAliases": {"aliases": []},
}


def test_no_operation_is_missing_from_the_matrix() -> None:
    assert set(MATRIX) == {operation.operation_id for operation in OPERATIONS}
    assert all(len(row) == len(KINDS) for row in MATRIX.values())


@pytest.mark.parametrize("operation_id", MATRIX)
async def test_every_operation_answers_every_kind_of_caller(operation_id: str, cast: Cast) -> None:
    answers = [await _ask(cast, operation_id, await _CREDENTIALS[kind](cast)) for kind in KINDS]
    assert dict(zip(KINDS, answers, strict=True)) == dict(zip(KINDS, MATRIX[operation_id], strict=True))


async def _ask(cast: Cast, operation_id: str, headers: dict[str, str]) -> Expected:
    operation = next(row for row in OPERATIONS if row.operation_id == operation_id)
    target = await cast.owner.make_key(label="target")
    tenant_id = cast.stranger.tenant_id if "grants" in operation.path else cast.owner.tenant_id
    path = operation.path.format(tenantId=tenant_id, keyId=target["keyId"], venueId=cast.yard)
    body = BODIES.get(operation_id)
    if operation_id in ("createKey", "createVenue"):
        body = {"tenantId": cast.owner.tenant_id} | ({"name": "New"} if operation_id == "createVenue" else {})
    response = await cast.service.ask(operation.method, path, headers.items(), json=body)
    if response.status_code < 400:
        return response.status_code, None
    assert response.headers["content-type"] == "application/problem+json"
    return response.status_code, response.json()["code"]


async def _nobody(cast: Cast) -> dict[str, str]:
    return {}


async def _wrong(cast: Cast) -> dict[str, str]:
    return {"authorization": "Bearer sk_live_wrong"}


async def _revoked(cast: Cast) -> dict[str, str]:
    key = await cast.owner.make_key()
    await cast.owner.delete(f"/manage/keys/{key['keyId']}")
    return _bearer(key)


async def _admin(cast: Cast) -> dict[str, str]:
    return {"authorization": f"Bearer {cast.service.admin_key}"}


async def _tenant(cast: Cast) -> dict[str, str]:
    return _bearer(await cast.owner.make_key())


async def _restricted(cast: Cast) -> dict[str, str]:
    return _bearer(await cast.owner.make_key(venues=[cast.hall]))


async def _foreign_origin(cast: Cast) -> dict[str, str]:
    key = await cast.owner.make_key(allowedOrigins=["https://shop.example"])
    return _bearer(key) | {"origin": "https://evil.example"}


async def _keyless(cast: Cast) -> dict[str, str]:
    return {"origin": (await cast.keyless())["allowedOrigins"][0]}


async def _keyless_by_id(cast: Cast) -> dict[str, str]:
    key = await cast.keyless()
    return {"origin": key["allowedOrigins"][0], "x-key-id": key["keyId"]}


async def _secret_by_id(cast: Cast) -> dict[str, str]:
    key = await cast.owner.make_key(allowedOrigins=["https://shop.example"], allowOriginOnly=True)
    return {"origin": "https://shop.example", "x-key-id": key["keyId"]}


def _bearer(key: dict[str, Any]) -> dict[str, str]:
    return {"authorization": f"Bearer {key['plaintext']}"}


_CREDENTIALS: dict[str, Callable[[Cast], Awaitable[dict[str, str]]]] = {
    "nobody": _nobody,
    "a wrong secret": _wrong,
    "a revoked secret": _revoked,
    "admin scope": _admin,
    "tenant scope": _tenant,
    "tenant scope, restricted to a venue": _restricted,
    "a secret from a foreign origin": _foreign_origin,
    "a keyless key by Origin": _keyless,
    "a keyless key by X-Key-Id": _keyless_by_id,
    "a secret key by X-Key-Id": _secret_by_id,
}
