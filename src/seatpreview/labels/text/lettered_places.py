"""Reads single letters for the words row and seat where two of one language stand in order: 'S.8 K.14', 'ש 12
כ 8', '3 р. 36 м.'."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from seatpreview.labels.text.languages import LANGUAGES
from seatpreview.labels.text.spelling import folded
from seatpreview.labels.text.token import Token


def with_letters_as_words(
    tokens: tuple[Token, ...], rows: frozenset[str], words: frozenset[str]
) -> tuple[Token, ...]:
    """Returns the tokens with the word in place of such a letter. A letter without a full stop stays if
    it is Latin, one of the venue's rows, or a word of its names."""
    letters = [index for index, token in enumerate(tokens) if token.text in _LETTERS]
    if len(letters) < len(_PLACES):
        return tokens
    for places, spelled in _SPELLED.items():
        found = _letters_in_order(tokens, letters, places)
        if found and all(_may_stand_for_word(tokens, at, rows, words) for at in found):
            return tuple(_replaced(tokens, dict(zip(found, spelled, strict=True))))
    return tokens


def _letters_in_order(
    tokens: Sequence[Token], letters: Sequence[int], places: tuple[str, ...]
) -> tuple[int, ...]:
    """Returns the indexes of the letters for these words, if each stands once, in this order, and all have
    their numbers on the same side."""
    at = tuple(index for index in letters if tokens[index].text in places)
    if tuple(tokens[index].text for index in at) != places:
        return ()
    has_behind = all(_number_beside(tokens, index, 1) for index in at)
    has_before = all(_number_beside(tokens, index, -1) for index in at)
    is_only_first = has_before and not _number_beside(tokens, at[-1], 1)
    return at if has_behind or (is_only_first and places in _AFTER_NUMBERS) else ()


def _number_beside(tokens: Sequence[Token], index: int, step: int) -> bool:
    at = index + step
    while 0 <= at < len(tokens) and tokens[at].text in (".", ":"):
        at += step
    return 0 <= at < len(tokens) and tokens[at].is_number


def _may_stand_for_word(
    tokens: Sequence[Token], index: int, rows: frozenset[str], words: frozenset[str]
) -> bool:
    letter = tokens[index]
    if letter.touches:
        return False
    if index + 1 < len(tokens) and tokens[index + 1].text in (".", ":"):
        return True
    if len(letter.text) > 1:
        return True  # 'Fl 6 Lg 27'
    # Without a stop, Latin letters have other meanings in many languages: 'S 8 K 14'.
    return not letter.text.isascii() and letter.text not in rows and letter.text not in words


def _replaced(tokens: Sequence[Token], words: dict[int, str]) -> Iterator[Token]:
    for index, token in enumerate(tokens):
        is_behind_letter = index - 1 in words and token.touches
        if index in words:
            yield replace(token, text=words[index])
        else:
            yield replace(token, touches=False) if is_behind_letter else token


_PLACES = ("row", "seat")


def _spelled_letters() -> Iterator[tuple[tuple[str, ...], tuple[str, ...], bool]]:
    for language in LANGUAGES.values():
        for letters in language.place_letters:
            *section, row, seat = folded(letters).split()
            words = [language.row, language.seat]
            spelled = [folded(member.split()[0]) for member in words]
            if section:
                spelled.insert(0, folded(language.section.split()[0]))
            yield (*section, row, seat), tuple(spelled), language.number_first


_SPELLED = {letters: spelled for letters, spelled, _ in _spelled_letters()}
_AFTER_NUMBERS = frozenset(letters for letters, _, is_first in _spelled_letters() if is_first)
_LETTERS = frozenset(letter for letters in _SPELLED for letter in letters)
