"""Operations of the API, and calls of them: what is sent, and how its answer is read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, Protocol, TypeVar
from urllib.parse import quote

import httpx

from seatpreview_client.errors import UnexpectedAnswer
from seatpreview_client.model import Model, time_to_json, to_json

Result = TypeVar("Result", covariant=True)
_Model = TypeVar("_Model", bound=Model)


class Content(Protocol):
    """The body of a request that is a file."""

    @property
    def can_be_sent_again(self) -> bool:
        """Whether a repeat can send the same bytes."""

    def for_request(self, *, is_async: bool) -> tuple[Any, dict[str, str]]:
        """Returns the bytes as httpx takes them, from the start, and the headers that describe them."""


@dataclass(frozen=True, slots=True)
class Operation(Generic[Result]):
    """An operation of the API, and how its answer is read."""

    name: str
    method: str
    path: str
    read: Callable[[httpx.Response], Result]
    takes_idempotency_key: bool = False
    only_reads: bool = False
    """Whether a POST changes nothing, as the document says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Generic[Result]):
    """One call of an operation, with all that is sent."""

    operation: Operation[Result]
    path: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    content: Content | None = None
    if_match: str | None = None
    idempotency_key: str | None = None

    @property
    def address(self) -> str:
        """The path of the request below the base address."""
        return self.operation.path.format_map(
            {name: _segment(name, part) for name, part in self.path.items()}
        )

    @property
    def parameters(self) -> dict[str, str]:
        """The query as text; parameters that are None are left out."""
        return {name: _text(value) for name, value in self.query.items() if value is not None}

    @property
    def json(self) -> Any:
        """The body in the API's own form."""
        return to_json(self.body)

    @property
    def headers(self) -> dict[str, str]:
        """The headers that belong to this call alone."""
        if self.if_match == "":
            raise ValueError("if_match is empty. A record of a list has no ETag: read it with `get` first.")
        headers = {"If-Match": self.if_match, "Idempotency-Key": self.idempotency_key}
        return {name: value for name, value in headers.items() if value is not None}


def model(type_: type[_Model]) -> Callable[[httpx.Response], _Model]:
    """Returns a reader of answers that are a record. It takes the record's ETag from the headers."""
    has_etag = "etag" in type_.__dataclass_fields__

    def read(response: httpx.Response) -> _Model:
        record = type_.from_json(json_of(response))
        if has_etag:
            # The record is not known to anybody else yet.
            object.__setattr__(record, "etag", etag_of(response))
        return record

    return read


def etag_of(response: httpx.Response) -> str:
    """Returns the ETag of a record, or nothing. The service's own are strong: a proxy that compresses an
    answer marks its ETag as weak, and If-Match would never match it."""
    etag: str = response.headers.get("ETag", "")
    return etag.removeprefix("W/")


@dataclass(frozen=True, slots=True)
class Page(Generic[Result]):
    """One page of a list. `next_cursor` is None on the last one, and `additional_members` has what a page
    tells beside its items."""

    data: list[Result]
    next_cursor: str | None
    additional_members: Mapping[str, Any] = field(default_factory=dict)


def page(type_: type[_Model]) -> Callable[[httpx.Response], Page[_Model]]:
    """Returns a reader of answers that are a page of records."""

    def read(response: httpx.Response) -> Page[_Model]:
        body = json_of(response)
        items, cursor = body.pop("data", []), body.pop("nextCursor", None)
        return Page([type_.from_json(item) for item in items], cursor, body)

    return read


def content(response: httpx.Response) -> bytes:
    """Reads an answer that is a file."""
    return response.content


def nothing(_response: httpx.Response) -> None:
    """Reads an answer that has no body."""


def json_of(response: httpx.Response) -> dict[str, Any]:
    """Returns the body of an answer, which is a JSON object."""
    try:
        body = response.json()
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise UnexpectedAnswer(
            "The address answers, but not with JSON. Is it the address of a Seat Preview service?"
        )
    return body


def _segment(name: str, value: str) -> str:
    """Encodes a part of a path. One that is empty or made of dots would lead to another operation."""
    if value.strip(".") == "":
        raise ValueError(f"{name} must not be {value!r}.")
    return quote(value, safe="")


def _text(value: Any) -> str:
    if isinstance(value, datetime):
        return time_to_json(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
