"""Rules that might mend labels, made from the words of the labels and from the names of the sections.

Whether a candidate does any good is found out by trying it: suggest.py does that.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

import msgspec

from seatpreview.labels.model import SectionNames
from seatpreview.labels.seat_keys import Drop, MapTo, Pattern, Reject, Rewrite, Rule
from seatpreview.labels.tokens import words_and_numbers

Phrase = tuple[str, ...]
"""A word, or two words that stand next to each other, in lower case."""

PHRASES_MAX = 150
"""Phrases that candidates are made from in each round: those that most labels have."""
CANDIDATES_MAX = 300
"""Candidates that are tried in each round: those that come from most labels."""
PIECES_MAX = 24
"""Words and numbers at the beginning of a label that candidates are made from."""
NAMES_OF_A_SECTION_MAX = 10
MEANING_WORDS_MAX = 4
MAP_PIECES_MAX = 12
MAP_CHARACTERS_MAX = 100
PATTERN_CHARACTERS_MAX = 300

_PIECE = re.compile(r"[^\W\d_]+|[0-9]+")
_LETTERS = re.compile(r"[^\W\d_]+")
_PLACE_MEANINGS: tuple[Phrase, ...] = (("row",), ("seat",))
"""What a seller's own word may stand for besides the words in the names of sections."""

_WORD, _WORD_AT_NUMBER, _MEANING, _WHOLE_LABEL = range(4)
"""Kinds of rules, the simple ones first. Of two that mend as much, the simpler one is suggested."""


class OpenLabel(msgspec.Struct, frozen=True, kw_only=True):
    """A label that does not have its right answer, or is declined while the right answer is not known."""

    text: str
    """The text that a further rule would be applied to."""
    is_section: bool
    """Whether the text names a section only, and no row or seat."""
    is_known: bool
    """Whether the right answer is known."""
    section: str | None = None
    """The section of the right answer; None if the label should be declined."""


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """A rule to try."""

    rule: Rule
    words: frozenset[str]
    """Only texts that have all these words can be changed by the rule."""
    labels: int
    """The number of open labels that it was made from. It is not expected to mend more."""
    complexity: tuple[int, int, int, int, str]


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
            for run in _runs(words_and_numbers(name), 2)
        )

    def made_from(self, labels: Iterable[OpenLabel]) -> list[Candidate]:
        """Returns candidates for these labels: those first that come from most labels, then simple ones."""
        read = [
            _ReadLabel(label, pieces, self._foreign_phrases(pieces)) for label, pieces in _in_pieces(labels)
        ]
        counts = Counter(phrase for each in read for phrase in each.phrases)
        frequent = {phrase for phrase, _ in counts.most_common(PHRASES_MAX)}
        sources: dict[Rule, _Source] = {}
        for each in read:
            for proposal in self._proposals(each, frequent):
                source = sources.setdefault(proposal.rule, _Source(proposal, texts=set()))
                source.labels += 1
                source.texts.add(each.label.text.lower())
        found = [
            Candidate(
                rule=rule,
                words=frozenset(source.proposal.words),
                labels=source.labels,
                complexity=source.proposal.complexity,
            )
            for rule, source in sources.items()
            if len(source.texts) >= source.proposal.texts_min
        ]
        found.sort(key=lambda candidate: (-candidate.labels, candidate.complexity))
        return found[:CANDIDATES_MAX]

    def _proposals(self, read: "_ReadLabel", frequent: set[Phrase]) -> "Iterator[_Proposal]":
        label = read.label
        phrases = {phrase: follows for phrase, follows in read.phrases.items() if phrase in frequent}
        if label.is_known and label.section is None:
            yield from _rejections(phrases, read.pieces)
            return
        meanings = self._meanings_in(label)
        for phrase, number_follows in phrases.items():
            yield from _removals(phrase, number_follows, texts_min=1 if label.is_known else 2)
            for meaning in meanings:
                yield _meaning(phrase, meaning)
        if label.section is not None and label.section in self._sections:
            yield from _maps(label, label.section, read.pieces)

    def _meanings_in(self, label: OpenLabel) -> tuple[Phrase, ...]:
        """Returns what a foreign word in this label may stand for."""
        section = None if label.section is None else self._sections.get(label.section)
        if section is None:
            return ()
        said = frozenset(words_and_numbers(label.text))
        meanings = [*_meanings(section), *(() if label.is_section else _PLACE_MEANINGS)]
        return tuple(
            meaning
            for meaning in dict.fromkeys(meanings)
            if not said.issuperset(words_and_numbers(" ".join(meaning)))
        )

    def _foreign_phrases(self, pieces: Phrase) -> dict[Phrase, bool]:
        """Returns the phrases that are in no name of this venue, and whether a number follows. What the venue
        calls something must not be changed for one seller. A letter that stands alone may be a row."""
        found: dict[Phrase, bool] = {}
        for phrase in _runs(pieces, 2):
            if any(len(word) < 2 or word.isdecimal() for word in phrase):
                continue
            if words_and_numbers(" ".join(phrase)) not in self._own_phrases:
                found[phrase] = False
        for phrase in _runs(pieces, 3):
            if phrase[-1].isdecimal() and phrase[:-1] in found:
                found[phrase[:-1]] = True
        return found


class _ReadLabel(NamedTuple):
    """A label in pieces."""

    label: OpenLabel
    pieces: Phrase
    """Its words and numbers."""
    phrases: dict[Phrase, bool]
    """The foreign phrases, and whether a number follows."""


class _Proposal(NamedTuple):
    """A rule that one label proposes."""

    rule: Rule
    words: Phrase
    kind: int
    meaning: Phrase = ()
    texts_min: int = 1
    """How many different texts must propose the rule."""

    @property
    def complexity(self) -> tuple[int, int, int, int, str]:
        """Few words are simpler than many. Of two words the longer one has fewer meanings."""
        letters = sum(map(len, self.words))
        return (self.kind, len(self.words), len(self.meaning), -letters, str(self.rule))


class _Source(msgspec.Struct):
    """What proposed a rule."""

    proposal: _Proposal
    texts: set[str]
    labels: int = 0


def _in_pieces(labels: Iterable[OpenLabel]) -> Iterator[tuple[OpenLabel, Phrase]]:
    for label in labels:
        yield label, tuple(islice((found[0] for found in _PIECE.finditer(label.text.lower())), PIECES_MAX))


def _rejections(phrases: Mapping[Phrase, bool], pieces: Phrase) -> Iterator[_Proposal]:
    """Yields rules that decline labels with a phrase, or only this label."""
    for phrase, number_follows in phrases.items():
        yield _Proposal(Reject(pattern=_alone(phrase)), phrase, _WORD)
        yield _Proposal(Reject(pattern=_with_digits(phrase)), phrase, _WORD_AT_NUMBER)
        if number_follows:
            yield _Proposal(Reject(pattern=_with_number(phrase)), phrase, _WORD_AT_NUMBER)
    whole = r"^\W*" + r"\W*".join(pieces) + r"\W*$"
    if len(pieces) < PIECES_MAX and len(whole) <= PATTERN_CHARACTERS_MAX:
        yield _Proposal(Reject(pattern=Pattern(whole)), _words_in(pieces), _WHOLE_LABEL)


def _removals(phrase: Phrase, number_follows: bool, texts_min: int) -> Iterator[_Proposal]:
    """Yields rules that take a phrase out of a label. That a word says nothing cannot be told from one label
    whose answer is not known."""
    rule: Rule = Drop(words=(" ".join(phrase),))
    yield _Proposal(rule, phrase, _WORD, texts_min=texts_min)
    rule = Rewrite(pattern=_with_digits(phrase), replacement=r"\1 \2")
    yield _Proposal(rule, phrase, _WORD_AT_NUMBER, texts_min=texts_min)
    if number_follows:
        rule = Rewrite(pattern=_with_number(phrase), replacement=" ")
        yield _Proposal(rule, phrase, _WORD_AT_NUMBER, texts_min=texts_min)


def _meaning(phrase: Phrase, meaning: Phrase) -> _Proposal:
    """Returns a rule that replaces a phrase by what it stands for, which takes two labels to tell."""
    rule = Rewrite(pattern=_with_digits(phrase), replacement=rf"\1 {' '.join(meaning)} \2")
    return _Proposal(rule, phrase, _MEANING, meaning, texts_min=2)


def _maps(label: OpenLabel, section: str, pieces: Phrase) -> Iterator[_Proposal]:
    """Yields maps of the text to its section. In a label with a row and a seat, the name of the section may
    be any number of pieces at the beginning or at the end."""
    names = {pieces}
    if not label.is_section:
        names |= {pieces[:end] for end in range(1, MAP_PIECES_MAX)}
        names |= {pieces[-length:] for length in range(1, MAP_PIECES_MAX)}
    for name in names:
        text = " ".join(name)
        if 1 <= len(text) <= MAP_CHARACTERS_MAX and len(name) < PIECES_MAX:
            yield _Proposal(MapTo(name=text, section=section), _words_in(name), _WHOLE_LABEL)


def _words_in(pieces: Iterable[str]) -> Phrase:
    return tuple(piece for piece in pieces if not piece.isdecimal())


def _alone(phrase: Phrase) -> Pattern:
    return Pattern(f"{_edge(phrase[0][0])}{_joined(phrase)}{_edge(phrase[-1][-1])}")


def _with_digits(phrase: Phrase) -> Pattern:
    """Returns a pattern of a phrase that may touch digits, as in '41FB' and 'FB41'. They are its groups."""
    before, after = _edge(phrase[0][0]), _edge(phrase[-1][-1])
    return Pattern(f"({before}|[0-9]){_joined(phrase)}({after}|[0-9])")


def _with_number(phrase: Phrase) -> Pattern:
    return Pattern(rf"{_edge(phrase[0][0])}{_joined(phrase)}\W*[0-9]+\b")


def _joined(phrase: Phrase) -> str:
    return r"\W+".join(phrase)


def _edge(letter: str) -> str:
    """Returns what matches the edge of a word: RE2 takes letters that are not ASCII for no letters."""
    return r"\b" if letter.isascii() else r"\B"


def _names(section: SectionNames) -> tuple[str, ...]:
    return (section.name, section.level, *section.aliases[:NAMES_OF_A_SECTION_MAX])


def _meanings(section: SectionNames) -> Iterator[Phrase]:
    """Yields the words that stand together in a name of the section."""
    for name in _names(section):
        yield from _runs(tuple(_LETTERS.findall(name.lower())), MEANING_WORDS_MAX)


def _runs(words: Phrase, length_max: int) -> Iterator[Phrase]:
    for length in range(1, length_max + 1):
        for start in range(len(words) - length + 1):
            yield words[start : start + length]
