"""The least confidence: what is below it is no answer, and is still named."""

import pytest
from msgspec.structs import replace

from layouts.written import compiled, section
from seatpreview.labels.minimum_confidence import MIN_CONFIDENCE_DEFAULT, with_minimum
from seatpreview.labels.model import Resolution, place_of
from seatpreview.labels.resolver import Resolver
from seatpreview.venues.resolver_names import section_names

SEATS = tuple(place_of("107", "K", seat) for seat in ("9", "10"))
ROW = Resolution(
    status="matched", level="row", seat=place_of("107", "K"), confidence=0.6, trace=("row 'K' exists there",)
)


def test_an_answer_with_at_least_this_confidence_stays_as_it_is() -> None:
    assert with_minimum(ROW, 0.6) is ROW
    assert with_minimum(ROW, 0) is ROW


def test_any_other_answer_is_none_and_names_what_it_found() -> None:
    assert with_minimum(ROW, 0.61) == Resolution(
        status="unmatched",
        alternatives=(place_of("107", "K"),),
        trace=("row 'K' exists there", "its confidence is 0.6, and at least 0.61 is needed"),
    )


def test_of_several_seats_all_are_named_before_the_other_alternatives() -> None:
    several = replace(
        ROW, level="seat", seat=SEATS[0], seats=SEATS, alternatives=(SEATS[1], place_of("108", "K", "9"))
    )
    declined = with_minimum(several, 0.9)
    assert declined.alternatives == (*SEATS, place_of("108", "K", "9"))
    assert (declined.seat, declined.seats, declined.level) == (None, (), None)


def test_a_section_that_is_not_certain_enough_is_none_either() -> None:
    only = Resolution(status="section_only", level="section", seat=place_of("107"), confidence=0.5)
    assert with_minimum(only, 0.5) is only
    assert with_minimum(only, 0.7).status == "unmatched"


@pytest.mark.parametrize("status", ["ambiguous", "unmatched"])
def test_what_found_no_place_stays_as_it_is(status: str) -> None:
    none = Resolution(status="ambiguous" if status == "ambiguous" else "unmatched", alternatives=SEATS)
    assert with_minimum(none, 1) is none


def test_a_key_is_certain() -> None:
    """Whatever the default may become, keys pass it."""
    assert 0 < MIN_CONFIDENCE_DEFAULT < 1
    found = Resolver(section_names(compiled(section()))).resolve("101/A/1")
    assert with_minimum(found, 1) is found
