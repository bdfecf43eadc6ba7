"""Latency at a fixed request rate.

The latency of a request counts from the moment at which it was due. So it includes the wait for a free
connection where the server was slow with earlier requests. A tool that sends the next request when the last
response has come would not see that wait.
"""

import random
import re
import select
import socket
import time
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.throughput import CONNECTIONS, RANDOM, UNIQUE, FailedRequest, Request

_RESPONSE_SECONDS = 5.0
_AT_ONCE = float(1 << 40)
"""So many requests per second that all are due at the start."""
_UNIQUE = UNIQUE.encode()
_RANDOM = re.compile(RANDOM.encode())


class Latencies(NamedTuple):
    """Percentiles in milliseconds."""

    p50: float
    p99: float
    p999: float


def measure_latencies(
    port: int, requests: Sequence[Request], rate: float, seconds: float, connections: int = CONNECTIONS
) -> Latencies:
    """Sends `rate` requests per second, however fast the responses come."""
    sender = _FixedRateSender(port, [request.raw() for request in requests], connections)
    latencies = sorted(sender.run(rate, seconds))
    last = len(latencies) - 1
    return Latencies(
        *(1000 * latencies[min(last, int(len(latencies) * share))] for share in (0.5, 0.99, 0.999))
    )


def send_each_once(port: int, requests: Sequence[Request], connections: int = CONNECTIONS) -> float:
    """Sends every request once, as fast as the responses come, and returns how many seconds it took."""
    sender = _FixedRateSender(port, [request.raw() for request in requests], connections)
    started = time.perf_counter()
    # A power of two, so that no rounding loses a request.
    sender.run(_AT_ONCE, len(requests) / _AT_ONCE)
    return time.perf_counter() - started


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

    def receive(self) -> bool:
        """Reads what has arrived, and returns whether the response is complete."""
        chunk = self.socket.recv(1 << 20)
        if not chunk:
            raise FailedRequest("a connection was closed")
        if self._missing:
            self._missing -= len(chunk)
            return self._missing == 0
        self._received += chunk
        head, separator, body = self._received.partition(b"\r\n\r\n")
        if not separator:
            return False
        if not head.startswith(b"HTTP/1.1 2"):
            raise FailedRequest(head.partition(b"\r\n")[0].decode())
        self._missing = _content_length(head) - len(body)
        return self._missing == 0


class _FixedRateSender:
    def __init__(self, port: int, raw_requests: list[bytes], connections: int) -> None:
        self._raw_requests = raw_requests
        self._idle = deque(_Connection(port) for _ in range(connections))
        self._busy: list[_Connection] = []
        self._latencies: list[float] = []
        # Numbers that no request of wrk had (throughput.lua), since each run starts in another second.
        self._number = int(time.time()) % 1_000_000 * 1_000_000

    def run(self, rate: float, seconds: float) -> list[float]:
        """Returns the latency of each request in seconds."""
        started = time.perf_counter()
        sent, total = 0, int(rate * seconds)
        while len(self._latencies) < total:
            now = time.perf_counter()
            while sent < total and self._idle and started + sent / rate <= now:
                connection = self._idle.popleft()
                connection.send(self._raw_request(sent), started + sent / rate)
                self._busy.append(connection)
                sent += 1
            can_send = sent < total and self._idle
            until_due = max(0.0, started + sent / rate - time.perf_counter())
            self._receive(until_due if can_send else _RESPONSE_SECONDS)
        for connection in self._idle:
            connection.socket.close()
        return self._latencies

    def _raw_request(self, sent: int) -> bytes:
        raw = self._raw_requests[sent % len(self._raw_requests)]
        raw = _RANDOM.sub(lambda _: b"%027d" % random.randrange(10**27), raw)
        if _UNIQUE not in raw:
            return raw
        self._number += 1
        return raw.replace(_UNIQUE, b"%012d" % self._number)

    def _receive(self, wait_seconds: float) -> None:
        ready, _, _ = select.select(self._busy, (), (), wait_seconds)
        for connection in ready:
            if connection.receive():
                self._latencies.append(time.perf_counter() - connection.due)
                self._busy.remove(connection)
                self._idle.append(connection)


def _content_length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line.partition(b":")[2])
    return 0
