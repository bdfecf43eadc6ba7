"""Generates rules that might fix labels, from the words of the labels and the names of the sections.

Whether a candidate helps is found out by trying it, in rule_suggestions.py.
"""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice, pairwise, zip_longest
from typing import NamedTuple

import msgspec

from seatpreview.labels.label_rules import Drop, MapTo, Pattern, Reject, Rewrite, Rule
from seatpreview.labels.model import SectionNames
from seatpreview.labels.text.tokens import words_and_numbers

Phrase = tuple[str, ...]
"""A word, or words that stand next to each other, in lower case."""
PHRASE_WORDS_MAX = 3
PHRASE_CHARACTERS_MAX = 80

PHRASES_MAX = 400
"""The most phrases used for candidates in each round: those that occur in the most labels."""
CANDIDATES_MAX = 300
"""The most candidates tried in each round: those that come from the most labels."""
PIECES_MAX = 24
"""The most words and numbers, from the beginning of a label, used for candidates."""
NAMES_OF_A_SECTION_MAX = 10
MEANING_WORDS_MAX = 4
MEANING_CHARACTERS_MAX = 100
MAP_PIECES_MAX = 12
MAP_CHARACTERS_MAX = 100
PATTERN_CHARACTERS_MAX = 300

_PIECE = re.compile(r"[^\W\d_]+|[0-9]+")
_LETTERS = re.compile(r"[^\W\d_]+")
_PLACE_MEANINGS: tuple[Phrase, ...] = (("row",), ("seat",))
"""What a seller's own word may stand for, besides the words in names of sections."""

_WORD, _WORD_AT_NUMBER, _MEANING, _WHOLE_LABEL = range(4)
"""Kinds of rules, simplest first. Of two rules that fix equally many labels, the simpler one is suggested."""


class OpenLabel(msgspec.Struct, frozen=True, kw_only=True):
    """A label without its right answer, or a declined label whose right answer is not known."""

    text: str
    """The text that another rule would be applied to."""
    is_section: bool
    """Whether the text names a section only, without a row or seat."""
    is_known: bool
    """Whether the right answer is known."""
    section: str | None = None
    """The section of the right answer; None if the label should be declined."""


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """A rule to try."""

    rule: Rule
    words: frozenset[str]
    """The rule can change only texts that have all these words."""
    labels: int
    """The number of open labels that the rule was made from. It is not expected to fix more."""
    texts_min: int
    """How many different texts the rule must fix. A single label does not show what a word stands for. Nor
    does it show that the word means nothing, if the right answer is not known or other labels with the word
    are understood."""
    is_new_name: bool
    """False for a map of a name that consists only of words and numbers of the venue's own names."""
    complexity: tuple[int, int, int, int, str]
    """Of two rules that fix equally many labels, the one with the lower complexity is better."""


def words_of(text: str) -> frozenset[str]:
    """Returns the words of a text, in lower case."""
    return frozenset(_LETTERS.findall(text.lower()))


class CandidateRules:
    """Makes candidates for labels of one venue."""

    def __init__(self, sections: Sequence[SectionNames]) -> None:
        self._sections = {section.id: section for section in sections}
        self._own_phrases = frozenset(
            run
            for section in sections
            for name in (section.id, *_names(section))
            for run in _runs(words_and_numbers(name), PHRASE_WORDS_MAX)
        )

    def made_from(
        self,
        labels: Iterable[OpenLabel],
        *,
        understood: AbstractSet[str] = frozenset(),
        markers: AbstractSet[str] = frozenset(),
        failed: Container[Rule] = (),
    ) -> list[Candidate]:
        """Returns candidates for these labels, those from the most labels first, then by complexity.

        `understood` are words of labels that have their right answer; `markers` are words that announce what
        follows. Rules that `failed` are left out.
        """
        read = [
            _ReadLabel(label, pieces, self._phrases_without_name(pieces, markers))
            for label, pieces in _split(labels)
        ]
        counts = Counter(phrase for each in read for phrase in each.phrases)
        frequent = {phrase for phrase, _ in counts.most_common(PHRASES_MAX)}
        foreign = {phrase for phrase in counts if self._is_foreign(phrase, understood)}
        sources: dict[Rule, _Source] = {}
        for each in read:
            for proposal in self._proposals(each, frequent, foreign):
                source = sources.setdefault(proposal.rule, _Source(proposal))
                source.labels += 1
                source.texts_min = min(source.texts_min, proposal.texts_min)
        found = [
            Candidate(
                rule=rule,
                words=frozenset(source.proposal.words),
                labels=source.labels,
                texts_min=source.texts_min,
                is_new_name=source.proposal.is_new_name,
                complexity=source.proposal.complexity,
            )
            for rule, source in sources.items()
            if source.labels >= source.texts_min and rule not in failed
        ]
        found.sort(key=lambda candidate: (-candidate.labels, candidate.complexity))
        return found[:CANDIDATES_MAX]

    def _is_foreign(self, phrase: Phrase, understood: AbstractSet[str]) -> bool:
        """Returns whether no word of a phrase is understood or part of a name of the venue."""
        return not any(word in understood or words_and_numbers(word) in self._own_phrases for word in phrase)

    def _proposals(
        self, read: "_ReadLabel", frequent: AbstractSet[Phrase], foreign: AbstractSet[Phrase]
    ) -> "Iterator[_Proposal]":
        label = read.label
        phrases = {phrase: follows for phrase, follows in read.phrases.items() if phrase in frequent}
        if label.is_known and label.section is None:
            yield from _rejections({phrase: phrases[phrase] for phrase in phrases if phrase in foreign})
            yield from _rejections_of_all(read.pieces)
            return
        meanings = self._meanings_in(label)
        for phrase, number_follows in phrases.items():
            texts_min = 1 if label.is_known and phrase in foreign else 2
            yield from _removals(phrase, number_follows, texts_min)
            for meaning in meanings:
                yield _meaning(phrase, meaning)
        if label.section is not None and label.section in self._sections:
            for name in _possible_names(label, read.pieces):
                is_new = any(self._is_foreign_piece(piece, foreign) for piece in name)
                yield from _maps(name, label.section, is_new)

    def _is_foreign_piece(self, piece: str, foreign: AbstractSet[Phrase]) -> bool:
        if piece.isdecimal():
            return words_and_numbers(piece) not in self._own_phrases
        return (piece,) in foreign

    def _meanings_in(self, label: OpenLabel) -> tuple[Phrase, ...]:
        """Returns what a foreign word in this label may stand for: words that the label lacks."""
        section = None if label.section is None else self._sections.get(label.section)
        if section is None:
            return ()
        said = frozenset(words_and_numbers(label.text))
        meanings = [*_meanings(section), *(() if label.is_section else _PLACE_MEANINGS)]
        return tuple(
            meaning
            for meaning, text in {meaning: " ".join(meaning) for meaning in meanings}.items()
            if len(text) <= MEANING_CHARACTERS_MAX and said.isdisjoint(words_and_numbers(text))
        )

    def _phrases_without_name(self, pieces: Phrase, markers: AbstractSet[str]) -> dict[Phrase, bool]:
        """Returns the phrases that rules may change, and whether a number follows each of them.

        Rules must not change the venue's own words, nor the meaning of 'row'. A letter that stands alone may
        be a row.
        """
        found: dict[Phrase, bool] = {}
        for phrase in _runs(pieces, PHRASE_WORDS_MAX):
            if any(len(word) < 2 or word.isdecimal() or word in markers for word in phrase):
                continue
            text = " ".join(phrase)
            if len(text) <= PHRASE_CHARACTERS_MAX and words_and_numbers(text) not in self._own_phrases:
                found[phrase] = False
        for phrase in _runs(pieces, PHRASE_WORDS_MAX + 1):
            if phrase[-1].isdecimal() and phrase[:-1] in found:
                found[phrase[:-1]] = True
        return found


class _ReadLabel(NamedTuple):
    """A label and its pieces."""

    label: OpenLabel
    pieces: Phrase
    """Its words and numbers."""
    phrases: dict[Phrase, bool]
    """Phrases that are in no name of the venue, and whether a number follows each of them."""


class _Proposal(NamedTuple):
    """A rule that one label proposes."""

    rule: Rule
    words: Phrase
    kind: int
    meaning: Phrase = ()
    texts_min: int = 1
    is_new_name: bool = True

    @property
    def complexity(self) -> tuple[int, int, int, int, str]:
        """Sorts simpler rules first. A rule about fewer words is simpler. A longer word usually has fewer
        meanings, and of two meanings that explain the same labels, the longer one says more."""
        letters = sum(map(len, self.words))
        return (self.kind, len(self.words), -len(self.meaning), -letters, str(self.rule))


class _Source(msgspec.Struct):
    """The labels that proposed a rule."""

    proposal: _Proposal
    labels: int = 0
    texts_min: int = 2


def _split(labels: Iterable[OpenLabel]) -> Iterator[tuple[OpenLabel, Phrase]]:
    """Yields labels with their words and numbers."""
    for label in labels:
        yield label, tuple(islice((found[0] for found in _PIECE.finditer(label.text.lower())), PIECES_MAX))


def _rejections(phrases: Mapping[Phrase, bool]) -> Iterator[_Proposal]:
    """Yields rules that decline labels with a phrase."""
    for phrase, number_follows in phrases.items():
        yield _Proposal(Reject(pattern=_alone(phrase)), phrase, _WORD)
        yield _Proposal(Reject(pattern=_with_digits(phrase)), phrase, _WORD_AT_NUMBER)
        if number_follows:
            yield _Proposal(Reject(pattern=_with_number(phrase)), phrase, _WORD_AT_NUMBER)


def _rejections_of_all(pieces: Phrase) -> Iterator[_Proposal]:
    """Yields a rule that declines only labels with exactly these pieces."""
    # Two numbers need a gap between them: '1 12' is not '112'.
    gaps = (r"\W+" if one.isdecimal() == other.isdecimal() else r"\W*" for one, other in pairwise(pieces))
    pattern = rf"^\W*{''.join(map(''.join, zip_longest(pieces, gaps, fillvalue='')))}\W*$"
    if len(pieces) < PIECES_MAX and len(pattern) <= PATTERN_CHARACTERS_MAX:
        yield _Proposal(Reject(pattern=Pattern(pattern)), _words_in(pieces), _WHOLE_LABEL)


def _removals(phrase: Phrase, number_follows: bool, texts_min: int) -> Iterator[_Proposal]:
    """Yields rules that remove a phrase from a label, alone or with the number after it."""
    rule: Rule = Drop(words=(" ".join(phrase),))
    yield _Proposal(rule, phrase, _WORD, texts_min=texts_min)
    rule = Rewrite(pattern=_with_digits(phrase), replacement=r"\1 \2")
    yield _Proposal(rule, phrase, _WORD_AT_NUMBER, texts_min=texts_min)
    if number_follows:
        rule = Rewrite(pattern=_with_number(phrase), replacement=" ")
        yield _Proposal(rule, phrase, _WORD_AT_NUMBER, texts_min=texts_min)


def _meaning(phrase: Phrase, meaning: Phrase) -> _Proposal:
    """Returns a rule that replaces a phrase with its meaning."""
    rule = Rewrite(pattern=_with_digits(phrase), replacement=rf"\1 {' '.join(meaning)} \2")
    # A word for a row or a seat is more specific than no word at all.
    kind = _WORD if meaning in _PLACE_MEANINGS else _MEANING
    return _Proposal(rule, phrase, kind, meaning, texts_min=2)


def _possible_names(label: OpenLabel, pieces: Phrase) -> set[Phrase]:
    """Returns the texts that may name the section. In a label with a row and a seat, these are any number of
    pieces at the beginning or at the end."""
    names = {pieces} if len(pieces) < PIECES_MAX else set()
    if not label.is_section:
        names |= {pieces[:end] for end in range(1, MAP_PIECES_MAX)}
        names |= {pieces[-length:] for length in range(1, MAP_PIECES_MAX)}
    return names


def _maps(name: Phrase, section: str, is_new: bool) -> Iterator[_Proposal]:
    text = " ".join(name)
    if 1 <= len(text) <= MAP_CHARACTERS_MAX:
        rule = MapTo(name=text, section=section)
        yield _Proposal(rule, _words_in(name), _WHOLE_LABEL, is_new_name=is_new)


def _words_in(pieces: Iterable[str]) -> Phrase:
    return tuple(piece for piece in pieces if not piece.isdecimal())


def _alone(phrase: Phrase) -> Pattern:
    return Pattern(f"{_edge(phrase[0][0])}{_joined(phrase)}{_edge(phrase[-1][-1])}")


def _with_digits(phrase: Phrase) -> Pattern:
    """Returns a pattern for a phrase that may touch digits, as in '41FB' and 'FB41'. The digits are its
    groups."""
    before, after = _edge(phrase[0][0]), _edge(phrase[-1][-1])
    return Pattern(f"({before}|[0-9]){_joined(phrase)}({after}|[0-9])")


def _with_number(phrase: Phrase) -> Pattern:
    return Pattern(rf"{_edge(phrase[0][0])}{_joined(phrase)}\W*[0-9]+\b")


def _joined(phrase: Phrase) -> str:
    return r"\W+".join(phrase)


def _edge(letter: str) -> str:
    """Returns a pattern for the edge of a word. RE2 does not count non-ASCII letters as letters."""
    return r"\b" if letter.isascii() else r"\B"


def _names(section: SectionNames) -> tuple[str, ...]:
    return (section.name, section.level, *section.aliases[:NAMES_OF_A_SECTION_MAX])


def _meanings(section: SectionNames) -> Iterator[Phrase]:
    """Yields runs of words that stand together in a name of the section."""
    for name in _names(section):
        yield from _runs(tuple(_LETTERS.findall(name.lower())), MEANING_WORDS_MAX)


def _runs(words: Phrase, length_max: int) -> Iterator[Phrase]:
    for length in range(1, length_max + 1):
        for start in range(len(words) - length + 1):
            yield words[start : start + length]
