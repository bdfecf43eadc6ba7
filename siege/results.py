"""The result of an attack: what it cost the victims and the service, and whether that is within bounds."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple

import msgspec

from seatpreview.settings.settings import Settings
from siege.deployment import Mode
from siege.observers import Health, Hold, MemorySample
from siege.victims import NO_ANSWER, Sample

P99_RATIO_MAX = 5.0
P99_MS_MAX = 100.0
"""A victim's p99 has to be below one of the two."""
HOLD_MS_MAX = 50.0
IN_PROGRESS_MIB_MAX = 128.0
"""The memory of a worker for requests in progress, beyond the caches that its settings allow."""
UNSET_BUDGETS_MIB = 512.0
"""The memory of a worker for its caches if no setting says how much."""


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
    """Resident memory of all workers and their child processes in MiB: before the attack, its highest value,
    and two seconds after the end."""

    quiet: float
    peak: float
    after: float
    workers_growth: float
    """What the workers alone grew by, at most."""
    largest_child: float
    """The most that one child process had."""

    @classmethod
    def of(cls, samples: Sequence[MemorySample], attack_start: float) -> "MemoryResult":
        """Returns the result of the samples before an attack, and of those since it began."""
        before = max(
            (sample for sample in samples if sample.at < attack_start), key=lambda sample: sample.total
        )
        since = [sample for sample in samples if sample.at >= attack_start]
        return cls(
            quiet=before.total,
            peak=max(sample.total for sample in since),
            after=since[-1].total,
            workers_growth=max(sample.workers for sample in since) - before.workers,
            largest_child=max(sample.largest_child for sample in since),
        )


class MemoryBudgets(NamedTuple):
    """What the settings allow: to a worker for what it keeps, and to each of its child processes, in MiB."""

    worker: float
    child: float

    @classmethod
    def of_settings(cls, limits: Mapping[str, float]) -> "MemoryBudgets":
        """Adds up the settings in megabytes, all of which are for a worker but that for child processes."""
        worker = sum(value for name, value in limits.items() if name != _CHILD_LIMIT)
        return cls(worker or UNSET_BUDGETS_MIB, limits.get(_CHILD_LIMIT, UNSET_BUDGETS_MIB))


_CHILD_LIMIT = "heavy_memory_mb"
BUDGETS = MemoryBudgets.of_settings(
    {item.name: float(item.default) for item in fields(Settings) if item.name.endswith("_mb")}  # type: ignore[arg-type]  # these settings are numbers
)


SHOP = "shop "
"""The prefix of answers to the shop's own server, which an attack by visitors counts as well."""


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
        """Returns what exceeds the bounds. An attack without faults was withstood."""
        return [
            *self.previews.faults("previews"),
            *self.publishing.faults("publishing"),
            *(["loop held"] if self.hold.own_ms > HOLD_MS_MAX else []),
            *(["memory"] if self._exceeds(BUDGETS) else []),
            *(["health"] if self.health.failed else []),
            *(["shop refused"] if self._shop_was_refused() else []),
        ]

    def _shop_was_refused(self) -> bool:
        """Returns whether the server of a shop that its own visitors attack got anything but 2xx."""
        return any(name.startswith(SHOP) and not name.startswith(f"{SHOP}2") for name in self.answers)

    def _exceeds(self, budgets: MemoryBudgets) -> bool:
        workers_max = (budgets.worker + IN_PROGRESS_MIB_MAX) * self.workers
        return self.memory.workers_growth > workers_max or self.memory.largest_child > budgets.child


def _percentile(ordered: list[float], part: float) -> float:
    return ordered[min(len(ordered) - 1, math.ceil(part * len(ordered)) - 1)]
