"""One rehearsal from its beginning to its report."""

import asyncio
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec

from seatpreview.rehearsal.buyers import Plan
from seatpreview.rehearsal.competitors import PROCESSES, Competition
from seatpreview.rehearsal.generator import Generator
from seatpreview.rehearsal.http_connection import ConnectionPool, Target
from seatpreview.rehearsal.preparation import Preparation, Stage, maker_of_page, maker_with_secret
from seatpreview.rehearsal.report import AddressSource, Circumstances, Report, make_report
from seatpreview.rehearsal.tally import Tally
from seatpreview.rehearsal.viewer_calls import SessionMaker

LOOPBACK_SOURCES_MAX = 50

Show = Callable[[float, Tally], None]
"""Shows how far the rehearsal is, by the seconds that have passed."""


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """What a person asks for."""

    target: Target
    plan: Plan
    connections: int
    venue: str | None
    """By its id or an alias. None: the only one of the key."""
    secret: str | None = None
    origin: str | None = None
    """The origin of the page that makes sessions, where no secret is given."""
    key_id: str | None = None
    metrics_url: str | None = None
    """The metrics of the service. None: its background work is not measured."""


def run(task: Task, show: Show) -> Report:
    """Runs a rehearsal until it is over, or until Ctrl-C, and returns its report."""

    async def until_interrupted() -> Report:
        stopped = asyncio.Event()
        # Without such handlers, on Windows, Ctrl-C ends the rehearsal at once and without a report.
        with suppress(NotImplementedError, ValueError, RuntimeError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGINT, stopped.set)
        return await rehearse(task, show, stopped)

    return asyncio.run(until_interrupted())


async def rehearse(task: Task, show: Show, stopped: asyncio.Event) -> Report:
    """Rehearses until the last buyer has left, or until it is stopped."""
    stage = await _stage(task)
    source = _address_source(task.target, stage)
    pools = _pools(task, source)
    generator = Generator(stage, task.plan, pools)
    cpu_before = time.process_time()
    competition = Competition(task.metrics_url, PROCESSES if task.target.is_loopback else None)
    try:
        async with competition.measured():
            ran_seconds = await generator.run(stopped, show)
    finally:
        for pool in pools:
            pool.close()
    circumstances = Circumstances(
        url=task.target.url,
        venue_id=stage.venue_id,
        key_id=stage.key_id,
        address_source=source,
        addresses={"forwarded": task.plan.addresses, "loopback": len(pools), "one": 1}[source],
        is_on_this_machine=task.target.is_loopback,
        has_secret=task.secret is not None,
        ran_seconds=round(ran_seconds, 2),
        generator_cpu_seconds=round(time.process_time() - cpu_before, 2),
        was_stopped=stopped.is_set(),
        knows_background_work=competition.knows_background_work,
        competitors=competition.found(ran_seconds),
    )
    return make_report(task.plan, circumstances, generator.tally)


async def _stage(task: Task) -> Stage:
    pool = ConnectionPool(task.target, 1)
    preparation = Preparation(task.target, pool)
    try:
        return await preparation.stage(await _maker(task, preparation))
    finally:
        pool.close()


async def _maker(task: Task, preparation: Preparation) -> SessionMaker:
    if task.secret is not None:
        return maker_with_secret(task.secret, task.venue or await preparation.only_venue(task.secret))
    return maker_of_page(task.origin or "", task.key_id, task.venue or "")


def _address_source(target: Target, stage: Stage) -> AddressSource:
    if stage.forwards:
        return "forwarded"
    return "loopback" if target.has_loopback_sources else "one"


def _pools(task: Task, source: AddressSource) -> Sequence[ConnectionPool]:
    """Returns one pool, or one for each loopback address that buyers come from."""
    if source != "loopback":
        return [ConnectionPool(task.target, task.connections)]
    sources = min(task.plan.addresses, LOOPBACK_SOURCES_MAX, task.connections)
    each = task.connections // sources
    return [ConnectionPool(task.target, each, f"127.0.0.{2 + number}") for number in range(sources)]
