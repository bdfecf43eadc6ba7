"""A stand-in for a resolver that reads labels of several seats, for tests of what is done with them."""

import re

import pytest
from msgspec.structs import replace

from seatpreview.labels.model import Parts, Resolution
from seatpreview.labels.resolver import Resolver

_RANGE = re.compile(r"(.+) seats ([0-9]+)-([0-9]+)")


@pytest.fixture
def reads_several_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Labels that end in 'seats 2-4' name seats 2, 3 and 4, if all of them are there."""
    resolve_one = Resolver.resolve

    def resolve(resolver: Resolver, label: str | Parts) -> Resolution:
        range_ = _RANGE.fullmatch(label) if isinstance(label, str) else None
        if range_ is None:
            return resolve_one(resolver, label)
        found = [
            resolve_one(resolver, f"{range_[1]} seat {number}")
            for number in range(int(range_[2]), int(range_[3]) + 1)
        ]
        seats = tuple(each.seat for each in found if each.seat is not None and each.level == "seat")
        if len(seats) < len(found):
            return Resolution(status="unmatched", trace=("some of the seats are not there",))
        return replace(found[0], seats=seats)

    monkeypatch.setattr(Resolver, "resolve", resolve)
