"""Labels that are refs: the ids that another system has for seats."""

from msgspec.structs import replace

from seatpreview.labels.matching.confidence import EXACT
from seatpreview.labels.model import Place, Resolution, SeatWithRef, place_of

REF_PREFIX = "ref:"
"""A label that begins with it is the ref that follows, and never a name."""


def no_seat(_: str) -> tuple[str, str, str] | None:
    """Returns None for every ref, as in a venue without refs."""
    return None


def seat_by_ref(label: str, seat_with_ref: SeatWithRef) -> Resolution:
    """Resolves `ref:X` to the seat with the ref X. No name is looked at."""
    ref = label.removeprefix(REF_PREFIX).strip()
    ids = seat_with_ref(ref)
    if ids is None:
        return Resolution(status="unmatched", trace=(f"no seat has the ref '{ref}'",))
    return _matched(place_of(*ids), 1.0, (_is_the_ref(ref),))


def with_seat_of_ref(found: Resolution, label: str, seat_with_ref: SeatWithRef) -> Resolution:
    """Returns what a label means that may be a ref as well: the seat with this ref if the names, which found
    `found`, give no other place. If they do, both are alternatives. A section that lacks the row or seat of
    the label is no other place for a seat in it."""
    ref = label.strip()
    ids = seat_with_ref(ref)
    if ids is None:
        return found
    seat = place_of(*ids)
    others = tuple(place for place in _places(found) if not _agrees(place, seat, found))
    trace = (*found.trace, _is_the_ref(ref))
    if not others:
        return replace(_matched(seat, EXACT, trace), rules=found.rules, text=found.text, words=found.words)
    return replace(
        found,
        status="ambiguous",
        level=None,
        seat=None,
        seats=(),
        confidence=0.0,
        alternatives=(*(place for place in others if place != seat), seat),
        trace=(*trace, f"the names give another place; write '{REF_PREFIX}{ref}' for the seat"),
    )


def _matched(seat: Place, confidence: float, trace: tuple[str, ...]) -> Resolution:
    return Resolution(status="matched", level="seat", seat=seat, confidence=confidence, trace=trace)


def _is_the_ref(ref: str) -> str:
    return f"'{ref}' is the ref of a seat"


def _places(found: Resolution) -> tuple[Place, ...]:
    """Returns the places that the names give. What is unmatched has none, only similar ones."""
    if found.status == "ambiguous":
        return found.alternatives
    return found.seats or (() if found.seat is None else (found.seat,))


def _agrees(place: Place, seat: Place, found: Resolution) -> bool:
    is_its_section = found.status == "section_only" and place.section == seat.section
    return is_its_section or (place == seat and len(found.seats) < 2)
