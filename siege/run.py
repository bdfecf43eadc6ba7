"""Runs attacks, one after the other: a quiet time, the attack, and a moment to recover."""

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from siege.attack import Attack
from siege.attacker import AttackTask, Prepared
from siege.child_process import ATTACKER_NICENESS, ChildProcess
from siege.deployment import Deployment, Service
from siege.observers import Health, Memory, longest_hold
from siege.results import AttackResult, Latency, MemoryResult, VictimResult
from siege.victims import Sample, Samples, VictimsTask

PREPARE_SECONDS_MAX = 120
END_SECONDS_MAX = 30
"""The time that an attacker, and then the victims, may take to finish after the end of an attack."""


@dataclass(frozen=True)
class Timing:
    """The seconds of each part of an attack."""

    attack: float = 8
    quiet: float = 4
    warm_up: float = 1.5
    """The victims' first requests, which load their venues, are not counted."""
    recovery: float = 2
    """The time after which memory is read again."""


@dataclass(frozen=True)
class Siege:
    """A deployment with its victims."""

    deployment: Deployment
    timing: Timing
    starts_anew: bool = True
    """Whether each attack meets a service of its own, on the same data, so that none inherits what an earlier
    one left in memory or still has running. Otherwise one service is used for all, which saves time."""

    async def run(self, attacks: Iterable[Attack]) -> AsyncIterator[AttackResult]:
        """Runs the attacks in turn, and yields the result of each."""
        if not self.starts_anew:
            with self.deployment.service(uses_tls=False) as service:
                await service.start()
                for attack in attacks:
                    yield await self._run_attack(service, attack)
            return
        for attack in attacks:
            with self.deployment.service(attack.uses_tls) as service:
                await service.start()
                yield await self._run_attack(service, attack)

    async def _run_attack(self, service: Service, attack: Attack) -> AttackResult:
        async with AsyncExitStack() as stack:
            victims_task = await _victims_task(service)
            attacker = await self._start_attacker(service, attack)
            stack.push_async_callback(attacker.end)
            prepared = await attacker.receive(Prepared, PREPARE_SECONDS_MAX)
            if prepared.requests:
                await service.restart()
            victims = await ChildProcess.start("siege.victims", victims_task)
            stack.push_async_callback(victims.end)
            memory, health = Memory(), Health()
            await stack.enter_async_context(_in_background(memory.sample(service.process)))
            await asyncio.sleep(self.timing.warm_up)
            quiet_start = time.monotonic()
            await asyncio.sleep(self.timing.quiet)

            attack_start, wall_start = time.monotonic(), time.time()
            attacker.say("go")
            async with _in_background(health.check(service.process.metrics_port)):
                await asyncio.sleep(self.timing.attack)
            attack_end, wall_end = time.monotonic(), time.time()
            answers = await attacker.receive(dict[str, int], END_SECONDS_MAX)
            await attacker.end()
            await asyncio.sleep(self.timing.recovery)
            victims.say("stop")
            samples = await victims.receive(Samples, 2 * END_SECONDS_MAX + 10)
            now = time.monotonic()

        def result_of(each: list[Sample]) -> VictimResult:
            return VictimResult(
                Latency.of(each, quiet_start, attack_start), Latency.of(each, attack_start, attack_end)
            )

        return AttackResult(
            mode=self.deployment.mode,
            attack=attack.name,
            workers=self.deployment.workers,
            previews=result_of(samples.previews),
            publishing=result_of(samples.published),
            hold=longest_hold(service.process.log(), wall_start, wall_end),
            memory=MemoryResult(
                quiet=memory.median(quiet_start, attack_start),
                peak=memory.peak(attack_start, now),
                after=memory.samples[-1][1],
            ),
            health_answered=health.answered,
            health_failed=health.failed,
            health_is_served=health.is_served,
            answers=answers,
        )

    async def _start_attacker(self, service: Service, attack: Attack) -> ChildProcess:
        tenant_id, key = await service.create_tenant("Attacker")
        _, second_key = await service.create_tenant("Another")
        task = AttackTask(
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
        return await ChildProcess.start("siege.attacker_process", task, ATTACKER_NICENESS)


async def _victims_task(service: Service) -> VictimsTask:
    """Creates the victims' tenants and venues."""
    shop_id, preview_key = await service.create_tenant("Shop")
    publisher_id, publish_key = await service.create_tenant("Publisher")
    return VictimsTask(
        port=service.address.port,
        uses_tls=service.address.uses_tls,
        preview_key=preview_key,
        preview_venue_id=await service.create_venue(shop_id),
        publish_key=publish_key,
        publish_venue_id=await service.create_venue(publisher_id),
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
