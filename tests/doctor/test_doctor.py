"""`seatpreview doctor`: what it finds, and the advice that it gives."""

import json
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from redis import Redis

from cli.program import invoke, result_of
from doctor.findings import finding
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.doctor import machine, stores
from servers import certificates
from servers import valkey as valkey_part
from servers.free_ports import free_port
from servers.polling import PATIENCE_SECONDS

pytestmark = pytest.mark.usefixtures("optimised_python")


@pytest.mark.both_engines
def test_a_new_database_is_healthy(database_flags: list[str]) -> None:
    secrets = ("--signing-secret", "s" * 32, "--webhook-key", "k" * 32)
    found = result_of("doctor", *database_flags, *secrets)
    assert found["healthy"] is True
    not_ok = {finding["check"] for finding in found["checks"] if finding["state"] != "ok"}
    # The PostgreSQL of the tests has no standby server.
    assert not_ok == ({"durability"} if database_flags[3] else set()), found


def test_the_names_of_checks_are_those_that_scripts_rely_on(data_dir: Path) -> None:
    found = result_of("doctor", "--data-dir", str(data_dir))
    assert [finding["check"] for finding in found["checks"]] == [
        "data folder",
        "disk space",
        "database files",
        "database files",
        "database",
        "migrations",
        "clock",
        "venues",
        "quotas",
        "amounts",
        "webhooks",
        "images",
        "backup",
        "open files",
        "priority",
        "python",
        "stills",
    ]


def test_the_text_has_a_line_for_each_check(data_dir: Path) -> None:
    checks = result_of("doctor", "--data-dir", str(data_dir))["checks"]
    lines = invoke("doctor", "--data-dir", str(data_dir)).stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["ok"] * len(checks)


def test_the_remedy_is_shown_after_the_detail(data_dir: Path) -> None:
    data_dir.chmod(0o755)
    [line] = [
        line for line in invoke("doctor", "--data-dir", str(data_dir)).stdout.splitlines() if " warn " in line
    ]
    assert line.endswith(f"Every user can enter {data_dir}. Run `chmod 700 {data_dir}`.")


def test_warnings_are_a_failure_where_that_is_asked_for(data_dir: Path) -> None:
    """3, so that a script can tell them from a check that failed (1) and from flags that are wrong (2)."""
    flags = ("--data-dir", str(data_dir))
    assert invoke("doctor", "--strict", *flags).exit_code == 0
    data_dir.chmod(0o755)
    assert invoke("doctor", *flags).exit_code == 0
    assert invoke("doctor", "--strict", *flags).exit_code == 3
    (data_dir / "activity.sqlite").unlink()
    assert invoke("doctor", "--strict", *flags).exit_code == 1


class TestQuotas:
    def test_a_tenant_that_is_near_a_quota_is_named(self, data_dir: Path) -> None:
        flags = ("--data-dir", str(data_dir))
        made = result_of("tenants", "create", "--name", "Small", "--key-quota", "2", *flags)
        assert finding(data_dir, "quotas").state == "ok"
        for _ in range(2):
            result_of("keys", "create", "--tenant", made["tenantId"], *flags)
        found = finding(data_dir, "quotas")
        tenant_id = made["tenantId"]
        expected = f"{tenant_id} has 2 of 2 keys that are not revoked. Nothing can be added."
        assert (found.state, found.detail) == ("warn", expected)
        assert f"seatpreview tenants update {tenant_id} --key-quota N" in str(found.remedy)


class TestDataFolder:
    def test_a_folder_that_everybody_can_enter_is_a_warning(self, data_dir: Path) -> None:
        data_dir.chmod(0o755)
        assert finding(data_dir, "data folder") == (
            "warn",
            f"Every user can enter {data_dir}.",
            f"Run `chmod 700 {data_dir}`.",
        )

    def test_a_secret_that_others_can_read_is_a_warning(self, data_dir: Path) -> None:
        assert invoke("tenants", "list", "--data-dir", str(data_dir)).exit_code == 0
        assert finding(data_dir, "data folder")[0] == "ok"
        secret = data_dir / "signing-secret"
        secret.chmod(0o644)
        assert finding(data_dir, "data folder") == (
            "warn",
            f"Other users can read {secret}.",
            f"Run `chmod go= {secret}`.",
        )

    def test_a_file_in_place_of_the_folder_is_a_failure(self, missing_dir: Path) -> None:
        missing_dir.write_text("")
        assert finding(missing_dir, "data folder").state == "fail"


class TestImages:
    def test_a_store_that_does_not_answer_is_a_failure(
        self, data_dir: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "id")
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "geheim")
        url = f"s3://seats?endpoint=http://127.0.0.1:{free_port()}&region=eu"
        found = finding(data_dir, "images", "--object-store-url", url)
        assert found.state == "fail"
        assert "SEATPREVIEW_OBJECT_STORE_URL" in str(found.remedy)
        assert "geheim" not in str(found)

    def test_a_store_without_credentials_is_a_failure(
        self, data_dir: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("AWS_ACCESS_KEY_ID", raising=False)
        monkeypatch.delenv("AWS_SECRET_ACCESS_KEY", raising=False)
        found = finding(data_dir, "images", "--object-store-url", "s3://seats?region=eu")
        assert found.state == "fail"
        assert "AWS_ACCESS_KEY_ID" in found.detail


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
        state, detail, remedy = finding(data_dir, "venues")
        assert state == "warn"
        assert detail.startswith(f"{venue}: /rules/seatKeys/rules/0/pattern costs most")
        assert remedy == "Its owner should replace the record with one that is accepted."

    def test_a_hall_that_cannot_be_real_is_a_warning(self, data_dir: Path, tmp_path: Path) -> None:
        flags = ("--data-dir", str(data_dir))
        tenant = result_of("tenants", "create", "--name", "Owner", *flags)["tenantId"]
        names, xs = [str(seat) for seat in range(20)], list(range(0, 100, 5))
        rows = [
            {"row": row, "seats": names, "x": xs, "y": [y] * 20, "z": 0}
            for row, y in (("1", -200), ("2", -210))
        ]
        layout = {"focus": {"x": 0, "y": 0}, "sections": [{"id": "A", "positions": rows}]}
        record = tmp_path / "venue.json"
        record.write_text(json.dumps({"name": "Hall", "rules": {"layout": layout}}))
        imported = invoke("venues", "import", str(record), "--tenant", tenant, *flags, "--json")
        assert "Hardly true: The hall would be" in imported.stderr
        venue = json.loads(imported.stdout)["venueId"]
        state, detail, _ = finding(data_dir, "venues")
        assert state == "warn"
        assert detail.startswith(f"{venue}: The hall would be 0.9 m wide")

    def test_a_record_that_cannot_be_read_is_a_failure(self, data_dir: Path, tmp_path: Path) -> None:
        """Damage within a page: SQLite itself cannot find it."""
        flags = ("--data-dir", str(data_dir))
        tenant = result_of("tenants", "create", "--name", "Owner", *flags)["tenantId"]
        example = ("--example", "theatre", "--tenant", tenant)
        venue = result_of("venues", "import", *example, *flags)["venueId"]
        with closing(sqlite3.connect(DatabaseFiles(data_dir).records)) as connection, connection:
            connection.execute('UPDATE venues SET document = \'{"name": "Ha\' || char(7, 240)')
        state, detail, remedy = finding(data_dir, "venues")
        assert state == "fail"
        assert detail.startswith(f"The record of {venue} cannot be read: ")
        assert "restore a backup" in str(remedy)


class TestPython:
    def test_an_optimised_python_is_ok(self, data_dir: Path) -> None:
        state, detail, _ = finding(data_dir, "python")
        assert state == "ok"
        assert detail.endswith("built with profile-guided optimisation.")

    def test_another_one_is_a_warning_that_says_what_to_do(
        self, data_dir: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The service works with it, so the command succeeds."""
        monkeypatch.setattr(machine, "is_python_optimised", lambda: False)
        state, detail, remedy = finding(data_dir, "python")
        assert state == "warn"
        assert "about an eighth more processor time" in detail
        assert "/usr/bin/python3" in str(remedy)
        assert "--enable-optimizations --with-lto" in str(remedy)


@pytest.fixture(scope="module")
def valkey() -> Iterator[valkey_part.RunningValkey]:
    server = valkey_part.start()
    yield server
    server.stop()


class TestValkey:
    @pytest.fixture(autouse=True)
    def patience(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is waited for as long as a busy machine takes."""
        monkeypatch.setattr(stores, "TIMEOUT_SECONDS", PATIENCE_SECONDS)

    def test_a_server_that_answers_is_ok(self, valkey: valkey_part.RunningValkey, data_dir: Path) -> None:
        state, detail, _ = finding(data_dir, "valkey", "--valkey-url", valkey.url)
        assert state == "ok"
        assert detail.startswith("Valkey ")

    def test_a_server_that_does_not_answer_is_a_failure(self, data_dir: Path) -> None:
        url = f"redis://127.0.0.1:{free_port()}/0"
        found = finding(data_dir, "valkey", "--valkey-url", url)
        assert found.state == "fail"
        assert "SEATPREVIEW_VALKEY_URL" in str(found.remedy)

    def test_a_replica_is_a_failure(self, valkey: valkey_part.RunningValkey, data_dir: Path) -> None:
        """A replica answers, but refuses the writes of rate limits."""
        replica = valkey_part.start()
        try:
            with Redis.from_url(replica.url) as client:
                client.execute_command("REPLICAOF", "127.0.0.1", valkey.port)
            found = finding(data_dir, "valkey", "--valkey-url", replica.url)
        finally:
            replica.stop()
        assert (found.state, "primary" in str(found.remedy)) == ("fail", True)


class TestOpenFiles:
    @pytest.fixture(autouse=True)
    def files_allowed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The limit of the process itself, which could not be raised again after the test."""
        monkeypatch.setattr(resource, "getrlimit", lambda _: (256, 1100))

    def test_fewer_than_the_connections_of_the_settings_are_a_failure(self, data_dir: Path) -> None:
        found = finding(data_dir, "open files", "--connections-max", "5000")
        assert found.state == "fail"
        assert found.detail.endswith("may open 1100 files, too few for 5000 connections.")
        assert str(found.remedy).startswith("Allow 5256 open files: LimitNOFILE")

    def test_few_are_a_warning_where_the_settings_leave_it_open(self, data_dir: Path) -> None:
        found = finding(data_dir, "open files")
        assert found.state == "warn"
        assert found.detail == (
            "No running service is known here. One that this user starts may open 1100 files, enough for "
            "422 connections of a worker."
        )

    def test_enough_for_the_connections_of_the_settings_are_ok(self, data_dir: Path) -> None:
        assert finding(data_dir, "open files", "--connections-max", "100").state == "ok"


class TestCertificate:
    @pytest.mark.parametrize(
        ("days", "state", "words"),
        [
            (100, "ok", "is valid until"),
            (10, "warn", "expires on"),
            (2, "fail", "expires on"),
            (-1, "fail", "expired"),
        ],
    )
    def test_a_certificate_that_expires_soon_is_a_warning(
        self, days: int, state: str, words: str, tmp_path: Path, data_dir: Path
    ) -> None:
        certificate, key = certificates.write(tmp_path, days)
        found = finding(data_dir, "certificate", "--tls-cert", str(certificate), "--tls-key", str(key))
        assert found.state == state
        assert words in found.detail
        assert found.remedy is None or found.remedy.startswith("Renew it")

    def test_a_certificate_with_the_key_of_another_one_is_a_failure(
        self, tmp_path: Path, data_dir: Path
    ) -> None:
        certificate, _ = certificates.write(tmp_path, days=100)
        _, key = certificates.write(tmp_path, days=101)
        found = finding(data_dir, "certificate", "--tls-cert", str(certificate), "--tls-key", str(key))
        assert found[0] == "fail"
