"""Steps that kill a part of the cluster: what was acknowledged holds, and the service recovers by itself."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack

import psutil

from servers.http_connection import bearer
from soak.connections import WorkerConnection
from soak.limit_steps import (
    LIMIT,
    check_limit_is_shared,
    count_admitted_by_worker,
    count_valkey_away,
    count_valkey_back,
    limit,
)
from soak.run import Run
from soak.service_instance import Failure

_GIVE_UP_SECONDS = 60
_REQUESTS_PER_CONNECTION = 10
_REVOKES_DURING_OUTAGE = 3


async def restart_postgres(run: Run) -> None:
    """PostgreSQL stops in order, as for an upgrade, and starts again."""
    await _postgres_outage(run, run.cluster.postgres.stop)


async def kill_postgres(run: Run) -> None:
    """PostgreSQL ends by SIGKILL, as in a crash, and starts again."""
    await _postgres_outage(run, run.cluster.postgres.kill)


async def kill_valkey(run: Run) -> None:
    """While Valkey is away, each worker admits at most the limit; after its return the limit is shared again.

    What Valkey has counted is lost with it. So with W workers, at most this many requests of one key are
    admitted: the limit before the fault, W times the limit during it, and the limit once more after it.
    """
    key = await run.admin.create_key(run.tenant_id, rateLimit=limit())
    name = f"key {key['keyId']}"
    await check_limit_is_shared(run, name, [key])
    away_before, back_before = count_valkey_away(run), count_valkey_back(run)
    await asyncio.to_thread(run.cluster.valkey.kill)
    admitted = await count_admitted_by_worker(run, name, [key])
    summary = f"without Valkey, workers admitted {sorted(admitted.values())}, and the limit is {LIMIT}"
    run.print_line(summary)
    if not all(1 <= count <= LIMIT for count in admitted.values()):
        run.results.add_violation(f"LIMIT {name}: {summary}")
    await asyncio.to_thread(run.cluster.valkey.restart)

    async def all_workers_are_back() -> bool:
        away = count_valkey_away(run) - away_before
        return away >= run.cluster.worker_count and count_valkey_back(run) - back_before >= away

    await _check_recovery(run, "Valkey", all_workers_are_back, run.recovery_seconds_max)
    await check_limit_is_shared(run, name, [key])


async def kill_an_instance(run: Run) -> None:
    """Parent and workers end at once. The other instance has everything that this one acknowledged."""
    instance = run.rng.choice(run.cluster.instances)
    async with run.background_changes():
        with instance.tolerating("no response"):
            await asyncio.to_thread(instance.kill)
            run.on_kill(instance)
            # Changes go on, and are acknowledged, on the instance that is left.
            for _ in range(_REVOKES_DURING_OUTAGE):
                await run.create_and_revoke_key()
            instance.start()
            name = f"instance {instance.name}"
            await _check_recovery(run, name, lambda: _every_worker_serves(run), run.restart_seconds_max)


async def kill_a_worker(run: Run) -> None:
    """The parent replaces a killed worker by itself, also one that it has just put in another's place."""
    instance = run.rng.choice(run.cluster.instances)
    worker = run.rng.choice(instance.workers())
    async with run.background_changes():
        with instance.tolerating("no response"):
            worker.kill()
            await asyncio.to_thread(psutil.wait_procs, [worker], _GIVE_UP_SECONDS)
            name = f"a worker of instance {instance.name}"
            await _check_recovery(run, name, lambda: _every_worker_serves(run), run.restart_seconds_max)


async def wait_until_every_worker_serves(run: Run, name: str) -> None:
    """Waits for the recovery of an instance, and adds a violation where it takes too long."""
    await _check_recovery(run, name, lambda: _every_worker_serves(run), run.restart_seconds_max)


async def _postgres_outage(run: Run, stop: Callable[[], None]) -> None:
    """Checks that nothing is served from memory while the database is away."""
    async with run.background_changes(), run.connections(per_worker=1) as connections:
        with _every_instance_tolerating(run, "unavailable"):
            await asyncio.to_thread(stop)
            for connection in connections * _REQUESTS_PER_CONNECTION:
                status = await _preview_status(run, connection)
                if status != 503:
                    run.results.add_violation(
                        f"STALE a preview got the status {status} while PostgreSQL was away"
                    )
            await asyncio.to_thread(run.cluster.postgres.restart)
            await _check_recovery(
                run, "PostgreSQL", lambda: _every_worker_serves(run), run.recovery_seconds_max
            )


async def _every_worker_serves(run: Run) -> bool:
    """Returns whether every worker responds with a preview, and changes are accepted."""
    async with run.connections(per_worker=1) as connections:
        statuses = await asyncio.gather(*(_preview_status(run, connection) for connection in connections))
    if {*statuses} != {200}:
        return False
    await run.admin.create_key(run.tenant_id)
    return True


async def _preview_status(run: Run, connection: WorkerConnection) -> int:
    headers = bearer(run.live_keys[0]["plaintext"])
    response = await connection.try_request("GET", run.preview_path(), headers)
    return 0 if response is None else response.status


async def _check_recovery(
    run: Run, name: str, has_recovered: Callable[[], Awaitable[bool]], seconds_max: float
) -> None:
    """Waits for the recovery, and adds a violation where it takes more than `seconds_max`."""
    started = time.monotonic()
    with run.reduced_load():
        while not await has_recovered():
            if time.monotonic() > started + _GIVE_UP_SECONDS:
                break
            await asyncio.sleep(0.02)
    seconds = time.monotonic() - started
    run.print_line(f"{name}: service has recovered after {seconds:.1f} s")
    if seconds > seconds_max:
        run.results.add_violation(f"{name}: service recovered only after {seconds:.0f} s")


def _every_instance_tolerating(run: Run, failure: Failure) -> ExitStack:
    stack = ExitStack()
    for instance in run.cluster.instances:
        stack.enter_context(instance.tolerating(failure))
    return stack
