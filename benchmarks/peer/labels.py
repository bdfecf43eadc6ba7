"""From a label to a seat.

Two patterns answer the labels of the benchmark: "Section 101, Row 3, Seat 7" with anything after it, and
101-3-7. The service's resolver reads far more, so that a comparison of this operation says little about it.
"""

import re
from typing import NamedTuple

from benchmarks.peer.layouts import CompiledLayout, Place
from benchmarks.peer.venue_models import ResolvedLabel

_WORDS = re.compile(
    r"\s*sec(?:tion)?\.?\s+(\w+),?\s+row\s+(\w+),?\s+seat\s+(\w+)(?:\s*\(.*\))?\s*", re.IGNORECASE
)
_KEY = re.compile(r"\s*(\w+)\s*[-/]\s*(\w+)\s*[-/]\s*(\w+)\s*")


class Resolution(NamedTuple):
    """The seat that a label means."""

    place: Place
    confidence: float


def resolve(layout: CompiledLayout, label: str) -> Resolution | None:
    """Returns the seat that a label means."""
    for pattern, confidence in ((_WORDS, 0.99), (_KEY, 0.98)):
        match = pattern.fullmatch(label)
        if match:
            place = layout.find(*match.groups())
            return None if place is None else Resolution(place, confidence)
    return None


def resolved_label(layout: CompiledLayout, label: str) -> ResolvedLabel:
    """Returns what a label means, with the reasons."""
    found = resolve(layout, label)
    if found is None:
        return ResolvedLabel(
            label=label,
            status="unknown",
            level=None,
            seat=None,
            confidence=0.0,
            alternatives=[],
            trace=["no seat has this name"],
        )
    seat = found.place.as_seat()
    return ResolvedLabel(
        label=label,
        status="matched",
        level="seat",
        seat=seat,
        confidence=found.confidence,
        alternatives=[],
        trace=[f"section '{seat.section}'", f"it has a row '{seat.row}'", f"the row has seat {seat.seat}"],
    )
