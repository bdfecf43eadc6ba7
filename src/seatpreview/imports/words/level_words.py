"""Recognises levels of a hall by their names, in all languages, and their order from the bottom up."""

import re
from collections.abc import Collection
from functools import lru_cache

from seatpreview.imports.words.plan_words import plan_words
from seatpreview.labels.text.general_words import GeneralWord, general_word
from seatpreview.labels.text.numerals import roman_number
from seatpreview.labels.text.tokens import Token, readable, tokens_of

_NAME_CHARACTERS_MAX = 200
_STOREY_RANK = 1.5
_UPPER_RANK = 2.5
_TOP_RANK = 4.0
_RANKS = {
    "amphitheatre": 1.5, "balcony": 3.0, "circle": 1.5, "floor": 0.0, "gallery": 4.0, "loge": 1.0,
    "mezzanine": 1.0, "orchestra": 0.0, "paradise": 4.0, "parterre": 0.0, "pit": 0.0, "stalls": 0.0,
}  # fmt: skip
"""How far up a level usually is, by the kind of place that its name has."""
_COUNTED = frozenset(("balcony", "circle", "floor", "gallery"))
"""Kinds of places whose number is that of a storey: 'Balcony 2'."""
_HUNDRED = re.compile(r"(?<!\d)([1-9])\d\d(?!\d)")


@lru_cache(maxsize=4096)
def level_rank(name: str) -> float | None:
    """Returns how far up a level of this name usually is: 0 for the ground. None if no word says it."""
    tokens = tokens_of(readable(name[:_NAME_CHARACTERS_MAX]))
    words = [
        (token.text, general_word(token.text)) for token in tokens if not (token.is_sign or token.is_number)
    ]
    number = next((number for token in tokens if (number := _number(token)) is not None), None)
    is_counted = any("level" in word.kinds or not word.seating.isdisjoint(_COUNTED) for _, word in words)
    if is_counted and number is not None:
        return number
    ranks = [rank for text, word in words for rank in _ranks(text, word)]
    if not ranks:
        return None
    if any("lower" in word.directions for _, word in words):
        return 0.0 if max(ranks) < 1 else 1.0
    is_first = any(text in plan_words("first_levels") for text, _ in words)
    return 1.0 if is_first and max(ranks) == _STOREY_RANK else max(ranks)


def kind_of_place(name: str) -> frozenset[str]:
    """Returns what kinds of places the words of a name say: 'stalls', 'box'. Empty if no word says one."""
    words = [general_word(token.text) for token in tokens_of(readable(name[:_NAME_CHARACTERS_MAX]))]
    return frozenset(place for word in words for place in word.seating)


def ranks_of_levels(names: Collection[str]) -> dict[str, int]:
    """Returns the floor of each level, 0 at the bottom. Levels whose names say nothing are on the ground."""
    found = _hundreds(names) or {name: level_rank(name) or 0.0 for name in names}
    order = sorted(set(found.values()))
    return {name: order.index(rank) for name, rank in found.items()}


def _ranks(text: str, word: GeneralWord) -> list[float]:
    if text in plan_words("ground_levels"):
        return [0.0]
    ranks = [_RANKS[place] for place in word.seating if place in _RANKS]
    if text in plan_words("top_levels"):
        ranks.append(_TOP_RANK)
    if text in plan_words("first_levels"):
        ranks.append(1.0)
    if "upper" in word.directions:
        ranks.append(_UPPER_RANK)
    if "level" in word.kinds or "stand" in word.kinds:
        ranks.append(_STOREY_RANK)
    return ranks


def _number(token: Token) -> float | None:
    """Returns the number of a storey: '1.', 'first', 'II'. 'I' is one: storeys are not lettered so far."""
    text = token.text if token.is_number else general_word(token.text).ordinal or roman_number(token.text)
    return float(text) if text.isdecimal() and len(text) == 1 else None


def _hundreds(names: Collection[str]) -> dict[str, float]:
    """Returns the hundreds of sections that are numbered as in arenas: 101 to 124 below 201 to 224."""
    hundreds = {name: int(found[1]) for name in names if (found := _HUNDRED.search(name)) is not None}
    if len(hundreds) < max(6, 0.8 * len(names)) or len(set(hundreds.values())) < 2:
        return {}
    return {name: float(hundreds.get(name, 0)) - min(hundreds.values()) for name in names}
