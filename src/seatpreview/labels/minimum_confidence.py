"""The minimum confidence of an answer, and what happens to answers below it."""

from msgspec.structs import replace

from seatpreview.labels.model import Resolution

MIN_CONFIDENCE_DEFAULT = 0.8
"""A wrong seat does as much harm as five right ones do good, so an answer must be right five times out of
six. This default applies wherever labels are used: previews, sessions, events, dry runs and examples.
Requests of resolveSeats and previewSeat may set another minimum."""


def with_minimum(resolution: Resolution, min_confidence: float = MIN_CONFIDENCE_DEFAULT) -> Resolution:
    """Returns the resolution unchanged if its confidence is at least the minimum, or if it found no place.

    Any other becomes `unmatched`: the place that it found becomes its first alternative, and its trace says
    so.
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
