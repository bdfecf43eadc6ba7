"""Codes at the beginning of labels, such as 'PAR-M', and the names of a venue that they may be short for."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from seatpreview.labels.label_rules import Pattern, Rewrite
from seatpreview.labels.model import SectionNames
from seatpreview.labels.text.general_words import ROMAN
from seatpreview.labels.text.spelling import folded
from seatpreview.labels.text.tokens import words_and_numbers

CODE_LETTERS_MAX = 5
"""The most letters of one piece of a code. Longer words are rarely abbreviations."""
CODE_LETTERS_MIN = 2
NAMES_MAX = 4_000
"""The most names of a venue that codes are compared with."""
NAMES_OF_A_SECTION_MAX = 10
NAME_CHARACTERS_MAX = 100
NAME_WORDS_MAX = 6
MEANINGS_MAX = 12
"""The most names that are tried for one code: those that it abbreviates most plainly."""

_LETTERS = rf"[^\W\d_]{{1,{CODE_LETTERS_MAX}}}"
_FIRST_PIECES = re.compile(rf"\s*+({_LETTERS}+)(?:[\s./_-]{{0,3}}({_LETTERS}|[0-9]{{1,3}}))?(?![^\W_])")
_FIRST_LETTERS = re.compile(rf"\s*({_LETTERS})(?![^\W\d_])")
_TWO_BEFORE_NUMBER = re.compile(rf"\s*({_LETTERS})[\s./_-]{{1,3}}({_LETTERS})(?=[0-9])")
_GAP = r"[\s./_-]*"
_LAST_PIECE = re.compile(r"(?<![\W_])[\W_]++(?:[0-9]+|[^\W\d_])$")
_NUMERALS = ROMAN | {"i": "1", "v": "5", "x": "10"}


class Code(NamedTuple):
    """A code at the beginning of labels."""

    pieces: tuple[str, ...]
    """Its words and numbers, in lower case."""
    is_before_digit: bool
    """Whether a digit follows its last letter immediately: 'BX' in 'BX07'."""

    def rewritten_as(self, meaning: str) -> Rewrite:
        """Returns a rule that replaces the code, at the beginning of a label only."""
        text = rf"^\s*{_GAP.join(self.pieces)}"
        if self.is_before_digit:
            return Rewrite(pattern=Pattern(f"{text}([0-9])"), replacement=rf"{meaning} \1")
        return Rewrite(pattern=Pattern(rf"{text}\b"), replacement=meaning)


class Meaning(NamedTuple):
    """A name that a code may be short for. The lower the cost, the more plainly it is abbreviated."""

    cost: int
    text: str


def codes_of(text: str) -> Iterator[Code]:
    """Yields the codes that may stand at the beginning of a label, the shortest first: 'par' and 'par m' for
    'PAR-M 17/21'."""
    lower = text.lower()
    first = _FIRST_LETTERS.match(lower)
    if first is None:
        return
    if len(first[1]) >= CODE_LETTERS_MIN:
        yield Code((first[1],), lower[first.end() : first.end() + 1].isdecimal())
    longer = _TWO_BEFORE_NUMBER.match(lower)
    if longer is not None:
        yield Code((longer[1], longer[2]), is_before_digit=True)
        return
    longer = _FIRST_PIECES.match(lower)
    if longer is not None and longer[2]:
        yield Code((longer[1], longer[2]), is_before_digit=False)


class CodeMeanings:
    """The names of a venue: sections, levels, and beginnings of names that several sections share."""

    def __init__(self, sections: Sequence[SectionNames]) -> None:
        texts = dict.fromkeys(text for section in sections for text in _texts(section))
        self._names: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
        for text in islice(texts, NAMES_MAX):
            words = words_and_numbers(text)
            if words and len(words) <= NAME_WORDS_MAX:
                self._names.setdefault(words[0][0], []).append((text, words))
        self._own_words = {
            word for section in sections for text in (section.id, *_texts(section))
            for word in words_and_numbers(text)
        }  # fmt: skip

    def of(self, code: Code) -> list[Meaning]:
        """Returns the names that a code may be short for. A word that a name of the venue has in full is no
        code."""
        pieces = tuple(folded(piece) for piece in code.pieces)
        if pieces[0] in self._own_words:
            return []
        found = []
        for text, words in self._names.get(pieces[0][0], ()):
            cost = _cost(pieces, words, {})
            if cost is not None:
                found.append(Meaning(cost, text))
        return sorted(found)[:MEANINGS_MAX]


def _texts(section: SectionNames) -> Iterator[str]:
    """Yields names of a section and its level, with and without the number or letter at their end."""
    names = (section.name or section.id, *section.aliases[:NAMES_OF_A_SECTION_MAX])
    with_level = (f"{section.level} {name}" for name in names) if section.level else ()
    for name in (section.level, *names, *with_level):
        for text in (name, _LAST_PIECE.sub("", name)):
            if 0 < len(text) <= NAME_CHARACTERS_MAX and "\\" not in text:
                yield text


_Costs = dict[tuple[tuple[str, ...], int], int | None]
"""Costs of ends of a code for ends of a name, by the pieces and the number of words that are left. They keep
the steps few where all words begin alike."""


def _cost(pieces: tuple[str, ...], words: tuple[str, ...], costs: _Costs) -> int | None:
    """Returns how far a code is from the plain beginnings of these words, one for each word left out and each
    contraction; None if it is not short for them. Each piece begins with a new word."""
    if not pieces:
        return len(words)
    if not words:
        return None
    key = pieces, len(words)
    if key not in costs:
        left_out = _cost(pieces, words[1:], costs)
        without = () if left_out is None else (left_out + 1,)
        costs[key] = min((*_costs_with_word(pieces, words, costs), *without), default=None)
    return costs[key]


def _costs_with_word(pieces: tuple[str, ...], words: tuple[str, ...], costs: _Costs) -> Iterator[int]:
    """Yields the cost of each way in which the code begins with letters of the first word."""
    piece, *others = pieces
    if piece.isdecimal():
        number = _NUMERALS.get(words[0], words[0])
        rest = _cost(tuple(others), words[1:], costs) if number == (piece.lstrip("0") or "0") else None
        if rest is not None:
            yield rest
        return
    for end in range(1, len(piece) + 1):
        if not _is_short_for(piece[:end], words[0]):
            return
        left = (piece[end:], *others) if end < len(piece) else tuple(others)
        rest = _cost(left, words[1:], costs)
        if rest is not None:
            yield rest + (not words[0].startswith(piece[:end]))


def _is_short_for(letters: str, word: str) -> bool:
    """Returns whether the letters are in the word in this order, and begin it."""
    rest = iter(word)
    return word[0] == letters[0] and all(letter in rest for letter in letters)
