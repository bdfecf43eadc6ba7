"""Metrics of a worker: each event that they name is counted once, under a label of a bounded set."""

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from prometheus_client import CollectorRegistry, generate_latest

from events.records import new_world, record
from seatpreview.events import store
from seatpreview.http.admission import Admission
from seatpreview.imagery.signed_urls import BASE_PATH as IMAGES
from seatpreview.limits.fair_queue import FairQueue
from seatpreview.limits.shares import Share
from seatpreview.objects.store import objects_of
from seatpreview.observability import event_loop_lag, metric_table
from seatpreview.observability.event_loop_lag import measure_loop_lag
from seatpreview.observability.measurements import Durations
from seatpreview.observability.metric_families import Totals, counter
from seatpreview.observability.outages import Outages, Part
from seatpreview.preview_images.links import BASE_PATH as PREVIEW_IMAGES
from seatpreview.problems import Cause, Unavailable
from seatpreview.server.worker_metrics import HeavyWorkFile, heavy_work, heavy_work_file
from seatpreview.settings.setting_values import Rate
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.values.ids import TenantId
from servers.polling import until
from servers.promtool import series
from serving import LiveService, SettableClock, running, settings_for

pytestmark = pytest.mark.anyio

A_DAY = 86_400


def metrics_of(service: LiveService) -> dict[str, float]:
    service.internals.request_log.flush()
    service.worker.metrics.report()
    return series(generate_latest(service.internals.registry).decode())


async def test_a_worker_counts_as_alive_and_ready_from_its_start(service: LiveService) -> None:
    """The danger: a worker that has just started seems to hang since 1970, and an alert wakes people."""
    values = series(generate_latest(service.internals.registry).decode())
    for metric in (metric_table.ALIVE, metric_table.READY):
        assert values[metric.name] > time.time() - A_DAY


async def test_paths_that_are_no_operations_have_names_of_their_own(service: LiveService) -> None:
    """The danger: whoever asks for made-up paths makes series without end."""
    paths = {
        "/": "landing",
        "/console": "console",
        "/docs": "reference",
        "/guide/": "guide",
        "/healthz": "healthz",
        "/readyz": "readyz",
        f"{IMAGES}made-up": "images",
        f"{PREVIEW_IMAGES}made-up": "previewImages",
        "/v1/openapi.json": "openapi",
        "/v1/made-up": "unknownPath",
        "/made-up/1": "unknownPath",
        "/made-up/2": "unknownPath",
    }
    before = metrics_of(service)
    for path in paths:
        await service.ask("GET", service.address + path)
    await service.ask("OPTIONS", "/caller")
    await service.ask("DELETE", "/caller")
    after = metrics_of(service)
    count = {name: after[name] - before.get(name, 0) for name in after if "_request_seconds_count" in name}
    counted = {name.split('"')[1]: value for name, value in count.items() if value}
    expected = [*paths.values(), "preflight", "unknownMethod"]
    assert counted == {name: expected.count(name) for name in expected}
    assert {*counted} <= {*metric_table.PAGES}


async def test_refusals_are_counted_by_the_limit_that_was_met(
    new_settings: Callable[..., Settings],
) -> None:
    once = Rate(1, 3600, 1)
    async with running(new_settings(key_rate=once, address_rate=once)) as service:
        assert {value for name, value in metrics_of(service).items() if "_refused_total" in name} == {0}
        admin = [("authorization", f"Bearer {service.admin_key}")]
        assert [(await service.ask("GET", "/caller", admin)).status_code for _ in range(3)] == [200, 429, 429]
        assert [(await service.ask("GET", "/caller")).status_code for _ in range(2)] == [401, 429]
        service.internals.admission._requests_max = 0
        assert (await service.ask("GET", "/caller")).status_code == 503
        refused = {name: value for name, value in metrics_of(service).items() if "_refused_total" in name}
        assert {name.split('"')[1]: int(value) for name, value in refused.items() if value} == {
            "key_rate": 2,
            "address_rate": 1,
            "requests": 1,
        }


def test_every_reason_of_admission_is_in_the_table() -> None:
    admission = Admission(1, 0)
    with (
        pytest.raises(Exception, match="Too many bodies"),
        admission.receiving_body(Share("ten_a", key="key_a")),
    ):
        pass
    assert {*admission.refused} <= {*metric_table.REFUSAL_REASONS}


async def test_an_outage_is_told_while_it_lasts_and_its_failures_are_counted(tmp_path: Path) -> None:
    outage = 'seatpreview_outage{cause="locked",part="database_reads"}'
    failures = 'seatpreview_failures_total{cause="locked",part="database_reads"}'
    async with running(settings_for(tmp_path)) as service:
        outages = service.internals.outages
        before = metrics_of(service)
        assert (before[outage], before[failures]) == (0, 0), "so that the first failure is a growth"
        for _ in range(3):
            outages.report_failure(Part.DATABASE_READS, Cause.LOCKED, "made by a test")
        during = metrics_of(service)
        assert (during[outage], during[failures]) == (1, 3)
        outages.end(Part.DATABASE_READS)
        after = metrics_of(service)
        assert (after[outage], after[failures]) == (0, 3)


async def test_heavy_work_is_written_with_the_tenant_that_it_is_of(tmp_path: Path) -> None:
    """The danger: ids have a type of their own, which JSON cannot hold. The gauge was empty for good."""
    queue, tenant = FairQueue(2, share=1), TenantId.new()
    file = HeavyWorkFile(str(tmp_path))
    async with queue.turn(Share(tenant)):
        file.write(heavy_work({"records": queue}))
    [written] = msgspec.json.decode(heavy_work_file(tmp_path, os.getpid()).read_bytes())
    assert written == {"queue": "records", "state": "running", "tenant": str(tenant), "amount": 1}


async def test_each_freshness_check_is_exact(service: LiveService) -> None:
    name = "seatpreview_freshness_check_seconds_count"
    before = metrics_of(service)[name]
    for _ in range(5):
        await service.internals.resources.records.check_and_get_time()
        await asyncio.sleep(0)  # Within one iteration of the loop, requests share a check.
    assert metrics_of(service)[name] - before >= 5


async def test_calls_of_the_storage_are_counted_by_their_result(tmp_path: Path) -> None:
    outages = Outages()
    objects = objects_of(tmp_path, "", outages)
    await objects.put("a/b", b"bytes", "text/plain")
    await objects.get("a/b")
    await objects.get("a/none")
    await objects.size_bytes("a/none")
    await objects.keys("a")
    await objects.copy("a/b", "a/c")
    await objects.delete("a/b")
    (tmp_path / "objects" / "file").write_bytes(b"")
    with pytest.raises(Unavailable):
        await objects.put("file/below", b"bytes", "text/plain")
    assert objects.calls.results == {
        ("put", "ok"): 1,
        ("get", "ok"): 1,
        ("get", "missing"): 1,
        ("head", "missing"): 1,
        ("list", "ok"): 1,
        ("copy", "ok"): 1,
        ("delete", "ok"): 1,
        ("put", "failed"): 1,
    }
    assert {kind: sum(taken.counts) for kind, taken in objects.calls.seconds.items()} == {
        "get": 2,
        "put": 2,
        "head": 1,
        "delete": 1,
        "list": 1,
        "copy": 1,
    }


async def test_a_held_loop_is_in_the_histogram_of_its_lag() -> None:
    lags = Durations()
    watching = asyncio.create_task(measure_loop_lag(lags, log_longer_than_ms=0))
    await asyncio.sleep(0)
    time.sleep(2 * event_loop_lag.SAMPLE_SECONDS)  # noqa: ASYNC251  # this is the hold
    await until(lambda: sum(lags.counts) > 0)
    watching.cancel()
    assert lags.total_seconds >= event_loop_lag.SAMPLE_SECONDS / 2


@pytest.mark.both_engines
async def test_a_database_whose_clock_is_off_is_told(new_settings: Callable[..., Settings]) -> None:
    class ClockOfTomorrow(SettableClock):
        """The database's clock is a day ahead of the machine's."""

        def from_database(self, reported: int) -> Moment:
            return Moment(reported + A_DAY * 1_000_000)

        def now(self) -> Moment:
            return Moment(super().now() - A_DAY * 1_000_000)

    settings = new_settings()
    async with running(settings, ClockOfTomorrow()) as service:
        await service.worker._compare_clocks()
        ahead = metrics_of(service)["seatpreview_database_clock_ahead_seconds"]
    assert round(ahead / A_DAY) == (0 if settings.uses_sqlite else 1)


async def test_what_tasks_have_done_and_have_before_them_is_told(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path)) as service:
        jobs = service.worker.jobs
        failures = 'seatpreview_upkeep_failures_total{of="report_metrics"}'
        assert metrics_of(service)[failures] == 0
        jobs.backlogs["discarded_images"], jobs.done["discarded_images"] = 12, 3
        jobs.failures["report_metrics"] += 1
        found = metrics_of(service)
        assert found['seatpreview_backlog{of="discarded_images"}'] == 12
        assert found['seatpreview_upkeep_done_total{of="discarded_images"}'] == 3
        assert found[failures] == 1

        await jobs.run("measure_uncounted_events")
        assert metrics_of(service)["seatpreview_events_uncounted_seconds"] == 0
        received_at = service.clock.now() - A_DAY * MICROSECONDS
        database = service.internals.resources.database
        await store.write_batches(database, [(record(new_world(), received_at=received_at),)])
        await jobs.run("measure_uncounted_events")
        waited = metrics_of(service)["seatpreview_events_uncounted_seconds"]
        assert A_DAY <= waited < 2 * A_DAY
        await jobs.run("count_events")
        await jobs.run("measure_uncounted_events")
        assert metrics_of(service)["seatpreview_events_uncounted_seconds"] == 0


async def test_memory_and_build_are_told(service: LiveService) -> None:
    await service.ask("GET", "/caller", [("authorization", f"Bearer {service.admin_key}")])
    await service.worker._report_memory()
    found = metrics_of(service)
    assert found["seatpreview_memory_bytes"] > 1_000_000
    assert found['seatpreview_memory_entries{memory="keys"}'] >= 1
    assert found['seatpreview_memory_estimated_bytes{memory="rate limits"}'] >= 500
    [build] = [name for name in found if name.startswith("seatpreview_build_info{")]
    assert 'interface="1.' in build
    assert 'python="3.' in build


def test_a_counter_follows_totals_and_begins_at_zero() -> None:
    registry = CollectorRegistry()
    totals = Totals(counter(metric_table.REFUSED, registry))
    for total in (0, 0, 3, 3, 10):
        totals.follow({("requests",): total})
        assert (
            series(generate_latest(registry).decode())['seatpreview_refused_total{reason="requests"}']
            == total
        )
