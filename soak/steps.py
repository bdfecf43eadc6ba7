"""All steps of the soak by name, the order in which a run takes them, and how one is taken."""

import random
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass

from soak.admin_client import UnexpectedResponse
from soak.archive_steps import archive_a_tenant, kill_during_deletions
from soak.change_steps import (
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
from soak.connections import WorkerUnreachable
from soak.fault_steps import kill_a_worker, kill_an_instance, kill_postgres, kill_valkey, restart_postgres
from soak.limit_steps import limit_a_key, limit_a_tenant, rotate_a_limited_key
from soak.publish_steps import kill_during_publishes
from soak.run import Run
from soak.webhook_steps import kill_during_deliveries

_CHANGE_STEPS: tuple[Step, ...] = (
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
    archive_a_tenant,
    report_events,
)
_FAULT_STEPS: tuple[Step, ...] = (
    restart_postgres,
    kill_postgres,
    kill_valkey,
    kill_an_instance,
    kill_a_worker,
    kill_during_deliveries,
    kill_during_deletions,
    kill_during_publishes,
)


def name_of(step: Step) -> str:
    return step.__name__.replace("_", " ")


STEPS = {name_of(step): step for step in (*_CHANGE_STEPS, *_FAULT_STEPS)}


@dataclass(frozen=True)
class StepResult:
    """How long a step took, and how many responses it checked."""

    name: str
    seconds: float
    checks: int


def endless_order(rng: random.Random, steps: Sequence[Step]) -> Iterator[Step]:
    """Yields every step once in random order, then every step again in another order, and so on."""
    while True:
        yield from rng.sample(steps, len(steps))


async def run_step(run: Run, step: Step, load: Callable[[], AbstractAsyncContextManager[None]]) -> StepResult:
    """Takes one step under load. An error that ends it early is a violation, and the run goes on."""
    started, checks_before = time.monotonic(), run.results.check_count
    try:
        async with load():
            await step(run)
    except* (UnexpectedResponse, WorkerUnreachable) as errors:
        for error in _flatten(errors):
            run.results.add_violation(f"{name_of(step)}: {error}")
    checks = run.results.check_count - checks_before
    return StepResult(name_of(step), time.monotonic() - started, checks)


@asynccontextmanager
async def no_load() -> AsyncIterator[None]:
    """Takes the place of a load generator where a step is to run without one."""
    yield


def _flatten(group: BaseExceptionGroup[BaseException]) -> Sequence[BaseException]:
    errors: list[BaseException] = []
    for error in group.exceptions:
        errors += _flatten(error) if isinstance(error, BaseExceptionGroup) else [error]
    return errors
