"""Pages of lists, and cursors: opaque, and valid for the list, tenant and filters they were created for."""

import base64
import binascii
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.problems import Fault, ValidationFailed
from seatpreview.signing import SIGNATURE_BYTES, Signing

T = TypeVar("T")

NextCursor = Annotated[
    str | None, Meta(description="The `cursor` of the next page. Null: this page is the last.")
]


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
