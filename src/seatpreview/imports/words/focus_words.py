"""Recognises texts that name what people look at: stages and screens, fields and courts, in all languages."""

import re
from functools import cache
from typing import Literal

from seatpreview.imports.words.plan_words import PlanWord, folded_text, plan_words, words_of
from seatpreview.labels.text.general_words import general_word
from seatpreview.labels.text.scripts import WORD, is_glued


def is_stage_text(text: str) -> bool:
    """Whether a text of a plan names a stage or a screen: 'S T A G E', 'Hauptbühne', 'Écran 2'."""
    return _names_one_of(text, "stages", "stages_alone")


def is_field_text(text: str) -> bool:
    """Whether a text of a plan names a field, a court or the like: 'PITCH', 'Spielfeld', 'Cancha 1'."""
    return _names_one_of(text, "fields", "fields_alone")


def is_focus_text(text: str) -> bool:
    """Whether a text of a plan names what people look at."""
    return is_stage_text(text) or is_field_text(text)


def is_origin_in_stage(text: str) -> bool:
    """Whether a sentence of a text says that coordinates begin in the middle of a stage, and not at some
    distance from it: 'Origin: centre of stage', 'Nullpunkt ist die Bühnenmitte'."""
    return any(map(_puts_origin_in_stage, _SENTENCE_END.split(folded_text(text[:_NOTE_CHARACTERS_MAX]))))


def stage_place(text: str) -> Literal["", "top", "bottom"]:
    """Returns where a short text puts a stage on the page: 'Bühne oben', 'Stage at the bottom'."""
    words = words_of(text[:_CHARACTERS_MAX])
    is_stage = not (plan_words("stages") | plan_words("stages_alone")).isdisjoint(words)
    if not is_stage or len(words) > _WORDS_OF_A_PLACE_MAX:
        return ""
    is_up = any("upper" in general_word(word).directions for word in words)
    is_down = any("lower" in general_word(word).directions for word in words)
    if is_up == is_down:
        return ""
    return "top" if is_up else "bottom"


def readable_name(text: str) -> str:
    """Returns the name of a stage or field as a sentence has it: 'Stage' for 'S T A G E' and for 'stage'."""
    if len(text) > _CHARACTERS_MAX:
        return text
    groups = [group.split() for group in _WIDE_GAP.split(text.strip())]
    words = [
        word
        for group in groups
        for word in (["".join(group)] if len(group) > 1 and _is_spaced(group) else group)
    ]
    named = " ".join(words)
    if named.isupper() and len(named) > _CAPITALS_MAX:
        named = named.capitalize()
    return named[:1].upper() + named[1:]


def _names_one_of(text: str, kind: PlanWord, alone: PlanWord) -> bool:
    if len(text) > _CHARACTERS_MAX:
        return False
    spelled = folded_text(text)
    words = _words(spelled)
    names = plan_words(kind)
    if not words or len(words) > _WORDS_MAX or not (plan_words("nearby") - names).isdisjoint(words):
        return False
    joined = "".join(words)
    if joined in plan_words(alone):
        return not any(character.isdigit() for character in spelled)
    return (
        joined in names
        or " ".join(words) in names
        or any(
            word in names or (word.endswith(_endings(kind)) and word not in _NOT_THE_FOCUS) for word in words
        )
    )


@cache
def _endings(kind: PlanWord) -> tuple[str, ...]:
    """Words that others end with: 'Freilichtbühne', 'авансцена', '大舞台'. Short ones end words by chance."""
    return tuple(
        word
        for word in plan_words(kind)
        if len(word) >= (_FIELD_ENDING_LETTERS_MIN if kind == "fields" else _STAGE_ENDING_LETTERS_MIN)
        or (is_glued(word) and len(word) > 1)
    )


def _puts_origin_in_stage(sentence: str) -> bool:
    is_about_origin = not plan_words("origins").isdisjoint(_LETTERS.findall(sentence))
    if not is_about_origin or _DISTANCE.search(sentence):
        return False
    stages = plan_words("stages") | plan_words("stages_alone")
    return all(any(word in sentence for word in words) for words in (plan_words("middles"), stages))


def _words(plain: str) -> list[str]:
    """Returns the words of a text without digits. Letters that stand alone are joined to one word."""
    groups = [_LETTERS.findall(group) for group in _WIDE_GAP.split(plain)]
    joined = [["".join(group)] if len(group) > 1 and _is_spaced(group) else group for group in groups]
    words = [word for group in joined for word in group]
    return ["".join(words)] if len(words) > 1 and _is_spaced(words) else words


def _is_spaced(words: list[str]) -> bool:
    return all(len(word) == 1 for word in words)


_CHARACTERS_MAX = 120
_CAPITALS_MAX = 3
"""A longer word in capitals is not an abbreviation."""
_WORDS_MAX = 4
_WORDS_OF_A_PLACE_MAX = 8
_LETTERS = re.compile(WORD)
_WIDE_GAP = re.compile(r"\s{2,}|[\n\r\t/|]")
_STAGE_ENDING_LETTERS_MIN = 5
_FIELD_ENDING_LETTERS_MIN = 7
_NOTE_CHARACTERS_MAX = 1_000
_SENTENCE_END = re.compile(r"[.;!?\n]")
_DISTANCE = re.compile(r"[1-9]")
_NOT_THE_FOCUS = frozenset({"backstage", "offstage"})
