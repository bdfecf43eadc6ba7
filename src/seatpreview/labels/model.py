"""Types of the resolver: the names that it matches, labels, places and resolutions."""

from collections.abc import Container, Mapping
from typing import Literal

import msgspec

Status = Literal["matched", "section_only", "ambiguous", "unmatched"]
Level = Literal["section", "row", "seat"]


class RowNames(msgspec.Struct, frozen=True):
    """The id of a row and the ids of its seats, by which labels name them."""

    id: str
    seats: Container[str] | None = None
    """None if the seats are not known: then no label resolves to a seat of this row."""


class SectionNames(msgspec.Struct, frozen=True, kw_only=True):
    """The names of a section and of its rows."""

    id: str
    name: str
    level: str = ""
    aliases: tuple[str, ...] = ()
    rows: Mapping[str, RowNames] = {}
    """The rows by the names and aliases that labels use."""
    rows_by_id: Mapping[str, RowNames] = {}
    """The rows by their ids, for labels that are keys."""


class Parts(msgspec.Struct, frozen=True, kw_only=True):
    """A label in parts: sent in parts, or split."""

    section: str
    row: str = ""
    seat: str = ""


class Place(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A section, a row or a seat, by its ids. The key is those ids, joined by slashes."""

    key: str
    section: str
    row: str | None = None
    seat: str | None = None

    @property
    def level(self) -> Level:
        """Whether the place is a section, a row or a seat."""
        if self.row is None:
            return "section"
        return "row" if self.seat is None else "seat"


class Resolution(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a label resolves to. `matched`: everything that the label names was found, down to `level`.
    `section_only`: the section is certain, but it does not have the row or seat that the label names."""

    status: Status
    level: Level | None = None
    seat: Place | None = None
    confidence: float = 0.0
    alternatives: tuple[Place, ...] = ()
    trace: tuple[str, ...] = ()
    rules: tuple[int, ...] = ()
    """The indexes of the owner's rules that were applied."""


def place_of(section: str, row: str | None = None, seat: str | None = None) -> Place:
    """Returns the place with these ids, and its key."""
    key = "/".join(part for part in (section, row, seat) if part is not None)
    return Place(key=key, section=section, row=row, seat=seat)
