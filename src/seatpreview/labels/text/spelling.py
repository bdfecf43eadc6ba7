"""Spellings of words: case and accents, plurals, abbreviations and typos. Independent of any venue."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable

from seatpreview.labels.text.digits import with_plain_digits
from seatpreview.labels.text.languages import LANGUAGES
from seatpreview.labels.text.letter_variants import with_one_form
from seatpreview.labels.text.scripts import VOWEL_MARKS
from seatpreview.values.validated_text import without_hidden

TYPO_LETTERS_MIN = 5
"""The minimum length of a word for typos of it to be recognized."""

_KEPT_MARKS = VOWEL_MARKS | frozenset("\u3099\u309a")
"""Marks that make another letter: the vowels of some scripts, and the marks of kana: か and が."""
_VOWELS = frozenset("aeiou")
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_PLAIN = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})
"""Letters that Unicode does not take apart, as people write them who do not have them."""
_LETTERS = frozenset("åäöæøüőűłđßðþñç")
"""Letters with a place of their own in an alphabet."""
_LETTERS_WITH_MARKS = (("и\u0306", "й"), ("і\u0308", "ї"))
"""Letters whose mark is no accent: rows И and Й are two rows."""
_TWO_LETTERS = (("ae", "a"), ("oe", "o"), ("ue", "u"))
_MARKED = frozenset(word for language in LANGUAGES.values() for word in language.marked.split())
"""Words that are other words without their marks: 'vé' is a ticket in Vietnamese, and 've' is 'and' in
Turkish."""


def folded(word: str) -> str:
    """Returns the text without case, accents and invisible characters, in one Unicode form and with plain
    digits. A single letter of an alphabet stays itself: rows O and Ø are two rows. So does a word that would
    be another one without its accents. Korean syllables, Japanese voiced sounds and letters with vowels stay
    whole."""
    if word.isascii():
        return word.lower()
    composed = unicodedata.normalize("NFKC", without_hidden(word)).casefold()
    if composed in _LETTERS or composed in _MARKED:
        return composed
    apart = unicodedata.normalize("NFKD", composed).translate(_PLAIN)
    for two, letter in _LETTERS_WITH_MARKS:
        apart = apart.replace(two, letter)
    plain = apart if apart.isalpha() else _without_accents(apart)
    plain = with_one_form(unicodedata.normalize("NFC", plain))
    return plain if plain.isalpha() else with_plain_digits(plain)


def _without_accents(apart: str) -> str:
    return "".join(
        character for character in apart if not unicodedata.combining(character) or character in _KEPT_MARKS
    )


def spellings(word: str) -> frozenset[str]:
    """Returns the ways to write a name's word without accents: 'süd' is 'sud' and 'sued', and so is
    'sued'."""
    plain = folded(word)
    found = {plain}
    if not word.isascii():
        written = unicodedata.normalize("NFC", word).lower().translate(_GERMAN)
        if written != word:
            found.add(folded(written))
    else:
        for two, one in _TWO_LETTERS:
            found |= {spelling.replace(two, one) for spelling in found}
    return frozenset(found)


def singular(word: str) -> str:
    """Returns the word without its plural s: 'boxes' is 'box'."""
    if not word.endswith("s") or len(word) < 4 or word.endswith("ss"):
        return word
    return word[:-2] if word.endswith(("xes", "ches", "shes", "sses")) else word[:-1]


def abbreviates(short: str, word: str) -> bool:
    """Returns whether people write `short` for `word`: as its beginning, or as a contraction of it.

    'res' and 'rs' for 'reserve', 'ctr' for 'center'. A contraction keeps the beginning, then consonants in
    their order, and perhaps the last letter: 'ste' for 'suite', but 'gate' is not short for 'gästeblock'.
    """
    if not 2 <= len(short) < len(word) or short[0] != word[0]:
        return False
    return word.startswith(short) or is_contraction(short, word)


def is_contraction(short: str, word: str) -> bool:
    """Returns whether `short` leaves out letters from the middle of the word."""
    if len(short) > 5 or short[-1] not in word:
        return False
    start = _in_common(short, word)
    rest = short[start:-1] if short[-1] == word[-1] else short[start:]
    if start == 0 or not _VOWELS.isdisjoint(rest):
        return False
    letters = iter(word)
    return all(letter in letters for letter in short)


def is_another_form(written: str, word: str) -> bool:
    """Returns whether the two differ only in their endings: 'reserved' and 'reserve'."""
    if min(len(written), len(word)) < 4 or abs(len(written) - len(word)) > 2:
        return False
    return written.startswith(word) or word.startswith(written)


class TypoIndex:
    """Finds words with one typo: a letter is missing, extra or wrong, or two neighbours are swapped. Every
    word is indexed with each of its letters left out, so a search takes as many lookups as the word has
    letters."""

    def __init__(self, words: Iterable[str], letters_min: int = TYPO_LETTERS_MIN) -> None:
        """Indexes words with at least so many letters."""
        self._letters_min = letters_min
        self._by_rest: dict[str, list[str]] = defaultdict(list)
        for word in words:
            if len(word) >= letters_min:
                for rest in {word, *_with_a_letter_left_out(word)}:
                    self._by_rest[rest].append(word)

    def find(self, written: str) -> list[str]:
        """Returns the words that this may be a typo of, in the order in which they were added."""
        if not self._letters_min - 1 <= len(written) <= 40:
            return []
        rests = dict.fromkeys((written, *_with_a_letter_left_out(written)))
        found = dict.fromkeys(word for rest in rests for word in self._by_rest.get(rest, ()))
        return [word for word in found if is_one_typo(written, word)]


def _with_a_letter_left_out(word: str) -> Iterable[str]:
    return (word[:position] + word[position + 1 :] for position in range(len(word)))


def is_one_typo(written: str, word: str) -> bool:
    """Returns whether one letter is missing, extra or wrong, or two neighbours are swapped."""
    if written == word or abs(len(written) - len(word)) > 1:
        return False
    start = _in_common(written, word)
    end = _in_common(written[start:][::-1], word[start:][::-1])
    rest, meant = written[start : len(written) - end], word[start : len(word) - end]
    return max(len(rest), len(meant)) <= 1 or (len(rest) == 2 and rest == meant[::-1])


def _in_common(one: str, other: str) -> int:
    """Returns the length of the common prefix."""
    for position, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return position
    return min(len(one), len(other))
