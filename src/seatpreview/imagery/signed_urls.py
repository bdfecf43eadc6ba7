"""Signed addresses of images: anybody who has one can fetch the image until it expires, without a key.

One signature is valid for all files of an image: the image itself, its preview and its tiles. It covers the
method, the path prefix that the files share, the expiry time and the id of the signing secret.
"""

import base64
import re
from typing import NamedTuple

from seatpreview.caching.bounded_cache import BoundedCache
from seatpreview.caching.derived import Derived
from seatpreview.context import Context, Resources
from seatpreview.imagery.image_processing import tile_name
from seatpreview.imagery.model import StoredImage
from seatpreview.problems import SignatureInvalid
from seatpreview.signing import Signing
from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.values.ids import ImageId

BASE_PATH = "/images/"

_PURPOSE = "image url"
_ROTATIONS_PER_TTL = 5
"""An address stays the same for a fifth of its lifetime, so that browsers can cache the image."""


class SignedUrls(NamedTuple):
    """The addresses of an image, and when they expire."""

    url: str
    preview_url: str
    tiles_url_template: str | None
    """The address of a tile, with {column} and {row} for its indexes."""
    level_url_templates: tuple[str, ...]
    """The same for each smaller level of the image."""
    expires_at: Moment


class VerifiedUrl(NamedTuple):
    """The file that a valid address refers to."""

    key: str
    """The key of the object in the object store."""
    tag: str
    """Identifies the file among all files that ever existed, for the ETag."""
    expires_seconds: int


SIGNED_URLS_MAX = 5000
SIGNED_URLS_BYTES_MAX = 16_000_000
"""Size of a worker's cache of signed addresses, for all venues together."""

_SIGNED_URLS_BYTES = 1000
"""The memory of the addresses of an image, besides their characters."""

KeptUrls = BoundedCache[tuple[ImageId, int, bytes], SignedUrls]
"""Signed addresses by image, expiry and the id of the secret that signed them."""

KEPT_URLS = Derived[KeptUrls]("signed urls")


def kept_urls_of(resources: Resources) -> KeptUrls:
    """Returns the cache of addresses that was put together with the other resources of the process."""
    return KEPT_URLS.require(resources)


def sign_urls(context: Context, image: StoredImage) -> SignedUrls:
    """Returns the signed addresses of an image, which stay the same for a period. With S3, the image and its
    preview are fetched from there; this service always serves tiles, because they share one signature."""
    expires_seconds = expiry(context.at, context.resources.url_ttl_seconds)
    kept = kept_urls_of(context.resources)
    key = (image.image_id, expires_seconds, context.resources.signing.secret_id)
    urls = kept.get(key)
    if urls is None:
        urls = _sign_urls(context, image, expires_seconds)
        letters = len(urls.url) + len(urls.preview_url) + len(urls.tiles_url_template or "")
        letters += sum(map(len, urls.level_url_templates))
        kept.put(key, urls, _SIGNED_URLS_BYTES + letters)
    return urls


def _sign_urls(context: Context, image: StoredImage, expires_seconds: int) -> SignedUrls:
    base, query = (
        context.resources.address + BASE_PATH,
        signed_query(context.resources.signing, image.prefix, expires_seconds),
    )

    def address(key: str) -> str:
        if context.resources.objects.presigns:
            return context.resources.objects.presign(key, context.at, expires_seconds)
        return f"{base}{key}?{query}"

    def template(name: str) -> str:
        return f"{base}{image.prefix}{name}?{query}"

    tiles = template(tile_name("{column}", "{row}")) if image.tiles else None
    levels = tuple(template(level.tile_name("{column}", "{row}")) for level in image.levels)
    expires_at = Moment(expires_seconds * MICROSECONDS)
    return SignedUrls(address(image.full_key), address(image.preview_key), tiles, levels, expires_at)


def expiry(at: Moment, ttl_seconds: int) -> int:
    """Returns the expiry time in seconds since 1970. It is at most the TTL from now, and is rounded, so that
    requests at about the same time get the same addresses."""
    step = _rotation_seconds(ttl_seconds)
    return (at // MICROSECONDS + ttl_seconds) // step * step


def next_rotation_at(at: Moment, ttl_seconds: int) -> Moment:
    """Returns when requests will get other addresses than now."""
    return Moment((expiry(at, ttl_seconds) + _rotation_seconds(ttl_seconds) - ttl_seconds) * MICROSECONDS)


def _rotation_seconds(ttl_seconds: int) -> int:
    return max(1, ttl_seconds // _ROTATIONS_PER_TTL)


def signed_query(signing: Signing, prefix: str, expires_seconds: int) -> str:
    """Returns the query string with the expiry and the signature."""
    signature = base64.urlsafe_b64encode(signing.sign(_PURPOSE, _message(prefix, expires_seconds)))
    return f"expires={expires_seconds}&signature={signature.decode()}"


def verify_url(signing: Signing, path: str, query: bytes, at: Moment) -> VerifiedUrl:
    """Verifies an address. Only the exact spelling that `sign_urls` returned is accepted."""
    path_match, query_match = _PATH.fullmatch(path), _QUERY.fullmatch(query)
    if path_match is None or query_match is None:
        raise _signature_invalid()
    prefix, file = path_match.groups()
    expires_seconds = int(query_match[1])
    if not signing.verify(
        _PURPOSE, _message(prefix, expires_seconds), base64.urlsafe_b64decode(query_match[2])
    ):
        raise _signature_invalid()
    if at >= expires_seconds * MICROSECONDS:
        raise SignatureInvalid("This address has expired. Ask for a new one.")
    return VerifiedUrl(prefix + file, f"{prefix.split('/')[1]}/{file}", expires_seconds)


_PATH = re.compile(
    BASE_PATH + r"(ven_[A-Za-z0-9]{12,64}/img_[A-Za-z0-9]{12,64}/)"
    r"(full\.(?:jpg|png|webp|avif)|preview\.jpg"
    r"|tiles/(?:[1-9][0-9]{3}/)?(?:0|[1-9][0-9]?)_(?:0|[1-9][0-9]?)\.(?:jpg|webp))"
)
_QUERY = re.compile(rb"expires=([1-9][0-9]{0,11})&signature=([A-Za-z0-9_-]{28})")


def _message(prefix: str, expires_seconds: int) -> bytes:
    return f"GET {BASE_PATH}{prefix} {expires_seconds}".encode()


def _signature_invalid() -> SignatureInvalid:
    return SignatureInvalid("This address is not one that this service has signed. Ask for a new one.")
