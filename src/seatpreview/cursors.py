"""Pages of lists, and cursors: opaque, and good only for the list, tenant and filters they were made for."""

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
    """The query of every list; a list adds its filters."""

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
    """One list's cursors: bound to its name, to whose it is, and to the query's filters."""

    def __init__(self, signing: Signing, name: str, tenant_id: str | None, query: PageQuery) -> None:
        filters = msgspec.to_builtins(query, enc_hook=str)
        del filters["limit"]
        cursor = filters.pop("cursor", None)
        self._signing = signing
        self._purpose = f"cursor {name} {tenant_id} {msgspec.json.encode(filters, order='sorted').decode()}"
        self._limit = query.limit
        self.after: list[Any] | None = None if cursor is None else self._unseal(cursor)
        """The place of the last entry of the previous page."""

    @property
    def count(self) -> int:
        """How many entries to look for: one more than the page shows tells whether there is a next."""
        return self._limit + 1

    def cut(self, found: list[T], place_of: Callable[[T], list[Any]]) -> tuple[list[T], str | None]:
        """The page, and the cursor of the next one where there is one."""
        page = found[: self._limit]
        return page, self._seal(place_of(page[-1])) if len(found) > len(page) else None

    def _seal(self, place: list[Any]) -> str:
        message = msgspec.json.encode(place, enc_hook=str)
        signature = self._signing.sign(self._purpose, message)
        return base64.urlsafe_b64encode(signature + message).decode().rstrip("=")

    def _unseal(self, cursor: str) -> list[Any]:
        try:
            sealed = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            sealed = b""
        signature, message = sealed[:SIGNATURE_BYTES], sealed[SIGNATURE_BYTES:]
        if not self._signing.holds(self._purpose, message, signature):
            raise ValidationFailed(
                "The cursor is not one of this list. Take nextCursor from the previous page, "
                "with the same filters, or leave it out to start from the beginning.",
                errors=(Fault(parameter="cursor", detail="is not a cursor of this list"),),
            )
        return msgspec.json.decode(message, type=list[Any])
