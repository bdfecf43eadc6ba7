"""Attacks by visitors of a shop, who have the token of a session or the Origin of a keyless key."""

import asyncio
import secrets
from typing import Any

import httpx
import pytest

from cast import Cast, bearer, new_origin
from imagery.sample_pictures import photo
from imagery.uploads import put
from operations.halls import put_hall
from serving import BUSY_MACHINE_SECONDS

pytestmark = [pytest.mark.anyio, pytest.mark.long]

Json = dict[str, Any]


def event(kind: str = "seat_viewed", **members: Any) -> Json:
    return {"eventId": secrets.token_hex(12), "kind": kind, "seat": "1/A/1"} | members


async def with_token(cast: Cast, method: str, path: str, token: str, **more: Any) -> httpx.Response:
    return await cast.service.ask(method, path, (bearer(token),), **more)


async def test_a_token_for_one_seat_does_not_see_its_neighbour_by_a_label_of_both(cast: Cast) -> None:
    """Attack: a buyer whose session is for one seat asks for a label of several seats that begins with it.

    Must hold: a session says all that it permits (threat 5). No operation answers with the other seat's
    view, and an event that names both is rejected: a session must be for all seats of a label.
    """
    await put_hall(cast)
    token = (await cast.session(seats=["1/A/1"]))["token"]
    own = await with_token(cast, "GET", "/seats/preview", token, params={"seat": "1/A/1"})
    assert own.status_code == 200, own.text
    label = "Section 1 Row A Seats 1-2"
    for path in ("/seats/preview", "/seats/preview/image"):
        for seat in (label, "1/A/2", "Section 1 Row A", "Section 1"):
            answer = await with_token(cast, "GET", path, token, params={"seat": seat})
            assert 400 <= answer.status_code < 500, (path, seat)
            assert "signature=" not in answer.text
    reported = event(seat=label)
    answer = await with_token(cast, "POST", "/events", token, json={"events": [reported]})
    assert answer.status_code == 202
    assert [each["eventId"] for each in answer.json()["rejected"]] == [reported["eventId"]]


async def test_a_renewal_gives_nothing_that_the_session_did_not_have(cast: Cast) -> None:
    """Attack: a buyer renews a session with members of createSession in the body: more seats, the purpose
    staff, another venue, events on.

    Must hold: such a body is refused (renewal takes ttlSeconds alone), and a token of a plain renewal says
    the same of venue, seats, origin, events and purpose as the first one, and stores no events either.
    """
    await put_hall(cast)
    session = await cast.session(seats=["1/A/1"], events="off")
    path = f"/sessions/{session['sessionId']}/renew"
    wider: list[Json] = [{"seats": []}, {"purpose": "staff"}, {"venue": cast.yard}, {"events": "on"}]
    for members in wider:
        longer = {"ttlSeconds": 600} | members
        answer = await with_token(cast, "POST", path, session["token"], json=longer)
        assert (answer.status_code, answer.json()["code"]) == (400, "validation_failed"), members
    renewed = await with_token(cast, "POST", path, session["token"], json={"ttlSeconds": 86_400})
    assert renewed.status_code in (200, 201), renewed.text
    for member in ("sessionId", "venueId", "seats", "origin", "events", "purpose", "createdAt"):
        assert renewed.json()[member] == session[member], member
    reported = event()
    body = {"events": [reported]}
    answer = await with_token(cast, "POST", "/events", renewed.json()["token"], json=body)
    assert answer.json()["discarded"] == [reported["eventId"]]


async def test_the_venue_of_a_token_is_not_left_by_naming_two_venues(cast: Cast) -> None:
    """Attack: a buyer names the own venue and another one, in a query twice and in a body twice, so that
    one is checked and the other is used.

    Must hold: no answer shows the other venue; and a body with a duplicate member is 400.
    """
    await put_hall(cast)
    await put_hall(cast, cast.yard, name="Yard")
    token = (await cast.session())["token"]
    for first, second in ((cast.hall, cast.yard), (cast.yard, cast.hall)):
        for path in ("/seats/preview", "/seats", "/seats/plan", "/seats/preview/image"):
            query = f"?venue={first}&venue={second}&seat=1/A/1" if "preview" in path else ""
            query = query or f"?venue={first}&venue={second}"
            answer = await with_token(cast, "GET", path + query, token)
            assert answer.status_code < 500, (path, answer.text)
            assert answer.status_code != 200 or cast.yard.encode() not in answer.content, path
        body = f'{{"venue": "{first}", "labels": ["1/A/1"], "venue": "{second}"}}'
        headers = (bearer(token), ("content-type", "application/json"))
        answer = await cast.service.ask("POST", "/seats/resolve", headers, content=body)
        assert (answer.status_code, answer.json()["code"]) == (400, "validation_failed")


async def test_a_page_makes_no_session_of_staff_in_any_way(cast: Cast) -> None:
    """Attack: a visitor takes its views out of the shop's reports, or fills those of staff, by a session
    with the purpose staff: by the Origin of a keyless key, by X-Key-Id, and in the events themselves.

    Must hold: only a secret key may say so. Nothing of it is in the list of staff's events.
    """
    await put_hall(cast)
    keyless = await cast.keyless()
    origin = new_origin()
    named = await cast.actor(
        tenantId=cast.owner.tenant_id, allowedOrigins=[origin], allowOriginOnly=True, venues=[cast.hall]
    )
    ways: list[list[tuple[str, str]]] = [
        [("origin", keyless["allowedOrigins"][0])],
        [("origin", origin), ("x-key-id", named.key_id)],
    ]
    for headers in ways:
        body = {"venue": cast.hall, "purpose": "staff"}
        refused = await cast.service.ask("POST", "/sessions", headers, json=body)
        assert refused.status_code in (400, 403), refused.text
        reported = event(venue=cast.hall, purpose="staff")
        answer = await cast.service.ask("POST", "/events", headers, json={"events": [reported]})
        assert answer.status_code < 500
        reported = event(venue=cast.hall)
        answer = await cast.service.ask("POST", "/events", headers, json={"events": [reported]})
        assert answer.json()["accepted"] == [reported["eventId"]], "a buyer's event is stored as such"
    staff = await cast.owner.get("/events", purpose="staff", venue=cast.hall)
    assert staff.json()["data"] == []
    buyers = (await cast.owner.get("/events", venue=cast.hall)).json()["data"]
    assert {each["purpose"] for each in buyers} == {"buyer"}
    assert len(buyers) >= len(ways)


async def test_a_beacon_whose_token_has_ended_does_not_count_for_the_page(cast: Cast) -> None:
    """Attack: a visitor whose session was ended goes on reporting by beacons from a page whose Origin holds
    a keyless key, with the ended token in the body, or with one that was changed.

    Must hold: a credential that is presented and fails is 401, and is never replaced by the Origin.
    """
    await put_hall(cast)
    origin = (await cast.keyless())["allowedOrigins"][0]
    session = await cast.session()
    token = session["token"]
    assert (await cast.owner.delete(f"/sessions/{session['sessionId']}")).status_code == 204
    bad_tokens = (token, token[:-2], "st_", "st_" + "A" * 200, cast.owner.plaintext)
    for bad in bad_tokens:
        reported = event(venue=cast.hall)
        for body in ({"token": bad, "events": [reported]}, {"events": [reported], "token": bad}):
            headers = (("origin", origin), ("content-type", "text/plain"))
            answer = await cast.service.ask("POST", "/events", headers, json=body)
            assert answer.status_code in (400, 401, 403), (bad[:8], answer.text)
    assert (await cast.owner.get("/events", venue=cast.hall)).json()["data"] == []


async def test_refused_visitors_leave_nothing_in_the_audit_list(cast: Cast) -> None:
    """Attack: visitors and another tenant fill a shop's audit list, which people read after a leak, by
    changes that are refused, by renewals, and by ends of sessions that have ended already.

    Must hold: the list of the shop has what was changed, and no entry is added by any of these.
    """
    await put_hall(cast)
    origin = (await cast.keyless())["allowedOrigins"][0]
    session = await cast.session()
    before = await cast.owner.list_all("/manage/audit")
    path = f"/sessions/{session['sessionId']}"
    for _ in range(10):
        answer = await with_token(cast, "POST", f"{path}/renew", session["token"], json={})
        assert answer.status_code in (200, 201), answer.text
    assert (await with_token(cast, "DELETE", path, session["token"])).status_code == 204
    callers = [
        (bearer(session["token"]),),
        (("origin", origin),),
        (bearer(cast.stranger.plaintext),),
        (bearer((await cast.session())["token"]),),
        (),
    ]
    changes: list[tuple[str, str, Any]] = [
        ("DELETE", path, None),
        ("DELETE", f"/manage/keys/{cast.owner.key_id}", None),
        ("PATCH", f"/manage/keys/{cast.owner.key_id}", {"label": "mine"}),
        ("POST", f"/manage/keys/{cast.owner.key_id}/rotate", {}),
        ("PUT", f"/manage/venues/{cast.hall}", {"name": "mine"}),
        ("PUT", f"/manage/venues/{cast.hall}/aliases", {"aliases": [{"name": "mine"}]}),
        ("PUT", f"/manage/venues/{cast.hall}/grants/{cast.stranger.tenant_id}", None),
        ("DELETE", f"/manage/venues/{cast.hall}/grants/{cast.grantee.tenant_id}", None),
        ("DELETE", f"/manage/venues/{cast.hall}/imagery/north.jpg", None),
        ("PATCH", f"/manage/tenants/{cast.owner.tenant_id}", {"name": "mine"}),
    ]
    for headers in callers:
        for method, changed, body in changes:
            more = {} if body is None else {"json": body}
            answer = await cast.service.ask(method, changed, headers, **more)
            assert 400 <= answer.status_code < 500, (method, changed, answer.status_code)
    assert await cast.owner.list_all("/manage/audit") == before


async def test_an_ad_that_staff_saw_is_not_clicked_by_a_buyer(cast: Cast) -> None:
    """Attack: somebody raises the clicks of an ad, for which an advertiser pays, without showing it: with
    the show in a session of staff and the click in a buyer's, with the click first in one batch, and with
    a click from the page, without a session.

    Must hold: events of ads need a session, and a click counts only after the ad was shown there.
    """
    picture = await put(cast, cast.owner, f"{cast.hall}/imagery/bar.png", photo(format_="PNG"))
    assert picture.status_code == 200, picture.text
    ad = {"id": "bar", "slot": "beside", "image": "bar.png", "alt": "The bar"}
    await put_hall(cast, ads=[ad | {"clickUrl": "https://bar.example/"}])
    staff, buyer = await cast.session(purpose="staff"), await cast.session()
    shown = event("ad_shown", ad="bar")
    answer = await with_token(cast, "POST", "/events", staff["token"], json={"events": [shown]})
    assert answer.json()["accepted"] == [shown["eventId"]], answer.text
    clicks = [event("ad_clicked", ad="bar") for _ in range(5)]
    answer = await with_token(cast, "POST", "/events", buyer["token"], json={"events": clicks})
    assert len(answer.json()["rejected"]) == len(clicks)
    origin = (await cast.keyless())["allowedOrigins"][0]
    for headers in ((("origin", origin),), (bearer(cast.owner.plaintext),)):
        body = {"events": [event(kind, ad="bar", venue=cast.hall) for kind in ("ad_shown", "ad_clicked")]}
        answer = await cast.service.ask("POST", "/events", headers, json=body)
        assert len(answer.json()["rejected"]) == 2, answer.text
    report = (await cast.owner.get("/events/report", groupBy="ad", venue=cast.hall)).json()["data"]
    assert sum(row["counts"]["ad_clicked"] for row in report) == 0


async def test_hostile_times_of_events_harm_no_other_event_of_their_batch(cast: Cast) -> None:
    """Attack: a visitor reports events at times that calendars do not have, or that are far away, together
    with those of others whose batch a page has joined.

    Must hold: an event at a time that is not accepted is rejected and the others are not affected; a body
    with something that is no time is refused as a whole (400), and says which; nothing is a failure of the
    service, and no event is stored that is older than 7 days or from the future.
    """
    await put_hall(cast)
    token = (await cast.session())["token"]
    far_away = (
        *("9999-12-31T23:59:59.999999-23:59", "0001-01-01T00:00:00+23:59", "1969-12-31T23:59:59Z"),
        "1999-11-17T00:00:00." + "9" * 400 + "Z",
    )
    no_times = (
        *("2026-02-30T00:00:00Z", "2016-12-31T23:59:60Z", "2026-11-17T00:00:00+99:99", "2026-11-17"),
        *("\u0662\u0660\u0662\u0666-11-17T00:00:00Z", "", "now"),
    )
    stored = []
    for at in far_away:
        good, bad = event(), event(at=at)
        for batch in ([bad, good], [good, bad]):
            answer = await with_token(cast, "POST", "/events", token, json={"events": batch})
            assert answer.status_code == 202, (at[:40], answer.text)
            known = answer.json()["accepted"] + answer.json()["duplicates"]
            assert known == [good["eventId"]], at[:40]
        stored.append(good["eventId"])
    for at in no_times:
        good, bad = event(), event(at=at)
        for position, batch in enumerate(([bad, good], [good, bad])):
            answer = await with_token(cast, "POST", "/events", token, json={"events": batch})
            assert answer.status_code == 400, (at, answer.text)
            assert [fault["pointer"] for fault in answer.json()["errors"]] == [f"/events/{position}/at"]
    listed = (await cast.owner.get("/events", venue=cast.hall, limit=100)).json()["data"]
    assert sorted(each["eventId"] for each in listed) == sorted(stored)


async def test_visitors_of_a_revoked_key_are_refused_even_while_they_make_sessions(cast: Cast) -> None:
    """Attack: visitors use a page's key by X-Key-Id, and make sessions with it, while the shop revokes it.

    Must hold: a revoke is admitted whatever visitors send, and once it was answered neither the key nor any
    session that it has made, also one made at that moment, is accepted.
    """
    await put_hall(cast)
    origin = new_origin()
    page = await cast.actor(tenantId=cast.owner.tenant_id, allowedOrigins=[origin], allowOriginOnly=True)
    headers = (("origin", origin), ("x-key-id", page.key_id))
    tokens: list[str] = []
    begun = asyncio.Event()

    async def make_sessions() -> None:
        for _ in range(15):
            answer = await cast.service.ask("POST", "/sessions", headers, json={"venue": cast.hall})
            assert answer.status_code in (201, 401), answer.text
            if answer.status_code == 201:
                tokens.append(answer.json()["token"])
                begun.set()

    async with asyncio.timeout(BUSY_MACHINE_SECONDS):
        visitors = [asyncio.create_task(make_sessions()) for _ in range(8)]
        await begun.wait()
        assert (await cast.owner.delete(f"/manage/keys/{page.key_id}")).status_code == 204
        assert (await cast.who(*headers)).status_code == 401
        await asyncio.gather(*visitors)
        for token in tokens:
            answer = await cast.who(("origin", origin), bearer(token))
            assert answer.status_code == 401, answer.text
