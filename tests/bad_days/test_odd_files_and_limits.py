"""Bad days of the machine: files of somebody else, disks without room for files, and limits that are too
low."""

import contextlib
import subprocess
from pathlib import Path

import pytest

from bad_days.faults import (
    as_one_user,
    assert_refused,
    give_away,
    give_back,
    mentioned,
    on_a_read_only_disk,
    run_command,
)
from bad_days.sale import Sale, internal_faults
from operated_service import operated_service
from servers.polling import wait_until
from servers.service_process import PROGRAM, RunningService
from servers.small_disk import fill, inside, seen_by, with_small_disk

pytestmark = pytest.mark.long

SERVE = ("serve", "--port", "0", "--metrics-port", "0")


def test_the_signing_secret_was_cut_to_nothing(tmp_path: Path) -> None:
    """Day 7. A disk was full while somebody copied the data folder: the file is there, and empty. Sessions
    that are signed with nothing could be made by anybody, so the service does not start, and says why."""
    with operated_service(tmp_path) as service:
        service.process.stop()
        (service.data_dir / "signing-secret").write_bytes(b"")
        assert_refused(run_command(*SERVE, "--data-dir", service.data_dir), "signing-secret")
        assert mentioned(service.doctor(), "signing-secret")


def test_the_signing_secret_belongs_to_somebody_else(tmp_path: Path) -> None:
    """Day 8. `seatpreview signing rotate` was run by root, and the service runs as a user of its own."""
    with operated_service(tmp_path) as service:
        service.process.stop()
        secret = service.data_dir / "signing-secret"
        give_away(secret)
        ended = run_command(*SERVE, "--data-dir", service.data_dir, program=as_one_user())
        assert_refused(ended, str(secret), "ermission")
        give_back(secret)


def test_the_disk_was_mounted_read_only(tmp_path: Path) -> None:
    """Day 9. After a power cut the system mounted the disk of the data folder without writes."""
    with operated_service(tmp_path) as service:
        service.process.stop()
        program = on_a_read_only_disk(service.data_dir)
        assert_refused(
            run_command(*SERVE, "--data-dir", service.data_dir, program=program),
            str(service.data_dir),
            "Read-only file system",
        )
        examined = run_command("doctor", "--data-dir", service.data_dir, program=program)
        assert_refused(examined, "ead-only")


def test_the_file_of_activity_was_left_out_of_a_copy(tmp_path: Path) -> None:
    """Day 10. The data folder was moved to another machine while the service was off, without
    activity.sqlite. What it held is gone; that is said before the service starts, and again when it begins a
    new one or refuses. No key is lost for it."""
    with operated_service(tmp_path) as service:
        key = service.create_key()
        revoked = service.create_key()
        service.revoke(revoked)
        service.process.stop()
        for file in service.data_dir.glob("activity.sqlite*"):
            file.unlink()
        assert mentioned(service.doctor(), "activity.sqlite")
        service.process.start()
        wait_until(lambda: "activity.sqlite" in service.process.stderr or not service.process.is_running())
        assert "activity.sqlite" in service.process.stderr
        if service.process.is_running():
            wait_until(service.process.is_listening)
            assert service.process.caller(key["plaintext"]).status_code == 200
            assert service.process.caller(revoked["plaintext"]).status_code == 401


def test_images_belong_to_somebody_else(tmp_path: Path) -> None:
    """Day 11. Images were copied into the data folder by root, while the service runs. Uploads fail with a
    reason, buyers see their views, and it goes on by itself once the files are the service's again."""
    with operated_service(tmp_path, program=as_one_user()) as service:
        sale = Sale(service)
        buyer = sale.new_buyer()
        objects = service.data_dir / "objects"
        folders = [objects, *(each for each in objects.rglob("*") if each.is_dir())]
        for folder in folders:
            give_away(folder)
        refused = sale.upload("second.jpg")
        assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
        assert sale.look(buyer).status_code == 200
        assert service.outages("refused")
        assert mentioned(service.doctor(), "objects")
        for folder in folders:
            give_back(folder)
        wait_until(lambda: sale.upload("second.jpg").is_success)
        assert internal_faults(service.process) == []


def test_the_disk_has_room_and_takes_no_more_files(tmp_path: Path) -> None:
    """Day 12. `df -h` shows room, and nothing can be stored: all inodes are in use. Doctor says that word,
    since nobody else does."""
    with operated_service(tmp_path, disk_megabytes=64) as service:
        sale = Sale(service)
        key = service.create_key()
        folder = tmp_path / "data"
        mount = ["mount", "-o", "remount,nr_inodes=400", str(folder)]
        subprocess.run([*inside(service.process.process), *mount], check=True)
        (service.data_dir / "filling").mkdir()
        with contextlib.suppress(OSError):
            for number in range(1_000):
                (service.data_dir / "filling" / str(number)).touch()
        refused = sale.upload("second.jpg")
        assert (refused.status_code, refused.json()["code"]) == (507, "storage_full")
        assert sale.look(sale.new_buyer()).status_code == 200
        service.revoke(key)
        assert service.process.caller(key["plaintext"]).status_code == 401
        assert mentioned(service.doctor(), "inodes")
        for file in (service.data_dir / "filling").iterdir():
            file.unlink()
        wait_until(lambda: sale.upload("second.jpg").is_success)


def test_the_folder_of_temporary_files_is_full(tmp_path: Path) -> None:
    """Day 13. Another program has filled /tmp, which the service needs for uploads at most. Whatever it
    cannot do is refused in words, and everything else goes on."""
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    program = with_small_disk(temporary, 1, ["env", f"TMPDIR={temporary}", *PROGRAM])
    with operated_service(tmp_path, program=program) as service:
        sale = Sale(service)
        filling = fill(seen_by(service.process.process, temporary))
        key = service.create_key()
        service.revoke(key)
        assert service.process.caller(key["plaintext"]).status_code == 401
        assert sale.look(sale.new_buyer()).status_code == 200
        upload = sale.upload("second.jpg")
        assert upload.is_success or (upload.status_code, upload.json()["code"]) == (507, "storage_full"), (
            upload.text
        )
        assert mentioned(service.doctor(), str(temporary)) or upload.is_success
        filling.unlink()
        wait_until(lambda: sale.upload("second.jpg").is_success)
        assert internal_faults(service.process) == []


def test_only_64_files_may_be_open(tmp_path: Path) -> None:
    """Day 14. Somebody hardened the machine with a limit of 64 open files. The service says so at its start,
    whether it serves or not."""
    service = RunningService(
        tmp_path, "--data-dir", str(tmp_path / "data"), program=["prlimit", "--nofile=64:64", *PROGRAM]
    )
    service.start()
    try:
        wait_until(lambda: "Base address" in service.stdout or not service.is_running())
        assert "open files" in service.stderr
        if service.is_running():
            wait_until(service.is_listening)
            assert {service.caller("sk_live_x").status_code for _ in range(100)} <= {401, 429}
    finally:
        service.kill()


def test_whoever_read_the_log_has_ended(tmp_path: Path) -> None:
    """Day 15. The log goes into a pipe, and the program at its other end was killed. Nobody reads what the
    service writes; it serves on, and it stops in order."""
    program = ["bash", "-c", 'exec "$0" "$@" 2> >(head -n 1 >/dev/null)', *PROGRAM]
    with operated_service(tmp_path, program=program) as service:
        sale = Sale(service)
        buyer = sale.new_buyer()
        workers = {worker.pid for worker in service.process.workers()}
        for _ in range(100):
            assert sale.look(buyer).status_code == 200
        key = service.create_key()
        service.revoke(key)
        assert service.process.caller(key["plaintext"]).status_code == 401
        assert service.readiness() == 200
        assert {worker.pid for worker in service.process.workers()} == workers
        assert service.process.stop() == 0
