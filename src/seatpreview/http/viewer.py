"""The viewer's page: the same for everybody but for the pages that may show it in a frame."""

import hashlib
from importlib.resources import files
from urllib.parse import parse_qs, urlsplit

from seatpreview import web
from seatpreview.currency.records import Records
from seatpreview.http.answers import Answer, Header, is_named
from seatpreview.http.exchange import Exchange
from seatpreview.ids import KeyId
from seatpreview.keys.store import KEYS, by_id
from seatpreview.problems import NotFound

PREFIX = "/viewer/"
ASSETS = {"/assets/viewer.js": b"text/javascript", "/assets/viewer.css": b"text/css"}

_PAGE = files(web).joinpath("viewer.html").read_bytes()
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' https: {store}; base-uri 'none'; form-action 'none'; frame-ancestors {ancestors}"
)


async def viewer(exchange: Exchange, records: Records, store_origin: str) -> Answer:
    """The token of the session is behind the '#', which is not sent: the page is told by its key alone which
    pages may frame it."""
    at = await records.prove()
    key = await records.find(KEYS, by_id(_key_id(exchange.path.removeprefix(PREFIX))))
    if key is None or key.is_revoked(at):
        raise _unknown()
    policy = _POLICY.format(ancestors=key.frame_ancestors, store=store_origin)
    return Answer(200, [*_headers(b"text/html; charset=utf-8", b"no-store"), _policy(policy)], _PAGE)


async def asset(exchange: Exchange) -> Answer:
    """Kept by browsers until it changes, which they ask about by its ETag."""
    body = files(web).joinpath(exchange.path.removeprefix("/assets/")).read_bytes()
    etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    headers = [*_headers(ASSETS[exchange.path], b"no-cache"), (b"etag", etag.encode())]
    if is_named(etag, exchange.header(b"if-none-match")):
        return Answer(304, headers, b"")
    return Answer(200, headers, body)


def store_origin(object_store_url: str) -> str:
    """Where presigned addresses of images lead, as far as the policy has to name it: nothing for a folder."""
    endpoint = parse_qs(urlsplit(object_store_url).query).get("endpoint", [""])[0]
    return "{0.scheme}://{0.netloc}".format(urlsplit(endpoint)) if endpoint else ""


def _key_id(text: str) -> KeyId:
    try:
        return KeyId.parse(text)
    except ValueError:
        raise _unknown() from None


def _unknown() -> NotFound:
    return NotFound("There is no viewer at this path. Take viewerUrl from a session, as it was answered.")


def _headers(content_type: bytes, cache_control: bytes) -> list[Header]:
    return [
        (b"content-type", content_type),
        (b"cache-control", cache_control),
        (b"referrer-policy", b"no-referrer"),
        (b"x-content-type-options", b"nosniff"),
    ]


def _policy(policy: str) -> Header:
    return (b"content-security-policy", policy.encode())
