"""Types of the resolver: the names that it matches, labels, places and resolutions."""

from collections.abc import Callable, Container, Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

Status = Literal["matched", "section_only", "ambiguous", "unmatched"]
Level = Literal["section", "row", "seat"]
TakenFor = Literal["section", "level", "row", "seat", "marker", "aside", "unknown", "against"]
"""What a word of a label was taken for. `section`, `level`, `row`, `seat`: it names one. `marker`: it says
what follows ("Row"). `aside`: it says nothing about a place ("2 tickets"). `unknown`: nobody here knows it.
`against`: it contradicts every place."""


SeatWithRef = Callable[[str], tuple[str, str, str] | None]
"""Returns the ids of the section, the row and the seat that has a ref: the id that another system has for it.
None if no seat has it."""


class RowNames(msgspec.Struct, frozen=True, gc=False):
    """The id of a row and the ids of its seats, by which labels name them."""

    id: str
    seats: Container[str] | None = None
    """None if the seats are not known. No label then resolves to a seat of this row."""


class SectionNames(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The names of a section and of its rows."""

    id: str
    name: str
    level: str = ""
    aliases: tuple[str, ...] = ()
    rows: Mapping[str, RowNames] = {}
    """The rows by the names and aliases that labels use."""
    rows_by_id: Mapping[str, RowNames] = {}
    """The rows by their ids, for labels that are keys. A section without rows has one row, whose id is
    empty."""


class Parts(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A label in parts, as sent or after splitting."""

    section: str
    row: str = ""
    seat: str = ""


class Place(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A section, a row or a seat, by its ids. The key is those ids joined by slashes. A seat of a section
    without rows has the key 'section//seat'."""

    key: str
    section: str
    row: str | None = None
    seat: str | None = None

    @property
    def level(self) -> Level:
        """Whether the place is a section, a row or a seat."""
        if self.seat is not None:
            return "seat"
        return "section" if self.row is None else "row"


NamedSeats = Annotated[
    tuple[Place, ...],
    Meta(
        description=(
            "All seats of a label that names several seats of a row, in the order of the label. `seat` is "
            "the first of them. Absent for any other label."
        )
    ),
]


class ReadWord(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """A word or number of a label, and what it was taken for."""

    start: int
    end: int
    """The end of the word in the text that was read: `start` is its first character, `end` the one after its
    last."""
    taken_for: TakenFor
    meaning: str = ""
    """What the word means here, if not just the word itself: 'orchestra' for 'Orch'."""


class Resolution(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a label resolves to. `matched`: everything that the label names was found, down to `level`.
    `section_only`: the section is certain, but it does not have the row or seat that the label names."""

    status: Status
    level: Level | None = None
    seat: Place | None = None
    seats: tuple[Place, ...] = ()
    """All seats of a label that names several seats of a row, in their order; `seat` is the first of them.
    Empty for any other label."""
    confidence: float = 0.0
    alternatives: tuple[Place, ...] = ()
    trace: tuple[str, ...] = ()
    rules: tuple[int, ...] = ()
    """The indexes of the owner's rules that were applied."""
    text: str = ""
    """The text that was read: the label after the owner's rules, in one form of Unicode. The parts of a label
    in parts are joined by commas."""
    words: tuple[ReadWord, ...] = ()
    """What the words of that text were taken for, in their order."""


def place_of(section: str, row: str | None = None, seat: str | None = None) -> Place:
    """Returns the place with these ids, and its key. An empty row means that the section has no rows."""
    if seat is not None:
        return Place(key=f"{section}/{row or ''}/{seat}", section=section, row=row or None, seat=seat)
    return (
        Place(key=f"{section}/{row}", section=section, row=row)
        if row
        else Place(key=section, section=section)
    )


def matched_keys(resolution: Resolution) -> tuple[str, ...]:
    """Returns the keys of all matched places: several seats in their order, or one place. Empty if the label
    was declined."""
    if resolution.status != "matched" or resolution.seat is None:
        return ()
    return tuple(place.key for place in resolution.seats) or (resolution.seat.key,)


def named_seats(resolution: Resolution) -> tuple[Place, ...] | UnsetType:
    """Returns the member `seats` of a result: it is absent unless the label names several seats."""
    return resolution.seats or UNSET
