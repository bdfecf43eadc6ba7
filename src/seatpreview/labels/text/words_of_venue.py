"""Kinds of places that every language calls otherwise, and a venue calls by one word: 'Screen 5' and 'Saal 5'
for 'Sala 5', 'Wheelchair' for 'Rollstuhlplätze'."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from seatpreview.labels.text.general_words import Kind, general_word, words_of_kinds
from seatpreview.labels.text.token import Token

_WORDS = words_of_kinds(frozenset(("hall", "wheelchair", "vip")))


def only_word_of_kind(words: Iterable[str], kind: Kind) -> str:
    """Returns the word of this kind among the words of a venue's names; empty unless there is exactly one."""
    found = [word for word in words if kind in general_word(word).kinds]
    return found[0] if len(found) == 1 else ""


def with_words_of_venue(
    tokens: tuple[Token, ...], own: frozenset[str], hall: str, wheelchair: str, vip: str
) -> tuple[Token, ...]:
    """Returns the tokens with the venue's own word for a hall in place of another one before a number, with
    its 'VIP' in place of that of another script, and with its own word for wheelchairs, unless the label
    names a row: there it says who sits in it."""
    if _WORDS.isdisjoint([token.text for token in tokens]):
        return tokens
    if wheelchair and any("row" in general_word(token.text).kinds for token in tokens):
        wheelchair = ""
    return tuple(
        replace(token, text=meant)
        if (meant := _own_word(tokens, index, own, hall, wheelchair, vip))
        else token
        for index, token in enumerate(tokens)
    )


def _own_word(
    tokens: Sequence[Token], index: int, own: frozenset[str], hall: str, wheelchair: str, vip: str
) -> str:
    if tokens[index].text in own:
        return ""
    kinds = general_word(tokens[index].text).kinds
    if wheelchair and "wheelchair" in kinds:
        return wheelchair
    if vip and "vip" in kinds:
        return vip
    is_before_number = index + 1 < len(tokens) and tokens[index + 1].is_number
    return hall if "hall" in kinds and is_before_number else ""
