"""A service in a process of its own, as its operator sees it: an admin key, the log, metrics and doctor."""

import json
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from doctor.findings import read_report, unwell_checks
from seatpreview.settings.settings import Settings
from servers.admin_key import create_admin_key
from servers.free_ports import free_port
from servers.polling import PATIENCE_SECONDS, wait_until
from servers.processes import clean_environment
from servers.promtool import series
from servers.service_process import PROGRAM, RunningService, running_service
from servers.small_disk import inside, seen_by, with_small_disk

Json = dict[str, Any]


class OperatedService:
    """A running service, and a client with an admin key."""

    def __init__(self, process: RunningService, settings: Settings, is_on_own_disk: bool) -> None:
        self.process = process
        self.data_dir = settings.data_dir
        """The data folder as this process reaches it."""
        self._flags = ("--data-dir", str(settings.data_dir), "--database-url", settings.database_url)
        self._is_on_own_disk = is_on_own_disk
        if is_on_own_disk:
            created = self._run("keys", "create", "--scope", "admin", "--json")
            assert created.returncode == 0, created.stderr
            self.admin_key: str = json.loads(created.stdout)["plaintext"]
            self.data_dir = seen_by(process.process, settings.data_dir)
        else:
            self.admin_key = create_admin_key(settings)
        self.http = self.client(self.admin_key)

    @property
    def root(self) -> str:
        return self.process.base_address.removesuffix("/v1")

    def client(self, key: str) -> httpx.Client:
        """Returns a client with this key."""
        return httpx.Client(
            base_url=self.process.base_address,
            headers={"authorization": f"Bearer {key}"},
            timeout=PATIENCE_SECONDS,
            # No connection is kept: its worker may be gone when the next request is sent.
            limits=httpx.Limits(max_connections=200, max_keepalive_connections=0),
        )

    def readiness(self) -> int:
        return httpx.get(f"{self.root}/readyz", timeout=PATIENCE_SECONDS).status_code

    def outages(self, cause: str) -> list[Json]:
        """Returns the log lines of outages that have begun with this cause or changed to it."""
        events = ("outage begins", "outage changes")
        return [line for line in self.process.log_lines(cause=cause) if line["event"] in events]

    def doctor(self, *flags: str) -> list[Json]:
        """Returns the checks of doctor that found a fault or a warning."""
        if not self._is_on_own_disk:
            return unwell_checks(*self._flags, *flags)
        done = self._run("doctor", "--json", *flags)
        return [each for each in read_report(done.returncode, done.stdout) if each["state"] != "ok"]

    def metrics(self) -> dict[str, float]:
        return series(self.process.metrics())

    def outage_series(self) -> dict[str, float]:
        """Returns the series of the outages that last."""
        return {
            name: value
            for name, value in self.metrics().items()
            if name.startswith("seatpreview_outage{") and value > 0
        }

    def request_line(self, response: httpx.Response) -> Json:
        """Waits for the log line of a request, and returns it."""
        request_id = response.headers["x-request-id"]

        def found() -> list[Json]:
            return [each for each in self.process.log_lines("request") if request_id in each.values()]

        wait_until(lambda: bool(found()))
        [line] = found()
        return line

    def create_tenant(self) -> httpx.Response:
        return self.http.post("/manage/tenants", json={"name": "Shop"})

    def create_key(self) -> Json:
        """Creates an admin key, and returns the response's body, which has the plaintext."""
        response = self.http.post("/manage/keys", json={"scope": "admin"})
        assert response.status_code == 201, response.text
        key: Json = response.json()
        return key

    def revoke(self, key: Json) -> None:
        assert self.http.delete(f"/manage/keys/{key['keyId']}").status_code == 204

    def create_venue(self, **members: Any) -> str:
        """Creates a venue of a new tenant, and returns its id."""
        tenant_id = self.create_tenant().json()["tenantId"]
        response = self.http.post("/manage/venues", json={"name": "Hall", "tenantId": tenant_id} | members)
        assert response.status_code == 201, response.text
        venue_id: str = response.json()["venueId"]
        return venue_id

    def upload(self, venue_id: str, name: str, content: bytes) -> httpx.Response:
        path = f"/manage/venues/{venue_id}/imagery/{name}"
        return self.http.put(path, content=content, headers={"content-type": "image/png"})

    def _run(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Runs a command that sees the same disks as the service."""
        return subprocess.run(
            [*inside(self.process.process), *PROGRAM, *arguments, *self._flags],
            env=clean_environment(),
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
        )


@contextmanager
def operated_service(
    folder: Path,
    *flags: str,
    data_dir: Path | None = None,
    database_url: str = "",
    program: Sequence[str] = PROGRAM,
    disk_megabytes: int = 0,
) -> Iterator[OperatedService]:
    """Runs `seatpreview serve` in this folder, with metrics and JSON logs, and creates an admin key.

    With `disk_megabytes`, the data folder is a disk of that size, which only the service sees.
    """
    data_dir = data_dir or folder / "data"
    if disk_megabytes:
        data_dir.mkdir()
        program = with_small_disk(data_dir, disk_megabytes, [*program])
    where = ("--data-dir", str(data_dir), "--database-url", database_url)
    told = ("--metrics-port", str(free_port()), "--log-format", "json")
    with running_service(folder, *where, *told, *flags, program=program) as process:
        assert process.is_running(), process.stderr
        settings = Settings(data_dir=data_dir, database_url=database_url)
        service = OperatedService(process, settings, is_on_own_disk=disk_megabytes > 0)
        with service.http:
            yield service
