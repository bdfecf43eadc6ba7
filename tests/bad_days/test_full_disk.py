"""A full disk: nothing more is stored, what is stored is served, and it goes on when there is room again."""

from pathlib import Path

import httpx

from bad_days.runbook import assert_told
from bad_days.seen import wait_for_line
from bad_days.small_hall import SEAT, SmallHall
from doctor.findings import findings
from seatpreview.settings.settings import Settings
from servers.admin_key import create_admin_key
from servers.service_process import PROGRAM, RunningService, running_service
from servers.small_disk import fill, seen_by, with_small_disk

COPY_FIRST = ["sh", "-c", 'cp -a "$0" "$1" && shift && exec "$@"']
"""Runs a program after a folder was copied to where that finds it."""


def test_a_full_disk_is_named_and_what_is_stored_is_served(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    prepared = Settings(data_dir=tmp_path / "prepared")
    admin = {"authorization": f"Bearer {create_admin_key(prepared)}"}
    program = with_small_disk(disk, 40, [*COPY_FIRST, str(prepared.data_dir), str(disk / "data"), *PROGRAM])
    flags = ("--data-dir", str(disk / "data"), "--log-format", "json")
    with running_service(tmp_path, *flags, program=program) as service:
        hall = SmallHall(service, admin)
        pictures = f"/manage/venues/{hall.venue_id}/imagery"
        revoked = create_key(service, admin)
        revoke(service, admin, revoked["keyId"])
        filling = fill(seen_by(service.process, disk))

        readable = ["/caller", "/manage/keys", pictures, "/manage/audit"]
        assert [get(service, path, admin).status_code for path in readable] == [200] * len(readable)
        preview = get(service, f"/seats/preview?venue={hall.venue_id}&seat={SEAT}", hall.tenant)
        assert preview.status_code == 200
        assert httpx.get(get(service, pictures, admin).json()["data"][0]["url"]).status_code == 200
        assert service.caller(revoked["plaintext"]).status_code == 401
        refused = httpx.post(f"{service.base_address}/manage/tenants", json={"name": "Late"}, headers=admin)
        picture = hall.upload("late.jpg")
        for answer in (refused, picture):
            assert (answer.status_code, answer.json()["code"]) == (507, "storage_full")
            assert "sqlite" not in answer.text.lower()
            assert str(disk) not in answer.text
        assert get(service, "", admin, "/readyz").status_code == 200

        [found, *_] = findings(seen_by(service.process, disk) / "data", "disk space")
        assert (found.state, found.detail.split(" has ")[1].split(".")[0]) == ("fail", "0 bytes left")

        begins = wait_for_line(service, "outage begins", part="database_writes", cause="storage_full")
        wait_for_line(service, "outage begins", part="image_storage_writes", cause="storage_full")
        members = {"problem": "storage_full", "cause": "storage_full"}
        wait_for_line(service, "request", route="/v1/manage/tenants", **members)

        filling.unlink()
        for part in ("database_writes", "image_storage_writes"):
            wait_for_line(service, "outage ends", part=part)
            assert len(service.log_lines("outage begins", part=part)) == 1
        assert hall.upload("late.jpg").is_success
        assert create_key(service, admin)["status"] == "active"
        assert service.caller(revoked["plaintext"]).status_code == 401
        names = [tenant["name"] for tenant in get(service, "/manage/tenants", admin).json()["data"]]
        assert "Late" not in names, "what was refused was not stored"
    assert_told(
        "Nothing can be stored: 507 `storage_full`",
        '"part":"database_writes","cause":"storage_full"',
        begins["remedy"],
        "has 0 bytes left. Changes, events and uploads are refused, or soon will be; reads go on.",
    )
    assert found.detail.endswith("Changes, events and uploads are refused, or soon will be; reads go on.")


def get(
    service: RunningService, path: str, headers: dict[str, str], page: str | None = None
) -> httpx.Response:
    address = service.base_address + path if page is None else service.base_address.removesuffix("/v1") + page
    return httpx.get(address, headers=headers)


def create_key(service: RunningService, headers: dict[str, str]) -> dict[str, str]:
    body = {"kind": "secret", "scope": "admin", "label": "x"}
    answer = httpx.post(f"{service.base_address}/manage/keys", json=body, headers=headers)
    assert answer.status_code == 201, answer.text
    created: dict[str, str] = answer.json()
    return created


def revoke(service: RunningService, headers: dict[str, str], key_id: str) -> None:
    answer = httpx.delete(f"{service.base_address}/manage/keys/{key_id}", headers=headers)
    assert answer.is_success, answer.text
