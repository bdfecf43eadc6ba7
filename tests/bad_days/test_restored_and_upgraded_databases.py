"""PostgreSQL without a free connection, at an address that moves, or replaced by a backup; and upgrades that
are killed or run twice."""

import json
import subprocess
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from bad_days.sale import Sale, internal_faults
from cli.program import assert_clear_refusal, run
from operated_service import operated_service
from seatpreview.settings.settings import Settings
from servers.admin_key import create_admin_key
from servers.long_timeouts import LONG_TIMEOUTS_PROGRAM
from servers.migrated_databases import copy_template
from servers.polling import wait_until
from servers.postgres import RunningPostgres, execute, running_postgres
from servers.processes import clean_environment
from servers.service_process import PROGRAM
from servers.tcp_proxy import running_proxy

pytestmark = pytest.mark.long

_KILLS = 6


def test_a_database_without_a_free_connection_refuses_in_words_and_is_used_again(
    tmp_path: Path, postgres: RunningPostgres
) -> None:
    """A machine that cannot connect says so and does not start; one that runs answers or says 503, and goes
    on by itself (docs/troubleshooting.md)."""
    postgres.create_database("few_connections")
    execute(
        postgres.url, "CREATE ROLE box_office LOGIN", "ALTER DATABASE few_connections OWNER TO box_office"
    )
    url = f"postgresql://box_office@127.0.0.1:{postgres.port}/few_connections"
    create_admin_key(Settings(data_dir=tmp_path / "data", database_url=url))
    with operated_service(tmp_path, database_url=url, program=LONG_TIMEOUTS_PROGRAM) as service:
        sale = Sale(service)
        token = sale.new_buyer()
        execute(postgres.url, "ALTER ROLE box_office CONNECTION LIMIT 1")

        with ThreadPoolExecutor(40) as threads:
            made = [each.status_code for each in threads.map(lambda _: service.create_tenant(), range(80))]
            seen = [each.status_code for each in threads.map(lambda _: sale.look(token), range(80))]
        assert set(made) <= {201, 503}
        assert set(seen) <= {200, 503}
        assert not internal_faults(service.process)

        other_machine = ("--database-url", url, "--data-dir", str(tmp_path / "other"))
        refused = run("serve", "--port", "0", "--metrics-port", "0", *other_machine, cwd=tmp_path)
        assert_clear_refusal(refused.returncode, refused.stderr)
        assert "cannot be used" in refused.stderr

        execute(postgres.url, "ALTER ROLE box_office CONNECTION LIMIT -1")
        wait_until(lambda: service.readiness() == 200)
        wait_until(lambda: service.create_tenant().status_code == 201)
        assert sale.look(token).status_code == 200


def test_an_address_that_moves_to_the_new_primary_is_followed(tmp_path: Path) -> None:
    """An address that moves with the primary works, without a restart, and what was revoked stays so
    (docs/deploy.md, PostgreSQL with a standby)."""
    with (
        running_postgres() as primary,
        tempfile.TemporaryDirectory(prefix="seatpreview-standby-") as folder,
        running_proxy(primary.port) as address,
    ):
        direct = primary.create_database("seats")
        create_admin_key(Settings(data_dir=tmp_path / "data", database_url=direct))
        standby = primary.start_standby(Path(folder))
        try:
            execute(
                primary.url,
                "ALTER SYSTEM SET synchronous_commit = remote_apply",
                "ALTER SYSTEM SET synchronous_standby_names = '*'",
                "SELECT pg_reload_conf()",
            )
            url = direct.replace(f":{primary.port}/", f":{address.port}/")
            with operated_service(tmp_path, database_url=url, program=LONG_TIMEOUTS_PROGRAM) as service:
                sale = Sale(service)
                token = sale.new_buyer()
                leaked = service.create_key()
                assert service.process.caller(leaked["plaintext"]).status_code == 200
                service.revoke(leaked)

                primary.stop()
                wait_until(lambda: service.readiness() == 503)
                assert sale.look(token).status_code == 503, "nobody can know whether the key was revoked"
                standby.promote()
                address.move_to(standby.port)

                wait_until(lambda: service.readiness() == 200)
                assert sale.look(token).status_code == 200
                assert service.process.caller(leaked["plaintext"]).status_code == 401
                assert service.create_tenant().status_code == 201
                assert not internal_faults(service.process)
        finally:
            standby.stop()


def test_a_machine_that_was_not_stopped_for_a_restore_accepts_no_key_that_is_lost(
    tmp_path: Path, postgres: RunningPostgres, postgres_template: str
) -> None:
    """What was made after the backup is gone, and holders of such keys get 401, also from a machine that
    somebody forgot to stop for the restore (docs/backups.md)."""
    name = "restored_under_a_machine"
    url = copy_template(postgres, postgres_template, name)
    settings = Settings(data_dir=tmp_path / "data", database_url=url)
    in_backup = create_admin_key(settings)
    postgres.create_database(f"{name}_backup", template=name)
    with operated_service(tmp_path, database_url=url, program=LONG_TIMEOUTS_PROGRAM) as service:
        sale = Sale(service)
        token, lost = sale.new_buyer(), service.create_key()["plaintext"]
        assert service.process.caller(lost).status_code == 200
        assert service.process.caller(in_backup).status_code == 200
        assert sale.look(token).status_code == 200

        execute(
            postgres.url,
            f"ALTER DATABASE {name} ALLOW_CONNECTIONS false",
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'",
        )
        wait_until(lambda: has_no_connection(postgres, name))
        execute(
            postgres.url,
            f"ALTER DATABASE {name} RENAME TO {name}_replaced",
            f"ALTER DATABASE {name}_backup RENAME TO {name}",
        )

        def is_refused() -> bool:
            statuses = (service.process.caller(lost).status_code, sale.look(token).status_code)
            assert 200 not in statuses, "a key was accepted that the restored records do not know"
            return statuses == (401, 401)

        wait_until(is_refused)
        assert service.process.caller(in_backup).status_code == 200


@pytest.mark.parametrize("engine_name", ["sqlite", "postgresql"])
def test_an_upgrade_that_was_killed_can_be_run_again(
    tmp_path: Path, engine_name: str, request: pytest.FixtureRequest
) -> None:
    """An upgrade that ends by SIGKILL leaves tables on which the next one succeeds (any good service)."""
    flags, has_begun = empty_database(tmp_path, engine_name, request, "killed_upgrade")
    for _ in range(_KILLS):
        command = [*PROGRAM, "db", "upgrade", *flags]
        with subprocess.Popen(
            command, cwd=tmp_path, env=clean_environment(), stdout=subprocess.DEVNULL
        ) as upgrade:
            wait_for_either(has_begun(), upgrade)
            upgrade.kill()
    finished = run("db", "upgrade", *flags, cwd=tmp_path)
    assert finished.returncode == 0, finished.stderr
    assert_usable(tmp_path, flags)


@pytest.mark.parametrize("engine_name", ["sqlite", "postgresql"])
def test_upgrades_that_run_at_the_same_time_leave_tables_that_can_be_used(
    tmp_path: Path, engine_name: str, request: pytest.FixtureRequest
) -> None:
    """A job that is started twice upgrades the tables once, and none of them ends with a traceback (any good
    service)."""
    flags, _ = empty_database(tmp_path, engine_name, request, "upgraded_twice")
    with ThreadPoolExecutor(3) as threads:
        done = list(threads.map(lambda _: run("db", "upgrade", *flags, cwd=tmp_path), range(3)))
    assert 0 in [each.returncode for each in done], [each.stderr for each in done]
    for each in done:
        assert "Traceback" not in each.stderr
    assert_usable(tmp_path, flags)


def empty_database(
    tmp_path: Path, engine_name: str, request: pytest.FixtureRequest, name: str
) -> tuple[list[str], Callable[[], Callable[[], bool]]]:
    """Returns the flags of a database without tables, and a function that begins to watch it.

    What that one returns says whether an upgrade has written more than when the watch began, or is connected.
    """
    data_dir = tmp_path / "data"
    if engine_name == "sqlite":

        def size() -> int:
            total = 0
            for path in data_dir.glob("*.sqlite*"):
                with suppress(FileNotFoundError):  # The upgrade may delete it meanwhile.
                    total += path.stat().st_size
            return total

        def watch_files() -> Callable[[], bool]:
            before = size()
            return lambda: size() > before

        return ["--data-dir", str(data_dir)], watch_files
    server: RunningPostgres = request.getfixturevalue("postgres")
    url = server.create_database(name)
    data_dir.mkdir()  # Commands on PostgreSQL find the signing secret there.
    return (
        ["--data-dir", str(data_dir), "--database-url", url],
        lambda: lambda: not has_no_connection(server, name),
    )


def wait_for_either(begun: Callable[[], bool], process: "subprocess.Popen[bytes]") -> None:
    """Waits until something has begun, or the process has ended before."""
    wait_until(lambda: begun() or process.poll() is not None)


def has_no_connection(server: RunningPostgres, database: str) -> bool:
    counted = subprocess.run(
        [
            *(str(server.programs / "psql"), "--no-psqlrc", "--tuples-only", "--no-align", "--dbname"),
            *(server.url, "--command"),
            f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{database}'",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    return counted.stdout.strip() == "0"


def assert_usable(tmp_path: Path, flags: list[str]) -> None:
    status = run("db", "status", "--json", *flags, cwd=tmp_path)
    assert status.returncode == 0, status.stderr
    assert json.loads(status.stdout)["usable"] is True
    created = run("tenants", "create", "--name", "After the upgrade", "--json", *flags, cwd=tmp_path)
    assert created.returncode == 0, created.stderr
