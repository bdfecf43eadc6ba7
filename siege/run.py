"""Runs attacks, one after the other: a quiet time, the attack, and the time until nothing of it is left."""

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import NamedTuple

from siege.attack import Attack
from siege.attacker import AttackTask, Prepared
from siege.child_process import ATTACKER_NICENESS, ChildProcess
from siege.deployment import Deployment, Service
from siege.observers import Health, Memory, Queues, longest_hold
from siege.results import AttackResult, Latency, MemoryResult, OwnerResult, QueuesResult, VictimResult
from siege.victims import Sample, Samples, VictimsTask

PREPARE_SECONDS_MAX = 120
STEADY_SECONDS_MAX = 60
END_SECONDS_MAX = 30
"""The time that an attacker, and then the victims, may take to finish after the end of an attack."""


@dataclass(frozen=True)
class Timing:
    """The seconds of each part of an attack."""

    attack: float = 8
    quiet: float = 4
    recovery: float = 2
    """The time after which memory is read again."""
    health_seconds_max: float = 1
    """A health check that takes longer has failed, as it would for an operator."""


class Periods(NamedTuple):
    """When the parts of an attack began and ended, by `time.monotonic`."""

    quiet_start: float
    attack_start: float
    attack_end: float
    attacker_gone: float
    """When the attacker's process had ended, and all of its connections with it."""


@dataclass(frozen=True)
class Siege:
    """Attacks a deployment."""

    deployment: Deployment
    timing: Timing

    async def run_on_new_service(self, attack: Attack) -> AttackResult:
        """Runs an attack against a new service on the deployment's data.

        So nothing disturbs it that an earlier attack has left in memory, or that still runs.
        """
        async with self.deployment.running_service(attack.uses_tls) as service:
            return await self.run(service, attack)

    async def run(self, service: Service, attack: Attack) -> AttackResult:
        """Runs an attack against a service that has been started."""
        memory, health, queues = Memory(), Health(), Queues()
        async with AsyncExitStack() as stack:
            attacker_task = await self._attacker_task(service, attack)
            owned_by = attacker_task.tenant_id if attack.watches_owner else ""
            victims_task = await _victims_task(service, owned_by)
            attacker = await ChildProcess.start("siege.attacker_process", attacker_task, ATTACKER_NICENESS)
            stack.push_async_callback(attacker.end)
            prepared = await attacker.receive(Prepared, PREPARE_SECONDS_MAX)
            if prepared.requests:
                await service.restart()
            victims = await ChildProcess.start("siege.victims", victims_task)
            stack.push_async_callback(victims.end)
            await stack.enter_async_context(_in_background(memory.sample(service.process)))
            await victims.receive(str, STEADY_SECONDS_MAX)
            periods, answers = await self._attack(service, attacker, health)
            # What the victims still wait for counts as what the attack has left.
            victims.say("stop")
            await queues.watch(service.metrics_port)
            samples = await victims.receive(Samples, 2 * END_SECONDS_MAX)
            await asyncio.sleep(self.timing.recovery)
        wall_clock_ahead = time.time() - time.monotonic()
        return AttackResult(
            mode=self.deployment.mode,
            attack=attack.name,
            workers=self.deployment.workers,
            previews=_victim_result(samples.previews, periods),
            publishing=_victim_result(samples.published, periods),
            hold=longest_hold(service.process.stderr, periods.attack_start + wall_clock_ahead, time.time()),
            memory=MemoryResult.of(memory.samples, periods.attack_start),
            health=health,
            answers=answers,
            queues=QueuesResult.of(queues.readings, periods.attacker_gone),
            owner=_owner_result(samples, periods) if attack.watches_owner else None,
        )

    async def _attack(
        self, service: Service, attacker: ChildProcess, health: Health
    ) -> tuple[Periods, dict[str, int]]:
        """Waits for the quiet time, lets the attacker go, and returns the answers that it got."""
        quiet_start = time.monotonic()
        await asyncio.sleep(self.timing.quiet)
        attack_start = time.monotonic()
        attacker.say("go")
        checked = service.metrics_port, self.timing.health_seconds_max
        # The first check is waited for: on a busy machine, a short attack may end before it is answered.
        first_check = asyncio.create_task(health.check_once(*checked))
        async with _in_background(health.check(*checked)):
            await asyncio.sleep(self.timing.attack)
        attack_end = time.monotonic()
        await first_check
        answers = await attacker.receive(dict[str, int], END_SECONDS_MAX)
        await attacker.end()
        return Periods(quiet_start, attack_start, attack_end, time.monotonic()), answers

    async def _attacker_task(self, service: Service, attack: Attack) -> AttackTask:
        tenant_id, key = await service.create_tenant("Attacker")
        _, second_key = await service.create_tenant("Another")
        return AttackTask(
            attack=attack.name,
            port=service.address.port,
            uses_tls=service.address.uses_tls,
            seconds=self.timing.attack,
            tenant_id=tenant_id,
            key=key,
            second_key=second_key,
            venue_id=await service.create_venue(tenant_id),
            data_dir=self.deployment.data_dir,
            database_url=self.deployment.database_url,
        )


def _victim_result(samples: list[Sample], periods: Periods) -> VictimResult:
    return VictimResult(
        Latency.of(samples, periods.quiet_start, periods.attack_start),
        Latency.of(samples, periods.attack_start, periods.attack_end),
    )


def _owner_result(samples: Samples, periods: Periods) -> OwnerResult:
    return OwnerResult.of(samples.published_by_owner, periods.attack_start, periods.attack_end)


async def _victims_task(service: Service, owned_by: str) -> VictimsTask:
    """Creates the victims' tenants and venues, and a key and a venue of the owner of an attacked tenant."""
    shop_id, preview_key = await service.create_tenant("Shop")
    publisher_id, publish_key = await service.create_tenant("Publisher")
    return VictimsTask(
        port=service.address.port,
        uses_tls=service.address.uses_tls,
        preview_key=preview_key,
        preview_venue_id=await service.create_venue(shop_id),
        publish_key=publish_key,
        publish_venue_id=await service.create_venue(publisher_id),
        owner_key=await service.create_key(owned_by) if owned_by else "",
        owner_venue_id=await service.create_venue(owned_by) if owned_by else "",
    )


@asynccontextmanager
async def _in_background(work: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Runs something endless beside the block."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])
