"""The result of an attack: what it cost the victims and the service, and whether that is within bounds."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from siege.deployment import Mode
from siege.observers import Health, Hold
from siege.victims import NO_ANSWER, Sample

P99_RATIO_MAX = 5.0
P99_MS_MAX = 100.0
"""A victim's p99 is within one of the two."""
HOLD_MS_MAX = 50.0
MEMORY_GROWTH_MIB_MAX = 512.0
"""What the memory of one worker with its child processes may grow by: what its settings allow it to keep, and
one picture or record that is being worked on."""


class Latency(msgspec.Struct):
    """How long a victim's requests took in a period, and how many failed."""

    p50_ms: float
    p99_ms: float
    requests: int
    failures: dict[str, int]
    """How often each status came that is not 200, `no answer` included."""

    @classmethod
    def of(cls, samples: list[Sample], start: float, end: float) -> "Latency":
        """Returns the latency of the requests that were due in a period."""
        chosen = [sample for sample in samples if start <= sample.due < end]
        seconds = sorted(sample.seconds for sample in chosen) or [math.nan]
        failures: dict[str, int] = {}
        for sample in chosen:
            if sample.status != 200:
                name = "no answer" if sample.status == NO_ANSWER else str(sample.status)
                failures[name] = failures.get(name, 0) + 1
        return cls(_percentile(seconds, 0.5) * 1000, _percentile(seconds, 0.99) * 1000, len(chosen), failures)


class VictimResult(msgspec.Struct):
    """One victim's latency before and during an attack."""

    quiet: Latency
    during: Latency

    def faults(self, noun: str) -> Iterator[str]:
        """Yields what is beyond the bounds."""
        p99_ms = self.during.p99_ms
        # Without a single quiet request, the ratio is not a number, and holds nothing.
        if p99_ms > P99_MS_MAX and not p99_ms <= P99_RATIO_MAX * self.quiet.p99_ms:
            yield f"{noun} waited"
        if self.during.failures:
            yield f"{noun} failed"


class MemoryResult(msgspec.Struct):
    """Resident memory in MiB: before the attack, its highest value, and two seconds after the end."""

    quiet: float
    peak: float
    after: float


@dataclass(frozen=True)
class AttackResult:
    """Everything that was seen of one attack."""

    mode: Mode
    attack: str
    workers: int
    previews: VictimResult
    publishing: VictimResult
    hold: Hold
    memory: MemoryResult
    health: Health
    answers: dict[str, int]
    """How often the attacker got each status."""

    def faults(self) -> list[str]:
        """Returns what is beyond the bounds of issue and docs; an attack without faults was withstood."""
        return [
            *self.previews.faults("previews"),
            *self.publishing.faults("publishing"),
            *(["loop held"] if self.hold.own_ms > HOLD_MS_MAX else []),
            *(["memory"] if self._growth_mib > MEMORY_GROWTH_MIB_MAX * self.workers else []),
            *(["health"] if self.health.failed else []),
        ]

    @property
    def _growth_mib(self) -> float:
        return self.memory.peak - self.memory.quiet


def _percentile(ordered: list[float], part: float) -> float:
    return ordered[min(len(ordered) - 1, math.ceil(part * len(ordered)) - 1)]
