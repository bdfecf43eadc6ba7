"""Metrics of which a part fails, and series that exist before their first error."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from captured_log import captured_log
from seatpreview import data_folder
from seatpreview.api.table import OPERATIONS
from seatpreview.data_folder import LastBackup
from seatpreview.observability import metric_table
from seatpreview.server.parent_metrics import ParentMetrics
from seatpreview.server.worker_metrics import heavy_work_file
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import moment_of
from servers.promtool import series
from serving import LiveService, running, settings_for

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
OVERDUE = metric_table.BACKUP_OVERDUE.name


def metrics_of_parent(settings: Settings) -> dict[str, float]:
    registry = CollectorRegistry()
    registry.register(ParentMetrics(settings.data_dir, settings))
    return series(generate_latest(registry).decode())


@pytest.mark.anyio
async def test_a_part_that_fails_does_not_keep_the_others_of_a_worker_back(tmp_path: Path) -> None:
    """The danger: one fault stopped all metrics for ten minutes, and alerts spoke of other things."""
    async with running(settings_for(tmp_path)) as service:
        worker = service.worker
        worker.measured.object_calls = None  # type: ignore[assignment]  # this is the fault
        worker.measured.admission.refused["requests"] += 3
        worker.measured.pruning_is_paused = True
        with captured_log():
            await worker.jobs.run("report_metrics")
        found = metrics_of_worker(service)
        assert found['seatpreview_refused_total{reason="requests"}'] == 3
        assert found["seatpreview_pruning_paused"] == 1
        assert worker.jobs.failures["report_metrics"] == 1


@pytest.mark.anyio
async def test_every_operation_has_its_series_of_errors_before_the_first_error(tmp_path: Path) -> None:
    """The danger: a series that begins with 1 does not grow, and `increase` misses the first error."""
    operations = [*metric_table.PAGES, *(operation.operation_id for operation in OPERATIONS)]
    async with running(settings_for(tmp_path)) as service:
        found = metrics_of_worker(service)
    for operation in operations:
        for status in ("500", "503", "507"):
            assert found[f'seatpreview_requests_total{{operation="{operation}",status="{status}"}}'] == 0


def metrics_of_worker(service: LiveService) -> dict[str, float]:
    return series(generate_latest(service.internals.registry).decode())


def test_a_part_that_fails_does_not_keep_the_others_of_the_parent_back(tmp_path: Path) -> None:
    pid = os.getpid()
    (tmp_path / f"gauge_livesum_{pid}.db").touch()
    heavy_work_file(tmp_path, pid).write_text("no JSON")
    with captured_log() as log:
        found = metrics_of_parent(settings_for(tmp_path))
        written = log.getvalue()
    assert found["seatpreview_workers"] == 1
    assert f'seatpreview_worker_open_files{{pid="{pid}"}}' in found, "what comes after it"
    assert b'"metric":"seatpreview_heavy_work"' in written


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A service that was first started at noon, and again an hour later."""
    for start in (NOON, NOON + timedelta(hours=1)):
        data_folder.note_start(tmp_path, moment_of(start))
    return settings_for(tmp_path)


def test_without_a_backup_one_is_overdue_26_hours_after_the_first_start(settings: Settings) -> None:
    assert metrics_of_parent(settings)[OVERDUE] == (NOON + timedelta(hours=26)).timestamp()


def test_after_a_backup_the_next_is_overdue_26_hours_later(settings: Settings) -> None:
    begun_at = NOON + timedelta(hours=5)
    data_folder.note_backup(settings.data_dir, LastBackup(at=begun_at, name="a", held=(), size_bytes=1))
    assert metrics_of_parent(settings)[OVERDUE] == (begun_at + timedelta(hours=26)).timestamp()


def test_where_backups_are_taken_elsewhere_none_is_overdue(tmp_path: Path) -> None:
    data_folder.note_start(tmp_path, moment_of(NOON))
    assert OVERDUE not in metrics_of_parent(settings_for(tmp_path, backups_elsewhere=True))


def test_the_room_on_the_disk_is_told(tmp_path: Path) -> None:
    found = metrics_of_parent(settings_for(tmp_path))
    assert found["seatpreview_disk_free_bytes"] > 0
    assert found["seatpreview_reserved_room_bytes"] == 0
