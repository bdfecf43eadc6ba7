"""What a venue remembers of words is bounded, and costs a label the same whether it is remembered or not."""

from itertools import product

import pytest

from seatpreview.labels.label_rules import LABEL_CHARACTERS_MAX
from seatpreview.labels.matching import vocabulary
from seatpreview.labels.matching.name_matcher import NameMatcher
from seatpreview.labels.matching.vocabulary import Vocabulary
from seatpreview.labels.model import RowNames, SectionNames
from seatpreview.labels.step_budget import NAMES_STEPS_MAX, Steps, StepsExceeded
from seatpreview.labels.text.glued_text import GluedWords
from seatpreview.labels.text.tokens import readable, tokens_of

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


GLUED = [
    "一",
    "列",
    "1番",
    "1番,",
    "1-1番",
    "12席",
    "北東",
    "a1a1列",
    "番ゲート",
    "1番ゲート",
    "あ1",
    "アリーナ席1階",
    "2026年",
]


@pytest.mark.parametrize("piece", GLUED)
def test_text_without_spaces_takes_steps_that_grow_with_its_length_alone(
    piece: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack: a label of the greatest length, in which a word may begin and end anywhere."""
    searched: list[int] = []
    end_of_word = GluedWords.end_of_word

    def counted(self: GluedWords, run: str, at: int) -> int:
        searched.append(at)
        return end_of_word(self, run, at)

    monkeypatch.setattr(GluedWords, "end_of_word", counted)
    text = (piece * LABEL_CHARACTERS_MAX)[:LABEL_CHARACTERS_MAX]
    tokens_of(readable(text))
    assert len(searched) <= 2 * len(text)


@pytest.mark.parametrize("letters", [110, LABEL_CHARACTERS_MAX])
@pytest.mark.parametrize("piece", GLUED)
def test_text_without_spaces_is_charged_for_and_given_up(piece: str, letters: int) -> None:
    rows = {str(n): RowNames(str(n), frozenset(("1", "2"))) for n in range(1, 9)}
    matcher = NameMatcher(
        SectionNames(id=str(n), name=f"スタンド北東{n}ブロック", level=f"{n % 5}階", rows=rows)
        for n in range(300)
    )
    steps = Steps(NAMES_STEPS_MAX)
    try:
        matcher.resolve((piece * letters)[:letters], steps)
    except StepsExceeded:
        return
    assert steps.left <= NAMES_STEPS_MAX - 100 * letters
