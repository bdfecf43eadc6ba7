"""The vocabulary of a venue: what words can mean there, derived from the names of its sections."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import chain

import msgspec
from msgspec.structs import replace

from seatpreview.labels.model import SectionNames
from seatpreview.labels.steps import Steps
from seatpreview.labels.tokens import (
    FILLERS,
    SECTION_WORDS,
    abbreviates,
    is_another_form,
    is_number,
    tokens_of,
)

MEANINGS_MAX = 10_000
REMEMBERED_FAMILIES_MAX = 100_000
"""Words whose meaning is remembered, and families in these meanings: about ten megabytes at most."""

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
    steps: int = 0
    """What it took to find this out, which is charged also where it is remembered."""


class Vocabulary:
    def __init__(self, sections: Iterable[SectionNames]) -> None:
        self.sections = tuple(sections)
        self.names_with: dict[frozenset[str], list[Name]] = defaultdict(list)
        """Names by their numbers."""
        self.words_of: list[frozenset[str]] = []
        """Of each family."""
        self.letters_of: list[frozenset[str]] = []
        """Those words of each family that are single letters."""
        self._families: dict[tuple[str, ...], Family] = {}
        self._meanings: dict[str, Meaning] = {}
        self._remembered_families = 0
        families_with: dict[str, set[Family]] = defaultdict(set)
        families_of: dict[str, set[Family]] = defaultdict(set)
        sections_of = Counter(section.level for section in self.sections)
        for index, section in enumerate(self.sections):
            for text in (section.name, *section.aliases):
                family, words = self._learn(index, text)
                of_level = [token for token in tokens_of(section.level) if not is_number(token)]
                for word in chain(words, of_level):
                    families_with[word].add(family)
                for word in chain(words, of_level if sections_of[section.level] == 1 else ()):
                    families_of[word].add(family)
        self._families_with = {word: frozenset(families) for word, families in families_with.items()}
        self._families_of = {word: frozenset(families) for word, families in families_of.items()}
        """As above, without the words of levels, unless a level has but one section and so names it."""
        self._index = _WordIndex(self._families_with, self._families)

    def meaning_of(self, word: str, steps: Steps) -> Meaning:
        """Returns what a word can mean here. Meanings are remembered, since sellers use the same few words
        again and again."""
        known = self._meanings.get(word)
        if known is not None:
            steps.spend(known.steps)
            return known
        before = steps.left
        meaning = self._read(word, steps)
        known = replace(meaning, steps=before - steps.left)
        # A word of the venue itself has the families that the vocabulary has anyway.
        families = len(known.families) + len(known.own) if known.reading else 0
        self._remembered_families += families
        if len(self._meanings) >= MEANINGS_MAX or self._remembered_families > REMEMBERED_FAMILIES_MAX:
            self._meanings.clear()
            self._remembered_families = families
        self._meanings[word] = known
        return known

    def _learn(self, index: int, text: str) -> tuple[Family, tuple[str, ...]]:
        """Adds a name of a section, and returns its family and its words."""
        tokens = tokens_of(text)
        words = tuple(token for token in tokens if not is_number(token) and token not in SECTION_WORDS)
        numbers = frozenset(token for token in tokens if is_number(token))
        family = self._families.setdefault(words, len(self._families))
        if family == len(self.words_of):
            self.words_of.append(frozenset(words))
            self.letters_of.append(frozenset(word for word in words if len(word) == 1))
        self.names_with[numbers].append(Name(index, family, numbers))
        return family, words

    def _read(self, word: str, steps: Steps) -> Meaning:
        """The word itself; else all that it may be short for; else another form of a word."""
        together = self._index.run_together.get(word, _NO_FAMILIES)
        families = self._families_with.get(word, _NO_FAMILIES)
        if families or together or word in FILLERS:
            own = self._families_of.get(word, _NO_FAMILIES)
            if not together:
                return Meaning(families, own)
            steps.spend(_STEPS_OF_A_FAMILY * (len(families) + len(together)))
            return Meaning(families | together, own | together)
        longer = self._index.abbreviated_by(word, steps)
        initials = self._index.with_initials(word, steps)
        if longer or initials:
            return self._meaning(longer, initials, steps)
        return self._meaning(self._index.other_forms_of(word, steps), {}, steps)

    def _meaning(self, words: list[str], initials: dict[str, Family], steps: Steps) -> Meaning:
        steps.spend(_STEPS_OF_A_FAMILY * sum(len(self._families_with[word]) for word in words))
        families = {*initials.values(), *chain.from_iterable(self._families_with[word] for word in words)}
        own = {
            *initials.values(),
            *chain.from_iterable(self._families_of.get(word, ()) for word in words),
        }
        return Meaning(frozenset(families), frozenset(own), _alternatives(dict.fromkeys([*words, *initials])))


class _WordIndex:
    """The words and families of a venue by what makes a word comparable with them, in the order of the
    venue's names."""

    def __init__(self, words: Iterable[str], families: Mapping[tuple[str, ...], Family]) -> None:
        self.run_together: dict[str, set[Family]] = defaultdict(set)
        """Families of several words, by these words without blanks."""
        self._by_first_letter: dict[str, list[str]] = defaultdict(list)
        self._by_start: dict[str, list[tuple[int, str]]] = defaultdict(list)
        self._by_end: dict[str, list[tuple[int, str]]] = defaultdict(list)
        self._by_initial: dict[str, list[tuple[tuple[str, ...], Family]]] = defaultdict(list)
        self._words_by_initial: Counter[str] = Counter()
        """The number of words of all families with the initial."""
        for number, word in enumerate(words):
            self._by_first_letter[word[0]].append(word)
            self._by_start[word[:2]].append((number, word))
            self._by_end[word[-2:]].append((number, word))
        for of_family, family in families.items():
            if len(of_family) > 1:
                self.run_together["".join(of_family)].add(family)
                for initial in dict.fromkeys(word[0] for word in of_family):
                    self._by_initial[initial].append((of_family, family))
                    self._words_by_initial[initial] += len(of_family)

    def abbreviated_by(self, word: str, steps: Steps) -> list[str]:
        """Returns the words that people may write this word for."""
        candidates = self._by_first_letter.get(word[0], ()) if len(word) > 1 else ()
        steps.spend(_STEPS_OF_AN_ABBREVIATION * len(candidates))
        return [known for known in candidates if abbreviates(word, known)]

    def with_initials(self, word: str, steps: Steps) -> dict[str, Family]:
        """Returns the families of which this word may be the initials, by their words."""
        candidates = self._by_initial.get(word[0], ()) if len(word) > 1 else ()
        if candidates:
            steps.spend(_STEPS_OF_INITIALS * len(candidates) + 10 * self._words_by_initial[word[0]])
        return {" ".join(words): family for words, family in candidates if _are_initials(word, words)}

    def other_forms_of(self, word: str, steps: Steps) -> list[str]:
        """Returns the words of which this one may be another form, or a slip of the pen.

        Both have at least four letters, and a slip needs five: two letters at the start or at the end of it
        are those of the word.
        """
        if len(word) < 4:
            return []
        candidates = (*self._by_start.get(word[:2], ()), *self._by_end.get(word[-2:], ()))
        steps.spend(_STEPS_OF_A_FORM * len(candidates))
        forms = {numbered for numbered in candidates if is_another_form(word, numbered[1])}
        return [form for _, form in sorted(forms)]


_NO_FAMILIES: frozenset[Family] = frozenset()
_STEPS_OF_A_FAMILY = 20
_STEPS_OF_AN_ABBREVIATION = 200
_STEPS_OF_INITIALS = 150
_STEPS_OF_A_FORM = 350
_ALTERNATIVES_MAX = 10


def _alternatives(readings: Iterable[str]) -> str:
    """Lists the readings of a word for a trace, which shows the first of them."""
    listed = list(readings)
    more = len(listed) - _ALTERNATIVES_MAX
    return " or ".join((*listed[:_ALTERNATIVES_MAX], *((f"{more} more",) if more > 0 else ())))


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
