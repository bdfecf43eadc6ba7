"""Asks at a fixed rate, whatever the answers do, and notes how long each took.

The time of a request counts from the moment at which it was due: one that had to wait for a free connection,
because the server was slow with those before it, has waited. A tool that sends the next request when the
last one is answered would not see that.
"""

import select
import socket
import time
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.asking import CONNECTIONS, CommandError, Request


class Latencies(NamedTuple):
    """In milliseconds."""

    p50: float
    p99: float
    p999: float


def latencies(port: int, requests: Sequence[Request], rate: float, seconds: float) -> Latencies:
    taken = sorted(_Pacer(port, [request.raw() for request in requests]).run(rate, seconds))
    return Latencies(
        *(1000 * taken[min(len(taken) - 1, int(len(taken) * share))] for share in (0.5, 0.99, 0.999))
    )


class _Connection:
    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=5)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.due = 0.0
        self._received = b""
        self._missing = 0

    def fileno(self) -> int:
        return self.socket.fileno()

    def send(self, raw: bytes, due: float) -> None:
        self.due = due
        self._received = b""
        self._missing = 0
        self.socket.sendall(raw)

    def is_answered(self) -> bool:
        """Takes in what has come. Whether the answer is whole."""
        chunk = self.socket.recv(1 << 20)
        if not chunk:
            raise CommandError("a connection was closed")
        if self._missing:
            self._missing -= len(chunk)
            return self._missing == 0
        self._received += chunk
        head, found, body = self._received.partition(b"\r\n\r\n")
        if not found:
            return False
        if not head.startswith(b"HTTP/1.1 2"):
            raise CommandError(head.partition(b"\r\n")[0].decode())
        self._missing = _length(head) - len(body)
        return self._missing == 0


class _Pacer:
    def __init__(self, port: int, raw: list[bytes]) -> None:
        self._raw = raw
        self._idle = deque(_Connection(port) for _ in range(CONNECTIONS))
        self._busy: list[_Connection] = []
        self._taken: list[float] = []

    def run(self, rate: float, seconds: float) -> list[float]:
        started = time.perf_counter()
        sent, total = 0, int(rate * seconds)
        while len(self._taken) < total:
            now = time.perf_counter()
            while sent < total and self._idle and started + sent / rate <= now:
                connection = self._idle.popleft()
                connection.send(self._raw[sent % len(self._raw)], started + sent / rate)
                self._busy.append(connection)
                sent += 1
            can_send = sent < total and self._idle
            self._take(max(0.0, started + sent / rate - time.perf_counter()) if can_send else 5.0)
        for connection in self._idle:
            connection.socket.close()
        return self._taken

    def _take(self, wait_seconds: float) -> None:
        ready, _, _ = select.select(self._busy, (), (), wait_seconds)
        for connection in ready:
            if connection.is_answered():
                self._taken.append(time.perf_counter() - connection.due)
                self._busy.remove(connection)
                self._idle.append(connection)


def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line.partition(b":")[2])
    return 0
