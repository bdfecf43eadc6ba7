"""Backups on bad days: a target that is full, one that is away, and a backup that was damaged later."""

import re
import subprocess
from pathlib import Path

import pytest

from bad_days.runbook import assert_told
from cli.program import invoke
from seatpreview import data_folder
from servers.polling import PATIENCE_SECONDS, wait_until
from servers.processes import clean_environment
from servers.service_process import PROGRAM
from servers.small_disk import fill, seen_by, with_small_disk

FAILS = "Backups fail"
DAMAGED = "A backup is damaged"


@pytest.mark.long
def test_a_full_target_is_named_and_older_backups_are_kept(tmp_path: Path) -> None:
    """Without a running service: it does not notice."""
    disk, data = tmp_path / "disk", tmp_path / "data"
    disk.mkdir()
    assert invoke("db", "upgrade", "--data-dir", str(data)).exit_code == 0
    back_up = [*PROGRAM, "db", "backup", str(disk), "--every", "1s", "--keep", "2", "--data-dir", str(data)]
    output, errors = tmp_path / "output", tmp_path / "errors"
    with output.open("w") as stdout, errors.open("w") as stderr:
        process = subprocess.Popen(
            with_small_disk(disk, 5, back_up),
            env=clean_environment(),
            stdout=stdout,
            stderr=stderr,
            text=True,
        )
    try:
        wait_until(lambda: output.read_text().count("Wrote ") >= 2)
        backups = seen_by(process, disk)
        filling = fill(backups)
        # A backup that was being taken may leave room: an old one was deleted, or it was itself given up.
        wait_until(lambda: fill(backups) == filling and "The backup failed" in errors.read_text())
        noted = data_folder.read_last_backup(data)
        assert noted is not None
        assert (backups / Path(noted.name).name).exists(), "the newest whole one is kept"

        filling.unlink()
        count = output.read_text().count("Wrote ")
        wait_until(lambda: output.read_text().count("Wrote ") > count)
    finally:
        process.terminate()
    assert process.wait(PATIENCE_SECONDS) == 0
    told = re.findall(r"The backup failed: .*", errors.read_text())[0]
    assert re.search("is too full: .* are needed, and .* are free|cannot be used: .*No space left", told)
    assert_told(FAILS, "The backup failed: ", "is too full", "No space left on device")

    away = invoke("db", "backup", str(tmp_path / "away"), "--keep", "2", "--data-dir", str(data))
    assert away.exit_code == 1
    assert_told(FAILS, away.stderr.partition(str(tmp_path / "away"))[2].strip())


@pytest.mark.long
def test_a_damaged_backup_is_found_before_it_is_needed(tmp_path: Path) -> None:
    data, folder = ["--data-dir", str(tmp_path / "data")], tmp_path / "backups"
    folder.mkdir()
    assert invoke("db", "upgrade", *data).exit_code == 0
    assert invoke("tenants", "create", "--name", "Harbour", *data).exit_code == 0
    assert invoke("db", "backup", str(folder), *data).exit_code == 0
    [path] = folder.glob("*.tar")
    whole = path.read_bytes()

    path.write_bytes(whole.replace(b"Harbour", b"H\x00\x00\x00\x00\x00r"))
    changed = invoke("db", "verify", str(folder), *data)
    path.write_bytes(whole[: len(whole) // 2])
    cut_off = invoke("db", "verify", str(path), *data)
    none_whole = invoke("db", "verify", str(folder), *data)
    assert [changed.exit_code, cut_off.exit_code, none_whole.exit_code] == [1, 1, 1]
    noted = data_folder.read_last_backup(tmp_path / "data")
    assert noted is not None
    assert noted.verified_at is None
    assert_told(
        DAMAGED,
        changed.stderr.partition(f" in {path} ")[2].strip(),
        cut_off.stderr.partition(str(path))[2].split(":")[0].strip(),
        none_whole.stderr.partition(str(folder))[0].strip(),
    )
