"""The results of a run's checks: how many there were, and which rules of the service were violated."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class CheckResults:
    """Counts checks and collects violations. A run without violations has passed."""

    violations: Counter[str] = field(default_factory=Counter)
    """A sentence for each kind of violation, with the number of times that it happened."""
    check_count: int = 0
    """The number of requests whose responses were checked."""
    notes: list[str] = field(default_factory=list)
    """Observations that are useful to know, and not violations."""

    def add_violation(self, sentence: str, times: int = 1) -> None:
        self.violations[sentence] += times

    def add_note(self, sentence: str) -> None:
        self.notes.append(sentence)

    def sentences(self) -> list[str]:
        """Returns the violations, each with its count where it happened more than once."""
        return [
            f"{sentence} ({times} times)" if times > 1 else sentence
            for sentence, times in self.violations.items()
        ]
