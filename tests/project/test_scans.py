"""Hand-written scans of what comes from outside are linear: the lines of code that they run are counted.

Regular expressions have a test of their own (test_patterns.py). Pictures and whole records are read in
processes with a deadline, and are not here.
"""

import ast
import sys
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_network
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from seatpreview.decoding.body_scanner import check_number_of_values, read_token
from seatpreview.decoding.inputs import decode_query
from seatpreview.decoding.json_object import read_object
from seatpreview.http.page_routes import parse_range
from seatpreview.http.request import HEADER_VALUE_BYTES_MAX, Request, TrustedAddresses
from seatpreview.http.responses import matches_if_none_match, preferred_coding
from seatpreview.keys.origins import AllowedOrigins, FrameAncestor, Origin
from seatpreview.labels.text.tokens import tokens_of
from seatpreview.problems import Problem
from seatpreview.results import etag_matches
from seatpreview.seats.model import PreviewQuery
from seatpreview.values.client_address import canonical_address
from seatpreview.values.validated_text import Label

SOURCE = Path(__file__).parents[2] / "src" / "seatpreview"
SIZE = 64
GROWTH = 4
GROWTH_MAX = GROWTH * 1.5
"""Quadratic growth would be GROWTH squared."""
LINES_MIN = 40
"""What is given up after a few lines grows by a few lines."""

PROXY = TrustedAddresses(frozenset(), (ip_network("10.0.0.0/8"),))
WILDCARDS = AllowedOrigins([Origin.parse("https://*.shop.example")])

SCANS: dict[str, Callable[[int], object]] = {
    "coding: blanks": lambda n: preferred_coding("a" + " " * n + "b"),
    "coding: items": lambda n: preferred_coding("a;q=0.1," * n),
    "If-None-Match": lambda n: matches_if_none_match('"1"', 'W/"2", ' * n),
    "If-Match": lambda n: etag_matches('"2", ' * n, '"1"'),
    "Range": lambda n: parse_range("bytes=" + " " * n + "1-x", 100),
    "proxies": lambda n: request_with(b"x-forwarded-for", b"10.0.0.1, " * n).address,
    "one header many times": lambda n: request_with(*[b"x", b"1"] * n).header(b"x"),
    "a long Content-Length": lambda n: request_with(b"content-length", b"9" * n).length_max(100),
    "address": lambda n: canonical_address(":" * n),
    "origin": lambda n: WILDCARDS.admits("https://" + "a." * n + "example"),
    "origin of a key": lambda n: Origin.parse("https://" + "a." * n + "example"),
    "frame ancestor": lambda n: FrameAncestor.parse("https://" + "a." * n + "example"),
    "query: parameters": lambda n: decode_query(b"a=1&" * n, PreviewQuery),
    "query: escapes": lambda n: decode_query(b"seat=" + b"%41" * n, PreviewQuery),
    "JSON: escaped quotes, then a fault": lambda n: read_object(b'{"a":"' + b'\\"' * n + b"\\x"),
    "JSON: texts, then a fault": lambda n: read_object(b"[" + b'"\\\\",' * n + b"x"),
    "JSON: brackets": lambda n: read_object(b"[" * n),
    "JSON: members that are repeated": lambda n: read_object(b"{" + b'"a":1,' * n + b'"a":1}'),
    "JSON: escapes": lambda n: read_object(b'{"a":[' + b'"\\u0000",' * n + b"1]}"),
    "values of a body": lambda n: check_number_of_values(b'["\\"",' * n, 1),
    "token of a beacon": lambda n: read_token(b'{"token":"' * n),
    "name": lambda n: Label.parse("a\u200d" * n),
    "label": lambda n: tokens_of("a1-" * n),
}


@pytest.mark.parametrize("scan", SCANS.values(), ids=SCANS)
def test_a_scan_takes_as_many_times_the_lines_as_its_input_is_longer(scan: Callable[[int], object]) -> None:
    """The attack: 8,000 escaped quotes in a malformed body held the worker up for seconds."""
    count_lines(scan, SIZE)  # The first call fills caches.
    short, long = (count_lines(scan, size) for size in (SIZE, GROWTH * SIZE))
    assert long <= GROWTH_MAX * max(short, LINES_MIN)


def test_a_scan_that_is_not_linear_is_found() -> None:
    def compare_all(n: int) -> int:
        found = 0
        for first in range(n):
            for second in range(n):
                found += first == second
        return found

    assert count_lines(compare_all, GROWTH * SIZE) > GROWTH_MAX * count_lines(compare_all, SIZE)


def test_every_header_that_is_read_has_a_bound() -> None:
    """The attack: 60,000 bytes of a header that is parsed. Nothing is parsed that is above its bound."""
    read = {
        ast.literal_eval(node.args[0])
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "header"
    }
    assert read == {*HEADER_VALUE_BYTES_MAX}, "add a bound to http/request.py"


def request_with(*headers: bytes) -> Request:
    async def receive() -> dict[str, Any]:
        raise NotImplementedError

    sent = list(zip(headers[::2], headers[1::2], strict=True))
    scope = {"method": "GET", "raw_path": b"/", "query_string": b"", "headers": sent}
    return Request(scope | {"client": ("10.0.0.1", 1)}, receive, PROXY)


def count_lines(scan: Callable[[int], object], size: int) -> int:
    """Returns how many lines of Python code a scan runs. A refusal is a fine result."""
    lines = 0

    def trace(_frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal lines
        lines += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        with suppress(Problem, ValueError):
            scan(size)
    finally:
        sys.settrace(before)
    return lines
