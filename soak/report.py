"""The report of a run: steps, numbers of checks and violations, as a table for people and as JSON."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from soak.load import LoadGenerator
from soak.run import Run
from soak.steps import STEPS, StepResult


@dataclass
class Report:
    """Collects what a run did, and presents it."""

    seed: int
    run: Run
    load: LoadGenerator
    steps: list[StepResult] = field(default_factory=list)

    def table(self) -> RenderableType:
        return Group(self._steps_table(), *self._summary())

    def json(self) -> str:
        document = {
            "seed": self.seed,
            "steps": [asdict(step) for step in self.steps],
            "checks": self.run.results.check_count,
            "wrk": self.load.status_counts,
            "records": len(self.run.expected.records),
            "events": len(self.run.expected.acknowledged_events),
            "notes": self.run.results.notes,
            "violations": self.run.results.sentences(),
        }
        return json.dumps(document, indent=2) + "\n"

    def _steps_table(self) -> Table:
        table = Table("step", "times", "checks", "seconds")
        for name in STEPS:
            steps = [step for step in self.steps if step.name == name]
            checks, seconds = sum(step.checks for step in steps), sum(step.seconds for step in steps)
            table.add_row(name, str(len(steps)), f"{checks:,}", f"{seconds:.1f}")
        return table

    def _summary(self) -> Iterator[Text]:
        counts = self.load.status_counts
        statuses = ", ".join(f"{count:,} with {status}" for status, count in sorted(counts.items()))
        yield Text(f"wrk got {counts.total():,} responses: {statuses}.")
        yield Text(f"{len(self.run.expected.acknowledged_events):,} events were acknowledged.")
        results = self.run.results
        yield from (Text(f"Note: {note}") for note in results.notes)
        yield from (Text(f"VIOLATION {sentence}", style="red") for sentence in results.sentences())
        if not results.violations:
            yield Text("Nothing lost, nothing stale, nothing admitted beyond a limit.", style="green")
