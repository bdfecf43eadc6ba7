"""Headers of a request: how many are read, and what becomes of one that is sent several times."""

import json
from ipaddress import ip_network
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.http.request import (
    FORWARDED_ADDRESSES_MAX,
    HEADER_BYTES_MAX,
    HEADER_VALUE_BYTES_MAX,
    HEADERS_MAX,
    Request,
    TrustedAddresses,
)
from seatpreview.server.worker import app_of
from serving import LiveService

NOBODY = TrustedAddresses(frozenset(), ())
NAMES = st.sampled_from([b"a", b"b", b"c", b"d"])


@given(st.lists(st.tuples(NAMES, st.binary(max_size=3)), max_size=12))
def test_values_of_one_header_are_joined_in_their_order(headers: list[tuple[bytes, bytes]]) -> None:
    request = _request(headers)
    for name in {name for name, _ in headers}:
        expected = b", ".join(value for named, value in headers if named == name)
        assert request.header(name) == expected.decode("latin-1")


@pytest.mark.anyio
@pytest.mark.parametrize(
    "headers",
    [
        [(b"x-%d" % number, b"") for number in range(HEADERS_MAX + 1)],
        [(b"x", b"1")] * (HEADERS_MAX + 1),
        [(b"x", b"1" * HEADER_BYTES_MAX)],
        [(b"x" * HEADER_BYTES_MAX, b"1")],
    ],
    ids=["many names", "one name many times", "a long value", "a long name"],
)
async def test_headers_that_are_too_large_are_refused(
    service: LiveService, headers: list[tuple[bytes, bytes]]
) -> None:
    """The attack: thousands of headers over HTTP/2, which hold up everybody while they are joined."""
    status, body = await answer(service, headers)
    assert (status, body["code"]) == (431, "headers_too_large")


@pytest.mark.anyio
@pytest.mark.parametrize("name", HEADER_VALUE_BYTES_MAX)
async def test_a_header_that_is_read_has_a_bound_of_its_own(service: LiveService, name: bytes) -> None:
    """The attack: `Accept-Encoding` with 60,000 blanks, which passes a proxy and was parsed."""
    longest = HEADER_VALUE_BYTES_MAX[name]
    for headers in ([(name, b"0" * (longest + 1))], [(name, b"0" * longest), (name, b"0")]):
        status, body = await answer(service, headers)
        assert (status, body["code"]) == (431, "headers_too_large")
        assert name.decode() in body["detail"]
        assert f"at most {longest}." in body["detail"]
    assert (await answer(service, [(name, b"0" * longest)]))[0] != 431


@pytest.mark.anyio
async def test_a_path_that_is_too_long_leads_nowhere(service: LiveService) -> None:
    """The attack: 20,000 escapes in a path, which are decoded before any credential is asked for."""
    path = b"/v1/manage/venues/" + b"%41" * 1400
    status, body = await answer(service, [], raw_path=path)
    assert (status, body["code"]) == (404, "not_found")
    assert "more than 4096 characters" in body["detail"]


def test_of_a_long_chain_of_proxies_the_end_is_looked_at() -> None:
    """The attack: 6,000 addresses of a trusted proxy in X-Forwarded-For, each of which is parsed."""
    trusted = TrustedAddresses(frozenset(), (ip_network("127.0.0.0/8"),))
    for count, expected in ((FORWARDED_ADDRESSES_MAX - 1, "198.51.100.4"), (6000, "127.0.0.1")):
        headers = [(b"x-forwarded-for", b"198.51.100.4" + b", 127.0.0.1" * count)]
        assert _request(headers, trusted).address == expected


def test_a_proxy_is_recognised_where_the_server_listens_on_every_address() -> None:
    """The danger: on `::` every IPv4 client comes in the mapped form, and all of them share one allowance."""
    trusted = TrustedAddresses(frozenset(), (ip_network("127.0.0.0/8"),))
    headers = [(b"x-forwarded-for", b"203.0.113.9, ::ffff:198.51.100.4")]
    assert _request(headers, trusted, client="::ffff:127.0.0.1").address == "198.51.100.4"
    assert _request(headers, trusted, client="::ffff:192.0.2.1").address == "192.0.2.1"


def test_as_many_headers_as_are_allowed_are_read() -> None:
    request = _request([(b"x-%d" % number, b"1") for number in range(HEADERS_MAX)])
    assert request.header_fault is None
    assert request.header(b"x-99") == "1"


async def answer(
    service: LiveService, headers: list[tuple[bytes, bytes]], **more: bytes
) -> tuple[int, dict[str, Any]]:
    """Returns the status and the body of the response to a request whose body does not come."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await app_of(service.internals)(_scope(headers) | more, receive, send)
    return sent[0]["status"], json.loads(sent[1]["body"])


def _request(
    headers: list[tuple[bytes, bytes]],
    trusted: TrustedAddresses = NOBODY,
    client: str = "127.0.0.1",
) -> Request:
    async def receive() -> dict[str, Any]:
        raise NotImplementedError

    return Request(_scope(headers) | {"client": (client, 1)}, receive, trusted)


def _scope(headers: list[tuple[bytes, bytes]]) -> dict[str, Any]:
    return {
        "type": "http",
        "method": "GET",
        "raw_path": b"/v1/caller",
        "query_string": b"",
        "headers": headers,
        "client": ("127.0.0.1", 1),
    }
