"""Results that were encoded elsewhere, and are sent as they are."""

import msgspec


class Encoded(msgspec.Struct, frozen=True):
    """The JSON text of an operation's result."""

    body: bytes


class EncodedPage(Encoded, frozen=True):
    """The JSON text of a page of a list."""

    next_cursor: str | None
    """The cursor of the next page, which is in the text as well."""
