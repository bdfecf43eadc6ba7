"""Encodes results and problems as JSON."""

import msgspec

from seatpreview.values.validated_text import ValidatedText


def encode(result: object) -> bytes:
    """Encodes a value as JSON, validated texts as plain strings."""
    return _ENCODER.encode(result)


def _encode_text(value: object) -> str:
    if isinstance(value, ValidatedText):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} has no form in JSON")


_ENCODER = msgspec.json.Encoder(enc_hook=_encode_text)
