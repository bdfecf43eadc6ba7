"""The clock is wrong: nothing old is deleted, log and metric say so, and the operator has the last word."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bad_days.runbook import assert_told
from cli.program import invoke, result_of, run
from operated_service import OperatedService, operated_service
from seatpreview.values.clock import MICROSECONDS
from servers.free_ports import free_port
from servers.polling import PATIENCE_SECONDS, wait_until
from servers.service_process import running_service

HEADING = "The clock is wrong"
REASON = "That is more than 30 days, so nothing old is deleted until you confirm that the clock is right"
DAY = 86_400 * MICROSECONDS


def move_last_run(records: Path, days: int) -> None:
    """Dates the last run of the service back, which is what a clock that is ahead looks like."""
    with closing(sqlite3.connect(records, timeout=PATIENCE_SECONDS)) as connection, connection:
        connection.execute(
            f"UPDATE clock_mark SET seen_at = seen_at - {days * DAY}, trusted_at = seen_at - {days * DAY}"
        )
        connection.execute("INSERT INTO ended_sessions VALUES ('ses_000000000000', 1)")


def ended_sessions(records: Path) -> int:
    with closing(sqlite3.connect(records, timeout=PATIENCE_SECONDS)) as connection:
        return int(connection.execute("SELECT count(*) FROM ended_sessions").fetchone()[0])


@pytest.mark.long
def test_a_service_that_starts_with_a_clock_ahead_says_so_and_takes_the_operators_word(
    tmp_path: Path,
) -> None:
    data = ["--data-dir", str(tmp_path / "data")]
    assert invoke("db", "upgrade", *data).exit_code == 0
    key: Any = result_of("keys", "create", "--scope", "admin", *data)
    revoked: Any = result_of("keys", "create", "--scope", "admin", *data)
    records = tmp_path / "data" / "seatpreview.sqlite"
    assert invoke("keys", "revoke", revoked["keyId"], "--yes", *data).exit_code == 0
    move_last_run(records, days=400)
    serve = ["--metrics-port", str(free_port()), "--log-format", "json"]
    with running_service(tmp_path, *serve, until="Metrics +http") as service:
        wait_until(lambda: '"event":"pruning is paused"' in service.stderr)
        assert REASON in service.stderr
        wait_until(lambda: "seatpreview_pruning_paused 1.0" in service.metrics())
        assert service.caller(key["plaintext"]).status_code == 200, "it serves as ever"
        assert service.caller(revoked["plaintext"]).json()["code"] == "key_revoked"
        asked = invoke("db", "confirm-clock", *data)
        assert asked.exit_code == 1
        assert "seatpreview db confirm-clock --yes" in asked.stdout
        assert ended_sessions(records) == 1
        assert invoke("db", "confirm-clock", "--yes", *data).exit_code == 0
        wait_until(lambda: '"event":"pruning goes on"' in service.stderr)
        wait_until(lambda: "seatpreview_pruning_paused 0.0" in service.metrics())
        assert service.caller(revoked["plaintext"]).status_code == 401
    assert_told(
        HEADING,
        "pruning is paused",
        "pruning goes on",
        "seatpreview_pruning_paused 1",
        "seatpreview db confirm-clock --yes",
        REASON,
    )


def clock_entries(service: OperatedService) -> list[dict[str, Any]]:
    response = service.http.get("/manage/audit", params={"kind": "clock"})
    assert response.status_code == 200, response.text
    entries: list[dict[str, Any]] = response.json()["data"]
    return entries


@pytest.mark.long
def test_every_confirmation_of_the_clock_is_in_the_audit_list(tmp_path: Path) -> None:
    """A look at the clock is not. Tenants do not see the entries."""
    with operated_service(tmp_path) as service:
        tenant_id = service.create_tenant().json()["tenantId"]
        key = service.http.post("/manage/keys", json={"tenantId": tenant_id}).json()["plaintext"]
        assert run("db", "confirm-clock", cwd=tmp_path).returncode == 0
        assert clock_entries(service) == []
        confirmed = run("db", "confirm-clock", "--yes", "--json", cwd=tmp_path)
        assert confirmed.returncode == 0, confirmed.stderr
        json.loads(confirmed.stdout)
        [entry] = clock_entries(service)
        assert (entry["action"], entry["actor"], entry["tenantId"]) == ("confirmed", "operator", None)
        everything = service.http.get("/manage/audit").json()["data"]
        assert everything[0] == entry
        numbers = [each["number"] for each in everything]
        assert numbers == list(range(numbers[0], 0, -1))
        headers = {"authorization": f"Bearer {key}"}
        seen = service.http.get("/manage/audit", headers=headers)
        assert seen.status_code == 200
        assert all(each["kind"] != "clock" for each in seen.json()["data"])
        assert run("db", "confirm-clock", "--yes", cwd=tmp_path).returncode == 0
        assert len(clock_entries(service)) == 2
        assert service.create_tenant().status_code == 201


@pytest.mark.long
def test_a_clock_that_is_confirmed_while_the_service_is_off_is_in_the_audit_list(tmp_path: Path) -> None:
    """An older backup says that it lacks a change."""
    with operated_service(tmp_path):
        pass
    assert run("db", "backup", "before.tar", cwd=tmp_path).returncode == 0
    assert run("db", "confirm-clock", "--yes", cwd=tmp_path).returncode == 0
    verified = run("db", "verify", "before.tar", cwd=tmp_path)
    assert verified.returncode == 0, verified.stderr
    assert "clock confirmed 1" in verified.stdout
    with operated_service(tmp_path) as service:
        assert [each["action"] for each in clock_entries(service)] == ["confirmed"]
