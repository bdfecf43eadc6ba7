"""createVenue: a whole record is stored as it was sent, or refused with all of its faults."""

import asyncio
from typing import Any

import httpx
import pytest

from cast import Cast, bearer
from seatpreview.api.examples import VENUE_RECORD

pytestmark = pytest.mark.anyio

JSON = ("content-type", "application/json")


async def test_a_new_venue_is_answered_with_its_place_and_its_etag(cast: Cast) -> None:
    response = await cast.owner.post("/manage/venues", VENUE_RECORD)
    assert response.status_code == 201
    venue = response.json()
    assert response.headers["location"] == f"/v1/manage/venues/{venue['venueId']}"
    assert response.headers["etag"] == '"1"'
    assert {name: venue[name] for name in VENUE_RECORD} == VENUE_RECORD
    assert (venue["tenantId"], venue["version"], venue["seatCount"]) == (cast.owner.tenant_id, 1, 240)
    read = await cast.owner.get(f"/manage/venues/{venue['venueId']}")
    assert read.json() == venue
    assert read.headers["etag"] == '"1"'


async def test_a_name_alone_makes_a_venue_whose_other_members_are_empty(cast: Cast) -> None:
    venue = (await cast.owner.post("/manage/venues", {"name": "Bare"})).json()
    assert (venue["aliases"], venue["imagerySets"], venue["ads"], venue["viewerDefaults"]) == ([], [], [], {})
    assert (venue["rules"], venue["timezone"], venue["seatCount"]) == ({}, "UTC", 0)


async def test_admin_scope_names_the_owner(cast: Cast) -> None:
    body = {"name": "x", "tenantId": cast.stranger.tenant_id}
    made = (await cast.operator.post("/manage/venues", body)).json()
    assert made["tenantId"] == cast.stranger.tenant_id
    assert (await cast.stranger.get(f"/manage/venues/{made['venueId']}")).status_code == 200
    for wrong in ({"name": "x"}, {"name": "x", "tenantId": "ten_doesnotexist"}):
        assert await _pointers(cast.operator.post("/manage/venues", wrong)) == ["/tenantId"]


async def test_tenant_scope_makes_venues_of_its_own_tenant_only(cast: Cast) -> None:
    own = {"name": "x", "tenantId": cast.owner.tenant_id}
    assert (await cast.owner.post("/manage/venues", own)).status_code == 201
    for tenant_id in (cast.stranger.tenant_id, "ten_doesnotexist"):
        refused = await cast.owner.post("/manage/venues", {"name": "x", "tenantId": tenant_id})
        assert (refused.status_code, refused.json()["code"]) == (403, "scope_insufficient")


async def test_a_key_restricted_to_venues_makes_none(cast: Cast) -> None:
    """Attack: a key for one venue that makes itself another."""
    for venues in ([cast.hall], []):
        restricted = await cast.actor(tenantId=cast.owner.tenant_id, venues=venues)
        refused = await restricted.post("/manage/venues", {"name": "x"})
        assert (refused.status_code, refused.json()["code"]) == (403, "venue_not_allowed")


async def test_every_fault_of_the_shape_is_listed_at_once(cast: Cast) -> None:
    body: dict[str, Any] = {
        "timezone": "Mars/Olympus",
        "aliases": [{"name": "ok"}, {"name": "", "row": "A"}, {"nmae": "x"}],
        "imagerySets": [{"id": "a/b", "kind": "film", "images": [{"url": "http://plain.example"}]}],
        "rules": {
            "layout": {"sections": [{"id": "1", "seats": {"count": 0}}]},
            "seatKeys": {"rules": [{"type": "reject", "pattern": "(?=x)"}, {"type": "guess"}]},
        },
        "ads": [{"id": "a", "slot": "s", "image": "../x", "alt": "x", "clickUrl": "javascript:alert(1)"}],
        "viewerDefaults": {"theme": "pink", "fieldOfViewDeg": 500},
        "nonsense": 1,
    }
    assert sorted(await _pointers(cast.owner.post("/manage/venues", body))) == [
        "/ads/0/clickUrl",
        "/ads/0/image",
        "/aliases/1/name",
        "/aliases/2/name",
        "/aliases/2/nmae",
        "/imagerySets/0/id",
        "/imagerySets/0/images/0/url",
        "/imagerySets/0/kind",
        "/name",
        "/nonsense",
        "/rules/layout/sections/0/seats/count",
        "/rules/seatKeys/rules/0/pattern",
        "/rules/seatKeys/rules/1/type",
        "/timezone",
        "/viewerDefaults/fieldOfViewDeg",
        "/viewerDefaults/theme",
    ]


async def test_every_fault_across_members_is_listed_at_once(cast: Cast) -> None:
    covers = [{"section": "999"}, {"section": "101", "rows": ["A", "Z"]}]
    covers.append({"section": "101", "rows": ["A"], "seats": ["10", "11"]})
    ad = {"id": "a", "slot": "s", "image": "x.png", "alt": "x", "clickUrl": "https://shop.example"}
    body = VENUE_RECORD | {
        "aliases": [
            {"name": "Dome"},
            {"name": "DOME"},
            {"name": "x", "section": "999"},
            {"name": "y", "section": "101", "row": "Z"},
        ],
        "imagerySets": [
            {"id": "i", "kind": "photo", "configuration": "round"},
            {"id": "i", "kind": "photo", "images": [{"object": "a.jpg", "covers": each} for each in covers]},
        ],
        "rules": VENUE_RECORD["rules"]
        | {"seatKeys": {"rules": [{"type": "map", "name": "x", "section": "999"}]}},
        "ads": [ad, ad | {"sections": ["101", "999"]}],
    }
    assert sorted(await _pointers(cast.owner.post("/manage/venues", body))) == [
        "/ads/1/id",
        "/ads/1/sections/1",
        "/aliases/1/name",
        "/aliases/2/section",
        "/aliases/3/row",
        "/imagerySets/0/configuration",
        "/imagerySets/1/id",
        "/imagerySets/1/images/0/covers/section",
        "/imagerySets/1/images/1/covers/rows/1",
        "/imagerySets/1/images/2/covers/seats/1",
        "/rules/seatKeys/rules/0/section",
    ]


async def test_faults_of_the_layout_are_listed_with_those_that_need_no_layout(cast: Cast) -> None:
    sections = [
        {"id": "1", "rows": {"first": "Z", "last": "A"}, "seats": {"count": 1}},
        {"id": "2", "rows": ["A"], "seats": {"count": 1}},
        {"id": "2", "rows": ["A"], "seats": {"count": 1}},
    ]
    rewrite = {"type": "rewrite", "pattern": "vip", "replacement": r"\1"}
    imagery = {"id": "i", "kind": "photo", "images": [{"object": "a.jpg", "covers": {"section": "9"}}]}
    body = {
        "name": "x",
        "rules": {"layout": {"sections": sections}, "seatKeys": {"rules": [rewrite]}},
        "imagerySets": [imagery, imagery],
    }
    # Whether there is a section '9' cannot be checked while the layout is invalid.
    assert await _pointers(cast.owner.post("/manage/venues", body)) == [
        "/rules/layout/sections/0/rows/first",
        "/rules/layout/sections/2/id",
        "/imagerySets/1/id",
        "/rules/seatKeys/rules/0/replacement",
    ]


@pytest.mark.both_engines
async def test_a_refused_venue_leaves_nothing_behind(cast: Cast) -> None:
    before = [(await cast.owner.get(path)).json() for path in ("/manage/venues", "/manage/audit")]
    held = {"name": "x", "aliases": [{"name": "Dome"}]}
    assert (await cast.stranger.post("/manage/venues", held)).status_code == 201
    broken = held | {"ads": [{"id": "a"}]}
    assert (await cast.owner.post("/manage/venues", broken)).status_code == 400
    after = [(await cast.owner.get(path)).json() for path in ("/manage/venues", "/manage/audit")]
    assert after == before


@pytest.mark.both_engines
@pytest.mark.parametrize(
    "again", ["Café Dome", "CAFÉ DOME", "cafe\u0301 dome", "\uff23\uff41\uff46\uff45\u0301 Dome", "Cafe Dome"]
)
async def test_an_alias_in_another_case_or_unicode_form_is_the_same_alias(cast: Cast, again: str) -> None:
    """Attack: a name that looks like one that is taken, so that a shop's page shows another venue."""
    first = await cast.owner.post("/manage/venues", {"name": "x", "aliases": [{"name": "Café Dome"}]})
    assert first.status_code == 201
    refused = await cast.owner.post("/manage/venues", {"name": "y", "aliases": [{"name": again}]})
    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
    assert len((await cast.owner.get("/manage/venues")).json()["data"]) == 3


@pytest.mark.both_engines
async def test_an_alias_is_unique_among_a_tenants_own_venues_only(cast: Cast) -> None:
    body = VENUE_RECORD | {"aliases": [{"name": "Dome"}, {"name": "Kop", "section": "101"}]}
    for actor in (cast.owner, cast.stranger):
        assert (await actor.post("/manage/venues", body)).status_code == 201
    other = {"name": "x", "aliases": [{"name": "Kop"}]}  # the other one names a section
    assert (await cast.owner.post("/manage/venues", other)).status_code == 201


@pytest.mark.both_engines
async def test_of_two_new_venues_that_want_one_alias_exactly_one_is_made(cast: Cast) -> None:
    body = {"name": "x", "aliases": [{"name": "Dome"}]}
    answers = await asyncio.gather(*(cast.owner.post("/manage/venues", body) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    assert len((await cast.owner.get("/manage/venues")).json()["data"]) == 3


@pytest.mark.usefixtures("short_drain")
async def test_a_body_of_a_few_mebibytes_is_read_and_one_above_sixteen_is_413(cast: Cast) -> None:
    covers = {"section": "101", "rows": ["A"]}
    images = [{"object": f"{n:0>190}.jpg", "covers": covers} for n in range(10_000)]
    body = VENUE_RECORD | {"imagerySets": [{"id": "all", "kind": "photo", "images": images}]}
    made = await cast.owner.post("/manage/venues", body)
    assert int(made.request.headers["content-length"]) > 2 << 20
    assert made.status_code == 201
    assert len(made.json()["imagerySets"][0]["images"]) == 10_000
    largest = b'{"name": "x"}'.ljust(16 << 20)
    assert (await _send(cast, JSON, largest)).status_code == 201
    answer = await _send_only_length(cast, len(largest) + 1)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b'"body_too_large"' in answer


async def test_a_body_that_is_not_json_is_415_or_400(cast: Cast) -> None:
    refused = await _send(cast, ("content-type", "text/plain"), b'{"name": "x"}')
    assert (refused.status_code, refused.json()["code"]) == (415, "unsupported_media_type")
    for content in (b"", b"[]", b'{"name": "x"', b'{"name": "x", "name": "y"}'):
        refused = await _send(cast, JSON, content)
        assert (refused.status_code, refused.json()["code"]) == (400, "validation_failed")


async def test_the_change_is_in_the_audit_log_with_its_actor(cast: Cast) -> None:
    body = {"name": "x", "tenantId": cast.owner.tenant_id}
    for actor in (cast.owner, cast.operator):
        made = (await actor.post("/manage/venues", body)).json()
        (entry,) = (await cast.owner.get("/manage/audit", kind="venue", id=made["venueId"])).json()["data"]
        assert (entry["action"], entry["actor"]) == ("created", actor.key_id)
        assert entry["tenantId"] == cast.owner.tenant_id


async def _send(cast: Cast, type_: tuple[str, str], content: bytes) -> httpx.Response:
    headers = (bearer(cast.owner.plaintext), type_)
    return await cast.service.ask("POST", "/manage/venues", headers, content=content)


async def _send_only_length(cast: Cast, length: int) -> bytes:
    """What is answered to a body of which only the length was sent: a client that goes on sending one that
    nobody reads may not see the answer."""
    address = httpx.URL(cast.service.address)
    reader, writer = await asyncio.open_connection(address.host, address.port)
    headers = (("host", address.host), bearer(cast.owner.plaintext), JSON, ("content-length", str(length)))
    lines = ["POST /v1/manage/venues HTTP/1.1", *(f"{name}: {value}" for name, value in headers), "", ""]
    writer.write("\r\n".join(lines).encode())
    answer = await reader.readuntil(b"}")
    writer.close()
    await writer.wait_closed()
    return answer


async def _pointers(asked: Any) -> list[str]:
    response = await asked
    assert (response.status_code, response.json()["code"]) == (400, "validation_failed")
    return [fault["pointer"] for fault in response.json()["errors"]]
