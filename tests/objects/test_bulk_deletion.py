"""Many objects are deleted by few calls, in a folder and on a real S3 server."""

import asyncio
from pathlib import Path

import pytest

from seatpreview.objects import store
from seatpreview.objects.store import Objects, delete_files, objects_of
from seatpreview.values.clock import MICROSECONDS, Clock
from servers.seaweed import RunningSeaweed
from servers.tcp_proxy import running_proxy

pytestmark = pytest.mark.anyio


async def put_all(objects: Objects, *keys: str) -> None:
    for start in range(0, len(keys), 50):
        await asyncio.gather(*(objects.put(key, b"1", "image/jpeg") for key in keys[start : start + 50]))


@pytest.mark.parametrize("at_once", [100, pytest.param(store.DELETED_AT_ONCE, marks=pytest.mark.long)])
async def test_a_bucket_deletes_many_objects_by_one_call(
    at_once: int, seaweed: RunningSeaweed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted at the server: before, each object was a call of its own."""
    monkeypatch.setattr(store, "DELETED_AT_ONCE", at_once)
    tiles = at_once // 25
    with running_proxy(seaweed.port) as proxy:
        url = seaweed.url(f"bulk-{at_once}").replace(str(seaweed.port), str(proxy.port))
        objects = objects_of(Path("nowhere"), url)
        await put_all(objects, *(f"ven/{image}/{tile}" for image in range(30) for tile in range(tiles)))
        await put_all(objects, "ven/30/kept")
        proxy.requests.clear()
        assert await objects.delete_prefixes(f"ven/{image}/" for image in range(30)) == 30 * tiles
        assert proxy.requests.count("DELETE") == 0
        assert proxy.requests.count("POST") == 2
        assert proxy.requests.count("GET") == 30, "each prefix is listed once"
        assert await objects.keys() == ["ven/30/kept"]


async def test_a_folder_deletes_many_files_by_one_hop_to_a_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hops: list[int] = []

    def counted(folder: Path, keys: list[str]) -> None:
        hops.append(len(keys))
        delete_files(folder, keys)

    monkeypatch.setattr(store, "delete_files", counted)
    monkeypatch.setattr(store, "DELETED_AT_ONCE", 100)
    objects = objects_of(tmp_path, "")
    folder = tmp_path / "objects"
    for image in range(5):
        (folder / f"ven/{image}/tiles").mkdir(parents=True)
        for tile in range(50):
            (folder / f"ven/{image}/tiles/{tile}").write_bytes(b"1")
    (folder / "ven/kept").write_bytes(b"1")
    assert await objects.delete_prefixes(f"ven/{image}/" for image in range(5)) == 250
    assert hops == [100, 100, 50]
    assert [path.relative_to(folder).as_posix() for path in folder.rglob("*")] == ["ven", "ven/kept"]


async def test_a_folder_that_became_empty_is_removed_and_made_again(tmp_path: Path) -> None:
    objects = objects_of(tmp_path, "")
    await objects.put("a/b/c", b"1", "image/jpeg")
    assert await objects.delete_prefixes(["a/b/"]) == 1
    assert (tmp_path / "objects").is_dir()
    assert not (tmp_path / "objects" / "a").exists()
    await objects.put("a/b/c", b"2", "image/jpeg")
    assert await objects.keys() == ["a/b/c"]


async def test_deleting_and_writing_at_once_loses_nothing_that_was_written(tmp_path: Path) -> None:
    """The danger: a folder is removed between its creation and the write of a file in it."""
    objects = objects_of(tmp_path, "")
    for number in range(50):
        await objects.put(f"a/{number}/old", b"1", "image/jpeg")
        await asyncio.gather(
            objects.delete_prefixes([f"a/{number}/"]), objects.put(f"b/{number}/new", b"1", "image/jpeg")
        )
    assert sorted(await objects.keys()) == sorted(f"b/{number}/new" for number in range(50))


async def test_deleting_twice_at_once_is_fine(objects: Objects) -> None:
    await put_all(objects, *(f"a/{number}" for number in range(60)))
    await asyncio.gather(objects.delete_prefixes(["a/"]), objects.delete_prefixes(["a/"]))
    assert await objects.keys() == []


async def test_the_store_tells_its_own_time_and_keeps_nothing_of_the_question(objects: Objects) -> None:
    await objects.put("a", b"1", "image/jpeg")
    [written] = [found async for found in objects.listed()]
    told = await objects.time()
    assert told >= written.modified_at - MICROSECONDS
    assert abs(told - Clock().now()) < 60 * MICROSECONDS
    assert await objects.keys() == ["a"]
