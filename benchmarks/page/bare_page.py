"""The page with Photo Sphere Viewer alone: built from the front end's packages, and served compressed."""

import gzip
import mimetypes
import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlencode, urlsplit

WEB = Path(__file__).parents[2] / "web"


@contextmanager
def served_bare_page(folder: Path) -> Iterator[str]:
    """Builds the page into the folder and serves it on a free port; gives its address."""
    build_bare_page(folder)
    files = {f"/{path.relative_to(folder)}": path for path in folder.rglob("*") if path.is_file()}
    handler = type("Handler", (_Handler,), {"files": {name: _Served(path) for name, path in files.items()}})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/bare-page.html"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def build_bare_page(folder: Path) -> None:
    """Bundles the page with the versions that the front end has installed."""
    bin_folder = Path(__file__).parents[2] / ".venv" / "bin"
    subprocess.run(
        [
            str(WEB / "node_modules" / ".bin" / "vite"),
            *("build", "--config", "vite.benchmark.config.ts", "--outDir", str(folder), "--logLevel", "warn"),
        ],
        cwd=WEB,
        check=True,
        # The machine's own Node, or the one that script/web installed.
        env=os.environ | {"PATH": f"{os.environ['PATH']}:{bin_folder}"},
    )


def bare_page_url(address: str, small: str, large: str) -> str:
    """Returns the address of the page with these pictures."""
    return f"{address}?{urlencode({'small': small, 'large': large})}"


class _Served:
    """A file in memory, compressed as the service compresses its own."""

    def __init__(self, path: Path) -> None:
        self.body = gzip.compress(path.read_bytes(), 9)
        self.content_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"


class _Handler(BaseHTTPRequestHandler):
    files: dict[str, _Served]
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        file = self.files.get(urlsplit(self.path).path)
        if file is None:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("content-type", file.content_type)
        self.send_header("content-encoding", "gzip")
        self.send_header("content-length", str(len(file.body)))
        self.end_headers()
        self.wfile.write(file.body)

    def log_message(self, format: str, *args: object) -> None:
        """Requests are counted by the browser."""
