"""Signed addresses of images: anybody who has one can fetch the image until it expires, without a key.

One signature is valid for all files of an image: the image itself, its preview and its tiles. It covers the
method, the path prefix that the files share, the expiry time and the id of the signing secret.
"""

import base64
import re
from datetime import datetime
from typing import NamedTuple

from seatpreview.caching import MEGABYTE, CacheKind
from seatpreview.context import Context
from seatpreview.imagery.image_processing import tile_name
from seatpreview.imagery.model import PreviewLevel, PreviewTiles, StoredImage
from seatpreview.problems import SignatureInvalid
from seatpreview.signing import Signing
from seatpreview.values.clock import MICROSECONDS, Moment, datetime_of
from seatpreview.values.ids import ImageId

BASE_PATH = "/images/"

_PURPOSE = "image url"
_ROTATIONS_PER_TTL = 5
"""An address stays the same for a fifth of its lifetime, so that browsers can cache the image."""


class SignedUrls(NamedTuple):
    """The addresses of an image, and when they expire."""

    url: str
    preview_url: str
    tiles: PreviewTiles | None
    """The tiles of a panorama that is large enough for them."""
    levels: tuple[PreviewLevel, ...]
    """The tiles at each level of zoom, the smallest first."""
    expires_at: datetime


class VerifiedUrl(NamedTuple):
    """The file that a valid address refers to."""

    key: str
    """The key of the object in the object store."""
    tag: str
    """Identifies the file among all files that ever existed, for the ETag."""
    expires_seconds: int


SignedUrlsKey = tuple[ImageId, int, bytes]
"""An image, the expiry of its addresses, and the id of the secret that signs them."""

SIGNED_URLS = CacheKind[SignedUrlsKey, SignedUrls](5000, 16 * MEGABYTE, "signed addresses")

_SIGNED_URLS_BYTES = 1000
_LEVEL_BYTES = 150
"""The memory of the addresses of an image and of each level of zoom, besides their letters."""


def sign_urls(context: Context, image: StoredImage) -> SignedUrls:
    """Returns the signed addresses of an image, which are signed once for a period. With S3, the image and
    its preview are fetched from there; tiles are always served by this service, since they share one
    signature."""
    resources = context.resources
    expires_seconds = expiry(context.at, resources.url_ttl_seconds)
    key = (image.image_id, expires_seconds, resources.signing.secret_id)
    kept = resources.caches.of(SIGNED_URLS)
    urls = kept.get(key)
    if urls is None:
        urls = _sign_urls(context, image, expires_seconds)
        kept.put(key, urls, _size_bytes(urls))
    return urls


def sign_files(context: Context, prefix: str, *names: str) -> tuple[list[str], datetime]:
    """Returns the signed addresses of files with a common prefix, and when they expire."""
    resources = context.resources
    expires_seconds = expiry(context.at, resources.url_ttl_seconds)
    query = signed_query(resources.signing, prefix, expires_seconds)
    expires_at = datetime_of(Moment(expires_seconds * MICROSECONDS))
    if resources.objects.presigns:
        keys = [f"{prefix}{name}" for name in names]
        return [resources.objects.presign(key, context.at, expires_seconds) for key in keys], expires_at
    return [f"{resources.address}{BASE_PATH}{prefix}{name}?{query}" for name in names], expires_at


def _size_bytes(urls: SignedUrls) -> int:
    letters = len(urls.url) + len(urls.preview_url) + (0 if urls.tiles is None else len(urls.tiles.url))
    return _SIGNED_URLS_BYTES + letters + sum(_LEVEL_BYTES + len(level.url) for level in urls.levels)


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

    tiles = None
    levels = [
        PreviewLevel(
            width=level.width,
            columns=level.columns,
            rows=level.rows,
            url=template(level.tile_name("{column}", "{row}")),
        )
        for level in image.levels
    ]
    if image.tiles is not None:
        tiles = PreviewTiles(
            columns=image.tiles.columns,
            rows=image.tiles.rows,
            url=template(tile_name("{column}", "{row}")),
        )
        if levels and levels[-1].width < image.width:
            levels.append(
                PreviewLevel(width=image.width, columns=tiles.columns, rows=tiles.rows, url=tiles.url)
            )
    expires_at = datetime_of(Moment(expires_seconds * MICROSECONDS))
    return SignedUrls(address(image.full_key), address(image.preview_key), tiles, tuple(levels), expires_at)


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
    return VerifiedUrl(prefix + file, f"{prefix.partition('/')[2]}{file}", expires_seconds)


_PATH = re.compile(
    BASE_PATH + r"(ven_[A-Za-z0-9]{12,64}/(?:img_[A-Za-z0-9]{12,64}|stills/[0-9a-f]{3}/[0-9a-f]{32})/)"
    r"(full\.(?:jpg|png|webp|avif)|preview\.(?:jpg|webp)"
    r"|tiles/(?:[1-9][0-9]{3}/)?(?:0|[1-9][0-9]?)_(?:0|[1-9][0-9]?)\.(?:jpg|webp))"
)
_QUERY = re.compile(rb"expires=([1-9][0-9]{0,11})&signature=([A-Za-z0-9_-]{28})")


def _message(prefix: str, expires_seconds: int) -> bytes:
    return f"GET {BASE_PATH}{prefix} {expires_seconds}".encode()


def _signature_invalid() -> SignatureInvalid:
    return SignatureInvalid("This address is not one that this service has signed. Ask for a new one.")
