"""A proxy in front of an HTTP server that counts requests by method, for tests of how many calls are made."""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

_REQUEST = re.compile(rb"(?:^|\r\n\r\n|\n)(GET|PUT|POST|DELETE|HEAD) [^ \r\n]+ HTTP/1\.1\r\n")


class CountedRequests:
    """The port of the proxy, and the requests that came through it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.methods: Counter[str] = Counter()


@asynccontextmanager
async def counting_proxy(port: int) -> AsyncIterator[CountedRequests]:
    """Forwards connections to a port of this machine."""
    pumps: set[asyncio.Task[None]] = set()

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, counts: bool) -> None:
        try:
            while data := await reader.read(1 << 16):
                if counts:
                    counted.methods.update(found.decode() for found in _REQUEST.findall(data))
                writer.write(data)
                await writer.drain()
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_connection("127.0.0.1", port)
        for task in (pump(reader, server_writer, True), pump(server_reader, writer, False)):
            pumps.add(asyncio.create_task(task))

    server = await asyncio.start_server(forward, "127.0.0.1", 0)
    counted = CountedRequests(server.sockets[0].getsockname()[1])
    try:
        yield counted
    finally:
        server.close()
        for task in pumps:
            task.cancel()
        await asyncio.gather(*pumps, return_exceptions=True)
