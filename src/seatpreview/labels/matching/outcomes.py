"""Outcomes of the ways to read a label, and the choice between them."""

import msgspec

from seatpreview.labels.matching.evidence import Candidate, Evidence
from seatpreview.labels.model import Place, Resolution, Status
from seatpreview.labels.parsing.possible_readings import Way


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The outcome of one way to read a label."""

    resolution: Resolution
    """If this way is declined, the trace has only the reason. The other objections are worked out later, for
    the way that is chosen in the end."""
    way: Way
    evidence: Evidence | None = None
    chosen: Candidate | None = None

    @property
    def is_exact(self) -> bool:
        """Whether the words that name the section are exactly its name, or mapped to it by the owner."""
        return self.evidence is None or not self.evidence.said.words


def best_outcome(outcomes: list[Outcome]) -> tuple[Outcome, Resolution]:
    """Returns the reading that explains the most, and its resolution. Two readings that name different places
    are ambiguous."""
    if len(outcomes) == 1:
        return outcomes[0], outcomes[0].resolution
    best = min(
        outcomes, key=lambda outcome: (_RANK[outcome.resolution.status], -outcome.resolution.confidence)
    )
    resolution = best.resolution
    if resolution.status != "matched":
        return best, resolution
    matched = [outcome.resolution for outcome in outcomes if outcome.resolution.status == "matched"]
    rivals = {found.seat.key: found.seat for found in matched if found.seat is not None}
    if len(rivals) == 1:
        return best, resolution
    trace = (*resolution.trace, f"but it can also be read as {' and as '.join(sorted(rivals))}")
    alternatives = tuple(rivals[key] for key in sorted(rivals))
    return best, Resolution(status="ambiguous", alternatives=alternatives, trace=trace)


_RANK = {"matched": 0, "section_only": 1, "ambiguous": 2, "unmatched": 3}


def answer(
    places: tuple[Place, ...], confidence: float, trace: tuple[str, ...], status: Status = "matched"
) -> Resolution:
    """Returns the resolution to these places: one section, row or seat, or several seats of a row."""
    first = places[0]
    return Resolution(
        status=status,
        level=first.level,
        seat=first,
        seats=places if len(places) > 1 else (),
        confidence=confidence,
        trace=trace,
    )


def declined(
    status: Status,
    reason: str,
    way: Way,
    evidence: Evidence | None,
    alternatives: tuple[Place, ...] = (),
) -> Outcome:
    """Returns the outcome of a way that names no place."""
    return Outcome(Resolution(status=status, alternatives=alternatives, trace=(reason,)), way, evidence)
