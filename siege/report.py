"""The report of a siege: a line for each attack, as a table for people and as JSON."""

from dataclasses import dataclass, field

import msgspec
from rich.table import Table

from siege.observers import Health
from siege.results import AttackResult, OwnerResult, QueuesResult, VictimResult

TABLE_WIDTH_MIN = 190
"""The width of the table if the output is not a terminal."""

_COLUMNS = (
    *("previews p50", "p99", "publishing p50", "p99", "owner", "loop held", "memory MiB", "/healthz"),
    *("queues empty", "the attacker got", "verdict"),
)


@dataclass
class Report:
    """Collects what a siege saw, and presents it."""

    results: list[AttackResult] = field(default_factory=list)
    unfinished: list[str] = field(default_factory=list)
    """A sentence for each attack that could not be carried out: a fault of the siege, not of the service."""

    @property
    def is_withstood(self) -> bool:
        """Whether every attack was carried out, and nobody noticed any of them."""
        return not self.unfinished and not any(result.faults() for result in self.results)

    def tables(self) -> list[Table]:
        """Returns a table for each deployment, with a line for each attack."""
        modes = dict.fromkeys(result.mode for result in self.results)
        return [self._table(mode) for mode in modes]

    def summary(self) -> str:
        """Returns the verdict on all attacks."""
        withstood = sum(not result.faults() for result in self.results)
        return "\n".join([*self.unfinished, f"{withstood} of {len(self.results)} attacks were withstood."])

    def json(self) -> str:
        """Returns all numbers."""
        results = [{**msgspec.to_builtins(result), "faults": result.faults()} for result in self.results]
        document = {"results": results, "unfinished": self.unfinished}
        return msgspec.json.format(msgspec.json.encode(document)).decode() + "\n"

    def _table(self, mode: str) -> Table:
        shown = Table(title=f"{mode}: latencies in ms during each attack, and their ratios to quiet time")
        shown.add_column("attack", no_wrap=True)
        for name in _COLUMNS:
            shown.add_column(name)
        for result in self.results:
            if result.mode != mode:
                continue
            shown.add_row(
                result.attack,
                *_latency(result.previews),
                *_latency(result.publishing),
                _owner(result.owner),
                f"{result.hold.own_ms:.0f} ms ({result.hold.wall_ms:.0f})",
                f"{result.memory.quiet:.0f} → {result.memory.peak:.0f} → {result.memory.after:.0f}",
                _health(result.health),
                _queues(result.queues),
                _counts(result.answers),
                _verdict(result),
                style="red" if result.faults() else None,
            )
        return shown


def line(result: AttackResult) -> str:
    """Returns a line about an attack, to be shown when it has ended."""
    p50, p99 = _latency(result.previews)
    published_p50, published_p99 = _latency(result.publishing)
    owner = f"owner {_owner(result.owner)}; " if result.owner is not None else ""
    return (
        f"{result.mode} {result.attack}: previews p50 {p50}, p99 {p99}; "
        f"publishing p50 {published_p50}, p99 {published_p99}; {owner}"
        f"loop {result.hold.own_ms:.0f} ms; queues empty {_queues(result.queues)}; "
        f"the attacker got {_counts(result.answers)}: {_verdict(result)}"
    )


def _latency(victim: VictimResult) -> tuple[str, str]:
    pairs = (victim.quiet.p50_ms, victim.during.p50_ms), (victim.quiet.p99_ms, victim.during.p99_ms)
    p50, p99 = (
        f"{during:.{_digits(during)}f} x{during / quiet:.{_digits(during / quiet)}f}"
        for quiet, during in pairs
    )
    failures = victim.during.failures
    return p50, p99 + (f" ({_counts(failures)})" if failures else "")


def _digits(value: float) -> int:
    return 1 if value < 10 else 0


def _owner(owner: OwnerResult | None) -> str:
    if owner is None:
        return "n/a"
    failures = f" ({_counts(owner.failures)})" if owner.failures else ""
    return f"{owner.requests} in {owner.longest_seconds:.1f} s at most{failures}"


def _queues(queues: QueuesResult) -> str:
    when = "never" if queues.seconds is None else f"after {queues.seconds:.1f} s"
    left = ", ".join(
        f"{name.removeprefix('seatpreview_')} {value:g}" for name, value in sorted(queues.left.items())
    )
    return f"{when} ({left})" if left else when


def _health(health: Health) -> str:
    if health.failed:
        return f"{health.failed} of {health.failed + health.answered} failed"
    return "always" if health.is_served else "n/a"


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} x{count:,}" for name, count in sorted(counts.items())) or "nothing"


def _verdict(result: AttackResult) -> str:
    return ", ".join(result.faults()) or "withstood"
