"""Readings of texts as names of sections, the cache that keeps them, and its keys."""

from collections.abc import Sequence

import msgspec

from seatpreview.caching import BoundedCache
from seatpreview.labels.matching.evidence import Evidence
from seatpreview.labels.parsing.label_draft import is_apart
from seatpreview.labels.parsing.label_parser import Statement
from seatpreview.labels.text.general_words import general_word
from seatpreview.labels.text.ordinals import follows_section_word, is_ordinal_ending, ordinal_at

_READING_BYTES = 2000
"""The memory of a reading with its text, besides its candidates and words."""
_CANDIDATE_BYTES = 100
_WORD_BYTES = 300


class Reading(msgspec.Struct, frozen=True, gc=False):
    """A text as the name of a section: what it says, and what that is evidence for."""

    statement: Statement
    evidence: Evidence | None
    """None if the text cannot name a place."""
    mapped: "Mapped | None" = None
    steps: int = 0
    """What it took to find this out, which is charged also where it is remembered."""


READINGS_MAX = 20_000
"""Readings that are kept, where many labels are resolved one after the other."""

Readings = BoundedCache[tuple[object, str, bool], Reading]
"""Readings by the matcher, the text, and whether the label also names a row."""


class Mapped(msgspec.Struct, frozen=True):
    """A name that the owner gives to a section, and which rule it was."""

    name: str
    section: str
    rule: int


def keep_reading(readings: Readings, cache_key: tuple[object, str, bool], reading: Reading) -> Reading:
    """Keeps a reading with an estimate of its memory, and returns it."""
    evidence = reading.evidence
    candidates = 0 if evidence is None else len(evidence.candidates)
    size = candidates * _CANDIDATE_BYTES + len(reading.statement.tokens) * _WORD_BYTES
    return readings.put(cache_key, reading, _READING_BYTES + size)


def section_text(statement: Statement, section: Sequence[int]) -> str:
    """Returns everything that `mentions_in` reads from these tokens, as one text. Labels that differ only in
    other ways share a cache entry. The line break keeps the key apart from the text of a label in parts."""
    tokens, levels, codes = statement.tokens, statement.level_numbers, statement.codes
    words = ["\n"]
    before = -1
    for index in section:
        token = tokens[index]
        text = token.text
        mark = "#" if index in levels else " " if not token.touches else ""
        if index > before + 1:
            mark = _mark_of_gap(statement, before, index, mark)
        before = index
        if token.is_number:
            mark = f"{mark}:" if follows_section_word(tokens, index) else mark
        elif len(text) == 1 or token.touches or general_word(text).ordinal:
            # 'I' is a number in 'I. Rang', but a letter in 'I, Rang'. 'Second' is not a number in 'Second
            # Row'.
            if ordinal_at(tokens, index, codes) or is_ordinal_ending(tokens, index, codes):
                mark += "."
            text = text.upper() if token.is_capital else text
        if statement.general[index].kinds:
            mark += "!"  # The same word may be part of a name elsewhere.
        words.append(mark + text)
        if index + 1 < len(tokens) and tokens[index + 1].touches:
            words.append("-")
    return "".join(words)


def _mark_of_gap(statement: Statement, before: int, index: int, mark: str) -> str:
    """Adds to a word's mark what stands between it and the section's previous word. An ending belongs to the
    number that it touches, two words that are far apart are never one word of the venue, a direction belongs
    to the word right after it, and an unknown name speaks against a place in its own phrase."""
    tokens = statement.tokens
    if before >= 0 and is_apart(tokens, statement.roles, before, index):
        mark += ","
    if tokens[index].touches and tokens[index - 1].is_number:
        return f"{mark}({tokens[index - 1].text})"
    if before < 0:
        return mark
    return f"{mark}|" if index > before + 2 else f"{mark};"
