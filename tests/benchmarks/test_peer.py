"""Promises of the peer that the service is measured beside: the same responses, and no work left out."""

import ast
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from benchmarks import peer
from benchmarks.benchmark_venue import BenchmarkVenue
from benchmarks.operations import OPERATIONS as MEASURED
from benchmarks.peer_under_test import peer_settings, start_peer
from benchmarks.service_under_test import start_new_service
from benchmarks.throughput import Request
from seatpreview.settings.settings import Settings
from servers.free_ports import free_port
from servers.postgres import RunningPostgres
from servers.valkey import running_valkey

pytestmark = pytest.mark.any_engine

SEATS = 20_000
SIGNATURE = re.compile(r"signature=([\w-]+)")
RANDOM = re.compile(
    r"((?:ven|key|ten|img|ses)_)\w+|st_[\w.-]+|127\.0\.0\.1:\d+|expires=\d+|signature=[\w-]+|"
    r"\d{4}-\d\d-\d\dT[\d:.]+Z|sk_live_[\w-]+"
)


class Side(NamedTuple):
    """A running server with the data of the benchmark, and the plaintext of an admin key."""

    venue: BenchmarkVenue
    http: httpx.Client
    admin_key: str

    def ask(self, request: Request) -> httpx.Response:
        return self.http.request(
            request.method, request.path, headers=dict(request.headers), content=request.body
        )

    def admin(self, method: str, path: str, if_match: str = "", **more: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.admin_key}"} | ({"If-Match": if_match} if if_match else {})
        return self.http.request(method, path, headers=headers, **more)


class Pair(NamedTuple):
    ours: Side
    peer: Side


@pytest.fixture(scope="module")
def pair(
    engine: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pair]:
    """Both sides on the same kind of database, with the data of the benchmark."""
    folder = tmp_path_factory.mktemp("pair")
    ours_urls: dict[str, Any] = {}
    peer_urls: dict[str, str] = {}
    with ExitStack() as stack:
        if engine == "postgresql":
            server: RunningPostgres = request.getfixturevalue("postgres")
            limits = stack.enter_context(running_valkey())
            ours_urls = {"database_url": server.create_database("ours"), "valkey_url": limits.url}
            peer_urls = {"database_url": server.create_database("peer"), "valkey_url": limits.url}
            stack.callback(server.drop_database, "ours")
            stack.callback(server.drop_database, "peer")
        ours = Settings(data_dir=folder / "ours", port=free_port(), metrics_port=0, **ours_urls)
        _, admin_key = stack.enter_context(start_new_service(ours, core=0))
        port = free_port()
        theirs = peer_settings(folder / "peer", port, **peer_urls)
        stack.enter_context(start_peer(theirs, port, core=0))
        sides = [_side(ours.address, admin_key), _side(theirs.address, theirs.admin_key)]
        for side in sides:
            stack.callback(side.venue.close)
            stack.callback(side.http.close)
        yield Pair(*sides)


def test_the_peer_shares_no_code_with_the_service() -> None:
    for path in Path(peer.__file__).parent.rglob("*.py"):
        imported = {
            name
            for node in ast.walk(ast.parse(path.read_text()))
            for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [])
            + ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [])
        }
        assert not [name for name in imported if name.split(".")[0] in {"seatpreview", "tests", "servers"}]


def test_every_operation_that_is_exact_beside_the_peer_is_compared_here() -> None:
    assert {each.id for each in MEASURED if each.has_peer} == {*OPERATIONS, "image"}


OPERATIONS: dict[str, Callable[[BenchmarkVenue], list[Request]]] = {
    "preview": BenchmarkVenue.previews,
    "resolve": BenchmarkVenue.resolves,
    "getKey": BenchmarkVenue.key_reads,
    "updateKey": lambda venue: venue.key_updates(1),
    "events": BenchmarkVenue.events,
}


@pytest.mark.long
@pytest.mark.parametrize("operation", OPERATIONS)
def test_both_give_the_same_response(pair: Pair, operation: str) -> None:
    """Only random values differ (ids, secrets, signatures), and times."""
    ours, theirs = (side.ask(OPERATIONS[operation](side.venue)[-1]) for side in (pair.ours, pair.peer))
    assert theirs.status_code == ours.status_code, theirs.text
    assert _comparable(theirs.json()) == _comparable(ours.json())
    assert abs(len(theirs.content) - len(ours.content)) <= 0.1 * len(ours.content)
    assert theirs.headers["RateLimit-Policy"] == ours.headers["RateLimit-Policy"]


@pytest.mark.long
@pytest.mark.parametrize("seat", ["101-1-10", "101/2/1", "Sec 101 Row 5 Seat 20", "120-12-10", "140-25-20"])
def test_both_show_the_same_view(pair: Pair, seat: str) -> None:
    ours, theirs = (
        side.ask(
            Request("GET", f"/v1/seats/preview?venue={side.venue.venue_id}&seat={seat}", side.venue.headers())
        ).json()
        for side in (pair.ours, pair.peer)
    )
    # A seat's own key is certain in the service; the peer has one pattern for both.
    ours["resolution"]["confidence"] = theirs["resolution"]["confidence"]
    assert _comparable(theirs) == _comparable(ours)


@pytest.mark.long
def test_both_give_the_same_image(pair: Pair) -> None:
    ours, theirs = (side.ask(side.venue.images()[0]) for side in (pair.ours, pair.peer))
    assert (theirs.status_code, theirs.headers["Content-Type"]) == (200, "image/jpeg")
    assert abs(len(theirs.content) - len(ours.content)) <= 0.01 * len(ours.content)


@pytest.mark.long
def test_a_changed_address_of_an_image_is_refused(pair: Pair) -> None:
    """The attack: somebody changes the address of an image, to see another one or to see it for longer."""
    [request] = pair.peer.venue.images()
    signature = SIGNATURE.search(request.path)
    assert signature is not None
    expires = re.search(r"expires=(\d+)", request.path)
    assert expires is not None
    changed = [
        request.path.replace(expires[1], str(int(expires[1]) + 60)),
        request.path.replace(signature[1], signature[1][::-1]),
        request.path.replace(pair.peer.venue.venue_id, "ven_" + "a" * 20),
    ]
    assert [pair.peer.ask(request._replace(path=path)).status_code for path in changed] == [403, 403, 403]


@pytest.mark.long
def test_limits_are_exact(pair: Pair) -> None:
    limit = {"requests": 5, "windowSeconds": 86_400, "burst": 5}
    created = pair.peer.admin(
        "POST", "/v1/manage/keys", json={"tenantId": pair.peer.venue.tenant_id, "rateLimit": limit}
    ).json()
    request = pair.peer.venue.key_reads()[0]._replace(headers=pair.peer.venue.headers(created["plaintext"]))
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: pair.peer.ask(request), range(12)))
    assert sorted(answer.status_code for answer in answers) == [200] * 5 + [429] * 7
    refused = [answer for answer in answers if answer.status_code == 429]
    assert all(int(answer.headers["Retry-After"]) > 3600 for answer in refused)


@pytest.mark.long
def test_no_racing_update_is_lost(pair: Pair) -> None:
    """Every request that got 200 has written, and no other: the version counts them."""
    key = pair.peer.venue.create_key()
    path = f"/v1/manage/keys/{key['keyId']}"
    with ThreadPoolExecutor(16) as threads:
        answers = list(
            threads.map(lambda n: pair.peer.admin("PATCH", path, json={"label": f"{n}"}), range(64))
        )
    written = [answer for answer in answers if answer.status_code == 200]
    assert {answer.status_code for answer in answers} <= {200, 409}
    assert sorted(answer.json()["version"] for answer in written) == list(range(2, 2 + len(written)))
    assert pair.peer.admin("GET", path).json()["version"] == 1 + len(written)
    stale = pair.peer.admin("PATCH", path, if_match='"1"', json={"label": "stale"})
    assert stale.status_code == 412


@pytest.mark.long
def test_an_event_that_is_sent_again_is_a_duplicate(pair: Pair) -> None:
    [request] = pair.peer.venue.events()
    body = request.body.replace(b"000unique000", b"duplicate000")
    first, second = (pair.peer.ask(request._replace(body=body)).json() for _ in range(2))
    assert second["accepted"] == []
    assert second["duplicates"] == first["accepted"]


def _side(address: str, admin_key: str) -> Side:
    return Side(
        BenchmarkVenue(address, admin_key, SEATS), httpx.Client(base_url=address, timeout=60), admin_key
    )


def _comparable(answer: Any) -> Any:
    """Returns a response without random values, and without what is written in the background."""
    if isinstance(answer, dict):
        dropped = {"hint"}
        # Written in the background: each side may or may not have got to it.
        later = {"lastUsedAt": None}
        kept = {name: later.get(name, member) for name, member in answer.items() if name not in dropped}
        return {name: _comparable(member) for name, member in kept.items()}
    if isinstance(answer, list):
        return [_comparable(member) for member in answer]
    return RANDOM.sub(r"\1", answer) if isinstance(answer, str) else answer
