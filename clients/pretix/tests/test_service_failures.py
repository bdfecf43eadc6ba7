"""A service that hangs, breaks off, sends nonsense or too much: the page says so, and pretix goes on."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from organizer_at_work import ORGANIZER, OrganizerAtWork, messages_of

from pretix_seatpreview import bounded_client, keys, plan_sync
from pretix_seatpreview.connection_settings import Keys, PlanLink, Scope, link_of, save_keys, save_link

KEY = "sk_live_secret000000000000000000000000000000000"
Answer = Callable[[BaseHTTPRequestHandler], None]


def answer(status: int, body: bytes, **headers: str) -> Answer:
    """Answers each request in the same way."""

    def send(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body)

    return send


def problem(status: int, code: str, detail: str) -> Answer:
    """Answers with a problem, as the service does."""
    body = json.dumps({"status": status, "code": code, "detail": detail}).encode()
    return answer(status, body, Content_Type="application/problem+json")


def hang(handler: BaseHTTPRequestHandler) -> None:
    """Sends nothing for longer than anybody waits."""
    _released(handler).wait(20)


def drip(handler: BaseHTTPRequestHandler) -> None:
    """Sends a byte now and then, so that no single wait is long."""
    handler.send_response(200)
    handler.end_headers()
    while not _released(handler).wait(0.05):
        handler.wfile.write(b" ")


def flood(handler: BaseHTTPRequestHandler) -> None:
    """Sends without end."""
    handler.send_response(200)
    handler.end_headers()
    while not _released(handler).is_set():
        handler.wfile.write(b" " * 65536)


def _released(handler: BaseHTTPRequestHandler) -> threading.Event:
    """Is set at the end of the test."""
    assert isinstance(handler.server, Service)
    return handler.server.released


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


class Service(ThreadingHTTPServer):
    """Answers everything in one way."""

    daemon_threads = True
    answer: Answer
    released: threading.Event


class Handler(BaseHTTPRequestHandler):
    """Reads the request, and lets the test answer it."""

    server: Service

    def do_GET(self) -> None:
        """Answers a GET."""
        try:
            self.rfile.read(int(self.headers.get("Content-Length", "0")))
            self.server.answer(self)
        except OSError:
            self.close_connection = True

    do_POST = do_PUT = do_PATCH = do_GET  # noqa: N815 - the server calls them by these names

    def log_message(self, format: str, *arguments: object) -> None:
        """Says nothing."""


@pytest.fixture
def service() -> Iterator[Service]:
    """Runs a server that is no Seat Preview service."""
    server = Service(("127.0.0.1", 0), Handler)
    server.released = threading.Event()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield server
    server.released.set()
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the bounds small, so that the test need not wait for them."""
    monkeypatch.setattr(plan_sync, "SYNC_SECONDS_MAX", 0.6)
    monkeypatch.setattr(keys, "CHECK_SECONDS_MAX", 0.6)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("name", ANSWERS)
def test_each_failure_is_told_in_words_and_changes_nothing(
    name: str, organizer: OrganizerAtWork, service: Service
) -> None:
    service.answer, told = ANSWERS[name]
    scope = Scope(organizer.organizer)
    save_keys(scope, Keys(f"http://127.0.0.1:{service.server_port}", KEY, KEY, "key_1", "key_2"))
    link = PlanLink("ven_1", 1, "", "2026-11-18T09:00:00+00:00")
    save_link(scope, organizer.plan, link)
    for page in (organizer.preview(), organizer.sync(), organizer.post(f"{ORGANIZER}check/")):
        assert told in messages_of(page)
        assert KEY not in page.content.decode()
    if name != "hang":
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
            f"http://127.0.0.1:{service.server_port}", KEY, seconds_max=seconds_max, bytes_max=1_000_000
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
    service.answer = answer(200, b"{}")
    save_keys(
        Scope(organizer.organizer),
        Keys(f"http://127.0.0.1:{service.server_port}", KEY, KEY, "key_1", "key_2"),
    )
    assert "is in a private network" in messages_of(organizer.preview())
    entered = {"service_url": f"http://127.0.0.1:{service.server_port}", "sync_key": KEY}
    assert "must begin with https://" in messages_of(organizer.post(ORGANIZER, **entered))
