"""Labels of generated venues, in seven languages and many styles: no wrong answer, and few declined."""

from collections import Counter
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from labels.generated_venues import random_venue, words_of
from labels.listing_statistics import described, resolved
from labels.listing_styles import listings
from labels.listing_words import LANGUAGES
from labels.listing_writer import Listing, Outcome
from seatpreview.labels.model import Parts

DECLINED_SHARE_MAX = 0.10
"""The largest share of labels with an answer that may be declined, in each language."""

VENUES_OF_A_LANGUAGE = 30
SHOWN_MAX = 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_label_gets_a_wrong_answer_and_few_are_declined(language: str) -> None:
    counts: Counter[Outcome] = Counter()
    wrong, declined = [], []
    for seed in range(VENUES_OF_A_LANGUAGE):
        for venue, listing, resolution in resolved(seed, language):
            outcome = listing.outcome(resolution)
            if outcome == "wrong":
                wrong.append(described(venue, listing, resolution))
            if listing.section is not None:
                counts[outcome] += 1
                if outcome == "declined":
                    declined.append(f"{listing.label!r} ({listing.style}): {listing.truth()}")
    assert not wrong, _shown(wrong)
    share = counts["declined"] / counts.total()
    assert share <= DECLINED_SHARE_MAX, f"{share:.1%} are declined. {_shown(declined)}"


@example(62_416_006, "fr")  # "Para." for "Paradis", where "para" was a filler
@example(825_330, "es")
@example(910_712, "es")  # "Fila GA", where a section is called "GA203"
@example(7_185_396, "es")  # "Entre. izquierda", where "Entre." was taken for an entrance
@example(4_787, "es")  # "Bloque 2 Filas II a JJ", where "II" was taken for the 2 of the section
@given(st.integers(1_000, 1_000_000), st.sampled_from(tuple(LANGUAGES)))
@settings(max_examples=30, derandomize=True)
def test_no_label_of_a_random_venue_gets_a_wrong_answer(seed: int, language: str) -> None:
    _check_venue(seed, language)


@pytest.mark.long
@given(st.integers(1_000, 1_000_000_000), st.sampled_from(tuple(LANGUAGES)))
@settings(max_examples=2_000)
def test_no_label_of_many_random_venues_gets_a_wrong_answer(seed: int, language: str) -> None:
    _check_venue(seed, language)


@given(st.integers(0, 1_000_000), st.sampled_from(tuple(LANGUAGES)))
@settings(max_examples=15, derandomize=True)
def test_no_label_is_written_with_two_truths(seed: int, language: str) -> None:
    """It checks the grammar itself: what two styles write alike means the same in both."""
    random = Random(seed)
    venue = random_venue(random, language)
    written: dict[tuple[str, ...], Listing] = {}
    for listing in listings(venue, random, 200):
        other = written.setdefault(_words(listing.label), listing)
        assert listing.truth() == other.truth(), f"{listing} and {other}\n{venue.described()}"


def _words(label: str | Parts) -> tuple[str, ...]:
    texts = (label,) if isinstance(label, str) else (label.section, label.row, label.seat)
    return tuple(word for text in texts for word in words_of(text))


def _check_venue(seed: int, language: str) -> None:
    results = [(v, listing, r) for v, listing, r in resolved(seed, language) if listing.outcome(r) == "wrong"]
    assert not results, _shown([described(*result) for result in results])


def _shown(texts: list[str]) -> str:
    return f"{len(texts)} of them, such as:\n" + "\n".join(texts[:SHOWN_MAX])
