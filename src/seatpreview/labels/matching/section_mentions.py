"""Collects what the words and numbers of a text say about a section, before they are compared with any."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from seatpreview.labels.matching.parsed_names import Name, counted_levels, is_section_word
from seatpreview.labels.matching.vocabulary import NOTHING, Meaning, Vocabulary
from seatpreview.labels.parsing.label_draft import is_apart
from seatpreview.labels.parsing.label_parser import Statement
from seatpreview.labels.step_budget import Steps
from seatpreview.labels.text.general_words import GeneralWord, general_word, is_letter, ordinal_endings
from seatpreview.labels.text.ordinals import (
    Codes,
    follows_section_word,
    is_ordinal_ending,
    is_tier,
    ordinal_at,
)
from seatpreview.labels.text.tokens import Token


class MentionedWord(msgspec.Struct, frozen=True, gc=False):
    """A word that names a section, or seems to."""

    token: Token
    text: str
    meaning: Meaning
    general: GeneralWord
    touches_number: bool = False
    """Whether the word touches a number and so belongs to it."""
    number: str = ""
    """The number directly before the word, if the word touches it."""
    phrase: int = 0
    """The phrase of the label that the word stands in, counted from its beginning."""
    ordinal: str = ""
    """The number of an ordinal directly before a word for a tier: 2 for 'balcon' in '2e balcon'."""

    @property
    def is_unknown(self) -> bool:
        """Whether the word is unknown. A direction that the venue does not have counts as unknown too."""
        if self.meaning.phrases:
            return False
        is_direction = bool(self.general.directions) and "aside" not in self.general.kinds
        # 'bis' joins numbers; after a single one it is part of a name. 'Eins' can be the number of anything.
        says_nothing = bool(self.general.kinds) and self.general.kinds <= _SAYS_NOTHING
        return is_direction or says_nothing or not self.general.is_known

    @property
    def is_level_word(self) -> bool:
        """Whether the word is used for any level, although a name contains it: 'Level 3' at a venue with a
        'Level Up Bar'."""
        return "level" in self.general.kinds and bool(self.meaning.words)


_SAYS_NOTHING = frozenset(("both", "until", "cardinal", "whole"))
_NOTHING_SAID: frozenset[str] = frozenset()


class Mentions(msgspec.Struct, frozen=True, gc=False):
    """What a text says about a section."""

    words: tuple[MentionedWord, ...]
    numbers: frozenset[str]
    all_numbers: frozenset[str]
    """Those of the section and of its level."""
    level_numbers: frozenset[str] = frozenset()
    """Numbers that may belong to the level, because the label says so or because the venue's levels have
    them."""
    said_of_levels: frozenset[str] = frozenset()
    """Numbers that the label itself gives to a level."""
    said_of_venue_levels: frozenset[str] = frozenset()
    """Numbers that the label gives to a level, and that a level of the venue has, if the venue uses the
    label's word for its levels."""
    said_otherwise: frozenset[str] = frozenset()
    """Numbers that the label does not give to a level."""
    said_of_sections: frozenset[str] = frozenset()
    """Numbers that the label itself gives to a section: 'Section 439'."""
    counted_levels: frozenset[str] = frozenset()
    """Numbers behind a word for levels, even if the venue's names have the word."""
    said_twice: frozenset[str] = frozenset()
    last_number: str = ""
    """The number that the text ends with, unless the label gives it to a level."""

    directions: frozenset[str] = frozenset()
    """The initials of directions, at a venue where such letters stand for levels: 'n' for 'North'."""

    def other_number(self, name: Name) -> str:
        """Returns a number that stands where a row may stand, and that only the level or a repetition
        explains; empty if there is none."""
        last = self.last_number
        if last in self.said_twice - name.repeated - name.level_numbers:
            return last
        has_words = any(not is_letter(word.text) for word in self.words)
        others = self.said_otherwise - name.numbers
        return min(others & {last} if has_words else others, default="")


def mentions_in(
    statement: Statement, section: Iterable[int], vocabulary: Vocabulary, steps: Steps
) -> Mentions:
    """Returns what these tokens of a label say about a section."""
    words: list[MentionedWord] = []
    numbers: set[str] = set()
    twice: set[str] = set()
    of_levels: set[str] = set()
    of_sections: set[str] = set()
    tokens, codes = statement.tokens, statement.codes
    section = tuple(section)
    joined = _joined_words(statement, section, vocabulary, steps)
    phrase, last, ordinal_end = 0, -1, -1
    for index in section:
        token = tokens[index]
        if last >= 0 and index > last + 1 and is_apart(tokens, statement.roles, last, index):
            phrase += 1
        last = index
        if token.is_number:
            number = token.text
        elif is_ordinal_ending(tokens, index, codes):
            continue
        else:
            number = ordinal_at(tokens, index, codes)
        if not number and index in joined:
            words.append(joined[index])
        elif not number:
            touches = token.touches or (index + 1 < len(tokens) and tokens[index + 1].touches)
            before = tokens[index - 1].text if token.touches else ""
            ordinal = _ordinal_before(tokens, index, codes) if index <= ordinal_end and is_tier(token) else ""
            mentioned = _mentioned_words(token, statement.general[index], touches, vocabulary, steps)
            if before or phrase or ordinal:
                mentioned = [
                    replace(word, number=before, phrase=phrase, ordinal=ordinal) for word in mentioned
                ]
            words += mentioned
        else:
            if number in numbers or number in of_levels:
                twice.add(number)
            (of_levels if index in statement.level_numbers else numbers).add(number)
            ordinal_end = index + 2
            if token.is_number and follows_section_word(tokens, index):
                of_sections.add(number)
    directions = _directions(tokens, section) if vocabulary.has_level_letters else _NOTHING_SAID
    if not numbers and not of_levels:
        return Mentions(tuple(words), _NOTHING_SAID, _NOTHING_SAID, directions=directions)
    said, of_levels_said = frozenset(numbers), frozenset(of_levels)
    of_venue_levels = said & vocabulary.level_numbers
    return Mentions(
        tuple(words),
        said - of_venue_levels,
        said | of_levels_said,
        of_levels_said | of_venue_levels,
        of_levels_said,
        of_levels_said & vocabulary.level_numbers if _has_level_word(words) else frozenset(),
        said,
        frozenset(of_sections) & said,
        counted_levels([tokens[index] for index in section]),
        frozenset(twice),
        _last_number(statement, section),
        directions,
    )


def _ordinal_before(tokens: Sequence[Token], index: int, codes: Codes) -> str:
    """Returns the number of the ordinal directly before this word, if there is one: '2e', 'Second', '2.'."""
    before = index - 1
    if before > 0 and tokens[before].text == "." and tokens[before - 1].is_number:
        return "" if follows_section_word(tokens, before - 1) else tokens[before - 1].text
    if before < 0:
        return ""
    is_ending = is_ordinal_ending(tokens, before, codes)
    return tokens[before - 1].text if is_ending else ordinal_at(tokens, before, codes)


def _directions(tokens: Sequence[Token], section: Sequence[int]) -> frozenset[str]:
    """Returns the initials of directions that stand directly before a word of the section or directly after
    its number, or with a sign before a word for sections ('Tribuna Est - settore 6'): not 'East Gate, Section
    12'."""
    found = set()
    for first, second in pairwise(section):
        if second == first + 1 or _is_before_section(tokens, first, second):
            named = tokens[second] if tokens[first].is_number else tokens[first]
            if general_word(named.text).directions:
                found.add(named.text[0])
    return frozenset(found)


def _is_before_section(tokens: Sequence[Token], first: int, second: int) -> bool:
    is_apart = all(token.is_sign for token in tokens[first + 1 : second])
    return is_apart and not tokens[first].is_number and is_section_word(tokens[second].text)


def _has_level_word(words: Iterable[MentionedWord]) -> bool:
    """Returns whether the text has a word for levels that the venue itself uses. '1e rang' is a price
    category in Dutch."""
    return any(word.meaning.phrases and "level" in general_word(word.text).kinds for word in words)


def _last_number(statement: Statement, section: Sequence[int]) -> str:
    if not section or section[-1] in statement.level_numbers:
        return ""
    last = statement.tokens[section[-1]]
    return last.text if last.is_number else ""


def _joined_words(
    statement: Statement, section: Sequence[int], vocabulary: Vocabulary, steps: Steps
) -> dict[int, MentionedWord]:
    """Returns pairs of words that are a single word at this venue, by their positions: 'Hoch-Parkett'."""
    joined: dict[int, MentionedWord] = {}
    for first, second in pairwise(section):
        one, other = statement.tokens[first], statement.tokens[second]
        if one.is_number or other.is_number or second > first + 2 or vocabulary.has_word(one.text):
            continue
        both = one.text + other.text
        if vocabulary.has_word(both):
            meaning = vocabulary.meaning_of(both, steps)
            for token, index in ((one, first), (other, second)):
                joined[index] = MentionedWord(token, token.text, meaning, statement.general[index])
    return joined


def _mentioned_words(
    token: Token, general: GeneralWord, touches_number: bool, vocabulary: Vocabulary, steps: Steps
) -> list[MentionedWord]:
    text = token.text
    if token.touches and len(text) > 1 and text in ordinal_endings():
        # A possible ordinal ending that is not one here is not an abbreviation either.
        meaning = vocabulary.meaning_of(text, steps) if vocabulary.has_word(text) else NOTHING
        return [MentionedWord(token, text, meaning, general, touches_number=True)]
    if touches_number and not is_section_word(text) and len(text) <= 6:
        meaning = vocabulary.short_meaning_of(text, steps)
        return [MentionedWord(token, text, meaning, general, touches_number=True)]
    meaning = vocabulary.meaning_of(text, steps)
    if meaning.phrases or not general.parts:
        return [MentionedWord(token, text, meaning, general)]
    return [
        MentionedWord(token, text, vocabulary.meaning_of(part, steps), general_word(part))
        for part in general.parts
    ]
