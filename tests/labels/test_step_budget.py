"""What a venue remembers of words is bounded, and costs a label the same whether it is remembered or not."""

from itertools import product

import pytest

from seatpreview.labels import vocabulary
from seatpreview.labels.model import SectionNames
from seatpreview.labels.step_budget import Steps
from seatpreview.labels.vocabulary import Vocabulary

NAMES = [SectionNames(id=str(n), name=f"Quay Terrace {n}") for n in range(1, 6)]


def test_letters_that_touch_a_number_are_not_remembered_without_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Attack: labels such as 'aaa1', 'aab1' and so on, each with other letters."""
    monkeypatch.setattr(vocabulary, "MEANINGS_MAX", 20)
    words = Vocabulary(NAMES)
    for letters in product("abcd", repeat=3):
        words.short_meaning_of("".join(letters), Steps())
    assert len(words._meanings) <= 20


@pytest.mark.parametrize("word", ["terr", "terrcae", "unknown", "qt"])
def test_a_word_costs_the_same_the_second_time(word: str) -> None:
    words = Vocabulary(NAMES)
    for read in (words.meaning_of, words.short_meaning_of):
        first, second = Steps(), Steps()
        read(word, first)
        read(word, second)
        assert first.left == second.left
