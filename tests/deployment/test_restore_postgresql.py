"""The way back on PostgreSQL: the commands of docs/backups.md restore a dump, and name the keys that it
revives."""

import asyncio
import re
import secrets
import subprocess
from pathlib import Path

import pytest

from cli.program import invoke, result_of
from database.opened import opened
from deployment.deployment_files import FOLDER
from deployment.test_backup_postgresql import Backups
from seatpreview.database import schema
from seatpreview.settings.settings import Settings
from servers.migrated_databases import copy_template
from servers.postgres import RunningPostgres

PAGE = FOLDER.parent / "docs" / "backups.md"


class Restorable(Backups):
    """A database with all tables, and a dump of it."""

    def __init__(self, server: RunningPostgres, template: str, folder: Path) -> None:
        self.name = f"restorable_{secrets.token_hex(4)}"
        super().__init__(server, copy_template(server, template, self.name), folder)
        self.data_dir.mkdir()
        self.flags = ["--database-url", self.url, "--data-dir", str(self.data_dir)]
        self.dump = folder / "old.dump"

    def take_dump(self) -> None:
        self._run("pg_dump", "--format", "custom", "--file", str(self.dump), "--dbname", self.url)

    def go_back_to(self, revision: str) -> None:
        """Leaves empty tables, as a release with this revision made them."""
        self.psql("DROP SCHEMA activity CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        asyncio.run(self._upgrade_to(revision))

    async def _upgrade_to(self, revision: str) -> None:
        async with opened(Settings(data_dir=self.data_dir, database_url=self.url), revision):
            pass

    def restore_over_tables(self) -> None:
        """Restores as the page said once: into the tables that are there. Newer ones stay."""
        program = self.server.programs / "pg_restore"
        arguments = ["--clean", "--if-exists", "--no-owner", "--dbname", self.url, str(self.dump)]
        subprocess.run([program, *arguments], env=self.environment(), capture_output=True, check=False)

    def restore_as_the_page_says(self) -> None:
        """Runs the commands of the page up to the one that compares, with this server's names."""
        [block] = [text for text in _shell_blocks() if "pg_restore" in text]
        commands = block.partition("seatpreview db status")[0]
        server, _, _ = self.url.rpartition("/")
        commands = re.sub(r"^server=\S+", f"server={server}", commands, flags=re.MULTILINE)
        commands = re.sub(r"\bDATABASE seatpreview\b", f"DATABASE {self.name}", commands)
        commands = re.sub(r"\bseatpreview_replaced\b", f"{self.name}_replaced", commands)
        commands = re.sub(r"seatpreview-\w+\.dump", str(self.dump), commands)
        done = subprocess.run(
            ["bash", "-euc", commands], env=self.environment(), capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run([self.server.programs / program, *arguments], env=self.environment(), check=True)


def _shell_blocks() -> list[str]:
    return re.findall(r"^```sh\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.fixture
def restorable(postgres: RunningPostgres, postgres_template: str, tmp_path: Path) -> Restorable:
    return Restorable(postgres, postgres_template, tmp_path)


def test_an_old_dump_over_new_tables_is_recognized_and_into_an_empty_database_is_upgraded(
    restorable: Restorable,
) -> None:
    """The danger: after the way back from an upgrade, there is no way forward any more."""
    restorable.go_back_to("0007")
    restorable.psql(
        "INSERT INTO tenants (tenant_id, name, created_at, updated_at, version) "
        "VALUES ('ten_000000000000', 'Halls', 1, 1, 1)"
    )
    restorable.take_dump()
    assert invoke("db", "upgrade", *restorable.flags).exit_code == 0

    restorable.restore_over_tables()
    refused = invoke("db", "upgrade", *restorable.flags)
    assert refused.exit_code == 1
    said = "The tables have revision 0007, but parts of a newer release are among them: "
    assert refused.stderr.startswith(said)
    for name in ("uses_without_secret", "recent_previews", "webhook_deliveries", "webhook_position"):
        assert f"table activity.{name}" in refused.stderr
    assert "Restore the dump into an empty database" in refused.stderr

    restorable.restore_as_the_page_says()
    upgraded = invoke("db", "upgrade", *restorable.flags)
    assert upgraded.stdout == f"The database has revision {schema.newest()}.\n", upgraded.stderr
    tenants = result_of("tenants", "list", *restorable.flags)["data"]
    assert [tenant["name"] for tenant in tenants] == ["Halls"]


def test_keys_that_were_revoked_or_rotated_since_the_dump_are_named_with_commands(
    restorable: Restorable,
) -> None:
    """The danger: a leaked key was rotated, and is valid again after a restore, for ever."""
    tenant = result_of("tenants", "create", "--name", "Halls", *restorable.flags)["tenantId"]
    revoked, rotated, _kept = (
        result_of("keys", "create", "--tenant", tenant, "--label", label, *restorable.flags)["keyId"]
        for label in ("revoked", "rotated", "kept")
    )
    restorable.take_dump()
    invoke("keys", "revoke", revoked, "--yes", *restorable.flags)
    assert invoke("keys", "rotate", rotated, *restorable.flags).exit_code == 0

    restorable.restore_as_the_page_says()
    replaced = f"{restorable.name}_replaced"
    compared = invoke("db", "losses", replaced, *restorable.flags)
    assert compared.exit_code == 0, compared.stderr
    assert compared.stdout.splitlines()[0] == (
        "Changes that are lost: 4 (key created 1, key revoke_scheduled 1, key revoked 1, key rotated 1)."
    )
    commands = [line.split() for line in compared.stdout.splitlines()[1:]]
    assert sorted(commands) == [
        ["seatpreview", "keys", "revoke", revoked, "--yes"],
        ["seatpreview", "keys", "rotate", rotated, "--grace-period-seconds", "0"],
    ]
    for _, *command in commands:
        assert invoke(*command, *restorable.flags).exit_code == 0
    again = invoke("db", "losses", replaced, *restorable.flags)
    assert again.stdout.endswith("No key that had ended is valid again.\n"), "and no new key is among them"


def test_a_database_that_cannot_be_compared_is_refused(restorable: Restorable) -> None:
    for name, sentence in (
        (restorable.name, "is the service's database: name the one that it has replaced"),
        ("nowhere", 'cannot be compared: database "nowhere" does not exist'),
    ):
        refused = invoke("db", "losses", name, *restorable.flags)
        assert refused.exit_code == 1
        assert sentence in refused.stderr
    on_sqlite = invoke("db", "losses", "other", "--database-url", "", "--data-dir", str(restorable.data_dir))
    assert on_sqlite.exit_code == 2
    assert "This command is for PostgreSQL" in on_sqlite.stderr
