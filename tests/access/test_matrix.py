"""The access matrix: the expected status of every operation for every kind of caller, written by hand from
the contract."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from cast import Cast
from imagery.sample_pictures import photo
from lanes import runs_on_both_engines
from operations.halls import HALL
from seatpreview.api.table import OPERATIONS

pytestmark = [pytest.mark.anyio, pytest.mark.any_engine]

Expected = tuple[int, str | None]

OK: Expected = (200, None)
CREATED: Expected = (201, None)
TAKEN: Expected = (202, None)
GONE: Expected = (204, None)
MISSING: Expected = (401, "credentials_missing")
INVALID: Expected = (401, "key_invalid")
REVOKED: Expected = (401, "key_revoked")
SCOPE: Expected = (403, "scope_insufficient")
KIND: Expected = (403, "key_kind_not_allowed")
ORIGIN: Expected = (403, "origin_not_allowed")
VENUE: Expected = (403, "venue_not_allowed")

SESSION = "session"
"""Where a caller's credentials say which session is theirs."""

EVERYWHERE: dict[str, Expected] = {
    "nobody": MISSING,
    "a wrong secret": INVALID,
    "a revoked secret": REVOKED,
    "a secret from a foreign origin": ORIGIN,
}
"""Callers whom every operation answers alike."""

KINDS = (
    "admin scope",
    "tenant scope",
    "tenant scope, restricted to a venue",
    "a keyless key by Origin",
    "a keyless key by X-Key-Id",
    "a secret key by X-Key-Id",
    "a session token",
)

MATRIX: dict[str, tuple[Expected, ...]] = {
    # operation           admin    tenant   restr.   keyless  by id    by id    session
    "createSession":   (CREATED, CREATED, VENUE,   CREATED, CREATED, CREATED, KIND),
    "getSession":      (KIND,    KIND,    KIND,    KIND,    KIND,    KIND,    OK),
    "renewSession":    (KIND,    KIND,    KIND,    KIND,    KIND,    KIND,    OK),
    "endSession":      (GONE,    GONE,    VENUE,   KIND,    KIND,    KIND,    GONE),
    "getCaller":       (OK,      OK,      OK,      OK,      OK,      OK,      OK),
    "listTenants":     (OK,      SCOPE,   SCOPE,   KIND,    KIND,    KIND,    KIND),
    "createTenant":    (CREATED, SCOPE,   SCOPE,   KIND,    KIND,    KIND,    KIND),
    "getTenant":       (OK,      OK,      OK,      KIND,    KIND,    KIND,    KIND),
    "updateTenant":    (OK,      SCOPE,   SCOPE,   KIND,    KIND,    KIND,    KIND),
    "archiveTenant":   (OK,      SCOPE,   SCOPE,   KIND,    KIND,    KIND,    KIND),
    "unarchiveTenant": (OK,      SCOPE,   SCOPE,   KIND,    KIND,    KIND,    KIND),
    "deleteTenant":    (GONE,    SCOPE,   SCOPE,   KIND,    KIND,    KIND,    KIND),
    "listKeys":        (OK,      OK,      OK,      KIND,    KIND,    KIND,    KIND),
    "createKey":       (CREATED, CREATED, VENUE,   KIND,    KIND,    KIND,    KIND),
    "getKey":          (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "updateKey":       (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "revokeKey":       (GONE,    GONE,    VENUE,   KIND,    KIND,    KIND,    KIND),
    "rotateKey":       (CREATED, CREATED, VENUE,   KIND,    KIND,    KIND,    KIND),
    "listVenues":      (OK,      OK,      OK,      KIND,    KIND,    KIND,    KIND),
    "createVenue":     (CREATED, CREATED, VENUE,   KIND,    KIND,    KIND,    KIND),
    "getVenue":        (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "replaceVenue":    (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "archiveVenue":    (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "unarchiveVenue":  (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "deleteVenue":     (GONE,    GONE,    VENUE,   KIND,    KIND,    KIND,    KIND),
    "copyVenue":       (CREATED, CREATED, VENUE,   KIND,    KIND,    KIND,    KIND),
    "getDraft":        (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "putDraft":        (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "deleteDraft":     (GONE,    GONE,    VENUE,   KIND,    KIND,    KIND,    KIND),
    "importVenue":     (OK,      OK,      OK,      KIND,    KIND,    KIND,    KIND),
    "exportVenue":     (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "testSeatKeys":    (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "suggestSeatKeys": (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "learnSeatKeys":   (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "listRestrictedViews": (OK,  OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "listSeatViews":   (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "replaceAliases":  (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "listTemplates":   (OK,      OK,      OK,      KIND,    KIND,    KIND,    KIND),
    "getTemplate":     (OK,      OK,      OK,      KIND,    KIND,    KIND,    KIND),
    "listGrants":      (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "putGrant":        (GONE,    GONE,    VENUE,   KIND,    KIND,    KIND,    KIND),
    "endGrant":        (GONE,    GONE,    VENUE,   KIND,    KIND,    KIND,    KIND),
    "publishDraft":    (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "listVersions":    (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "getVersion":      (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "deleteVersion":   (GONE,    GONE,    VENUE,   KIND,    KIND,    KIND,    KIND),
    "getVersionChanges": (OK,    OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "restoreVersion":  (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "listAudit":       (OK,      OK,      OK,      KIND,    KIND,    KIND,    KIND),
    "listChanges":     (OK,      OK,      OK,      KIND,    KIND,    KIND,    KIND),
    "listWebhooks":    (OK,      OK,      OK,      KIND,    KIND,    KIND,    KIND),
    "createWebhook":   (CREATED, CREATED, VENUE,   KIND,    KIND,    KIND,    KIND),
    "getWebhook":      (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "updateWebhook":   (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "deleteWebhook":   (GONE,    GONE,    VENUE,   KIND,    KIND,    KIND,    KIND),
    "rotateWebhook":   (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "testWebhook":     (TAKEN,   TAKEN,   VENUE,   KIND,    KIND,    KIND,    KIND),
    "listDeliveries":  (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "redeliver":       (TAKEN,   TAKEN,   VENUE,   KIND,    KIND,    KIND,    KIND),
    "redeliverFailed": (TAKEN,   TAKEN,   VENUE,   KIND,    KIND,    KIND,    KIND),
    "putImage":        (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "listImages":      (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "deleteImage":     (GONE,    GONE,    VENUE,   KIND,    KIND,    KIND,    KIND),
    "getFloorPlan":    (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "putFloorPlan":    (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "deleteFloorPlan": (GONE,    GONE,    VENUE,   KIND,    KIND,    KIND,    KIND),
    "placeFloorPlan":  (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "findFloorPlanSeats": (OK,   OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "previewSeat":     (OK,      OK,      VENUE,   OK,      OK,      OK,      OK),
    "getPreviewImage": (OK,      OK,      VENUE,   OK,      OK,      OK,      OK),
    "createImageLink": (OK,      OK,      VENUE,   KIND,    KIND,    KIND,    KIND),
    "resolveSeats":    (OK,      OK,      VENUE,   OK,      OK,      OK,      OK),
    "listSeats":       (OK,      OK,      VENUE,   OK,      OK,      OK,      OK),
    "listPositions":   (OK,      OK,      VENUE,   OK,      OK,      OK,      OK),
    "findBestSeats":   (OK,      OK,      VENUE,   OK,      OK,      OK,      OK),
    "getPlan":         (OK,      OK,      VENUE,   OK,      OK,      OK,      OK),
    "ingestEvents":    (TAKEN,   TAKEN,   TAKEN,   TAKEN,   TAKEN,   TAKEN,   TAKEN),
    "listEvents":      (OK,      OK,      OK,      KIND,    KIND,    KIND,    KIND),
    "reportEvents":    (OK,      OK,      OK,      KIND,    KIND,    KIND,    KIND),
}  # fmt: skip

GROUPS = ("sessions", "seats", "events", "management", "management_read_only")

GROUP_MATRIX: dict[str, tuple[Expected, ...]] = {
    # operation           sessions seats    events   managem. read only
    "createSession":   (CREATED, SCOPE,   SCOPE,   SCOPE,   SCOPE),
    "getSession":      (KIND,    KIND,    KIND,    KIND,    KIND),
    "renewSession":    (KIND,    KIND,    KIND,    KIND,    KIND),
    "endSession":      (GONE,    SCOPE,   SCOPE,   SCOPE,   SCOPE),
    "getCaller":       (OK,      OK,      OK,      OK,      OK),
    "listTenants":     (SCOPE,   SCOPE,   SCOPE,   OK,      OK),
    "createTenant":    (SCOPE,   SCOPE,   SCOPE,   CREATED, SCOPE),
    "getTenant":       (SCOPE,   SCOPE,   SCOPE,   OK,      OK),
    "updateTenant":    (SCOPE,   SCOPE,   SCOPE,   OK,      SCOPE),
    "archiveTenant":   (SCOPE,   SCOPE,   SCOPE,   OK,      SCOPE),
    "unarchiveTenant": (SCOPE,   SCOPE,   SCOPE,   OK,      SCOPE),
    "deleteTenant":    (SCOPE,   SCOPE,   SCOPE,   GONE,    SCOPE),
    "listKeys":        (SCOPE,   SCOPE,   SCOPE,   OK,      OK),
    "createKey":       (SCOPE,   SCOPE,   SCOPE,   CREATED, SCOPE),
    "getKey":          (SCOPE,   SCOPE,   SCOPE,   OK,      OK),
    "updateKey":       (SCOPE,   SCOPE,   SCOPE,   OK,      SCOPE),
    "revokeKey":       (SCOPE,   SCOPE,   SCOPE,   GONE,    SCOPE),
    "rotateKey":       (SCOPE,   SCOPE,   SCOPE,   CREATED, SCOPE),
    "listVenues":      (SCOPE,   SCOPE,   SCOPE,   OK,      OK),
    "createVenue":     (SCOPE,   SCOPE,   SCOPE,   CREATED, SCOPE),
    "getVenue":        (SCOPE,   SCOPE,   SCOPE,   OK,      OK),
    "replaceVenue":    (SCOPE,   SCOPE,   SCOPE,   OK,      SCOPE),
    "archiveVenue":    (SCOPE,   SCOPE,   SCOPE,   OK,      SCOPE),
    "unarchiveVenue":  (SCOPE,   SCOPE,   SCOPE,   OK,      SCOPE),
    "deleteVenue":     (SCOPE,   SCOPE,   SCOPE,   GONE,    SCOPE),
    "copyVenue":       (SCOPE,   SCOPE,   SCOPE,   CREATED, SCOPE),
    "getDraft":        (SCOPE,   SCOPE,   SCOPE,   OK,      OK),
    "putDraft":        (SCOPE,   SCOPE,   SCOPE,   OK,      SCOPE),
    "deleteDraft":     (SCOPE,   SCOPE,   SCOPE,   GONE,    SCOPE),
    "importVenue":     (SCOPE,   SCOPE,   SCOPE,   OK,      OK),
    "exportVenue":     (SCOPE,   SCOPE,   SCOPE,   OK,      OK),
    "testSeatKeys":    (SCOPE,   SCOPE,   SCOPE,   OK,      OK),
    "suggestSeatKeys": (SCOPE,   SCOPE,   SCOPE,   OK,      OK),
    "learnSeatKeys":   (SCOPE,   SCOPE,   SCOPE,   OK,      OK),
    "listRestrictedViews": (SCOPE, SCOPE, SCOPE,   OK,      OK),
    "listSeatViews":   (SCOPE,   SCOPE,   SCOPE,   OK,      OK),
    "replaceAliases":  (SCOPE,   SCOPE,   SCOPE,   OK,      SCOPE),
    "listTemplates":   (SCOPE,   SCOPE,   SCOPE,   OK,      OK),
    "getTemplate":     (SCOPE,   SCOPE,   SCOPE,   OK,      OK),
    "listGrants":      (SCOPE,   SCOPE,   SCOPE,   OK,      OK),
    "putGrant":        (SCOPE,   SCOPE,   SCOPE,   GONE,    SCOPE),
    "endGrant":        (SCOPE,   SCOPE,   SCOPE,   GONE,    SCOPE),
    "publishDraft":    (SCOPE,   SCOPE,   SCOPE,   OK,      SCOPE),
    "listVersions":    (SCOPE,   SCOPE,   SCOPE,   OK,      OK),
    "getVersion":      (SCOPE,   SCOPE,   SCOPE,   OK,      OK),
    "deleteVersion":   (SCOPE,   SCOPE,   SCOPE,   GONE,    SCOPE),
    "getVersionChanges": (SCOPE, SCOPE,   SCOPE,   OK,      OK),
    "restoreVersion":  (SCOPE,   SCOPE,   SCOPE,   OK,      SCOPE),
    "listAudit":       (SCOPE,   SCOPE,   SCOPE,   OK,      OK),
    "listChanges":     (SCOPE,   SCOPE,   SCOPE,   OK,      OK),
    "listWebhooks":    (SCOPE,   SCOPE,   SCOPE,   OK,      OK),
    "createWebhook":   (SCOPE,   SCOPE,   SCOPE,   CREATED, SCOPE),
    "getWebhook":      (SCOPE,   SCOPE,   SCOPE,   OK,      OK),
    "updateWebhook":   (SCOPE,   SCOPE,   SCOPE,   OK,      SCOPE),
    "deleteWebhook":   (SCOPE,   SCOPE,   SCOPE,   GONE,    SCOPE),
    "rotateWebhook":   (SCOPE,   SCOPE,   SCOPE,   OK,      SCOPE),
    "testWebhook":     (SCOPE,   SCOPE,   SCOPE,   TAKEN,   SCOPE),
    "listDeliveries":  (SCOPE,   SCOPE,   SCOPE,   OK,      OK),
    "redeliver":       (SCOPE,   SCOPE,   SCOPE,   TAKEN,   SCOPE),
    "redeliverFailed": (SCOPE,   SCOPE,   SCOPE,   TAKEN,   SCOPE),
    "putImage":        (SCOPE,   SCOPE,   SCOPE,   OK,      SCOPE),
    "listImages":      (SCOPE,   SCOPE,   SCOPE,   OK,      OK),
    "deleteImage":     (SCOPE,   SCOPE,   SCOPE,   GONE,    SCOPE),
    "getFloorPlan":    (SCOPE,   SCOPE,   SCOPE,   OK,      OK),
    "putFloorPlan":    (SCOPE,   SCOPE,   SCOPE,   OK,      SCOPE),
    "deleteFloorPlan": (SCOPE,   SCOPE,   SCOPE,   GONE,    SCOPE),
    "placeFloorPlan":  (SCOPE,   SCOPE,   SCOPE,   OK,      SCOPE),
    "findFloorPlanSeats": (SCOPE, SCOPE,  SCOPE,   OK,      OK),
    "previewSeat":     (SCOPE,   OK,      SCOPE,   SCOPE,   SCOPE),
    "getPreviewImage": (SCOPE,   OK,      SCOPE,   SCOPE,   SCOPE),
    "createImageLink": (SCOPE,   OK,      SCOPE,   SCOPE,   SCOPE),
    "resolveSeats":    (SCOPE,   OK,      SCOPE,   SCOPE,   SCOPE),
    "listSeats":       (SCOPE,   OK,      SCOPE,   SCOPE,   SCOPE),
    "listPositions":   (SCOPE,   OK,      SCOPE,   SCOPE,   SCOPE),
    "findBestSeats":   (SCOPE,   OK,      SCOPE,   SCOPE,   SCOPE),
    "getPlan":         (SCOPE,   OK,      SCOPE,   SCOPE,   SCOPE),
    "ingestEvents":    (SCOPE,   SCOPE,   TAKEN,   SCOPE,   SCOPE),
    "listEvents":      (SCOPE,   SCOPE,   OK,      SCOPE,   SCOPE),
    "reportEvents":    (SCOPE,   SCOPE,   OK,      SCOPE,   SCOPE),
}  # fmt: skip
"""What a secret key that is limited to one group is answered. The key is of admin scope where the operation
needs that, and otherwise of tenant scope."""

BODIES: dict[str, Any] = {
    "createTenant": {"name": "New"},
    "updateTenant": {"name": "Renamed"},
    "createVenue": {"name": "New"},
    "createWebhook": {"url": "https://shop.example/hooks"},
    "updateKey": {"label": "renamed"},
    "rotateKey": {"gracePeriodSeconds": 60},
    "replaceVenue": {"name": "Renamed"},
    "putDraft": {"name": "Draft"},
    "testSeatKeys": {"labels": ["Section 1"]},
    "suggestSeatKeys": {"labels": [{"label": "Section 1"}]},
    "learnSeatKeys": {"groups": [{"lines": 1, "labels": [{"label": "Section 1"}]}]},
    "replaceAliases": {"aliases": []},
    "copyVenue": {"name": "Copy"},
    "createImageLink": {"seat": "1/A/1"},
    "resolveSeats": {"labels": ["1/A/1"]},
    "findBestSeats": {"count": 1},
    "updateWebhook": {"label": "renamed"},
    "placeFloorPlan": {"x": 0, "y": 0, "metresPerPixel": 0.01},
    "findFloorPlanSeats": {"x": 0, "y": 0, "width": 10, "height": 10},
    "rotateWebhook": {"gracePeriodSeconds": 60},
}


PICTURE: dict[str, Any] = {"content": photo(format_="PNG"), "headers": [("content-type", "image/png")]}

UPLOADS = {
    "deleteImage": "imagery/a.png",
    "getFloorPlan": "floor-plan",
    "deleteFloorPlan": "floor-plan",
    "placeFloorPlan": "floor-plan",
    "findFloorPlanSeats": "floor-plan",
}
"""What must be there before an operation is asked for: its path below the venue's."""


def test_no_operation_is_missing_from_the_matrix() -> None:
    assert set(MATRIX) == {operation.operation_id for operation in OPERATIONS}
    assert all(len(row) == len(KINDS) for row in MATRIX.values())
    assert set(GROUP_MATRIX) == set(MATRIX)
    assert all(len(row) == len(GROUPS) for row in GROUP_MATRIX.values())


@pytest.fixture(scope="module")
async def credentials(shared_cast: Cast) -> dict[str, dict[str, str]]:
    """What each kind of caller sends. No operation of the matrix changes the keys that are used for it."""
    return {kind: await make(shared_cast) for kind, make in _CREDENTIALS.items()}


@pytest.mark.parametrize("operation_id", MATRIX)
async def test_every_operation_answers_every_kind_of_caller(
    operation_id: str, shared_cast: Cast, credentials: dict[str, dict[str, str]]
) -> None:
    expected = EVERYWHERE | dict(zip(KINDS, MATRIX[operation_id], strict=True))
    assert expected.keys() == credentials.keys()
    await _publish_hall(shared_cast, operation_id)
    # The session may be ended by the operation, so that each operation gets one of its own.
    shown = credentials | {"a session token": await _session(shared_cast)}
    answers = {kind: await _ask(shared_cast, operation_id, dict(headers)) for kind, headers in shown.items()}
    assert answers == expected


@pytest.mark.both_engines
@pytest.mark.parametrize("operation_id", MATRIX)
async def test_every_operation_makes_a_round_trip_on_each_engine(
    operation_id: str, shared_cast: Cast, credentials: dict[str, dict[str, str]]
) -> None:
    """Most tests of operations run on SQLite alone: see `lanes.py`."""
    await _publish_hall(shared_cast, operation_id)
    succeeded = dict(zip(KINDS, MATRIX[operation_id], strict=True))
    caller = next(kind for kind in succeeded if succeeded[kind][0] < 400)
    shown = credentials | {"a session token": await _session(shared_cast)}
    assert await _ask(shared_cast, operation_id, dict(shown[caller])) == succeeded[caller]


def test_the_round_trips_run_on_both_engines_in_the_quick_lane() -> None:
    markers = [*test_every_operation_makes_a_round_trip_on_each_engine.pytestmark, *pytestmark]  # type: ignore[attr-defined]  # set by the decorators
    assert runs_on_both_engines("access", (marker.name for marker in markers))


@pytest.mark.parametrize("operation_id", GROUP_MATRIX)
async def test_every_operation_answers_every_group_of_keys(
    operation_id: str, shared_cast: Cast, limited: dict[str, dict[str, dict[str, str]]]
) -> None:
    """Attack: a key that leaked from a shop's server, tried on everything else."""
    await _publish_hall(shared_cast, operation_id)
    scope = "admin" if MATRIX[operation_id][KINDS.index("tenant scope")] is SCOPE else "tenant"
    answers = {
        group: await _ask(shared_cast, operation_id, dict(limited[scope][group]), group) for group in GROUPS
    }
    assert answers == dict(zip(GROUPS, GROUP_MATRIX[operation_id], strict=True))


@pytest.fixture(scope="module")
async def limited(shared_cast: Cast) -> dict[str, dict[str, dict[str, str]]]:
    """What keys of each scope send that are limited to one group."""
    owner = {"tenantId": shared_cast.owner.tenant_id}
    return {
        scope: {
            group: _bearer(await shared_cast.operator.make_key(scope=scope, groups=[group], **whose))
            for group in GROUPS
        }
        for scope, whose in (("tenant", owner), ("admin", {}))
    }


async def _ask(cast: Cast, operation_id: str, shown: dict[str, str], group: str | None = None) -> Expected:
    operation = next(row for row in OPERATIONS if row.operation_id == operation_id)
    session_id = shown.pop(SESSION, "")
    if "{sessionId}" in operation.path and not session_id:
        session_id = (await cast.session(venue=cast.yard))["sessionId"]
    # Nobody gives or reaches a group that they lack, so the keys of a limited caller have its group.
    given = {"groups": [group]} if group else {}
    target = {"keyId": ""}
    if "{keyId}" in operation.path:
        target = await cast.owner.make_key(label="target", **given)
    tenant_id = cast.stranger.tenant_id if "grants" in operation.path else cast.owner.tenant_id
    if operation_id in UPLOADS:
        await _upload(cast, UPLOADS[operation_id])
    venue_id = cast.yard
    if operation_id in ("archiveTenant", "unarchiveTenant", "deleteTenant"):
        tenant_id = await cast.tenant("Archived")
        await cast.operator.post(f"/manage/tenants/{tenant_id}/archive")
    if operation_id in ("archiveVenue", "deleteVenue"):
        venue_id = await cast.venue(cast.owner.tenant_id, "Archived")
        await cast.operator.post(f"/manage/venues/{venue_id}/archive")
    webhook = await _webhook(cast) if "{webhookId}" in operation.path else {}
    version = await _older_version(cast) if "{version}" in operation.path else ""
    if operation_id == "publishDraft":
        await cast.owner.delete(f"/manage/venues/{cast.yard}/draft")
    if operation_id in ("getDraft", "deleteDraft", "publishDraft"):
        await cast.owner.put(f"/manage/venues/{cast.yard}/draft", {"name": "Draft"}, ("if-match", "*"))
    path = operation.path.format(
        tenantId=tenant_id,
        keyId=target["keyId"],
        **webhook,
        venueId=venue_id,
        sessionId=session_id,
        templateId="cinema",
        version=version,
        name="a.png",
    )
    sent = _sent(cast, operation_id)
    if operation_id == "createKey":
        sent["json"] |= given
    response = await cast.service.ask(
        operation.method, path, (*sent.pop("headers", ()), *shown.items()), **sent
    )
    if operation_id == "createWebhook" and response.status_code == 201:
        webhook = response.json()
    if webhook:  # A tenant may have only so many.
        await cast.owner.delete(f"/manage/webhooks/{webhook['webhookId']}")
    if response.status_code < 400:
        return response.status_code, None
    assert response.headers["content-type"] == "application/problem+json"
    return response.status_code, response.json()["code"]


async def _older_version(cast: Cast) -> int:
    """Publishes two records, and returns a version that has one before it and one after it."""
    path = f"/manage/venues/{cast.yard}"
    version: int = (await cast.owner.put(path, {"name": "Yard"})).json()["version"]
    await cast.owner.put(path, {"name": "Yard"})
    return version


async def _publish_hall(cast: Cast, operation_id: str) -> None:
    """Gives the yard the seats that an operation needs."""
    if operation_id in ("previewSeat", "getPreviewImage", "createImageLink", "resolveSeats", "listSeats"):
        await cast.owner.put(f"/manage/venues/{cast.yard}", HALL)


async def _webhook(cast: Cast) -> dict[str, str]:
    """Makes a webhook with a delivery, and returns the ids of both."""
    made = await cast.owner.post("/manage/webhooks", {"url": "https://shop.example/hooks"})
    assert made.status_code == 201, made.text
    webhook_id = made.json()["webhookId"]
    ping = (await cast.owner.post(f"/manage/webhooks/{webhook_id}/test")).json()
    return {"webhookId": webhook_id, "deliveryId": ping["deliveryId"]}


async def _upload(cast: Cast, name: str) -> None:
    headers = (*PICTURE["headers"], ("authorization", f"Bearer {cast.owner.plaintext}"))
    path = f"/manage/venues/{cast.yard}/{name}"
    uploaded = await cast.service.ask("PUT", path, headers, content=PICTURE["content"])
    assert uploaded.status_code == 200, uploaded.text


def _sent(cast: Cast, operation_id: str) -> dict[str, Any]:
    match operation_id:
        case "importVenue":
            return {"content": b"section,row,seat\nA,1,1\n", "headers": [("content-type", "text/csv")]}
        case "createKey" | "createVenue" | "createWebhook":
            return {"json": {"tenantId": cast.owner.tenant_id} | BODIES.get(operation_id, {})}
        case "createSession" | "createImageLink" | "resolveSeats" | "findBestSeats":
            return {"json": {"venue": cast.yard} | BODIES.get(operation_id, {})}
        case "previewSeat" | "getPreviewImage":
            return {"params": {"venue": cast.yard, "seat": "1/A/1"}}
        case "listSeats" | "listPositions" | "getPlan":
            return {"params": {"venue": cast.yard}}
        case "reportEvents":
            return {"params": {"groupBy": "day"}}
        case "deleteTenant" | "deleteVenue":
            return {"params": {"confirm": "Archived"}}
        case "ingestEvents":
            return {"json": {"events": [{"eventId": "e1", "kind": "cta_clicked", "venue": cast.yard}]}}
        case "putImage" | "putFloorPlan":
            return dict(PICTURE)
        case "putDraft":
            return {"json": BODIES[operation_id], "headers": [("if-match", "*")]}
    return {"json": BODIES.get(operation_id)}


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


async def _session(cast: Cast) -> dict[str, str]:
    session = await cast.session(venue=cast.yard)
    return {"authorization": f"Bearer {session['token']}", SESSION: session["sessionId"]}


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
    "a session token": _session,
}
