"""The object store, in a folder and on a real S3 server."""

from pathlib import Path

import pytest

from parts import seaweed as seaweed_part
from parts.seaweed import RunningSeaweed
from seatpreview.objects.store import CHUNK_BYTES, Objects, objects_of
from seatpreview.problems import Unavailable

pytestmark = pytest.mark.anyio


async def content_of(objects: Objects, key: str, start: int = 0, end: int | None = None) -> bytes | None:
    found = await objects.get(key, start, end)
    return None if found is None else b"".join([chunk async for chunk in found.chunks])


async def test_what_was_put_is_got_whole(objects: Objects) -> None:
    await objects.put("a/b/full.jpg", b"a picture", "image/jpeg")
    found = await objects.get("a/b/full.jpg")
    assert found is not None
    assert found.size_bytes == await objects.size_bytes("a/b/full.jpg") == 9
    assert b"".join([chunk async for chunk in found.chunks]) == b"a picture"


async def test_a_large_object_comes_in_chunks(objects: Objects) -> None:
    data = bytes(range(256)) * (24 << 10)  # 6 MiB
    await objects.put("large", data, "image/png")
    found = await objects.get("large")
    assert found is not None
    chunks = [chunk async for chunk in found.chunks]
    assert b"".join(chunks) == data
    assert max(map(len, chunks)) < len(data)
    assert min(map(len, chunks[:-1])) >= CHUNK_BYTES


@pytest.mark.parametrize(
    ("start", "end", "expected"), [(0, 1, b"a"), (2, 5, b"pic"), (2, None, b"picture"), (8, 9, b"e")]
)
async def test_a_part_of_an_object(objects: Objects, start: int, end: int | None, expected: bytes) -> None:
    await objects.put("part", b"a picture", "image/jpeg")
    found = await objects.get("part", start, end)
    assert found is not None
    assert found.size_bytes == 9, "the whole object's"
    assert b"".join([chunk async for chunk in found.chunks]) == expected


async def test_an_object_that_is_not_there_is_none(objects: Objects) -> None:
    await objects.put("a/b", b"1", "image/jpeg")
    for key in ("a", "a/c", "b"):
        assert await objects.get(key) is None
        assert await objects.get(key, 1, 2) is None
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
    await objects.delete_prefix("v/1/")
    await objects.delete_prefix("v/none/")
    assert sorted(await objects.keys()) == ["v/12/full.jpg", "v/2"]


async def test_two_stores_of_one_address_see_the_same(tmp_path: Path) -> None:
    await objects_of(tmp_path, "").put("a/b", b"1", "image/jpeg")
    assert await content_of(objects_of(tmp_path, ""), "a/b") == b"1"
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
        objects.delete_prefix("a/"),
    ):
        with pytest.raises(Unavailable):
            await asked


async def test_a_bucket_that_refuses_our_key_is_unavailable(
    seaweed: RunningSeaweed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", seaweed_part.ACCESS_KEY_ID)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "another-secret")
    objects = objects_of(Path("nowhere"), seaweed.url("refused"))
    for asked in (objects.put("a", b"1", "image/jpeg"), objects.get("a"), objects.delete("a")):
        with pytest.raises(Unavailable):
            await asked


async def test_a_bucket_that_comes_back_is_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
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
        assert await content_of(objects, "after") == b"2"
    finally:
        server.stop()
