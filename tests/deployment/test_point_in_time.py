"""Point-in-time recovery of PostgreSQL, as docs/backups.md describes it, on real servers."""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from cli.program import invoke, result_of
from deployment.deployment_files import ROOT
from servers import postgres
from servers.polling import wait_until
from servers.postgres import RunningPostgres

pytestmark = pytest.mark.long


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that the user whom root starts a server as can reach: pytest's own cannot be."""
    with TemporaryDirectory(prefix="seatpreview-recovery-") as name:
        yield Path(name)


def page_settings(heading: str) -> dict[str, str]:
    """Returns the settings of PostgreSQL in the block below a heading of the page."""
    _, _, rest = (ROOT / "docs" / "backups.md").read_text(encoding="utf-8").partition(heading)
    block = re.search(r"```ini\n(.*?)```", rest, re.DOTALL)
    assert block is not None
    return dict(re.findall(r"^(\w+) = '?(.*?)'?$", block[1], re.MULTILINE))


def test_records_come_back_as_they_were_at_a_moment(folder: Path) -> None:
    folder.chmod(0o755)
    for name in ("primary", "data"):
        (folder / name).mkdir()
    primary = postgres.start(folder / "primary")
    try:
        for name in ("archive", "recovered"):
            primary.make_folder(folder / name)
        archive = {
            name: value.replace("/var/lib/postgresql/archive", str(folder / "archive"))
            for name, value in page_settings("### Archive the log").items()
        }
        assert archive["archive_mode"] == "on"
        for name, value in archive.items():
            sql(primary, f"ALTER SYSTEM SET {name} = '{value}'")
        primary.restart()
        flags = ["--database-url", primary.create_database("seats"), "--data-dir", str(folder / "data")]
        assert invoke("db", "upgrade", *flags).exit_code == 0
        base = folder / "recovered" / "data"
        primary.run_program(
            "pg_basebackup", "--pgdata", str(base), "--wal-method", "none", "--checkpoint", "fast"
        )

        result_of("tenants", "create", "--name", "Before", *flags)
        moment = sql(primary, "SELECT now()").strip()
        result_of("tenants", "create", "--name", "After the accident", *flags)
        segment = sql(primary, "SELECT pg_walfile_name(pg_switch_wal())").strip()
        wait_until(lambda: (folder / "archive" / segment).exists())
    finally:
        primary.stop()

    recovery = {
        name: value.replace("/var/lib/postgresql/archive", str(folder / "archive"))
        for name, value in page_settings("### Recover to a moment").items()
    }
    assert recovery.keys() == {"restore_command", "recovery_target_time", "recovery_target_action"}
    recovery["recovery_target_time"] = moment
    with (base / "postgresql.auto.conf").open("a") as file:
        file.writelines(f"{name} = '{value}'\n" for name, value in recovery.items())
    (base / "recovery.signal").touch()
    recovered = primary.start_sibling(folder / "recovered")
    try:
        wait_until(lambda: sql(recovered, "SELECT pg_is_in_recovery()").strip() == "f")
        url = recovered.url_of("seats")
        tenants = result_of("tenants", "list", "--database-url", url, "--data-dir", str(folder / "data"))
        assert [tenant["name"] for tenant in tenants["data"]] == ["Before"]
    finally:
        recovered.stop()


def sql(server: RunningPostgres, statement: str) -> str:
    command = [str(server.programs / "psql"), "--no-psqlrc", "-At", "-d", server.url, "-c", statement]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ).stdout
