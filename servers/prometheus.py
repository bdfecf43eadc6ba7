"""A real Prometheus that scrapes services and evaluates the alerts of deploy/."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import yaml  # type: ignore[import-untyped]  # it carries no types

from servers.free_ports import free_port
from servers.polling import PATIENCE_SECONDS, wait_until
from servers.processes import end_with_this_process

ROOT = Path(__file__).parents[1]
INTERVAL_SECONDS = 5
"""Three times as often as the sample says, so that short moments are seen."""


class Firing(NamedTuple):
    """An alert that fired at least once."""

    name: str
    target: str


class RunningPrometheus:
    """A Prometheus that runs. Its targets need not run."""

    def __init__(self, port: int) -> None:
        self._address = f"http://127.0.0.1:{port}"
        self._started_at = time.time()

    def is_ready(self) -> bool:
        try:
            return httpx.get(f"{self._address}/-/ready", timeout=5).status_code == 200
        except httpx.HTTPError:
            return False

    def fired(self) -> set[Firing]:
        """Returns all alerts that fired since the start."""
        return {
            Firing(series["metric"]["alertname"], series["metric"].get("instance", ""))
            for series in self._range('ALERTS{alertstate="firing"}')
        }

    def is_up(self, target: str) -> bool:
        """Returns whether the last scrape of a target succeeded."""
        found = self._get("query", query=f'up{{instance="{target}"}}')
        return bool(found) and found[0]["value"][1] == "1"

    def longest_absence(self, target: str) -> float:
        """Returns the longest time, in seconds, for which a target did not respond."""
        [series] = self._range(f'up{{instance="{target}"}}')
        longest, absent = 0.0, 0.0
        for _, value in series["values"]:
            absent = absent + INTERVAL_SECONDS if value == "0" else 0.0
            longest = max(longest, absent)
        return longest

    def _range(self, query: str) -> list[dict[str, Any]]:
        return self._get(
            "query_range", query=query, start=self._started_at, end=time.time(), step=INTERVAL_SECONDS
        )

    def _get(self, operation: str, **query: str | float) -> list[dict[str, Any]]:
        answer = httpx.get(f"{self._address}/api/v1/{operation}", params=query, timeout=PATIENCE_SECONDS)
        result: list[dict[str, Any]] = answer.raise_for_status().json()["data"]["result"]
        return result


@contextmanager
def running_prometheus(folder: Path, targets: Sequence[str]) -> Iterator[RunningPrometheus]:
    """Runs Prometheus with the files of deploy/, but scrapes these targets."""
    configuration = yaml.safe_load((ROOT / "deploy" / "prometheus.yaml").read_text(encoding="utf-8"))
    configuration["global"] = {
        "scrape_interval": f"{INTERVAL_SECONDS}s",
        "evaluation_interval": f"{INTERVAL_SECONDS}s",
    }
    configuration["scrape_configs"][0]["static_configs"] = [{"targets": [*targets]}]
    (folder / "prometheus.yaml").write_text(yaml.safe_dump(configuration), encoding="utf-8")
    shutil.copy(ROOT / "deploy" / "prometheus-alerts.yaml", folder)
    port = free_port()
    command = [
        _executable(),
        "--config.file=prometheus.yaml",
        f"--web.listen-address=127.0.0.1:{port}",
        "--storage.tsdb.path=series",
    ]
    with (folder / "prometheus.log").open("wb") as log:
        process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
        )
    with end_with_this_process(process) as watcher:
        try:
            prometheus = RunningPrometheus(port)
            wait_until(lambda: prometheus.is_ready() or process.poll() is not None)
            assert process.poll() is None, (folder / "prometheus.log").read_text(encoding="utf-8")
            yield prometheus
        finally:
            process.terminate()
            process.wait(PATIENCE_SECONDS)
            watcher.kill()


def _executable() -> str:
    own = ROOT / "build" / "prometheus"
    found = (
        os.environ.get("PROMETHEUS", "") or shutil.which("prometheus") or (str(own) if own.exists() else "")
    )
    if not found:
        raise FileNotFoundError("prometheus is missing: run script/promtool, or set PROMETHEUS to its path.")
    return found
