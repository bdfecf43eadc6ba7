"""Promises of script/bench growth: data that is stored in bulk is data that the service works with."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks import growth_cases
from benchmarks.benchmark_venue import BenchmarkVenue
from benchmarks.growth import REASONS, Growth
from benchmarks.growth_cases import CASES, Case, requests_for
from benchmarks.latency import send_each_once
from benchmarks.service_under_test import start_new_service
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.settings.settings import Settings
from servers.free_ports import free_port

STORED = {"keys": "keys", "venues": "venues", "events": "events", "audit": "changes"}
"""The table that a case fills, by the case."""
COUNT = 200


def test_reasons_are_for_cases_that_there_are() -> None:
    assert {name for name, _ in REASONS} <= {case.name for case in CASES}
    growth = Growth(CASES[0].name, 1.2, 100, 100, "preview")
    assert growth.mark.endswith("the reason is not known")
    name, operation = next(iter(REASONS))
    assert Growth(name, 1.2, 100, 100, operation).mark.endswith(REASONS[name, operation])


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_every_request_of_a_case_is_answered(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("KEYS", "VENUES", "EVENTS", "AUDIT_ENTRIES"):
        monkeypatch.setattr(growth_cases, name, COUNT)
    monkeypatch.setattr(growth_cases, "LABELS", 20)
    settings = Settings(data_dir=tmp_path, port=free_port(), metrics_port=0)
    files = DatabaseFiles(tmp_path)
    with start_new_service(settings, core=0) as (_, admin_key):
        venue = BenchmarkVenue(settings.address, admin_key, seats=500, aliases=case.large.aliases)
        requests = requests_for(venue) | case.large.fill(venue, files)
        for of_operation in requests.values():
            # It raises where a response is no success.
            send_each_once(settings.port, of_operation, connections=2)
        venue.close()
    if case.id in STORED:
        file = files.activity if case.id == "events" else files.records
        with closing(sqlite3.connect(file)) as connection:
            [(rows,)] = connection.execute(f"SELECT count(*) FROM {STORED[case.id]}").fetchall()
        assert rows > COUNT
