"""The vocabulary of a venue: built when the venue is first asked for, with each name read once."""

import gc

import pytest

from layouts.written import compiled
from seatpreview.labels.matching import places, vocabulary
from seatpreview.labels.matching.name_matcher import NameMatcher
from seatpreview.labels.matching.places import place_key
from seatpreview.labels.matching.vocabulary import Vocabulary
from seatpreview.labels.text.spelling import spellings
from seatpreview.labels.text.tokens import Token, tokens_of
from seatpreview.venues.resolver_names import section_names

SECTIONS = 60
LAYOUT = [
    {
        "id": 100 + number,
        "name": f"Block {100 + number}",
        "level": ("Lower Tier", "Upper Tier 2")[number % 2],
        "rows": {"first": 1, "last": 20},
        "seats": {"count": 10 + number},
    }
    for number in range(SECTIONS)
]


def test_what_sections_share_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first request of a venue waits for this."""
    read: list[str] = []
    spelled: list[str] = []
    rows: list[str] = []

    def counted_tokens(text: str) -> tuple[Token, ...]:
        read.append(text)
        return tokens_of(text)

    def counted_spellings(word: str) -> frozenset[str]:
        spelled.append(word)
        return spellings(word)

    def counted_key(text: str) -> str:
        rows.append(text)
        return place_key(text)

    sections = section_names(compiled(*LAYOUT))
    monkeypatch.setattr(vocabulary, "tokens_of", counted_tokens)
    monkeypatch.setattr(vocabulary, "spellings", counted_spellings)
    monkeypatch.setattr(places, "place_key", counted_key)
    NameMatcher(sections)
    assert sorted(read) == sorted({"Lower Tier", "Upper Tier 2", *(each.name for each in sections)})
    assert sorted(spelled) == ["block", "lower", "tier", "upper"]
    assert sorted(rows) == sorted({str(number) for number in range(1, 21)})


def test_words_that_are_written_in_several_ways_are_all_known() -> None:
    names = section_names(
        compiled(
            {"id": "A1", "name": "Südkurve 1", "level": "Süd", "kind": "suite"},
            {"id": "A2", "name": "Suedkurve 2", "level": "Süd", "kind": "suite"},
            {"id": "A3", "name": "Boxes 3", "kind": "suite"},
            {"id": "Box", "name": "Box 4", "kind": "suite"},
        )
    )
    known = Vocabulary(names)
    for word in ("sudkurve", "suedkurve", "sud", "box", "boxes"):
        assert known.has_word(word), word
    assert {"sudkurve", "suedkurve", "boxes", "box"} <= known.written
    assert known.level_words == frozenset()


def test_the_garbage_collector_passes_over_sections_and_their_names() -> None:
    """A worker may hold a thousand venues. A collection stops all requests, and takes as long as there are
    objects to look at: what cannot be part of a cycle is not among them."""
    layout = compiled(*LAYOUT)
    sections = section_names(layout)
    names = [name for names in Vocabulary(sections).names_with.values() for name in names]
    assert len(names) >= SECTIONS
    kept = [*layout.sections, *sections, *names, *(name.phrase for name in names)]
    assert not any(gc.is_tracked(each) for each in kept)
    assert len({id(name.repeated) for name in names}) == 1
