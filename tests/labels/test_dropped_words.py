"""Dropped words: those that a regular expression would find, in steps in proportion to the text."""

import re
import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from examples import examples
from seatpreview.labels.compiled_rules import DroppedWords, RuleText, comparable
from seatpreview.labels.step_budget import Steps
from seatpreview.labels.text.spelling import folded

_EMPTY_BRACKETS = re.compile(r"\(\s*\)|\[\s*\]")


def dropped_by_regular_expression(words: tuple[str, ...], text: str) -> str:
    """Removes words as earlier versions did it."""
    spellings = [
        re.escape(form)
        for word in words
        for form in (unicodedata.normalize("NFD", word), unicodedata.normalize("NFC", word), folded(word))
    ]
    pattern = re.compile(rf"(?<![^\W_])(?:{'|'.join(spellings)})(?![^\W_])", re.IGNORECASE)
    return _EMPTY_BRACKETS.sub(" ", pattern.sub(" ", text))


def dropped(words: tuple[str, ...], text: str) -> str:
    return DroppedWords(words).removed_from(RuleText(text), Steps(1 << 60))


PIECES = st.sampled_from((
    *("VIP", "vip", "club", "S\u00fcd", "Sud", "su\u0308d", "S\u00dcD", "a", "b", "A", "\u00e4", "a\u0308"),
    *("\u00df", "ss", "\u017f", "s", "\u03c3", "\u03c2", "\u03a3", "\u0130", "i", "\u0131", "I", "\u0390"),
    *("\u1fd3", "\ufb05", "\ufb06", "\u03b9", "\u0345", "\u1fb3", "\u03b1\u03b9", "1", "\u00b2", "\u00bd"),
    *(" ", " ", " ", "  ", "_", "-", ".", "/", "(", ")", "[", "]", "\t", "\u00a0", "\u200d", "\u212a", "k"),
))  # fmt: skip
TEXTS = st.lists(PIECES, max_size=12).map("".join) | st.text(max_size=12)
WORDS = st.lists(PIECES, min_size=1, max_size=4).map("".join) | st.text(min_size=1, max_size=3)


class TestDroppedWords:
    @given(st.lists(WORDS, min_size=1, max_size=6).map(tuple), TEXTS)
    @examples(1500, quick=150)
    def test_the_dropped_words_are_those_that_a_regular_expression_drops(
        self, words: tuple[str, ...], text: str
    ) -> None:
        # A word of accents alone has an empty spelling, which used to add a blank between two marks.
        assume(all(folded(word) for word in words))
        assert dropped(words, text) == dropped_by_regular_expression(words, text)

    def test_characters_are_compared_as_regular_expressions_compare_them(self) -> None:
        cased = [chr(code) for code in range(0x1FFFF) if chr(code).lower() != chr(code).upper()]
        groups: dict[str, list[str]] = {}
        for character in cased:
            groups.setdefault(comparable(character), []).append(character)
        for members in groups.values():
            for other in members:
                assert re.fullmatch(re.escape(members[0]), other, re.IGNORECASE), members
        for character in cased:
            for form in (character.lower(), character.upper(), character.title(), character.casefold()):
                if len(form) == 1:
                    is_equal = re.fullmatch(re.escape(character), form, re.IGNORECASE) is not None
                    assert (comparable(character) == comparable(form)) == is_equal, (character, form)

    def test_the_first_of_two_words_that_begin_together_counts(self) -> None:
        assert dropped(("top", "top deck"), "top deck 4").split() == ["deck", "4"]
        assert dropped(("top deck", "top"), "top deck 4").split() == ["4"]

    @pytest.mark.parametrize("words", [1, 100])
    def test_the_steps_do_not_depend_on_how_many_words_there_are(self, words: int) -> None:
        spent = Steps(1 << 60)
        DroppedWords(tuple(f"word{n}" for n in range(words))).removed_from(RuleText("word5 x " * 64), spent)
        assert (1 << 60) - spent.left < 100 * 512
