"""Words of plans, drawings and lists of seats, in all languages: the part `plans` of the language files."""

import re
import unicodedata
from functools import cache
from typing import Literal

import msgspec

from seatpreview.labels.text.general_words import general_word
from seatpreview.labels.text.scripts import VOWEL_MARKS, WORD, is_glued
from seatpreview.labels.text.spelling import folded, spellings
from seatpreview.languages.language_files import read_part

Side = Literal["left", "right"]
PlanWord = Literal[
    "stages", "stages_alone", "fields", "fields_alone", "nearby", "origins", "middles",
    "ground_levels", "first_levels", "top_levels", "left", "right", "from_top", "from_bottom",
    "metres", "centimetres", "millimetres",
    "totals", "legends", "aisles", "texts", "stairs", "statuses", "yes", "no",
]  # fmt: skip


class PlanWords(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The words of one language, separated by |. `languages/en.toml` explains the members."""

    aisles: str
    fields: str
    from_bottom: str
    from_top: str
    legends: str
    middles: str
    nearby: str
    no: str
    origins: str
    stages: str
    stairs: str
    statuses: str
    texts: str
    totals: str
    yes: str
    ground_levels: str = ""
    """Levels by their height: labels have the other words for kinds of places."""
    first_levels: str = ""
    top_levels: str = ""
    fields_alone: str = ""
    stages_alone: str = ""
    centimetres: str = ""
    metres: str = ""
    millimetres: str = ""
    left: str = ""
    """Words for sides that mean something else on tickets: labels have the others."""
    right: str = ""


@cache
def plan_words(kind: PlanWord) -> frozenset[str]:
    """Returns the words of a kind in all languages, without case and accents. Some are several words."""
    return frozenset(
        spelled
        for words in _languages()
        for word in getattr(words, kind).replace("\n", "").split("|")
        for spelling in spellings(word.strip())
        if (spelled := _without_marks(spelling))
    )


def words_of(text: str) -> list[str]:
    """Returns the words of a text without digits, in the spelling of `plan_words`."""
    return _LETTERS.findall(folded_text(text))


def folded_text(text: str) -> str:
    """Returns a text without case, accents and other marks, as the words of plans are spelled."""
    return _without_marks(folded(text))


def names_only(text: str, kind: PlanWord) -> bool:
    """Returns whether a text consists of words of a kind, numbers and signs: 'Total: 190'."""
    known = plan_words(kind)
    words = words_of(text)
    joined = " ".join(words)
    return bool(words) and (joined in known or joined.replace(" ", "") in known or known.issuperset(words))


def begins_with(text: str, kind: PlanWord) -> bool:
    """Returns whether a text begins with a word of a kind, or with several: 'Note: ...', 'Chú thích'."""
    known, words = plan_words(kind), words_of(text)
    return any(
        " ".join(words[:count]) in known for count in range(1, min(len(words), _WORDS_OF_A_TERM_MAX) + 1)
    )


def side_of(name: str) -> int:
    """Returns 1 for the name of a section that says right, -1 for left, 0 for any other: 'Parkett links'.

    Sides are the audience's. 'Stage left' is the side of somebody on the stage, and says nothing here.
    """
    words = words_of(name[:_NAME_CHARACTERS_MAX])
    if not plan_words("stages").isdisjoint(words):
        return 0
    return int(any(_says(word, "right") for word in words)) - int(any(_says(word, "left") for word in words))


def _says(word: str, side: Side) -> bool:
    """Short Latin words of tickets mean other things in names: 'der' and 're'."""
    if word in plan_words(side):
        return True
    if is_glued(word):
        # Such words stand without spaces: '前右区'.
        pieces = [word[:end] for end in range(1, len(word) + 1)] + [
            word[start:] for start in range(1, len(word))
        ]
        return any(side in general_word(piece).directions for piece in pieces)
    return (len(word) > _SHORT_WORD or not word.isascii()) and side in general_word(word).directions


def _without_marks(text: str) -> str:
    if text.isascii():
        return text
    return "".join(
        character for character in text if character in VOWEL_MARKS or unicodedata.category(character) != "Mn"
    )


@cache
def _languages() -> tuple[PlanWords, ...]:
    return tuple(read_part("plans", PlanWords).values())


_LETTERS = re.compile(WORD)
_WORDS_OF_A_TERM_MAX = 3
_NAME_CHARACTERS_MAX = 200
_SHORT_WORD = 3
