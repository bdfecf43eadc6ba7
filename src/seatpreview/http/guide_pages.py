"""The guide at /guide/: the pages that script/guide builds from docs/."""

import asyncio
from collections.abc import Iterator
from functools import partial
from importlib.resources import files
from importlib.resources.abc import Traversable

from seatpreview.caching.single_flight import SingleFlight
from seatpreview.http.request import Request
from seatpreview.http.responses import Header, Response
from seatpreview.http.static_files import GUIDE_FOLDER, File, file_response, read_file
from seatpreview.problems import NotFound

GUIDE = "/guide/"

_INDEX = "index.html"
_NOT_FOUND = "404.html"
_CACHE_CONTROL = "public, max-age=300"
_HEADERS: tuple[Header, ...] = (
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
        name = request.path.removeprefix(GUIDE) or _INDEX
        if name in self._entries:
            return file_response(request, await self._load(name), _CACHE_CONTROL, _HEADERS)
        if _NOT_FOUND in self._entries:
            return file_response(request, await self._load(_NOT_FOUND), "no-store", _HEADERS, status=404)
        raise NotFound("The guide is not built yet: run script/setup. Its pages are in docs/, too.")

    async def _load(self, name: str) -> File:
        file = self._files.get(name)
        if file is None:
            read = partial(asyncio.to_thread, read_file, self._entries[name])
            file = self._files[name] = await self._loads.share(name, read)
        return file


async def redirect_to_guide(_request: Request) -> Response:
    """Redirects to the address with a slash. Without it, relative links of the first page would break."""
    return Response(308, [(b"location", GUIDE.encode()), (b"cache-control", _CACHE_CONTROL.encode())], b"")


def _entries(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _entries(entry, f"{path}{entry.name}/")
        else:
            yield path + entry.name, entry
