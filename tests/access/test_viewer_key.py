"""X-Viewer-Key: the key in the viewer's path, which decides about framing, is the one that made the token."""

import json
from typing import Any

import httpx
import pytest

from cast import Cast, bearer
from events.arena import event
from in_process_client import Client
from seatpreview.server.worker import app_of

pytestmark = [pytest.mark.anyio, pytest.mark.any_engine]

REFUSED = (403, "origin_not_allowed")
UNKNOWN_KEY = "key_aaaaaaaaaaaa"


def viewer(key_id: str) -> tuple[str, str]:
    return ("x-viewer-key", key_id)


def status_and_code(response: httpx.Response) -> tuple[int, str | None]:
    return response.status_code, response.json()["code"] if response.status_code >= 400 else None


async def beacon(cast: Cast, **members: Any) -> httpx.Response:
    content = json.dumps(members | {"events": [event("session_started")]})
    return await cast.service.ask("POST", "/events", (("content-type", "text/plain"),), content=content)


async def test_a_token_of_another_key_is_refused_by_every_operation_of_the_viewer(shared_cast: Cast) -> None:
    """Attack: a page frames the viewer under the key of its own tenant, which allows the page, with the token
    of a shop whose key allows no frames."""
    cast = shared_cast
    session = await cast.session()
    headers = (bearer(session["token"]), viewer(cast.stranger.key_id))
    own = f"/sessions/{session['sessionId']}"
    for method, path, body in (
        ("GET", "/caller", None),
        ("GET", "/seats/plan", None),
        ("GET", "/seats/preview?seat=1/A/1", None),
        ("POST", "/seats/resolve", {"labels": ["1/A/1"]}),
        ("POST", "/events", {"events": [event("session_started")]}),
        ("GET", own, None),
        ("POST", f"{own}/renew", {}),
        ("DELETE", own, None),
    ):
        response = await cast.service.ask(method, path, headers, json=body)
        assert status_and_code(response) == REFUSED, path
        assert "different key than the one in the viewer's address" in response.json()["detail"]
        assert "ratelimit" not in response.headers
    assert (await cast.who(bearer(session["token"]), viewer(cast.owner.key_id))).status_code == 200


@pytest.mark.parametrize("sent", ["", "key_", UNKNOWN_KEY, "x" * 1000])
async def test_what_is_no_key_is_not_the_tokens_key_either(shared_cast: Cast, sent: str) -> None:
    session = await shared_cast.session()
    response = await shared_cast.who(bearer(session["token"]), viewer(sent))
    assert status_and_code(response) == REFUSED


async def test_bytes_outside_of_ascii_are_refused_alike(shared_cast: Cast) -> None:
    token = (await shared_cast.session())["token"]
    headers = [(b"authorization", f"Bearer {token}".encode()), (b"x-viewer-key", b"key_\xff\xfe")]
    client = Client(app_of(shared_cast.service.internals), "GET", "/v1/caller", headers, "127.0.0.1")
    assert (await client.response())[0] == 403


async def test_a_key_that_is_sent_twice_is_refused(shared_cast: Cast) -> None:
    """Attack: the right key beside a wrong one, in the hope that one of them is looked at."""
    own, other = viewer(shared_cast.owner.key_id), viewer(shared_cast.stranger.key_id)
    token = bearer((await shared_cast.session())["token"])
    for headers in ((own, other), (other, own), (own, own)):
        assert status_and_code(await shared_cast.who(token, *headers)) == REFUSED


async def test_without_the_header_and_with_other_credentials_nothing_changes(shared_cast: Cast) -> None:
    cast = shared_cast
    session = await cast.session()
    assert (await cast.who(bearer(session["token"]))).status_code == 200
    assert (await cast.who(bearer(cast.owner.plaintext), viewer(UNKNOWN_KEY))).status_code == 200
    keyless = await cast.keyless()
    origin = ("origin", keyless["allowedOrigins"][0])
    assert (await cast.who(origin, viewer(UNKNOWN_KEY))).status_code == 200


async def test_a_beacon_names_the_key_in_its_body(shared_cast: Cast) -> None:
    cast = shared_cast
    token = (await cast.session())["token"]
    assert (await beacon(cast, token=token, viewerKey=cast.owner.key_id)).status_code == 202
    for other in (cast.stranger.key_id, "", "key_\u00ff"):
        assert status_and_code(await beacon(cast, token=token, viewerKey=other)) == REFUSED
    assert status_and_code(await beacon(cast, token=token, viewerKey=1)) == (400, "validation_failed")


async def test_after_a_rotation_a_viewer_goes_on_with_the_key_of_its_path(cast: Cast) -> None:
    key = await cast.owner.make_key()
    session = await cast.session(key)
    rotated = await cast.owner.post(f"/manage/keys/{key['keyId']}/rotate", {"gracePeriodSeconds": 600})
    assert rotated.status_code == 201, rotated.text
    headers = (bearer(session["token"]), viewer(key["keyId"]))
    path = f"/sessions/{session['sessionId']}/renew"
    renewed = (await cast.service.ask("POST", path, headers, json={})).json()
    assert f"/viewer/{key['keyId']}#" in renewed["viewerUrl"]
    assert (await cast.who(bearer(renewed["token"]), viewer(key["keyId"]))).status_code == 200
    replacement = viewer(rotated.json()["keyId"])
    assert status_and_code(await cast.who(bearer(renewed["token"]), replacement)) == REFUSED


async def test_a_preflight_allows_the_header_and_caches_tell_answers_apart_by_it(shared_cast: Cast) -> None:
    """Attack: the answer that a browser has cached for the shop's viewer, shown in a viewer under another
    key."""
    cast = shared_cast
    headers = (("origin", "null"), ("access-control-request-headers", "x-viewer-key"))
    preflight = await cast.service.ask("OPTIONS", "/seats/plan", headers)
    assert "X-Viewer-Key" in preflight.headers["access-control-allow-headers"].split(", ")
    session = await cast.session()
    plan = await cast.service.ask("GET", "/seats/plan", (bearer(session["token"]),))
    assert plan.status_code == 200, plan.text
    assert "X-Viewer-Key" in plan.headers["vary"].split(", ")
