"""Damages, one at a time, to the data folder of a service that has run: `seatpreview doctor` names each, and
says what to do about it."""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cli.program import invoke, result_of
from doctor.findings import Found, read_report
from imagery.sample_pictures import photo
from seatpreview.data_folder import LastBackup, note_backup
from seatpreview.doctor import machine
from seatpreview.encryption import FILE_NAME as WEBHOOK_KEY
from seatpreview.signing import FILE_NAME as SIGNING_SECRET
from seatpreview.values.clock import Clock, datetime_of
from servers import certificates
from servers.free_ports import free_port
from servers.service_process import running_service

pytestmark = pytest.mark.long

RECORDS, ACTIVITY = "seatpreview.sqlite", "activity.sqlite"
BACKUP = "backup.tar"


class Damage(NamedTuple):
    """What is done to the folder, and what doctor has to say about it."""

    do: Callable[[Path], Any]
    """Damages the folder. May return flags for doctor, and set variables of the environment."""
    check: str
    state: str
    detail: str
    """Words of the finding."""
    remedy: str
    """Words of what to do."""


def sql(name: str, *statements: str) -> Callable[[Path], None]:
    def do(folder: Path) -> None:
        with closing(sqlite3.connect(folder / name)) as connection, connection:
            for statement in statements:
                connection.execute(statement)

    return do


def page(name: str, number: int) -> Callable[[Path], None]:
    """Zeroes a page, as a disk does that loses a write."""

    def do(folder: Path) -> None:
        with closing(sqlite3.connect(folder / name)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with (folder / name).open("r+b") as file:
            file.seek(16)
            size = int.from_bytes(file.read(2), "big")
            file.seek((number - 1) * size)
            file.write(os.urandom(size))

    return do


def objects(folder: Path, pattern: str) -> list[Path]:
    """The objects of images with such a name, the largest last."""
    return sorted((folder / "objects").rglob(pattern), key=lambda path: path.stat().st_size)


def zero(pattern: str, length: int) -> Callable[[Path], None]:
    def do(folder: Path) -> None:
        path = objects(folder, pattern)[-1]
        size = path.stat().st_size
        with path.open("r+b") as file:
            file.seek(size // 2)
            file.write(bytes(length))
        assert path.stat().st_size == size

    return do


def flip(folder: Path) -> None:
    path = a_tile(folder)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def cut(pattern: str, length: int) -> Callable[[Path], None]:
    return lambda folder: os.truncate(objects(folder, pattern)[-1], length)


def gone(pattern: str) -> Callable[[Path], None]:
    return lambda folder: objects(folder, pattern)[-1].unlink()


def replaced(name: str, content: str) -> Callable[[Path], Any]:
    return lambda folder: (folder / name).write_text(content)


def a_tile(folder: Path) -> Path:
    """A tile of the panorama: whatever is neither an image, nor its preview, nor digests."""
    named = ("full.jpg", "preview.jpg")
    return next(path for path in objects(folder, "*.jpg") if path.name not in named)


def stray(folder: Path) -> None:
    """Objects that were left by uploads after the backup that was restored."""
    path = folder / "objects" / "ven_000000000000" / "img_000000000000" / "full.jpg"
    path.parent.mkdir(parents=True)
    path.write_bytes(photo())
    two_days_ago = Clock().now() // 1_000_000 - 2 * 86_400
    os.utime(path, (two_days_ago, two_days_ago))


def old_backup(folder: Path) -> None:
    at = datetime_of(Clock().now()) - timedelta(days=3)
    note_backup(folder, LastBackup(at=at, name=BACKUP, held=("records",), size_bytes=1))


def certificate(days: int) -> Callable[[Path], list[str]]:
    def do(folder: Path) -> list[str]:
        folder.with_name("tls").mkdir()
        crt, key = certificates.write(folder.with_name("tls"), days)
        return ["--tls-cert", str(crt), "--tls-key", str(key)]

    return do


def foreign_key_of_certificate(folder: Path) -> list[str]:
    folder.with_name("tls").mkdir()
    crt, _ = certificates.write(folder.with_name("tls"), 100)
    _, key = certificates.write(folder.with_name("tls"), 101)
    return ["--tls-cert", str(crt), "--tls-key", str(key)]


def flags(*given: str) -> Callable[[Path], list[str]]:
    return lambda _folder: list(given)


def silent_port() -> str:
    return f"127.0.0.1:{free_port()}"


def folder_instead_of(name: str) -> Callable[[Path], None]:
    def do(folder: Path) -> None:
        (folder / name).unlink()
        (folder / name).mkdir()

    return do


def file_instead_of_objects(folder: Path) -> None:
    shutil.rmtree(folder / "objects")
    (folder / "objects").write_text("not a folder")


def overdue_delivery(folder: Path) -> None:
    with closing(sqlite3.connect(folder / RECORDS)) as connection:
        [ids] = connection.execute("SELECT webhook_id, tenant_id FROM webhooks")
    with closing(sqlite3.connect(folder / ACTIVITY)) as connection, connection:
        connection.execute(
            "INSERT INTO webhook_deliveries (delivery_id, webhook_id, tenant_id, type, body, created_at, "
            "status, attempts, next_attempt_at) VALUES ('msg_1', ?, ?, 'ping', '{}', 1, 'pending', 0, 1)",
            ids,
        )


RENAME = "ALTER TABLE remembered_requests RENAME COLUMN expires_at TO gone"
LATER = f"UPDATE changes SET at = {Clock().now() + 2 * 86_400_000_000} WHERE n = (SELECT max(n) FROM changes)"
GONE = "UPDATE webhooks SET active = 0, disabled_reason = 'gone', disabled_at = 1"
SET_REVISION = "UPDATE alembic_version SET version_num ="
RESTORE, UPLOAD, SWEEP = "db restore", "upload these images again", "imagery sweep --delete"
FUTURE = Clock().now() + 2 * 86_400_000_000

DAMAGES: dict[str, Damage] = {
    "the records are gone": Damage(
        lambda folder: (folder / RECORDS).unlink(), "data folder", "fail", "has no database", "--data-dir"
    ),
    "the activity is gone": Damage(
        lambda folder: (folder / ACTIVITY).unlink(), "database files", "fail", "is missing", RESTORE
    ),
    "a page of the records is noise": Damage(
        page(RECORDS, 3), "database files", "fail", "is damaged", RESTORE
    ),
    "a page of the activity is noise": Damage(
        page(ACTIVITY, 3), "database files", "fail", "is damaged", RESTORE
    ),
    "the records are a text": Damage(
        replaced(RECORDS, "text " * 500), "database files", "fail", "file is not a database", RESTORE
    ),
    "the activity is a folder": Damage(
        folder_instead_of(ACTIVITY), "database files", "fail", "cannot be read", "restore nothing yet"
    ),
    "everybody can enter the folder": Damage(
        lambda folder: folder.chmod(0o755), "data folder", "warn", "Every user can enter", "chmod 700"
    ),
    "everybody can read the secret": Damage(
        lambda folder: (folder / SIGNING_SECRET).chmod(0o644),
        "data folder",
        "warn",
        "Other users can read",
        "chmod go=",
    ),
    "the signing secret is empty": Damage(
        replaced(SIGNING_SECRET, ""), "signing secret", "fail", "is damaged", "Restore the file"
    ),
    "the signing secret is short": Damage(
        replaced(SIGNING_SECRET, "short"), "signing secret", "fail", "is damaged", "Restore the file"
    ),
    "the signing secret is another one": Damage(
        replaced(SIGNING_SECRET, "another" * 8),
        "signing secret",
        "warn",
        "signed with another secret",
        "set it to what it was",
    ),
    "the signing secret is gone": Damage(
        lambda folder: (folder / SIGNING_SECRET).unlink(),
        "signing secret",
        "fail",
        "is gone",
        "back from a backup before you start",
    ),
    "another machine's signing secret": Damage(
        flags("--signing-secret", "x" * 40),
        "signing secret",
        "warn",
        "SEATPREVIEW_SIGNING_SECRET does not have",
        "differs from that of another machine",
    ),
    "the key of webhooks is gone": Damage(
        lambda folder: (folder / WEBHOOK_KEY).unlink(),
        "webhook secrets",
        "fail",
        "cannot be read",
        "webhooks rotate",
    ),
    "the key of webhooks is another one": Damage(
        replaced(WEBHOOK_KEY, "k" * 43), "webhook secrets", "fail", "cannot be read", "Restore"
    ),
    "the folder of images is gone": Damage(
        lambda folder: shutil.rmtree(folder / "objects"),
        "images",
        "fail",
        "is missing, with 3 images",
        UPLOAD,
    ),
    "the folder of images is a file": Damage(
        file_instead_of_objects, "images", "fail", "not a folder", "Mount the disk"
    ),
    "an image is gone": Damage(gone("full.jpg"), "images", "fail", "1 of 3 images", UPLOAD),
    "an image is cut off": Damage(cut("full.jpg", 100), "images", "fail", "1 of 3 images", UPLOAD),
    "a preview is gone": Damage(gone("preview.jpg"), "images", "fail", "1 of 3 images", UPLOAD),
    "a tile is gone": Damage(
        lambda folder: a_tile(folder).unlink(), "images", "fail", "1 of 3 images", UPLOAD
    ),
    "a tile is cut to 10 bytes": Damage(
        lambda folder: os.truncate(a_tile(folder), 10), "images", "fail", "1 of 3 images", UPLOAD
    ),
    "200 bytes of an image are zero": Damage(zero("full.jpg", 200), "images", "fail", "1 object in", UPLOAD),
    "a bit of a tile is another": Damage(flip, "images", "fail", "bytes were changed or lost", "smartctl"),
    "objects without a record": Damage(stray, "images", "warn", "without a record", SWEEP),
    "an index was dropped": Damage(
        sql(RECORDS, "DROP INDEX ix_changes_id_n"),
        "migrations",
        "warn",
        "lack index ix_changes_id_n",
        "CREATE INDEX ix_changes_id_n",
    ),
    "a unique index was dropped": Damage(
        sql(RECORDS, "DROP INDEX uq_keys_secret_hash"),
        "migrations",
        "fail",
        "Nothing keeps records apart",
        "CREATE UNIQUE INDEX",
    ),
    "an index of the activity was dropped": Damage(
        sql(ACTIVITY, "DROP INDEX ix_webhook_deliveries_failed"),
        "migrations",
        "warn",
        "ix_webhook_deliveries_failed",
        "CREATE INDEX",
    ),
    "a column was dropped": Damage(
        sql(RECORDS, RENAME), "migrations", "fail", "column remembered_requests.expires_at", RESTORE
    ),
    "a table was dropped": Damage(
        sql(RECORDS, "DROP TABLE venue_aliases"), "migrations", "fail", "table venue_aliases", RESTORE
    ),
    "a trigger was dropped": Damage(
        sql(RECORDS, "DROP TRIGGER keep_amounts_keys_insert"),
        "migrations",
        "fail",
        "trigger keep_amounts_keys_insert",
        "db recount",
    ),
    "the revision is behind its tables": Damage(
        sql(RECORDS, f"{SET_REVISION} '0007'"),
        "migrations",
        "fail",
        "somebody has changed their number",
        f"{SET_REVISION} '0008'",
    ),
    "the revision is ahead": Damage(
        sql(RECORDS, f"{SET_REVISION} '0042'"),
        "migrations",
        "fail",
        "of a newer release",
        "Install that release",
    ),
    "the revision is gone": Damage(
        sql(RECORDS, "DELETE FROM alembic_version"), "migrations", "fail", "no revision", "restore"
    ),
    "an amount of a tenant is wrong": Damage(
        sql(RECORDS, "UPDATE tenant_amounts SET image_bytes = 7"), "amounts", "warn", "image", "db recount"
    ),
    "a record cannot be read": Damage(
        sql(RECORDS, "UPDATE venues SET document = '{'"),
        "venues",
        "fail",
        "cannot be read",
        "restore a backup",
    ),
    "a record of the day after tomorrow": Damage(
        sql(RECORDS, LATER), "clock", "warn", "after now", "Compare the clock with another one"
    ),
    "a file of the day after tomorrow": Damage(
        lambda folder: os.utime(folder / ACTIVITY, (FUTURE // 1_000_000,) * 2),
        "clock",
        "warn",
        "after now",
        "Compare the clock with another one",
    ),
    "everybody is a trusted proxy": Damage(
        flags("--trusted-proxies", "0.0.0.0/0"),
        "trusted proxies",
        "fail",
        "trusts 0.0.0.0/0",
        "your own proxies",
    ),
    "more connections than files": Damage(
        flags("--connections-max", "9000000"), "open files", "fail", "too few", "LimitNOFILE"
    ),
    "the certificate has ended": Damage(certificate(-1), "certificate", "fail", "expire", "Renew it"),
    "the certificate ends soon": Damage(certificate(10), "certificate", "warn", "expires on", "Renew it"),
    "the certificate's key is another's": Damage(
        foreign_key_of_certificate, "certificate", "fail", "cannot be used", "Renew it"
    ),
    "Valkey is away": Damage(
        lambda _: ["--valkey-url", f"redis://{silent_port()}"],
        "valkey",
        "fail",
        "does not answer",
        "SEATPREVIEW_VALKEY_URL",
    ),
    "PostgreSQL is away": Damage(
        lambda _: ["--database-url", f"postgresql://seats@{silent_port()}/seats"],
        "database",
        "fail",
        "",
        "SEATPREVIEW_DATABASE_URL",
    ),
    "the last backup is of last week": Damage(old_backup, "backup", "warn", "hours ago", "timer"),
    "a webhook was disabled": Damage(sql(RECORDS, GONE), "webhooks", "warn", "was disabled", "--enable"),
    "deliveries are overdue": Damage(overdue_delivery, "webhooks", "warn", "pending", "send_deliveries"),
    "a quota is used up": Damage(
        sql(RECORDS, "UPDATE tenants SET quotas = '{\"venues\":1}'"),
        "quotas",
        "warn",
        "Nothing can be added",
        "--venue-quota",
    ),
    "Chromium is not where the settings say": Damage(
        flags("--chromium", "/nowhere/chromium", "--stills", "on"),
        "stills",
        "warn",
        "is not a program",
        "Install Chromium",
    ),
}


@pytest.fixture(scope="module")
def whole_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a service that has run for a moment, with data of every kind, and was backed up."""
    folder = tmp_path_factory.mktemp("whole")
    data_dir = folder / "data"
    at = ("--data-dir", str(data_dir))
    with running_service(folder, *at):
        tenant = result_of("tenants", "create", "--name", "Owner", *at)["tenantId"]
        section = {"id": "101", "rows": {"first": 1, "last": 3}, "seats": {"count": 4}}
        layout = {"sections": [section]}
        record = {"name": "Hall", "aliases": [{"name": "hall"}], "rules": {"layout": layout}}
        (folder / "hall.json").write_text(json.dumps(record))
        assert invoke("venues", "import", str(folder / "hall.json"), "--tenant", tenant, *at).exit_code == 0
        (folder / "photos").mkdir()
        for row, size in ((1, (64, 48)), (2, (1600, 1200)), (3, (4096, 2048))):
            (folder / "photos" / f"101-{row}.jpg").write_bytes(photo(*size, quality=95))
        upload = ("imagery", "upload", str(folder / "photos"), "--venue", "hall")
        assert invoke(*upload, "--pattern", "{section}-{row}.jpg", *at).exit_code == 0
        result_of("webhooks", "create", "https://shop.example/", "--tenant", tenant, *at)
        assert invoke("db", "backup", str(folder / BACKUP), *at).exit_code == 0
    return data_dir


@pytest.fixture
def used_dir(whole_dir: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole_dir, tmp_path / "data"))


@pytest.fixture(autouse=True)
def optimised(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Python that runs the tests, and what their machine refuses, are not what is damaged here."""
    monkeypatch.setattr(machine, "is_python_optimised", lambda: True)


def report(data_dir: Path, *more: str) -> list[tuple[str, Found]]:
    result = invoke("doctor", "--json", "--thorough", "--data-dir", str(data_dir), *more)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return [
        (each["check"], Found(each["state"], each["detail"], each["remedy"]))
        for each in read_report(result.exit_code, result.stdout)
    ]


def unwell(data_dir: Path, *more: str) -> list[tuple[str, Found]]:
    return [(check, found) for check, found in report(data_dir, *more) if found.state != "ok"]


def test_nothing_is_found_where_nothing_is_damaged(used_dir: Path) -> None:
    assert [each for each in unwell(used_dir) if each[0] != "priority"] == []
    images = dict(report(used_dir))["images"].detail
    assert "3 images" in images
    assert "were read and are what was stored" in images


def test_there_are_forty_damages_and_more() -> None:
    assert len(DAMAGES) >= 40


@pytest.mark.parametrize("name", DAMAGES)
def test_each_damage_is_named_with_what_to_do(name: str, used_dir: Path) -> None:
    damage = DAMAGES[name]
    done = damage.do(used_dir)
    more = done if isinstance(done, list) else []
    found = [each for each in unwell(used_dir, *more) if each[0] == damage.check]
    assert found, unwell(used_dir, *more)
    [*_, (_, worst)] = sorted(found, key=lambda each: each[1].state == damage.state)
    matching = [
        each
        for _, each in found
        if each.state == damage.state and damage.detail in each.detail and damage.remedy in str(each.remedy)
    ]
    assert matching, worst
