"""Ranges and lists of places behind the plural of a kind of place: 'Tables 5-8', 'Logen A und B'."""

from collections.abc import Iterator

from seatpreview.labels.parsing.label_draft import Draft
from seatpreview.labels.parsing.seat_lists import JOINING, joined_value
from seatpreview.labels.text.general_words import general_word

_PLACE_LETTERS_MIN = 3
_ENDING_LETTERS_MAX = 2
_NAME_LETTERS_MAX = 2
_ENDINGS_OF_ONE = ("", "o", "a", "e", "а")


def names_several_places(draft: Draft, index: int) -> bool:
    """Returns whether a range or list follows this word, and the word is the plural of a kind of place: then
    it names several of them, and not a seat of the first. In 'Table 5-8' it may be a seat."""
    behind = index + 1
    if behind + 2 >= len(draft.tokens) or len(draft.tokens[index].text) <= _PLACE_LETTERS_MIN:
        return False
    if not draft.tokens[behind].is_number and len(draft.tokens[behind].text) > _NAME_LETTERS_MAX:
        return False
    if not _may_join(draft, behind + 1):
        return False
    value = draft.value_at(behind)
    joined = None if value is None else joined_value(draft, value.last + 1, letters_too=True)
    if value is None or joined is None or joined.value.text.isdecimal() != value.text.isdecimal():
        return False
    return _is_plural(draft, index)


def _may_join(draft: Draft, index: int) -> bool:
    """Returns whether this token may belong to the value before it or join it to another one. Mostly the word
    for the row stands here."""
    token = draft.tokens[index]
    return (
        token.is_sign or token.touches or token.text == "t" or not draft.kinds_at(index).isdisjoint(JOINING)
    )


def _is_plural(draft: Draft, index: int) -> bool:
    """Returns whether the word is longer than, or ends otherwise than, a word for one such place. For a word
    of the venue's own names, the other one must be its own as well."""
    word = draft.tokens[index].text
    seating = general_word(word).seating
    return any(
        one in draft.venue.words
        or (not draft.own[index] and not seating.isdisjoint(general_word(one).seating))
        for one in _forms_of_one(word)
    )


def _forms_of_one(word: str) -> Iterator[str]:
    """Yields what may be the singular of a word: 'tisch' for 'tische', 'palco' for 'palchi'."""
    for length in range(1, _ENDING_LETTERS_MAX + 1):
        stem = word[:-length]
        for ending in _ENDINGS_OF_ONE:
            one = stem + ending
            if len(one) >= _PLACE_LETTERS_MIN and one != word:
                yield one
