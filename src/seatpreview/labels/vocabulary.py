"""The vocabulary of a venue: its names, and what words can mean there."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec.structs import replace

from seatpreview.labels.draft import is_ordinal_ending
from seatpreview.labels.general_words import general_word, with_one_slip
from seatpreview.labels.model import SectionNames
from seatpreview.labels.segments import split_into_beginnings
from seatpreview.labels.spelling import SlipIndex, abbreviates, is_another_form, singular, spellings
from seatpreview.labels.steps import Steps
from seatpreview.labels.tokens import Token, readable, tokens_of

MEANINGS_MAX = 10_000
REMEMBERED_PHRASES_MAX = 100_000
"""Words whose meaning is remembered, and phrases in these meanings: about ten megabytes at most."""

_STEPS_OF_A_PHRASE = 20
_STEPS_OF_AN_ABBREVIATION = 60
_STEPS_OF_INITIALS = 300
_STEPS_OF_A_SLIP = 1000
_READINGS_SHOWN_MAX = 5

How = Literal["exact", "translated", "short", "slip"]
"""How a word was recognized: as it is, in another language, as an abbreviation, or as a slip of the pen."""


class Phrase(msgspec.Struct, frozen=True):
    """The words of a name or of a level, without its numbers: 'Field Box 1' to 'Field Box 53' share one."""

    number: int
    words: tuple[str, ...]
    letters: frozenset[str]
    """Its words of one letter."""
    nouns: frozenset[str]
    """Its words that name something: not directions, not 'section', not the manner of admission."""
    needed: frozenset[str]
    """Its words that must be said to say the whole name."""
    directions: frozenset[str]
    """The directions that it lies in, as general language has them."""


class Name(msgspec.Struct, frozen=True):
    """One way to name a section. A section has one for its name, for each alias, and for an id with
    letters."""

    section: int
    phrase: Phrase
    numbers: frozenset[str]
    level: Phrase
    level_numbers: frozenset[str]
    is_id: bool = False
    is_alone_in_level: bool = False
    """Whether the level has no other section."""


class Meaning(msgspec.Struct, frozen=True):
    """The phrases of the venue that a word can stand for."""

    phrases: frozenset[int] = frozenset()
    words: frozenset[str] = frozenset()
    """The words of the venue that it can be."""
    covered: dict[int, frozenset[str]] = {}
    """The words that it stands for together in a phrase, where it is made of the beginnings of several."""
    how: How = "exact"
    reading: str = ""
    """What it was read as, where it is not simply the word itself."""
    steps: int = 0
    """What it took to find this out, which is charged also where it is remembered."""


NOTHING = Meaning()


class Vocabulary:
    """Made once for a venue. What words mean is remembered, since sellers use the same few words again and
    again."""

    def __init__(self, sections: Iterable[SectionNames]) -> None:
        self.sections = tuple(sections)
        self.names_with: dict[frozenset[str], list[Name]] = defaultdict(list)
        """Names by their numbers."""
        self.incomplete: dict[int, list[Name]] = defaultdict(list)
        """Names with a number or a letter, by their phrases: what a label means that leaves it out."""
        self.named: dict[tuple[str, ...], set[int]] = defaultdict(set)
        """The sections that a text names exactly, by its words and numbers."""
        self.level_numbers: frozenset[str] = frozenset()
        """The numbers in names of levels."""
        self._phrases: dict[tuple[str, ...], Phrase] = {}
        self._spelled: dict[str, str] = {}
        """The venue's words by their spellings. A word is stored in the singular."""
        self._written: set[str] = set()
        """The venue's words as they stand in its names: a plural there is not the singular."""
        self._phrases_with: dict[str, set[int]] = defaultdict(set)
        self._meanings: dict[str, Meaning] = {}
        self._remembered_phrases = 0
        self._learn()
        self.written = frozenset(self._written)
        self._index = _WordIndex(self._phrases_with, self._phrases.values())
        self._concepts = _concepts(self._phrases_with)

    def is_own(self, word: str) -> bool:
        """Returns whether the word stands in a name of the venue just like this."""
        return word in self._written

    def meaning_of(self, word: str, steps: Steps) -> Meaning:
        """Returns what a word can mean here."""
        known = self._meanings.get(word)
        if known is not None:
            steps.spend(known.steps)
            return known
        before = steps.left
        meaning = self._read(word, steps)
        known = replace(meaning, steps=before - steps.left)
        # An exact word has the phrases that the vocabulary has anyway.
        phrases = len(known.phrases) if known.how != "exact" else 0
        self._remembered_phrases += phrases
        if len(self._meanings) >= MEANINGS_MAX or self._remembered_phrases > REMEMBERED_PHRASES_MAX:
            self._meanings.clear()
            self._remembered_phrases = phrases
        self._meanings[word] = known
        return known

    def short_meaning_of(self, letters: str, steps: Steps) -> Meaning:
        """Returns what letters that touch a number can mean: a word of the venue or an abbreviation, whatever
        they are in general language."""
        key = f"{letters}#"
        known = self._meanings.get(key)
        if known is None:
            exact = self._spelled.get(canonical(letters))
            known = self.meaning_of(letters, steps) if exact is not None else self._short(letters, steps)
            self._meanings[key] = known
        return known

    def _learn(self) -> None:
        level_numbers: set[str] = set()
        in_level = Counter(section.level for section in self.sections)
        for index, section in enumerate(self.sections):
            tokens = tokens_of(readable(section.level))
            of_level = _numbers(tokens)
            level_numbers |= of_level
            base = Name(
                section=index,
                phrase=_NO_PHRASE,
                numbers=frozenset(),
                level=self._phrase(tokens),
                level_numbers=of_level,
                is_alone_in_level=in_level[section.level] == 1,
            )
            texts = dict.fromkeys((section.name, *section.aliases))
            for text in texts:
                self._learn_name(base, text)
            if section.id not in texts and any(character.isalpha() for character in section.id):
                self._learn_name(replace(base, is_id=True), section.id)
        self.level_numbers = frozenset(level_numbers)

    def _learn_name(self, base: Name, text: str) -> None:
        tokens = tokens_of(readable(text))
        self.named[tuple(token.text for token in tokens if not token.is_sign)].add(base.section)
        name = replace(base, phrase=self._phrase(tokens, is_id=base.is_id), numbers=_numbers(tokens))
        self.names_with[name.numbers].append(name)
        if name.numbers or name.phrase.letters:
            self.incomplete[name.phrase.number].append(name)

    def _phrase(self, tokens: tuple[Token, ...], *, is_id: bool = False) -> Phrase:
        words = []
        for token in words_of(tokens):
            word = canonical(token)
            words.append(self._spelled.setdefault(word, word))
            for spelling in spellings(token):
                self._spelled.setdefault(canonical(spelling), words[-1])
                if not is_id or len(spelling) > 1:
                    self._written.add(spelling)
        phrase = self._phrases.get(tuple(words))
        if phrase is None:
            phrase = _phrase(len(self._phrases), tuple(words))
            self._phrases[phrase.words] = phrase
        for word in words:
            self._phrases_with[word].add(phrase.number)
        return phrase

    def _read(self, word: str, steps: Steps) -> Meaning:
        """The word itself; else in general language; else all that it may be short for; else a slip of the
        pen."""
        general = general_word(word)
        exact = self._spelled.get(canonical(word))
        together = self._index.run_together.get(word)
        if exact is not None:
            phrases = self._phrases_with[exact] | self._index.run_together.get(word, set())
            return Meaning(frozenset(phrases), frozenset((exact,)), reading="" if exact == word else exact)
        if together:
            return Meaning(
                frozenset(together), covered={number: self._words_of(number) for number in together}
            )
        initials = self._index.initials.get(word)
        if initials and (not general.is_known or not _MANNERS.isdisjoint(general.kinds)):
            return Meaning(
                frozenset(initials),
                covered={number: self._words_of(number) for number in initials},
                how="short",
                reading=_listed([" ".join(self._index.phrases[number].words) for number in sorted(initials)]),
            )
        translated = self._translated(word)
        if translated.phrases or general.is_known:
            return translated
        if self._index.abbreviated_by(word, steps):
            return self._short(word, steps)
        steps.spend(_STEPS_OF_A_SLIP)
        slips = self._index.slips.find(word) or self._index.other_forms_of(word, steps)
        if slips:
            return self._of_words(slips, "slip", steps)
        if meant := with_one_slip(word):
            return replace(self._translated(meant), how="slip", reading=meant)
        return self._short(word, steps)

    def _translated(self, word: str) -> Meaning:
        """The words of the venue that mean the same in general language."""
        found = [self._concepts.get(concept, ()) for concept in concepts_of(word)]
        # A compound has to mean all of it in one word; otherwise its parts are read one by one.
        words = (
            frozenset(found[0]).intersection(*found)
            if general_word(word).parts
            else frozenset().union(*found)
        )
        if not words:
            return NOTHING
        phrases = frozenset(number for known in words for number in self._phrases_with[known])
        return Meaning(phrases, words, how="translated", reading=_listed(sorted(words)))

    def _short(self, word: str, steps: Steps) -> Meaning:
        longer = self._index.abbreviated_by(word, steps)
        together = self._index.beginnings(word, steps)
        meaning = self._of_words(longer, "short", steps)
        if not together:
            return meaning
        readings = dict.fromkeys([*longer, *(" ".join(words) for words in together.values())])
        return Meaning(
            meaning.phrases | frozenset(together),
            meaning.words,
            {number: frozenset(words) for number, words in together.items()},
            "short",
            _listed(list(readings)),
        )

    def _of_words(self, words: list[str], how: How, steps: Steps) -> Meaning:
        if not words:
            return NOTHING
        steps.spend(_STEPS_OF_A_PHRASE * sum(len(self._phrases_with[word]) for word in words))
        phrases = frozenset(number for word in words for number in self._phrases_with[word])
        return Meaning(phrases, frozenset(words), how=how, reading=_listed(words))

    def _words_of(self, number: int) -> frozenset[str]:
        return frozenset(self._index.phrases[number].words)


def is_section_word(word: str) -> bool:
    """Returns whether a word only says that a section follows, also if the venue's names have it."""
    return not general_word(word).kinds.isdisjoint(("section", "sections"))


def canonical(word: str) -> str:
    """Returns the singular of a word. A word of general language whose singular is none stays: 'links'."""
    one = singular(word)
    return word if one != word and general_word(word).is_known and not general_word(one).is_known else one


def words_of(tokens: Iterable[Token]) -> list[str]:
    """Returns the words of a name: not its numbers, nor what makes a number an ordinal."""
    words: list[str] = []
    before: Token | None = None
    for token in tokens:
        is_word = not token.is_sign and not token.is_number and not is_ordinal_ending(before, token)
        if is_word and not general_word(token.text).ordinal:
            words.append(token.text)
        before = token
    return words


def _numbers(tokens: Iterable[Token]) -> frozenset[str]:
    return frozenset(
        token.text if token.is_number else general_word(token.text).ordinal
        for token in tokens
        if token.is_number or (not token.is_sign and general_word(token.text).ordinal)
    )


def concepts_of(word: str) -> Iterable[str]:
    """Returns the names that all languages have for what the word means."""
    general = general_word(word)
    yield from (f"seating {concept}" for concept in general.seating)
    yield from (f"direction {concept}" for concept in general.directions)
    yield from (kind for kind in ("stand", "standing", "unreserved") if kind in general.kinds)


def _concepts(words: Iterable[str]) -> dict[str, list[str]]:
    concepts: dict[str, list[str]] = defaultdict(list)
    for word in words:
        for concept in concepts_of(word):
            concepts[concept].append(word)
    return dict(concepts)


_SAYS_NO_NAME = frozenset(("section", "sections", "filler", "number"))
_SAYS_LITTLE = frozenset(("level", "stand"))
_MANNERS = frozenset(("standing", "unreserved"))


def _phrase(number: int, words: tuple[str, ...]) -> Phrase:
    general = {word: general_word(word) for word in words}
    weak = frozenset(
        word
        for word in words
        if len(word) == 1 or general[word].names_a_place or _SAYS_NO_NAME.isdisjoint(general[word].kinds)
    )
    needed = frozenset(
        word
        for word in weak
        if general[word].names_a_place or _SAYS_LITTLE.isdisjoint(general[word].kinds) or len(word) == 1
    )
    nouns = frozenset(
        word
        for word in needed
        if general[word].seating
        or not (general[word].directions or not _MANNERS.isdisjoint(general[word].kinds))
    )
    return Phrase(
        number=number,
        words=words,
        letters=frozenset(word for word in words if len(word) == 1),
        nouns=nouns or weak - needed,
        needed=needed or weak,
        directions=frozenset(direction for word in words for direction in general[word].directions),
    )


_NO_PHRASE = _phrase(-1, ())


class _WordIndex:
    """The words and phrases of a venue by what makes a word comparable with them, in the order of its
    names."""

    def __init__(self, words: Iterable[str], phrases: Iterable[Phrase]) -> None:
        self.phrases = tuple(phrases)
        words = tuple(words)
        self.slips = SlipIndex(words)
        self.run_together: dict[str, set[int]] = defaultdict(set)
        """Phrases of several words, by these words without blanks."""
        self.initials: dict[str, set[int]] = defaultdict(set)
        """Phrases of several words, by all of their initials."""
        self._by_first_letter: dict[str, list[str]] = defaultdict(list)
        self._by_start: dict[str, list[str]] = defaultdict(list)
        self._by_initial: dict[str, list[Phrase]] = defaultdict(list)
        self._words_by_initial: Counter[str] = Counter()
        for word in words:
            self._by_first_letter[word[0]].append(word)
            self._by_start[word[:4]].append(word)
        for phrase in self.phrases:
            if len(phrase.words) > 1:
                self.run_together["".join(phrase.words)].add(phrase.number)
                self.initials["".join(word[0] for word in phrase.words)].add(phrase.number)
                for initial in {word[0] for word in phrase.words}:
                    self._by_initial[initial].append(phrase)
                    self._words_by_initial[initial] += len(phrase.words)

    def abbreviated_by(self, word: str, steps: Steps) -> list[str]:
        """Returns the words that people may write this word for."""
        candidates = self._by_first_letter.get(word[0], ()) if len(word) > 1 else ()
        steps.spend(_STEPS_OF_AN_ABBREVIATION * len(candidates))
        return [known for known in candidates if abbreviates(word, known)]

    def beginnings(self, word: str, steps: Steps) -> dict[int, tuple[str, ...]]:
        """Returns the phrases of which this word holds the beginnings of several words, with these words."""
        candidates = self._by_initial.get(word[0], ()) if 2 <= len(word) <= 12 else ()
        if not candidates:
            return {}
        steps.spend(_STEPS_OF_INITIALS * len(candidates) + 10 * self._words_by_initial[word[0]])
        found = ((phrase.number, split_into_beginnings(word, phrase.words)) for phrase in candidates)
        return {number: words for number, words in found if words}

    def other_forms_of(self, word: str, steps: Steps) -> list[str]:
        """Returns the words of which this one may be another form: 'reserved' for 'reserve'."""
        candidates = self._by_start.get(word[:4], ()) if len(word) >= 4 else ()
        steps.spend(_STEPS_OF_AN_ABBREVIATION * len(candidates))
        return [known for known in candidates if is_another_form(word, known) or _is_compound_of(word, known)]


def _is_compound_of(written: str, word: str) -> bool:
    """Returns whether the word was joined with one for seats: 'Podiumsplätze' for 'Podium'."""
    if len(word) < 4 or not written.startswith(word):
        return False
    rest = written[len(word) :]
    return any(not general_word(tail).kinds.isdisjoint(_TAILS) for tail in (rest, rest[1:]) if len(tail) > 3)


_TAILS = frozenset(("seat", "seats", "stand", "section", "level"))


def _listed(readings: list[str]) -> str:
    more = len(readings) - _READINGS_SHOWN_MAX
    return " or ".join((*readings[:_READINGS_SHOWN_MAX], *((f"{more} more",) if more > 0 else ())))
