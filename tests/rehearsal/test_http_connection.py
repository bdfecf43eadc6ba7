"""Connections that a server closes or resets while nobody uses them."""

import asyncio
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import pytest

from seatpreview.rehearsal.http_connection import Connection

pytestmark = pytest.mark.anyio

RESPONSE = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"
RESETS = struct.pack("ii", 1, 0)


def close(writer: asyncio.StreamWriter) -> None:
    writer.close()


def reset(writer: asyncio.StreamWriter) -> None:
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESETS)
    writer.transport.abort()


@pytest.mark.parametrize("end", [close, reset])
async def test_a_connection_that_ended_while_idle_is_opened_again(
    end: Callable[[asyncio.StreamWriter], None],
) -> None:
    """The danger: a killed worker is blamed for calls that were never sent to it."""
    answered = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(RESPONSE)
        await answered.wait()
        end(writer)

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        async with Connection(partial(asyncio.open_connection, "127.0.0.1", port)) as connection:
            assert (await connection.request("GET", "/")).status == 200
            reader, _ = await connection.streams()
            answered.set()
            with suppress(ConnectionResetError):
                assert await reader.read() == b"", "the client knows that it has ended"
            assert (await connection.request("GET", "/")).status == 200
