"""Attacks with tokens: under the keys of other pages, and after their session, grant or key has ended."""

import asyncio
import itertools
import secrets
from typing import Any

import httpx
import pytest

from cast import Actor, Cast, bearer
from operations.halls import put_hall
from serving import BUSY_MACHINE_SECONDS

pytestmark = [pytest.mark.anyio, pytest.mark.long]

Json = dict[str, Any]


async def viewed(cast: Cast, token: str, *viewer_keys: str) -> httpx.Response:
    """Asks for a preview as the viewer does, with the key of its path."""
    headers = [bearer(token), *(("x-viewer-key", key_id) for key_id in viewer_keys)]
    return await cast.service.ask("GET", "/seats/preview", headers, params={"seat": "1/A/1"})


async def test_a_token_is_not_shown_under_two_viewer_keys_one_of_which_is_its_own(cast: Cast) -> None:
    """Attack: a page that may frame another key's viewer shows a buyer's token there, and passes the check by
    naming both keys: in two headers, joined by a comma as browsers do, or as header and as `viewerKey`.

    Must hold: the viewer sends the key of its path, and the token of another key is refused, wherever
    another key is named at all. No such event is stored.
    """
    await put_hall(cast)
    session = await cast.session()
    own, other = cast.owner.key_id, (await cast.actor(tenantId=cast.owner.tenant_id)).key_id
    token = session["token"]
    assert (await viewed(cast, token, own)).status_code == 200
    refused = await viewed(cast, token, other)
    assert (refused.status_code, refused.json()["code"]) == (403, "origin_not_allowed")
    for names in ((own, other), (other, own), (f"{own},{other}",), (f"{other}, {own}",), (own.lower(),)):
        answer = await viewed(cast, token, *names)
        assert answer.status_code in (400, 403), names
    reported = {"eventId": secrets.token_hex(12), "kind": "seat_viewed", "seat": "1/A/1"}
    for header, member in ((own, other), (other, own)):
        body = {"events": [reported], "viewerKey": member, "token": token}
        headers = (("x-viewer-key", header), ("content-type", "text/plain"))
        answer = await cast.service.ask("POST", "/events", headers, json=body)
        assert answer.status_code in (400, 403), answer.text
    assert (await cast.owner.get("/events", venue=cast.hall)).json()["data"] == []


async def test_a_replacement_does_not_frame_the_tokens_of_the_key_that_it_replaced(cast: Cast) -> None:
    """Attack: whoever has a leaked key rotates it, gives the replacement a page of its own in
    embedFrameAncestors, and shows tokens of the old key in a frame there.

    Must hold: the token of another key is 403 at the viewer's path, also of the key that it replaced; and
    the old key's viewer is framed by its own list alone.
    """
    await put_hall(cast)
    old = await cast.actor(tenantId=cast.owner.tenant_id, embedFrameAncestors=["https://shop.example"])
    token = (await cast.session(old.key | {"plaintext": old.plaintext}))["token"]
    rotated = await old.post(f"/manage/keys/{old.key_id}/rotate", {"gracePeriodSeconds": 3600})
    assert rotated.status_code == 201, rotated.text
    new = Actor(cast.service, rotated.json(), rotated.json()["plaintext"])
    changed = await new.patch(f"/manage/keys/{new.key_id}", {"embedFrameAncestors": ["https://evil.example"]})
    assert changed.status_code == 200, changed.text
    assert (await viewed(cast, token, old.key_id)).status_code == 200
    refused = await viewed(cast, token, new.key_id)
    assert (refused.status_code, refused.json()["code"]) == (403, "origin_not_allowed")
    page = await cast.service.ask("GET", f"{cast.service.address}/viewer/{old.key_id}")
    policy = page.headers["content-security-policy"]
    assert "https://shop.example" in policy
    assert "evil.example" not in policy


async def test_a_renewal_does_not_win_against_the_end_of_its_session(cast: Cast) -> None:
    """Attack: whoever has a copy of a token renews it all the time, so that a renewal is under way when the
    shop ends the session.

    Must hold: the session ends at once for all of its tokens, those of renewals at that moment too.
    """
    for _ in range(5):
        session = await cast.session()
        path, tokens = f"/sessions/{session['sessionId']}", [session["token"]]
        begun = asyncio.Event()

        async def renew(path: str = path, tokens: list[str] = tokens, begun: asyncio.Event = begun) -> None:
            for _ in range(10):
                answer = await cast.service.ask("POST", f"{path}/renew", (bearer(tokens[-1]),), json={})
                if answer.status_code == 401:
                    return
                tokens.append(answer.json()["token"])
                begun.set()

        async with asyncio.timeout(BUSY_MACHINE_SECONDS):
            renewals = [asyncio.create_task(renew()) for _ in range(4)]
            await begun.wait()
            assert (await cast.owner.delete(path)).status_code == 204
            await asyncio.gather(*renewals)
        for token in tokens:
            answer = await cast.who(bearer(token))
            assert (answer.status_code, answer.json()["code"]) == (401, "session_expired")


async def test_a_grant_that_is_given_again_revives_no_session_and_no_alias(cast: Cast) -> None:
    """Attack: a former grantee keeps its tokens and waits until the owner grants the venue again, for
    another season; meanwhile it goes on making sessions at the moment when the grant ends.

    Must hold: sessions and aliases end with the grant. What has ended stays ended.
    """
    await put_hall(cast)
    aliases = {"aliases": [{"name": "old name"}]}
    assert (await cast.grantee.put(f"/manage/venues/{cast.hall}/aliases", aliases)).is_success
    tokens: list[str] = []
    begun = asyncio.Event()

    async def make_sessions() -> None:
        for _ in range(10):
            answer = await cast.grantee.post("/sessions", {"venue": cast.hall})
            assert answer.status_code in (201, 404), answer.text
            if answer.status_code == 201:
                tokens.append(answer.json()["token"])
                begun.set()

    grant = f"/manage/venues/{cast.hall}/grants/{cast.grantee.tenant_id}"
    async with asyncio.timeout(BUSY_MACHINE_SECONDS):
        makers = [asyncio.create_task(make_sessions()) for _ in range(4)]
        await begun.wait()
        assert (await cast.owner.delete(grant)).status_code == 204
        await asyncio.gather(*makers)
    assert (await cast.owner.put(grant)).status_code == 204
    for token in tokens:
        assert (await cast.who(bearer(token))).status_code == 401
    assert (await cast.grantee.get("/seats", venue="old name")).status_code == 404
    assert (await cast.grantee.get(f"/manage/venues/{cast.hall}")).json()["aliases"] == []


async def test_a_cancelled_rotation_does_not_win_against_a_revoke(cast: Cast) -> None:
    """Attack: whoever has a leaked key cancels its scheduled revoke, again and again, while the shop
    revokes it.

    Must hold: DELETE never loses. Once it was answered the key is revoked, whatever was answered to the
    others, and nothing makes it active again.
    """
    for _ in range(8):
        leaked = await cast.actor(tenantId=cast.owner.tenant_id)
        path = f"/manage/keys/{leaked.key_id}"
        assert (await leaked.post(f"{path}/rotate", {"gracePeriodSeconds": 3600})).status_code == 201
        cancels = [leaked.patch(path, {"status": "active"}) for _ in range(6)]
        revoke, *answers = await asyncio.gather(cast.owner.delete(path), *cancels)
        assert revoke.status_code == 204, revoke.text
        assert {answer.status_code for answer in answers} <= {200, 400, 401, 409}
        assert (await cast.owner.read_key(leaked.key_id))["status"] == "revoked"
        assert (await cast.who(bearer(leaked.plaintext))).status_code == 401
        again = await cast.owner.patch(path, {"status": "active"})
        assert again.status_code == 400, again.text


async def test_a_chain_of_rotations_can_be_followed_in_the_audit_list(cast: Cast) -> None:
    """Attack: whoever has a leaked key rotates it without grace, acts with the replacement, rotates that, and
    so on, so that nobody finds the key that it began with.

    Must hold: the audit list shows what was done. From each key there is an entry that it made and that
    leads to the next one, each change names the key that made it, and no number is listed twice.
    """
    key = await cast.actor(tenantId=cast.owner.tenant_id)
    chain = [key.key_id]
    for _ in range(10):
        made = (await key.make_key(label="left behind"))["keyId"]
        [entry] = await cast.owner.list_all("/manage/audit", kind="key", id=made)
        assert entry["actor"] == key.key_id
        answer = await key.post(f"/manage/keys/{key.key_id}/rotate", {"gracePeriodSeconds": 0})
        assert answer.status_code == 201, answer.text
        key = Actor(cast.service, answer.json(), answer.json()["plaintext"])
        assert answer.json()["rotatedFrom"] == chain[-1]
        chain.append(key.key_id)
    entries = await cast.owner.list_all("/manage/audit")
    for old, new in itertools.pairwise(chain):
        by_old = [each for each in entries if each["actor"] == old and each["id"] in (old, new)]
        assert "rotated" in {each["action"] for each in by_old}, (old, new)
        assert (await cast.owner.read_key(old))["rotatedTo"] == new
    numbers = [each["number"] for each in entries]
    assert numbers == sorted(set(numbers), reverse=True)
