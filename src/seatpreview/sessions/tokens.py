"""Session tokens: what a session is, signed. Whoever has the token has the session."""

import base64
import binascii

import msgspec

from seatpreview.caller import SessionClaims
from seatpreview.problems import KeyInvalid
from seatpreview.signing import SIGNATURE_BYTES, Signing
from seatpreview.validated_text import trusted_text

TOKEN_PREFIX = "st_"  # noqa: S105  names a form, holds no secret

_PURPOSE = "session"


def sealed(signing: Signing, claims: SessionClaims) -> str:
    encoded = _encode(claims)
    # Filled up to a multiple of three bytes, so that base64 has one text for it and no other.
    message = b"\0" * (-len(encoded) % 3) + encoded
    return TOKEN_PREFIX + base64.urlsafe_b64encode(signing.sign(_PURPOSE, message) + message).decode()


def unsealed(signing: Signing, token: str) -> SessionClaims:
    """The claims of a token that this service signed. Whether the session still lives is not said here."""
    text = token.removeprefix(TOKEN_PREFIX)
    try:
        seal = base64.urlsafe_b64decode(text)
    except (binascii.Error, ValueError):
        seal = b""
    if base64.urlsafe_b64encode(seal).decode() != text:
        seal = b""  # Another spelling of the same bytes, which the decoder forgives.
    signature, message = seal[:SIGNATURE_BYTES], seal[SIGNATURE_BYTES:]
    if not signing.verify(_PURPOSE, message, signature):
        raise KeyInvalid("This is not a session token of this service. Take it whole, as it was answered.")
    return _decode(message.lstrip(b"\0"))


_encode = msgspec.msgpack.Encoder(enc_hook=str).encode
_decode = msgspec.msgpack.Decoder(SessionClaims, dec_hook=trusted_text).decode
