"""Calls as steps, which do no input or output themselves: a client performs each step and sends its outcome
back.

So retries and edits are written once, for the client with and the client without `await`."""

import logging
import uuid
import warnings
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any, TypeAlias, TypeVar

import httpx

from seatpreview_client.errors import EditConflict, UnexpectedAnswer, Unreachable
from seatpreview_client.model import Model, member_name
from seatpreview_client.operation import Call, Operation, Result, etag_of, json_of
from seatpreview_client.problems import Problem, problem_of, retry_after_seconds
from seatpreview_client.retries import (
    NEVER_SENT,
    Retries,
    Waiting,
    may_repeat_after_error,
    may_repeat_after_response,
    was_refused,
)

_log = logging.getLogger("seatpreview_client")

EDITS_MAX = 5
"""How often `edit` tries, if others change the record at the same time."""


@dataclass(frozen=True, slots=True)
class Send:
    """The step of sending a request. Its outcome is the response, or httpx's error."""

    call: Call[Any]


@dataclass(frozen=True, slots=True)
class Wait:
    """The step of waiting before a repeat."""

    seconds: float


Steps: TypeAlias = Generator[Send | Wait, httpx.Response | None, Result]
_Record = TypeVar("_Record", bound=Model)


def call_steps(call: Call[Result], retries: Retries) -> Steps[Result]:
    """Calls an operation, with repeats where they are safe, and reads its answer."""
    response = yield from _answer(call, retries)
    return call.operation.read(response)


def edit_steps(
    read: Operation[_Record],
    write: Operation[_Record],
    path: Mapping[str, str],
    change: Callable[[_Record], Mapping[str, object]],
    *,
    read_only: frozenset[str] | None,
    retries: Retries,
) -> Steps[_Record]:
    """Reads a record, asks `change` for the members to change, and writes them if the record is still the
    same. If it is not, and its version has moved, everything is done again.

    `read_only` names the members that a replacement of the whole record must not have. None: the write takes
    the changed members alone."""
    last: Problem | None = None
    last_version: Any = None
    for _ in range(EDITS_MAX):
        response = yield from _answer(Call(operation=read, path=path), retries)
        record, raw = read.read(response), json_of(response)
        if last is not None and raw.get("version") == last_version:
            raise last
        changes = change(record)
        if not changes:
            return record
        body = {member_name(name): value for name, value in changes.items()}
        if read_only is not None:
            # The record as it was sent, so that members that this client does not know yet are not lost.
            body = {name: value for name, value in raw.items() if name not in read_only} | body
        if not etag_of(response):
            raise UnexpectedAnswer("The record came without an ETag. Does a proxy remove it?")
        call = Call(operation=write, path=path, body=body, if_match=etag_of(response))
        try:
            return (yield from call_steps(call, retries))
        except Problem as problem:
            if not _has_moved(problem):
                raise
            last, last_version = problem, raw.get("version")
    raise EditConflict(
        f"The record was changed by others {EDITS_MAX} times in a row; nothing was written."
    ) from last


def _has_moved(problem: Problem) -> bool:
    """Whether the record may have been changed by others since it was read."""
    is_conflict = problem.status == HTTPStatus.CONFLICT and problem.code == "conflict"
    return is_conflict or problem.status == HTTPStatus.PRECONDITION_FAILED


def _answer(call: Call[Any], retries: Retries) -> Steps[httpx.Response]:
    """Sends a call until it succeeds or may not be repeated, and returns the answer of success."""
    if call.operation.takes_idempotency_key and call.idempotency_key is None:
        call = replace(call, idempotency_key=str(uuid.uuid4()))
    waited_seconds, may_be_done = 0.0, False
    for attempt in range(retries.repeats + 1):
        try:
            response = yield Send(call)
        except httpx.TransportError as error:
            wait = retries.wait_seconds(attempt, None, waited_seconds)
            if wait is None or not may_repeat_after_error(call, error):
                raise Unreachable(f"The service did not answer: {_name(error)}") from error
            may_be_done |= not isinstance(error, NEVER_SENT)
            status, reason = None, _name(error)
        else:
            assert response is not None  # noqa: S101 - the outcome of Send is a response or an error
            if response.is_success or (may_be_done and _is_gone(call, response)):
                _warn_of_deprecation(call, response)
                return response
            wait = retries.wait_seconds(attempt, retry_after_seconds(response), waited_seconds)
            if wait is None or not may_repeat_after_response(call, response):
                raise problem_of(response)
            may_be_done |= not was_refused(response)
            status, reason = response.status_code, str(response.status_code)
        _log.info("%s failed (%s), and is sent again in %.1f s", call.operation.name, reason, wait)
        if retries.on_wait is not None:
            retries.on_wait(Waiting(call.operation.name, attempt + 1, wait, status, reason))
        yield Wait(wait)
        waited_seconds += wait
    raise AssertionError("The last attempt returns or raises.")


def _warn_of_deprecation(call: Call[Any], response: httpx.Response) -> None:
    if "Deprecation" in response.headers:
        until = f" It works until {response.headers['Sunset']}." if "Sunset" in response.headers else ""
        warnings.warn(f"{call.operation.name} is deprecated.{until}", DeprecationWarning, stacklevel=2)


def _is_gone(call: Call[Any], response: httpx.Response) -> bool:
    """Whether a repeated DELETE found nothing more to delete: the first one has done it."""
    return call.operation.method == "DELETE" and response.status_code == HTTPStatus.NOT_FOUND


def _name(error: httpx.TransportError) -> str:
    return str(error) or type(error).__name__
