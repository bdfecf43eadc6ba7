"""Data folders that two services reach, backups amid uploads, a restore into the wrong folder, and what
happens to the signing secret."""

import os
import shutil
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from bad_days.sale import Sale, files_below, start_again, with_environment
from cli.program import assert_clear_refusal, run
from operated_service import operated_service
from servers.polling import wait_until
from servers.service_process import PROGRAM

pytestmark = pytest.mark.long

_SIGNING_SECRET_FILE = "signing-secret"
_NAME = "Zürich 東京 Ωδεῖον"


@pytest.mark.parametrize("kind", ["a symbolic link", "hard links"])
def test_a_folder_under_another_name_is_refused_to_a_second_service_and_to_a_restore(
    tmp_path: Path, kind: str
) -> None:
    """One service at a time uses the SQLite files of a folder: whatever else would use them is refused, and
    told by which process they are held (docs/deploy.md)."""
    with operated_service(tmp_path) as service:
        sale = Sale(service)
        backup = tmp_path / "before.tar"
        taken = run("db", "backup", str(backup), "--data-dir", str(service.data_dir), cwd=tmp_path)
        assert taken.returncode == 0, taken.stderr
        other_name = tmp_path / "other-name"
        if kind == "a symbolic link":
            other_name.symlink_to(service.data_dir, target_is_directory=True)
        else:
            link_all(service.data_dir, other_name)

        where = ("--data-dir", str(other_name))
        for command in (
            ("serve", "--port", "0", "--metrics-port", "0", *where),
            ("db", "restore", str(backup), *where),
        ):
            refused = run(*command, cwd=tmp_path)
            assert_clear_refusal(refused.returncode, refused.stderr)
            assert "is in use by process" in refused.stderr
        assert sale.look(sale.new_buyer()).status_code == 200
        assert not [each for each in service.doctor() if each["state"] == "fail"]


def test_backups_that_are_taken_amid_uploads_are_whole(tmp_path: Path) -> None:
    """A backup may be taken while the service runs: each one is whole, and a restore of it misses no image
    that its records name (docs/backups.md)."""
    targets = [tmp_path / f"backup-{number}" for number in range(3)]
    for target in targets:
        target.mkdir()
    with operated_service(tmp_path) as service:
        sale = Sale(service)
        where = ("--data-dir", str(service.data_dir))
        is_over = threading.Event()
        faults: list[str] = []

        def change_images() -> None:
            number = 0
            while not is_over.is_set():
                number += 1
                uploaded = sale.upload(f"late/{number}.jpg")
                path = f"/manage/venues/{sale.venue_id}/imagery/late/{number - 2}.jpg"
                deleted = service.http.delete(path) if number > 2 and number % 2 else None
                faults.extend(
                    f"{answer.request.method} {answer.status_code} {answer.text}"
                    for answer in (uploaded, deleted)
                    if answer is not None and not answer.is_success
                )

        technician = threading.Thread(target=change_images)
        technician.start()
        try:
            for target in targets:
                taken = run("db", "backup", str(target), "--with-pictures", *where, cwd=tmp_path)
                assert taken.returncode == 0, taken.stderr
        finally:
            is_over.set()
            technician.join()
        assert not faults
        for target in targets:
            verified = run("db", "verify", str(target), "--thorough", *where, cwd=tmp_path)
            assert verified.returncode == 0, verified.stdout + verified.stderr
    for target in targets:
        into = ("--data-dir", str(tmp_path / f"restored-from-{target.name}"))
        done = run("db", "restore", str(target), *into, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        swept = run("imagery", "sweep", *into, cwd=tmp_path)
        assert swept.returncode == 0, swept.stdout + swept.stderr


def test_a_restore_into_the_wrong_folder_can_be_undone(tmp_path: Path) -> None:
    """The files that a restore replaces are kept beside the new ones, so a wrong restore can be undone: keys
    and sessions are as they were (docs/backups.md)."""
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    ours.mkdir()
    theirs.mkdir()
    backup = tmp_path / "their-backup"
    backup.mkdir()
    with operated_service(theirs) as service:
        their_key = service.admin_key
        options = ("--with-pictures", "--with-signing-secret", "--data-dir", str(service.data_dir))
        assert run("db", "backup", str(backup), *options, cwd=tmp_path).returncode == 0
    with operated_service(ours) as service:
        sale = Sale(service)
        token, our_key = sale.new_buyer(), service.admin_key
        data_dir = service.data_dir
        service.process.stop()

        restored = run("db", "restore", str(backup), "--data-dir", str(data_dir), cwd=tmp_path)
        assert restored.returncode == 0, restored.stderr
        replaced = sorted(data_dir.glob("*.replaced-*"))
        assert replaced
        for log in [*data_dir.glob("*.sqlite-wal"), *data_dir.glob("*.sqlite-shm")]:
            log.unlink()
        for path in replaced:
            path.rename(path.with_name(path.name.rpartition(".replaced-")[0]))

        start_again(service.process)
        assert service.process.caller(our_key).status_code == 200
        assert service.process.caller(their_key).status_code == 401
        assert sale.look(token).status_code == 200
        image = sale.look(token).json()["imagery"]["url"]
        assert httpx.get(image).status_code == 200
        assert not [each for each in service.doctor() if each["state"] == "fail"]


@pytest.mark.parametrize("content", ["", "\n", "short\n"], ids=["empty", "an empty line", "too short"])
def test_a_signing_secret_that_was_emptied_is_told_and_not_used(tmp_path: Path, content: str) -> None:
    """A service whose signing secret was lost says so, and never signs with one that anybody could guess (any
    good service)."""
    with operated_service(tmp_path) as service:
        sale = Sale(service)
        assert sale.new_buyer()
        service.process.stop()
        (service.data_dir / _SIGNING_SECRET_FILE).write_text(content)

        service.process.start()
        wait_until(lambda: service.process.is_listening() or not service.process.is_running())
        if service.process.is_running():
            answer = sale.new_session().status_code
            pytest.fail(f"it serves: /readyz is {service.readiness()}, and a new session {answer}")
        exit_code, stderr = service.process.stop(), service.process.stderr
    assert_clear_refusal(exit_code, stderr)
    assert _SIGNING_SECRET_FILE in stderr


def test_a_signing_secret_is_rotated_and_forgotten_amid_a_sale(tmp_path: Path) -> None:
    """After a rotation buyers go on, and after one with --forget no session and no address of an image from
    before is valid, both without a restart (docs/command-line.md, docs/deploy.md)."""
    with operated_service(tmp_path) as service:
        sale = Sale(service)
        token = sale.new_buyer()
        image = sale.look(token).json()["imagery"]["url"]
        assert httpx.get(image).status_code == 200
        secret = service.data_dir / _SIGNING_SECRET_FILE
        where = ("--data-dir", str(service.data_dir))

        before = secret.read_bytes()
        rotated = run("signing", "rotate", *where, cwd=tmp_path)
        assert rotated.returncode == 0, rotated.stderr
        assert secret.read_bytes() != before
        for _ in range(10):
            assert sale.look(token).status_code == 200
            assert sale.look(sale.new_buyer()).status_code == 200
        assert httpx.get(image).status_code == 200

        forgotten = run("signing", "rotate", "--forget", *where, cwd=tmp_path)
        assert forgotten.returncode == 0, forgotten.stderr
        wait_until(lambda: sale.look(token).status_code == 401)
        wait_until(lambda: httpx.get(image).status_code == 403)
        assert sale.look(sale.new_buyer()).status_code == 200


@pytest.mark.parametrize("encoding", ["", "ascii"], ids=["that of the locale", "without these letters"])
def test_names_and_times_are_right_with_an_old_locale_and_a_far_time_zone(
    tmp_path: Path, encoding: str
) -> None:
    """Names come back as they were given, times are in UTC, and commands that print them do not fail,
    whatever locale and time zone a machine or a timer has (any good service; docs/backups.md for names of
    archives)."""
    odd = {"LC_ALL": "C", "LANG": "C", "TZ": "Pacific/Kiritimati", "PYTHONIOENCODING": encoding}
    program = with_environment(odd, PROGRAM)
    backups = tmp_path / "backups"
    backups.mkdir()
    with operated_service(tmp_path, program=program) as service:
        created = service.http.post("/manage/tenants", json={"name": _NAME})
        assert created.status_code == 201, created.text
        tenant = service.http.get(f"/manage/tenants/{created.json()['tenantId']}").json()
        assert tenant["name"] == _NAME
        assert tenant["createdAt"].endswith("Z")
        assert_recent(datetime.fromisoformat(tenant["createdAt"]))

        with pytest.MonkeyPatch.context() as environment:
            for name, value in odd.items():
                environment.setenv(name, value)
            where = ("--data-dir", str(service.data_dir))
            for command in (("tenants", "list"), ("tenants", "list", "--json"), ("doctor",)):
                done = run(*command, *where, cwd=tmp_path)
                assert done.returncode == 0, done.stderr
            added = run("tenants", "create", "--name", _NAME, *where, cwd=tmp_path)
            assert added.returncode == 0, added.stderr
            taken = run("db", "backup", str(backups), *where, cwd=tmp_path)
            assert taken.returncode == 0, taken.stderr
        [archive] = backups.glob("*.tar")
        at = datetime.strptime(archive.stem.removeprefix("seatpreview-"), "%Y%m%dT%H%M%S%z")
        assert_recent(at)
        listed = service.http.get("/manage/tenants").json()["data"]
        assert [each["name"] for each in listed].count(_NAME) == 2


def test_a_folder_of_temporary_files_that_was_cleared_away_costs_no_more_than_uploads(
    tmp_path: Path,
) -> None:
    """A cleaner that deletes the folder of temporary files stops nothing but what needs it: that is refused
    in words, and works again once the folder is there (any good service)."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    program = with_environment({"TMPDIR": str(temporary)}, PROGRAM)
    with operated_service(tmp_path, program=program) as service:
        sale = Sale(service)
        token = sale.new_buyer()
        shutil.rmtree(temporary)

        uploaded = sale.upload("while-it-is-away.jpg")
        assert uploaded.is_success or uploaded.status_code in (503, 507), uploaded.text
        assert sale.look(token).status_code == 200
        assert service.create_tenant().status_code == 201
        image = sale.look(token).json()["imagery"]["url"]
        assert httpx.get(image).status_code == 200

        temporary.mkdir(exist_ok=True)
        wait_until(lambda: sale.upload("when-it-is-back.jpg").is_success)
        assert "when-it-is-back.jpg" in sale.image_names()


def test_a_worker_is_told_alive_and_replaced_when_temporary_files_were_cleared_away(tmp_path: Path) -> None:
    """The metrics listener tells of a worker that serves that it is alive, and a worker that is killed is
    replaced, whatever a cleaner of temporary files has deleted (docs/deploy.md, docs/on-sale-day.md)."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    program = with_environment({"TMPDIR": str(temporary)}, PROGRAM)
    with operated_service(tmp_path, program=program) as service:
        sale = Sale(service)
        token = sale.new_buyer()
        shutil.rmtree(temporary)
        temporary.mkdir()
        assert sale.look(token).status_code == 200
        listener = service.process.panel_value("Metrics").removesuffix("/metrics")
        alive = httpx.get(f"{listener}/healthz")
        [worker] = service.process.workers()
        worker.kill()
        wait_until(lambda: len(service.process.log_lines("worker replaced")) >= 1)
        wait_until(
            lambda: (
                service.process.is_listening()
                or not service.process.is_running()
                or bool(service.process.log_lines("the worker could not start"))
            )
        )
        assert not service.process.log_lines("the worker could not start")
        assert service.process.is_running()
    assert alive.status_code == 200, alive.text


def link_all(folder: Path, copy: Path) -> None:
    """Makes a copy of a folder whose files are hard links, as tools for snapshots do."""
    for name in files_below(folder):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        os.link(folder / name, copy / name)


def assert_recent(at: datetime) -> None:
    assert abs(datetime.now(UTC) - at) < timedelta(hours=1)
