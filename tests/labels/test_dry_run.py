"""Dry runs, without a venue: expectations of one key and of several, and what differs from before."""

from typing import Any

import pytest

from layouts.written import compiled, section
from seatpreview.labels.matching.readings import Readings
from seatpreview.labels.model import Parts, ReadWord, Resolution, matched_keys, place_of
from seatpreview.labels.resolver import Resolver
from seatpreview.labels.step_budget import Steps
from seatpreview.labels.suggestions.dry_run import LabelResult, dry_run, is_as_expected
from seatpreview.venues.resolver_names import section_names

PLACES = {number: place_of("101", "A", str(number)) for number in (1, 2, 3)}
PAIR = Resolution(
    status="matched", level="seat", seat=PLACES[1], seats=(PLACES[1], PLACES[2]), confidence=0.9
)
ONE = Resolution(status="matched", level="seat", seat=PLACES[1], confidence=0.9)
SECTION = Resolution(status="section_only", level="section", seat=place_of("101"), confidence=0.9)


@pytest.mark.parametrize(
    ("resolution", "expect", "as_expected"),
    [
        (PAIR, ("101/A/1", "101/A/2"), True),
        (PAIR, ("101/A/2", "101/A/1"), False),
        (PAIR, ("101/A/1", "101/A/2", "101/A/3"), False),
        (PAIR, "101/A/1", False),
        (PAIR, None, False),
        (ONE, "101/A/1", True),
        (ONE, ("101/A/1", "101/A/2"), False),
        (SECTION, None, True),
        (SECTION, "101", False),
    ],
)
def test_an_expectation_is_met_by_exactly_its_keys(
    resolution: Resolution, expect: Any, as_expected: bool
) -> None:
    assert is_as_expected(resolution, expect) is as_expected


def test_the_keys_of_what_was_matched() -> None:
    assert matched_keys(PAIR) == ("101/A/1", "101/A/2")
    assert matched_keys(ONE) == ("101/A/1",)
    assert matched_keys(SECTION) == ()


def test_a_result_shows_what_was_read_as_what() -> None:
    words = (ReadWord(start=0, end=3, taken_for="section"), ReadWord(start=4, end=5, taken_for="row"))
    read = Resolution(status="matched", seat=PLACES[1], text="101 A", words=words)
    result = LabelResult.of("101 A", read)
    assert (result.text, result.words) == ("101 A", words)


class _Fixed(Resolver):
    """A resolver that was written down: one resolution for each label."""

    def __init__(self, resolutions: dict[str, Resolution]) -> None:
        super().__init__(())
        self._resolutions = resolutions

    def resolve(
        self,
        label: str | Parts,
        readings: Readings | None = None,
        *,
        explain: bool = False,
        steps: Steps | None = None,
    ) -> Resolution:
        return self._resolutions[str(label)]


def test_another_number_of_seats_is_a_changed_answer() -> None:
    sections = section_names(compiled(section()))
    run = dry_run(sections, (), ["101/A/1"], (), _Fixed({"101/A/1": PAIR}))
    assert run.difference.changed == [0]
    run = dry_run(sections, (), ["101/A/1"], (), _Fixed({"101/A/1": ONE}))
    assert run.difference.changed == []


def test_an_answer_below_the_least_confidence_is_none_as_in_a_preview() -> None:
    sections = section_names(compiled(section()))
    unsure = Resolution(status="matched", level="seat", seat=PLACES[1], confidence=0.01)
    run = dry_run(sections, (), ["101/A/1"], (), _Fixed({"101/A/1": unsure}))
    assert run.difference.gained == [0]
