"""ingestEvents: each event has its own outcome, is stored once, and is stored before the response is sent."""

import asyncio
import json
import secrets
from datetime import datetime, timedelta
from typing import Any

import pytest

from cast import Cast, bearer, new_origin
from events.arena import (
    Page,
    accepted,
    create_arena,
    create_page,
    event,
    ids,
    rejection_reasons,
    report,
)
from seatpreview.values.clock import datetime_of

pytestmark = pytest.mark.anyio


@pytest.fixture
async def arena(cast: Cast) -> str:
    return await create_arena(cast, cast.owner)


@pytest.fixture
async def page(cast: Cast, arena: str) -> Page:
    return await create_page(cast, cast.owner, arena, configuration="boxing")


@pytest.mark.both_engines
async def test_an_event_of_a_session_is_kept_with_all_that_is_known_of_it(
    cast: Cast, arena: str, page: Page
) -> None:
    at = now(cast) - timedelta(hours=1)
    sent = event("ad_shown", at=text(at), seat="Section 103 Row B Seat 2", ad="lager")
    assert await page.report(sent) == accepted(sent)
    [kept] = await cast.owner.list_all("/events")
    assert at < datetime.fromisoformat(kept.pop("receivedAt")) <= now(cast)
    assert kept.pop("day") in {text(at)[:10], text(at + timedelta(days=1))[:10]}
    assert kept == {
        "eventId": sent["eventId"],
        "kind": "ad_shown",
        "at": sent["at"],
        "tenantId": cast.owner.tenant_id,
        "venueId": arena,
        "keyId": cast.owner.key_id,
        "sessionId": page.session_id,
        "configuration": "boxing",
        "section": "103",
        "seat": "103/B/2",
        "ad": "lager",
        "code": None,
        "message": None,
        "purpose": "buyer",
    }


async def test_an_event_of_a_server_says_its_venue_and_happened_when_it_was_received(
    cast: Cast, arena: str
) -> None:
    sent = event("error", venue=arena, code="graphics_missing")
    assert await report(cast.owner, sent) == accepted(sent)
    [kept] = await cast.owner.list_all("/events")
    assert kept["at"] == kept["receivedAt"]
    assert (kept["sessionId"], kept["configuration"], kept["seat"]) == (None, None, None)
    assert (kept["code"], kept["message"]) == ("graphics_missing", None)


async def test_the_text_of_an_error_is_taken_from_older_pages_and_not_stored(cast: Cast, arena: str) -> None:
    sent = event("error", venue=arena, message="Failed at /viewer/key_1#st_token of Ann Lee")
    assert await report(cast.owner, sent) == accepted(sent)
    [kept] = await cast.owner.list_all("/events")
    assert (kept["code"], kept["message"]) == ("other", None)


async def test_what_is_wrong_with_an_event_rejects_that_one_alone(cast: Cast, page: Page) -> None:
    wrong = {
        "seat_viewed needs the seat.": event("seat_viewed"),
        "ad_shown needs the ad.": event("ad_shown"),
        "ad_clicked needs the ad.": event("ad_clicked"),
        "Only events of the kind error take a message.": event("cta_clicked", message="x"),
        "Only events of the kind error take a code.": event("cta_clicked", code="other"),
        "The section has no such row or seat. POST /seats/resolve says why.": event(seat="101 Row Z"),
        "No place of the venue has this name. POST /seats/resolve says why.": event(seat="Kop 9"),
        "The venue has no ad with this id.": event("ad_shown", ad="wine"),
        "The venue has no configuration with this id.": event(configuration="opera"),
        "The session is for one venue, and this is another. Leave venue out.": event(venue=cast.hall),
        "The ad was not shown before in this session. Report ad_shown first.": event("ad_clicked", ad="cola"),
        "The time lies more than 5 minutes ahead. Check the clock, or leave at out.": event(
            at=text(now(cast) + timedelta(minutes=6))
        ),
        "The time lies more than 7 days back. Events must be reported sooner.": event(
            at=text(now(cast) - timedelta(days=7, minutes=1))
        ),
    }
    fine = [event() for _ in wrong]
    mixed = [each for pair in zip(fine, wrong.values(), strict=True) for each in pair]
    answer = await page.report(*mixed)
    assert answer["accepted"] == ids(*fine)
    assert rejection_reasons(answer) == {sent["eventId"]: reason for reason, sent in wrong.items()}
    assert {kept["eventId"] for kept in await cast.owner.list_all("/events")} == set(ids(*fine))


async def test_times_within_the_bounds_are_taken(cast: Cast, page: Page) -> None:
    sent = [
        event(at=text(now(cast) + offset)) for offset in (timedelta(minutes=4), timedelta(days=-6, hours=-23))
    ]
    assert await page.report(*sent) == accepted(*sent)


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/events"),
        ({"events": []}, "/events"),
        ({"events": [{"eventId": str(n), "kind": "error"} for n in range(101)]}, "/events"),
        ({"events": [{"eventId": "a b", "kind": "error"}]}, "/events/0/eventId"),
        ({"events": [{"eventId": "", "kind": "error"}]}, "/events/0/eventId"),
        ({"events": [{"eventId": "x" * 65, "kind": "error"}]}, "/events/0/eventId"),
        ({"events": [{"eventId": "a\n", "kind": "error"}]}, "/events/0/eventId"),
        ({"events": [{"eventId": "a", "kind": "seat_sold"}]}, "/events/0/kind"),
        ({"events": [{"eventId": "a", "kind": "error", "at": "2026-11-15T10:00:00"}]}, "/events/0/at"),
        ({"events": [{"eventId": "a", "kind": "error", "code": "No WebGL"}]}, "/events/0/code"),
        ({"events": [{"eventId": "a", "kind": "error", "message": "x" * 501}]}, "/events/0/message"),
        ({"events": [{"eventId": "a", "kind": "error", "message": "a\nb"}]}, "/events/0/message"),
        ({"events": [{"eventId": "a", "kind": "error", "seat": "x" * 513}]}, "/events/0/seat"),
        ({"events": [{"eventId": "a", "kind": "error", "colour": "red"}]}, "/events/0/colour"),
        ({"events": [{"eventId": "a", "kind": "error"}], "token": "x" * 4097}, "/token"),
    ],
)
async def test_a_body_of_another_shape_is_400_as_a_whole(
    shared_cast: Cast, body: dict[str, Any], pointer: str
) -> None:
    refused = await shared_cast.owner.post("/events", body)
    assert (refused.status_code, refused.json()["code"]) == (400, "validation_failed")
    assert [fault["pointer"] for fault in refused.json()["errors"]] == [pointer]


async def test_a_batch_of_more_than_256_kib_is_413(cast: Cast) -> None:
    refused = await cast.owner.post("/events", {"token": "x" * (256 << 10)})
    assert refused.status_code == 413


@pytest.mark.both_engines
async def test_an_event_counts_once_in_a_batch_and_later(cast: Cast, page: Page, arena: str) -> None:
    first, second = event(), event()
    answer = await page.report(first, second, first)
    assert answer == accepted(first, second) | {"duplicates": ids(first)}
    assert await page.report(second, first) == {
        "accepted": [],
        "duplicates": ids(second, first),
        "rejected": [],
        "discarded": [],
    }
    by_server = first | {"venue": arena}
    assert (await report(cast.owner, by_server))["duplicates"] == ids(first), "an id is the tenant's"
    assert len(await cast.owner.list_all("/events")) == 2


@pytest.mark.both_engines
async def test_another_tenant_may_use_the_same_id(cast: Cast, page: Page) -> None:
    sent = event()
    await page.report(sent)
    theirs = await create_arena(cast, cast.stranger)
    assert await report(cast.stranger, sent | {"venue": theirs}) == accepted(sent)


async def test_what_was_rejected_may_be_sent_again(cast: Cast, page: Page) -> None:
    sent = event("seat_viewed", seat="nowhere")
    assert (await page.report(sent))["accepted"] == []
    answer = await page.report(sent, sent | {"seat": "101/A/1"}, sent)
    assert answer["accepted"] == ids(sent)
    assert [*rejection_reasons(answer)] == ids(sent)


@pytest.mark.both_engines
async def test_of_the_same_events_at_the_same_moment_each_is_accepted_once(cast: Cast, page: Page) -> None:
    sent = [event() for _ in range(20)]
    batches = [[*sent[n:], *sent[:n]] for n in range(20)]
    answers = await asyncio.gather(*(page.report(*batch) for batch in batches))
    won = [event_id for answer in answers for event_id in answer["accepted"]]
    assert sorted(won) == sorted(ids(*sent))
    assert all(len(answer["accepted"]) + len(answer["duplicates"]) == 20 for answer in answers)
    assert len(await cast.owner.list_all("/events")) == 20


async def test_a_click_counts_after_its_ad_was_shown_in_the_same_session(cast: Cast, page: Page) -> None:
    early, shown = event("ad_clicked", ad="lager"), event("ad_shown", ad="lager")
    same_batch, later = event("ad_clicked", ad="lager"), event("ad_clicked", ad="lager")
    other_ad = event("ad_clicked", ad="cola")
    answer = await page.report(early, shown, same_batch, other_ad)
    assert answer["accepted"] == ids(shown, same_batch)
    assert [*rejection_reasons(answer)] == ids(early, other_ad)
    assert await page.report(later) == accepted(later)
    assert await page.report(early) == accepted(early), "by now it was shown"


async def test_an_ad_that_another_session_was_shown_cannot_be_clicked(
    cast: Cast, page: Page, arena: str
) -> None:
    """Attack: invented clicks, reported with sessions in which no ad was shown."""
    await page.report(event("ad_shown", ad="lager"))
    other = await create_page(cast, cast.owner, arena)
    answer = await other.report(event("ad_clicked", ad="lager"))
    assert [*rejection_reasons(answer).values()] == [
        "The ad was not shown before in this session. Report ad_shown first."
    ]


async def test_an_ad_whose_showing_was_not_kept_cannot_be_clicked(cast: Cast, page: Page) -> None:
    """Attack: an ad_shown under an id that is taken is a duplicate, counts nowhere, and allows no click."""
    taken, click = event(), event("ad_clicked", ad="lager")
    await page.report(taken)
    answer = await page.report(taken | {"kind": "ad_shown", "ad": "lager"}, click, event(ad="lager"))
    assert answer["duplicates"] == ids(taken)
    assert [*rejection_reasons(answer)] == ids(click)
    assert len(answer["accepted"]) == 1


async def test_ads_belong_to_a_session(cast: Cast, arena: str) -> None:
    sent = [event(kind, ad="lager", venue=arena) for kind in ("ad_shown", "ad_clicked")]
    assert [*rejection_reasons(await report(cast.owner, *sent)).values()] == [
        f"{each['kind']} belongs to a session. Send it with the session's token." for each in sent
    ]


async def test_a_beacon_brings_its_token_in_the_body(cast: Cast, page: Page) -> None:
    sent = event()
    for token, status in ((page.token, 202), (page.token + "x", 401), (None, 401)):
        body = {"events": [sent]} | ({"token": token} if token else {})
        response = await cast.service.ask(
            "POST", "/events", (("content-type", "text/plain;charset=UTF-8"),), content=json.dumps(body)
        )
        assert response.status_code == status, response.text
    [kept] = await cast.owner.list_all("/events")
    assert (kept["eventId"], kept["sessionId"]) == (sent["eventId"], page.session_id)


async def test_a_token_that_was_not_read_is_never_replaced_by_the_origin(cast: Cast, page: Page) -> None:
    """Attack: a visitor whose session was ended reports for the page, with the token where nobody looks."""
    origin = ("origin", (await cast.keyless())["allowedOrigins"][0])
    token, sent = page.token, json.dumps([event()])
    escaped = f"\\u{ord(token[0]):04x}{token[1:]}"
    bodies = [
        f'{{"events": {sent}, "token": "{token}", "viewerKey": "{cast.owner.key_id}"}}',
        f'{{"token": "{escaped}", "events": {sent}}}',
        f'{{"token": "", "events": {sent}}}',
        f'{{"token": "{cast.owner.plaintext}", "events": {sent}}}',
        f'{{"events": {sent}, "token": "{cast.owner.plaintext}"}}',
    ]
    for body in bodies:
        refused = await cast.service.ask(
            "POST", "/events", (origin, ("content-type", "text/plain")), content=body
        )
        assert (refused.status_code, refused.json()["code"]) == (401, "key_invalid"), body
    assert await cast.owner.list_all("/events") == []


async def test_a_session_may_name_its_own_venue(cast: Cast, page: Page, arena: str) -> None:
    sent = event(venue=arena)
    assert await page.report(sent) == accepted(sent)


async def test_a_session_for_some_seats_reports_those_alone(cast: Cast, arena: str) -> None:
    page = await create_page(cast, cast.owner, arena, seats=["101/A/1", "101/A/2"])
    inside, outside = event("seat_viewed", seat="101/A/2"), event("seat_viewed", seat="101/A/3")
    answer = await page.report(inside, outside)
    assert answer["accepted"] == ids(inside)
    assert rejection_reasons(answer) == {outside["eventId"]: "The session is for other seats."}


async def test_a_seat_goes_by_its_key_whatever_rules_make_of_labels(cast: Cast, page: Page) -> None:
    """The arena has a rule that rewrites `101/`."""
    for seat, section in (("101/A/1", "101"), ("101/A", "101"), ("101", "101"), ("GA", "GA")):
        await page.report(event("seat_viewed", seat=seat))
        kept = (await cast.owner.list_all("/events"))[0]
        assert (kept["seat"], kept["section"]) == (seat, section)


async def test_many_labels_are_resolved_as_few_are(cast: Cast, page: Page) -> None:
    """They are resolved in a thread, with the same outcomes."""
    known, unknown = "Section 102, Row A, Seat 4", "x" * 500
    sent = [event("seat_viewed", seat=seat) for _ in range(50) for seat in (known, unknown)]
    answer = await page.report(*sent)
    assert answer["accepted"] == ids(*sent[::2])
    assert [*rejection_reasons(answer)] == ids(*sent[1::2])
    assert {kept["seat"] for kept in await cast.owner.list_all("/events")} == {"102/A/4"}


async def test_who_has_no_session_names_a_venue_that_they_may_use(cast: Cast, arena: str) -> None:
    restricted = await cast.actor(tenantId=cast.owner.tenant_id, venues=[cast.hall])
    unnamed, missing = event(), event(venue="ven_doesnotexist")
    answer = await report(cast.owner, unnamed, missing, event(venue=arena))
    assert rejection_reasons(answer) == {
        unnamed["eventId"]: "Say which venue: by its venueId, or by an alias of it.",
        missing["eventId"]: "There is no venue with this id or alias among those that you may use.",
    }
    for actor, reason in (
        (cast.stranger, "There is no venue with this id or alias among those that you may use."),
        (restricted, "The key may not use this venue. GET /caller lists those that it may use."),
    ):
        assert [*rejection_reasons(await report(actor, event(venue=arena))).values()] == [reason]


async def test_a_grantee_reports_by_its_own_names(cast: Cast, arena: str) -> None:
    assert cast.grantee.tenant_id is not None
    await cast.grant(arena, cast.grantee.tenant_id)
    alias = f"Our place {secrets.token_hex(4)}"
    aliases = [{"name": alias}, {"name": "Kop", "section": "102"}]
    await cast.grantee.put(f"/manage/venues/{arena}/aliases", {"aliases": aliases})
    sent = event("seat_viewed", venue=alias, seat="Kop Row A Seat 3")
    assert await report(cast.grantee, sent) == accepted(sent)
    [kept] = await cast.owner.list_all("/events")
    assert (kept["tenantId"], kept["venueId"], kept["seat"]) == (cast.grantee.tenant_id, arena, "102/A/3")


async def test_pages_without_a_secret_report_for_their_keys_tenant(cast: Cast, arena: str) -> None:
    keyless = await cast.keyless()
    origin = new_origin()
    by_id = await cast.owner.make_key(allowedOrigins=[origin], allowOriginOnly=True)
    for headers in (
        (("origin", keyless["allowedOrigins"][0]),),
        (("origin", origin), ("x-key-id", by_id["keyId"])),
    ):
        sent = event(venue=arena)
        response = await cast.service.ask("POST", "/events", headers, json={"events": [sent]})
        assert (response.status_code, response.json()) == (202, accepted(sent))
    kept = await cast.owner.list_all("/events")
    assert [each["keyId"] for each in kept] == [by_id["keyId"], keyless["keyId"]]
    assert {each["tenantId"] for each in kept} == {cast.owner.tenant_id}


async def test_what_admin_scope_reports_is_the_owners(cast: Cast, arena: str) -> None:
    sent = event(venue=arena)
    assert await report(cast.operator, sent) == accepted(sent)
    [kept] = await cast.owner.list_all("/events")
    assert (kept["tenantId"], kept["keyId"]) == (cast.owner.tenant_id, cast.operator.key_id)
    assert (await report(cast.owner, sent))["duplicates"] == ids(sent)


def now(cast: Cast) -> datetime:
    return datetime_of(cast.service.clock.now())


def text(at: datetime) -> str:
    return at.isoformat().replace("+00:00", "Z")


async def test_nothing_is_stored_of_a_session_with_events_off(cast: Cast, arena: str) -> None:
    page = await create_page(cast, cast.owner, arena, events="off")
    sent = [event(), event("seat_viewed"), event("ad_shown", ad="lager")]
    answer = await page.report(*sent)
    assert answer == {"accepted": [], "duplicates": [], "rejected": [], "discarded": ids(*sent)}
    assert await cast.owner.list_all("/events") == []


async def test_nothing_is_stored_for_a_browser_with_global_privacy_control(cast: Cast, page: Page) -> None:
    sent = event()
    with_header = (bearer(page.token), ("sec-gpc", "1"))
    answer = await cast.service.ask("POST", "/events", with_header, json={"events": [sent]})
    assert (answer.status_code, answer.json()["discarded"]) == (202, ids(sent))
    beacon = json.dumps({"token": page.token, "events": [sent]})
    headers = (("content-type", "text/plain"), ("sec-gpc", "1"))
    answer = await cast.service.ask("POST", "/events", headers, content=beacon)
    assert (answer.status_code, answer.json()["discarded"]) == (202, ids(sent))
    assert await cast.owner.list_all("/events") == []
    assert await page.report(sent) == accepted(sent)
