"""Removes words from a text, in time in proportion to the text, however many words there are."""

import re
import unicodedata
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from seatpreview.labels.spelling import folded
from seatpreview.labels.steps import Steps

_STEPS_OF_A_RULE = 300
_STEPS_OF_A_CHARACTER = 20
_STEPS_OF_A_START = 10
_STEPS_OF_A_COMPARISON = 20


class RuleText:
    """A text that rules are applied to, with what they need to know of it. It is computed once for all
    rules in a row that do not change the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.size_bytes = len(text) if text.isascii() else len(text.encode(errors="surrogatepass"))

    @cached_property
    def comparable(self) -> str:
        """The text in one case, character by character."""
        return comparable(self.text)

    @cached_property
    def word_starts(self) -> list[int]:
        """The positions where a word can begin: there is no letter or digit before them."""
        text = self.text
        return [
            position for position in range(len(text)) if position == 0 or not text[position - 1].isalnum()
        ]


class DroppedWords:
    """Words to remove, in any case, with their accents in either form of Unicode or without them.

    Only whole words are removed: there must be no letter or digit before or after one. A word may consist of
    several, with anything between them. Where two of them begin at one position, the first one counts.
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._tree: dict[str, Any] = {}
        """A tree of characters. The key '' has the number of the spelling that ends there."""
        spellings = (spelling for word in words for spelling in _spellings(word))
        for number, spelling in enumerate(spellings):
            node = self._tree
            for character in comparable(spelling):
                node = node.setdefault(character, {})
            node.setdefault("", number)
        self._tree.pop("", None)  # A word that consists of accents has a spelling without any character.

    def removed_from(self, text: RuleText, steps: Steps) -> str:
        """Returns the text without the words, and without brackets that are empty now."""
        steps.spend(_STEPS_OF_A_RULE + _STEPS_OF_A_CHARACTER * len(text.text))
        steps.spend(_STEPS_OF_A_START * len(text.word_starts))
        pieces: list[str] = []
        end = 0
        for start in text.word_starts:
            if start >= end and text.comparable[start] in self._tree:
                word_end = self._end_of_word(text, start, steps)
                if word_end is not None:
                    pieces += (text.text[end:start], " ")
                    end = word_end
        return _EMPTY_BRACKETS.sub(" ", "".join((*pieces, text.text[end:])))

    def _end_of_word(self, text: RuleText, start: int, steps: Steps) -> int | None:
        """Returns where the word ends that begins at a position; None if none of the words begins there."""
        raw, characters = text.text, text.comparable
        node, position = self._tree, start
        best: tuple[int, int] | None = None
        while position < len(raw):
            node = node.get(characters[position], _NOTHING)
            if node is _NOTHING:
                break
            position += 1
            number = node.get("")
            if number is not None and (position == len(raw) or not raw[position].isalnum()):
                best = min(best or (number, position), (number, position))
        steps.spend(_STEPS_OF_A_COMPARISON * (position - start + 1))
        return None if best is None else best[1]


def comparable(text: str) -> str:
    """Returns a text of the same length that is equal for texts that differ in case only, character by
    character, as regular expressions compare them: 'ß' is not 'ss'."""
    return text.upper() if text.isascii() else "".join(map(_comparable_character, text))


_NOTHING: dict[str, Any] = {}
_EMPTY_BRACKETS = re.compile(r"\(\s*\)|\[\s*\]")
"""Matches what remains of "(VIP)" after VIP was dropped."""

_SAME_CAPITALS = {"\u1fd3": "\u0390", "\u1fe3": "\u03b0", "\ufb06": "\ufb05"}
"""Small letters that share a capital form of several characters with another letter."""


def _comparable_character(character: str) -> str:
    # The capital dotted I is the one character whose small form has two; without its dot it has one.
    small = "i" if character == "\u0130" else character.lower()
    capital = small.upper()
    return capital if len(capital) == 1 else _SAME_CAPITALS.get(small, small)


def _spellings(word: str) -> tuple[str, ...]:
    """Returns the spellings of a word: with its accents in either form of Unicode, and without them."""
    return (unicodedata.normalize("NFD", word), unicodedata.normalize("NFC", word), folded(word))
