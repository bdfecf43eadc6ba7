"""The log of a busy minute: requests of every kind, heavy work and refusals, and no traceback."""

import os
from collections.abc import Awaitable, Callable
from itertools import cycle, islice
from pathlib import Path

import httpx
import msgspec
import pytest

from captured_log import captured_log
from cast import Cast, bearer, create_cast
from seatpreview.api.examples import VENUE_RECORD
from seatpreview.limits.shares import Share
from seatpreview.server.worker_jobs import WorkerJobs
from seatpreview.server.worker_metrics import METRICS_FOLDER, heavy_work_file
from seatpreview.values.ids import TenantId
from serving import running, settings_for
from stage import picture

pytestmark = pytest.mark.anyio

SECONDS = 60
REPORTS = ("report_metrics", "report_heavy_work", "report_memory")

# What is asked for, one after the other, a second each.
REQUESTS: list[Callable[[Cast], Awaitable[httpx.Response]]] = [
    lambda cast: cast.owner.get("/caller"),
    lambda cast: cast.owner.put(f"/manage/venues/{cast.hall}", VENUE_RECORD),
    lambda cast: cast.owner.get("/seats/preview", venue=cast.hall, seat="1/A/1"),
    lambda cast: upload(cast, picture("PNG")),
    lambda cast: upload(cast, b"no picture"),
    lambda cast: cast.owner.post("/sessions", {"venue": cast.hall}),
    lambda cast: cast.owner.post("/events", {"events": [{"eventId": "e", "kind": "error"}]}),
    lambda cast: cast.owner.get("/manage/events/report", venue=cast.hall),
    lambda cast: cast.owner.get("/manage/audit"),
    lambda cast: cast.owner.post("/manage/tenants", {"name": "Another"}),
    lambda cast: cast.stranger.get(f"/manage/venues/{cast.hall}"),
    lambda cast: cast.grantee.delete(f"/manage/venues/{cast.hall}"),
    lambda cast: cast.owner.post("/manage/keys", {"label": 7}),
    lambda cast: cast.service.ask("GET", "/caller", [bearer("sk_live_wrong")]),
    lambda cast: cast.service.ask("PUT", "/caller"),
    lambda cast: send(cast, "{" + '"a":"' + '\\"' * 9),
    lambda cast: send(cast, " " * 2_000_000),
    lambda cast: send(cast, "{}", media_type="text/html"),
    lambda cast: cast.service.ask("GET", "/caller", [("accept-encoding", "a" + " " * 2000 + "b")]),
    lambda cast: cast.service.ask("OPTIONS", "/caller", [("origin", "https://shop.example")]),
    lambda cast: cast.service.ask("GET", f"{cast.service.address}/embed.js"),
]


@pytest.mark.long
async def test_the_log_of_a_busy_minute_holds_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The danger: each second of heavy work logged a traceback, since metrics could not name its tenant."""
    monkeypatch.setenv(METRICS_FOLDER, str(tmp_path))
    statuses: set[int] = set()
    with captured_log() as log:
        async with running(settings_for(tmp_path)) as service:
            cast = await create_cast(service)
            file = heavy_work_file(tmp_path, os.getpid())
            for ask in islice(cycle(REQUESTS), SECONDS):
                await report_during_heavy_work(service.worker, str(cast.owner.tenant_id), file)
                statuses.add((await ask(cast)).status_code)
                service.clock.advance(1)
            for job in service.worker.jobs.names:
                await service.worker.jobs.run(job)
            service.internals.request_log.flush()
            failures = dict(service.worker.jobs.failures)
        written = log.getvalue().decode()
    assert statuses >= {200, 201, 204, 400, 401, 403, 404, 405, 413, 415, 431}
    assert failures == {}
    assert '"event":"request"' in written
    for sign in ("Traceback", '"exception"', '"level":"error"'):
        assert sign not in written


async def report_during_heavy_work(worker: WorkerJobs, tenant: str, file: Path) -> None:
    """Runs the reports while the tenant has work in every queue, and reads what they wrote."""
    queues = worker.measured.queues
    share = Share(TenantId(tenant))
    async with queues["records"].turn(share), queues["threads"].turn(share):
        for job in REPORTS:
            await worker.jobs.run(job)
        written = work_in(file)
    assert {(work["queue"], work["tenant"]) for work in written} >= {("records", tenant), ("threads", tenant)}


def work_in(file: Path) -> list[dict[str, object]]:
    work: list[dict[str, object]] = msgspec.json.decode(file.read_bytes())
    return work


async def upload(cast: Cast, content: bytes) -> httpx.Response:
    headers = (bearer(cast.owner.plaintext), ("content-type", "image/png"))
    path = f"/manage/venues/{cast.hall}/imagery/stage.png"
    return await cast.service.ask("PUT", path, headers, content=content)


async def send(cast: Cast, body: str, media_type: str = "application/json") -> httpx.Response:
    headers = (bearer(cast.owner.plaintext), ("content-type", media_type))
    return await cast.service.ask("POST", "/manage/keys", headers, content=body.encode())
