"""Kinds of places that every language calls otherwise, and a venue calls by one word: 'Screen 5' and 'Saal 5'
for 'Sala 5', 'Wheelchair' for 'Rollstuhlplätze'."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from seatpreview.labels.text.general_words import Kind, general_word, words_of_kinds
from seatpreview.labels.text.ordinals import is_ordinal_before
from seatpreview.labels.text.token import Token

_NUMBERED: tuple[Kind, ...] = ("hall", "gate", "zone")
_WORDS = words_of_kinds(frozenset(("wheelchair", "vip", *_NUMBERED)))
_FLOORS = frozenset(("floor", "fl"))
"""English words for a level, behind an ordinal: '2nd floor'. On their own they are the floor of an arena."""


def only_word_of_kind(words: Iterable[str], kind: Kind) -> str:
    """Returns the word of this kind among the words of a venue's names; empty unless there is exactly one."""
    found = [word for word in words if kind in general_word(word).kinds]
    return found[0] if len(found) == 1 else ""


class OwnWords(msgspec.Struct, frozen=True):
    """The words of a venue's names for kinds of places, each empty unless there is exactly one."""

    wheelchair: str = ""
    vip: str = ""
    level: str = ""
    """The word for a level, unless names have the English one."""
    numbered: Mapping[Kind, str] = {}
    """Words that a number follows: those for halls, gates and zones."""


NO_OWN_WORDS = OwnWords()


def own_words_of(words: frozenset[str], wheelchair: str) -> OwnWords:
    """Returns the words for kinds of places among those of a venue's names."""
    numbered = {kind: word for kind in _NUMBERED if (word := only_word_of_kind(words, kind))}
    level = "" if words & _FLOORS else only_word_of_kind(words, "level")
    return OwnWords(wheelchair, only_word_of_kind(words, "vip"), level, numbered)


def with_words_of_venue(tokens: tuple[Token, ...], own: frozenset[str], meant: OwnWords) -> tuple[Token, ...]:
    """Returns the tokens with the venue's own word for a hall, a gate or a zone in place of another one
    before a number, with its word for levels in place of 'floor' behind an ordinal, with its 'VIP' in place
    of that of another script, and with its own word for wheelchairs, unless the label names a row: there it
    says who sits in it."""
    texts = [token.text for token in tokens]
    if _WORDS.isdisjoint(texts) and (not meant.level or _FLOORS.isdisjoint(texts)):
        return tokens
    if meant.wheelchair and any("row" in general_word(text).kinds for text in texts):
        meant = replace(meant, wheelchair="")
    return tuple(
        replace(token, text=word) if (word := _own_word(tokens, index, own, meant)) else token
        for index, token in enumerate(tokens)
    )


def _own_word(tokens: Sequence[Token], index: int, own: frozenset[str], meant: OwnWords) -> str:
    text = tokens[index].text
    if text in own:
        return ""
    if text in _FLOORS and meant.level:
        return meant.level if _counts(tokens, index - 1) else ""
    kinds = general_word(text).kinds
    if meant.wheelchair and "wheelchair" in kinds:
        return meant.wheelchair
    if meant.vip and "vip" in kinds:
        return meant.vip
    if not meant.numbered or not _is_before_number(tokens, index):
        return ""
    return next((word for kind, word in meant.numbered.items() if kind in kinds), "")


def _counts(tokens: Sequence[Token], index: int) -> bool:
    """Returns whether an ordinal ends here: '2nd', 'Second'."""
    if index < 0:
        return False
    if general_word(tokens[index].text).ordinal:
        return True
    return index > 0 and tokens[index].touches and is_ordinal_before(tokens, index)


def _is_before_number(tokens: Sequence[Token], index: int) -> bool:
    """Returns whether a number follows, or a letter that touches one: 'Screen 5', 'Zone: B3'."""
    at = index + 1
    if at < len(tokens) and tokens[at].text == ":":
        at += 1
    if at >= len(tokens):
        return False
    is_lettered = at + 1 < len(tokens) and len(tokens[at].text) == 1 and tokens[at + 1].touches
    return tokens[at].is_number or (is_lettered and tokens[at + 1].is_number)
