"""Types that say what changes for buyers between two versions of a record."""

from typing import Annotated

import msgspec
from msgspec import Meta

from seatpreview.labels.model import Parts

EXAMPLES_MAX = 100
"""The most examples of each kind of change."""

LABELS_MAX = 1000
"""The most labels that a publish compares, besides the examples of the records."""

_Count = Annotated[int, Meta(ge=0, description="How many there are in all.")]
_FIRST = f"The first {EXAMPLES_MAX} of them."


class KeyChanges(msgspec.Struct, kw_only=True, frozen=True):
    """Seats by their keys, or images by their names: how many, and the first of them."""

    count: _Count
    examples: Annotated[tuple[str, ...], Meta(max_length=EXAMPLES_MAX, description=_FIRST)] = ()


class RenamedSeat(msgspec.Struct, kw_only=True, frozen=True):
    """A seat at the same place with another key."""

    before: str
    after: str


class RenamedSeats(msgspec.Struct, kw_only=True, frozen=True):
    """Seats at the same places with other keys."""

    count: _Count
    examples: Annotated[tuple[RenamedSeat, ...], Meta(max_length=EXAMPLES_MAX, description=_FIRST)] = ()


class MovedSeat(msgspec.Struct, kw_only=True, frozen=True, rename="camel"):
    """A seat with the same key at another place."""

    key: str
    distance_m: Annotated[float, Meta(description="How far it is from where it was, in metres.")]


class MovedSeats(msgspec.Struct, kw_only=True, frozen=True):
    """Seats with the same keys at other places."""

    count: _Count
    examples: Annotated[tuple[MovedSeat, ...], Meta(max_length=EXAMPLES_MAX, description=_FIRST)] = ()


class SeatChanges(msgspec.Struct, kw_only=True, frozen=True):
    """What changes about seats. A seat is in one of these at most."""

    added: KeyChanges
    gone: KeyChanges
    renamed: Annotated[
        RenamedSeats, Meta(description="A seat is gone, and another one is within 10 cm of its place.")
    ]
    moved: Annotated[MovedSeats, Meta(description="By more than half a metre.")]


ResolvedTo = Annotated[
    str | tuple[str, ...] | None,
    Meta(description="A key, a list of the keys of several seats, or null where the label is declined."),
]


class LabelChange(msgspec.Struct, kw_only=True, frozen=True):
    """A label that resolves differently."""

    label: str | Parts
    before: ResolvedTo
    after: ResolvedTo


class ChangesForBuyers(msgspec.Struct, kw_only=True, frozen=True, rename="camel"):
    """What changes for buyers from one version of a record to another."""

    seats: SeatChanges
    labels: Annotated[
        tuple[LabelChange, ...],
        Meta(
            max_length=EXAMPLES_MAX,
            description=(
                "Labels that resolve differently, of those that were sent and of the examples of both "
                f"records: the first {EXAMPLES_MAX}. The aliases are those of the owner."
            ),
        ),
    ]
    labels_changed: Annotated[int, Meta(ge=0, description="How many labels resolve differently in all.")]
    labels_not_compared: Annotated[
        int, Meta(ge=0, description="Labels for which there was no time. Send fewer to have them compared.")
    ]
    event_seats_gone: Annotated[
        KeyChanges | None,
        Meta(
            description=(
                "Seat keys in events of the last 30 days that the record has no more. Null: there are too "
                "many events to look through."
            )
        ),
    ]
    images_unused: Annotated[
        KeyChanges, Meta(description="Uploaded images that the record named, and names no more.")
    ]
