"""`seatpreview doctor`: what it finds, and the advice that it gives."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from redis import Redis
from sqlalchemy import text

from cli import certificates
from cli.program import invoke, result_of
from parts import valkey as valkey_part
from parts.postgres import RunningPostgres
from seatpreview.cli import doctor_checks
from seatpreview.clock import Clock, Moment
from seatpreview.database.sqlite import DatabaseFiles
from serving import free_port


def test_a_new_database_is_healthy(database_flags: list[str]) -> None:
    found = result_of("doctor", *database_flags, "--signing-secret", "s" * 32)
    assert found["healthy"] is True
    assert {finding["state"] for finding in found["checks"]} == {"ok"}, found


def test_the_doctor_creates_nothing(data_dir: Path) -> None:
    assert result_of("doctor", "--data-dir", str(data_dir))["healthy"] is True
    assert not data_dir.exists()


def test_the_text_has_a_line_for_each_check(data_dir: Path) -> None:
    invoke("db", "upgrade", "--data-dir", str(data_dir))
    lines = invoke("doctor", "--data-dir", str(data_dir)).stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["ok"] * 5


class TestDataFolder:
    def test_a_folder_that_everybody_can_enter_is_a_warning(self, data_dir: Path) -> None:
        data_dir.mkdir(mode=0o755)
        assert finding(data_dir, "data folder") == (
            "warn",
            f"Every user can enter {data_dir}: run `chmod 700 {data_dir}`.",
        )

    def test_a_secret_that_others_can_read_is_a_warning(self, data_dir: Path) -> None:
        assert invoke("tenants", "list", "--data-dir", str(data_dir)).exit_code == 0
        assert finding(data_dir, "data folder")[0] == "ok"
        secret = data_dir / "signing-secret"
        secret.chmod(0o644)
        assert finding(data_dir, "data folder") == (
            "warn",
            f"Other users can read {secret}: run `chmod go= {secret}`.",
        )

    def test_a_file_in_place_of_the_folder_is_a_failure(self, data_dir: Path) -> None:
        data_dir.write_text("")
        assert invoke("doctor", "--data-dir", str(data_dir)).exit_code == 1


class TestImages:
    def test_a_store_that_does_not_answer_is_a_failure(
        self, data_dir: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "id")
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "geheim")
        url = f"s3://seats?endpoint=http://127.0.0.1:{free_port()}&region=eu"
        state, detail = finding(data_dir, "images", "--object-store-url", url)
        assert state == "fail"
        assert "SEATPREVIEW_OBJECT_STORE_URL" in detail
        assert "geheim" not in detail

    def test_a_store_without_credentials_is_a_failure(
        self, data_dir: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("AWS_ACCESS_KEY_ID", raising=False)
        monkeypatch.delenv("AWS_SECRET_ACCESS_KEY", raising=False)
        state, detail = finding(data_dir, "images", "--object-store-url", "s3://seats?region=eu")
        assert state == "fail"
        assert "AWS_ACCESS_KEY_ID" in detail


def test_a_signing_secret_that_only_one_machine_has_is_a_warning(
    postgres: RunningPostgres, data_dir: Path
) -> None:
    url = postgres.create_database("signing")
    state, detail = finding(data_dir, "signing secret", "--database-url", url)
    assert state == "warn"
    assert "SEATPREVIEW_SIGNING_SECRET" in detail


class TestDatabase:
    def test_tables_that_are_missing_are_for_db_upgrade(
        self, postgres: RunningPostgres, data_dir: Path
    ) -> None:
        url = postgres.create_database("doctored")
        state, detail = finding(data_dir, "migrations", "--database-url", url)
        assert state == "fail"
        assert detail.endswith("Run `seatpreview db upgrade`.")

    def test_a_database_that_does_not_answer_is_a_failure_without_its_password(self, data_dir: Path) -> None:
        url = f"postgresql://keeper:geheim@127.0.0.1:{free_port()}/seats"
        state, detail = finding(data_dir, "database", "--database-url", url)
        assert state == "fail"
        assert "SEATPREVIEW_DATABASE_URL" in detail
        assert "geheim" not in detail

    def test_a_commit_that_a_crash_can_undo_is_a_warning(
        self, postgres: RunningPostgres, data_dir: Path
    ) -> None:
        """A crash would also undo a revoke that was confirmed."""
        url = f"{postgres.create_database('forgetful')}?options=-c%20synchronous_commit%3Doff"
        state, detail = finding(data_dir, "durability", "--database-url", url)
        assert state == "warn"
        assert "can undo a revoke" in detail

    def test_a_standby_that_lags_behind_is_a_warning(
        self, postgres: RunningPostgres, data_dir: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A fail-over to it would undo a revoke that was confirmed."""
        monkeypatch.setattr(doctor_checks, "ASYNCHRONOUS_STANDBYS", text("SELECT 2"))
        url = postgres.create_database("followed")
        state, detail = finding(data_dir, "durability", "--database-url", url)
        assert state == "warn"
        assert "can undo a revoke" in detail

    def test_clocks_that_differ_are_a_warning(
        self, postgres: RunningPostgres, data_dir: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class FastClock(Clock):
            def now(self) -> Moment:
                return Moment(super().now() + 60_000_000)

        monkeypatch.setattr(doctor_checks, "Clock", FastClock)
        state, detail = finding(data_dir, "clock", "--database-url", postgres.create_database("slow"))
        assert state == "warn"
        assert detail.startswith("The database's clock is -60.0 s from this machine's")


class TestVenues:
    def test_a_stored_venue_that_costs_too_much_for_a_label_is_a_warning(
        self, data_dir: Path, tmp_path: Path
    ) -> None:
        """A record of an earlier version, which had no bound."""
        flags = ("--data-dir", str(data_dir))
        tenant = result_of("tenants", "create", "--name", "Owner", *flags)["tenantId"]
        record = tmp_path / "venue.json"
        rules = {"seatKeys": {"rules": [{"type": "reject", "pattern": "parking"}]}}
        record.write_text(json.dumps({"name": "Hall", "rules": rules}))
        venue = result_of("venues", "import", str(record), "--tenant", tenant, *flags)["venueId"]
        assert finding(data_dir, "venues")[0] == "ok"
        hostile = [{"type": "reject", "pattern": "((a|b| ){0,100}){0,10}xy"}] * 200
        with closing(sqlite3.connect(DatabaseFiles(data_dir).records)) as connection, connection:
            document = json.dumps({"name": "Hall", "rules": {"seatKeys": {"rules": hostile}}})
            connection.execute("UPDATE venues SET document = ?", (document,))
        state, detail = finding(data_dir, "venues")
        assert state == "warn"
        assert detail.startswith(f"{venue}: /rules/seatKeys/rules/0/pattern costs most")
        assert "its owner should replace the record" in detail
        assert invoke("doctor", *flags).exit_code == 0


@pytest.fixture(scope="module")
def valkey() -> Iterator[valkey_part.RunningValkey]:
    server = valkey_part.start()
    yield server
    server.stop()


class TestValkey:
    def test_a_server_that_answers_is_ok(self, valkey: valkey_part.RunningValkey, data_dir: Path) -> None:
        state, detail = finding(data_dir, "valkey", "--valkey-url", valkey.url)
        assert state == "ok"
        assert detail.startswith("Valkey ")

    def test_a_server_that_does_not_answer_is_a_failure(self, data_dir: Path) -> None:
        url = f"redis://127.0.0.1:{free_port()}/0"
        state, detail = finding(data_dir, "valkey", "--valkey-url", url)
        assert state == "fail"
        assert "SEATPREVIEW_VALKEY_URL" in detail

    def test_a_replica_is_a_failure(self, valkey: valkey_part.RunningValkey, data_dir: Path) -> None:
        """A replica answers, but refuses the writes of rate limits."""
        replica = valkey_part.start()
        try:
            with Redis.from_url(replica.url) as client:
                client.execute_command("REPLICAOF", "127.0.0.1", valkey.port)
            state, detail = finding(data_dir, "valkey", "--valkey-url", replica.url)
        finally:
            replica.stop()
        assert (state, "primary" in detail) == ("fail", True)


class TestCertificate:
    @pytest.mark.parametrize(
        ("days", "state", "words"),
        [(100, "ok", "is valid until"), (10, "warn", "renew it"), (-1, "fail", "expired")],
    )
    def test_a_certificate_that_expires_soon_is_a_warning(
        self, days: int, state: str, words: str, tmp_path: Path, data_dir: Path
    ) -> None:
        certificate, key = certificates.write(tmp_path, days)
        found = finding(data_dir, "certificate", "--tls-cert", str(certificate), "--tls-key", str(key))
        assert found[0] == state
        assert words in found[1]

    def test_a_certificate_with_the_key_of_another_one_is_a_failure(
        self, tmp_path: Path, data_dir: Path
    ) -> None:
        certificate, _ = certificates.write(tmp_path, days=100)
        _, key = certificates.write(tmp_path, days=101)
        found = finding(data_dir, "certificate", "--tls-cert", str(certificate), "--tls-key", str(key))
        assert found[0] == "fail"


def finding(data_dir: Path, check: str, *flags: str) -> tuple[str, str]:
    """The state and detail of a check, which must have exactly one finding."""
    result = invoke("doctor", "--json", "--data-dir", str(data_dir), *flags)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    found = [each for each in json.loads(result.stdout)["checks"] if each["check"] == check]
    assert len(found) == 1, result.stdout
    return found[0]["state"], found[0]["detail"]
