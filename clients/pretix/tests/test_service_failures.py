"""A service that hangs, breaks off, sends nonsense or too much: the page says so, and pretix goes on."""

from __future__ import annotations

import time
from typing import Any

import pytest
from organizer_at_work import ORGANIZER, OrganizerAtWork, messages_of
from stand_in_service import Answer, Service, answer, drip, flood, hang, problem

from pretix_seatpreview import bounded_client, keys, plan_sync
from pretix_seatpreview.connection_settings import Keys, PlanLink, Scope, link_of, save_keys, save_link

KEY = "sk_live_secret000000000000000000000000000000000"
ANSWERS: dict[str, tuple[Answer, str]] = {
    "hang": (hang, "did not answer in time"),
    "drip": (drip, "did not answer in time"),
    "flood": (flood, "did not answer in time"),
    "closed": (lambda handler: handler.connection.close(), "did not answer in time"),
    "html": (answer(200, b"<html>hello</html>"), "not as a Seat Preview service does"),
    "html error": (answer(502, b"<html>bad gateway</html>"), "not as a Seat Preview service does"),
    "list": (answer(200, b"[]"), "not as a Seat Preview service does"),
    "empty object": (answer(200, b"{}"), "not as a Seat Preview service does"),
    "wrong types": (
        answer(200, b'{"record": 5, "report": null, "groups": 7, "kind": []}'),
        "not as a Seat Preview",
    ),
    "deep": (answer(200, b"[" * 100_000), "not as a Seat Preview service does"),
    "redirect": (answer(302, b"", Location="http://127.0.0.1:9/"), "not as a Seat Preview service does"),
    "compressed": (answer(200, b"\x1f\x8b", Content_Encoding="gzip"), "did not answer in time"),
    "key refused": (problem(401, "key_invalid", "no"), "refuses the key"),
    "group": (
        problem(403, "scope_insufficient", "It needs the group management."),
        "needs the group management",
    ),
    "key repeated": (problem(403, "scope_insufficient", f"You sent {KEY}"), "You sent *****"),
    "other venue": (problem(403, "venue_not_allowed", "no"), "limited to other venues"),
    "gone": (problem(404, "not_found", "no"), "no such venue"),
    "conflict": (problem(409, "conflict", "It is archived."), "It is archived."),
    "too many": (problem(429, "rate_limited", "no"), "Try again in a minute"),
    "restart": (problem(503, "unavailable", "no"), "Try again in a minute"),
    "faults": (problem(400, "validation_failed", "The file is empty." * 100), "The file is empty."),
}


ENDLESS = ("hang", "drip")
"""Of these answers, the test waits for the bound in seconds. The others come at once."""


@pytest.mark.parametrize("name", ANSWERS)
def test_each_failure_is_told_in_words_and_changes_nothing(
    name: str, organizer: OrganizerAtWork, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name in ENDLESS:
        monkeypatch.setattr(plan_sync, "SYNC_SECONDS_MAX", 0.6)
        monkeypatch.setattr(keys, "CHECK_SECONDS_MAX", 0.6)
    service.answer, told = ANSWERS[name]
    scope = Scope(organizer.organizer)
    save_keys(scope, Keys(service.address, KEY, KEY, "key_1", "key_2"))
    link = PlanLink("ven_1", 1, "", "2026-11-18T09:00:00+00:00")
    save_link(scope, organizer.plan, link)
    for page in (organizer.preview(), organizer.sync(), organizer.post(f"{ORGANIZER}check/")):
        assert told in messages_of(page)
        assert KEY not in page.content.decode()
    if name not in ENDLESS:
        entered = {"service_url": f"http://localhost:{service.server_port}", "sync_key": KEY}
        assert KEY not in organizer.post(ORGANIZER, **entered).content.decode()
    assert link_of(scope, organizer.plan) == link


@pytest.mark.parametrize(("sent", "seconds_max"), [(flood, 20.0), (drip, 0.5)])
def test_an_answer_without_end_is_broken_off_at_its_bytes_and_at_its_seconds(
    sent: Answer, seconds_max: float, service: Service
) -> None:
    service.answer = sent
    began = time.monotonic()
    with (
        bounded_client.bounded_client(
            service.address, KEY, seconds_max=seconds_max, bytes_max=1_000_000
        ) as client,
        pytest.raises(Exception, match=r"more than 1000000 bytes|took too long"),
    ):
        client.caller.get()
    assert time.monotonic() - began < 15


def test_addresses_in_private_networks_are_refused_unless_pretix_allows_them(
    organizer: OrganizerAtWork, service: Service, settings: Any
) -> None:
    """Attack: an organizer of a shared pretix enters an address in the network of its server, to look around
    there."""
    settings.ALLOW_HTTP_TO_PRIVATE_NETWORKS = False
    asked: list[str] = []
    service.answer = lambda handler: asked.append(handler.path)
    for address, told in (
        (f"https://127.0.0.1:{service.server_port}", "is in a private network"),
        (f"https://localhost:{service.server_port}", "is in a private network"),
        (service.address, "must begin with https://"),
    ):
        save_keys(Scope(organizer.organizer), Keys(address, KEY, KEY, "key_1", "key_2"))
        assert told in messages_of(organizer.preview())
        assert told in messages_of(organizer.post(ORGANIZER, service_url=address, sync_key=KEY))
    assert asked == []
