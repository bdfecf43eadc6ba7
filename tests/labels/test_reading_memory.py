"""What is remembered of labels, and what is worked out for each: it never changes an answer."""

import re
from collections.abc import Sequence
from random import Random

import pytest

from labels.generated_venues import random_venue
from labels.listing_styles import listings
from labels.listing_words import LANGUAGES
from seatpreview.labels.matching import explanation, name_matcher
from seatpreview.labels.matching.evidence import Candidate, Evidence
from seatpreview.labels.matching.name_matcher import NameMatcher
from seatpreview.labels.matching.readings import Readings
from seatpreview.labels.model import RowNames, SectionNames
from seatpreview.labels.resolver import Resolver

ROWS = {str(row): RowNames(str(row), frozenset(str(seat) for seat in range(1, 21))) for row in range(1, 26)}
HALL = NameMatcher(SectionNames(id=str(number), name=str(number), rows=ROWS) for number in range(101, 111))
PARTERRE = tuple(
    SectionNames(id=name, name=name, rows=ROWS)
    for name in (
        "Hochparkett links",
        "Hochparkett rechts",
        "Parkett links",
        "Rang 1",
        "Rang I Mitte",
        "Box 4er",
    )
)
SEATS_OF_A_SECTION = [(row, seat) for row in range(1, 26) for seat in range(1, 21)]


def test_labels_of_all_seats_leave_nothing_behind_that_only_one_of_them_has() -> None:
    """'105-3-7' may be a section 105 3 7 as well. That no section has these numbers is found out quickly, and
    would take the place of what many labels have in common."""
    readings = Readings(1000)
    for row, seat in SEATS_OF_A_SECTION:
        found = HALL.resolve(f"105-{row}-{seat}", readings=readings)
        assert found.seat is not None
        assert found.seat.key == f"105/{row}/{seat}"
    assert len(readings) == 0


def test_words_of_a_section_are_remembered_once_for_all_its_seats() -> None:
    readings = Readings(1000)
    for row, seat in SEATS_OF_A_SECTION:
        found = HALL.resolve(f"Sectoin 106, Row {row}, Seat {seat}", readings=readings)
        assert found.seat is not None
        assert found.seat.key == f"106/{row}/{seat}"
    assert len(readings) == 1


@pytest.mark.parametrize(("label", "ways"), [
    ("105-3-7", 0),
    ("Section 105, Row 3, Seat 7", 0),
    ("105-3-99", 0),
    ("505-3-7", 1),
])  # fmt: skip
def test_what_speaks_against_other_sections_is_worked_out_for_the_answer_alone(
    label: str, ways: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A label without words for its parts can be read in several ways, and most of them are dropped."""
    asked: list[Evidence] = []

    def counted(
        evidence: Evidence, chosen: Candidate | None, sections: Sequence[SectionNames]
    ) -> tuple[str, ...]:
        asked.append(evidence)
        return explanation.others_of(evidence, chosen, sections)

    monkeypatch.setattr(name_matcher, "others_of", counted)
    HALL.resolve(label)
    assert len(asked) == ways


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_does_not_depend_on_the_labels_before_it(language: str) -> None:
    for seed in range(3):
        random = Random(f"{language} {seed}")
        venue = random_venue(random, language)
        labels = [listing.label for listing in listings(venue, random, 30)]
        resolver, readings = Resolver(venue.names()), Readings(1000)
        first = [resolver.resolve(label, readings) for label in labels]
        assert [resolver.resolve(label, readings) for label in labels] == first
        assert [Resolver(venue.names()).resolve(label) for label in labels] == first


@pytest.mark.parametrize(("first", "second"), [
    ("Hoch Parkett links Reihe 3 Platz 4", "Hoch - - Parkett links Reihe 3 Platz 4"),
    ("Hoch Parkett links Reihe 3 Platz 4", "Hoch Reihe 3 Platz 4 Parkett links"),
    ("I. Rang Mitte Reihe 3 Platz 4", "I, Rang Mitte Reihe 3 Platz 4"),
    ("Hochparket links Reihe 3", "VIP: Hochparket links, Reihe 3"),
    ("Hochparket links Reihe 3", "  Reihe 3   Hochparket   links"),
])  # fmt: skip
def test_labels_that_look_alike_do_not_answer_for_each_other(first: str, second: str) -> None:
    for before, label in ((first, second), (second, first)):
        hall, readings = NameMatcher(PARTERRE), Readings(1000)
        hall.resolve(before, readings=readings)
        for explain in (False, True):
            assert hall.resolve(label, readings=readings, explain=explain) == hall.resolve(
                label, explain=explain
            )


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_explanation_does_not_depend_on_labels_that_look_alike(language: str) -> None:
    """The positions of words are those of the label that is explained, not of one that reads the same."""
    random = Random(f"look-alikes {language}")
    venue = random_venue(random, language)
    resolver, readings = Resolver(venue.names()), Readings(1000)
    labels = [listing.label for listing in listings(venue, random, 30)]
    alike = [_look_alike(label, random) for label in labels if isinstance(label, str) for _ in range(3)]
    remembered = [resolver.resolve(label, readings, explain=True) for label in alike]
    for label, explained in zip(alike, remembered, strict=True):
        assert explained == resolver.resolve(label, explain=True), label


def _look_alike(label: str, random: Random) -> str:
    """Writes a label with other gaps and signs between its words, and other capital letters."""
    pieces = []
    for piece in re.split(r"(\W+)", label):
        gaps = (piece, f"{piece} ", f" {piece} ", " - ", " -- - ", ", ", ". ")
        words = (piece, piece, piece.upper(), piece.lower())
        pieces.append(random.choice(words if re.match(r"\w|$", piece) else gaps))
    return random.choice(("", "  ", "VIP ", "* ", "(")) + "".join(pieces)
