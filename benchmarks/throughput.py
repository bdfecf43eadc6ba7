"""Asks a server as much as it can take. An answer other than a good one ends the measurement."""

import json
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

CONNECTIONS = 32

_REST_SECONDS = 0.4
"""For what is still under way at the end: a key that two change at once would be a 409, and rightly."""

_SCRIPT = Path(__file__).with_name("asking.lua")


class Request(NamedTuple):
    """As it is sent, byte by byte."""

    method: str
    path: str
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""

    def raw(self) -> bytes:
        lines = [f"{self.method} {self.path} HTTP/1.1", "Host: 127.0.0.1"]
        lines += [f"{name}: {value}" for name, value in self.headers]
        if self.body:
            lines.append(f"Content-Length: {len(self.body)}")
        return "\r\n".join([*lines, "", ""]).encode() + self.body


class CommandError(Exception):
    """The server did not answer as it should: nothing measured on it means anything."""


class Asked(NamedTuple):
    """Where requests go, and which: in memory, and in a file for wrk."""

    port: int
    requests: list[Request]
    file: Path

    @classmethod
    def written(cls, port: int, requests: Sequence[Request], file: Path) -> "Asked":
        """In the file each has its length before it."""
        raw = [request.raw() for request in requests]
        file.write_bytes(b"".join(b"%d\n%s" % (len(each), each) for each in raw))
        return cls(port, list(requests), file)

    def throughput(self, core: int, seconds: int) -> float:
        """Requests answered in a second, over 32 connections that never rest."""
        command = ["taskset", "-c", str(core), "wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s"]
        found = subprocess.run(
            [*command, "-s", str(_SCRIPT), f"http://127.0.0.1:{self.port}", "--", str(self.file)],
            check=True,
            capture_output=True,
            text=True,
        )
        time.sleep(_REST_SECONDS)
        result = json.loads(found.stdout.splitlines()[-1])
        if result["refused"] or result["lost"]:
            raise CommandError(f"{self.file.stem}: {result['refused']} refused, {result['lost']} lost")
        return float(result["requests"] / result["microseconds"] * 1e6)
