"""Session tokens: the signed claims of a session. Whoever holds the token may use the session."""

import base64
import binascii

import msgspec

from seatpreview.problems import KeyInvalid
from seatpreview.signing import SIGNATURE_BYTES, Signing
from seatpreview.values.caller import TOKEN_PREFIX, SessionClaims
from seatpreview.values.validated_text import trusted_text

_PURPOSE = "session"


def encode_token(signing: Signing, claims: SessionClaims) -> str:
    """Returns the claims, signed, as a text."""
    encoded = _encode(claims)
    # Padded to a multiple of three bytes, so that exactly one base64 text stands for these bytes.
    message = b"\0" * (-len(encoded) % 3) + encoded
    return TOKEN_PREFIX + base64.urlsafe_b64encode(signing.sign(_PURPOSE, message) + message).decode()


def decode_token(signing: Signing, token: str) -> SessionClaims:
    """Returns the claims of a token that this service signed. Does not check whether the session has
    ended."""
    text = token.removeprefix(TOKEN_PREFIX)
    try:
        signed = base64.urlsafe_b64decode(text)
    except (binascii.Error, ValueError):
        signed = b""
    if base64.urlsafe_b64encode(signed).decode() != text:
        signed = b""  # The decoder accepts other spellings of the same bytes; this refuses them.
    signature, message = signed[:SIGNATURE_BYTES], signed[SIGNATURE_BYTES:]
    if not signing.verify(_PURPOSE, message, signature):
        raise KeyInvalid(
            "This is not a session token of this service. Send the whole token, as the service returned it."
        )
    return _decode(message.lstrip(b"\0"))


_encode = msgspec.msgpack.Encoder(enc_hook=str).encode
_decode = msgspec.msgpack.Decoder(SessionClaims, dec_hook=trusted_text).decode
