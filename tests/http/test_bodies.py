"""Bodies: large ones within a budget, pictures in files, and nothing left of either."""

import asyncio
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cast import Actor, Cast
from imagery.sample_pictures import photo
from imagery.uploads import put, upload
from in_process_client import Client, Headers
from seatpreview.http.app import App
from seatpreview.http.request import Request, TrustedAddresses
from seatpreview.http.request_bodies import SMALL_BODY_BYTES, RequestBodies, delete_leftovers
from seatpreview.observability.outages import Outages
from seatpreview.server.worker import app_of
from servers.polling import until
from serving import settings_for

pytestmark = pytest.mark.anyio


def app_with(cast: Cast, **settings: Any) -> App:
    internals = cast.service.internals
    app = app_of(internals)
    app._bodies = RequestBodies(replace(internals.settings, **settings), internals.outages)
    return app


def upload_that_stops(app: App, cast: Cast, actor: Actor) -> Client:
    headers: Headers = [
        (b"authorization", f"Bearer {actor.plaintext}".encode()),
        (b"content-type", b"image/jpeg"),
        (b"content-length", b"1000000"),
    ]
    return Client(app, "PUT", f"/v1/manage/venues/{cast.hall}/imagery/a.jpg", headers, "192.0.2.1")


def record_that_stops(app: App, cast: Cast, actor: Actor, size: int) -> Client:
    headers: Headers = [
        (b"authorization", f"Bearer {actor.plaintext}".encode()),
        (b"content-type", b"application/json"),
        (b"content-length", str(size).encode()),
    ]
    return Client(app, "PUT", f"/v1/manage/venues/{cast.hall}", headers, "192.0.2.1")


async def cancel(*clients: Client) -> None:
    for client in clients:
        client.task.cancel()
    await asyncio.gather(*(client.task for client in clients), return_exceptions=True)


@pytest.mark.parametrize(
    ("http_version", "headers", "size"),
    [
        ("1.1", [], 0),
        ("1.1", [(b"content-length", b"7")], 7),
        ("1.1", [(b"transfer-encoding", b"chunked")], 1000),
        ("2", [], 1000),
        ("2", [(b"content-length", b"7")], 7),
        ("2", [(b"content-length", b"9" * 5000)], int("9" * 20)),
    ],
)
def test_a_body_whose_length_is_not_announced_counts_as_the_largest(
    http_version: str, headers: Headers, size: int
) -> None:
    """The attack: bodies over HTTP/2 without content-length, which the budget took for empty ones."""

    async def receive() -> dict[str, Any]:
        raise NotImplementedError

    scope = {"method": "PUT", "raw_path": b"/", "query_string": b"", "headers": headers}
    request = Request(scope | {"http_version": http_version}, receive, TrustedAddresses(frozenset(), ()))
    assert request.length_max(1000) == size


async def test_uploads_of_one_tenant_that_stop_half_way_leave_room_for_another(cast: Cast) -> None:
    """Attack: thirty uploads that stop half-way."""
    app = app_with(cast, uploads_max=8)
    stopped = [upload_that_stops(app, cast, cast.owner) for _ in range(30)]
    await until(lambda: sum(client.bodies_awaited for client in stopped) == 1)
    another_key = await cast.actor(tenantId=cast.owner.tenant_id)
    others = [upload_that_stops(app, cast, actor) for actor in (another_key, cast.stranger)]
    await asyncio.gather(*(other.until_body_is_awaited() for other in others))
    assert sum(client.bodies_awaited for client in stopped) == 1
    assert app._bodies.files.used == 3
    await cancel(*stopped, *others)
    assert (app._bodies.files.used, app._bodies.files.waiting) == (0, 0)


async def test_large_bodies_are_received_within_a_budget_and_small_ones_at_once(cast: Cast) -> None:
    """Attack: many large records that stop half-way."""
    app = app_with(cast, bodies_mb=16)
    large = [record_that_stops(app, cast, cast.owner, 2 << 20) for _ in range(10)]
    await until(lambda: sum(client.bodies_awaited for client in large) == 1)
    small = record_that_stops(app, cast, cast.owner, SMALL_BODY_BYTES)
    other = record_that_stops(app, cast, cast.stranger, 2 << 20)
    await asyncio.gather(small.until_body_is_awaited(), other.until_body_is_awaited())
    assert sum(client.bodies_awaited for client in large) == 1
    assert app._bodies.memory.used == 4
    await cancel(*large, small, other)
    assert app._bodies.memory.used == 0


async def test_nothing_is_left_of_an_upload_whatever_became_of_it(cast: Cast) -> None:
    await upload(cast, "a.jpg", photo())
    refused = await put(cast, cast.owner, f"{cast.hall}/imagery/b.jpg", b"no picture")
    assert refused.status_code == 400
    folder = cast.service.internals.settings.data_dir / "uploads" / str(os.getpid())
    assert [*folder.iterdir()] == []


def test_uploads_are_closed_to_other_users(tmp_path: Path) -> None:
    """Otherwise doctor complains of a folder that the service itself has made."""
    bodies = RequestBodies(settings_for(tmp_path), Outages())
    with bodies._new_file() as file:
        own = Path(file.name).parent
        assert [folder.stat().st_mode & 0o777 for folder in (own, own.parent)] == [0o700, 0o700]


async def test_files_of_workers_that_were_killed_are_deleted(cast: Cast) -> None:
    settings = cast.service.internals.settings
    uploads = settings.data_dir / "uploads"
    for name in ("999999999", "not-a-pid", str(os.getppid())):
        (uploads / name).mkdir(parents=True, exist_ok=True)
        (uploads / name / "upload-1").write_bytes(b"x")
    await asyncio.to_thread(delete_leftovers, settings)
    assert [folder.name for folder in uploads.iterdir()] == [str(os.getppid())]
    (uploads / str(os.getppid()) / "upload-1").unlink()
    (uploads / str(os.getppid())).rmdir()
