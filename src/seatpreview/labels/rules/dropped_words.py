"""Removes words from a text, in time proportional to the text, however many words there are."""

import re
import unicodedata
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from seatpreview.labels.step_budget import Steps
from seatpreview.labels.text.spelling import folded

_STEPS_OF_A_RULE = 300
_STEPS_OF_A_CHARACTER = 20
_STEPS_OF_A_START = 10
_STEPS_OF_A_COMPARISON = 20


class RuleText:
    """A text that rules are applied to, with derived data that is computed once. Consecutive rules that leave
    the text unchanged share it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.size_bytes = len(text) if text.isascii() else len(text.encode(errors="surrogatepass"))

    @cached_property
    def comparable(self) -> str:
        """The text in one case, character by character."""
        return comparable(self.text)

    @cached_property
    def word_starts(self) -> list[int]:
        """The positions where a word can begin: no letter or digit stands before them."""
        text = self.text
        return [
            position for position in range(len(text)) if position == 0 or not text[position - 1].isalnum()
        ]


class DroppedWords:
    """Words to remove, in any case, with accents in either Unicode form or without them.

    Only whole words are removed: no letter or digit may stand directly before or after one. A "word" may
    consist of several words with anything between them. If two of them begin at the same position, the first
    one wins.
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._tree: dict[str, Any] = {}
        """A trie of characters. The key '' holds the number of the spelling that ends there."""
        spellings = (spelling for word in words for spelling in _spellings(word))
        for number, spelling in enumerate(spellings):
            node = self._tree
            for character in comparable(spelling):
                node = node.setdefault(character, {})
            node.setdefault("", number)
        self._tree.pop("", None)  # A word that consists of accents has a spelling without any character.

    def removed_from(self, text: RuleText, steps: Steps) -> str:
        """Returns the text without the words, and without brackets that became empty."""
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
        """Returns where the word that begins at this position ends; None if none of the words begins
        there."""
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
    """Returns the text in one case, with the same length. Case is compared character by character, as regular
    expressions do: 'ß' is not 'ss'."""
    return text.upper() if text.isascii() else "".join(map(_comparable_character, text))


_NOTHING: dict[str, Any] = {}
_EMPTY_BRACKETS = re.compile(r"\(\s*\)|\[\s*\]")
"""Matches what remains of "(VIP)" after VIP was dropped."""

_SAME_CAPITALS = {"\u1fd3": "\u0390", "\u1fe3": "\u03b0", "\ufb06": "\ufb05"}
"""Lower-case letters whose upper-case form has several characters and is shared with another letter."""


def _comparable_character(character: str) -> str:
    # The dotted capital I is the only character whose lower-case form has two characters. Without its dot it
    # has one.
    small = "i" if character == "\u0130" else character.lower()
    capital = small.upper()
    return capital if len(capital) == 1 else _SAME_CAPITALS.get(small, small)


def _spellings(word: str) -> tuple[str, ...]:
    """Returns the spellings of a word: with accents in either Unicode form, and without accents."""
    return (unicodedata.normalize("NFD", word), unicodedata.normalize("NFC", word), folded(word))
