"""Signed links to preview images. A link says what it shows and for whom; nothing of it is stored."""

import base64
import binascii
import hashlib
import re

import msgspec

from seatpreview.preview_images.model import LINK_SECONDS_MAX, SizeName
from seatpreview.problems import SignatureInvalid
from seatpreview.signing import RETIRED_LINK_SECRET_SECONDS, SIGNATURE_BYTES, Signing
from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.values.ids import TenantId, VenueId
from seatpreview.values.validated_text import trusted_text

BASE_PATH = "/preview-images/"

_PURPOSE = "preview image link"

if RETIRED_LINK_SECRET_SECONDS <= LINK_SECONDS_MAX:
    raise ValueError("Secrets must be kept for longer than links are valid.")


class ImageLinkClaims(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """The content of a link, proven by its signature."""

    venue_id: VenueId
    tenant_id: TenantId
    """The tenant that created the link. It must be allowed to use the venue when the link is opened."""
    generation: int
    """The generation of the venue's image links when the link was created."""
    expires_seconds: int
    """The end of the link in seconds since 1970."""
    seat: str
    """The key of a place; for several seats, the label that names them."""
    keys_digest: bytes
    """The digest of the keys of several seats, which the label must still name; otherwise empty."""
    configuration: str | None
    locale: str | None
    size: SizeName
    # Members from here on are missing in links of earlier versions, so they have defaults.
    created_at: Moment | None = None
    """When the link was created, under a grant that began earlier. None if not known."""


def digest_of_keys(keys: tuple[str, ...]) -> bytes:
    """Returns the digest of the keys of several seats, which is shorter in an address than the keys. It is
    empty for a single key, which is in the address itself."""
    return b"" if len(keys) == 1 else hashlib.blake2b(_encode(keys), digest_size=16).digest()


def link_path(signing: Signing, claims: ImageLinkClaims) -> str:
    """Returns the path of a link. It ends in .jpg, because some programs judge an address by its ending."""
    encoded = _encode(claims)
    # Padded to a multiple of three bytes, so that exactly one base64 text stands for these bytes.
    message = b"\0" * (-len(encoded) % 3) + encoded
    token = base64.urlsafe_b64encode(signing.sign(_PURPOSE, message) + message).decode()
    return f"{BASE_PATH}{token}.jpg"


def verify_link(signing: Signing, path: str, query: bytes, at: Moment) -> ImageLinkClaims:
    """Returns the content of a link, if this service signed it in exactly this spelling and it has not
    expired.

    Whether the link was ended is not checked here: the venue's record says so.
    """
    found = _PATH.fullmatch(path)
    if found is None or query:
        raise _signature_invalid()
    try:
        signed = base64.urlsafe_b64decode(found[1])
    except (binascii.Error, ValueError):
        raise _signature_invalid() from None
    signature, message = signed[:SIGNATURE_BYTES], signed[SIGNATURE_BYTES:]
    if not signing.verify(_PURPOSE, message, signature, retired_seconds=RETIRED_LINK_SECRET_SECONDS):
        raise _signature_invalid()
    claims = _decode(message.lstrip(b"\0"))
    if at >= claims.expires_seconds * MICROSECONDS:
        raise SignatureInvalid("This link has expired. Ask for a new one.")
    return claims


_PATH = re.compile(re.escape(BASE_PATH) + r"((?:[A-Za-z0-9_-]{4})+)\.jpg")

_encode = msgspec.msgpack.Encoder(enc_hook=str).encode
_decode = msgspec.msgpack.Decoder(ImageLinkClaims, dec_hook=trusted_text).decode


def _signature_invalid() -> SignatureInvalid:
    return SignatureInvalid("This link is not one that this service has signed. Ask for a new one.")
