"""A service that an operator runs, as the cases about bad days see it: its log, metrics and doctor."""

import itertools
import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from cli.program import invoke
from servers.free_ports import free_port
from servers.processes import clean_environment
from servers.promtool import series
from servers.service_process import PROGRAM, RunningService, running_service

Json = dict[str, Any]

PATIENCE_SECONDS = 45
"""Whatever is to come back comes back within seconds. A busy machine takes longer."""

CAUSES = {
    *("unreachable", "silent", "pool_full", "too_many_connections", "locked", "read_only", "storage_full"),
    *("damaged", "missing", "refused", "too_many_files", "other"),
}
"""The causes that docs/monitoring.md lists."""


class Served:
    """A running service, and a client with an admin key of it."""

    def __init__(self, service: RunningService, data_dir: Path, flags: list[str], admin_key: str) -> None:
        self.service = service
        self.data_dir = data_dir
        """Where others reach the folder, also on a disk that only the service sees."""
        self._flags = flags
        self.admin_key = admin_key
        headers = {"authorization": f"Bearer {admin_key}"}
        # Without connections that are kept: a worker may be gone when the next request is sent.
        limits = httpx.Limits(max_keepalive_connections=0)
        self.http = httpx.Client(base_url=service.base_address, headers=headers, timeout=90, limits=limits)

    @property
    def root(self) -> str:
        return self.service.base_address.removesuffix("/v1")

    def readiness(self) -> int:
        return httpx.get(f"{self.root}/readyz", timeout=90).status_code

    def lines(self, **members: Any) -> list[Json]:
        """The lines of the log that have these members."""
        return [line for line in log_lines(self.service) if members.items() <= line.items()]

    def outages(self, cause: str) -> list[Json]:
        """The lines that say that an outage has begun or changed for this cause."""
        events = ("outage begins", "outage changes")
        return [line for line in self.lines(cause=cause) if line["event"] in events]

    def doctor(self, *flags: str) -> list[Json]:
        """What doctor finds that is not well, on the disk that the service sees."""
        done = run_inside(self.service, "doctor", "--json", *self._flags, *flags)
        return read_findings(done.returncode, done.stdout)

    def metrics(self) -> dict[str, float]:
        return series(self.service.metrics())

    def outage_series(self) -> dict[str, float]:
        """The parts that fail now, by the metric."""
        return {
            name: value
            for name, value in self.metrics().items()
            if name.startswith("seatpreview_outage{") and value > 0
        }

    def request_line(self, response: httpx.Response) -> Json:
        """Waits for the line of a request, and returns it."""
        request_id = response.headers["x-request-id"]

        def found() -> list[Json]:
            return [each for each in self.lines(event="request") if request_id in each.values()]

        wait_until(lambda: bool(found()))
        [line] = found()
        return line

    def create_tenant(self) -> httpx.Response:
        return self.http.post("/manage/tenants", json={"name": "Shop"})

    def create_venue(self, **members: Any) -> str:
        tenant_id = self.create_tenant().json()["tenantId"]
        response = self.http.post("/manage/venues", json={"name": "Hall", "tenantId": tenant_id} | members)
        assert response.status_code == 201, response.text
        venue_id: str = response.json()["venueId"]
        return venue_id

    def upload(self, venue_id: str, name: str, content: bytes) -> httpx.Response:
        path = f"/manage/venues/{venue_id}/imagery/{name}"
        return self.http.put(path, content=content, headers={"content-type": "image/png"})


@contextmanager
def served(
    folder: Path, *flags: str, data_dir: Path | None = None, program: list[str] | None = None
) -> Iterator[Served]:
    """Runs `seatpreview serve` in this folder, and makes an admin key beside it, by the command line."""
    data_dir = data_dir or folder / "data"
    ports = ["--metrics-port", str(free_port())]
    with running_service(folder, "--data-dir", str(data_dir), *ports, *flags, program=program) as service:
        assert service.process.poll() is None, service.stderr
        seen = Path(f"/proc/{service.process.pid}/root{data_dir}")
        database = [part for flag in _pairs(flags) if flag[0] == "--database-url" for part in flag]
        flags_of_data = ["--data-dir", str(data_dir), *database]
        created = run_inside(service, "keys", "create", "--scope", "admin", "--json", *flags_of_data)
        assert created.returncode == 0, created.stderr
        running = Served(service, seen, flags_of_data, json.loads(created.stdout)["plaintext"])
        with running.http:
            yield running


def run_inside(service: RunningService, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Runs a command that sees the same disks as the service."""
    pid = str(service.process.pid)
    own_users = [] if os.geteuid() == 0 else ["--user", "--preserve-credentials"]
    return subprocess.run(
        ["nsenter", "--target", pid, "--mount", *own_users, *PROGRAM, *arguments],
        env=clean_environment(),
        capture_output=True,
        text=True,
        timeout=120,
    )


def log_lines(service: RunningService) -> list[Json]:
    """All whole lines of the log so far, without what `serve` tells its operator in plain sentences."""
    text = service.stderr
    return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines() if line.startswith("{")]


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "the condition did not become true in time"
        time.sleep(0.05)


def doctor(*flags: str) -> list[Json]:
    """Runs doctor, and returns what it finds that is not well. Its exit status and remedies have to fit."""
    result = invoke("doctor", "--json", *flags)
    return read_findings(result.exit_code, result.stdout)


def read_findings(exit_code: int, output: str) -> list[Json]:
    checks: list[Json] = json.loads(output)["checks"]
    for each in checks:
        assert each.keys() == {"check", "state", "detail", "remedy"}, each
        assert each["state"] in ("ok", "warn", "fail"), each
        assert bool(each["remedy"]) == (each["state"] != "ok"), each
    assert exit_code == int(any(each["state"] == "fail" for each in checks)), checks
    return [each for each in checks if each["state"] != "ok"]


def assert_told_in_a_sentence(exit_code: int, stderr: str) -> None:
    """A command has refused, and told why in words rather than by a traceback."""
    assert exit_code in (1, 2), stderr
    assert stderr.strip()
    assert "Traceback" not in stderr


def _pairs(flags: tuple[str, ...]) -> list[tuple[str, str]]:
    return list(itertools.pairwise(flags))
