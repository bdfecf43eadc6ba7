"""The names of example venues in other languages: complete, and understood where tickets have them."""

from collections.abc import Iterator, Mapping

import pytest

from seatpreview.decoding import inputs
from seatpreview.demo import arena
from seatpreview.labels.minimum_confidence import with_minimum
from seatpreview.labels.model import matched_keys
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.seats.phrases import PHRASES
from seatpreview.venues import rules
from seatpreview.venues.model import VenueRecord
from seatpreview.venues.templates.catalogue import TEMPLATES, template_record
from seatpreview.venues.templates.translated_names import (
    NAMES,
    body_name_in_sentence,
    usual_body_name,
    usual_category_name,
)

LANGUAGES = sorted(language for language, names in NAMES.items() if names.sections)
"""Others have names of bodies alone."""
HALLS = [*(each.template_id for each in TEMPLATES), "demo"]


@pytest.mark.parametrize("hall", HALLS)
def test_every_name_is_translated_and_tickets_may_have_it(hall: str) -> None:
    record = inputs.decode(_record_of(hall), VenueRecord)
    layout = rules.check_and_compile(record)
    resolver = rules.resolver_for(record.rules.seat_keys.rules, layout, record.aliases, record.translations)
    assert sorted(record.translations) == LANGUAGES
    for language, names in record.translations.items():
        assert list(names.sections) == [section.id for section in layout.sections]
        assert set(names.levels) == {section.level for section in layout.sections}
        assert set(names.configurations) == set(layout.configurations)
        for label, key in _labels(layout, names.sections, language):
            assert matched_keys(with_minimum(resolver.resolve(label))) == (key,), label


@pytest.mark.parametrize("hall", HALLS)
def test_what_is_looked_at_what_stands_there_and_categories_have_names_in_every_language(hall: str) -> None:
    """Unlike those of sections, they are translated when they are shown, since records have none for them."""
    layout = rules.check_and_compile(inputs.decode(_record_of(hall), VenueRecord))
    shows = layout.configurations.values()
    looked_at = {layout.focus.name, *(show.focus.name for show in shows)}
    obstructions = {body.name for show in shows for body in show.obstructions}
    for names in NAMES.values():
        assert looked_at | obstructions <= {None, *names.bodies}
    categories = {str(category.name) for category in layout.facts.categories if category.name}
    for language in LANGUAGES:
        assert categories <= set(NAMES[language].categories) | set(NAMES[language].levels)


@pytest.mark.parametrize(
    ("name", "language", "shown"),
    [
        ("Bühne", "en", "Stage"),
        ("ESCENARIO", "de", "Bühne"),
        ("Palco", "fr", "Scène"),
        ("Toneel", "nl", "Toneel"),
        ("BÜHNE", "de", "BÜHNE"),
        ("Platform", "en", "Stage"),
        ("Loudspeakers, right", "en", "Right loudspeakers"),
        ("Loudspeakers, right", "es", "Altavoces de la derecha"),
        ("The old crane", "de", "The old crane"),
        ("Bühne", "", "Bühne"),
        ("Side of the stage opening", "ar", "جانب فتحة المسرح"),
        ("Video wall", "ja", "ビデオウォール"),
    ],
)
def test_a_usual_name_is_shown_in_the_language_of_the_buyer(name: str, language: str, shown: str) -> None:
    assert usual_body_name(name, language) == shown


def test_a_numbered_category_is_shown_in_the_language_of_the_buyer() -> None:
    names = ["Category 12", "Category", "Category A"]
    assert [usual_category_name(name, "de") for name in names] == ["Kategorie 12", "Category", "Category A"]


def test_within_a_sentence_a_usual_name_begins_as_the_language_has_it() -> None:
    names = [("Right loudspeakers", "en"), ("Mischpult", "de"), ("The old crane", "en"), ("", "en")]
    assert [body_name_in_sentence(*each) for each in names] == [
        "right loudspeakers",
        "Mischpult",
        "The old crane",
        "",
    ]


def test_no_usual_name_reads_as_two_in_a_list() -> None:
    assert not [
        word for names in NAMES.values() for pair in names.bodies.items() for word in pair if "," in word
    ]


def _record_of(hall: str) -> dict[str, object]:
    if hall == "demo":
        return arena.record()
    size = next(each.seats_default for each in TEMPLATES if each.template_id == hall)
    return template_record(hall, size).record


def _labels(layout: CompiledLayout, names: Mapping[str, str], language: str) -> Iterator[tuple[str, str]]:
    """Yields a ticket's label for the first seat of each section with rows, and the key of this seat."""
    phrases = PHRASES[language]
    for section in layout.sections:
        for row in section.named_rows[:1]:
            seat = next(iter(row.seats or ()))
            row_text, seat_text = phrases.named(phrases.row, row.id), phrases.named(phrases.seat, seat)
            yield f"{names[section.id]}, {row_text}, {seat_text}", f"{section.id}/{row.id}/{seat}"
