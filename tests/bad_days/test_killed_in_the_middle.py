"""Bad days on which something ends in the middle: a backup, a restore, a publish, an upload, a process for
images."""

import re
import socket
import subprocess
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from bad_days.faults import output_of, run_command
from bad_days.sale import IMAGE, Sale, bearer, files_below, hall, internal_faults, start_again
from imagery.sample_pictures import photo
from operated_service import OperatedService, operated_service
from servers.polling import wait_until
from servers.processes import children_of, clean_environment
from servers.service_process import PROGRAM

pytestmark = pytest.mark.long

Json = dict[str, Any]


def test_a_backup_is_killed(tmp_path: Path) -> None:
    """Day 16. The machine runs out of memory and kills `db backup`, again and again. The next one is whole,
    and whatever lies in the folder under the name of an archive can be restored."""
    target = tmp_path / "backups"
    target.mkdir()
    with operated_service(tmp_path) as service:
        sale = Sale(service)
        command = [
            "db",
            "backup",
            str(target),
            "--keep",
            "3",
            "--with-pictures",
            "--data-dir",
            str(service.data_dir),
        ]
        for number in range(3):
            assert sale.upload(f"{number}.jpg").is_success
            _kill_when_it_writes([*PROGRAM, *command], target)
        ended = run_command(*command)
        assert ended.returncode == 0, output_of(ended)
        verified = run_command("db", "verify", target, "--thorough", "--data-dir", service.data_dir)
        assert verified.returncode == 0, output_of(verified)
        for archive in target.glob("*.tar"):
            alone = run_command("db", "verify", archive, "--data-dir", service.data_dir)
            assert alone.returncode == 0, output_of(alone)
        assert [each for each in service.doctor() if each["check"] == "backup"] == []


def test_a_restore_is_killed_and_repeated(tmp_path: Path) -> None:
    """Day 17. A restore is killed after it has put the old records in their place. It is run again. A key
    that was revoked since the backup has to be named by one of the two runs: the second one must not compare
    the backup with itself."""
    backups = tmp_path / "backups"
    backups.mkdir()
    with operated_service(tmp_path) as service:
        sale = Sale(service)
        leaked = service.create_key()
        where = ("--data-dir", str(service.data_dir))
        ended = run_command("db", "backup", backups, "--with-pictures", "--with-signing-secret", *where)
        assert ended.returncode == 0, output_of(ended)
        [archive] = backups.glob("*.tar")
        service.revoke(leaked)
        service.process.stop()
        restore = ["db", "restore", str(archive), *where]
        said = _kill_when_it_writes([*PROGRAM, *restore], service.data_dir, "*.replaced-*")
        again = run_command(*restore)
        assert again.returncode == 0, output_of(again)
        end_it = f"keys revoke {leaked['keyId']}"
        assert end_it in said + output_of(again), "nobody says that a revoked key is valid again"
        assert run_command("keys", "revoke", leaked["keyId"], "--yes", *where).returncode == 0
        start_again(service.process)
        assert service.process.caller(leaked["plaintext"]).status_code == 401
        assert sale.look(sale.new_buyer()).status_code == 200
        assert sale.image_names() == {IMAGE}


def test_the_service_is_killed_while_a_venue_is_published(tmp_path: Path) -> None:
    """Day 18. The power fails while a hall is published. Afterwards it is the old hall or the new one, whole;
    and the new one if that was confirmed."""
    with operated_service(tmp_path) as service:
        sale = Sale(service)
        rows = ["A"]
        for _ in range(3):
            version = _venue(service, sale)["version"]
            rows.append(f"R{len(rows)}")
            answers: list[int] = []
            publishing = threading.Thread(target=_publish, args=(service, sale, list(rows), answers))
            publishing.start()
            service.process.kill()
            publishing.join()
            start_again(service.process)
            now = _venue(service, sale)
            assert now["version"] in (version, version + 1)
            assert now["version"] == version + 1 or 200 not in answers
            rows = now["rules"]["layout"]["sections"][0]["rows"]
            assert now["seatCount"] == 4 * len(rows)
            buyer = sale.new_buyer()
            assert sale.look(buyer).status_code == 200
            assert sale.look(buyer, f"1/{rows[-1]}/4").status_code == 200
            kept = service.http.get(f"/manage/venues/{sale.venue_id}/versions").json()["data"]
            assert kept[0]["version"] == now["version"]
        assert [each for each in service.doctor() if each["state"] == "fail"] == []


def test_the_system_kills_the_processes_for_images(tmp_path: Path) -> None:
    """Day 19. Memory is short, and the system ends what hangs below the worker. The worker stays, the next
    upload succeeds within two tries, and nobody gets a 500."""
    with operated_service(tmp_path) as service:
        sale = Sale(service)
        workers = service.process.workers()
        spared = {service.process.process.pid, *(worker.pid for worker in workers)}
        below_workers = [child for worker in workers for child in worker.children(recursive=True)]
        assert {child.pid for child in below_workers} <= {
            child.pid for child in children_of(service.process.process)
        }
        for child in below_workers:
            assert child.pid not in spared
            child.kill()
        statuses = [sale.upload("second.jpg").status_code for _ in range(2)]
        assert statuses[1] in (200, 201), statuses
        assert statuses[0] in (200, 201, 503), statuses
        assert {worker.pid for worker in service.process.workers()} == {worker.pid for worker in workers}
        assert internal_faults(service.process) == []


def test_an_upload_is_cut_in_the_middle(tmp_path: Path) -> None:
    """Day 20. A photographer's train enters a tunnel: half of the new image came. The old one is still shown,
    and the half leaves nothing behind."""
    with operated_service(tmp_path) as service:
        sale = Sale(service)
        buyer = sale.new_buyer()
        before = _address_of_image(sale, buyer)
        files = files_below(service.data_dir / "objects")
        all_files = files_below(service.data_dir)
        content = photo() + bytes(200_000)
        path = f"/v1/manage/venues/{sale.venue_id}/imagery/{IMAGE}"
        for _ in range(5):
            with socket.create_connection(service.process.address) as connection:
                head = (
                    f"PUT {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {service.admin_key}\r\n"
                    f"Content-Type: image/jpeg\r\nContent-Length: {len(content)}\r\n\r\n"
                )
                connection.sendall(head.encode() + content[: len(content) // 2])
        assert sale.image_names() == {IMAGE}
        assert _address_of_image(sale, buyer) == before
        wait_until(lambda: files_below(service.data_dir) - all_files <= set())
        assert files_below(service.data_dir / "objects") == files
        assert sale.upload(IMAGE).is_success
        assert internal_faults(service.process) == []


def _address_of_image(sale: Sale, buyer: str) -> str:
    """Returns the path of the image that the buyer is shown, without its signature."""
    answer = sale.look(buyer)
    assert answer.status_code == 200, answer.text
    found = re.search(r'"url":"[^"?]*?(/images/[^"?]*)', answer.text)
    assert found, answer.text
    return found[1]


def _venue(service: OperatedService, sale: Sale) -> Json:
    answer = service.http.get(f"/manage/venues/{sale.venue_id}")
    assert answer.status_code == 200, answer.text
    record: Json = answer.json()
    return record


def _publish(service: OperatedService, sale: Sale, rows: list[str], answers: list[int]) -> None:
    record = hall("Hall 0", *rows)
    try:
        address = f"{service.process.base_address}/manage/venues/{sale.venue_id}"
        answers.append(httpx.put(address, json=record, headers=bearer(service.admin_key)).status_code)
    except httpx.HTTPError:
        return


def _kill_when_it_writes(command: list[str], folder: Path, pattern: str = "**/*") -> str:
    """Runs a command, kills it as soon as the folder has a new file like this, and returns what it printed
    until then."""
    before = set(folder.glob(pattern))
    with subprocess.Popen(
        command, env=clean_environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        wait_until(lambda: process.poll() is not None or set(folder.glob(pattern)) != before)
        process.kill()
        output, _ = process.communicate()
    return output
