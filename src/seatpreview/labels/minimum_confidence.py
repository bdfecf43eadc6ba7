"""The least confidence that an answer of the resolver needs, and what becomes of one that has less."""

from msgspec.structs import replace

from seatpreview.labels.model import Resolution

MIN_CONFIDENCE_DEFAULT = 0.8
"""A wrong seat does as much harm as five right ones do good, so that an answer should be right five times
of six. What every use of labels requires: previews, sessions, events, dry runs and examples. The requests
of resolveSeats and previewSeat may name another one."""


def with_minimum(resolution: Resolution, min_confidence: float = MIN_CONFIDENCE_DEFAULT) -> Resolution:
    """Returns the resolution as it is where its confidence is at least this, or where it found no place.

    Any other becomes `unmatched`: what it found is the first of its alternatives, and its trace says so.
    """
    if resolution.seat is None or resolution.confidence >= min_confidence:
        return resolution
    found = resolution.seats or (resolution.seat,)
    reason = f"its confidence is {resolution.confidence}, and at least {min_confidence} is needed"
    return replace(
        resolution,
        status="unmatched",
        level=None,
        seat=None,
        seats=(),
        confidence=0.0,
        alternatives=(*found, *(place for place in resolution.alternatives if place not in found)),
        trace=(*resolution.trace, reason),
    )
