"""The faults: a part of the cluster ends, and what was answered holds; service is back without a hand."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack

import psutil

from cluster.client import bearer
from soak.instance import Outcome
from soak.limits import BURST, admitted_by_each, check_shared, limit, times_back, times_left
from soak.lines import Line
from soak.run import Run

_GIVE_UP_SECONDS = 60
_LOOKS_WHILE_AWAY = 10


async def restart_postgres(run: Run) -> None:
    """In good order, as for an upgrade."""
    await _postgres_ends(run, run.cluster.postgres.stop)


async def kill_postgres(run: Run) -> None:
    """With SIGKILL, as a crash would."""
    await _postgres_ends(run, run.cluster.postgres.kill)


async def kill_valkey(run: Run) -> None:
    """While it is away, each worker admits at most the limit; after it, the limit is shared again.

    What Valkey knew of a limit ends with it. So of one key, with W workers, at most the limit is admitted
    before its end, W times the limit while it is away, and the limit once more after its return.
    """
    key = await run.hands.key(run.tenant_id, rateLimit=limit())
    name = f"key {key['keyId']}"
    await check_shared(run, name, [key])
    left, back = times_left(run), times_back(run)
    await asyncio.to_thread(run.cluster.valkey.kill)
    admitted = await admitted_by_each(run, name, [key])
    account = f"without Valkey, workers admitted {sorted(admitted.values())} where the limit is {BURST}"
    run.say(account)
    if not all(1 <= count <= BURST for count in admitted.values()):
        run.findings.add(f"LIMIT {name}: {account}")
    await asyncio.to_thread(run.cluster.valkey.restart)

    async def all_are_back() -> bool:
        gone = times_left(run) - left
        return gone >= run.cluster.worker_count and times_back(run) - back >= gone

    await _back(run, "Valkey", all_are_back, run.back_seconds)
    await check_shared(run, name, [key])


async def kill_an_instance(run: Run) -> None:
    """Parent and workers at once. The other instance knows all that this one has answered."""
    instance = run.chance.choice(run.cluster.instances)
    async with run.busy():
        with instance.excused("lost"):
            await asyncio.to_thread(instance.kill)
            run.on_kill(instance)
            await _while_it_is_away(run)
            instance.start()
            await _back(run, f"instance {instance.name}", lambda: _all_answer(run), run.start_seconds)


async def kill_a_worker(run: Run) -> None:
    """Its parent replaces it by itself."""
    instance = run.chance.choice(run.cluster.instances)
    worker = run.chance.choice(instance.workers())
    async with run.busy():
        with instance.excused("lost"):
            worker.kill()
            await asyncio.to_thread(psutil.wait_procs, [worker], _GIVE_UP_SECONDS)
            name = f"a worker of instance {instance.name}"
            await _back(run, name, lambda: _all_answer(run), run.start_seconds)


async def _postgres_ends(run: Run, end: Callable[[], None]) -> None:
    """Nothing is answered from memory while the database is away."""
    async with run.busy(), run.lines(of_each=1) as lines:
        with _all_excused(run, "unavailable"):
            await asyncio.to_thread(end)
            for line in lines * _LOOKS_WHILE_AWAY:
                status = await _preview(run, line)
                if status != 503:
                    run.findings.add(f"STALE a preview was answered with {status} while PostgreSQL was away")
            await asyncio.to_thread(run.cluster.postgres.restart)
            await _back(run, "PostgreSQL", lambda: _all_answer(run), run.back_seconds)


async def _while_it_is_away(run: Run) -> None:
    """Changes go on, and are answered, on the instance that is left."""
    for _ in range(3):
        key = await run.hands.key(run.tenant_id)
        await run.revoke(key, run.watch_key(key))


async def _all_answer(run: Run) -> bool:
    """Every worker answers with a preview, and changes are taken."""
    async with run.lines(of_each=1) as lines:
        statuses = await asyncio.gather(*(_preview(run, line) for line in lines))
    if {*statuses} != {200}:
        return False
    await run.hands.key(run.tenant_id)
    return True


async def _preview(run: Run, line: Line) -> int:
    answer = await line.ask("GET", run.preview_path(), bearer(run.live[0]["plaintext"]))
    return 0 if answer is None else answer.status


async def _back(run: Run, name: str, is_back: Callable[[], Awaitable[bool]], seconds_max: float) -> None:
    """Waits until it is, and finds fault where that takes too long."""
    begun = time.monotonic()
    with run.gently():
        while not await is_back():
            if time.monotonic() > begun + _GIVE_UP_SECONDS:
                break
            await asyncio.sleep(0.02)
    seconds = time.monotonic() - begun
    run.say(f"{name}: service is back after {seconds:.1f} s")
    if seconds > seconds_max:
        run.findings.add(f"{name}: service was back only after {seconds:.0f} s")


def _all_excused(run: Run, outcome: Outcome) -> ExitStack:
    stack = ExitStack()
    for instance in run.cluster.instances:
        stack.enter_context(instance.excused(outcome))
    return stack
