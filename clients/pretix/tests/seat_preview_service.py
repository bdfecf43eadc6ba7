"""Starts a Seat Preview service in a process of its own."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from seatpreview_client import Client

ROOT = Path(__file__).parents[3]
PYTHON_WITH_PLAYWRIGHT = ROOT / ".venv" / "bin" / "python"
"""That of the service's own environment."""
PATIENCE = {"BUSY_MACHINE_SECONDS": "300"}
"""For all processes of a test: how long they wait for each other, whatever else the machine does."""
_ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
_TENANT_KEY = re.compile(r"Tenant key\s+(sk_live_\w+)")
Group = Literal["events", "management", "management_read_only", "seats", "sessions"]
GROUPS: tuple[Group, ...] = ("management", "sessions", "seats")


@dataclass(frozen=True)
class SeatPreviewService:
    """A service that runs, with the key of its demo tenant."""

    url: str
    tenant_key: str

    def client(self) -> Client:
        """Returns a client that may do everything in the tenant."""
        return Client(self.url, key=self.tenant_key)

    def make_key(self, *groups: Group) -> str:
        """Returns the plaintext of a new key with these groups."""
        with self.client() as client:
            return str(client.keys.create(label="test", groups=groups or GROUPS).plaintext)


@contextmanager
def running_service(folder: Path) -> Iterator[SeatPreviewService]:
    """Runs `seatpreview serve --demo` until the block ends."""
    log = folder / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [
                ROOT / ".venv" / "bin" / "seatpreview",
                "serve",
                "--demo",
                "--port",
                "0",
                "--metrics-port",
                "0",
                "--data-dir",
                folder / "data",
            ],
            stdout=subprocess.PIPE,
            stderr=output,
            text=True,
        )
    try:
        yield _started(process, log)
    finally:
        process.terminate()
        process.wait(timeout=30)


def _started(process: subprocess.Popen[str], log: Path) -> SeatPreviewService:
    """Reads what the service prints at its start, which ends with a line that tries the API."""
    printed = ""
    for line in process.stdout or ():
        printed += line
        if line.startswith("curl "):
            break
    address, key = _ADDRESS.search(printed), _TENANT_KEY.search(printed)
    assert address, f"The service did not start: {printed}\n{log.read_text()}"
    assert key, f"The service did not start: {printed}\n{log.read_text()}"
    return SeatPreviewService(address.group(), key.group(1))
