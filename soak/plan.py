"""Which steps a run takes, in which order, and for how long."""

import random
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass

from soak.faults import kill_a_worker, kill_an_instance, kill_postgres, kill_valkey, restart_postgres
from soak.hands import Unexpected
from soak.limits import limit_a_key, limit_a_tenant, rotate_a_limited_key
from soak.lines import OutOfReach
from soak.rounds import (
    Step,
    end_a_grant,
    end_a_session,
    replace_a_venue,
    report_events,
    revoke_a_key,
    revoke_a_key_with_a_session,
    rotate_with_grace,
    rotate_without_grace,
)
from soak.run import Run

_ROUNDS: tuple[Step, ...] = (
    revoke_a_key,
    revoke_a_key_with_a_session,
    end_a_session,
    rotate_without_grace,
    rotate_with_grace,
    limit_a_key,
    limit_a_tenant,
    rotate_a_limited_key,
    replace_a_venue,
    end_a_grant,
    report_events,
)
_FAULTS: tuple[Step, ...] = (restart_postgres, kill_postgres, kill_valkey, kill_an_instance, kill_a_worker)


def named(step: Step) -> str:
    return step.__name__.replace("_", " ")


STEPS = {named(step): step for step in (*_ROUNDS, *_FAULTS)}


@dataclass(frozen=True)
class Taken:
    """A step that was taken, and what it came to."""

    name: str
    seconds: float
    looks: int


def laps(chance: random.Random, steps: Sequence[Step]) -> Iterator[Step]:
    """Every step once, in an order by chance; then again, in another."""
    while True:
        yield from chance.sample(steps, len(steps))


async def take(run: Run, step: Step, load: Callable[[], AbstractAsyncContextManager[None]]) -> Taken:
    """One step under load. What cuts it short is a finding, and the run goes on."""
    begun, looks = time.monotonic(), run.findings.looks
    try:
        async with load():
            await step(run)
    except* (Unexpected, OutOfReach) as faults:
        for fault in _leaves(faults):
            run.findings.add(f"{named(step)}: {fault}")
    return Taken(named(step), time.monotonic() - begun, run.findings.looks - looks)


@asynccontextmanager
async def no_load() -> AsyncIterator[None]:
    yield


def _leaves(group: BaseExceptionGroup[BaseException]) -> Sequence[BaseException]:
    found: list[BaseException] = []
    for fault in group.exceptions:
        found += _leaves(fault) if isinstance(fault, BaseExceptionGroup) else [fault]
    return found
