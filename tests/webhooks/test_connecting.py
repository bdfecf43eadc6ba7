"""Requests to the addresses of webhooks: which are made at all, and what an answer may cost."""

import asyncio
import ssl
import threading
from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest

from seatpreview.webhooks import connecting
from seatpreview.webhooks.connecting import Answer, Connector, Destination, NoAnswer
from servers import certificates
from webhooks.receivers import (
    LOOPBACK,
    OK,
    Behaviour,
    a_byte_at_times,
    headers_without_end,
    never,
    receiving,
    status,
    without_end,
)

pytestmark = pytest.mark.anyio

HEADERS = {"webhook-id": "msg_1"}
BODY = b'{"type":"ping"}'


async def post(connector: Connector, url: str, *, by_admin: bool = True) -> Answer | str:
    """Returns the answer, or why there is none."""
    try:
        return await connector.post(Destination(url, by_admin), HEADERS, BODY)
    except NoAnswer as no_answer:
        return no_answer.failure


def leads_to(*addresses: str) -> Callable[[str, int], list[str]]:
    return lambda host, port: list(addresses)


async def test_a_request_says_what_it_is_and_ends_its_connection() -> None:
    async with receiving(status("200 OK", body="thanks")) as receiver:
        answer = await post(Connector(LOOPBACK), receiver.url)
    assert answer == Answer(200, None, ""), "of an answer from a permitted network only the status is kept"
    [request] = receiver.received
    assert request.target == "/hook?shop=1"
    assert request.body == BODY
    assert request.headers == {
        "host": f"127.0.0.1:{receiver.port}",
        "user-agent": "SeatPreview-Webhooks",
        "accept": "*/*",
        "content-type": "application/json",
        "content-length": str(len(BODY)),
        "connection": "close",
        "webhook-id": "msg_1",
    }


@pytest.mark.parametrize(
    ("addresses", "scheme", "by_admin"),
    [
        # Not permitted to a tenant, whatever the operator permits to webhooks of admin scope.
        (["127.0.0.1"], "http", False),
        (["127.0.0.1"], "https", False),
        # One of several is enough: which one is connected to would be a matter of chance.
        (["127.0.0.1", "10.0.0.1"], "http", True),
        (["93.184.216.34", "127.0.0.1"], "https", False),
        # Plain http to a public address.
        (["93.184.216.34"], "http", True),
        # Loopback in other clothes: v4-mapped, v4-compatible, NAT64, 6to4.
        (["::ffff:127.0.0.1"], "http", True),
        (["::127.0.0.1"], "http", True),
        (["64:ff9b::7f00:1"], "http", True),
        (["64:ff9b::7f00:1"], "https", True),
        (["2002:7f00:1::"], "https", True),
        # Metadata services, even where somebody permits everything.
        (["169.254.169.254"], "http", True),
        (["fd00:ec2::254"], "http", True),
        (["::ffff:169.254.169.254"], "http", True),
        (["fe80::1%lo"], "https", True),
        (["not an address"], "https", True),
    ],
)
async def test_no_connection_is_made_to_an_address_that_is_not_permitted(
    addresses: list[str], scheme: str, by_admin: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack: a tenant's webhook leads into the network of the service."""

    async def must_not_connect(*_: Any, **__: Any) -> Any:
        raise AssertionError("a connection was made")

    monkeypatch.setattr(asyncio, "open_connection", must_not_connect)
    connector = Connector(LOOPBACK, look_up=leads_to(*addresses))
    assert await post(connector, f"{scheme}://hook.example/", by_admin=by_admin) == "not_permitted"


async def test_metadata_services_are_out_of_reach_even_if_everything_is_permitted() -> None:
    everything = (ip_network("0.0.0.0/0"), ip_network("::/0"))
    for address in ("169.254.169.254", "fd00:ec2::254", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe"):
        connector = Connector(everything, look_up=leads_to(address))
        assert await post(connector, "http://hook.example/") == "not_permitted"


async def test_a_name_that_leads_elsewhere_the_second_time_is_looked_up_once() -> None:
    """Attack: DNS rebinding. The name is public when it is judged, and loopback when it is connected to."""
    answers = iter((["192.0.2.1"], ["127.0.0.1"], ["127.0.0.1"]))
    asked = []

    def look_up(host: str, port: int) -> list[str]:
        asked.append(host)
        return next(answers)

    public = (ip_network("192.0.2.0/24"),)  # For documentation: nobody answers there.
    async with receiving() as receiver:
        connector = Connector(public, look_up=look_up, seconds_max=0.2)
        url = f"http://rebinding.example:{receiver.port}/"
        assert await post(connector, url) in ("no_connection", "timeout")
        assert asked == ["rebinding.example"]
        assert await post(connector, url) == "not_permitted", "each attempt judges anew"
        assert receiver.connections == 0


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (status("302 Found", "location: http://127.0.0.1:1/"), 302),
        (status("410 Gone"), 410),
        (status("503 Busy", "retry-after: 120"), 503),
        (b"HTTP/1.1 103 Early Hints\r\n\r\n" + OK, 204),
        (without_end, 200),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nbroken off", 200),
        (headers_without_end, "not_http"),
        (b"HTTP/1.1 103 Early Hints\r\n\r\n" * 2000, "not_http"),
        (b"SSH-2.0-OpenSSH\r\n\r\n", "not_http"),
        (b"", "no_connection"),
        (a_byte_at_times, "timeout"),
        (never, "timeout"),
    ],
)
async def test_an_answer_is_read_within_bounds_and_no_redirect_is_followed(
    answer: bytes | Behaviour, expected: int | str
) -> None:
    """Attack: an endpoint that answers one byte a minute, or without end."""
    is_slow = expected == "timeout"
    async with receiving(answer) as receiver:
        found = await post(Connector(LOOPBACK, seconds_max=0.2 if is_slow else 60), receiver.url)
        assert receiver.connections == 1
    assert (found.status if isinstance(found, Answer) else found) == expected
    if expected == 503:
        assert isinstance(found, Answer)
        assert found.retry_after == "120"


async def test_of_a_public_answer_the_first_kilobyte_is_kept_and_eight_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A public receiver cannot be had in a test: the judge takes loopback for one."""
    monkeypatch.setattr(connecting, "address_fault", lambda *_, **__: None)
    read: list[int] = []
    original = asyncio.StreamReader.read

    async def counting(self: asyncio.StreamReader, n: int = -1) -> bytes:
        data = await original(self, n)
        read.append(len(data))
        return data

    monkeypatch.setattr(asyncio.StreamReader, "read", counting)
    bodies = {"no\0thing" + "é" * 600: "no\ufffdthing" + "é" * 508, "": ""}
    for body, kept in bodies.items():
        text = f"HTTP/1.1 500 Oh\r\n\r\n{body}".encode()
        async with receiving(text) as receiver:
            answer = await post(Connector(), receiver.url)
        assert isinstance(answer, Answer)
        assert answer.text == kept
    read.clear()
    async with receiving(without_end) as receiver:
        await post(Connector(), receiver.url)
    assert sum(read) <= connecting.ANSWER_BYTES_MAX + connecting.HEADER_BYTES_MAX


async def test_the_certificate_is_checked_for_the_name(tmp_path: Path) -> None:
    certificate, key = certificates.write(tmp_path, days=100)
    of_receiver = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    of_receiver.load_cert_chain(certificate, key)
    trusting = ssl.create_default_context(cafile=str(certificate))
    async with receiving(tls=of_receiver) as receiver:

        async def ask(name: str, tls: ssl.SSLContext | None) -> Answer | str:
            connector = Connector(LOOPBACK, look_up=leads_to("127.0.0.1"), tls=tls)
            return await post(connector, f"https://{name}:{receiver.port}/")

        assert await ask("localhost", trusting) == Answer(204, None, "")
        assert await ask("hook.example", trusting) == "tls", "it is another's certificate"
        assert await ask("localhost", None) == "tls", "nobody vouches for it"
    assert len(receiver.received) == 1


async def test_proxies_of_the_environment_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    async with receiving() as receiver:
        answer = await post(Connector(LOOPBACK), receiver.url)
    assert isinstance(answer, Answer)


async def test_a_name_that_nobody_answers_for_takes_its_own_thread_alone() -> None:
    """Attack: names whose server never answers use up the threads of everybody."""
    may_end = threading.Event()

    def look_up(host: str, port: int) -> list[str]:
        may_end.wait()
        raise OSError("no such host")

    connector = Connector(LOOPBACK, look_up=look_up, seconds_max=0.01)
    attempts = [asyncio.create_task(post(connector, "https://silent.example/")) for _ in range(40)]
    assert await asyncio.to_thread(lambda: "free") == "free"
    await asyncio.sleep(0.05)
    assert not any(attempt.done() for attempt in attempts), "an attempt lasts as long as its thread"
    may_end.set()
    assert {await attempt for attempt in attempts} == {"timeout"}


async def test_an_unknown_name_says_so() -> None:
    def look_up(host: str, port: int) -> list[str]:
        raise OSError("no such host")

    assert await post(Connector(look_up=look_up), "https://missing.example/") == "name_unknown"
