"""Which seat of a venue each seat of a seating plan is: by the id that both know, by its key, or by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

MatchedBy = Literal["ref", "key", "name"]


class PlanSeat(NamedTuple):
    """A seat as pretix knows it."""

    guid: str
    zone: str
    row: str
    number: str


@dataclass(frozen=True, slots=True)
class VenueSeat:
    """A seat as the service knows it."""

    key: str
    properties: tuple[str, ...] = ()
    ref: str = ""


class Match(NamedTuple):
    """The seat of the venue that a seat of a plan is, and how it was found."""

    seat: VenueSeat
    by: MatchedBy


@dataclass
class SeatIndex:
    """The seats of a venue. A name counts only where one seat alone has it."""

    refs: dict[str, VenueSeat] = field(default_factory=dict)
    keys: dict[str, VenueSeat] = field(default_factory=dict)
    names: dict[tuple[str, str, str], VenueSeat | None] = field(default_factory=dict)

    def __len__(self) -> int:
        """Returns how many seats there are."""
        return len(self.keys)

    def add(self, seat: VenueSeat, section_name: str) -> None:
        """Adds a seat. Its key has the ids of section, row and seat; the section may have a name, too."""
        self.keys[seat.key] = seat
        if seat.ref:
            self.refs[seat.ref] = seat
        section, row, number = (*seat.key.split("/"), "", "")[:3]
        for name in {_folded(section), _folded(section_name)}:
            place = (name, _folded(row), _folded(number))
            self.names[place] = None if place in self.names else seat

    def find(self, seat: PlanSeat) -> Match | None:
        """Returns the seat of the venue; None if there is none."""
        if found := self.refs.get(seat.guid):
            return Match(found, "ref")
        if found := self.keys.get(seat.guid):
            return Match(found, "key")
        named = self.names.get((_folded(seat.zone), _folded(seat.row), _folded(seat.number)))
        return Match(named, "name") if named else None


@dataclass(frozen=True)
class Comparison:
    """What a plan and a venue have in common, and what one of them has alone."""

    matched: Mapping[str, Match]
    """By the ids of pretix."""
    missing: tuple[str, ...]
    """Seats of the plan that the venue does not have: they have no place on the map and no view."""
    others: tuple[str, ...]
    """Seats of the venue that the plan does not have: shown as not on sale. By their ids, or keys."""
    doubled: tuple[str, ...]
    """Seats of the plan that would be the same seat of the venue as another one."""

    def matched_by(self, kind: MatchedBy) -> int:
        """Returns how many seats were found in this way."""
        return sum(match.by == kind for match in self.matched.values())

    @property
    def is_complete(self) -> bool:
        """Whether every seat of one is a seat of the other."""
        return not (self.missing or self.others or self.doubled)


def compare(plan_seats: Iterable[PlanSeat], venue: SeatIndex) -> Comparison:
    """Looks for every seat of a plan in a venue. No seat of the venue is two of the plan."""
    matched: dict[str, Match] = {}
    taken: set[str] = set()
    missing: list[str] = []
    doubled: list[str] = []
    for seat in plan_seats:
        match = venue.find(seat)
        if match is None:
            missing.append(seat.guid)
        elif match.seat.key in taken:
            doubled.append(seat.guid)
        else:
            taken.add(match.seat.key)
            matched[seat.guid] = match
    others = tuple(seat.ref or key for key, seat in venue.keys.items() if key not in taken)
    return Comparison(matched, tuple(missing), others, tuple(doubled))


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
