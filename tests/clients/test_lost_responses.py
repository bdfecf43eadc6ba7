"""Requests that the clients send again after their response was lost, and requests that they never repeat."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from clients.scripted_server import RESET, Recorded, ScriptedServer
from seatpreview_client import Client, SeatPreviewError

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
TYPESCRIPT_CLIENT = ROOT / "clients" / "typescript" / "dist" / "index.js"
VENUE = "ven_000000000000"
KEY = "key_000000000000"
SESSION = "ses_000000000000"


READING: dict[str, tuple[str, Callable[[Client], object]]] = {
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
        lambda client: client.venues.suggest_seat_keys(VENUE, labels=[{"label": "A 1"}]),
    ),
}

SENT_ONCE: dict[str, tuple[str, Callable[[Client], object]]] = {
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


def sent_by_python(call: Callable[[Client], object]) -> list[Recorded]:
    """Returns the requests of the Python client if every response is lost."""
    with ScriptedServer() as server:
        server.answers += [RESET] * 10
        with Client(server.address, key="sk_live_0") as client, pytest.raises(SeatPreviewError):
            call(client)
        return server.requests


def sent_by_typescript(folder: Path, call: str) -> list[Recorded]:
    """Returns the requests of the TypeScript client, in a process of Node, if every response is lost."""
    node = shutil.which("node")
    assert node is not None
    assert TYPESCRIPT_CLIENT.is_file()
    with ScriptedServer() as server:
        server.answers += [RESET] * 10
        script = folder / "call.mjs"
        script.write_text(
            f"import {{ Client }} from {json.dumps(TYPESCRIPT_CLIENT.as_uri())};\n"
            f"const client = new Client({{ service: {json.dumps(server.address)}, key: 'sk_live_0' }});\n"
            f"try {{ await {call}; console.log('answered'); }}\n"
            "catch (failure) { console.log(failure.code); }\n"
        )
        done = subprocess.run([node, str(script)], capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip() == "unreachable", done.stdout + done.stderr
        return server.requests


@pytest.mark.parametrize("name", READING)
def test_the_python_client_repeats_a_post_that_only_reads(name: str) -> None:
    sent = sent_by_python(READING[name][1])
    assert len(sent) == 4
    assert len({(each.method, each.path, each.body) for each in sent}) == 1
    assert sent[0].method == "POST"


@pytest.mark.parametrize("name", SENT_ONCE)
def test_the_python_client_never_repeats_a_change(name: str) -> None:
    """The service may have done it before the response was lost."""
    assert len(sent_by_python(SENT_ONCE[name][1])) == 1


def test_the_python_client_repeats_a_creation_with_one_idempotency_key() -> None:
    sent = sent_by_python(lambda client: client.sessions.create(venue="hall"))
    assert len(sent) == 4
    assert len({each.headers["idempotency-key"] for each in sent}) == 1


@pytest.mark.parametrize("name", ["image link", "dry run"])
def test_the_typescript_client_repeats_a_post_that_only_reads(tmp_path: Path, name: str) -> None:
    sent = sent_by_typescript(tmp_path, READING[name][0])
    assert len(sent) == 4
    assert len({(each.method, each.path, each.body) for each in sent}) == 1


@pytest.mark.parametrize("name", ["events", "renewal"])
def test_the_typescript_client_never_repeats_a_change(tmp_path: Path, name: str) -> None:
    assert len(sent_by_typescript(tmp_path, SENT_ONCE[name][0])) == 1
