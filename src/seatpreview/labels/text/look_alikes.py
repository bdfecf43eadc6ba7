"""Letters of different scripts that look alike: a row 'С' on a ticket may be stored with the Latin letter."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set

from msgspec.structs import replace

from seatpreview.labels.text.general_words import Kind, general_word
from seatpreview.labels.text.tokens import Token

LETTERS_MAX = 2
"""Longer words are words, and belong to one script."""
_LATIN = str.maketrans("авсенкмортхіјѕαβεζηικμνορτυχ", "abcehkmoptxijsabezhikmnoptyx")
"""Letters by what their capitals look like."""
_SOUNDS: Mapping[str, str] = {
    "b": "бβ", "d": "дδ", "f": "фφ", "g": "гγ", "h": "х", "l": "лλ", "n": "н", "p": "пπ", "r": "рρ",
    "s": "сσ", "u": "у", "v": "в", "z": "з",
}  # fmt: skip
"""Latin letters that people write for these in a label of Latin words: 'Sector G' for 'Сектор Г'."""
_NO_LETTERS: frozenset[str] = frozenset()
_SMALL: frozenset[Kind] = frozenset(("filler", "both", "until", "either"))
_NAMED: frozenset[Kind] = frozenset(("row", "rows", "section", "sections", "seat", "seats"))


def latin_look(letters: str) -> str:
    """Returns the Latin letters that look like these, which are given without case."""
    return letters if letters.isascii() else letters.translate(_LATIN)


def letters_by_look(names: Iterable[str]) -> Mapping[str, str]:
    """Returns the letters in names of rows and sections by their Latin look. Letters of two scripts that a
    venue uses side by side are left out: there, each means itself."""
    found: dict[str, set[str]] = defaultdict(set)
    for name in names:
        letters = "".join(character for character in name if character.isalpha())
        if 0 < len(letters) <= LETTERS_MAX:
            found[latin_look(letters)].add(letters)
    return {look: alike.pop() for look, alike in found.items() if len(alike) == 1}


def may_be_letters(word: str) -> bool:
    """Returns whether a word of a name is a letter, or two that are no word: 'ΚΑ' in 'Κερκίδα ΚΑ'."""
    return len(word) == 1 or (len(word) == LETTERS_MAX and not general_word(word).is_known)


def with_letters_of_venue(tokens: tuple[Token, ...], by_look: Mapping[str, str]) -> tuple[Token, ...]:
    """Returns the tokens with the venue's own letters in place of those that only look like them. Among Latin
    words, a letter may also stand for the one that sounds so. Where the venue has both, it means none:
    'Sector B' beside 'Сектор Б' and 'Сектор В'."""
    is_latin = "".join([token.text for token in tokens]).isascii()
    own_letters = frozenset(by_look.values()) if is_latin else _NO_LETTERS
    changed = {
        index: own
        for index, token in enumerate(tokens)
        if len(token.text) <= LETTERS_MAX
        and not (token.is_sign or token.is_number)
        and (own := _own_letters(token.text, by_look, own_letters)) != token.text
        and _is_name(tokens, index)
    }
    if not changed:
        return tokens
    return tuple(
        replace(token, text=changed[index]) if index in changed else token
        for index, token in enumerate(tokens)
    )


def _own_letters(text: str, by_look: Mapping[str, str], own: Set[str]) -> str:
    """Returns the letters of the venue that these stand for; the same if they stand for none of them."""
    alike = by_look.get(latin_look(text))
    sounding = [letter for letter in _SOUNDS.get(text, "") if letter in own]
    if not sounding or alike == text or text in own:
        return alike or text
    meant = {*sounding, *(() if alike is None else (alike,))}
    return meant.pop() if len(meant) == 1 else text


def _is_name(tokens: Sequence[Token], index: int) -> bool:
    """Returns whether letters are a name here, and not one of the small words that many languages have: 'в'
    in 'в ряду 5', but not in 'ряд В'."""
    general = general_word(tokens[index].text)
    if not general.is_known or (tokens[index].is_capital and _touches_number(tokens, index)):
        return True
    before = index - 1
    while before >= 0 and tokens[before].is_sign:
        before -= 1
    if before >= 0 and not general_word(tokens[before].text).kinds.isdisjoint(_NAMED):
        return True
    return tokens[index].is_capital and general.kinds <= _SMALL


def _touches_number(tokens: Sequence[Token], index: int) -> bool:
    return tokens[index].touches or (index + 1 < len(tokens) and tokens[index + 1].touches)
