"""The result of an attack: what it cost the victims and the service, and whether that is within bounds."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple

import msgspec

from seatpreview.settings.settings import Settings
from siege.deployment import Mode
from siege.observers import Health, Hold, MemorySample, QueuesReading
from siege.victims import NO_ANSWER, Sample

P99_RATIO_MAX = 5.0
P99_MS_MAX = 100.0
"""A victim's p99 has to be below one of the two."""
HOLD_MS_MAX = 50.0
IN_PROGRESS_MIB_MAX = 128.0
"""The memory of a worker for requests in progress, beyond the caches that its settings allow."""
OWNER_SECONDS_MAX = 5.0
"""What the owner of an attacked tenant sends has to be answered within this time."""
QUEUES_SECONDS_MAX = 5.0
"""What an attack has left in queues has to be gone within this time after its end."""
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
        p50, p99 = _percentile(seconds, 0.5), _percentile(seconds, 0.99)
        return cls(p50 * 1000, p99 * 1000, len(chosen), _failures(chosen))


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


class OwnerResult(msgspec.Struct):
    """What the owner of an attacked tenant got during the attack."""

    requests: int
    longest_seconds: float
    failures: dict[str, int]

    @classmethod
    def of(cls, samples: list[Sample], start: float, end: float) -> "OwnerResult":
        """Returns the result of the requests that were due in a period."""
        chosen = [sample for sample in samples if start <= sample.due < end]
        longest = max((sample.seconds for sample in chosen), default=0.0)
        return cls(len(chosen), longest, _failures(chosen))

    def faults(self) -> Iterator[str]:
        """Yields what is beyond the bounds."""
        if self.longest_seconds > OWNER_SECONDS_MAX:
            yield "owner waited"
        if self.failures:
            yield "owner failed"


class QueuesResult(msgspec.Struct):
    """When the queues of a service were empty after an attack."""

    seconds: float | None
    """How long it took after the attacker had gone. None: they were never empty while they were watched."""
    left: dict[str, float]
    """What was still there when that took too long, by the gauge. Empty if it did not."""

    @classmethod
    def of(cls, readings: Sequence[QueuesReading], end: float) -> "QueuesResult":
        """Returns the result of the readings since the end of an attack.

        Queues are empty from the first of the last readings on in which nothing is left.
        """
        emptied = None
        for reading in readings:
            if reading.left:
                emptied = None
            elif emptied is None:
                emptied = reading.at - end
        late = [each.left for each in readings if each.left and each.at - end > QUEUES_SECONDS_MAX]
        return cls(emptied, late[0] if late else {})

    def faults(self) -> Iterator[str]:
        """Yields what is beyond the bounds."""
        if self.seconds is None or self.seconds > QUEUES_SECONDS_MAX:
            yield "queues not empty"


class MemoryResult(msgspec.Struct):
    """Resident memory of all workers and their child processes in MiB: before the attack, its highest value,
    and when nothing of the attack was left."""

    quiet: float
    peak: float
    after: float
    workers_growth: float
    """What the workers alone grew by, at most."""
    children_growth: float
    """What their child processes together grew by, at most."""
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
            children_growth=max(sample.children for sample in since) - before.children,
            largest_child=max(sample.largest_child for sample in since),
        )


class MemoryBudgets(NamedTuple):
    """What the settings allow, in MiB: to a worker for what it keeps and receives, to each of its child
    processes, and to all of them together."""

    worker: float
    child: float
    children: float

    @classmethod
    def of_settings(cls, limits: Mapping[str, float]) -> "MemoryBudgets":
        """Takes what is about memory from the settings in megabytes. Others are about the disk."""
        worker = sum(value for name, value in limits.items() if name.startswith(_WORKER_LIMITS))
        children = sum(value for name, value in limits.items() if name in _CHILDREN_LIMITS)
        child = max(
            (value for name, value in limits.items() if name in _CHILD_LIMITS), default=UNSET_BUDGETS_MIB
        )
        return cls(worker or UNSET_BUDGETS_MIB, child, children or math.inf)


_WORKER_LIMITS = ("memory_", "bodies_")
_CHILD_LIMITS = ("heavy_memory_mb", "picture_memory_mb")
"""A child process does not say which of both it has."""
_CHILDREN_LIMITS = ("heavy_total_mb", "stills_memory_mb")
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
    queues: QueuesResult
    owner: OwnerResult | None = None
    """None: the attack does not watch the owner of its tenant."""

    def faults(self) -> list[str]:
        """Returns what exceeds the bounds. An attack without faults was withstood."""
        return [
            *self.previews.faults("previews"),
            *self.publishing.faults("publishing"),
            *(self.owner.faults() if self.owner is not None else []),
            *(["loop held"] if self.hold.own_ms > HOLD_MS_MAX else []),
            *(["memory"] if self._exceeds(BUDGETS) else []),
            *(["health"] if self.health.failed else []),
            *(["shop refused"] if self._shop_was_refused() else []),
            *self.queues.faults(),
        ]

    def _shop_was_refused(self) -> bool:
        """Returns whether the server of a shop that its own visitors attack got anything but 2xx."""
        return any(name.startswith(SHOP) and not name.startswith(f"{SHOP}2") for name in self.answers)

    def _exceeds(self, budgets: MemoryBudgets) -> bool:
        return (
            self.memory.workers_growth > (budgets.worker + IN_PROGRESS_MIB_MAX) * self.workers
            or self.memory.children_growth > budgets.children * self.workers
            or self.memory.largest_child > budgets.child
        )


def _failures(samples: list[Sample]) -> dict[str, int]:
    """Returns how often each status came that is not 200."""
    failures: dict[str, int] = {}
    for sample in samples:
        if sample.status != 200:
            name = "no answer" if sample.status == NO_ANSWER else str(sample.status)
            failures[name] = failures.get(name, 0) + 1
    return failures


def _percentile(ordered: list[float], part: float) -> float:
    return ordered[min(len(ordered) - 1, math.ceil(part * len(ordered)) - 1)]
