"""The object store, in a folder and on a real S3 server."""

import asyncio
import os
from pathlib import Path
from typing import Any

import psutil
import pytest

from seatpreview.objects import store
from seatpreview.objects.store import READ_BYTES, ByteRange, Objects, StoredObject, objects_of
from seatpreview.observability.outages import Outages, Part
from seatpreview.problems import Cause, Unavailable
from servers import seaweed as seaweed_part
from servers.seaweed import RunningSeaweed
from serving import BUSY_MACHINE_SECONDS

pytestmark = pytest.mark.anyio


async def content_of(found: StoredObject | None) -> bytes:
    assert found is not None
    return b"".join([chunk async for chunk in found.chunks()])


async def test_what_was_put_is_got_whole(objects: Objects) -> None:
    await objects.put("a/b/full.jpg", b"a picture", "image/jpeg")
    assert await objects.get("a/b/full.jpg") == StoredObject(9, None, b"a picture")
    assert await objects.size_bytes("a/b/full.jpg") == 9


@pytest.mark.parametrize("size_bytes", [0, 1, READ_BYTES - 1, READ_BYTES])
async def test_a_small_object_is_one_body(objects: Objects, size_bytes: int) -> None:
    await objects.put("small", b"s" * size_bytes, "image/png")
    assert await objects.get("small") == StoredObject(size_bytes, None, b"s" * size_bytes)


@pytest.mark.parametrize("size_bytes", [4 * READ_BYTES, 6 << 20])
async def test_a_large_object_comes_in_chunks(objects: Objects, size_bytes: int) -> None:
    data = (bytes(range(251)) * (size_bytes // 251 + 1))[:size_bytes]
    await objects.put("large", data, "image/png")
    found = await objects.get("large")
    assert found is not None
    assert found.stream is not None
    chunks = [chunk async for chunk in found.stream]
    assert b"".join(chunks) == data
    assert len(chunks) > 1
    assert min(map(len, chunks[:-1])) >= READ_BYTES


SIZE = 3 * READ_BYTES + 10
PARTS = [
    (0, 1),
    (2, 5),
    (SIZE - 1, SIZE),
    (7, 7 + READ_BYTES),
    (READ_BYTES - 1, 2 * READ_BYTES + 3),
    (1, SIZE),
    (SIZE, SIZE),
    (SIZE + 9, SIZE),
]


@pytest.mark.parametrize(("start", "end"), PARTS)
async def test_a_part_of_an_object_is_read_in_chunks(objects: Objects, start: int, end: int) -> None:
    data = (bytes(range(251)) * (SIZE // 251 + 1))[:SIZE]
    await objects.put("part", data, "image/jpeg")
    sizes = []

    def select(size_bytes: int) -> ByteRange:
        sizes.append(size_bytes)
        return ByteRange(start, end)

    found = await objects.get("part", select)
    assert await content_of(found) == data[start:end]
    assert found is not None
    assert (found.size_bytes, found.part, sizes) == (SIZE, ByteRange(start, end), [SIZE])


@pytest.mark.parametrize(("start", "end"), [(0, 1), (2, 5), (9, 9)])
async def test_a_part_of_a_small_object_is_read(objects: Objects, start: int, end: int) -> None:
    await objects.put("part", b"a picture", "image/jpeg")
    part = ByteRange(start, end)
    assert await objects.get("part", lambda _: part) == StoredObject(9, part, b"a picture"[start:end])


async def test_a_file_that_was_cut_off_ends_early(tmp_path: Path) -> None:
    objects = objects_of(tmp_path, "")
    await objects.put("large", b"1" * SIZE, "image/jpeg")
    found = await objects.get("large")
    os.truncate(tmp_path / "objects" / "large", READ_BYTES + 5)
    assert await content_of(found) == b"1" * (READ_BYTES + 5)


async def test_a_stream_that_is_given_up_closes_its_file(tmp_path: Path) -> None:
    objects = objects_of(tmp_path, "")
    await objects.put("large", b"1" * SIZE, "image/jpeg")

    def opened() -> list[str]:
        return [file.path for file in psutil.Process().open_files() if str(tmp_path) in file.path]

    found = await objects.get("large")
    assert found is not None
    assert found.stream is not None
    await anext(found.stream)
    assert len(opened()) == 1
    await found.stream.aclose()
    assert opened() == []
    await content_of(await objects.get("large"))
    assert opened() == []


async def test_an_object_that_is_not_there_is_none(objects: Objects) -> None:
    await objects.put("a/b", b"1", "image/jpeg")
    for key in ("a", "a/c", "b", "a/b/c"):
        assert await objects.get(key) is None
        assert await objects.get(key, lambda _: ByteRange(1, 2)) is None
        assert await objects.size_bytes(key) is None


async def test_a_deleted_object_is_gone_and_deleting_again_is_fine(objects: Objects) -> None:
    await objects.put("a", b"1", "image/jpeg")
    await objects.delete("a")
    await objects.delete("a")
    await objects.delete("never/there")
    assert await objects.get("a") is None


async def test_deleting_a_prefix_leaves_its_neighbours(objects: Objects) -> None:
    for key in ("v/1/full.jpg", "v/1/tiles/0_0.jpg", "v/12/full.jpg", "v/2"):
        await objects.put(key, b"1", "image/jpeg")
    assert await objects.delete_prefixes(["v/1/", "v/none/"]) == 2
    assert await objects.delete_prefixes(["v/1/"]) == 0
    assert sorted(await objects.keys()) == ["v/12/full.jpg", "v/2"]


async def test_two_stores_of_one_address_see_the_same(tmp_path: Path) -> None:
    await objects_of(tmp_path, "").put("a/b", b"1", "image/jpeg")
    assert await content_of(await objects_of(tmp_path, "").get("a/b")) == b"1"
    assert (tmp_path / "objects" / "a" / "b").read_bytes() == b"1"


async def test_prefixes_of_a_bucket_do_not_see_each_other(bucket: Objects, seaweed: RunningSeaweed) -> None:
    await bucket.put("a", b"1", "image/jpeg")
    other = objects_of(Path("nowhere"), seaweed.url("another-place"))
    assert await other.get("a") is None
    assert await other.keys() == []


async def test_a_folder_that_cannot_be_written_is_unavailable(tmp_path: Path) -> None:
    objects = objects_of(tmp_path, "")
    (tmp_path / "objects" / "a").write_bytes(b"a file where a folder has to be")
    with pytest.raises(Unavailable) as refusal:
        await objects.put("a/b", b"1", "image/jpeg")
    assert refusal.value.retry_after_seconds == 5


async def test_a_bucket_that_does_not_answer_is_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    server = seaweed_part.start()
    server.stop()
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", seaweed_part.ACCESS_KEY_ID)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", seaweed_part.SECRET_ACCESS_KEY)
    objects = objects_of(Path("nowhere"), server.url("gone"))
    for asked in (
        objects.put("a", b"1", "image/jpeg"),
        objects.get("a"),
        objects.size_bytes("a"),
        objects.delete("a"),
        objects.delete_prefixes(["a/"]),
        objects.time(),
    ):
        with pytest.raises(Unavailable):
            await asked


async def test_a_bucket_that_falls_silent_when_its_clock_is_asked_is_unavailable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The danger: a command that waits for the bucket's clock, and nobody knows for how long."""

    class SilentBucket:
        """Takes an object, and then says nothing more about it."""

        async def put_async(self, *_: object, **__: object) -> None:
            monkeypatch.setattr(store, "ANSWER_SECONDS", 0)

        async def head_async(self, _: str) -> None:
            await asyncio.Event().wait()

        async def delete_async(self, _: str) -> None:
            pass

    bucket: Any = SilentBucket()
    outages = Outages()
    with pytest.raises(Unavailable):
        await Objects(bucket, outages=outages).time()
    assert outages.causes == {Part.IMAGES: Cause.SILENT}


async def test_a_bucket_that_refuses_our_key_is_unavailable(
    seaweed: RunningSeaweed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", seaweed_part.ACCESS_KEY_ID)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "another-secret")
    objects = objects_of(Path("nowhere"), seaweed.url("refused"))
    for asked in (objects.put("a", b"1", "image/jpeg"), objects.get("a"), objects.delete("a")):
        with pytest.raises(Unavailable):
            await asked


@pytest.mark.long
async def test_a_bucket_that_comes_back_is_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "ANSWER_SECONDS", BUSY_MACHINE_SECONDS)
    server = seaweed_part.start()
    try:
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", seaweed_part.ACCESS_KEY_ID)
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", seaweed_part.SECRET_ACCESS_KEY)
        objects = objects_of(Path("nowhere"), server.url("crash"))
        await objects.put("before", b"1", "image/jpeg")
        server.kill()
        with pytest.raises(Unavailable):
            await objects.size_bytes("before")
        server.restart()
        await objects.put("after", b"2", "image/jpeg")
        assert await content_of(await objects.get("after")) == b"2"
    finally:
        server.stop()
