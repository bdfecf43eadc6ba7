"""JSON on the way out: results and problems as bytes."""

import msgspec

from seatpreview.validated_text import ValidatedText


def encode(result: object) -> bytes:
    """A result as JSON."""
    return _ENCODER.encode(result)


def _encoded(value: object) -> str:
    if isinstance(value, ValidatedText):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} has no form in JSON")


_ENCODER = msgspec.json.Encoder(enc_hook=_encoded)
