"""`seatpreview doctor` on PostgreSQL: what it finds, and the advice that it gives."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncpg
import pytest
from sqlalchemy import text

from cli.program import invoke
from doctor.findings import finding, findings
from seatpreview.doctor import clocks, postgresql
from seatpreview.values.clock import Clock, Moment
from servers.free_ports import free_port
from servers.migrated_databases import copy_template
from servers.polling import wait_until
from servers.postgres import RunningPostgres, execute


def test_a_signing_secret_that_only_one_machine_has_is_a_warning(
    postgres: RunningPostgres, data_dir: Path
) -> None:
    url = postgres.create_database("signing")
    found = finding(data_dir, "signing secret", "--database-url", url)
    assert found.state == "warn"
    assert "SEATPREVIEW_SIGNING_SECRET" in str(found.remedy)


def test_tables_that_are_missing_are_for_db_upgrade(postgres: RunningPostgres, data_dir: Path) -> None:
    url = postgres.create_database("doctored")
    found = finding(data_dir, "migrations", "--database-url", url)
    assert (found.state, found.remedy) == ("fail", "Run `seatpreview db upgrade`.")


def test_a_deleted_index_or_trigger_is_named_and_nothing_else(
    postgres: RunningPostgres, postgres_template: str, data_dir: Path
) -> None:
    url = copy_template(postgres, postgres_template, "doctored_parts")
    assert finding(data_dir, "migrations", "--database-url", url).state == "ok"
    execute(url, "DROP INDEX ix_changes_at")
    found = finding(data_dir, "migrations", "--database-url", url)
    assert (found.state, "lack index ix_changes_at:" in found.detail) == ("warn", True)
    assert "CREATE INDEX ix_changes_at ON changes" in str(found.remedy)
    execute(url, "DROP TRIGGER keep_amounts_keys_insert ON keys")
    found = finding(data_dir, "migrations", "--database-url", url)
    assert found.state == "fail"
    assert "lack index ix_changes_at, trigger keep_amounts_keys_insert:" in found.detail


def test_a_database_that_does_not_answer_is_a_failure_without_its_password(data_dir: Path) -> None:
    url = f"postgresql://keeper:geheim@127.0.0.1:{free_port()}/seats"
    found = finding(data_dir, "database", "--database-url", url)
    assert found.state == "fail"
    assert "SEATPREVIEW_DATABASE_URL" in str(found.remedy)
    assert "geheim" not in str(found)


def test_one_that_accepts_no_writes_is_a_failure(postgres: RunningPostgres, data_dir: Path) -> None:
    url = f"{postgres.create_database('readonly')}?options=-c%20default_transaction_read_only%3Don"
    version, found = findings(data_dir, "database", "--database-url", url)
    assert version.state == "ok"
    assert found.state == "fail"
    assert found.detail == "PostgreSQL accepts no writes: default_transaction_read_only is on."


def test_a_standby_is_to_be_replaced_by_its_primary() -> None:
    fault = asyncpg.TargetServerAttributeNotMatched()
    assert "SEATPREVIEW_DATABASE_URL to the primary" in postgresql.remedy_for(fault)


class TestConnections:
    def test_a_server_without_free_connections_says_who_has_them(
        self, postgres: RunningPostgres, data_dir: Path
    ) -> None:
        url = postgres.create_database("crowded")
        execute(url, "CREATE ROLE crowd LOGIN CONNECTION LIMIT 0")
        found = finding(data_dir, "database", "--database-url", url.replace("postgres@", "crowd@"))
        assert found.state == "fail"
        assert "too many connections" in found.detail
        assert "pg_stat_activity" in str(found.remedy)

    def test_few_free_ones_are_a_warning(
        self, postgres: RunningPostgres, data_dir: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        flags = ("--database-url", postgres.create_database("busy"))
        assert finding(data_dir, "connections", *flags).state == "ok"
        monkeypatch.setattr(postgresql, "CONNECTIONS_IN_USE_MAX", 0.0)
        found = finding(data_dir, "connections", *flags)
        assert found.state == "warn"
        assert " of 197 connections of PostgreSQL are in use." in found.detail


class TestDurability:
    def test_a_commit_that_a_crash_can_undo_is_a_warning(
        self, postgres: RunningPostgres, data_dir: Path
    ) -> None:
        """A crash would also undo a revoke that was confirmed."""
        url = f"{postgres.create_database('forgetful')}?options=-c%20synchronous_commit%3Doff"
        found = finding(data_dir, "durability", "--database-url", url)
        assert found.state == "warn"
        assert "can undo a revoke" in found.detail

    @pytest.mark.long
    def test_a_standby_is_told_by_what_a_fail_over_to_it_would_lose(
        self, dedicated_postgres: RunningPostgres, data_dir: Path
    ) -> None:
        """One server with one standby: asynchronous, synchronous, asked itself, and gone."""
        url = dedicated_postgres.create_database("followed")
        flags = ("--database-url", url)
        assert finding(data_dir, "durability", *flags).detail.startswith("PostgreSQL has no standby server.")
        with TemporaryDirectory(prefix="seatpreview-postgres-") as folder:
            standby = dedicated_postgres.start_standby(Path(folder))
            wait_until(lambda: "walreceiver" in finding(data_dir, "durability", *flags).detail)
            assert finding(data_dir, "durability", *flags) == (
                "warn",
                "Standby servers that replicate asynchronously: walreceiver. A fail-over to one can undo a "
                "revoke that was confirmed.",
                "Name them in synchronous_standby_names.",
            )
            set_standby_names(url, "walreceiver")
            wait_until(lambda: finding(data_dir, "durability", *flags).state == "ok")
            asked = finding(data_dir, "database", "--database-url", standby.url_of("followed"))
            assert asked.state == "fail"
            assert str(asked.remedy).startswith("It is a standby, which accepts no writes")
            standby.stop()
        wait_until(lambda: finding(data_dir, "durability", *flags).state == "fail")
        waits = finding(data_dir, "durability", *flags)
        assert "changes wait for one, and are answered with 503." in waits.detail
        set_standby_names(url, "")

    @pytest.mark.parametrize(
        ("names", "standbys", "state", "words"),
        [
            ("", [], "warn", "PostgreSQL has no standby server. A crash loses nothing; with its disk"),
            ("", ["a async"], "warn", "replicate asynchronously: a. A fail-over to one can undo a revoke"),
            ("a", ["a sync", "b async"], "warn", "replicate asynchronously: b."),
            ("a", ["a sync"], "ok", "A change that was confirmed is on a as well"),
            ("a", ["b async"], "fail", "synchronous_standby_names is 'a', and no such standby is connected"),
            ("a", ["a NULL"], "warn", "may not see whether its standby servers are synchronous"),
        ],
    )
    def test_each_kind_of_standby_is_reported(
        self,
        names: str,
        standbys: list[str],
        state: str,
        words: str,
        postgres: RunningPostgres,
        data_dir: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """What the server would report of itself, where it has several."""
        rows = ", ".join(f"('{name}', NULLIF('{sync}', 'NULL'))" for name, sync in map(str.split, standbys))
        reported = f"SELECT * FROM (VALUES {rows}) AS r (name, state)" if rows else "SELECT 1 LIMIT 0"
        monkeypatch.setattr(postgresql, "STANDBYS", text(reported))
        monkeypatch.setattr(postgresql, "STANDBY_NAMES", text(f"SELECT '{names}'"))
        url = postgres.url_of("postgres")
        found = finding(data_dir, "durability", "--database-url", url)
        assert found.state == state
        assert words in found.detail


def test_clocks_that_differ_are_a_warning(
    postgres: RunningPostgres, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class FastClock(Clock):
        def now(self) -> Moment:
            return Moment(super().now() + 60_000_000)

    monkeypatch.setattr(clocks, "Clock", FastClock)
    found = finding(data_dir, "clock", "--database-url", postgres.create_database("slow"))
    assert found.state == "warn"
    told = re.fullmatch(r"The database's clock is (\S+) s from this machine's\.", found.detail)
    assert told is not None, found.detail
    # It is told to a tenth of a second, as exactly as the time allows that the answer took.
    assert -90 < float(told[1]) < -30


class SlowConnection:
    """A database whose clock is right, and whose answer takes ten seconds to come back."""

    async def scalar(self, statement: object) -> int:
        at = Clock().now()
        SlowClock.late = 10_000_000
        return at


class SlowClock(Clock):
    late = 0

    def now(self) -> Moment:
        return Moment(super().now() + self.late)


@pytest.mark.anyio
async def test_an_answer_that_takes_long_is_no_wrong_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The danger: a busy machine is told that its clock is wrong by half of what the answer took."""
    monkeypatch.setattr(clocks, "Clock", SlowClock)
    monkeypatch.setattr(SlowClock, "late", 0)
    found = await clocks.check_database_clock(SlowConnection())  # type: ignore[arg-type]  # all that it asks
    assert found.state == "ok", found.detail


def test_a_database_whose_clock_was_set_back_by_a_day_is_a_failure(
    postgres: RunningPostgres, data_dir: Path
) -> None:
    flags = ["--database-url", postgres.create_database("yesterday"), "--data-dir", str(data_dir)]
    assert invoke("db", "upgrade", *flags).exit_code == 0
    assert invoke("tenants", "create", "--name", "A", *flags).exit_code == 0
    assert {found.state for found in findings(data_dir, "clock", *flags[:2])} == {"ok"}
    later = "UPDATE changes SET at = at + 86400000000"
    execute(flags[1], later, "UPDATE clock_mark SET trusted_at = trusted_at + 86400000000")
    of_machine, of_records = findings(data_dir, "clock", *flags[:2])
    assert of_machine.state == "ok"
    assert of_records.state == "fail"
    assert "24 hours after now by the database's clock: it is behind, or was ahead" in of_records.detail


def set_standby_names(url: str, names: str) -> None:
    execute(url, f"ALTER SYSTEM SET synchronous_standby_names = '{names}'", "SELECT pg_reload_conf()")
