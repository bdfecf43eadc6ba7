"""Pages for people: the viewer, the console and the script that shops load, as the build left them."""

import gzip
import hashlib
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from seatpreview.freshness.records import Records
from seatpreview.http.request import Request
from seatpreview.http.responses import Header, Response, names_etag
from seatpreview.ids import KeyId
from seatpreview.keys.store import KEYS, by_id
from seatpreview.problems import NotFound

VIEWER = "/viewer/"
CONSOLE = "/console"
EMBED = "/embed.js"
ASSETS = "/assets/"

_TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
}
_NOT_BUILT = b"<!doctype html><title>Seat Preview</title><p>The pages are not built yet: run script/setup.\n"


class File(NamedTuple):
    body: bytes
    compressed: bytes
    content_type: str
    etag: str


class Site:
    """Read once, as the worker starts: a build makes new names for what it changes."""

    def __init__(self, object_store_url: str) -> None:
        built = files("seatpreview.http").joinpath("static")
        self._files = dict(_built_files(built, "/")) if built.is_dir() else {}
        self._store = _store_origin(object_store_url)

    async def viewer(self, request: Request, records: Records) -> Response:
        """The session's token is behind the '#', which is not sent: the key alone tells which pages may show
        the viewer in a frame."""
        at = await records.check_and_get_time()
        key = await records.load(KEYS, by_id(_key_id(request.path.removeprefix(VIEWER))))
        if key is None or key.is_revoked(at):
            raise _no_viewer()
        return self._page(request, "/viewer.html", f"'self' https: {self._store}", key.frame_ancestors)

    async def console(self, request: Request) -> Response:
        """It holds a key, so it speaks to nobody but us, and no page may frame it."""
        return self._page(request, "/console.html", "'self'", "'none'")

    async def embed(self, request: Request) -> Response:
        """For any page; its name stays, so browsers ask again now and then whether it has changed."""
        return self._file(request, EMBED, "public, max-age=300", _FOR_ANY_PAGE)

    async def asset(self, request: Request) -> Response:
        """Its name tells its content, so it can be kept for good."""
        return self._file(request, request.path, "public, max-age=31536000, immutable", ())

    def _page(self, request: Request, path: str, reached: str, frame_ancestors: str) -> Response:
        policy = _POLICY.format(reached=reached, store=self._store, ancestors=frame_ancestors)
        headers = (
            (b"content-security-policy", policy.encode()),
            (b"referrer-policy", b"no-referrer"),
            (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
        )
        if path not in self._files:
            shown: list[Header] = [*headers, (b"content-type", _TYPES["html"].encode())]
            return Response(200, [*shown, (b"cache-control", b"no-store")], _NOT_BUILT)
        return self._file(request, path, "no-store", headers)

    def _file(self, request: Request, path: str, cache_control: str, more: tuple[Header, ...]) -> Response:
        file = self._files.get(path)
        if file is None:
            raise NotFound("There is no such file.")
        headers: list[Header] = [
            (b"content-type", file.content_type.encode()),
            (b"cache-control", cache_control.encode()),
            (b"vary", b"Accept-Encoding"),
            (b"x-content-type-options", b"nosniff"),
            (b"etag", file.etag.encode()),
            *more,
        ]
        if names_etag(file.etag, request.header(b"if-none-match")):
            return Response(304, headers, b"")
        if "gzip" in (request.header(b"accept-encoding") or ""):
            return Response(200, [*headers, (b"content-encoding", b"gzip")], file.compressed)
        return Response(200, headers, file.body)


_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
    "connect-src {reached}; img-src 'self' https: blob: data: {store}; frame-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors {ancestors}"
)
_FOR_ANY_PAGE: tuple[Header, ...] = (
    (b"access-control-allow-origin", b"*"),
    (b"cross-origin-resource-policy", b"cross-origin"),
)


def _built_files(folder: Traversable, path: str) -> "list[tuple[str, File]]":
    found: list[tuple[str, File]] = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found += _built_files(entry, f"{path}{entry.name}/")
        else:
            found.append((path + entry.name, _file(entry)))
    return found


def _file(entry: Traversable) -> File:
    body = entry.read_bytes()
    content_type = _TYPES.get(entry.name.rpartition(".")[2], "application/octet-stream")
    etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    return File(body, gzip.compress(body, 9, mtime=0), content_type, etag)


def _store_origin(object_store_url: str) -> str:
    """Where presigned addresses of images lead, as far as the policy has to name it: nothing for a folder."""
    endpoint = parse_qs(urlsplit(object_store_url).query).get("endpoint", [""])[0]
    return "{0.scheme}://{0.netloc}".format(urlsplit(endpoint)) if endpoint else ""


def _key_id(text: str) -> KeyId:
    try:
        return KeyId.parse(text)
    except ValueError:
        raise _no_viewer() from None


def _no_viewer() -> NotFound:
    return NotFound("There is no viewer at this path. Take viewerUrl from a session, as it was answered.")
