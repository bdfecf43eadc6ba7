"""Events that are reported in groups (decision 0044): each is stored once, and the response says which."""

import asyncio
import json
import random
import secrets
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest

from cast import Actor, Cast, bearer
from operations.halls import layout
from seatpreview.events.model import EVENTS_MAX

pytestmark = [pytest.mark.anyio, pytest.mark.long]

Json = dict[str, Any]


@pytest.fixture
async def venue(cast: Cast) -> str:
    return await cast.venue(cast.owner.tenant_id, rules={"layout": layout(2)})


def viewed(venue: str, event_id: str, seat: str = "1/1/1") -> Json:
    return {"eventId": event_id, "kind": "seat_viewed", "venue": venue, "seat": seat}


async def report(actor: Actor, events: list[Json]) -> Json:
    response = await actor.post("/events", {"events": events})
    assert response.status_code == 202, response.text
    answer: Json = response.json()
    return answer


async def report_text(cast: Cast, text: str | bytes) -> httpx.Response:
    headers = (bearer(cast.owner.plaintext), ("content-type", "application/json"))
    content = text.encode() if isinstance(text, str) else text
    return await cast.service.ask("POST", "/events", headers, content=content)


async def stored_ids(actor: Actor, venue: str) -> list[str]:
    return [event["eventId"] for event in await actor.list_all("/events", venue=venue, limit=100)]


@pytest.mark.parametrize("size", [1, 9, 10, 11, 99, 100])
async def test_a_group_with_duplicates_inside_and_from_before_is_stored_once(
    cast: Cast, venue: str, size: int
) -> None:
    choose = random.Random(size)
    earlier = [secrets.token_hex(8) for _ in range(size)]
    assert (await report(cast.owner, [viewed(venue, each) for each in earlier]))["accepted"] == earlier
    for new_share in (0.0, 0.5, 1.0):
        fresh = [secrets.token_hex(8) for _ in range(size)]
        ids = [
            (fresh if choose.random() < new_share else earlier)[choose.randrange(size)] for _ in range(size)
        ]
        answer = await report(cast.owner, [viewed(venue, each) for each in ids])
        accepted = list(dict.fromkeys(each for each in ids if each in fresh))
        assert answer["accepted"] == accepted
        left = Counter(ids) - Counter(accepted)
        assert Counter(answer["duplicates"]) == left
        assert answer["rejected"] == answer["discarded"] == []
        earlier += accepted
    stored = await stored_ids(cast.owner, venue)
    assert sorted(stored) == sorted(earlier)


async def test_a_group_above_the_maximum_is_refused_whole(cast: Cast, venue: str) -> None:
    for size in (EVENTS_MAX + 1, 2 * EVENTS_MAX):
        events = [viewed(venue, f"{size}-{number}") for number in range(size)]
        response = await cast.owner.post("/events", {"events": events})
        assert response.status_code == 400
        assert response.json()["errors"][0]["pointer"] == "/events"
    assert (await cast.owner.post("/events", {"events": []})).status_code == 400
    assert await stored_ids(cast.owner, venue) == []


async def test_concurrent_groups_with_the_same_events_accept_each_of_them_once(
    cast: Cast, venue: str
) -> None:
    choose = random.Random(17)
    ids = [f"race-{number}" for number in range(250)]
    groups = [choose.choices(ids, k=size) for size in [100] * 12 + [99] * 6 + [1] * 10]
    answers = await asyncio.gather(
        *(report(cast.owner, [viewed(venue, each) for each in group]) for group in groups)
    )
    for group, answer in zip(groups, answers, strict=True):
        assert Counter(group) == Counter(answer["accepted"]) + Counter(answer["duplicates"])
        assert answer["rejected"] == []
    accepted = Counter(each for answer in answers for each in answer["accepted"])
    sent = {each for group in groups for each in group}
    assert accepted == Counter(sent)
    assert Counter(await stored_ids(cast.owner, venue)) == Counter(sent)
    # Another tenant's events with the same ids are other events.
    await cast.grant(venue, str(cast.grantee.tenant_id))
    again = sorted(sent)[:100]
    assert (await report(cast.grantee, [viewed(venue, each) for each in again]))["accepted"] == again


async def test_a_click_counts_after_its_impression_also_among_duplicates(cast: Cast) -> None:
    ads = [
        {"id": ad, "slot": "below", "image": f"{ad}.png", "alt": ad, "clickUrl": "https://ad.example/"}
        for ad in ("0", "cola")
    ]
    venue = await cast.venue(cast.owner.tenant_id, rules={"layout": layout(1)}, ads=ads)
    session = await cast.session(venue=venue)
    shown, clicked = {"kind": "ad_shown", "ad": "0"}, {"kind": "ad_clicked", "ad": "0"}

    async def page_reports(*events: Json) -> Json:
        body = {"events": list(events)}
        response = await cast.service.ask("POST", "/events", (bearer(session["token"]),), json=body)
        assert response.status_code == 202, response.text
        answer: Json = response.json()
        return answer

    first = await page_reports(
        clicked | {"eventId": "too-early"},
        shown | {"eventId": "shown"},
        clicked | {"eventId": "clicked"},
        shown | {"eventId": "shown"},
        clicked | {"eventId": "other", "ad": "cola"},
    )
    assert first["accepted"] == ["shown", "clicked"]
    assert first["duplicates"] == ["shown"]
    assert [each["eventId"] for each in first["rejected"]] == ["too-early", "other"]
    # The id of the second impression is taken by another event, so the click has no impression.
    assert (await page_reports({"eventId": "taken", "kind": "session_started"}))["accepted"] == ["taken"]
    second = await page_reports(
        shown | {"eventId": "taken", "ad": "cola"}, clicked | {"eventId": "no-effect", "ad": "cola"}
    )
    assert (second["accepted"], second["duplicates"]) == ([], ["taken"])
    assert [each["eventId"] for each in second["rejected"]] == ["no-effect"]
    assert sorted(await stored_ids(cast.owner, venue)) == ["clicked", "shown", "taken"]


async def test_ids_like_0_and_null_are_stored_as_they_are(cast: Cast) -> None:
    hall = {
        "sections": [{"id": "0", "rows": ["A"], "seats": {"count": 4}}],
        "configurations": [{"id": "0"}],
    }
    ads = [{"id": "0", "slot": "s", "image": "a.png", "alt": "a", "clickUrl": "https://ad.example/"}]
    venue = await cast.venue(cast.owner.tenant_id, rules={"layout": hall}, ads=ads)
    session = await cast.session(venue=venue)
    events = [
        {"eventId": "0", "kind": "ad_shown", "ad": "0", "seat": "0/A/1", "configuration": "0"},
        {"eventId": "null", "kind": "session_started"},
        {"eventId": "error", "kind": "error"},
    ]
    body = {"events": events}
    answer = await cast.service.ask("POST", "/events", (bearer(session["token"]),), json=body)
    assert answer.json()["accepted"] == ["0", "null", "error"]
    stored = {event["eventId"]: event for event in await cast.owner.list_all("/events", venue=venue)}
    members = ("configuration", "section", "seat", "ad", "code", "message", "sessionId")
    session_id = session["sessionId"]
    values = {event_id: tuple(event[name] for name in members) for event_id, event in stored.items()}
    assert values == {
        "0": ("0", "0", "0/A/1", "0", None, None, session_id),
        "null": (None, None, None, None, None, None, session_id),
        "error": (None, None, None, None, "other", None, session_id),
    }


async def test_one_rejected_event_rejects_no_other_and_a_malformed_one_refuses_the_group(
    cast: Cast, venue: str
) -> None:
    good = [viewed(venue, f"good-{number}") for number in range(99)]
    bad = viewed(venue, "bad", seat="no such seat")
    answer = await report(cast.owner, [*good[:50], bad, *good[50:]])
    assert answer["accepted"] == [each["eventId"] for each in good]
    assert [each["eventId"] for each in answer["rejected"]] == ["bad"]
    # A rejected id is not taken.
    assert (await report(cast.owner, [viewed(venue, "bad")]))["accepted"] == ["bad"]
    new = [viewed(venue, f"new-{number}") for number in range(99)]
    nulls: list[Json] = [
        viewed(venue, "null") | {name: None}
        for name in ("eventId", "kind", "at", "venue", "seat", "ad", "configuration", "code", "message")
    ]
    faulty: list[Any] = [*nulls, viewed(venue, "more") | {"more": 1}, None, [], "x", {}, viewed(venue, "")]
    for event in faulty:
        response = await cast.owner.post("/events", {"events": [*new[:50], event, *new[50:]]})
        assert response.status_code == 400, event
        assert response.json()["errors"][0]["pointer"].startswith("/events/50"), event
    assert not [each for each in await stored_ids(cast.owner, venue) if each.startswith("new")]


async def test_ids_are_compared_character_by_character_after_escapes_are_decoded(
    cast: Cast, venue: str
) -> None:
    ids = ["a", "A", "-", "_", "--", "0", "00", "1e1", "null", "NULL", "x" * 64, "X" * 64]
    assert (await report(cast.owner, [viewed(venue, each) for each in ids]))["accepted"] == ids
    assert (await report(cast.owner, [viewed(venue, each) for each in ids]))["duplicates"] == ids
    # The same ids with escapes are the same ids.
    escaped = json.dumps({"events": [viewed(venue, each) for each in ("ID_a", "ID_A")]})
    escaped = escaped.replace("ID_a", "\\u0061").replace("ID_A", "\\u0041")
    assert (await report_text(cast, escaped)).json()["duplicates"] == ["a", "A"]
    for odd in (
        "",
        " a",
        "a ",
        "a b",
        "ä",
        "\u0430",
        "a\u200b",
        "a%",
        "a'",
        'a"',
        "a/b",
        "a.b",
        "a\n",
        "x" * 65,
    ):
        response = await cast.owner.post("/events", {"events": [viewed(venue, odd)]})
        assert response.status_code == 400, repr(odd)
        assert response.json()["errors"][0]["pointer"] == "/events/0/eventId"
    assert Counter(await stored_ids(cast.owner, venue)) == Counter(ids)


async def test_nul_and_lone_surrogates_are_refused_wherever_they_stand(cast: Cast, venue: str) -> None:
    template = json.dumps({"events": [viewed(venue, "one"), viewed(venue, "ID", seat="SEAT")]})
    bad = ("\\u0000", "\\ud800", "\\udfff", "\\ud83dx", "\\ude00\\ud83d", "\\uD800\\uD800", "\\ud83d\\u0041")
    for escape in bad:
        for text in (
            template.replace("ID", f"a{escape}"),
            template.replace("SEAT", f"1/1/1{escape}"),
            template.replace('"seat": "SEAT"', f'"seat": "1/1/2", "{escape}": 1'),
            template[:-1] + f', "token": "{escape}"}}',
        ):
            assert (await report_text(cast, text)).status_code == 400, text
    for raw in (b"\x00", b"\xed\xa0\x80", b"\xff", b"\xc0\x80", b"\xf4\x90\x80\x80"):
        assert (await report_text(cast, template.encode().replace(b"SEAT", raw))).status_code == 400, raw
    assert await stored_ids(cast.owner, venue) == []
    # A whole pair is a character like others: the label means no seat, and the other event is stored.
    pair = await report_text(cast, template.replace("SEAT", "\\ud83d\\ude00"))
    assert pair.json()["accepted"] == ["one"]
    assert [each["eventId"] for each in pair.json()["rejected"]] == ["ID"]
    escaped_backslash = template.replace("SEAT", "\\\\u0000").replace("one", "two")
    assert (await report_text(cast, escaped_backslash)).json()["accepted"] == ["two"]


@pytest.mark.any_engine
@pytest.mark.parametrize(
    "zone", ["UTC", "Asia/Kathmandu", "Pacific/Auckland", "America/St_Johns", "Pacific/Marquesas"]
)
async def test_an_event_counts_for_the_day_at_the_venue_to_the_microsecond(cast: Cast, zone: str) -> None:
    venue = await cast.venue(cast.owner.tenant_id, rules={"layout": layout(1)}, timezone=zone)
    today = datetime.fromtimestamp(cast.service.clock.now() / 1_000_000, ZoneInfo(zone)).date()
    days = {}
    events: list[Json] = []
    for ago in range(1, 5):
        midnight = datetime.combine(today - timedelta(days=ago), datetime.min.time(), ZoneInfo(zone))
        for microseconds in (-60_000_001, -60_000_000, -1, 0, 1, 59_999_999, 60_000_000):
            at = midnight.astimezone(UTC) + timedelta(microseconds=microseconds)
            event_id = f"{ago}-{len(events)}"
            days[event_id] = at.astimezone(ZoneInfo(zone)).date().isoformat()
            event = {"eventId": event_id, "kind": "session_started", "venue": venue, "at": at.isoformat()}
            events.append(event)
    random.Random(17).shuffle(events)
    assert len((await report(cast.owner, events))["accepted"]) == len(events)
    stored = await cast.owner.list_all("/events", venue=venue)
    assert {event["eventId"]: event["day"] for event in stored} == days
