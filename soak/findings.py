"""What a run has found: sentences, each with how often it came up. None is right."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Findings:
    found: Counter[str] = field(default_factory=Counter)
    looks: int = 0
    """How many requests were judged."""
    notes: list[str] = field(default_factory=list)
    """What is no fault, and still good to know."""

    def add(self, sentence: str) -> None:
        self.found[sentence] += 1

    def note(self, sentence: str) -> None:
        self.notes.append(sentence)

    def sentences(self) -> list[str]:
        return [
            f"{sentence} ({times} times)" if times > 1 else sentence for sentence, times in self.found.items()
        ]
