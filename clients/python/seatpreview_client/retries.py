"""Decides whether a call that failed is sent again, and after how long."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import httpx

from seatpreview_client.operation import Call
from seatpreview_client.problems import problem_body

NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
"""Failures before anything was sent."""

_BUSY = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
_GATEWAY = (HTTPStatus.BAD_GATEWAY, HTTPStatus.GATEWAY_TIMEOUT)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A call that failed, and waits to be sent again."""

    operation: str
    """The operation's name in the API, such as `getKey`."""
    attempt: int
    """Which attempt has failed: 1 for the first."""
    seconds: float
    """How long the call waits now."""
    status: int | None
    """The status of the answer: 429 means that the service is asked too often. None: there was no answer."""
    reason: str
    """The status as text, or what went wrong with the connection."""


@dataclass(frozen=True, slots=True)
class Retries:
    """How often a call is repeated. `repeats=0` turns repeats off."""

    repeats: int = 3
    """At most so many, after the first attempt."""

    wait_seconds_max: float = 60.0
    """All waits of one call together. A call whose Retry-After asks for more fails at once."""

    first_wait_seconds: float = 0.5
    """The upper bound of the first wait, which doubles with every repeat."""

    on_wait: Callable[[Waiting], None] | None = None
    """Called before each wait, so that a program can show or log it. What it raises ends the call."""

    uniform: Callable[[float, float], float] = random.uniform
    """Chooses a number in an interval, so that clients that failed together do not come back together."""

    def wait_seconds(self, attempt: int, retry_after: float | None, waited_seconds: float) -> float | None:
        """Returns the seconds to wait after this attempt (the first is 0), or None to give up."""
        if attempt >= self.repeats:
            return None
        bound = self.first_wait_seconds * 2**attempt
        wait = self.uniform(0.0, bound) + (retry_after or 0.0)
        return wait if waited_seconds + wait <= self.wait_seconds_max else None


def is_safe_to_repeat(call: Call[Any]) -> bool:
    """Whether the call may be sent again although the first one may have done its work.

    GET, PUT and DELETE do the same when they come twice, and so does what only reads or has an
    Idempotency-Key. With If-Match it is not so: the second one would fail, because the first has changed
    the record."""
    if call.content is not None and not call.content.can_be_sent_again:
        return False
    if call.if_match is not None:
        return False
    operation = call.operation
    is_repeatable = operation.only_reads or operation.method in ("GET", "PUT", "DELETE")
    return is_repeatable or call.idempotency_key is not None


def may_repeat_after_error(call: Call[Any], error: httpx.TransportError) -> bool:
    """Whether a call may be sent again after it got no answer."""
    if not isinstance(error, (httpx.NetworkError, httpx.TimeoutException, httpx.RemoteProtocolError)):
        return False
    return isinstance(error, NEVER_SENT) or is_safe_to_repeat(call)


def may_repeat_after_response(call: Call[Any], response: httpx.Response) -> bool:
    """Whether a call may be sent again after this answer."""
    if call.content is not None and not call.content.can_be_sent_again:
        return False
    if response.status_code == HTTPStatus.CONFLICT and call.idempotency_key is not None:
        return (problem_body(response) or {}).get("code") == "request_in_progress"
    if response.status_code in _BUSY:
        return was_refused(response) or is_safe_to_repeat(call)
    return response.status_code in _GATEWAY and is_safe_to_repeat(call)


def was_refused(response: httpx.Response) -> bool:
    """Whether the service has said that it did nothing: 429, or 503 with a problem code. A 503 without one is
    a proxy's, which may have passed the request on."""
    is_limited = response.status_code == HTTPStatus.TOO_MANY_REQUESTS
    is_unavailable = response.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    return is_limited or (is_unavailable and problem_body(response) is not None)
