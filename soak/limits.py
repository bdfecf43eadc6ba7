"""The rounds about limits: how many of many requests at once are admitted, and by which worker.

Windows are a day long and limits small, so that a round's own time adds nothing: of 40 requests a day, one
comes back after 36 minutes.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence

from cluster.client import bearer
from soak.hands import Json
from soak.lines import Line
from soak.run import Run

BURST = 40
REQUESTS_OF_A_LINE = 24
"""On two lines to each worker: more than the limit for each of them."""

_DAY = 86_400
_LOG_SECONDS = 2
"""What a worker says may take a moment to arrive."""


async def limit_a_key(run: Run) -> None:
    """A key that every worker has in memory without a limit."""
    key = await run.hands.key(run.tenant_id)
    watched = run.watch_key(key)
    async with run.watching(watched):
        await run.look_everywhere(watched)
    run.ledger.watched.remove(watched)
    path = f"/manage/keys/{key['keyId']}"
    await run.hands.ask("PATCH", path, {"rateLimit": limit()}, expected=200)
    await check_shared(run, f"key {key['keyId']}", [key])


async def limit_a_tenant(run: Run) -> None:
    """Its keys share the limit: whoever makes keys makes no allowance."""
    tenant_id = await run.hands.tenant()
    keys = [await run.hands.key(tenant_id) for _ in range(3)]
    async with run.lines(of_each=1) as lines:
        await asyncio.gather(*(answered(line, keys, len(keys), Counter()) for line in lines))
    await run.hands.ask("PATCH", f"/manage/tenants/{tenant_id}", {"rateLimit": limit()}, expected=200)
    await check_shared(run, f"tenant {tenant_id}", keys)


async def rotate_a_limited_key(run: Run) -> None:
    """A key and its replacement share the limit: whoever rotates does not start afresh."""
    key = await run.hands.key(run.tenant_id, rateLimit=limit())
    path, body = f"/manage/keys/{key['keyId']}/rotate", {"gracePeriodSeconds": 600}
    replacement = await run.hands.ask("POST", path, body, expected=201)
    await check_shared(run, f"rotated key {key['keyId']}", [key, replacement])


def limit() -> Json:
    return {"requests": BURST, "windowSeconds": _DAY}


async def check_shared(run: Run, name: str, keys: Sequence[Json]) -> None:
    """All workers together admit the limit exactly.

    A worker that waits half a second for Valkey takes it for away, and counts on its own, as it should. On a
    machine that has so little time to spare, that is noted, and the bound is the one for such workers.
    """
    back = times_back(run)
    admitted = await admitted_by_each(run, name, keys)
    if admitted.total() > BURST:
        await asyncio.sleep(_LOG_SECONDS)
    alone = times_left(run) - back
    if alone:
        run.findings.note(f"{name}: {alone} workers took Valkey for away although it was there")
    if not BURST <= admitted.total() <= BURST * (1 + alone):
        run.findings.add(f"LIMIT {name}: {admitted.total()} requests were admitted, and the limit is {BURST}")


async def admitted_by_each(run: Run, name: str, keys: Sequence[Json]) -> Counter[int]:
    """How many requests each worker admits of far too many, asked with these keys in turn."""
    admitted: Counter[int] = Counter()
    async with run.lines() as lines:
        statuses = await asyncio.gather(
            *(answered(line, keys, REQUESTS_OF_A_LINE, admitted) for line in lines)
        )
    together = sum(statuses, Counter[int]())
    run.findings.looks += together.total()
    unexpected = together.keys() - {200, 429}
    if unexpected:
        run.findings.add(f"{name}: a limited key was answered {sorted(unexpected)}")
    return admitted


async def answered(line: Line, keys: Sequence[Json], requests: int, admitted: Counter[int]) -> Counter[int]:
    statuses: Counter[int] = Counter()
    for number in range(requests):
        answer = await line.ask("GET", "/v1/caller", bearer(keys[number % len(keys)]["plaintext"]))
        statuses[0 if answer is None else answer.status] += 1
    admitted[line.worker] += statuses[200]
    return statuses


def times_left(run: Run) -> int:
    """How often workers have taken Valkey for away, by what they said."""
    return sum(instance.log().count("valkey is away") for instance in run.cluster.instances)


def times_back(run: Run) -> int:
    return sum(instance.log().count("valkey is back") for instance in run.cluster.instances)
