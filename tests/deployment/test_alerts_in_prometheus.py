"""The alerts of deploy/, evaluated by a real Prometheus while services start, lose workers, are upgraded one
after the other, and stop. What fires says something that is so."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from cast import bearer
from servers import earlier_releases
from servers.free_ports import free_port
from servers.polling import PATIENCE_SECONDS, wait_until
from servers.postgres import RunningPostgres
from servers.prometheus import INTERVAL_SECONDS, Firing, RunningPrometheus, running_prometheus
from servers.service_process import RunningService

pytestmark = pytest.mark.long

MINUTES = 10
DOWN_AFTER_SECONDS = 60
"""For how long a service may be away until `SeatPreviewDown` fires."""
OF_A_SLOW_MACHINE = {
    "SeatPreviewSlow",
    "SeatPreviewDatabaseSlow",
    "SeatPreviewDatabaseWaits",
    "SeatPreviewEventLoopHeld",
}
"""Alerts about times, which are so where the machine of the test does other work."""


class Machine:
    """One machine of a cluster: the release that runs on it, and its address for Prometheus."""

    def __init__(self, folder: Path, name: str, settings: dict[str, str], old: Path) -> None:
        (folder / "data").mkdir(parents=True)
        self._folder, self._name = folder, name
        port = free_port()
        self.target = f"127.0.0.1:{port}"
        self._flags = ("--metrics-port", str(port), "--workers", "2")
        self.settings = settings | {"SEATPREVIEW_DATA_DIR": str(folder / "data")}
        self.service = RunningService(
            folder,
            *self._flags,
            name=f"{name}-old",
            program=earlier_releases.PROGRAM,
            settings={**self.settings, "PYTHONPATH": str(old)},
        )

    def install(self) -> None:
        """Puts the present release in the place of the old one."""
        self.service = RunningService(
            self._folder, *self._flags, name=f"{self._name}-new", settings=self.settings
        )

    def start(self) -> None:
        self.service.start()
        wait_until(lambda: self.is_ready() or not self.service.is_running())
        assert self.service.is_running(), self.service.stderr

    def is_ready(self) -> bool:
        try:
            return httpx.get(f"http://{self.target}/readyz", timeout=5).status_code == 200
        except httpx.HTTPError:
            return False


@contextmanager
def stopped_at_the_end(machines: list[Machine]) -> Iterator[None]:
    try:
        yield
    finally:
        for machine in machines:
            if machine.service.is_running():
                machine.service.stop()


def watch(prometheus: RunningPrometheus, machines: list[Machine], key: str, seconds: float) -> None:
    """Lets Prometheus scrape for so long, while somebody asks each machine now and then."""
    ends_at = time.monotonic() + seconds
    while time.monotonic() < ends_at:
        for machine in machines:
            answer = httpx.get(
                f"http://127.0.0.1:{machine.service.port}/v1/caller",
                headers=[bearer(key)],
                timeout=PATIENCE_SECONDS,
            )
            assert answer.status_code == 200, answer.text
        time.sleep(INTERVAL_SECONDS)
    wait_until(lambda: all(prometheus.is_up(machine.target) for machine in machines))


def test_nothing_fires_while_machines_start_lose_workers_and_are_upgraded_and_an_end_is_told(
    tmp_path: Path, postgres: RunningPostgres
) -> None:
    begins_at = time.monotonic()
    old = earlier_releases.unpacked_wheel(earlier_releases.LAST, tmp_path / "release")
    settings = {
        "SEATPREVIEW_DATABASE_URL": postgres.new_database("alerts"),
        "SEATPREVIEW_SIGNING_SECRET": "a-signing-secret-that-both-machines-have",
    }
    machines = [Machine(tmp_path / name, name, settings, old) for name in ("one", "two")]
    machines[0].service.run("db", "upgrade")
    created = machines[0].service.run("keys", "create", "--scope", "admin", "--json")
    key = str(json.loads(created)["plaintext"])
    targets = [machine.target for machine in machines]
    with stopped_at_the_end(machines), running_prometheus(tmp_path, targets) as prometheus:
        for machine in machines:
            machine.start()
        watch(prometheus, machines, key, 60)

        # A rolling upgrade. The tables come first, while both machines of the old release serve.
        for machine in machines:
            before = machine.service
            machine.install()
            machine.service.run("db", "upgrade")
            before.stop()
            machine.start()
            watch(prometheus, machines, key, 60)

        # A worker of each ends, and is replaced.
        for machine in machines:
            lost = machine.service.workers()[0]
            lost.kill()
            wait_until(
                lambda machine=machine, lost=lost: (  # type: ignore[misc]  # defaults bind what the loop has now
                    len(machine.service.workers()) == 2 and lost not in machine.service.workers()
                )
            )
            watch(prometheus, machines, key, 60)

        # One machine is started anew, again and again.
        for _ in range(3):
            machines[0].service.stop()
            machines[0].start()
            watch(prometheus, machines, key, 30)

        watch(prometheus, machines, key, MINUTES * 60 - (time.monotonic() - begins_at))
        away = {target: prometheus.longest_absence(target) for target in targets}
        # Where the machine of the test was too slow to start it within a minute, it was really down.
        really_down = {
            Firing("SeatPreviewDown", target)
            for target, seconds in away.items()
            if seconds > DOWN_AFTER_SECONDS - 2 * INTERVAL_SECONDS
        }
        wrong = {each for each in prometheus.fired() if each.name not in OF_A_SLOW_MACHINE} - really_down
        assert wrong == set(), away

        # So that none of this was silence: one that does not come back is told.
        machines[1].service.stop()
        gone = Firing("SeatPreviewDown", machines[1].target)
        wait_until(lambda: gone in prometheus.fired())
