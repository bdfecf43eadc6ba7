"""Results that were encoded elsewhere, and are sent as they are."""

import msgspec


class Encoded(msgspec.Struct, frozen=True):
    """The JSON text of an operation's result."""

    body: bytes
