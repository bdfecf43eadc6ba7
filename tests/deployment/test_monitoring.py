"""deploy/prometheus-alerts.yaml, prometheus.yaml and grafana-dashboard.json: every series and label that they
name exists, and Prometheus and Grafana take them."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # it carries no types

from deployment.deployment_files import FOLDER, ROOT, read_text
from seatpreview.api.table import OPERATIONS
from seatpreview.observability import metric_table
from seatpreview.observability.metric_table import METRICS
from seatpreview.observability.outages import Part
from seatpreview.problems import Cause
from servers import promtool
from servers.free_ports import free_port
from servers.polling import wait_until
from servers.promtool import Scrape, assert_alerts, scrape
from servers.service_process import RunningService, running_service

SCRAPED = {"job", "instance"}
"""Labels that Prometheus adds to every series."""

ONLY_AFTER_AN_EVENT = {
    metric_table.HEAVY_WORK.name,
    metric_table.LAST_BACKUP.name,
    metric_table.BACKLOG.name,
    metric_table.UPKEEP_DONE.name,
}
"""Metrics that a service has while there is something, as tests in tests/http make it."""

OF_OTHER_EXPORTERS = {"SeatPreviewPostgresqlDiskNearlyFull"}
"""Alerts about machines that the service does not see."""

VALUES = {
    "part": {*Part},
    "cause": {*Cause},
    "reason": {*metric_table.REFUSAL_REASONS, "hung", "ended"},
    "queue": {*metric_table.QUEUES},
    "result": {*metric_table.RESULTS},
    "state": {"waiting", "running", *metric_table.STILL_STATES},
    "operation": {*metric_table.PAGES, *(operation.operation_id for operation in OPERATIONS)},
}
"""What labels can be, of those with a fixed set of values."""

SELECTOR = re.compile(r"\b(seatpreview_\w+|up)\b(?:\{([^}]*)\})?")
MATCHER = re.compile(r'(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"')
GROUPING = re.compile(r"\b(?:by|on|without|group_right|group_left)\s*\(([^)]*)\)")
TEMPLATE_LABEL = re.compile(r"\{\{\s*\$labels\.(\w+)")
LEGEND_LABEL = re.compile(r"\{\{(\w+)\}\}")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    folder = tmp_path_factory.mktemp("monitored")
    with running_service(folder, "--metrics-port", str(free_port())) as running:
        yield running


@pytest.fixture(scope="module")
def well(service: RunningService) -> Scrape:
    """A scrape of a service that has answered a request, and reported since."""
    assert service.caller("nobody").status_code == 401
    url = service.panel_value("Metrics")
    counted = 'seatpreview_requests_total{operation="getCaller",status="401"}'
    wait_until(lambda: scrape(url).values.get(counted) == 1)
    wait_until(lambda: scrape(url).values["seatpreview_memory_bytes"] > 0)
    return scrape(url)


def test_prometheus_takes_the_alerts_and_the_configuration() -> None:
    assert f"{len(alerts())} rules found" in promtool.check_rules(FOLDER / "prometheus-alerts.yaml")
    promtool.check_configuration(FOLDER / "prometheus.yaml")


def test_a_running_service_has_every_metric_of_the_table_and_no_other(well: Scrape) -> None:
    names = {base_name(name.partition("{")[0]) for name in well.values} - {"up"}
    expected = {metric.name for metric in METRICS}
    assert expected - ONLY_AFTER_AN_EVENT <= names <= expected


def test_every_series_has_the_labels_of_the_table(well: Scrape) -> None:
    for name in well.values:
        metric_name, _, labels = name.partition("{")
        if metric_name != "up":
            assert {label for label, _, _ in MATCHER.findall(labels)} == {
                *labels_of(base_name(metric_name)),
                *(["le"] if metric_name.endswith("_bucket") else []),
            }


@pytest.mark.parametrize("source", ["alerts", "dashboard"])
def test_every_series_and_label_that_is_named_exists(source: str, well: Scrape) -> None:
    existing = {name.partition("{")[0] for name in well.values} | ONLY_AFTER_AN_EVENT
    named = alert_expressions() if source == "alerts" else dashboard_expressions()
    assert len(named) > 20
    for expression in named:
        found = SELECTOR.findall(expression)
        assert found, expression
        labels = {"le"} | SCRAPED
        for name, matchers in found:
            assert name in existing, f"{name} in {expression}"
            labels |= {*labels_of(base_name(name))}
            for label, operator, value in MATCHER.findall(matchers):
                assert label in labels_of(base_name(name)) | SCRAPED | {"le"}, expression
                check_value(label, operator, value)
        for grouped in GROUPING.findall(expression):
            assert {label.strip() for label in grouped.split(",") if label.strip()} <= labels, expression


def test_every_label_that_a_text_names_comes_out_of_its_expression() -> None:
    for alert in alerts():
        texts = " ".join(alert["annotations"].values())
        assert {*TEMPLATE_LABEL.findall(texts)} <= labels_that_remain(alert["expr"]), alert["alert"]
    for panel in panels():
        for target in panel["targets"]:
            shown = {*LEGEND_LABEL.findall(target["legendFormat"])}
            assert shown <= labels_that_remain(target["expr"]), panel["title"]


def test_every_alert_says_what_it_means_and_where_to_read_on() -> None:
    page = (ROOT / "docs" / "monitoring.md").read_text(encoding="utf-8")
    names = [alert["alert"] for alert in alerts()]
    assert sorted({*names}) == sorted(names)
    assert re.findall(r"^### (SeatPreview\w+)$", page, re.MULTILINE) == names
    for alert in alerts():
        assert alert["labels"]["severity"] in ("critical", "warning")
        assert {*alert["annotations"]} == {"summary", "description", "runbook"}
        assert alert["annotations"]["description"].endswith(".")
        assert alert["annotations"]["runbook"] == f"docs/monitoring.md#{alert['alert'].lower()}"


def test_the_sample_scrapes_the_job_and_port_that_the_rest_expects() -> None:
    [scraped] = yaml.safe_load(read_text("prometheus.yaml"))["scrape_configs"]
    assert scraped["job_name"] == "seatpreview"
    assert scraped["static_configs"][0]["targets"] == ["127.0.0.1:9464"]


def test_grafana_finds_its_way_through_the_dashboard() -> None:
    board = dashboard()
    assert board["schemaVersion"] >= 36
    ids = [panel["id"] for panel in board["panels"]]
    assert sorted({*ids}) == sorted(ids)
    variables = {variable["name"]: variable["type"] for variable in board["templating"]["list"]}
    assert variables == {"datasource": "datasource", "job": "query", "instance": "query"}
    for panel in panels():
        assert panel["datasource"] == {"type": "prometheus", "uid": "${datasource}"}
        assert [target["datasource"] for target in panel["targets"]] == [panel["datasource"]] * len(
            panel["targets"]
        )
        for used in re.findall(r"\$(\w+)", " ".join(target["expr"] for target in panel["targets"])):
            assert used in variables or used == "__rate_interval"
    rows = [panel["title"] for panel in board["panels"] if panel["type"] == "row"]
    assert rows == ["Is it well?", "Why not?", "Load", "Database", "Storage", "Workers", "Memory"]


def test_no_panel_lies_over_another() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in dashboard()["panels"]:
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert place["x"] + place["w"] <= 24
        assert not cells & taken, panel["title"]
        taken |= cells


@pytest.mark.parametrize("count", [3, pytest.param(None, marks=pytest.mark.long)])
def test_no_alert_fires_while_all_is_well_and_those_fire_that_should(
    count: int | None, tmp_path: Path, well: Scrape
) -> None:
    """Changes a real scrape as faults would, with --all as each would. tests/bad_days makes some for real."""
    pid = next(name for name in well.values if name.startswith("seatpreview_worker_alive"))
    ready = pid.replace("alive", "ready")
    clock = "seatpreview_clock_timestamp_seconds"
    full = 'seatpreview_outage{cause="storage_full",part="database_writes"}'
    phases = [
        (well, set[str]()),
        (changed(well, {full: 1}), {"SeatPreviewDatabaseFails", "SeatPreviewStorageFull"}),
        (changed(well, {ready: well.at - 60}), {"SeatPreviewNotReady"}),
        (
            changed(well, {pid: well.at - 60, ready: well.at - 60}),
            {"SeatPreviewNotReady", "SeatPreviewWorkerHangs"},
        ),
        (changed(well, {pid: 0.0, ready: 0.0}), set[str]()),
        (changed(well, {pid: None, ready: None}), {"SeatPreviewWorkersMissing"}),
        (
            changed(well, {'seatpreview_outage{cause="locked",part="activity_writes"}': 1}),
            {"SeatPreviewDatabaseFails"},
        ),
        (changed(well, dict.fromkeys((clock, pid, ready), well.at + 86_400)), {"SeatPreviewClockOff"}),
        (changed(well, {"seatpreview_database_clock_ahead_seconds": -86_400}), {"SeatPreviewClockOff"}),
        (changed(well, {metric_table.BACKUP_OVERDUE.name: well.at - 1000}), {"SeatPreviewBackupOld"}),
        (changed(well, {metric_table.BACKUP_OVERDUE.name: None}), set[str]()),
        (changed(well, {metric_table.DISK_FREE_BYTES.name: 900_000_000}), {"SeatPreviewDiskNearlyFull"}),
        (changed(well, {"seatpreview_pruning_paused": 1}), {"SeatPreviewPruningPaused"}),
    ]
    assert_alerts(tmp_path, phases[:count])


@pytest.mark.long
def test_nothing_fires_in_an_idle_night(tmp_path: Path, well: Scrape) -> None:
    """Ten hours without a request, and one worker is replaced. A new one has no heartbeat yet."""
    pid = next(name for name in well.values if name.startswith("seatpreview_worker_alive"))
    starting = changed(well, {pid: 0.0, pid.replace("alive", "ready"): 0.0})
    replaced = 'seatpreview_workers_replaced_total{reason="ended"}'
    after = changed(well, {replaced: well.values.get(replaced, 0) + 1})
    assert_alerts(tmp_path, [(each, set[str]()) for each in (*[well] * 25, starting, *[after] * 24)])


def changed(before: Scrape, values: dict[str, float | None]) -> Scrape:
    """Returns a scrape in which these series have other values; None: they are missing."""
    after = {**before.values, **values}
    return Scrape(before.at, {name: value for name, value in after.items() if value is not None})


def alerts() -> list[dict[str, Any]]:
    [group] = yaml.safe_load(read_text("prometheus-alerts.yaml"))["groups"]
    rules: list[dict[str, Any]] = group["rules"]
    return rules


def alert_expressions() -> list[str]:
    return [alert["expr"] for alert in alerts() if alert["alert"] not in OF_OTHER_EXPORTERS]


def dashboard() -> dict[str, Any]:
    board: dict[str, Any] = json.loads(read_text("grafana-dashboard.json"))
    return board


def panels() -> list[dict[str, Any]]:
    return [panel for panel in dashboard()["panels"] if panel["type"] != "row"]


def dashboard_expressions() -> list[str]:
    variables = [each["definition"] for each in dashboard()["templating"]["list"] if "definition" in each]
    return [*variables, *(target["expr"] for panel in panels() for target in panel["targets"])]


def base_name(name: str) -> str:
    """Returns the metric that a series belongs to."""
    histograms = {metric.name for metric in METRICS if metric.kind == "histogram"}
    stem = re.sub(r"_(bucket|sum|count)$", "", name)
    return stem if stem in histograms else name


def labels_of(name: str) -> set[str]:
    if name == "up":
        return set()
    [metric] = [metric for metric in METRICS if metric.name == name]
    return {*metric.labels, *(["pid"] if metric.workers == "each" else [])}


def labels_that_remain(expression: str) -> set[str]:
    """Returns the labels of the result: those that it is grouped by, or else those of its series."""
    grouped = re.findall(r"\bby \(([^)]*)\)", expression)
    if grouped:
        return {label.strip() for label in grouped[0].split(",")}
    names = [base_name(name) for name, _ in SELECTOR.findall(expression)]
    return SCRAPED.union(*(labels_of(name) for name in names))


def check_value(label: str, operator: str, value: str) -> None:
    if label in VALUES and "$" not in value:
        pattern = value if operator in ("=~", "!~") else re.escape(value)
        for alternative in pattern.split("|"):
            assert any(re.fullmatch(alternative, possible) for possible in VALUES[label]), f"{label}={value}"
