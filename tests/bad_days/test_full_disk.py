"""A full disk: changes are refused, what is stored is served, and changes work again once there is room."""

import os
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from bad_days.runbook import assert_told
from bad_days.small_hall import SEAT, SmallHall
from doctor.findings import findings
from imagery.sample_pictures import noise
from operated_service import OperatedService, operated_service
from servers import promtool
from servers.polling import wait_until
from servers.small_disk import fill


@pytest.mark.long
def test_a_full_disk_is_named_and_what_is_stored_is_served(tmp_path: Path) -> None:
    with operated_service(tmp_path, disk_megabytes=40) as service:
        hall = SmallHall(service)
        images = f"/manage/venues/{hall.venue_id}/imagery"
        revoked = service.create_key()
        service.revoke(revoked)
        filling = fill(service.data_dir)

        readable = ["/caller", "/manage/keys", images, "/manage/audit"]
        assert [service.http.get(path).status_code for path in readable] == [200] * len(readable)
        preview = service.http.get("/seats/preview", params={"venue": hall.venue_id, "seat": SEAT})
        assert preview.status_code == 200
        assert httpx.get(hall.images()[0]["url"]).status_code == 200
        assert service.process.caller(revoked["plaintext"]).status_code == 401
        for answer in (service.create_tenant(), hall.upload("late.jpg")):
            assert (answer.status_code, answer.json()["code"]) == (507, "storage_full")
            assert "sqlite" not in answer.text.lower()
            assert str(tmp_path) not in answer.text
        assert service.readiness() == 200

        [found, *_] = findings(service.data_dir, "disk space")
        assert (found.state, found.detail.split(" has ")[1].split(".")[0]) == ("fail", "0 bytes left")

        log = service.process
        begins = log.wait_for_line("outage begins", part="database_writes", cause="storage_full")
        log.wait_for_line("outage begins", part="image_storage_writes", cause="storage_full")
        members = {"problem": "storage_full", "cause": "storage_full"}
        log.wait_for_line("request", route="/v1/manage/tenants", **members)

        tenants = service.http.get("/manage/tenants").json()["data"]
        filling.unlink()
        for part in ("database_writes", "image_storage_writes"):
            log.wait_for_line("outage ends", part=part)
            assert len(log.log_lines("outage begins", part=part)) == 1
        assert hall.upload("late.jpg").is_success
        assert service.create_key()["status"] == "active"
        assert service.process.caller(revoked["plaintext"]).status_code == 401
        assert service.http.get("/manage/tenants").json()["data"] == tenants, "what was refused is not stored"
    assert_told(
        "Nothing can be stored: 507 `storage_full`",
        '"part":"database_writes","cause":"storage_full"',
        begins["remedy"],
        "has 0 bytes left. Changes, events and uploads are refused, or soon will be; reads go on.",
    )
    assert found.detail.endswith("Changes, events and uploads are refused, or soon will be; reads go on.")


@pytest.fixture(scope="module")
def on_small_disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OperatedService]:
    """A service whose data folder is a disk of 40 MB."""
    with operated_service(tmp_path_factory.mktemp("small"), disk_megabytes=40) as running:
        yield running


def object_files(service: OperatedService) -> list[str]:
    """Returns the files of images, without the probe that the service writes and deletes in an outage."""
    return sorted(
        path.name
        for path in (service.data_dir / "objects").rglob("*")
        if path.is_file() and path.name != "probe"
    )


@pytest.mark.long
def test_an_upload_that_fills_the_disk_is_refused_and_leaves_no_file(
    on_small_disk: OperatedService, tmp_path: Path
) -> None:
    service = on_small_disk
    venue = service.create_venue()
    picture = noise(64, 48)
    assert service.upload(venue, "before.png", picture).status_code in (200, 201)
    filling = service.data_dir / "filling"
    room = os.statvfs(service.data_dir)
    # 2 MB are left, which is enough to begin storing an image of 8 MB.
    filling.write_bytes(bytes(room.f_bavail * room.f_frsize - 2_000_000))
    objects = object_files(service)
    scraped = promtool.scrape(service.process.panel_value("Metrics"))
    refused = service.upload(venue, "large.png", noise(1900, 1500))
    assert refused.status_code == 507, refused.text
    assert refused.json()["code"] == "storage_full"
    assert "sqlite" not in refused.text.lower()
    assert str(service.data_dir) not in refused.text
    line = service.request_line(refused)
    assert (line["problem"], line["cause"]) == ("storage_full", "storage_full")
    assert line["route"] == "/v1/manage/venues/{venueId}/imagery/{name}"
    outages = service.outages("storage_full")
    assert [each["part"] for each in outages] == ["image_storage_writes"]
    assert outages[0]["remedy"]
    assert object_files(service) == objects
    assert service.http.get("/caller").status_code == 200
    assert service.readiness() == 200
    assert service.http.get(f"/manage/venues/{venue}/imagery").json()["data"][0]["name"] == "before.png"
    wait_until(lambda: service.outage_series() != {})
    failing = promtool.scrape(service.process.panel_value("Metrics"))
    only = ("up", "seatpreview_outage")
    phases = [
        promtool.Scrape(
            each.at, {name: value for name, value in each.values.items() if name.startswith(only)}
        )
        for each in (scraped, failing)
    ]
    alerts = {"SeatPreviewStorageFull", "SeatPreviewImageStorageFails"}
    promtool.assert_alerts(tmp_path, [(phases[0], set()), (phases[1], alerts)])
    filling.unlink()
    assert service.upload(venue, "large.png", noise(1900, 1500)).status_code in (200, 201)
    wait_until(lambda: bool(service.process.log_lines("outage ends", part="image_storage_writes")))
    wait_until(lambda: service.outage_series() == {})


@pytest.mark.long
def test_records_on_a_full_disk_are_refused_with_507_and_read_as_before(
    on_small_disk: OperatedService,
) -> None:
    service = on_small_disk
    stored = service.http.post("/manage/keys", json={"scope": "admin"}).json()
    filling = fill(service.data_dir)
    refused: list[httpx.Response] = []

    def is_refused() -> bool:
        # Free space in the database files still takes some changes.
        refused.append(service.create_tenant())
        return refused[-1].status_code != 201

    wait_until(is_refused)
    assert refused[-1].status_code == 507, refused[-1].text
    assert service.request_line(refused[-1])["cause"] == "storage_full"
    bearer = {"authorization": f"Bearer {stored['plaintext']}"}
    assert service.http.get("/caller", headers=bearer).status_code == 200
    assert service.readiness() == 200
    found = [each for each in service.doctor() if each["check"] == "disk space"]
    assert [each["state"] for each in found if "data folder" in each["detail"]] == ["fail"]
    filling.unlink()
    # A revoke works as soon as there is room.
    wait_until(lambda: service.http.delete(f"/manage/keys/{stored['keyId']}").status_code < 300)
    assert service.http.get("/caller", headers=bearer).status_code == 401
    wait_until(lambda: service.outage_series() == {})


@pytest.mark.long
def test_a_file_in_place_of_the_folder_of_images_is_named(on_small_disk: OperatedService) -> None:
    service = on_small_disk
    venue = service.create_venue()
    assert service.upload(venue, "one.png", noise(64, 48)).status_code in (200, 201)
    objects = service.data_dir / "objects"
    objects.rename(service.data_dir / "elsewhere")
    objects.write_text("A file.")
    refused = service.upload(venue, "two.png", noise(64, 50))
    assert refused.status_code == 503, refused.text
    assert refused.json()["code"] == "unavailable"
    assert service.request_line(refused)["cause"] in {"missing", "other", "refused"}
    wait_until(lambda: service.outage_series() != {})
    found = [each for each in service.doctor() if each["state"] == "fail"]
    assert any("objects" in each["detail"] for each in found), found
    assert service.readiness() == 200
    objects.unlink()
    (service.data_dir / "elsewhere").rename(objects)
    assert service.upload(venue, "two.png", noise(64, 50)).status_code in (200, 201)
    wait_until(lambda: service.outage_series() == {})
