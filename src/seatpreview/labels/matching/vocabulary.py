"""The vocabulary of a venue: its names, and what words can mean there."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Literal

import msgspec
from msgspec.structs import replace

from seatpreview.labels.matching.parsed_names import (
    NO_PHRASE,
    Name,
    Phrase,
    canonical,
    concepts_of,
    counted_levels,
    endings_of,
    longest_names,
    numbers_of,
    phrase_of,
    repeated_numbers,
    word_for_wheelchairs,
    words_beside_numbers,
    words_of,
)
from seatpreview.labels.model import SectionNames
from seatpreview.labels.parsing.label_draft import UNRESERVED, NamesOfVenue
from seatpreview.labels.parsing.level_names import (
    letter_of_direction,
    lists_of_sections,
    names_by_own_number,
    names_without_levels,
    without_lists,
)
from seatpreview.labels.parsing.neighbouring_words import Neighbours, neighbours_of
from seatpreview.labels.step_budget import Steps
from seatpreview.labels.text.general_words import general_word, with_one_typo
from seatpreview.labels.text.joined_abbreviations import split_into_beginnings
from seatpreview.labels.text.look_alikes import letters_by_look, may_be_letters
from seatpreview.labels.text.numerals import roman_number
from seatpreview.labels.text.ordinals import NO_CODES, Codes, codes_of
from seatpreview.labels.text.spelling import (
    TYPO_LETTERS_MIN,
    abbreviates,
    is_another_form,
    is_one_typo,
    spellings,
)
from seatpreview.labels.text.tokens import Token, readable, tokens_of
from seatpreview.labels.text.words_of_venue import own_words_of
from seatpreview.labels.text.written_words import WrittenWords

MEANINGS_MAX = 10_000
REMEMBERED_PHRASES_MAX = 100_000
"""Bounds of the cache of word meanings, in words and in phrases: about ten megabytes at most."""

_STEPS_OF_A_PHRASE = 20
_READINGS_SHOWN_MAX = 5

How = Literal["exact", "translated", "short", "typo"]
"""How a word was recognized: literally, in another language, as an abbreviation, or as a typo."""
_STEPS_OF_AN_ABBREVIATION = 200
_STEPS_OF_INITIALS = 1000
_STEPS_OF_A_TYPO = 350
_TAILS = frozenset(("seat", "seats", "stand", "section", "level"))


class Meaning(msgspec.Struct, frozen=True, gc=False):
    """The phrases of the venue that a word can stand for."""

    phrases: frozenset[int] = frozenset()
    words: frozenset[str] = frozenset()
    """The words of the venue that it may be."""
    covered: dict[int, frozenset[str]] = {}
    """For an abbreviation of several words, the words of each phrase that it stands for."""
    how: How = "exact"
    reading: str = ""
    """What the word was read as, if not literally."""
    steps: int = 0
    """The steps that it took to find this meaning. A cached meaning is charged the same."""


NOTHING = Meaning()


class Vocabulary:
    """The words and names of one venue. Meanings of words are cached, because sellers use the same few words
    again and again."""

    def __init__(self, sections: Iterable[SectionNames], mapped: Iterable[str] = ()) -> None:
        """Learns the names of the sections, and the names that the owner's rules map to a section."""
        self.sections = tuple(sections)
        self.names_with: dict[frozenset[str], list[Name]] = defaultdict(list)
        """Names by their numbers."""
        self.incomplete: dict[int, list[Name]] = defaultdict(list)
        """Names with a number or a letter, by their phrases: the candidates for a label that leaves the
        number out."""
        self.of_level: dict[int, list[Name]] = defaultdict(list)
        """Names of sections by the phrases of their levels."""
        self.in_tiers: dict[str, set[int]] = defaultdict(set)
        """The phrases of names that have the number of a tier as well, which may be Roman, by their own
        numbers: that of 'Lojă rang I nr. 5' by 5."""
        self._named: dict[tuple[str, ...], Name | None] = {}
        """Names by their words and numbers; None where two sections share a name."""
        self.level_numbers: frozenset[str] = frozenset()
        """The numbers in names of levels."""
        self.level_words: frozenset[str] = frozenset()
        """The words beside numbers in names of levels, unless names of sections contain them too."""
        self.has_level_letters = False
        """Whether letters in names stand for the directions of their levels."""
        self.has_lettered = False
        """Whether names of sections have letters beside their numbers."""
        self.codes = NO_CODES
        """Texts in the venue's names that look like ordinals but are not."""
        self._codes_of_ids = NO_CODES
        """The same for reading ids, where every letter counts."""
        self.neighbours: Neighbours = {}
        """The neighbours of words in names that also mean something in general language."""
        self.listings: frozenset[tuple[str, ...]] = frozenset()
        """The lists of sections in names of levels, each with the word before the list."""
        self._phrases: dict[tuple[str, ...], Phrase] = {}
        self._spelled: dict[str, str] = {}
        """The venue's words in the singular, by their spellings."""
        self._written: set[str] = set()
        """The venue's words as written in its names, where a plural is not replaced by the singular."""
        self._learned: dict[tuple[str, bool], str] = {}
        """Learned words of names, by how they are written and whether they are part of an id."""
        self._phrases_with: dict[str, set[int]] = defaultdict(set)
        self._meanings: dict[str, Meaning] = {}
        self._remembered_phrases = 0
        self._learn(mapped)
        self._lengths = longest_names(self._named)
        self._learned.clear()  # It is needed only while names are learned.
        self.written = frozenset(self._written)
        self._index = WordIndex(self._phrases_with, self._phrases.values())

    def names_for_reading(self, words: frozenset[str], rows: frozenset[str]) -> NamesOfVenue:
        """Returns what is needed to read a label at this venue, with these words of names and these rows."""
        letters = letters_by_look((*rows, *filter(may_be_letters, words)))
        return NamesOfVenue(
            words=words,
            rows=rows,
            written_words=WrittenWords(words),
            level_words=self.level_words,
            level_numbers=self.level_numbers,
            codes=self.codes,
            neighbours=self.neighbours,
            listings=self.listings,
            own_words=own_words_of(
                words, word_for_wheelchairs(chain.from_iterable(self.names_with.values()), words)
            ),
            letters=letters,
            has_latin_letters=all(map(str.isascii, letters.values())),
        )

    def exact_name(self, spoken: tuple[str, ...]) -> Name | None:
        """Returns the name that consists of exactly these words and numbers; None if no section has it, or
        two have it."""
        return self._named.get(spoken)

    def words_of_names_with(self, first_word: str) -> int:
        """Returns how many words the longest name has that begins with exactly this one; 0 if none does."""
        return self._lengths.get(first_word, 0)

    def has_word(self, word: str) -> bool:
        """Returns whether a name of the venue contains the word in any spelling."""
        return canonical(word) in self._spelled

    def meaning_of(self, word: str, steps: Steps) -> Meaning:
        """Returns what a word can mean here."""
        return self._remembered(word, self._read, word, steps)

    def short_meaning_of(self, letters: str, steps: Steps) -> Meaning:
        """Returns what letters that touch a number can mean: a word of the venue or an abbreviation, even if
        general language has another meaning for them."""
        if canonical(letters) in self._spelled:
            return self.meaning_of(letters, steps)
        return self._remembered(f"{letters}#", self._short, letters, steps)

    def _remembered(
        self, key: str, read: Callable[[str, Steps], Meaning], word: str, steps: Steps
    ) -> Meaning:
        """Returns the cached meaning of a word, or reads it. Both are charged the same."""
        known = self._meanings.get(key)
        if known is not None:
            steps.spend(known.steps)
            return known
        before = steps.left
        meaning = read(word, steps)
        known = replace(meaning, steps=before - steps.left)
        # The phrases of an exact word belong to the vocabulary anyway.
        phrases = len(known.phrases) if known.how != "exact" else 0
        self._remembered_phrases += phrases
        if len(self._meanings) >= MEANINGS_MAX or self._remembered_phrases > REMEMBERED_PHRASES_MAX:
            self._meanings.clear()
            self._remembered_phrases = phrases
        self._meanings[key] = known
        return known

    def _learn(self, mapped: Iterable[str]) -> None:
        tokens_by_text = self._taken_apart(mapped)
        self._learn_codes(tokens_by_text)
        self.neighbours = neighbours_of(tokens_by_text.values())
        level_numbers: set[str] = set()
        level_words: set[str] = set()
        name_words: set[str] = set()
        # Many sections share a level, so everything derived from its name is computed once.
        levels: dict[str, tuple[Phrase, frozenset[str], str]] = {}
        names_of_level: dict[str, list[tuple[Token, ...]]] = defaultdict(list)
        for section in self.sections:
            names_of_level[section.level].append(tokens_by_text[section.name])
        rests = names_without_levels(self.sections, tokens_by_text)
        by_number, number_in_tier = names_by_own_number(self.sections, tokens_by_text, self.codes)
        for index, section in enumerate(self.sections):
            if section.level not in levels:
                tokens = without_lists(tokens_by_text[section.level])
                of_level = numbers_of(tokens, self.codes)
                level_numbers |= of_level
                level_words.update(words_beside_numbers(tokens, self.codes))
                letter = letter_of_direction(tokens, names_of_level[section.level])
                levels[section.level] = self._phrase(tokens), of_level, letter
            level, of_level, letter = levels[section.level]
            base = Name(
                section=index,
                phrase=NO_PHRASE,
                numbers=frozenset(),
                repeated=frozenset(),
                level=level,
                level_numbers=of_level,
                level_letter=letter,
                is_alone_in_level=len(names_of_level[section.level]) == 1,
            )
            texts = dict.fromkeys((section.name, *section.aliases))
            rest = rests.get(index)
            for text in texts:
                tokens = tokens_by_text[text]
                if text == section.name:
                    name_words.update(words_of(rest or tokens, self.codes))
                self._learn_name(base, tokens)
            if rest := rest or by_number.get(index):
                self._learn_name(base, rest)
            if index in number_in_tier:
                self.in_tiers[number_in_tier[index]].add(self._phrase(tokens_by_text[section.name]).number)
            if section.id not in texts and _is_learned_id(section.id):
                self._learn_name(replace(base, is_id=True), tokens_by_text[section.id])
        self.level_numbers = frozenset(level_numbers)
        self.has_level_letters = any(letter for _, _, letter in levels.values())
        self.listings = frozenset(
            listing for level in levels for listing in lists_of_sections(tokens_by_text[level])
        )
        if self.listings:
            names = (tokens_by_text[section.name] for section in self.sections)
            self.listings = self.listings.difference(*map(lists_of_sections, names))
        self.level_words = frozenset(level_words) - frozenset(name_words)

    def _taken_apart(self, mapped: Iterable[str]) -> dict[str, tuple[Token, ...]]:
        texts = dict.fromkeys(mapped)
        for section in self.sections:
            texts.update(dict.fromkeys((section.name, section.level, *section.aliases)))
            if _is_learned_id(section.id):
                texts[section.id] = None
        return {text: tokens_of(readable(text)) for text in texts}

    def _learn_codes(self, tokens: Mapping[str, tuple[Token, ...]]) -> None:
        self.codes = codes_of(
            [
                (index, tokens[text])
                for index, section in enumerate(self.sections)
                for text in (section.name, *section.aliases)
            ],
            (tokens[section.id] for section in self.sections if _is_learned_id(section.id)),
        )
        self._codes_of_ids = Codes(self.codes.in_names | self.codes.in_ids)

    def _learn_name(self, base: Name, tokens: tuple[Token, ...]) -> None:
        codes = self._codes_of_ids if base.is_id else self.codes
        name = replace(
            base,
            phrase=self._phrase(tokens, is_id=base.is_id),
            numbers=numbers_of(tokens, codes),
            repeated=repeated_numbers(tokens, codes),
            counted_levels=counted_levels(tokens),
            endings=frozenset(self._spelled[canonical(word)] for word in endings_of(tokens, codes)),
        )
        spoken = tuple(token.text for token in tokens if not token.is_sign)
        known = self._named.setdefault(spoken, name)
        if known is not None and known.section != name.section:
            self._named[spoken] = None
        self.names_with[name.numbers].append(name)
        if name.numbers or name.phrase.letters:
            self.incomplete[name.phrase.number].append(name)
        if name.numbers and name.phrase.letters and not name.is_id:
            self.has_lettered = True
            if len(name.numbers) == 1 and all(map(roman_number, name.phrase.letters)):
                self.in_tiers[min(name.numbers)].add(name.phrase.number)
        if name.level.words and not name.is_id:
            self.of_level[name.level.number].append(name)

    def _phrase(self, tokens: tuple[Token, ...], *, is_id: bool = False) -> Phrase:
        codes = self._codes_of_ids if is_id else self.codes
        words = [
            self._learned.get((token, is_id)) or self._learn_word(token, is_id)
            for token in words_of(tokens, codes)
        ]
        phrase = self._phrases.get(tuple(words))
        if phrase is None:
            phrase = phrase_of(len(self._phrases), tuple(words))
            self._phrases[phrase.words] = phrase
        for word in words:
            self._phrases_with[word].add(phrase.number)
        return phrase

    def _learn_word(self, token: str, is_id: bool) -> str:
        """Returns the stored form of a word. Most of a venue's names consist of the same few words."""
        canonical_word = canonical(token)
        word = self._learned[token, is_id] = self._spelled.setdefault(canonical_word, canonical_word)
        for spelling in spellings(token):
            self._spelled.setdefault(canonical(spelling), word)
            if not is_id or len(spelling) > 1:
                self._written.add(spelling)
        return word

    def _read(self, word: str, steps: Steps) -> Meaning:
        """Looks for the word itself, then its meaning in general language, then words that it may abbreviate,
        then typos."""
        general = general_word(word)
        exact = self._spelled.get(canonical(word))
        together = self._index.run_together.get(word)
        if exact is not None:
            words = {exact, *self._compounds_with(word)} if general.directions else {exact}
            phrases = set(together or ()).union(*(self._phrases_with[known] for known in words))
            reading = "" if exact == canonical(word) else exact
            return Meaning(frozenset(phrases), frozenset(words), reading=reading)
        if together:
            return Meaning(
                frozenset(together), covered={number: self._words_of(number) for number in together}
            )
        initials = self._index.initials.get(word)
        if initials and (not general.is_known or not UNRESERVED.isdisjoint(general.kinds)):
            return Meaning(
                frozenset(initials),
                covered={number: self._words_of(number) for number in initials},
                how="short",
                reading=_listed([" ".join(self._index.phrases[number].words) for number in sorted(initials)]),
            )
        translated = self._translated(word)
        if translated.phrases or general.is_known:
            return translated
        longer = self._index.abbreviated_by(word, steps)
        if longer:
            return self._short_for(word, longer, steps)
        typos = (
            self._index.typos_of(word, steps)
            or self._index.typos_of(canonical(word), steps)
            or self._index.other_forms_of(word, steps)
        )
        if typos:
            return self._of_words(typos, "typo", steps)
        if meant := with_one_typo(word):
            return replace(self._translated(meant), how="typo", reading=meant)
        return self._short_for(word, longer, steps)

    def _translated(self, word: str) -> Meaning:
        """Returns the venue's words that mean the same in general language."""
        found = [self._index.with_concept.get(concept, ()) for concept in concepts_of(word)]
        # A compound must match as a whole; otherwise its parts are read one by one.
        words = (
            frozenset(found[0]).intersection(*found)
            if general_word(word).parts
            else frozenset().union(*found)
        )
        if not words:
            return NOTHING
        phrases = frozenset(number for known in words for number in self._phrases_with[known])
        return Meaning(phrases, words, how="translated", reading=_listed(sorted(words)))

    def _compounds_with(self, direction: str) -> list[str]:
        """Returns the venue's words that begin with this direction: 'nordempore' for 'nord'."""
        found = (self._index.with_concept.get(concept, ()) for concept in concepts_of(direction))
        return [known for words in found for known in words if general_word(known).parts[:1] == (direction,)]

    def _short(self, word: str, steps: Steps) -> Meaning:
        return self._short_for(word, self._index.abbreviated_by(word, steps), steps)

    def _short_for(self, word: str, longer: list[str], steps: Steps) -> Meaning:
        """Returns what a word abbreviates: longer words, or the beginnings of several words."""
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


def _is_learned_id(id: str) -> bool:
    """Returns whether an id is more than a number, which could be anything."""
    return any(character.isalpha() for character in id)


def _listed(readings: list[str]) -> str:
    more = len(readings) - _READINGS_SHOWN_MAX
    return " or ".join((*readings[:_READINGS_SHOWN_MAX], *((f"{more} more",) if more > 0 else ())))


class WordIndex:
    """The words and phrases of a venue, indexed for comparison, in the order of its names."""

    def __init__(self, words: Iterable[str], phrases: Iterable[Phrase]) -> None:
        self.phrases = tuple(phrases)
        words = tuple(words)
        self.with_concept = _by_concept(words)
        """The words with the same meaning in any language, by that meaning."""
        self.run_together: dict[str, set[int]] = defaultdict(set)
        """Phrases of several words, by these words without spaces."""
        self.initials: dict[str, set[int]] = defaultdict(set)
        """Phrases of several words, by all of their initials."""
        self._by_first_letter: dict[str, list[str]] = defaultdict(list)
        self._by_start: dict[str, list[str]] = defaultdict(list)
        self._by_two_letters: dict[str, list[str]] = defaultdict(list)
        """Words by their first two letters, and by their last two after a space. A single typo leaves one of
        the two pairs intact."""
        self._by_initial: dict[str, list[Phrase]] = defaultdict(list)
        self._words_by_initial: Counter[str] = Counter()
        for word in words:
            self._by_first_letter[word[0]].append(word)
            self._by_start[word[:4]].append(word)
            if len(word) >= TYPO_LETTERS_MIN:
                self._by_two_letters[word[:2]].append(word)
                self._by_two_letters[f" {word[-2:]}"].append(word)
        for phrase in self.phrases:
            if len(phrase.words) > 1:
                self.run_together["".join(phrase.words)].add(phrase.number)
                self.initials["".join(word[0] for word in phrase.words)].add(phrase.number)
                for initial in {word[0] for word in phrase.words}:
                    self._by_initial[initial].append(phrase)
                    self._words_by_initial[initial] += len(phrase.words)

    def abbreviated_by(self, word: str, steps: Steps) -> list[str]:
        """Returns the words that this word may abbreviate."""
        candidates = self._by_first_letter.get(word[0], ()) if len(word) > 1 else ()
        steps.spend(_STEPS_OF_AN_ABBREVIATION * len(candidates))
        return [known for known in candidates if abbreviates(word, known)]

    def beginnings(self, word: str, steps: Steps) -> dict[int, tuple[str, ...]]:
        """Returns the phrases whose words' beginnings this word joins, each with these words."""
        candidates = self._by_initial.get(word[0], ()) if 2 <= len(word) <= 12 else ()
        if not candidates:
            return {}
        steps.spend(_STEPS_OF_INITIALS * len(candidates) + 10 * self._words_by_initial[word[0]])
        letters = frozenset(word)
        found = (
            (phrase.number, split_into_beginnings(word, phrase.words))
            for phrase in candidates
            if letters <= phrase.alphabet
        )
        return {number: words for number, words in found if words}

    def typos_of(self, word: str, steps: Steps) -> list[str]:
        """Returns the words that this word may be a typo of."""
        if len(word) < TYPO_LETTERS_MIN - 1:
            return []
        index = self._by_two_letters
        candidates = dict.fromkeys((*index.get(word[:2], ()), *index.get(f" {word[-2:]}", ())))
        steps.spend(_STEPS_OF_A_TYPO * len(candidates))
        return [known for known in candidates if is_one_typo(word, known)]

    def other_forms_of(self, word: str, steps: Steps) -> list[str]:
        """Returns the words that this may be another form of: 'reserved' for 'reserve'."""
        candidates = self._by_start.get(word[:4], ()) if len(word) >= 4 else ()
        steps.spend(_STEPS_OF_AN_ABBREVIATION * len(candidates))
        return [known for known in candidates if is_another_form(word, known) or _is_compound_of(word, known)]


def _is_compound_of(written: str, word: str) -> bool:
    """Returns whether the word is joined with a word for seats: 'Podiumsplätze' for 'Podium'."""
    if len(word) < 4 or not written.startswith(word):
        return False
    rest = written[len(word) :]
    return any(not general_word(tail).kinds.isdisjoint(_TAILS) for tail in (rest, rest[1:]) if len(tail) > 3)


def _by_concept(words: Iterable[str]) -> dict[str, list[str]]:
    concepts: dict[str, list[str]] = defaultdict(list)
    for word in words:
        for concept in concepts_of(word):
            concepts[concept].append(word)
    return dict(concepts)
