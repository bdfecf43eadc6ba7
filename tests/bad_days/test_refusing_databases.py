"""PostgreSQL, Valkey or S3 begins to refuse requests while the service runs, for several reasons."""

import json
import socket
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from cli.program import invoke
from imagery.sample_pictures import noise
from operated_service import OperatedService, operated_service
from servers import seaweed as seaweed_part
from servers.polling import wait_until
from servers.postgres import RunningPostgres
from servers.seaweed import RunningSeaweed, running_seaweed
from servers.valkey import RunningValkey, running_valkey

pytestmark = pytest.mark.long

CAUSES = {
    *("unreachable", "silent", "pool_full", "too_many_connections", "locked", "read_only", "storage_full"),
    *("damaged", "missing", "refused", "too_many_files", "other"),
}
"""The causes that docs/monitoring.md lists."""

PASSWORD = "9f3Kq-of-the-database"  # Made up, and valid on the test's own server alone.
INTERNALS = ("postgres", "sql", "127.0.0.1", "password", "relation", "valkey", "redis", "s3")

END_CONNECTIONS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'seats'"


class Database:
    """A PostgreSQL server on which the service's user needs its password."""

    def __init__(self, server: RunningPostgres) -> None:
        self._server = server
        self._rules = server.folder / "data" / "pg_hba.conf"
        self._rules_before = self._rules.read_text()
        self._rules.write_text(f"host all seats 127.0.0.1/32 scram-sha-256\n{self._rules_before}")
        self.run(f"CREATE ROLE seats LOGIN PASSWORD '{PASSWORD}'", "SELECT pg_reload_conf()")
        self.run("CREATE DATABASE seats OWNER seats")
        self.url = f"postgresql://seats:{PASSWORD}@127.0.0.1:{server.port}/seats"

    def run(self, *statements: str, database: str = "postgres") -> None:
        for statement in statements:
            self._server.run_program("psql", "--quiet", "--dbname", database, "--command", statement)

    def remove(self) -> None:
        self._server.drop_database("seats")
        self.run("DROP ROLE seats")
        self._rules.write_text(self._rules_before)
        self.run("SELECT pg_reload_conf()")


@pytest.fixture(scope="module")
def database(dedicated_postgres_server: RunningPostgres) -> Iterator[Database]:
    database = Database(dedicated_postgres_server)
    yield database
    database.remove()


@pytest.fixture(scope="module")
def on_postgresql(database: Database, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OperatedService]:
    folder = tmp_path_factory.mktemp("postgresql")
    data = folder / "data"
    upgraded = invoke("db", "upgrade", "--data-dir", str(data), "--database-url", database.url)
    assert upgraded.exit_code == 0, upgraded.stderr
    with operated_service(folder, database_url=database.url) as running:
        yield running


class Fault(NamedTuple):
    """A statement that breaks the database and one that mends it, both run in the database `within`."""

    cause: str
    harm: str
    mend: str
    within: str = "postgres"
    reads_go_on: bool = False


FAULTS = {
    "password changed": Fault(
        "refused", "ALTER ROLE seats PASSWORD 'other'", f"ALTER ROLE seats PASSWORD '{PASSWORD}'"
    ),
    "login forbidden": Fault("refused", "ALTER ROLE seats NOLOGIN", "ALTER ROLE seats LOGIN"),
    "no connections left": Fault(
        "too_many_connections", "ALTER ROLE seats CONNECTION LIMIT 0", "ALTER ROLE seats CONNECTION LIMIT -1"
    ),
    "table gone": Fault(
        "missing", "ALTER TABLE changes RENAME TO lost", "ALTER TABLE lost RENAME TO changes", within="seats"
    ),
    "database gone": Fault(
        "missing", "ALTER DATABASE seats RENAME TO lost", "ALTER DATABASE lost RENAME TO seats"
    ),
    "connections refused": Fault(
        "refused",
        "REVOKE CONNECT ON DATABASE seats FROM public, seats",
        "GRANT CONNECT ON DATABASE seats TO seats",
    ),
    "read-only for the user": Fault(
        "read_only",
        "ALTER ROLE seats SET default_transaction_read_only = on",
        "ALTER ROLE seats RESET default_transaction_read_only",
        reads_go_on=True,
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_database_that_begins_to_refuse_is_named_and_comes_back(
    database: Database, on_postgresql: OperatedService, name: str
) -> None:
    service, fault = on_postgresql, FAULTS[name]
    key = service.http.post("/manage/keys", json={"scope": "admin"}).json()
    bearer = {"authorization": f"Bearer {key['plaintext']}"}
    begun = len(service.outages(fault.cause))
    ended = len(service.process.log_lines("outage ends"))
    try:
        if name == "database gone":
            database.run("ALTER DATABASE seats ALLOW_CONNECTIONS false")
            database.run(END_CONNECTIONS)
        database.run(fault.harm, database=fault.within)
        database.run(END_CONNECTIONS)
        # For a moment, the cause is that connections have ended.
        wait_until(
            lambda: service.create_tenant().status_code == 503 and len(service.outages(fault.cause)) > begun
        )
        refused = service.create_tenant()
        assert refused.status_code == 503
        assert refused.json()["code"] == "unavailable"
        assert not [word for word in INTERNALS if word in refused.json()["detail"].lower()], refused.text
        assert int(refused.headers["retry-after"]) > 0
        wait_until(lambda: service.readiness() == 503)
        wait_until(lambda: any(f'cause="{fault.cause}"' in series for series in service.outage_series()))
        line = service.request_line(service.create_tenant())
        assert (line["problem"], line["cause"]) == ("unavailable", fault.cause)
        assert line["route"] == "/v1/manage/tenants"
        assert service.http.get("/caller", headers=bearer).status_code == (200 if fault.reads_go_on else 503)
        found = service.doctor()
        assert [each for each in found if each["state"] == "fail"], found
        assert PASSWORD not in json.dumps(found)
    finally:
        database.run(fault.mend, database=fault.within)
        if name == "database gone":
            database.run("ALTER DATABASE seats ALLOW_CONNECTIONS true")
        database.run(END_CONNECTIONS)
    wait_until(lambda: service.readiness() == 200)
    wait_until(lambda: service.create_tenant().status_code == 201)
    wait_until(lambda: len(service.process.log_lines("outage ends")) > ended)
    wait_until(lambda: service.outage_series() == {})
    # A revoked key is refused on the new connections, too.
    assert service.http.delete(f"/manage/keys/{key['keyId']}").status_code < 300
    assert service.http.get("/caller", headers=bearer).status_code == 401


def test_outages_of_the_database_were_logged_once_each_and_without_the_password(
    on_postgresql: OperatedService,
) -> None:
    """Reads the log that the tests above have written."""
    text = on_postgresql.process.stderr + on_postgresql.process.stdout + on_postgresql.process.metrics()
    assert PASSWORD not in text
    assert on_postgresql.admin_key not in text
    for line in on_postgresql.process.log_lines():
        if line["event"] in ("outage begins", "outage changes"):
            assert line["cause"] in CAUSES
            assert line["remedy"]
            assert line["level"] in ("error", "warning")
    # Hundreds of requests have failed, and the log has no line of an outage for each of them.
    changes = [line for line in on_postgresql.process.log_lines() if line["event"].startswith("outage")]
    assert len(changes) < 20 * len(FAULTS)


@pytest.fixture(scope="module")
def valkey() -> Iterator[RunningValkey]:
    with running_valkey() as server:
        yield server


@pytest.fixture(scope="module")
def seaweed() -> Iterator[RunningSeaweed]:
    with running_seaweed() as server:
        yield server


@pytest.fixture(scope="module")
def with_parts(
    valkey: RunningValkey, seaweed: RunningSeaweed, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[OperatedService]:
    """A service on SQLite with Valkey and S3."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("AWS_ACCESS_KEY_ID", seaweed_part.ACCESS_KEY_ID)
        environment.setenv("AWS_SECRET_ACCESS_KEY", seaweed_part.SECRET_ACCESS_KEY)
        flags = ["--valkey-url", valkey.url, "--object-store-url", seaweed.url("bad-days")]
        with operated_service(tmp_path_factory.mktemp("parts"), *flags) as running:
            yield running


def command(valkey: RunningValkey, *lines: str) -> str:
    """Sends commands to Valkey over a connection of its own, and returns the answers."""
    with socket.create_connection(("127.0.0.1", valkey.port), timeout=60) as connection:
        connection.sendall("".join(f"{line}\r\n" for line in (*lines, "QUIT")).encode())
        return b"".join(iter(lambda: connection.recv(65536), b"")).decode()


@pytest.mark.parametrize("fault", ["password", "full", "renamed"])
def test_a_valkey_that_begins_to_refuse_is_told_and_nobody_else_notices(
    with_parts: OperatedService, valkey: RunningValkey, fault: str
) -> None:
    secret = "9f3Kq-of-valkey"
    harm, mend = {
        "password": (
            [f"CONFIG SET requirepass {secret}", f"AUTH {secret}", "CLIENT KILL TYPE normal SKIPME yes"],
            [f"AUTH {secret}", 'CONFIG SET requirepass ""'],
        ),
        "full": (
            ["CONFIG SET maxmemory-policy noeviction", "CONFIG SET maxmemory 1"],
            ["CONFIG SET maxmemory 0"],
        ),
        "renamed": (
            ["ACL SETUSER default -eval -evalsha -fcall -script"],
            ["ACL SETUSER default +@all"],
        ),
    }[fault]
    service = with_parts
    begun, ended = (
        len(service.process.log_lines(f"outage {state}", part="valkey")) for state in ("begins", "ends")
    )
    try:
        command(valkey, *harm)

        def told() -> bool:
            assert service.http.get("/caller").status_code == 200
            return len(service.process.log_lines("outage begins", part="valkey")) > begun

        wait_until(told)
        line = service.process.log_lines("outage begins", part="valkey")[-1]
        assert line["cause"] in CAUSES
        if fault == "password":
            assert line["cause"] == "refused"
        assert line["remedy"]
        wait_until(lambda: any('part="valkey"' in series for series in service.outage_series()))
        assert service.readiness() == 200
        assert service.create_tenant().status_code == 201
    finally:
        command(valkey, *mend)

    def over() -> bool:
        assert service.http.get("/caller").status_code == 200
        return len(service.process.log_lines("outage ends", part="valkey")) > ended

    wait_until(over)
    wait_until(lambda: service.outage_series() == {})
    assert secret not in service.process.stderr


def test_credentials_of_the_bucket_that_were_revoked_are_named_and_can_be_given_back(
    with_parts: OperatedService, seaweed: RunningSeaweed
) -> None:
    service = with_parts
    venue = service.create_venue()
    assert service.upload(venue, "one.png", noise(64, 48)).status_code in (200, 201)
    config = seaweed._folder / "s3.json"
    before = config.read_text()
    config.write_text(before.replace(seaweed_part.SECRET_ACCESS_KEY, "another-secret-of-the-tests"))
    try:
        seaweed.restart()
        wait_until(
            lambda: (
                service.upload(venue, "two.png", noise(64, 50)).status_code == 503
                and bool(service.outages("refused"))
            )
        )
        refused = service.upload(venue, "two.png", noise(64, 50))
        assert refused.json()["code"] == "unavailable"
        assert not [word for word in INTERNALS if word in refused.json()["detail"].lower()]
        line = service.request_line(refused)
        assert (line["problem"], line["cause"]) == ("unavailable", "refused")
        assert {each["part"] for each in service.outages("refused")} >= {"image_storage_writes"}
        assert service.readiness() == 200
        url = seaweed.url("bad-days")
        found = service.doctor("--object-store-url", url)
        assert [each for each in found if each["state"] == "fail"], found
        assert seaweed_part.SECRET_ACCESS_KEY not in json.dumps(found)
    finally:
        config.write_text(before)
        seaweed.restart()
    wait_until(lambda: service.upload(venue, "two.png", noise(64, 50)).status_code in (200, 201))
    wait_until(lambda: service.outage_series() == {})
    assert seaweed_part.SECRET_ACCESS_KEY not in service.process.stderr + service.process.metrics()
