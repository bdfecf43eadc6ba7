"""Steps that archive and delete: every worker knows at once, and a kill leaves all of a venue or nothing."""

import asyncio

from servers.http_connection import Response, bearer
from soak.connections import WorkerConnection
from soak.fault_steps import wait_until_every_worker_serves
from soak.run import Run
from soak.service_instance import ServiceInstance
from soak.watched_record import changing, version_by_status

_VENUES = 24
_NAME = "Archived"


async def archive_a_tenant(run: Run) -> None:
    """Keys of an archived tenant are refused by every worker from the response on, and its sessions end. Its
    deletion ends the keys."""
    tenant_id = await run.admin.create_tenant(name=_NAME)
    await run.admin.grant_venue(run.venue_id, tenant_id)
    key = await run.admin.create_key(tenant_id)
    session = await run.admin.create_session(key, run.venue_id)
    key_record = run.watch("tenant", tenant_id, key["plaintext"], version_by_status(200, 403, 404, 401))
    session_record = run.watch(
        "session", session["sessionId"], session["token"], version_by_status(200, 401, 404)
    )
    path = f"/manage/tenants/{tenant_id}"
    async with run.checking_continuously(key_record, session_record):
        with changing([key_record, session_record], to=1):
            await run.admin.request("POST", f"{path}/archive", expected=200)
        await run.check_on_every_worker(key_record, session_record)
        await run.admin.request("DELETE", f"{path}?confirm={_NAME}", expected=204)
        await run.check_on_every_worker(key_record, session_record)


async def kill_during_deletions(run: Run) -> None:
    """An instance is killed while it deletes venues. Each venue is then gone with its names, or still there
    and archived."""
    instance = run.rng.choice(run.cluster.instances)
    venues = [await _archived_venue(run, number) for number in range(_VENUES)]
    with instance.tolerating("no response"):
        deletions = [asyncio.create_task(_ask(run, instance, "DELETE", venue_id)) for venue_id in venues]
        await asyncio.wait(deletions, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.to_thread(instance.kill)
        run.on_kill(instance)
        answers = [response.status if response else None for response in await asyncio.gather(*deletions)]
        instance.start()
        await wait_until_every_worker_serves(run, f"instance {instance.name}")
    for number, (venue_id, answer) in enumerate(zip(venues, answers, strict=True)):
        found = await _ask(run, instance, "GET", venue_id)
        status = found.status if found else None
        if status not in (200, 404) or (answer == 204 and status != 404):
            run.results.add_violation(f"DELETE {venue_id} was answered {answer}, and reading it {status}")
        elif status == 200:
            await run.admin.request("DELETE", f"{_path(venue_id)}?confirm={_NAME}", expected=204)
        # Whatever came of it, the name is free now.
        again = await run.admin.create_venue(run.tenant_id, name=_NAME, aliases=[{"name": _alias(number)}])
        await run.admin.request("POST", f"{_path(again)}/archive", expected=200)
        await run.admin.request("DELETE", f"{_path(again)}?confirm={_NAME}", expected=204)
    run.print_line(f"{answers.count(204)} of {_VENUES} deletions were acknowledged before the kill")


async def _archived_venue(run: Run, number: int) -> str:
    venue_id = await run.admin.create_venue(run.tenant_id, name=_NAME, aliases=[{"name": _alias(number)}])
    await run.admin.request("POST", f"{_path(venue_id)}/archive", expected=200)
    return venue_id


async def _ask(run: Run, instance: ServiceInstance, method: str, venue_id: str) -> Response | None:
    connection = WorkerConnection(instance)
    query = f"?confirm={_NAME}" if method == "DELETE" else ""
    try:
        headers = bearer(run.admin.admin_key)
        return await connection.try_request(method, f"/v1{_path(venue_id)}{query}", headers, b"")
    finally:
        connection.close()


def _path(venue_id: str) -> str:
    return f"/manage/venues/{venue_id}"


def _alias(number: int) -> str:
    return f"deleted while killed {number}"
