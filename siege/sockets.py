"""Many plain connections of an attacker that need not speak HTTP."""

import asyncio
import socket
from collections.abc import Iterable
from contextlib import suppress
from itertools import repeat

from servers.http_connection import HOST
from siege.attacker import Attacker

ANSWER_BYTES = 65_536
"""More bytes than any answer to a small request has."""


class Sockets:
    """Many plain connections of an attacker, which are closed together."""

    def __init__(self, attacker: Attacker) -> None:
        self._attacker = attacker
        self._open: list[socket.socket] = []

    async def open(
        self, count: int, first_bytes: bytes, per_second: float = 800, receive_bytes: int = 0
    ) -> None:
        """Opens `count` connections one after the other, and sends the same first bytes on each."""
        await self.open_each(repeat(first_bytes, count), per_second, receive_bytes)

    async def open_each(
        self, first_bytes: Iterable[bytes], per_second: float = 800, receive_bytes: int = 0
    ) -> None:
        """Opens a connection for each of these first bytes, one after the other, and sends them."""
        loop = asyncio.get_running_loop()
        for data in first_bytes:
            connection = socket.socket()
            connection.setblocking(False)
            if receive_bytes:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
            connection.bind((self._attacker.address.source, 0))
            try:
                async with asyncio.timeout(1):
                    await loop.sock_connect(connection, (HOST, self._attacker.address.port))
                    await loop.sock_sendall(connection, data)
            except OSError:
                connection.close()
                self._attacker.count("not accepted")
            else:
                self._open.append(connection)
            if not self._attacker.seconds_left:
                return
            await asyncio.sleep(1 / per_second)

    async def trickle(self, data: bytes) -> None:
        """Sends this on each connection once a second, until the attack is over."""
        while self._attacker.seconds_left:
            for connection in self._open:
                with suppress(OSError):
                    connection.send(data)
            await asyncio.sleep(min(1.0, self._attacker.seconds_left))

    def __enter__(self) -> "Sockets":
        return self

    def __exit__(self, *_: object) -> None:
        for connection in self._open:
            self._attacker.count(_state(connection))
            connection.close()


def _state(connection: socket.socket) -> str:
    """Returns the status that a connection was answered with, and whether it is still open."""
    try:
        received = connection.recv(ANSWER_BYTES)
    except BlockingIOError:
        return "left open"
    except OSError:
        return "closed"
    first = received.split(b" ", 2)
    if len(first) == 1:
        return "closed"
    status = first[1].decode("latin-1")
    try:
        return f"{status}, left open" if connection.recv(1) else status
    except BlockingIOError:
        return f"{status}, left open"
    except OSError:
        return status
