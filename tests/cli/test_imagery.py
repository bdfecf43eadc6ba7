"""`seatpreview imagery`: images of a folder uploaded to a venue, listed and deleted."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from cli.program import invoke, result_of
from imagery.sample_pictures import photo, stored
from seatpreview.api.local_client import LocalClient
from seatpreview.cli import folder_upload
from seatpreview.database.connection import Connection
from seatpreview.database.engines import open_database
from seatpreview.database.tables import images
from seatpreview.imagery import image_processing
from seatpreview.objects.store import objects_of
from seatpreview.problems import PreconditionFailed, Unavailable
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Clock
from servers import seaweed

LAYOUT = {
    "sections": [
        {
            "ids": {"first": 101, "last": 102},
            "name": "Field Box {id}",
            "rows": {"first": "A", "last": "C"},
            "seats": {"count": 4},
        }
    ],
    "configurations": [{"id": "centre", "name": "Centre stage"}],
}
PATTERN = "{section}/{row}.jpg"


class Venue:
    """A venue in a database of its own, and a folder of images."""

    def __init__(self, folder: Path, database_flags: list[str]) -> None:
        self.flags = database_flags
        self.pictures = folder / "pictures"
        self.pictures.mkdir()
        tenant = result_of("tenants", "create", "--name", "Owner", *database_flags)["tenantId"]
        layout = folder / "layout.json"
        layout.write_text(json.dumps(LAYOUT))
        made = result_of(
            "venues", "import", str(layout), "--tenant", tenant, "--name", "Park", *database_flags
        )
        self.venue_id = str(made["venueId"])

    def draw(self, name: str, data: bytes | None = None) -> None:
        path = self.pictures / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(photo() if data is None else data)

    def upload(self, *more: str, pattern: str = PATTERN) -> Any:
        where = ["--venue", self.venue_id, "--pattern", pattern, *self.flags]
        return invoke("imagery", "upload", str(self.pictures), *where, *more)

    def record(self) -> dict[str, Any]:
        record: dict[str, Any] = result_of("venues", "show", self.venue_id, *self.flags)
        return record

    def listed(self) -> dict[str, Any]:
        found: dict[str, Any] = result_of("imagery", "list", self.venue_id, *self.flags)
        return found


@pytest.fixture
def venue(tmp_path: Path, data_dir: Path) -> Venue:
    return Venue(tmp_path, ["--data-dir", str(data_dir)])


def numbers(result: Any) -> dict[str, int]:
    return {name: int(count) for name, count in (line.split() for line in result.stdout.splitlines())}


def test_a_folder_is_uploaded_matched_and_listed(database_flags: list[str], tmp_path: Path) -> None:
    venue = Venue(tmp_path, database_flags)
    venue.draw("101/A.jpg")
    venue.draw("field-box-102/b.jpg", photo(20, 10, "PNG"))
    done = venue.upload()
    assert (done.exit_code, done.stderr) == (0, "")
    assert numbers(done) == {"uploaded": 2, "unchanged": 0, "failed": 0}
    assert venue.record()["imagerySets"] == [
        {
            "id": "photos",
            "kind": "photo",
            "images": [
                {"object": "photos/101/A.jpg", "covers": {"section": "101", "rows": ["A"]}},
                {"object": "photos/field-box-102/b.jpg", "covers": {"section": "102", "rows": ["B"]}},
            ],
        }
    ]
    listed = venue.listed()
    assert [(image["name"], image["contentType"]) for image in listed["data"]] == [
        ("photos/101/A.jpg", "image/jpeg"),
        ("photos/field-box-102/b.jpg", "image/png"),
    ]
    assert listed["missing"] == []
    lines = invoke("imagery", "list", venue.venue_id, *database_flags).stdout.splitlines()
    assert [line.split() for line in lines[:2]] == [
        ["TYPE", "PIXELS", "BYTES", "USED", "BY", "IMAGE"],
        ["jpeg", "64", "x", "32", str(len(stored(photo()))), "photos", "photos/101/A.jpg"],
    ]


def test_a_second_run_uploads_what_is_new_and_what_changed(venue: Venue) -> None:
    venue.draw("101/A.jpg")
    venue.draw("101/B.jpg")
    assert numbers(venue.upload()) == {"uploaded": 2, "unchanged": 0, "failed": 0}
    version = venue.record()["version"]
    assert numbers(venue.upload()) == {"uploaded": 0, "unchanged": 2, "failed": 0}
    assert venue.record()["version"] == version, "nothing was written"
    venue.draw("101/B.jpg", photo(10, 10))
    venue.draw("101/C.jpg")
    report = json.loads(venue.upload("--json").stdout)
    assert report == {"uploaded": ["101/B.jpg", "101/C.jpg"], "unchanged": ["101/A.jpg"], "failed": []}
    [imagery_set] = venue.record()["imagerySets"]
    assert [image["covers"]["rows"] for image in imagery_set["images"]] == [["A"], ["B"], ["C"]]


def test_an_upload_that_was_interrupted_continues(venue: Venue, monkeypatch: pytest.MonkeyPatch) -> None:
    for row in "ABC":
        venue.draw(f"101/{row}.jpg")
    call, uploaded = LocalClient.call, 0

    async def stops(self: LocalClient, operation_id: str, *path: str, **more: Any) -> Any:
        nonlocal uploaded
        uploaded += operation_id == "putImage"
        if uploaded > 2:
            raise Unavailable("The image storage does not answer.")
        return await call(self, operation_id, *path, **more)

    with monkeypatch.context() as patched:
        patched.setattr(LocalClient, "call", stops)
        stopped = venue.upload()
    assert (stopped.exit_code, stopped.stderr) == (1, "The image storage does not answer.\n")
    assert venue.record()["imagerySets"] == []
    assert numbers(venue.upload()) == {"uploaded": 1, "unchanged": 2, "failed": 0}
    [imagery_set] = venue.record()["imagerySets"]
    assert len(imagery_set["images"]) == 3


def test_files_that_cannot_be_used_are_reported_and_the_others_uploaded(venue: Venue) -> None:
    venue.draw("101/A.jpg")
    venue.draw("101/B.jpg", b"<svg/>")
    venue.draw("101/Q.jpg")
    venue.draw("999/A.jpg")
    venue.draw("notes.txt", b"")
    venue.draw(".hidden/A.jpg")
    done = venue.upload()
    assert done.exit_code == 1
    assert numbers(done) == {"uploaded": 1, "unchanged": 0, "failed": 4}
    assert sorted(done.stderr.splitlines()) == [
        "101/B.jpg: is not a JPEG, PNG, WebP or AVIF image.",
        "101/Q.jpg: section '101' has no row 'Q'.",
        "999/A.jpg: there is no section '999'.",
        "notes.txt: does not fit the pattern.",
    ]
    [imagery_set] = venue.record()["imagerySets"]
    assert [image["object"] for image in imagery_set["images"]] == ["photos/101/A.jpg"]


def test_two_files_with_one_object_name_are_not_mixed_up(venue: Venue) -> None:
    venue.draw("field box 101/A.jpg")
    venue.draw("field-box 101/A.jpg", photo(10, 10))
    done = venue.upload()
    assert done.exit_code == 1
    assert done.stderr == (
        "field-box 101/A.jpg: would be called 'photos/field-box-101/A.jpg', as field box 101/A.jpg is.\n"
    )


def test_an_upload_to_one_set_leaves_the_others_unchanged(venue: Venue) -> None:
    venue.draw("101.jpg", photo(64, 32))
    made = venue.upload(
        *("--set", "panos", "--kind", "panorama", "--configuration", "centre"), pattern="{section}.jpg"
    )
    assert made.exit_code == 0, made.stderr
    assert venue.upload(pattern="{section}.jpg").exit_code == 0
    assert [
        (each["id"], each["kind"], each.get("configuration")) for each in venue.record()["imagerySets"]
    ] == [("panos", "panorama", "centre"), ("photos", "photo", None)]
    assert [image["name"] for image in venue.listed()["data"]] == ["panos/101.jpg", "photos/101.jpg"]
    refused = venue.upload("--set", "panos", "--kind", "photo", pattern="{section}.jpg")
    assert (refused.exit_code, refused.stderr) == (
        2,
        "The set 'panos' has the kind 'panorama': name another set.\n",
    )


def test_a_record_that_changed_meanwhile_is_read_again(venue: Venue, monkeypatch: pytest.MonkeyPatch) -> None:
    venue.draw("101/A.jpg")
    call, refused = LocalClient.call, 0

    async def changes_first(self: LocalClient, operation_id: str, *path: str, **more: Any) -> Any:
        nonlocal refused
        if operation_id == "replaceVenue" and not refused:
            refused += 1
            body = more["body"] | {"name": "Renamed", "imagerySets": []}
            await call(self, operation_id, *path, body=body)
        return await call(self, operation_id, *path, **more)

    monkeypatch.setattr(LocalClient, "call", changes_first)
    assert venue.upload().exit_code == 0
    record = venue.record()
    assert (refused, record["name"], len(record["imagerySets"][0]["images"])) == (1, "Renamed", 1)


def test_a_record_that_keeps_changing_is_given_up_after_one_retry(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    venue.draw("101/A.jpg")
    call = LocalClient.call

    async def refuses(self: LocalClient, operation_id: str, *path: str, **more: Any) -> Any:
        if operation_id == "replaceVenue":
            raise PreconditionFailed("The venue has another version.")
        return await call(self, operation_id, *path, **more)

    with monkeypatch.context() as patched:
        patched.setattr(LocalClient, "call", refuses)
        refused = venue.upload()
    assert (refused.exit_code, refused.stderr) == (1, "The venue has another version.\n")
    assert numbers(venue.upload()) == {"uploaded": 0, "unchanged": 1, "failed": 0}


def test_an_image_is_deleted_once_nothing_refers_to_it(venue: Venue) -> None:
    venue.draw("101/A.jpg")
    venue.upload()
    refused = invoke("imagery", "delete", venue.venue_id, "photos/101/A.jpg", *venue.flags)
    assert refused.exit_code == 1
    assert refused.stderr.startswith("The venue's record refers to the image: imagery set 'photos'.")
    record = {"name": "Park", "imagerySets": [{"id": "photos", "kind": "photo", "images": []}]}
    other = venue.pictures.parent / "record.json"
    other.write_text(json.dumps(record))
    tenant = venue.record()["tenantId"]
    made = result_of("venues", "import", str(other), "--tenant", tenant, *venue.flags)
    unknown = invoke("imagery", "delete", made["venueId"], "photos/101/A.jpg", *venue.flags)
    assert (unknown.exit_code, unknown.stderr) == (1, "The venue has no image with this name.\n")


def test_images_that_are_missing_are_reported_with_the_list(venue: Venue, tmp_path: Path) -> None:
    images = [{"object": "a.jpg"}, {"object": "b.jpg"}]
    record = {"name": "Park", "imagerySets": [{"id": "day", "kind": "photo", "images": images}]}
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    tenant = venue.record()["tenantId"]
    made = result_of("venues", "import", str(file), "--tenant", tenant, *venue.flags)
    shown = invoke("imagery", "list", made["venueId"], *venue.flags)
    assert (shown.exit_code, shown.stderr) == (0, "Not uploaded yet: a.jpg, b.jpg.\n")


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (["--kind", "film"], "--kind must be panorama, photo or rendered.\n"),
        (["--configuration", "none"], "The layout has no configuration 'none'.\n"),
        (
            ["--set", "a/b"],
            "The set's id must be letters, digits, '.', '_' and '-', with single spaces between them.\n",
        ),
    ],
)
def test_a_flag_that_cannot_be_used_is_refused_before_the_upload(
    flags: list[str], sentence: str, venue: Venue
) -> None:
    venue.draw("101/A.jpg")
    refused = venue.upload(*flags)
    assert (refused.exit_code, refused.stderr) == (2, sentence)
    assert venue.listed()["data"] == []


def test_a_pattern_or_folder_that_cannot_be_used_is_refused(venue: Venue, tmp_path: Path) -> None:
    empty = venue.upload()
    assert (empty.exit_code, empty.stderr) == (1, f"There are no files in {venue.pictures}.\n")
    refused = venue.upload(pattern="{block}.jpg")
    assert (refused.exit_code, refused.stderr) == (
        2,
        "--pattern can have {section}, {row}, {rows} and {seat}, but not {block}.\n",
    )
    flags = ["--venue", venue.venue_id, "--pattern", PATTERN, *venue.flags]
    missing = invoke("imagery", "upload", str(tmp_path / "none"), *flags)
    assert (missing.exit_code, missing.stderr) == (2, f"{tmp_path / 'none'} is not a folder.\n")


@pytest.mark.parametrize(
    ("path", "name"),
    [("a/B.jpg", "a/B.jpg"), ("Block Süd/1 a.jpg", "Block-S-d/1-a.jpg"), ("..a/-b.jpg", "a/-b.jpg")],
)
def test_a_path_becomes_a_valid_object_name(path: str, name: str) -> None:
    assert folder_upload.object_name(path) == name


def test_images_go_to_the_bucket_that_is_given(venue: Venue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", seaweed.ACCESS_KEY_ID)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", seaweed.SECRET_ACCESS_KEY)
    server = seaweed.shared()
    venue.draw("101/A.jpg")
    flags = ["--object-store-url", server.url(f"cli-{venue.venue_id}")]
    assert numbers(venue.upload(*flags)) == {"uploaded": 1, "unchanged": 0, "failed": 0}
    [image] = result_of("imagery", "list", venue.venue_id, *flags, *venue.flags)["data"]
    assert image["url"].startswith(server.endpoint)
    assert httpx.get(image["url"]).content == stored(photo())


@pytest.mark.parametrize("store", ["folder", pytest.param("bucket", marks=pytest.mark.long)])
def test_panoramas_of_earlier_versions_are_cut_anew(
    venue: Venue, store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", seaweed.ACCESS_KEY_ID)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", seaweed.SECRET_ACCESS_KEY)
    flags = [*venue.flags]
    if store == "bucket":
        flags += ["--object-store-url", seaweed.shared().url(f"retile-{venue.venue_id}")]
    settings = Settings(data_dir=Path(venue.flags[1]), object_store_url=flags[3] if store == "bucket" else "")
    # Panoramas of an eighth of the usual size, since each takes a second of the processor.
    monkeypatch.setattr(image_processing, "TILED_WIDTH_MIN", 512)
    monkeypatch.setattr(image_processing, "LEVEL_WIDTHS", (256, 512, 1024))
    monkeypatch.setattr(image_processing, "_WEBP_LEVEL_WIDTH_MAX", 512)
    venue.draw("101/A.jpg", photo(512, 256))
    venue.draw("101/B.jpg", photo(40, 20))
    venue.draw("101/C.jpg", photo(512, 256))
    where = ["--venue", venue.venue_id, "--pattern", PATTERN]
    assert invoke("imagery", "upload", str(venue.pictures), *where, *flags).exit_code == 0
    keys = asyncio.run(remove_levels(settings))
    assert sum("/tiles/256/" in key for key in keys) == 2 * 4 * 2
    retile = ("imagery", "retile", venue.venue_id, *flags)

    # The second of two cannot be read.
    broken = asyncio.run(break_picture(settings, "photos/101/C.jpg"))
    done = invoke(*retile)
    assert (done.exit_code, numbers(done)) == (1, {"retiled": 1, "failed": 1})
    reason = "The stored image is missing in the object store."
    assert done.stderr == f"{venue.venue_id}/photos/101/C.jpg: {reason}\n"
    asyncio.run(restore_picture(settings, broken))
    # What is done is not done again, and the rest is.
    assert result_of("imagery", "retile", "--all", *flags) == {
        "retiled": [f"{venue.venue_id}/photos/101/C.jpg"],
        "failed": [],
    }
    assert numbers(invoke(*retile)) == {"retiled": 0, "failed": 0}
    now = asyncio.run(object_keys(settings))
    assert [key for key in now if not key.endswith("/checksums-levels.json")] == keys


def test_what_to_cut_anew_has_to_be_said(venue: Venue) -> None:
    for arguments in ([], [venue.venue_id, "--all"]):
        refused = invoke("imagery", "retile", *arguments, *venue.flags)
        assert (refused.exit_code, refused.stderr) == (2, "Name a venue, or give --all.\n")
    for unknown in ("ven_000000000000", "hall"):
        assert invoke("imagery", "retile", unknown, *venue.flags).exit_code == 1
    assert invoke("imagery", "retile", "ven_hall", *venue.flags).exit_code == 2


async def remove_levels(settings: Settings) -> list[str]:
    """Makes all images as an earlier version stored them. Returns the keys that there were before."""
    keys = await object_keys(settings)
    objects = objects_of(settings.data_dir, settings.object_store_url)
    for key in keys:
        if re.search(r"/tiles/\d+/", key):
            await objects.delete(key)
    database = open_database(settings, Clock())
    statement = update(images).values(has_levels=None)
    await database.write(
        "operator", Clock().now(), lambda transaction: transaction.connection.execute(statement)
    )
    await database.close()
    return keys


async def object_keys(settings: Settings) -> list[str]:
    return sorted(await objects_of(settings.data_dir, settings.object_store_url).keys())


async def break_picture(settings: Settings, name: str) -> tuple[str, bytes]:
    """Removes the full size of a picture from the store. Returns its key and content."""
    database = open_database(settings, Clock())
    statement = select(images).where(images.c.name == name)
    row = (await database.read(Connection.execute, statement)).one()
    await database.close()
    key = f"{row.venue_id}/{row.image_id}/full.jpg"
    objects = objects_of(settings.data_dir, settings.object_store_url)
    found = await objects.get(key)
    assert found is not None
    content = b"".join([chunk async for chunk in found.chunks()])
    await objects.delete(key)
    return key, content


async def restore_picture(settings: Settings, picture: tuple[str, bytes]) -> None:
    await objects_of(settings.data_dir, settings.object_store_url).put(*picture, "image/jpeg")
