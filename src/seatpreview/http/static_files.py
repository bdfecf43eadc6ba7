"""Static files of the front end's build: landing page, viewer, console, reference and the script that shops
embed."""

import asyncio
import gzip
import hashlib
import re
from collections.abc import Iterator
from functools import partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from seatpreview.api.reference_pages import REFERENCE_PAGE_NAMES
from seatpreview.freshness.records import Records
from seatpreview.http.request import Request
from seatpreview.http.responses import (
    Coding,
    Header,
    Response,
    etag_of_coding,
    matches_if_none_match,
    preferred_coding,
)
from seatpreview.keys.store import KEYS, cache_name_by_id
from seatpreview.problems import NotFound
from seatpreview.shared_calls import SingleFlight
from seatpreview.values.ids import KeyId

LANDING = "/"
VIEWER = "/viewer/"
CONSOLE = "/console"
REFERENCE = "/docs"
REFERENCE_PAGES = "/docs/"
EMBED = "/embed.js"
EMBED_TYPES = "/embed.d.ts"
ASSETS = "/assets/"
GUIDE_FOLDER = "guide"
"""The folder of the built guide, whose pages are read when they are asked for (GuidePages)."""
NOTICES = "/third-party-notices"
FAVICON = "/favicon.ico"

_TYPES = {
    "html": "text/html; charset=utf-8",
    "ts": "text/plain; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "jpg": "image/jpeg",
    "json": "application/json",
    "woff2": "font/woff2",
}
_PERMISSIONS = b"camera=(), microphone=(), geolocation=(), xr-spatial-tracking=(self)"
"""Headsets (`xr-spatial-tracking`) are for the viewer, and for the console, which shows it in a frame. In a
frame of another site the viewer may use them only if that site allows it, too."""
_NOT_BUILT = b"<!doctype html><title>Seat Preview</title><p>The pages are not built yet: run script/setup.\n"
GUIDE = "/guide/"

_GUIDE_INDEX = "index.html"
_GUIDE_NOT_FOUND = "404.html"
_GUIDE_CACHE_CONTROL = "public, max-age=300"
_GUIDE_HEADERS: tuple[Header, ...] = (
    (
        b"content-security-policy",
        # The search loads pages to show where a word stands in them, and the page for unknown addresses has a
        # base, because it is shown at any depth.
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        b"connect-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'",
    ),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class File(NamedTuple):
    """A file in memory, plain and compressed."""

    body: bytes
    compressed: bytes
    content_type: str
    etag: str


class StaticFiles:
    """Serves the built files, which are read when the worker starts. A new build renames changed files."""

    def __init__(self, object_store_url: str) -> None:
        built = files("seatpreview.http").joinpath("static")
        self._files = dict(_built_files(built, "/")) if built.is_dir() else {}
        self._object_store_origin = _store_origin(object_store_url)

    async def viewer(self, request: Request, records: Records) -> Response:
        """Serves the viewer. The session's token is in the fragment, which browsers do not send, so the key
        in the path determines which pages may show the viewer in a frame."""
        at = await records.check_and_get_time()
        key = await records.load(KEYS, cache_name_by_id(_key_id(request.path.removeprefix(VIEWER))))
        if key is None or key.is_revoked(at):
            raise _viewer_not_found()
        return self._page(
            request, "/viewer.html", f"'self' https: {self._object_store_origin}", key.frame_ancestors
        )

    async def landing(self, request: Request) -> Response:
        """Serves the landing page, which says what this is and links to everything else."""
        return self._page(request, "/landing.html", "'self'", "'none'")

    def not_found(self, request: Request) -> Response:
        """Returns the page for people who followed a link that leads nowhere."""
        return self._page(request, "/not-found.html", "'self'", "'none'", status=404)

    async def console(self, request: Request) -> Response:
        """Serves the console. It holds a key, so it connects to this service only, and no page may frame
        it."""
        return self._page(request, "/console.html", "'self'", "'none'", _ISOLATION_HEADERS)

    async def reference(self, request: Request) -> Response:
        """Serves the API reference: one file for all of its pages, which reads the OpenAPI document. A
        visitor may type a key into it, so it connects to this service only, and no page may frame it. The
        address of a missing page shows which pages there are."""
        is_known = request.path.removeprefix(REFERENCE).strip("/") in REFERENCE_PAGE_NAMES
        return self._page_with_policy(
            request, "/reference.html", _REFERENCE_POLICY, _ISOLATION_HEADERS, 200 if is_known else 404
        )

    async def embed(self, request: Request) -> Response:
        """Serves the embedding script, or its types, to any page. Their names never change, so browsers
        revalidate them from time to time."""
        return self._file(request, request.path, "public, max-age=300", _CROSS_ORIGIN_HEADERS)

    async def notices(self, request: Request) -> Response:
        """Serves the licences of the third-party packages that the pages contain."""
        return self._file(request, f"{NOTICES}.txt", "public, max-age=300", ())

    async def favicon(self, request: Request) -> Response:
        """Serves the icon where browsers look for it if a page links none, such as the OpenAPI document."""
        icon = next((path for path in self._files if _ICON.fullmatch(path)), FAVICON)
        return self._file(request, icon, "public, max-age=86400", ())

    async def asset(self, request: Request) -> Response:
        """Serves a file whose name contains a hash of its content, so browsers may cache it forever. Any page
        may load it: the viewer in the console's sandboxed frame has an origin of its own (decision 0094)."""
        return self._file(request, request.path, "public, max-age=31536000, immutable", _CROSS_ORIGIN_HEADERS)

    def _page(
        self,
        request: Request,
        path: str,
        connect_sources: str,
        frame_ancestors: str,
        extra_headers: tuple[Header, ...] = (),
        status: int = 200,
    ) -> Response:
        policy = _POLICY.format(
            connect_sources=connect_sources, store=self._object_store_origin, ancestors=frame_ancestors
        )
        return self._page_with_policy(request, path, policy, extra_headers, status)

    def _page_with_policy(
        self, request: Request, path: str, policy: str, extra_headers: tuple[Header, ...], status: int
    ) -> Response:
        headers = (
            (b"content-security-policy", policy.encode()),
            (b"referrer-policy", b"no-referrer"),
            (b"permissions-policy", _PERMISSIONS),
            *extra_headers,
        )
        if path not in self._files:
            page_headers: list[Header] = [*headers, (b"content-type", _TYPES["html"].encode())]
            page_headers += [(b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff")]
            return Response(status, page_headers, _NOT_BUILT)
        return self._file(request, path, "no-store", headers, status)

    def _file(
        self,
        request: Request,
        path: str,
        cache_control: str,
        extra_headers: tuple[Header, ...],
        status: int = 200,
    ) -> Response:
        file = self._files.get(path)
        if file is None:
            raise NotFound("There is no such file.")
        return file_response(request, file, cache_control, extra_headers, status)


def file_response(
    request: Request,
    file: File,
    cache_control: str,
    extra_headers: tuple[Header, ...],
    status: int = 200,
) -> Response:
    """Returns a file, compressed for clients that accept that, or 304 if the client has it already. The page
    of an error has no ETag, since no client keeps it."""
    headers: list[Header] = [
        (b"content-type", file.content_type.encode()),
        (b"cache-control", cache_control.encode()),
        (b"vary", b"Accept-Encoding"),
        (b"x-content-type-options", b"nosniff"),
        *extra_headers,
    ]
    coding = preferred_coding(request.header(b"accept-encoding"), _CODINGS)
    if status == 200:
        etag = etag_of_coding(file.etag, coding)
        headers.append((b"etag", etag.encode()))
        if matches_if_none_match(etag, request.header(b"if-none-match")):
            return Response(304, headers, b"")
    if coding is not None:
        return Response(status, [*headers, (b"content-encoding", coding.encode())], file.compressed)
    return Response(status, headers, file.body)


def read_file(entry: Traversable) -> File:
    """Reads a file and compresses it, which takes milliseconds."""
    body = entry.read_bytes()
    content_type = _TYPES.get(entry.name.rpartition(".")[2], "application/octet-stream")
    etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    return File(body, gzip.compress(body, 9, mtime=0), content_type, etag)


_CODINGS: tuple[Coding, ...] = ("gzip",)
"""All files are compressed when the worker starts, and Brotli would take many times as long."""

_ICON = re.compile(r"/assets/icon-[\w-]+\.svg")
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
    "connect-src {connect_sources}; img-src 'self' https: blob: data: {store}; frame-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors {ancestors}"
)
# The reference shows pictures of this service only, and those that a request of "Try it" returned.
_REFERENCE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_ISOLATION_HEADERS: tuple[Header, ...] = (
    # A page that opens the console, or that it opens, gets no handle on its window.
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_CROSS_ORIGIN_HEADERS: tuple[Header, ...] = (
    (b"access-control-allow-origin", b"*"),
    (b"cross-origin-resource-policy", b"cross-origin"),
)


def _built_files(folder: Traversable, path: str) -> "list[tuple[str, File]]":
    found: list[tuple[str, File]] = []
    for entry in folder.iterdir():
        if path == "/" and entry.name == GUIDE_FOLDER:
            continue
        if entry.is_dir():
            found += _built_files(entry, f"{path}{entry.name}/")
        else:
            found.append((path + entry.name, read_file(entry)))
    return found


def _store_origin(object_store_url: str) -> str:
    """Returns the origin of presigned image addresses, for the policy; empty for a folder."""
    endpoint = parse_qs(urlsplit(object_store_url).query).get("endpoint", [""])[0]
    return "{0.scheme}://{0.netloc}".format(urlsplit(endpoint)) if endpoint else ""


def _key_id(text: str) -> KeyId:
    try:
        return KeyId.parse(text)
    except ValueError:
        raise _viewer_not_found() from None


def _viewer_not_found() -> NotFound:
    return NotFound(
        "There is no viewer at this path. Open the viewerUrl of a session exactly as it was returned."
    )


class GuidePages:
    """Serves the built guide. A file is read at its first request and kept, so memory is bounded by the size
    of the build. Only files that existed when the worker started are served: no path leads elsewhere."""

    def __init__(self) -> None:
        folder = files("seatpreview.http").joinpath("static", GUIDE_FOLDER)
        self._entries = dict(_entries(folder, "")) if folder.is_dir() else {}
        self._files: dict[str, File] = {}
        self._loads = SingleFlight[str, File]()

    async def page(self, request: Request) -> Response:
        """Serves a page or a file of the guide; for a missing one, the guide's own 404 page."""
        name = request.path.removeprefix(GUIDE) or _GUIDE_INDEX
        if name in self._entries:
            return file_response(request, await self._load(name), _GUIDE_CACHE_CONTROL, _GUIDE_HEADERS)
        if _GUIDE_NOT_FOUND in self._entries:
            return file_response(
                request, await self._load(_GUIDE_NOT_FOUND), "no-store", _GUIDE_HEADERS, status=404
            )
        raise NotFound("The guide is not built yet: run script/setup. Its pages are in docs/, too.")

    async def _load(self, name: str) -> File:
        file = self._files.get(name)
        if file is None:
            read = partial(asyncio.to_thread, read_file, self._entries[name])
            file = self._files[name] = await self._loads.share(name, read)
        return file


async def redirect_to_guide(_request: Request) -> Response:
    """Redirects to the address with a slash. Without it, relative links of the first page would break."""
    return Response(
        308, [(b"location", GUIDE.encode()), (b"cache-control", _GUIDE_CACHE_CONTROL.encode())], b""
    )


def _entries(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _entries(entry, f"{path}{entry.name}/")
        else:
            yield path + entry.name, entry
