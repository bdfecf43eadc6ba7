"""`seatpreview db recount`, and what `doctor` and `db verify` say of amounts that differ from a count."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, update

from cli.program import invoke, result_of
from doctor.findings import read_report
from seatpreview.database.command_session import run_with_database
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database, Transaction
from seatpreview.database.tables import keys, tenant_amounts
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Moment

IS_RIGHT = "What each tenant stores is what a count finds."


def settings_of(flags: list[str]) -> Settings:
    return Settings(data_dir=Path(flags[1]), database_url=flags[3] if len(flags) > 2 else "")


def change(flags: list[str], statement: Any) -> None:
    """Runs a statement on the database, beside the service."""

    async def write(database: Database) -> None:
        await database.write("tests", Moment(1), _execute, statement)

    run_with_database(settings_of(flags), write)


async def _execute(transaction: Transaction, statement: Any) -> None:
    await Connection.execute(transaction.connection, statement)


def doctor_says(flags: list[str]) -> list[tuple[str, str, str | None]]:
    result = invoke("doctor", "--json", *flags)
    return [
        (each["state"], each["detail"], each["remedy"])
        for each in read_report(result.exit_code, result.stdout)
        if each["check"] == "amounts"
    ]


@pytest.fixture
def tenant(database_flags: list[str]) -> str:
    """A tenant with two keys and a venue."""
    made: str = result_of("tenants", "create", "--name", "Counted", *database_flags)["tenantId"]
    for label in ("first", "second"):
        result_of("keys", "create", "--tenant", made, "--label", label, *database_flags)
    return made


@pytest.mark.both_engines
def test_amounts_that_differ_are_named_and_corrected(tenant: str, database_flags: list[str]) -> None:
    assert doctor_says(database_flags) == [("ok", IS_RIGHT, None)]
    assert invoke("db", "recount", *database_flags).stdout == f"{IS_RIGHT}\n"
    change(
        database_flags, update(tenant_amounts).values(keys=1_000, record_bytes=tenant_amounts.c.venues + 5)
    )
    [(state, detail, remedy)] = doctor_says(database_flags)
    assert state == "warn"
    assert detail == (
        f"The noted amounts of {tenant} differ from a count: keys that are not revoked 1,000 instead of 2, "
        "bytes of records, drafts and versions 5 instead of 0."
    )
    assert "seatpreview db recount" in str(remedy)
    corrected = invoke("db", "recount", *database_flags)
    assert corrected.stdout == f"{detail} Corrected.\n"
    assert doctor_says(database_flags) == [("ok", IS_RIGHT, None)]
    shown = result_of("tenants", "show", tenant, *database_flags)["usage"]
    assert shown["keys"]["used"] == 2


@pytest.mark.both_engines
def test_a_tenant_without_a_row_gets_one(tenant: str, database_flags: list[str]) -> None:
    change(database_flags, delete(tenant_amounts))
    [(_, detail, _)] = doctor_says(database_flags)
    assert detail == f"{tenant} has no row of amounts."
    [corrected] = result_of("db", "recount", *database_flags)["corrected"]
    assert (corrected["tenantId"], corrected["stored"], corrected["counted"]["keys"]) == (tenant, None, 2)
    assert doctor_says(database_flags) == [("ok", IS_RIGHT, None)]


def test_only_so_many_tenants_are_named(data_dir: Path) -> None:
    flags = ["--data-dir", str(data_dir)]
    for number in range(22):
        result_of("tenants", "create", "--name", str(number), *flags)
    change(flags, update(tenant_amounts).values(webhooks=3))
    found = doctor_says(flags)
    assert len(found) == 21
    assert found[-1][1] == "The amounts of 2 more tenants differ from a count."


def test_db_verify_says_it_of_a_backup(data_dir: Path, tmp_path: Path) -> None:
    flags = ["--data-dir", str(data_dir)]
    tenant_id = result_of("tenants", "create", "--name", "Counted", *flags)["tenantId"]
    change(flags, update(tenant_amounts).values(venues=1))
    backup = tmp_path / "backup.tar"
    assert invoke("db", "backup", str(backup), *flags).exit_code == 0
    verified = result_of("db", "verify", str(backup), *flags)
    assert verified["faults"] == []
    [said] = [remark for remark in verified["remarks"] if tenant_id in remark]
    assert said == (
        f"The noted amounts of {tenant_id} differ from a count: venues 1 instead of 0. After a restore, "
        "`seatpreview db recount` corrects it."
    )


def test_a_restored_backup_has_the_amounts_of_its_time(data_dir: Path, tmp_path: Path) -> None:
    flags = ["--data-dir", str(data_dir)]
    tenant_id = result_of("tenants", "create", "--name", "Counted", *flags)["tenantId"]
    result_of("keys", "create", "--tenant", tenant_id, *flags)
    backup = tmp_path / "backup.tar"
    assert invoke("db", "backup", str(backup), *flags).exit_code == 0
    result_of("keys", "create", "--tenant", tenant_id, *flags)
    assert result_of("tenants", "show", tenant_id, *flags)["usage"]["keys"]["used"] == 2
    assert invoke("db", "restore", str(backup), *flags).exit_code == 0
    assert result_of("tenants", "show", tenant_id, *flags)["usage"]["keys"]["used"] == 1
    assert doctor_says(flags) == [("ok", IS_RIGHT, None)]
    result_of("keys", "create", "--tenant", tenant_id, *flags)
    assert doctor_says(flags) == [("ok", IS_RIGHT, None)], "the triggers are in it as well"


def test_a_row_that_is_deleted_by_hand_is_counted_too(tenant: str, database_flags: list[str]) -> None:
    """Whoever changes the database beside the service changes the amounts with it: triggers keep them."""
    change(database_flags, delete(keys).where(keys.c.label == "first"))
    assert doctor_says(database_flags) == [("ok", IS_RIGHT, None)]
    assert result_of("tenants", "show", tenant, *database_flags)["usage"]["keys"]["used"] == 1
