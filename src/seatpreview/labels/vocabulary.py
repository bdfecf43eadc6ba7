"""The vocabulary of a venue: what words can mean there, derived from the names of its sections."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import chain

import msgspec

from seatpreview.labels.model import SectionNames
from seatpreview.labels.tokens import (
    FILLERS,
    SECTION_WORDS,
    abbreviates,
    is_another_form,
    is_number,
    tokens_of,
)

MEANINGS_MAX = 10_000
"""Words whose meaning is remembered: sellers use the same few again and again."""

Family = int
"""All names with the same words, such as 'Field Box 1' to 'Field Box 53'."""


class Name(msgspec.Struct, frozen=True):
    """One way to name a section. A section has one for its name and one for each alias."""

    section: int
    family: Family
    numbers: frozenset[str]


class Meaning(msgspec.Struct, frozen=True):
    """The families that a word can stand for. A word that stands for none is noise: it says nothing here."""

    families: frozenset[Family] = frozenset()
    own: frozenset[Family] = frozenset()
    """Those of them that have it in their own words, and not only in the name of their level."""
    reading: str = ""
    """What it was read as, where it is not simply the word itself."""


class Vocabulary:
    def __init__(self, sections: Iterable[SectionNames]) -> None:
        self.sections = tuple(sections)
        self.names_of: dict[str, list[Name]] = defaultdict(list)
        """By each of their numbers; names without any are under ''."""
        self.words_of: list[frozenset[str]] = []
        """Of each family."""
        self._families: dict[tuple[str, ...], Family] = {}
        self._families_with: dict[str, set[Family]] = defaultdict(set)
        self._families_of: dict[str, set[Family]] = defaultdict(set)
        """As above, without the words of levels, unless a level has but one section and so names it."""
        self._meanings: dict[str, Meaning] = {}
        sections_of = Counter(section.level for section in self.sections)
        for index, section in enumerate(self.sections):
            for text in (section.name, *section.aliases):
                self._learn(index, text, section.level, sections_of[section.level] == 1)

    def meaning_of(self, word: str) -> Meaning:
        known = self._meanings.get(word)
        if known is None:
            if len(self._meanings) >= MEANINGS_MAX:
                self._meanings.clear()
            known = self._meanings[word] = self._read(word)
        return known

    def _learn(self, index: int, text: str, level: str, is_alone: bool) -> None:
        tokens = tokens_of(text)
        words = tuple(token for token in tokens if not is_number(token) and token not in SECTION_WORDS)
        numbers = frozenset(token for token in tokens if is_number(token))
        family = self._families.setdefault(words, len(self._families))
        if family == len(self.words_of):
            self.words_of.append(frozenset(words))
        of_level = tuple(token for token in tokens_of(level) if not is_number(token))
        for word in chain(words, of_level):
            self._families_with[word].add(family)
        for word in chain(words, of_level if is_alone else ()):
            self._families_of[word].add(family)
        for number in numbers or ("",):
            self.names_of[number].append(Name(index, family, numbers))

    def _read(self, word: str) -> Meaning:
        """The word itself; else all that it may be short for; else another form of a word."""
        together = self._run_together(word)
        families = self._families_with.get(word, set()) | together
        if families or word in FILLERS:
            return Meaning(frozenset(families), frozenset(self._families_of.get(word, set()) | together))
        longer = [known for known in self._families_with if abbreviates(word, known)]
        initials = {
            " ".join(words): family for words, family in self._families.items() if _are_initials(word, words)
        }
        if longer or initials:
            return self._meaning(longer, initials.values(), " or ".join(dict.fromkeys([*longer, *initials])))
        forms = [known for known in self._families_with if is_another_form(word, known)]
        return self._meaning(forms, (), " or ".join(forms))

    def _meaning(self, words: list[str], initials: Iterable[Family], reading: str) -> Meaning:
        families = {*initials, *chain.from_iterable(self._families_with[word] for word in words)}
        own = {*initials, *chain.from_iterable(self._families_of.get(word, ()) for word in words)}
        return Meaning(frozenset(families), frozenset(own), reading)

    def _run_together(self, word: str) -> set[Family]:
        return {
            family for words, family in self._families.items() if len(words) > 1 and "".join(words) == word
        }


def _are_initials(word: str, words: tuple[str, ...]) -> bool:
    """Two or more first letters, each of another word, in any order: 'td' for 'top deck'."""
    left = [other[0] for other in words]
    if not 2 <= len(word) <= len(left):
        return False
    for letter in word:
        if letter not in left:
            return False
        left.remove(letter)
    return True
