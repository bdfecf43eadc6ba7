"""Throughput of a server under full load by wrk. A response with an error ends the measurement."""

import json
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

CONNECTIONS = 32

UNIQUE = "000unique000"
"""A placeholder in a request for a number that changes each time the request is sent."""

RANDOM = "000random000000000000000000"
"""A placeholder for a random number of 27 digits, another one at each place and each time."""

_SETTLE_SECONDS = 0.4
"""The pause after a measurement for requests that are still in flight. Without it, the next measurement could
update the same key at the same time, and rightly get a 409."""

_SCRIPT = Path(__file__).with_name("throughput.lua")


class Request(NamedTuple):
    """An HTTP request, as it is sent byte by byte."""

    method: str
    path: str
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""

    def raw(self) -> bytes:
        """Returns the request as it is sent, with its placeholders."""
        lines = [f"{self.method} {self.path} HTTP/1.1", "Host: 127.0.0.1"]
        lines += [f"{name}: {value}" for name, value in self.headers]
        if self.body:
            lines.append(f"Content-Length: {len(self.body)}")
        return "\r\n".join([*lines, "", ""]).encode() + self.body


class FailedRequest(Exception):
    """The server did not respond as it should, so that its measurement would mean nothing."""


class Target(NamedTuple):
    """A server's port and the requests to send there: in memory, and in a file for wrk."""

    port: int
    requests: list[Request]
    file: Path

    @classmethod
    def write(cls, port: int, requests: Sequence[Request], file: Path) -> "Target":
        """Writes the requests to the file, each after a line with its length."""
        raw_requests = [request.raw() for request in requests]
        file.write_bytes(b"".join(b"%d\n%s" % (len(raw), raw) for raw in raw_requests))
        return cls(port, list(requests), file)

    def throughput(self, core: int, seconds: int, connections: int = CONNECTIONS) -> float:
        """Returns the requests per second over connections that are never idle. wrk runs on `core`."""
        command = ["taskset", "-c", str(core), "wrk", "-t1", f"-c{connections}", f"-d{seconds}s"]
        completed = subprocess.run(
            [*command, "-s", str(_SCRIPT), f"http://127.0.0.1:{self.port}", "--", str(self.file)],
            check=True,
            capture_output=True,
            text=True,
        )
        time.sleep(_SETTLE_SECONDS)
        counts = json.loads(completed.stdout.splitlines()[-1])
        if counts["error_statuses"] or counts["no_responses"]:
            raise FailedRequest(
                f"{self.file.stem}: {counts['error_statuses']} responses with an error, "
                f"{counts['no_responses']} requests without a response"
            )
        return float(counts["requests"] / counts["microseconds"] * 1e6)
