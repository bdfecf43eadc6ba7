"""The packages in clients/ as they are published, and programs that use them: built once for all tests."""

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.async_api import Page, Route

from docs.generated_pages import ROOT

SHOP = "http://localhost:8000"
SERVICE = "http://127.0.0.1:8080"
"""Where the examples and the guides say that the shop and the service are."""
PACKAGES = ROOT / "web" / "node_modules"


async def run(*command: str | Path, cwd: Path = ROOT, env: Mapping[str, str] | None = None) -> str:
    """Runs a command to its end, and returns what it printed. Fails if the command does."""
    process = await asyncio.create_subprocess_exec(
        *map(str, command),
        cwd=cwd,
        env={**os.environ, **(env or {})},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output = (await process.communicate())[0].decode()
    assert process.returncode == 0, output
    return output


async def build_packages() -> None:
    """Builds what is not built yet."""
    await run(ROOT / "script" / "web", "clients")


async def build_page(folder: Path, target: Path) -> None:
    """Builds a page with vite."""
    await run(PACKAGES / ".bin" / "vite", "build", "--outDir", target, "--emptyOutDir", cwd=folder)


@asynccontextmanager
async def open_built(page: Page, folder: Path, service: str) -> AsyncIterator[None]:
    """Opens built files where the guides say that they are served, and takes requests to the real service."""
    handler = partial(_QuietHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            await page.route(f"{SERVICE}/**", partial(_go_to, SERVICE, service))
            await open_served(page, f"http://127.0.0.1:{server.server_port}")
            yield
        finally:
            server.shutdown()


async def open_served(page: Page, address: str) -> None:
    """Opens the page of a server where its guide says that it is."""
    await page.route(f"{SHOP}/**", partial(_go_to, SHOP, address))
    await page.goto(f"{SHOP}/")


@asynccontextmanager
async def serving_node(script: Path, port: int, env: Mapping[str, str]) -> AsyncIterator[None]:
    """Runs a server of Node until the block ends, which begins when the server says that it listens."""
    process = await asyncio.create_subprocess_exec(
        "node",
        str(script),
        env={**os.environ, **env, "PORT": str(port)},
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        assert await process.stdout.readline(), "The server ended before it listened."
        yield
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        """Prints nothing."""


async def _go_to(written: str, real: str, route: Route) -> None:
    await route.continue_(url=route.request.url.replace(written, real))
