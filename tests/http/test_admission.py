"""Admission: how many requests are in progress at once, and how long a client may take."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from ipaddress import ip_network
from typing import Any

import pytest

from cast import Cast
from in_process_client import Client, Headers
from seatpreview.http import request as http_request
from seatpreview.http import responses
from seatpreview.http.admission import Admission
from seatpreview.http.app import App
from seatpreview.http.request import Request, TrustedAddresses
from seatpreview.http.request_bodies import BodyDrain
from seatpreview.http.responses import Response
from seatpreview.limits.shares import Share, visitor_path
from seatpreview.problems import Overloaded, RateLimited
from seatpreview.server.worker import app_of

pytestmark = pytest.mark.anyio

TEXT: Headers = [(b"content-type", b"text/plain"), (b"content-length", b"100")]
JSON: Headers = [(b"content-type", b"application/json"), (b"content-length", b"100")]


@pytest.fixture
def app(shared_cast: Cast) -> App:
    return app_of(shared_cast.service.internals)


@asynccontextmanager
async def waiting(
    app: App, count: int, headers: Headers = TEXT, address: str = "192.0.2.1"
) -> AsyncIterator[list[Client]]:
    """So many requests whose bodies are awaited."""
    clients = [Client(app, "POST", "/v1/events", headers, address) for _ in range(count)]
    try:
        for client in clients:
            await client.until_body_is_awaited()
        yield clients
    finally:
        for client in clients:
            client.task.cancel()
        await asyncio.gather(*(client.task for client in clients), return_exceptions=True)


async def test_above_the_limit_of_an_address_a_request_is_refused_at_once(app: App) -> None:
    """The attack: bodies that never come, from one address."""
    app.admission = Admission(1000, 3)
    async with waiting(app, 3):
        refused = Client(app, "POST", "/v1/events", TEXT, "192.0.2.1")
        status, body = await refused.response()
        assert (status, body["code"], refused.bodies_awaited) == (503, "overloaded", 0)
        assert (b"retry-after", b"1") in refused.sent[0]["headers"]
        assert await status_of(app, "GET", "/v1/nothing", [], "192.0.2.2") == 404
    assert await status_of(app, "GET", "/v1/nothing", [], "192.0.2.1") == 404
    assert app.admission.in_progress == 0


async def test_an_ipv6_customer_is_one_client(app: App) -> None:
    app.admission = Admission(1000, 2)
    async with waiting(app, 2, address="2001:db8::1"):
        assert await status_of(app, "GET", "/v1/nothing", [], "2001:db8::2") == 503
        assert await status_of(app, "GET", "/v1/nothing", [], "2001:db8:0:1::1") == 404


async def test_behind_a_trusted_proxy_each_of_its_clients_counts(app: App) -> None:
    app.admission = Admission(1000, 2)
    app._trusted = TrustedAddresses(frozenset(), (ip_network("127.0.0.1"),))
    one, two = ([*TEXT, (b"x-forwarded-for", each)] for each in (b"198.51.100.1", b"198.51.100.2"))
    async with waiting(app, 2, one, "127.0.0.1"):
        assert await status_of(app, "GET", "/v1/nothing", one[2:], "127.0.0.1") == 503
        assert await status_of(app, "GET", "/v1/nothing", two[2:], "127.0.0.1") == 404


async def test_a_crowd_behind_an_address_locks_out_nobody_there_with_a_key(
    shared_cast: Cast, app: App
) -> None:
    """The danger: a shop and a stranger behind one address (NAT), of which the stranger takes every place."""
    app.admission = Admission(1000, 2)
    async with waiting(app, 2):
        assert await status_of(app, "GET", "/v1/caller", [authorization(shared_cast)], "192.0.2.1") == 200


async def test_bodies_of_refused_requests_are_awaited_after_the_answer_and_keep_nobody_out(app: App) -> None:
    """The attack: a made-up key with bodies that never come, since Authorization is not counted for the
    address at first."""
    app.admission, app.body_drain = Admission(2, 2), BodyDrain(1000, 8)
    wrong = [(b"authorization", b"Bearer sk_live_x"), *JSON]
    async with waiting(app, 2, wrong) as clients:
        for client in clients:
            await client.until_answered()
        assert [client.sent[0]["status"] for client in clients] == [401, 401]
        refused = Client(app, "POST", "/v1/events", wrong, "192.0.2.1")
        assert (await refused.response())[0] == 401
        assert refused.bodies_awaited == 0
        assert (b"connection", b"close") in refused.sent[0]["headers"]
        assert app.admission.in_progress == 0
        assert await status_of(app, "GET", "/v1/nothing", [], "192.0.2.1") == 404
        other = Client(app, "POST", "/v1/events", wrong, "192.0.2.2")
        await other.until_body_is_awaited()
        other.task.cancel()
        await asyncio.gather(other.task, return_exceptions=True)
    assert (app.body_drain.waiting, app.body_drain._by_client) == (0, {})


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/v1/caller", 200),
        ("HEAD", "/v1/caller", 200),
        ("DELETE", "/v1/manage/keys/key_000000000000", 404),
        ("OPTIONS", "/v1/caller", 204),
        ("GET", "/console", 200),
        ("GET", "/nothing", 404),
    ],
)
@pytest.mark.parametrize(
    "announced", [(b"content-length", b"9"), (b"transfer-encoding", b"chunked")], ids=["length", "chunks"]
)
async def test_a_request_that_needs_no_body_is_answered_without_it(
    shared_cast: Cast, app: App, method: str, path: str, status: int, announced: tuple[bytes, bytes]
) -> None:
    """The attack: requests that announce a body and do not send it, which filled the worker for 5 seconds
    each."""
    client = Client(app, method, path, [authorization(shared_cast), announced], "192.0.2.1")
    await client.until_answered()
    assert client.sent[0]["status"] == status
    assert (b"connection", b"close") in client.sent[0]["headers"]
    assert [message.get("more_body") for message in client.sent] == [None, True]
    await asyncio.sleep(0)
    assert (app.admission.in_progress, app.body_drain.waiting) == (0, 1)
    client.task.cancel()


async def test_bodies_that_are_not_needed_are_awaited_of_a_bounded_number_for_each_tenant(
    shared_cast: Cast, app: App
) -> None:
    """The attack: 600 of them a second, with a few keys of one tenant and from many addresses."""
    app.body_drain = BodyDrain(1000, 8)
    own = [authorization(shared_cast), *JSON]
    clients = [Client(app, "GET", "/v1/caller", own, f"192.0.2.{number}") for number in range(2)]
    for client in clients:
        await client.until_answered()
    third = Client(app, "GET", "/v1/caller", own, "192.0.2.9")
    assert (await third.response())[0] == 200
    assert (third.bodies_awaited, app.body_drain.waiting) == (0, 2)
    for client in clients:
        client.task.cancel()


def test_a_part_of_the_places_of_a_worker_is_for_bodies_that_are_not_needed() -> None:
    """The attack: the same from very many addresses."""
    body_drain = BodyDrain(4, 1000)
    requests = [request_from(f"192.0.2.{number}") for number in range(2)]
    with body_drain._counted(requests[0]):
        assert not body_drain.has_room(requests[1])
    assert body_drain.has_room(requests[1])


async def test_pages_count_for_the_address_whatever_the_request_presents(app: App) -> None:
    app.admission = Admission(1000, 2)
    made_up = [(b"authorization", b"x")]
    async with waiting(app, 2):
        assert await status_of(app, "GET", "/console", made_up, "192.0.2.1") == 503


@pytest.mark.usefixtures("short_drain")
async def test_a_key_has_a_bounded_number_of_bodies_on_their_way(shared_cast: Cast, app: App) -> None:
    """The attack: one tenant's key, and bodies that never come."""
    app.admission = Admission(1000, 2)
    own = [authorization(shared_cast), *JSON]
    async with waiting(app, 2, own):
        status, body = await Client(app, "POST", "/v1/events", own, "192.0.2.9").response()
        assert (status, body["code"]) == (503, "overloaded")
        assert await status_of(app, "GET", "/v1/caller", own[:1], "192.0.2.9") == 200


@pytest.mark.usefixtures("short_drain")
async def test_unfinished_bodies_of_visitors_leave_the_key_room_for_its_server(
    shared_cast: Cast, app: App
) -> None:
    """Attack: one session's token, which every visitor has, and 200 bodies that never come."""
    tokens = [f"Bearer {(await shared_cast.session())['token']}".encode() for _ in range(3)]
    one, two, three = ([(b"authorization", token), *JSON] for token in tokens)
    app.admission = Admission(1000, 20)  # A session has 2, an address 5, a network of 56 bits 10, all 15.
    async with waiting(app, 2, one), waiting(app, 2, two), waiting(app, 1, three):
        for headers in (one, two, three):
            status, body = await Client(app, "POST", "/v1/events", headers, "192.0.2.1").response()
            assert (status, body["code"]) == (503, "overloaded")
        async with (
            waiting(app, 1, three, "192.0.2.2"),
            waiting(app, 14, [authorization(shared_cast), *JSON]),
        ):
            assert app.admission.refused == {"bodies": 3}


def test_all_visitors_of_a_key_together_have_three_quarters_of_its_bodies() -> None:
    """Attack: bodies that never come, of visitors with as many sessions and addresses as they like."""
    admission = Admission(1000, 20)
    with ExitStack() as bodies:
        for number in range(15):
            path = visitor_path(f"192.0.2.{number}", f"ses_{number}")
            bodies.enter_context(admission.receiving_body(Share("ten_1", path, "key_1")))
        with (
            pytest.raises(Overloaded),
            admission.receiving_body(Share("ten_1", visitor_path("192.0.2.99"), "key_1")),
        ):
            pytest.fail("it was admitted")
        for _ in range(5):
            bodies.enter_context(admission.receiving_body(Share("ten_1", key="key_1")))
        bodies.enter_context(admission.receiving_body(Share("ten_1", visitor_path("192.0.2.99"), "key_2")))


async def test_requests_without_a_secret_leave_a_quarter_of_all_places(shared_cast: Cast, app: App) -> None:
    """Attack: bodies that never come, of strangers from very many addresses."""
    app.admission = Admission(4, 1)
    async with waiting(app, 1, address="192.0.2.1"), waiting(app, 1, address="192.0.2.2"):
        async with waiting(app, 1, address="192.0.2.3"):
            assert await status_of(app, "GET", "/v1/caller", [], "192.0.2.9") == 503
            assert await status_of(app, "GET", "/v1/caller", [authorization(shared_cast)], "192.0.2.9") == 200
        assert await status_of(app, "GET", "/v1/nothing", [], "192.0.2.9") == 404
    assert app.admission._without_secret == 0


async def test_an_ipv6_network_of_56_bits_has_twice_the_places_of_an_address(app: App) -> None:
    """Attack: bodies that never come, from the many networks of 64 bits that one customer has."""
    app.admission = Admission(1000, 2)
    async with waiting(app, 2, address="2001:db8:0:1::1"), waiting(app, 2, address="2001:db8:0:2::1"):
        assert await status_of(app, "GET", "/v1/nothing", [], "2001:db8:0:3::1") == 503
        assert await status_of(app, "GET", "/v1/nothing", [], "2001:db8:0:100::1") == 404


async def test_above_the_limit_in_all_everybody_is_refused_except_health_checks(
    shared_cast: Cast, app: App
) -> None:
    app.admission = Admission(2, 1000)
    async with waiting(app, 2, [authorization(shared_cast), *JSON]):
        for headers in ([], [authorization(shared_cast)]):
            assert await status_of(app, "GET", "/v1/caller", headers, "192.0.2.9") == 503
        for path in ("/healthz", "/readyz"):
            client = Client(app, "GET", path, [], "192.0.2.1")
            await client.task
            assert client.sent[0]["status"] == 200
    assert await status_of(app, "GET", "/v1/caller", [authorization(shared_cast)], "192.0.2.9") == 200


async def test_a_place_is_free_again_after_every_outcome(shared_cast: Cast, app: App) -> None:
    app.admission = Admission(1, 1)
    for path, status in (("/v1/nothing", 404), ("/v1/caller", 401), ("/v1/openapi.json", 200)):
        for _ in range(3):
            assert await status_of(app, "GET", path, [], "192.0.2.1") == status
    assert (app.admission.in_progress, app.admission._addresses.by_owner()) == (0, {})


def test_a_refused_client_is_not_counted() -> None:
    admission = Admission(1000, 1)
    with admission.receiving_body(Share("ten_1", key="key_1")):
        for _ in range(2):
            with pytest.raises(Overloaded), admission.receiving_body(Share("ten_1", key="key_1")):
                pytest.fail("it was admitted")
    with admission.receiving_body(Share("ten_1", key="key_1")):
        pass


async def test_a_body_that_does_not_come_is_408(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """The attack: a body that is announced and never sent."""
    monkeypatch.setattr(http_request, "BODY_SECONDS", 0.01)
    client = Client(app, "POST", "/v1/events", TEXT, "192.0.2.1")
    status, body = await client.response()
    assert (status, body["code"]) == (408, "request_timeout")
    assert client.bodies_awaited == 1, "nobody waits for the rest either"


async def test_each_byte_of_a_body_puts_its_deadline_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow phone gets through, and one byte now and then does not keep a request alive."""
    monkeypatch.setattr(http_request, "BODY_SECONDS", 10)
    monkeypatch.setattr(http_request, "BODY_BYTES_PER_SECOND_MIN", 5)
    deadlines: list[float] = []
    timeout_at = asyncio.timeout_at

    def noted(when: float) -> asyncio.Timeout:
        deadlines.append(when)
        return timeout_at(when)

    monkeypatch.setattr(asyncio, "timeout_at", noted)
    chunks = [b"x" * 20, b"", b"x", b"x" * 99]
    messages = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    messages.append({"type": "http.request", "body": b"", "more_body": False})

    async def receive() -> dict[str, Any]:
        return messages.pop(0)

    scope = {"method": "POST", "raw_path": b"/", "query_string": b"", "headers": []}
    request = Request(scope, receive, TrustedAddresses(frozenset(), ()))
    assert [chunk async for chunk in request.receive_chunks(1000)] == [*chunks, b""]
    assert [round(each - deadlines[0], 6) for each in deadlines] == [0, 4, 4, 4.2, 24]


async def test_a_stream_that_is_not_read_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """The attack: pictures that are requested and not read, each of which keeps a file open."""
    monkeypatch.setattr(responses, "CHUNK_SECONDS", 0.01)
    sent, closed = [], asyncio.Event()

    async def chunks() -> Any:
        try:
            while True:
                yield b"x"
        finally:
            closed.set()

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)
        if len(sent) == 3:
            await asyncio.Event().wait()

    async def receive() -> dict[str, Any]:
        raise AssertionError("there is no body")

    scope = {"method": "GET", "raw_path": b"/", "query_string": b"", "headers": []}
    request = Request(scope, receive, TrustedAddresses(frozenset(), ()))
    await responses._send_stream(send, request, Response(200, [], b"", chunks()), chunks_ := chunks())
    assert len(sent) == 3, "nothing is sent after the chunk that was not taken"
    assert closed.is_set()
    assert [each async for each in chunks_] == []


async def test_a_large_answer_over_http2_is_sent_as_the_client_reads_it(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: streams with a window of 0, each of which kept a whole answer for as long as it liked."""
    monkeypatch.setattr(responses, "CHUNK_SECONDS", 0.01)
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)
        if len(sent) == 3:
            await asyncio.Event().wait()

    async def receive() -> dict[str, Any]:
        raise NotImplementedError

    scope = {"method": "GET", "raw_path": b"/v1/openapi.json", "query_string": b"", "headers": []}
    await app(scope | {"http_version": "2", "client": ("192.0.2.1", 1)}, receive, send)
    assert [len(message.get("body", b"")) for message in sent] == [
        0,
        *[responses.HTTP2_CHUNK_BYTES] * 2,
    ]
    assert app.admission.in_progress == 0


async def status_of(app: App, method: str, path: str, headers: Headers, address: str) -> int:
    client = Client(app, method, path, headers, address)
    await client.task
    status: int = client.sent[0]["status"]
    return status


def request_from(address: str) -> Request:
    async def receive() -> dict[str, Any]:
        raise NotImplementedError

    scope = {"method": "GET", "raw_path": b"/", "query_string": b"", "headers": [], "client": (address, 1)}
    return Request(scope, receive, TrustedAddresses(frozenset(), ()))


def authorization(cast: Cast) -> tuple[bytes, bytes]:
    return b"authorization", f"Bearer {cast.owner.plaintext}".encode()


def test_requests_that_wait_are_bounded_for_each_tenant_and_in_all_and_are_not_in_progress() -> None:
    """Attack: a tenant lets so many requests wait that others can neither wait nor ask."""
    admission = Admission(requests_max=3, requests_per_client=10, waits_per_tenant=2)
    admission.in_progress = 4
    with ExitStack() as held:
        for _ in range(2):
            held.enter_context(admission.waiting_for_change(Share("ten_1")))
        assert (admission.in_progress, admission.waiting) == (2, 2)
        with pytest.raises(RateLimited, match="2 requests of this tenant are waiting"):
            held.enter_context(admission.waiting_for_change(Share("ten_1")))
        held.enter_context(admission.waiting_for_change(Share("ten_2")))
        with pytest.raises(Overloaded):
            held.enter_context(admission.waiting_for_change(Share("ten_3")))
        assert admission.refused["waiting"] == 2
    assert (admission.in_progress, admission.waiting) == (4, 0)
    with admission.waiting_for_change(Share("ten_1")):
        assert admission.waiting == 1
