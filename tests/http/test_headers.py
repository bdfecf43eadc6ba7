"""Headers of a request: how many are read, and what becomes of one that is sent several times."""

import json
from ipaddress import ip_network
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.http.app import App
from seatpreview.http.request import HEADER_BYTES_MAX, HEADERS_MAX, Request, TrustedAddresses
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
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        raise AssertionError("nothing of the body is read")

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await App(service.internals)(_scope(headers), receive, send)
    assert sent[0]["status"] == 431
    assert json.loads(sent[1]["body"])["code"] == "headers_too_large"


def test_a_proxy_is_recognised_where_the_server_listens_on_every_address() -> None:
    """The danger: on `::` every IPv4 client comes in the mapped form, and all of them share one allowance."""
    trusted = TrustedAddresses(frozenset(), (ip_network("127.0.0.0/8"),))
    headers = [(b"x-forwarded-for", b"203.0.113.9, ::ffff:198.51.100.4")]
    assert _request(headers, trusted, client="::ffff:127.0.0.1").address == "198.51.100.4"
    assert _request(headers, trusted, client="::ffff:192.0.2.1").address == "192.0.2.1"


def test_as_many_headers_as_are_allowed_are_read() -> None:
    request = _request([(b"x-%d" % number, b"1") for number in range(HEADERS_MAX)])
    assert not request.has_too_large_headers
    assert request.header(b"x-99") == "1"


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
