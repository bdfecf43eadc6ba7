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
        self._families_with: dict[str, set[Family]] = defaultdict(set)
        self._families_of: dict[str, set[Family]] = defaultdict(set)
        """As above, without the words of levels, unless a level has but one section and so names it."""
        self._meanings: dict[str, Meaning] = {}
        self._remembered_families = 0
        sections_of = Counter(section.level for section in self.sections)
        for index, section in enumerate(self.sections):
            for text in (section.name, *section.aliases):
                self._learn(index, text, section.level, sections_of[section.level] == 1)
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
        families = len(known.families) + len(known.own)
        self._remembered_families += families
        if len(self._meanings) >= MEANINGS_MAX or self._remembered_families > REMEMBERED_FAMILIES_MAX:
            self._meanings.clear()
            self._remembered_families = families
        self._meanings[word] = known
        return known

    def _learn(self, index: int, text: str, level: str, is_alone: bool) -> None:
        tokens = tokens_of(text)
        words = tuple(token for token in tokens if not is_number(token) and token not in SECTION_WORDS)
        numbers = frozenset(token for token in tokens if is_number(token))
        family = self._families.setdefault(words, len(self._families))
        if family == len(self.words_of):
            self.words_of.append(frozenset(words))
            self.letters_of.append(frozenset(word for word in words if len(word) == 1))
        of_level = tuple(token for token in tokens_of(level) if not is_number(token))
        for word in chain(words, of_level):
            self._families_with[word].add(family)
        for word in chain(words, of_level if is_alone else ()):
            self._families_of[word].add(family)
        self.names_with[numbers].append(Name(index, family, numbers))

    def _read(self, word: str, steps: Steps) -> Meaning:
        """The word itself; else all that it may be short for; else another form of a word."""
        together = self._index.run_together.get(word, _NO_FAMILIES)
        families = self._families_with.get(word, _NO_FAMILIES)
        steps.spend(_STEPS_OF_A_FAMILY * (len(families) + len(together)))
        if families or together or word in FILLERS:
            own = self._families_of.get(word, _NO_FAMILIES)
            return Meaning(frozenset(families | together), frozenset(own | together))
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
        self._by_length: dict[int, list[tuple[int, str]]] = defaultdict(list)
        self._by_initial: dict[str, list[tuple[tuple[str, ...], Family]]] = defaultdict(list)
        for number, word in enumerate(words):
            self._by_first_letter[word[0]].append(word)
            self._by_length[len(word)].append((number, word))
        for of_family, family in families.items():
            if len(of_family) > 1:
                self.run_together["".join(of_family)].add(family)
                for initial in dict.fromkeys(word[0] for word in of_family):
                    self._by_initial[initial].append((of_family, family))

    def abbreviated_by(self, word: str, steps: Steps) -> list[str]:
        """Returns the words that people may write this word for."""
        candidates = self._by_first_letter.get(word[0], ()) if len(word) > 1 else ()
        steps.spend(_STEPS_OF_A_WORD * len(candidates))
        return [known for known in candidates if abbreviates(word, known)]

    def with_initials(self, word: str, steps: Steps) -> dict[str, Family]:
        """Returns the families of which this word may be the initials, by their words."""
        candidates = self._by_initial.get(word[0], ()) if len(word) > 1 else ()
        steps.spend(_STEPS_OF_A_WORD * len(candidates))
        return {" ".join(words): family for words, family in candidates if _are_initials(word, words)}

    def other_forms_of(self, word: str, steps: Steps) -> list[str]:
        """Returns the words of which this one may be another form, or a slip of the pen."""
        lengths = range(len(word) - 2, len(word) + 3) if len(word) >= 4 else ()
        steps.spend(_STEPS_OF_A_WORD * sum(len(self._by_length.get(length, ())) for length in lengths))
        forms = [
            numbered
            for length in lengths
            for numbered in self._by_length.get(length, ())
            if is_another_form(word, numbered[1])
        ]
        return [form for _, form in sorted(forms)]


_NO_FAMILIES: frozenset[Family] = frozenset()
_STEPS_OF_A_FAMILY = 10
_STEPS_OF_A_WORD = 60
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
