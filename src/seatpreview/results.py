"""Results of operations: JSON text with an ETag, pages of lists with cursors, files that load late."""

import base64
import binascii
import hashlib
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.problems import Fault, ValidationFailed
from seatpreview.signing import SIGNATURE_BYTES, Signing
from seatpreview.values.validated_text import ValidatedText

T = TypeVar("T")

NextCursor = Annotated[
    str | None, Meta(description="The `cursor` of the next page. Null: this page is the last.")
]


class CacheableText(msgspec.Struct, frozen=True, eq=False):
    """The JSON text of a result, encoded once for all responses, and its ETag."""

    body: bytes
    etag: str


class CompressibleText(CacheableText, frozen=True, eq=False):
    """A text that a cache keeps together with its compressed forms."""

    next_cursor: str | None = None
    """The cursor of the next page, which is in the text as well; None for the last page and for a plan."""
    grow: Callable[[int], None] | None = None
    """Tells the cache that keeps this text how many more bytes it takes; None where no cache keeps it. The
    text is then never compressed, since that would be done anew for each response."""
    compressed: dict[str, bytes] = {}
    """The text in each content coding that a client has asked for."""


class JoinedText(CacheableText, frozen=True, eq=False):
    """A text that was joined for one response, from texts that repeat each other. It is compressed for that
    response, in the quickest way: the length shrinks to an eighth."""


class DraftText(JoinedText, frozen=True, eq=False):
    """A text about a draft. No client and no proxy may store it, and it is never compressed."""

    next_cursor: str | None = None


def content_etag(body: bytes) -> str:
    """Returns an ETag that no other content has."""
    return f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'


class PageQuery(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """The query parameters of every list; a list adds its filters."""

    limit: Annotated[int, Meta(ge=1, le=100, description="Entries of a page at most.")] = 50
    cursor: (
        Annotated[
            str,
            Meta(
                max_length=1000,
                description="`nextCursor` of the previous page, with the same filters.",
                extra_json_schema={"format": "cursor", "pattern": "^[A-Za-z0-9_-]+$"},
            ),
        ]
        | UnsetType
    ) = UNSET


class Paging:
    """Reads and creates the cursors of one list, which are bound to its name, its tenant and its filters."""

    def __init__(self, signing: Signing, name: str, tenant_id: str | None, query: PageQuery) -> None:
        filters = msgspec.json.encode(_filters(query), order="sorted", enc_hook=str).decode()
        self._signing = signing
        self._purpose = f"cursor {name} {tenant_id} {filters}"
        self._limit = query.limit
        self.last_position: list[Any] | None = None if query.cursor is UNSET else self._read(query.cursor)
        """The position of the last entry of the previous page; None for the first page."""

    @property
    def fetch_limit(self) -> int:
        """How many entries to fetch: one more than the page shows tells whether there is a next page."""
        return self._limit + 1

    def page_of(self, found: list[T], position_of: Callable[[T], list[Any]]) -> tuple[list[T], str | None]:
        """Returns the page, and the cursor of the next page where there is one.

        The position of an entry holds the values by which the list is ordered.
        """
        page = found[: self._limit]
        return page, self.cursor_at(position_of(page[-1])) if len(found) > len(page) else None

    def cursor_at(self, position: list[Any]) -> str:
        """Returns the cursor of the page that begins after a position."""
        message = msgspec.json.encode(position, enc_hook=str)
        signature = self._signing.sign(self._purpose, message)
        return base64.urlsafe_b64encode(signature + message).decode().rstrip("=")

    def _read(self, cursor: str) -> list[Any]:
        try:
            signed = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            signed = b""
        signature, message = signed[:SIGNATURE_BYTES], signed[SIGNATURE_BYTES:]
        if not self._signing.verify(self._purpose, message, signature):
            raise ValidationFailed(
                "The cursor is not one of this list. Take nextCursor from the previous page, "
                "with the same filters, or leave it out to start from the beginning.",
                errors=(Fault(parameter="cursor", detail="is not a cursor of this list"),),
            )
        return msgspec.json.decode(message, type=list[Any])


def _filters(query: PageQuery) -> dict[str, Any]:
    """Returns the filters that differ from their defaults. A filter that a later release adds is at its
    default for every cursor of before, so that cursors stay valid across an upgrade and back."""
    return {
        field.encode_name: value
        for field in msgspec.structs.fields(query)
        if field.name not in ("limit", "cursor") and (value := getattr(query, field.name)) != field.default
    }


class Encoded(msgspec.Struct, frozen=True):
    """The JSON text of an operation's result."""

    body: bytes


def etag_of(version: int, *suffixes: str) -> str:
    """Returns the tag of a version. Suffixes tell apart what has the same version and another content."""
    return f'"{".".join((str(version), *suffixes))}"'


def etag_matches(if_match: str | None, etag: str) -> bool:
    """Checks that If-Match allows a change of a record: it is absent, `*`, or a list with this tag."""
    if if_match is None or if_match.strip() == "*":
        return True
    return etag in (part.strip() for part in if_match.split(","))


def encode(result: object) -> bytes:
    """Encodes a value as JSON, validated texts as plain strings."""
    return _ENCODER.encode(result)


def _encode_text(value: object) -> str:
    if isinstance(value, ValidatedText):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} has no form in JSON")


_ENCODER = msgspec.json.Encoder(enc_hook=_encode_text)


class LazyContent(msgspec.Struct, frozen=True):
    """A file as the result of an operation. A client that has it already is told so without loading it."""

    content_type: str
    etag: str
    """Identifies the content among all that the operation ever returns."""
    load: Callable[[], Awaitable[bytes]]
    cached_seconds_max: int | None = None
    """The longest that shared caches may show it, where that is less than usual."""
    is_draft: bool = False
    """Whether it shows a draft: no client and no proxy may store it."""
    file_name: str = ""
    """The name under which a browser saves the file; empty for one that it shows. ASCII without quotes."""
