"""The report of a siege: a line for each attack, as a table for people and as JSON."""

import msgspec
from rich.table import Table

from siege.results import AttackResult, VictimResult

WIDTH = 190
"""The width of the table where the output is no terminal."""


def table(results: list[AttackResult]) -> Table:
    """Returns the table of all attacks."""
    columns = ("previews p50", "p99", "publishing p50", "p99", "loop held", "memory MiB", "health")
    shown = Table(
        "attack",
        *columns,
        "the attacker got",
        "verdict",
        title="During each attack, and as a ratio to quiet time",
    )
    for result in results:
        faults = result.faults()
        shown.add_row(
            f"{result.mode} {result.attack}",
            *_latency(result.previews),
            *_latency(result.publishing),
            f"{result.hold.own_ms:.0f} ms ({result.hold.wall_ms:.0f})",
            f"{result.memory.quiet:.0f} → {result.memory.peak:.0f} → {result.memory.after:.0f}",
            _health(result),
            _counts(result.answers),
            ", ".join(faults) if faults else "withstood",
            style="red" if faults else None,
        )
    return shown


def line(result: AttackResult) -> str:
    """Returns one line about an attack, to be shown when it has ended."""
    faults = result.faults()
    p50, p99 = _latency(result.previews)
    return (
        f"{result.mode} {result.attack}: previews p50 {p50}, p99 {p99}; loop {result.hold.own_ms:.0f} ms; "
        f"attacker: {_counts(result.answers)}; {', '.join(faults) if faults else 'withstood'}"
    )


def json(results: list[AttackResult]) -> str:
    """Returns all numbers."""
    document = [{**msgspec.to_builtins(result), "faults": result.faults()} for result in results]
    return msgspec.json.format(msgspec.json.encode(document)).decode() + "\n"


def summary(results: list[AttackResult]) -> str:
    """Returns the verdict on all attacks."""
    withstood = sum(not result.faults() for result in results)
    return f"{withstood} of {len(results)} attacks were withstood."


def _latency(victim: VictimResult) -> tuple[str, str]:
    pairs = (victim.quiet.p50_ms, victim.during.p50_ms), (victim.quiet.p99_ms, victim.during.p99_ms)
    p50, p99 = (f"{during:.{_digits(during)}f} ms x{during / quiet:.1f}" for quiet, during in pairs)
    failures = victim.during.failures
    return p50, p99 + (f" ({_counts(failures)})" if failures else "")


def _digits(value: float) -> int:
    return 1 if value < 10 else 0


def _health(result: AttackResult) -> str:
    if result.health_failed:
        return f"{result.health_failed} of {result.health_failed + result.health_answered} failed"
    return "always" if result.health_is_served else "n/a"


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} x{count:,}" for name, count in sorted(counts.items())) or "nothing"
