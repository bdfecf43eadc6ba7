"""The clock is wrong: nothing old is deleted, log and metric say so, and the operator has the last word."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from bad_days.runbook import assert_told
from cli.program import invoke, result_of
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
