"""Signed addresses of images: who holds one gets the picture until it runs out, and needs no key.

One signature is good for all files of an image: the picture, its preview and its tiles. It covers the method,
the path up to the last slash that they share, the moment at which it runs out and the signing secret's id.
"""

import base64
import re
from typing import NamedTuple

from seatpreview.clock import MICROSECONDS, Moment
from seatpreview.context import Context
from seatpreview.imagery.model import StoredImage
from seatpreview.imagery.pictures import tile_name
from seatpreview.problems import SignatureInvalid
from seatpreview.signing import Signing

BASE_PATH = "/images/"

_PURPOSE = "image url"
_STEPS = 5
"""An address stays the same for a fifth of its life, so that a browser asks once for the same picture."""


class SignedImage(NamedTuple):
    """The addresses of an image, and when they run out."""

    url: str
    preview_url: str
    tiles_url_template: str | None
    """With {column} and {row} in place of a tile's."""
    expires_at: Moment


class OpenedUrl(NamedTuple):
    """What an address leads to, once its signature holds."""

    key: str
    """Of the object."""
    tag: str
    """Tells the file from every other one that there ever was."""
    expires_seconds: int


def signed(context: Context, image: StoredImage) -> SignedImage:
    """On S3 the picture and its preview are fetched from there; tiles, which share one signature, by us."""
    expires_seconds = expiry(context.at, context.resources.url_ttl_seconds)
    base, query = (
        context.resources.address + BASE_PATH,
        signed_query(context.resources.signing, image.prefix, expires_seconds),
    )

    def address(key: str) -> str:
        if context.resources.objects.presigns:
            return context.resources.objects.presign(key, context.at, expires_seconds)
        return f"{base}{key}?{query}"

    tiles = f"{base}{image.prefix}{tile_name('{column}', '{row}')}?{query}" if image.tiles else None
    expires_at = Moment(expires_seconds * MICROSECONDS)
    return SignedImage(address(image.full_key), address(image.preview_key), tiles, expires_at)


def expiry(at: Moment, ttl_seconds: int) -> int:
    """In seconds since 1970: never more than the TTL from now, and the same for all who ask in a while."""
    step = _step(ttl_seconds)
    return (at // MICROSECONDS + ttl_seconds) // step * step


def next_addresses_at(at: Moment, ttl_seconds: int) -> Moment:
    """When the addresses that are given out now will be followed by others."""
    return Moment((expiry(at, ttl_seconds) + _step(ttl_seconds) - ttl_seconds) * MICROSECONDS)


def _step(ttl_seconds: int) -> int:
    return max(1, ttl_seconds // _STEPS)


def signed_query(signing: Signing, prefix: str, expires_seconds: int) -> str:
    signature = base64.urlsafe_b64encode(signing.sign(_PURPOSE, _message(prefix, expires_seconds)))
    return f"expires={expires_seconds}&signature={signature.decode()}"


def opened(signing: Signing, path: str, query: bytes, at: Moment) -> OpenedUrl:
    """Takes an address in the very spelling in which it was given out; any other one is refused."""
    place, proof = _PATH.fullmatch(path), _QUERY.fullmatch(query)
    if place is None or proof is None:
        raise _refused()
    prefix, file = place.groups()
    expires_seconds = int(proof[1])
    if not signing.verify(_PURPOSE, _message(prefix, expires_seconds), base64.urlsafe_b64decode(proof[2])):
        raise _refused()
    if at >= expires_seconds * MICROSECONDS:
        raise SignatureInvalid("This address has run out. Ask for a new one.")
    return OpenedUrl(prefix + file, f"{prefix.split('/')[1]}/{file}", expires_seconds)


_PATH = re.compile(
    BASE_PATH + r"(ven_[A-Za-z0-9]{12,64}/img_[A-Za-z0-9]{12,64}/)"
    r"(full\.(?:jpg|png|webp|avif)|preview\.jpg|tiles/(?:0|[1-9][0-9]?)_(?:0|[1-9][0-9]?)\.jpg)"
)
_QUERY = re.compile(rb"expires=([1-9][0-9]{0,11})&signature=([A-Za-z0-9_-]{28})")


def _message(prefix: str, expires_seconds: int) -> bytes:
    return f"GET {BASE_PATH}{prefix} {expires_seconds}".encode()


def _refused() -> SignatureInvalid:
    return SignatureInvalid("This address was not given out by us as it stands here. Ask for a new one.")
