"""Pages of the database that hold something else now: the log says so, and the rest is served."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from bad_days.runbook import assert_told
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.settings.settings import Settings
from servers.admin_key import create_admin_key
from servers.service_process import running_service


@pytest.mark.long
def test_damaged_pages_are_named_and_a_backup_is_advised(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path / "data")
    headers = {"authorization": f"Bearer {create_admin_key(settings)}"}
    overwrite_first_pages(DatabaseFiles(settings.data_dir).records, "tenants")
    flags = ("--data-dir", str(settings.data_dir), "--log-format", "json")
    with running_service(tmp_path, *flags) as service:
        for _ in range(2):
            answer = httpx.get(f"{service.base_address}/manage/tenants", headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
            assert "malformed" not in answer.text
            assert httpx.get(f"{service.base_address}/manage/keys", headers=headers).status_code == 200
        line = service.wait_for_line("outage begins", part="database_reads", cause="damaged")
        service.wait_for_line("request", route="/v1/manage/tenants", cause="damaged")
        assert len(service.log_lines("outage begins")) == 1
        assert service.log_lines("outage ends") == []
    assert "Restore a backup" in line["remedy"]
    assert_told("The database is damaged", '"part":"database_reads","cause":"damaged"', line["remedy"])


def overwrite_first_pages(path: Path, table: str) -> None:
    """Writes random bytes over the first pages of a table and of its indexes, as a broken disk would."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        pages = connection.execute("SELECT rootpage FROM sqlite_master WHERE tbl_name = ?", (table,))
        positions = [page for [page] in pages if page]  # A trigger has none.
        [[size]] = connection.execute("PRAGMA page_size")
    with path.open("r+b") as file:
        for page in positions:
            file.seek((page - 1) * size)
            file.write(os.urandom(size))
