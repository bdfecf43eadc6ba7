"""Labels of generated venues, in seven languages and many styles: no wrong answer, and few declined."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labels.listing_statistics import described, resolved
from labels.listing_words import LANGUAGES
from labels.listing_writer import Outcome

DECLINED_SHARE_MAX = 0.10
"""The largest share of labels with an answer that may be declined, in each language."""

VENUES_OF_A_LANGUAGE = 60
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


@given(st.integers(1_000, 1_000_000), st.sampled_from(tuple(LANGUAGES)))
@settings(max_examples=60, derandomize=True)
def test_no_label_of_a_random_venue_gets_a_wrong_answer(seed: int, language: str) -> None:
    _check_venue(seed, language)


@pytest.mark.long
@given(st.integers(1_000, 1_000_000_000), st.sampled_from(tuple(LANGUAGES)))
@settings(max_examples=2_000)
def test_no_label_of_many_random_venues_gets_a_wrong_answer(seed: int, language: str) -> None:
    _check_venue(seed, language)


def _check_venue(seed: int, language: str) -> None:
    results = [(v, listing, r) for v, listing, r in resolved(seed, language) if listing.outcome(r) == "wrong"]
    assert not results, _shown([described(*result) for result in results])


def _shown(texts: list[str]) -> str:
    return f"{len(texts)} of them, such as:\n" + "\n".join(texts[:SHOWN_MAX])
