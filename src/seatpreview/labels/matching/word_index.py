"""An index of a venue's words, by the features that abbreviations, translations and typos are compared by."""

from collections import Counter, defaultdict
from collections.abc import Iterable

from seatpreview.labels.matching.parsed_names import Phrase, concepts_of
from seatpreview.labels.step_budget import Steps
from seatpreview.labels.text.general_words import general_word
from seatpreview.labels.text.joined_abbreviations import split_into_beginnings
from seatpreview.labels.text.spelling import TYPO_LETTERS_MIN, abbreviates, is_another_form, is_one_typo

_STEPS_OF_AN_ABBREVIATION = 200
_STEPS_OF_INITIALS = 1000
_STEPS_OF_A_TYPO = 350
_TAILS = frozenset(("seat", "seats", "stand", "section", "level"))


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
