"""Something that only goes forward, and is looked at from every side while it does.

A key is live and then revoked, a grant is there and then ended, a venue has one version after the other: each
is a number that only grows. A request may show no less than what was known when it began (a change that was
answered, or a number that somebody was shown already), and no more than what somebody has asked for.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from cluster.client import Answer
from soak.findings import Findings
from soak.lines import Line

Read = Callable[[Answer], int | None]
"""The number that an answer shows; None where it is none of the answers that are right."""

CLOCKS_DIFFER_SECONDS = 0.05
NEVER = float("inf")


@dataclass(eq=False)
class Watched:
    kind: str
    id: str
    path: str
    headers: Mapping[str, str]
    read: Read
    findings: Findings
    settled: int = 0
    """What a request that begins now must show at least."""
    tried: int = 0
    """What any request may show at most. More than settled where an answer is awaited, or was lost."""
    may_end_at: float = field(default=NEVER, init=False)
    """From when on, by the wall clock, it may have gone from 0 to 1 by itself."""
    must_end_at: float = field(default=NEVER, init=False)
    """From when on it must have."""

    @property
    def name(self) -> str:
        return f"{self.kind} {self.id}"

    async def look(self, line: Line) -> None:
        """One request on this line; what it shows is judged."""
        begun, floor = time.monotonic(), self._floor()
        answer = await line.ask("GET", self.path, self.headers)
        self.findings.looks += 1
        if answer is None:
            if not line.instance.excuses("lost", begun):
                self.findings.add(f"{self.name}: no answer from instance {line.instance.name}")
        elif answer.status == 503:
            if not line.instance.excuses("unavailable", begun):
                self.findings.add(f"{self.name}: 503 from instance {line.instance.name}, without a reason")
        else:
            self._judge(answer, floor)

    def _judge(self, answer: Answer, floor: int) -> None:
        shown = self.read(answer)
        if shown is None:
            self.findings.add(f"{self.name}: answered {answer.status} {_words(answer)}")
        elif shown < floor:
            self.findings.add(f"STALE {self.name}: shows {shown} ({answer.status}) where {floor} was known")
        elif shown > self._ceiling():
            self.findings.add(f"LOST {self.name}: shows {shown} ({answer.status}), which nobody asked for")
        else:
            self.settled = max(self.settled, shown)

    def _floor(self) -> int:
        return max(self.settled, int(time.time() > self.must_end_at + CLOCKS_DIFFER_SECONDS))

    def _ceiling(self) -> int:
        return max(self.tried, int(time.time() > self.may_end_at - CLOCKS_DIFFER_SECONDS))


def status(before: int, *after: int) -> Read:
    """0 is answered with one status, 1 with another."""
    return lambda answer: {before: 0, **dict.fromkeys(after, 1)}.get(answer.status)


def version(answer: Answer) -> int | None:
    """Of a hall, by its own name and by its floor's, which must not come from two versions."""
    if answer.status != 200:
        return None
    preview = answer.json()
    of_name, of_floor = (
        int(name.rpartition(" ")[2]) for name in (preview["venue"]["name"], preview["seat"]["sectionName"])
    )
    return of_name if of_name == of_floor else None


def _words(answer: Answer) -> str:
    return answer.body[:300].decode(errors="replace")
