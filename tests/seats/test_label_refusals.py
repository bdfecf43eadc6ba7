"""Labels that lead to no open place: why, and what may have been meant."""

import pytest
from msgspec.structs import replace

from layouts.written import compiled, section
from seatpreview.labels.minimum_confidence import with_minimum
from seatpreview.labels.model import Resolution, place_of
from seatpreview.problems import NamedConfiguration, NamedPlace, NotFound, SeatRefusal
from seatpreview.seats.display_names import DisplayNames
from seatpreview.seats.label_refusals import AskedLabel
from seatpreview.values.validated_text import Name
from seatpreview.venues.translations import NOT_TRANSLATED, Translation
from seats.session_claims import session

HALL = compiled(
    section(),
    section(id="102"),
    configurations=[{"id": "end", "name": "End stage", "closed": [101]}, {"id": "round"}],
)


def ask(configuration: str | None = None) -> AskedLabel:
    return AskedLabel(
        asked="the best seat",
        layout=HALL,
        configuration=None if configuration is None else HALL.configurations[configuration],
        names=DisplayNames(NOT_TRANSLATED),
    )


def test_a_label_that_can_mean_several_places_is_told_which() -> None:
    several = Resolution(status="ambiguous", alternatives=(place_of("101"), place_of("102", "A")))
    with pytest.raises(NotFound) as caught:
        ask().require_places(several)
    assert [(fault.parameter, fault.detail) for fault in caught.value.errors] == [
        ("seat", "could be 101"),
        ("seat", "could be 102/A"),
    ]


def test_a_label_that_names_nothing_is_told_why() -> None:
    with pytest.raises(NotFound) as caught:
        ask().require_places(Resolution(status="unmatched", trace=("it names no section",)))
    assert [fault.detail for fault in caught.value.errors] == ["it names no section"]


def test_a_section_that_is_certain_is_a_place() -> None:
    only = Resolution(status="section_only", level="section", seat=place_of("101"))
    assert ask().require_places(only) == (place_of("101"),)


def test_several_seats_are_all_of_the_places() -> None:
    seats = tuple(place_of("101", "A", seat) for seat in ("1", "2", "3"))
    several = Resolution(status="matched", level="seat", seat=seats[0], seats=seats, confidence=1.0)
    assert ask().require_places(several) == seats


def test_what_is_too_uncertain_is_named_and_explained() -> None:
    uncertain = with_minimum(
        Resolution(status="matched", level="row", seat=place_of("101", "A"), confidence=0.4, trace=("hm",)),
        0.5,
    )
    with pytest.raises(NotFound, match="minConfidence") as caught:
        ask().require_places(uncertain)
    assert [fault.detail for fault in caught.value.errors] == [
        "could be 101/A",
        "hm",
        "its confidence is 0.4, and at least 0.5 is needed",
    ]


def test_a_closed_section_is_not_there() -> None:
    ask("round").check_is_open(place_of("101", "A", "1"))
    with pytest.raises(NotFound, match="closed in the configuration 'end'"):
        ask("end").check_is_open(place_of("101", "A", "1"))


SEVERAL = Resolution(
    status="ambiguous", alternatives=(place_of("101", "A", "1"), place_of("102", "A"), place_of("102"))
)


def refusal_of(label: AskedLabel, resolution: Resolution) -> SeatRefusal:
    with pytest.raises(NotFound) as caught:
        label.require_places(resolution)
    assert caught.value.seat is not None
    return caught.value.seat


def test_alternatives_have_names_in_the_language() -> None:
    refusal = refusal_of(replace(ask(), language="nl"), SEVERAL)
    assert (refusal.reason, refusal.asked) == ("ambiguous", "the best seat")
    assert [each.name for each in refusal.alternatives] == [
        "Vak 101, rij A, stoel 1",
        "Vak 102, rij A",
        "Vak 102",
    ]
    translated = DisplayNames(Translation(sections={"102": Name("Kaitribüne")}))
    german = refusal_of(replace(ask(), language="de", names=translated), SEVERAL)
    assert german.alternatives[1] == NamedPlace(
        key="102/A", section="102", row="A", seat=None, name="Kaitribüne, Reihe A"
    )


def test_alternatives_are_those_that_are_open_and_that_the_session_is_for() -> None:
    """Attack: a session for one seat learns of others from labels that can mean several."""
    assert [each.key for each in refusal_of(ask("end"), SEVERAL).alternatives] == ["102/A", "102"]
    own = replace(ask(), session=session(seats=("101/A/1",)))
    assert [each.key for each in refusal_of(own, SEVERAL).alternatives] == ["101/A/1"]


def test_alternatives_are_few() -> None:
    many = Resolution(status="ambiguous", alternatives=tuple(place_of("101", "A", str(n)) for n in range(50)))
    assert len(refusal_of(ask(), many).alternatives) == 10


def test_what_is_unknown_is_repeated_and_what_is_uncertain_is_offered() -> None:
    assert refusal_of(ask(), Resolution(status="unmatched")) == SeatRefusal(
        reason="unknown", asked="the best seat"
    )
    uncertain = Resolution(status="unmatched", alternatives=(place_of("101", "A"),))
    refusal = refusal_of(ask(), uncertain)
    assert (refusal.reason, [each.key for each in refusal.alternatives]) == ("uncertain", ["101/A"])


def test_what_is_closed_is_told_by_the_names_of_place_and_configuration() -> None:
    with pytest.raises(NotFound) as caught:
        ask("end").check_is_open(place_of("101", "A", "1"))
    assert caught.value.seat == SeatRefusal(
        reason="closed",
        asked="the best seat",
        place=NamedPlace(key="101/A/1", section="101", row="A", seat="1", name="Section 101, row A, seat 1"),
        configuration=NamedConfiguration(id="end", name="End stage"),
    )
