"""The account of a run: what was done, how often, and what was found. For people, and for machines."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from soak.load import Load
from soak.plan import STEPS, Taken
from soak.run import Run


@dataclass
class Account:
    seed: int
    run: Run
    load: Load
    taken: list[Taken] = field(default_factory=list)

    def table(self) -> RenderableType:
        return Group(self._steps(), *self._sentences())

    def json(self) -> str:
        document = {
            "seed": self.seed,
            "steps": [asdict(each) for each in self.taken],
            "looks": self.run.findings.looks,
            "wrk": self.load.answers,
            "records": len(self.run.ledger.watched),
            "events": len(self.run.ledger.acknowledged_events),
            "notes": self.run.findings.notes,
            "findings": self.run.findings.sentences(),
        }
        return json.dumps(document, indent=2) + "\n"

    def _steps(self) -> Table:
        table = Table("step", "times", "looks", "seconds")
        for name in STEPS:
            taken = [each for each in self.taken if each.name == name]
            looks, seconds = sum(each.looks for each in taken), sum(each.seconds for each in taken)
            table.add_row(name, str(len(taken)), f"{looks:,}", f"{seconds:.1f}")
        return table

    def _sentences(self) -> Iterator[Text]:
        answers = ", ".join(f"{count:,} with {status}" for status, count in sorted(self.load.answers.items()))
        yield Text(f"wrk was answered {self.load.answers.total():,} times: {answers}.")
        yield Text(f"{len(self.run.ledger.acknowledged_events):,} events were acknowledged.")
        findings = self.run.findings
        yield from (Text(f"Note: {note}") for note in findings.notes)
        yield from (Text(f"FOUND {sentence}", style="red") for sentence in findings.sentences())
        if not findings.found:
            yield Text("Nothing lost, nothing stale, nothing admitted beyond a limit.", style="green")
