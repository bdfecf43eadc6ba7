"""Bad days that people make: a key on a stolen laptop, a restore over a dead disk, a venue deleted, an import
at the worst time."""

import json
import re
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from bad_days.faults import output_of, run_command
from bad_days.sale import IMAGE, SEAT, Sale, bearer
from operated_service import operated_service
from servers.polling import PATIENCE_SECONDS, wait_until

pytestmark = pytest.mark.long


def test_a_laptop_with_the_admin_key_is_stolen(tmp_path: Path) -> None:
    """Day 21. Nobody else has an admin key. On the machine of the service, the operator makes a new one, ends
    the stolen one and forgets the signing secret, all while it runs."""
    with operated_service(tmp_path) as service:
        sale = Sale(service)
        buyer = sale.new_buyer()
        image = _image_address(sale.look(buyer))
        assert httpx.get(image).status_code == 200
        stolen = service.create_key()
        made_by_thief = (
            service.client(stolen["plaintext"]).post("/manage/keys", json={"scope": "admin"}).json()
        )
        where = ("--data-dir", str(service.data_dir))

        created = run_command("keys", "create", "--scope", "admin", "--json", *where)
        mine = json.loads(created.stdout)["plaintext"]
        assert service.process.caller(mine).status_code == 200
        assert run_command("keys", "revoke", stolen["keyId"], "--yes", *where).returncode == 0
        answer = service.process.caller(stolen["plaintext"])
        assert (answer.status_code, answer.json()["code"]) == (401, "key_revoked")

        # The list of keys has what the thief has made, with the stolen key as its maker in the audit list.
        audit = service.client(mine).get("/manage/audit", params={"limit": 50}).json()["data"]
        of_thief = {
            each["id"] for each in audit if each["actor"] == stolen["keyId"] and each["kind"] == "key"
        }
        assert made_by_thief["keyId"] in of_thief
        for key_id in of_thief - {stolen["keyId"]}:
            assert run_command("keys", "revoke", key_id, "--yes", *where).returncode == 0
        assert service.process.caller(made_by_thief["plaintext"]).status_code == 401

        assert run_command("signing", "rotate", "--forget", *where).returncode == 0
        wait_until(lambda: sale.look(buyer).status_code == 401)
        assert httpx.get(image).status_code == 403
        assert sale.look(sale.new_buyer()).status_code == 200


def test_the_records_are_lost_and_an_older_backup_is_restored(tmp_path: Path) -> None:
    """Day 22. The disk has eaten the records, so that the restore has nothing to compare the backup with. It
    must not look like a restore after which no key has to be ended: it says that revoked keys may be valid
    again."""
    archive = tmp_path / "seats.tar"
    with operated_service(tmp_path) as service:
        leaked = service.create_key()
        where = ("--data-dir", str(service.data_dir))
        assert run_command("db", "backup", archive, *where).returncode == 0
        service.revoke(leaked)
        service.process.stop()
        records = service.data_dir / "seatpreview.sqlite"
        eaten = bytes(records.stat().st_size)
        records.write_bytes(eaten)
        for file in service.data_dir.glob("seatpreview.sqlite-*"):
            file.unlink()
        restored = run_command("db", "restore", archive, *where)
        assert restored.returncode == 0, output_of(restored)
        assert "revoked" in output_of(restored), output_of(restored)
        assert "valid again" in output_of(restored), output_of(restored)
        kept = [each for each in service.data_dir.glob("seatpreview.sqlite.*") if each.read_bytes() == eaten]
        assert kept, "the damaged file was thrown away"


def test_a_venue_is_deleted_by_mistake(tmp_path: Path) -> None:
    """Day 23. Somebody archives and deletes the wrong hall. The records of all others have changed since the
    last backup, so it is not restored over them: the hall is taken out of the backup, and created anew beside
    them."""
    backups = tmp_path / "backups"
    backups.mkdir()
    restored, record = tmp_path / "restored", tmp_path / "record.json"
    with operated_service(tmp_path) as service:
        sale = Sale(service)
        where = ("--data-dir", str(service.data_dir))
        assert run_command("db", "backup", backups, "--with-pictures", *where).returncode == 0
        later = service.create_key()
        path = f"/manage/venues/{sale.venue_id}"
        assert service.http.post(f"{path}/archive").is_success
        assert service.http.delete(path, params={"confirm": "Hall 0"}).status_code == 204

        for command in (
            ("db", "restore", backups, "--data-dir", restored),
            ("venues", "export", sale.venue_id, record, "--data-dir", restored),
        ):
            ended = run_command(*command)
            assert ended.returncode == 0, output_of(ended)
        imported = run_command(
            "venues", "import", record, "--create", "--tenant", sale.tenant_id, "--json", *where
        )
        assert imported.returncode == 0, output_of(imported)
        [venue] = service.http.get("/manage/venues", params={"limit": 1}).json()["data"]
        assert (venue["name"], venue["tenantId"]) == ("Hall 0", sale.tenant_id)
        sale.venue_id = venue["venueId"]
        assert sale.look(sale.new_buyer()).status_code == 200
        missing = service.http.get(f"/manage/venues/{sale.venue_id}/imagery").json()["missing"]
        assert IMAGE in json.dumps(missing)
        assert sale.upload(IMAGE).is_success
        assert _image_address(sale.look(sale.new_buyer()))
        assert service.process.caller(later["plaintext"]).status_code == 200


def test_a_tenant_imports_250_000_seats_during_a_sale(tmp_path: Path) -> None:
    """Day 24. Another tenant creates a stadium of the largest size at ten o'clock. It is stored, no buyer of
    the sale fails, and a key is revoked meanwhile as always."""
    with operated_service(tmp_path) as service:
        sale = Sale(service)
        tenant = service.create_tenant().json()["tenantId"]
        key = service.create_key()
        is_over = threading.Event()
        statuses: set[int] = set()

        def buy() -> None:
            while not is_over.is_set():
                statuses.add(sale.look(sale.new_buyer(), SEAT).status_code)

        buyers = [threading.Thread(target=buy) for _ in range(3)]
        for buyer in buyers:
            buyer.start()
        stored: list[httpx.Response] = []
        address, record = f"{service.process.base_address}/manage/venues", _stadium() | {"tenantId": tenant}
        importing = threading.Thread(
            target=lambda: stored.append(
                httpx.post(address, json=record, headers=bearer(service.admin_key), timeout=PATIENCE_SECONDS)
            )
        )
        importing.start()
        service.revoke(key)
        assert service.process.caller(key["plaintext"]).status_code == 401
        importing.join()
        is_over.set()
        for buyer in buyers:
            buyer.join()
        assert [each.status_code for each in stored] == [201], stored[0].text[:500]
        assert stored[0].json()["seatCount"] == 250_000
        assert statuses == {200}


def _stadium() -> dict[str, Any]:
    rows = [str(number) for number in range(1, 11)]
    sections = [
        {
            "id": f"S{number}",
            "rows": rows,
            "seats": {"count": 100},
            "geometry": {"bearingDeg": number % 360, "distanceM": 40 + number},
        }
        for number in range(250)
    ]
    return {"name": "Stadium", "rules": {"layout": {"sections": sections}}}


def _image_address(preview: httpx.Response) -> str:
    assert preview.status_code == 200, preview.text
    found = re.search(r'"url":"(http[^"]*/images/[^"]*)"', preview.text)
    assert found, preview.text
    return found[1]
