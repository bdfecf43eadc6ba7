"""archiveTenant and unarchiveTenant: what the keys of an archived tenant may do, and what its venues are."""

from typing import Any

import pytest

from archive.test_archived_venue import archive, code, preview, with_token
from cast import Cast, bearer
from operations.halls import put_hall
from seatpreview.api.table import OPERATIONS

pytestmark = [pytest.mark.anyio, pytest.mark.promise]

ARCHIVED = (403, "tenant_archived")

STILL_ALLOWED = {
    "endSession",
    "getTenant",
    "listKeys",
    "getKey",
    "revokeKey",
    "listVenues",
    "getVenue",
    "importVenue",
    "exportVenue",
    "testSeatKeys",
    "suggestSeatKeys",
    "learnSeatKeys",
    "listRestrictedViews",
    "listSeatViews",
    "listTemplates",
    "getTemplate",
    "listGrants",
    "listImages",
    "listAudit",
    "listChanges",
    "getDraft",
    "getFloorPlan",
    "findFloorPlanSeats",
    "listVersions",
    "getVersion",
    "getVersionChanges",
    "listWebhooks",
    "getWebhook",
    "listDeliveries",
}
"""What a secret key of an archived tenant may call: to read in Management, and to end access."""


async def set_tenant(cast: Cast, how: str, tenant_id: str | None = None) -> dict[str, Any]:
    response = await cast.operator.post(f"/manage/tenants/{tenant_id or cast.owner.tenant_id}/{how}")
    assert response.status_code == 200, response.text
    tenant: dict[str, Any] = response.json()
    return tenant


async def test_keys_of_an_archived_tenant_read_and_end_access_and_nothing_else(cast: Cast) -> None:
    session = await cast.session()
    target = await cast.owner.make_key()
    await set_tenant(cast, "archive")
    path = {
        "tenantId": cast.owner.tenant_id,
        "keyId": target["keyId"],
        "venueId": "ven_doesnotexist",
        "sessionId": session["sessionId"],
        "templateId": "none",
        "name": "a.png",
    }
    answers = {}
    for operation in OPERATIONS:
        if operation.needs.value != "secret key of admin scope":
            filled = operation.path.format_map(
                path | {"version": 1} | dict.fromkeys(("webhookId", "deliveryId"), "x")
            )
            # Whoever passes the guard is refused before anything is computed.
            sent = {"content": b"x", "params": {"format": "none"}} if operation.body is not None else {}
            media_type = ("content-type", "text/x-none")
            response = await cast.owner.ask(operation.method, filled, media_type, **sent)
            answers[operation.operation_id] = response
    own_session = {"getSession", "renewSession"}
    allowed = {name for name, answer in answers.items() if code(answer) != ARCHIVED} - own_session
    assert allowed == STILL_ALLOWED
    assert (answers["endSession"].status_code, answers["revokeKey"].status_code) == (204, 204)


async def test_pages_of_an_archived_tenant_are_refused_and_its_origins_stay_held(cast: Cast) -> None:
    """Attack: another tenant takes the origin of an archived one, whose pages then speak for it."""
    await put_hall(cast)
    keyless = await cast.keyless()
    by_id = await cast.owner.make_key(allowedOrigins=["https://shop.example"], allowOriginOnly=True)
    origin = keyless["allowedOrigins"][0]
    shown = [
        (("origin", origin),),
        (("origin", origin), ("x-key-id", keyless["keyId"])),
        (("origin", "https://shop.example"), ("x-key-id", by_id["keyId"])),
    ]
    session = await cast.session()
    params = {"venue": cast.hall, "seat": "1/A/1"}

    async def ask(headers: tuple[tuple[str, str], ...]) -> tuple[int, str | None]:
        return code(await cast.service.ask("GET", "/seats/preview", headers, params=params))

    assert [await ask(each) for each in shown] == [(200, None)] * 3
    await set_tenant(cast, "archive")
    assert [await ask(each) for each in shown] == [ARCHIVED] * 3
    assert await with_token(cast, session) == (401, "session_expired")
    thief = {"kind": "keyless", "allowedOrigins": [origin], "tenantId": cast.stranger.tenant_id}
    assert code(await cast.operator.post("/manage/keys", thief)) == (409, "conflict")
    await set_tenant(cast, "unarchive")
    assert [await ask(each) for each in shown] == [(200, None)] * 3
    assert await with_token(cast, session) == (401, "session_expired"), "it was made before"
    assert await with_token(cast, await cast.session()) == (200, None)


async def test_venues_of_an_archived_tenant_are_archived_for_everybody(cast: Cast) -> None:
    await put_hall(cast)
    await archive(cast, cast.yard)
    of_grantee = await cast.session(cast.grantee.key | {"plaintext": cast.grantee.plaintext})
    link = (
        await cast.grantee.post("/seats/preview/image-links", {"venue": cast.hall, "seat": "1/A/1"})
    ).json()["url"]
    before = await set_tenant(cast, "archive")
    assert (
        await preview(cast.grantee, cast.hall)
        == await preview(cast.operator, cast.hall)
        == (404, "not_found")
    )
    assert await with_token(cast, of_grantee) == (401, "session_expired")
    assert (await cast.service.ask("GET", link)).status_code == 403
    shown = (await cast.grantee.get(f"/manage/venues/{cast.hall}")).json()
    assert shown["archivedAt"] == before["archivedAt"]
    refused = await cast.operator.put(f"/manage/venues/{cast.hall}", {"name": "New"})
    assert code(refused) == (409, "conflict")
    await set_tenant(cast, "unarchive")
    assert await preview(cast.grantee, cast.hall) == (200, None)
    assert await with_token(cast, of_grantee) == (401, "session_expired"), "it was made before"
    assert (await cast.service.ask("GET", link)).status_code == 200
    assert (await cast.owner.get(f"/manage/venues/{cast.yard}")).json()["archivedAt"], "archived by itself"
    feed = (await cast.grantee.get("/manage/changes", types="venue.archived,venue.unarchived")).json()["data"]
    assert [(each["type"], each["id"]) for each in feed] == [
        ("venue.archived", cast.hall),
        ("venue.unarchived", cast.hall),
    ]


async def test_an_archived_grantee_uses_nothing_and_gets_nothing(cast: Cast) -> None:
    await put_hall(cast)
    grantee = str(cast.grantee.tenant_id)
    session = await cast.session(cast.grantee.key | {"plaintext": cast.grantee.plaintext})
    await set_tenant(cast, "archive", grantee)
    assert await preview(cast.grantee, cast.hall) == ARCHIVED
    assert await with_token(cast, session) == (401, "session_expired")
    assert await preview(cast.owner, cast.hall) == (200, None)
    refused = [
        await cast.owner.put(f"/manage/venues/{cast.yard}/grants/{grantee}"),
        await cast.operator.post("/manage/keys", {"tenantId": grantee}),
        await cast.operator.post("/manage/venues", {"tenantId": grantee, "name": "New"}),
        await cast.operator.patch(f"/manage/tenants/{grantee}", {"name": "New"}),
    ]
    assert [code(each) for each in refused] == [(409, "conflict")] * len(refused)


async def test_archived_tenants_are_listed_only_if_they_are_asked_for(cast: Cast) -> None:
    tenant_id = cast.stranger.tenant_id
    archived = await set_tenant(cast, "archive", tenant_id)
    assert archived["version"] == 2
    assert (await set_tenant(cast, "archive", tenant_id)) == archived, "the second request changes nothing"
    assert tenant_id not in [each["tenantId"] for each in await cast.operator.list_all("/manage/tenants")]
    listed = await cast.operator.list_all("/manage/tenants", archived="true")
    assert [each for each in listed if each["tenantId"] == tenant_id] == [archived]
    own = (await cast.stranger.get(f"/manage/tenants/{tenant_id}")).json()
    assert own["archivedAt"] == archived["archivedAt"]
    headers = (bearer(cast.stranger.plaintext),)
    assert code(await cast.who(*headers)) == ARCHIVED
