"""Pages of a shop: on an origin of their own, with the element that the shop's people would write."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

PAGE = """<!doctype html>
<html lang="{language}">
<title>Shop</title>
<script>
  // It listens before the element is there, since a problem may be told before the next script runs.
  window.heard = [];
  const hear = ({{ type, target, detail }}) => {{
    if (target.localName === "seat-preview") heard.push({{ name: type, ...detail }});
  }};
  for (const name of ["ready", "seat", "problem", "event"]) document.addEventListener(name, hear, true);
</script>
<script src="{service}/embed.js"></script>
<seat-preview {attributes}></seat-preview>
<script>const element = document.querySelector("seat-preview");</script>
"""


class Shop:
    """One page, at the root. `localhost` and `127.0.0.1` are two origins for a browser, and one machine."""

    def __init__(self) -> None:
        self.origin = ""
        self.page = ""
        self.language = "en"
        self.policy: str | None = None
        """The page's Content-Security-Policy."""

    def sell(self, service: str, /, **attributes: str) -> None:
        pairs = (f'{name.replace("_", "-")}="{value}"' for name, value in attributes.items())
        self.page = PAGE.format(service=service, attributes=" ".join(pairs), language=self.language)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        body = self.page.encode()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nConnection: close\r\n")
        if self.policy is not None:
            writer.write(b"Content-Security-Policy: %b\r\n" % self.policy.encode())
        writer.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        await writer.drain()
        writer.close()


@asynccontextmanager
async def open_shop() -> AsyncIterator[Shop]:
    shop = Shop()
    server = await asyncio.start_server(shop.answer, "127.0.0.1", 0)
    shop.origin = f"http://localhost:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield shop
