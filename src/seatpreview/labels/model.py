"""What goes into the resolver and what comes out of it."""

from collections.abc import Container, Mapping
from typing import Literal

import msgspec

Status = Literal["matched", "section_only", "ambiguous", "unmatched"]
Level = Literal["section", "row", "seat"]


class RowNames(msgspec.Struct, frozen=True):
    """A row: its id, and the ids of its seats, which are also what is written for them."""

    id: str
    seats: Container[str] | None = None
    """None where they are not known: then no seat of it is ever named."""


class SectionNames(msgspec.Struct, frozen=True, kw_only=True):
    """A section as labels name it."""

    id: str
    name: str
    level: str = ""
    aliases: tuple[str, ...] = ()
    rows: Mapping[str, RowNames] = {}
    """The rows by what is written for them: names and aliases."""
    rows_by_id: Mapping[str, RowNames] = {}
    """The rows by their ids, for labels that are keys."""


class Parts(msgspec.Struct, frozen=True, kw_only=True):
    """A label that comes in parts, or was taken apart."""

    section: str
    row: str = ""
    seat: str = ""


class Place(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A section, a row or a seat by its ids, as deep as it goes. The key is those ids, joined by slashes."""

    key: str
    section: str
    row: str | None = None
    seat: str | None = None

    @property
    def level(self) -> Level:
        if self.row is None:
            return "section"
        return "row" if self.seat is None else "seat"


class Resolution(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """`matched`: all that the label names was found, as deep as `level` says. `section_only`: the section is
    certain, the row or seat that the label names is not there."""

    status: Status
    level: Level | None = None
    seat: Place | None = None
    confidence: float = 0.0
    alternatives: tuple[Place, ...] = ()
    trace: tuple[str, ...] = ()
    rules: tuple[int, ...] = ()
    """The owner's rules that fired, by their place in the list."""


def place_of(section: str, row: str | None = None, seat: str | None = None) -> Place:
    key = "/".join(part for part in (section, row, seat) if part is not None)
    return Place(key=key, section=section, row=row, seat=seat)
