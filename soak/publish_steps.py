"""A step that kills workers while drafts are published and versions restored: all of it, or nothing."""

import asyncio

from servers.admin_client import Json
from servers.http_connection import Response, bearer
from soak.admin_client import venue_record
from soak.connections import WorkerConnection
from soak.fault_steps import wait_until_every_worker_serves
from soak.run import Run

_ROUNDS = 30
_PUBLISHERS = 2
_REFUSED = {404, 409, 412}
"""What a client is told that was not the first: no draft any more, or another version."""


async def kill_during_publishes(run: Run) -> None:
    """An instance is killed while two clients publish each draft, and restore a version. A draft is published
    and gone, or neither; there is one version for each publish, and none is missing."""
    venue_id = await run.admin.create_venue(run.tenant_id, **_record(0))
    path = f"/manage/venues/{venue_id}"
    instance = run.rng.choice(run.cluster.instances)
    before = 1
    with instance.tolerating("no response"):
        for number in range(1, _ROUNDS + 1):
            await _until_answered(run, "PUT", f"{path}/draft?baseVersion={before}", _record(number))
            what = f"{path}/versions/1/restore" if number % 3 == 0 else f"{path}/draft/publish"
            publishers = [_send(run, "POST", what) for _ in range(_PUBLISHERS)]
            if number == _ROUNDS // 2:
                run.on_kill(instance)
                publishers.append(asyncio.to_thread(instance.kill))
            answers = await asyncio.gather(*publishers)
            before = await _check(run, path, number, before, answers[:_PUBLISHERS])
        instance.start()
        await wait_until_every_worker_serves(run, f"instance {instance.name}")
    await _check_versions(run, path, before)
    run.print_line(f"{before - 1} versions were published in {_ROUNDS} rounds")


def _record(number: int) -> Json:
    return venue_record(0) | {"name": f"Hall {number}"}


async def _send(run: Run, method: str, path: str, body: object = b"") -> Response | None:
    """Sends a request to any instance, once. None: no answer came, and it may have been carried out."""
    connection = WorkerConnection(run.rng.choice(run.cluster.instances))
    try:
        headers = bearer(run.cluster.admin_key) | {"If-Match": "*"}
        return await connection.try_request(method, f"/v1{path}", headers, body)
    finally:
        connection.close()


async def _until_answered(run: Run, method: str, path: str, body: object = b"") -> Response:
    """Sends a request until an instance answers it."""
    while True:
        answer = await _send(run, method, path, body)
        if answer is not None and answer.status != 503:
            return answer


async def _check(run: Run, path: str, number: int, before: int, answers: "list[Response | None]") -> int:
    """Compares the venue with what clients were told, and returns its version now."""
    venue, has_draft = await _read(run, path)
    statuses = [None if answer is None else answer.status for answer in answers]
    run.results.check_count += 1
    is_published = venue["name"] == f"Hall {number}"
    if is_published == has_draft:
        run.results.add_violation(f"PUBLISH the record and its draft do not agree (draft: {has_draft})")
    if not {status for status in statuses if status not in (None, 503)} <= {200, *_REFUSED}:
        run.results.add_violation(f"PUBLISH unexpected answers: {statuses}")
    made = int(venue["version"]) - before
    known, unknown = statuses.count(200), sum(status in (None, 503) for status in statuses)
    if not known <= made <= known + unknown:
        run.results.add_violation(f"PUBLISH {made} versions were made, and answers were {statuses}")
    return int(venue["version"])


async def _read(run: Run, path: str) -> tuple[Json, bool]:
    """Reads the venue, and whether it has a draft, at one moment: a killed worker's commit may still come."""
    while True:
        venue = (await _until_answered(run, "GET", path)).json()
        draft = await _until_answered(run, "GET", f"{path}/draft")
        if (await _until_answered(run, "GET", path)).json()["version"] == venue["version"]:
            return venue, draft.status == 200


async def _check_versions(run: Run, path: str, newest: int) -> None:
    """Checks that every version is kept: the run makes fewer than a venue may have."""
    listed = (await _until_answered(run, "GET", f"{path}/versions?limit=100")).json()["data"]
    found = [each["version"] for each in listed]
    run.results.check_count += 1
    if found != list(range(newest, 0, -1)):
        run.results.add_violation(f"PUBLISH versions are missing or twice: {found}")
