"""Unseen cases: what the clients send again after an answer was lost, and what they never do."""

import importlib
import json
import shutil
import socket
import struct
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
TYPESCRIPT_CLIENT = ROOT / "clients" / "typescript" / "dist" / "index.js"
VENUE = "ven_000000000000"
KEY = "key_000000000000"
SESSION = "ses_000000000000"


class Deaf:
    """A service that reads each request as a whole, and breaks the connection instead of answering it."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.requests: list[tuple[str, dict[str, str]]] = []
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def close(self) -> None:
        self._listener.close()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with connection, connection.makefile("rb") as stream:
                self._read(stream)
                # The connection is reset, as by a service that was killed after it had done its work.
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def _read(self, stream: Any) -> None:
        first = stream.readline().decode().strip()
        headers = {}
        while line := stream.readline().decode().strip():
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        stream.read(int(headers.get("content-length", 0)))
        if first:
            self.requests.append((first.rsplit(" ", 1)[0], headers))


@contextmanager
def deaf_service() -> Iterator[Deaf]:
    service = Deaf()
    try:
        yield service
    finally:
        service.close()


READING: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "resolve": (
        "client.seats.resolve({venue: 'hall', labels: ['A 1']})",
        lambda client: client.seats.resolve(venue="hall", labels=["A 1"]),
    ),
    "image link": (
        "client.seats.createImageLink({venue: 'hall', seat: 'A/1/1'})",
        lambda client: client.seats.create_image_link(venue="hall", seat="A/1/1"),
    ),
    "dry run": (
        f"client.venues.testSeatKeys('{VENUE}', {{labels: ['A 1']}})",
        lambda client: client.venues.test_seat_keys(VENUE, labels=["A 1"]),
    ),
    "suggestions": (
        f"client.venues.suggestSeatKeys('{VENUE}', {{labels: ['A 1']}})",
        lambda client: client.venues.suggest_seat_keys(VENUE, labels=["A 1"]),
    ),
}

SENT_ONCE: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "events": (
        "client.events.ingest({events: [{eventId: 'e1', kind: 'session_started', venue: 'hall'}]})",
        lambda client: client.events.ingest(
            events=[{"eventId": "e1", "kind": "session_started", "venue": "hall"}]
        ),
    ),
    "renewal": (
        f"client.sessions.renew('{SESSION}')",
        lambda client: client.sessions.renew(SESSION),
    ),
    "change of a read record": (
        f"client.keys.update('{KEY}', {{label: 'New'}}, {{ifMatch: '\"1\"'}})",
        lambda client: client.keys.update(KEY, if_match='"1"', label="New"),
    ),
}


def with_python(call: Callable[[Any], Any]) -> list[tuple[str, dict[str, str]]]:
    """What the service was sent by the Python client, which has to fail in the end."""
    client_package = importlib.import_module("seatpreview_client")
    with deaf_service() as service:
        client = client_package.Client(service.address, key="sk_live_0")
        with client, pytest.raises(client_package.SeatPreviewError):
            call(client)
        return service.requests


def with_typescript(folder: Path, call: str) -> list[tuple[str, dict[str, str]]]:
    """What the service was sent by the TypeScript client, in a process of Node."""
    node = shutil.which("node")
    assert node is not None
    assert TYPESCRIPT_CLIENT.is_file()
    with deaf_service() as service:
        script = folder / "call.mjs"
        script.write_text(
            f"import {{ Client }} from {json.dumps(TYPESCRIPT_CLIENT.as_uri())};\n"
            f"const client = new Client({{ service: {json.dumps(service.address)}, key: 'sk_live_0' }});\n"
            f"try {{ await {call}; console.log('answered'); }}\n"
            "catch (failure) { console.log(failure.code); }\n"
        )
        done = subprocess.run([node, str(script)], capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip() == "unreachable", done.stdout + done.stderr
        return service.requests


@pytest.mark.parametrize("name", READING)
def test_python_repeats_a_post_that_reads(name: str) -> None:
    """A POST that only reads is sent four times in all, the same each time."""
    sent = with_python(READING[name][1])
    assert len(sent) == 4
    assert {request for request, _ in sent} == {sent[0][0]}
    assert sent[0][0].startswith("POST ")


@pytest.mark.parametrize("name", SENT_ONCE)
def test_python_never_repeats_what_may_have_been_done(name: str) -> None:
    """Nobody knows whether it was done, so that it is sent once."""
    assert len(with_python(SENT_ONCE[name][1])) == 1


def test_python_repeats_what_creates_with_one_idempotency_key() -> None:
    """A new session may be asked for again, since all four have the same Idempotency-Key."""
    sent = with_python(lambda client: client.sessions.create(venue="hall"))
    assert len(sent) == 4
    assert len({headers["idempotency-key"] for _, headers in sent}) == 1


@pytest.mark.parametrize("name", ["image link", "dry run"])
def test_typescript_repeats_a_post_that_reads(tmp_path: Path, name: str) -> None:
    """The client of shops in TypeScript does as that in Python does."""
    sent = with_typescript(tmp_path, READING[name][0])
    assert len(sent) == 4
    assert {request for request, _ in sent} == {sent[0][0]}


@pytest.mark.parametrize("name", ["events", "renewal"])
def test_typescript_never_repeats_what_may_have_been_done(tmp_path: Path, name: str) -> None:
    """Events and renewals are sent once."""
    assert len(with_typescript(tmp_path, SENT_ONCE[name][0])) == 1
