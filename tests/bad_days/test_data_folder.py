"""A data folder on its bad days: lost images, a wrong clock, no backup, a misspelt name, damaged pages.

One service is broken in turn: each start takes seconds.
"""

import shutil
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from bad_days.runbook import assert_told
from bad_days.small_hall import SmallHall
from bad_days.test_damaged_pages import overwrite_first_pages
from cli.program import invoke
from doctor.findings import Found, findings
from operated_service import OperatedService, operated_service
from seatpreview import data_folder
from seatpreview.data_folder import LastBackup
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.values.clock import Clock, datetime_of
from servers.polling import PATIENCE_SECONDS, wait_until

DAY_MICROSECONDS = 86_400_000_000


@pytest.mark.long
def test_what_is_lost_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with operated_service(tmp_path) as service:
        revoked = service.create_key()
        service.revoke(revoked)
        check_lost_images(SmallHall(service), folder)
        check_backups(folder)
        check_missing_folder(folder)
        check_clock_behind(folder)
        check_moved_file(service, folder)
        assert service.process.caller(service.admin_key).status_code == 200
        assert service.process.caller(revoked["plaintext"]).status_code == 401
    check_damaged_pages(folder)


def check_lost_images(hall: SmallHall, folder: Path) -> None:
    [picture] = hall.images()
    assert httpx.get(picture["url"]).status_code == 200
    objects = folder / "objects" / hall.venue_id
    shutil.move(objects, folder.parent / "lost")
    lost = httpx.get(picture["url"])
    assert (lost.status_code, lost.json()["code"]) == (404, "not_found")
    found = the_finding(folder, "images")
    assert found.state == "fail"
    shutil.rmtree(folder / "objects")
    gone = the_finding(folder, "images")
    assert gone.detail == f"The folder {folder / 'objects'} is missing, with 1 image that records name."
    shutil.copytree(folder.parent / "lost", objects)
    assert the_finding(folder, "images").state == "ok"
    assert httpx.get(picture["url"]).status_code == 200, "it is served again without a restart"
    assert_told(
        "Images are missing",
        told(found, folder).replace(hall.venue_id, "ven_6RtY1pWq9ZxC3vBn5MkL"),
        told(gone, folder),
        str(gone.remedy),
    )


def check_backups(folder: Path) -> None:
    none = the_finding(folder, "backup")
    at = datetime_of(Clock().now()) - timedelta(hours=50)
    note = LastBackup(at=at, name="/mnt/backups/a.tar", held=("records", "activity"), size_bytes=1)
    data_folder.note_backup(folder, note)
    old = the_finding(folder, "backup")
    assert (none.state, old.state) == ("warn", "warn")
    assert_told(
        "There is no backup, or an old one",
        told(none, folder),
        "50 hours ago. No backup has the changes since then.",
        str(old.remedy),
    )
    assert old.detail.endswith("50 hours ago. No backup has the changes since then.")


def check_missing_folder(folder: Path) -> None:
    missing = folder.with_name("dta")
    refused = invoke("keys", "list", "--data-dir", str(missing))
    found = the_finding(missing, "data folder")
    assert (refused.exit_code, found.state) == (1, "fail")
    assert refused.stderr.splitlines() == [found.detail, found.remedy]
    assert not missing.exists()
    with_name = told(found, missing)
    assert_told("A command finds no service", with_name, str(found.remedy), "A new service begins there.")


def check_moved_file(service: OperatedService, folder: Path) -> None:
    """Another file has the name of the one that the service has open: a restore by hand, for example."""
    path = DatabaseFiles(folder).records
    elsewhere = path.rename(path.with_name("elsewhere"))
    shutil.copy(elsewhere, path)
    refused = service.create_tenant()
    wait_until(lambda: service.readiness() == 503)
    detail = "The files of the service were moved. Its operator must look after it."
    assert (refused.status_code, refused.json()["detail"]) == (503, detail)
    found = next(found for found in findings(folder, "database files") if found.state == "fail")
    assert found.detail.endswith(
        f"has another file open than {path}, which was moved, deleted or replaced. It serves no requests, so "
        "that nothing is lost."
    )
    [line, *_] = service.process.log_lines("outage begins", cause="moved")
    elsewhere.replace(path)
    wait_until(lambda: service.readiness() == 200)
    service.process.wait_for_line("outage ends", cause="moved")
    assert_told(
        "A database file was moved or replaced",
        '"cause":"moved"',
        str(line["remedy"]),
        "which was moved, deleted or replaced. It serves no requests, so that nothing is lost.",
        str(found.remedy),
        detail,
    )


def check_clock_behind(folder: Path) -> None:
    """The newest record is of tomorrow: the clock is behind by a day, or was ahead by one."""
    files = DatabaseFiles(folder)
    with closing(sqlite3.connect(files.records, timeout=PATIENCE_SECONDS)) as connection, connection:
        connection.execute(f"UPDATE changes SET at = at + {DAY_MICROSECONDS}")
    was_ahead = the_finding(folder, "clock")
    assert was_ahead.state == "warn"
    trusted = "The service trusts it as it is now."
    assert was_ahead.detail.endswith(f"was ahead when the record was written. {trusted}")
    with closing(sqlite3.connect(files.records, timeout=PATIENCE_SECONDS)) as connection, connection:
        connection.execute(f"UPDATE clock_mark SET trusted_at = trusted_at + {DAY_MICROSECONDS}")
    found = the_finding(folder, "clock")
    assert found.state == "fail"
    seen = (
        "24 hours after now by this machine's clock: it is behind, or was ahead when the record was written."
    )
    assert seen in found.detail
    assert_told("The clock is wrong", seen, str(found.remedy), trusted)


def check_damaged_pages(folder: Path) -> None:
    files = DatabaseFiles(folder)
    overwrite_first_pages(files.records, "tenants")
    damaged, whole = findings(folder, "database files")
    assert (damaged.state, whole.state) == ("fail", "ok")
    assert damaged.detail.startswith(f"{files.records} is damaged: ")
    assert_told("The database is damaged", "seatpreview.sqlite is damaged: ", str(damaged.remedy))


def the_finding(folder: Path, check: str) -> Found:
    [found] = findings(folder, check)
    return found


def told(found: Found, folder: Path) -> str:
    """The sentence of a finding as the runbook has it, with the folder of a usual installation."""
    return found.detail.replace(str(folder), "/var/lib/seatpreview")
