"""Labels that name a seat in one text, such as 'Stalls A12' or '101/5/12', split where all of them agree."""

import re
from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Literal

import msgspec

from seatpreview.imports.words.field_words import field_of
from seatpreview.labels.text.general_words import general_word, is_letter
from seatpreview.labels.text.spelling import folded
from seatpreview.labels.text.tokens import readable, tokens_of

LABEL_LENGTH_MAX = 120

SeatPart = Literal["section", "row", "seat"]


class LabelParts(msgspec.Struct, frozen=True, gc=False):
    """The parts of a label. The section is empty where the label has none."""

    section: str
    row: str
    seat: str


def split_labels(labels: Collection[str]) -> dict[str, LabelParts] | None:
    """The parts of each label, by the first form that fits every label; None if none does."""
    for form in _FORMS:
        found = _split_all(form, labels)
        if found and len(found) == len(labels):
            return found
    return None


def split_most_labels(labels: Collection[str]) -> dict[str, LabelParts] | None:
    """As `split_labels`, for labels of which a few have no part but a name: these are seats without a row."""
    for form in _FORMS:
        found = _split_all(form, labels, failures_max=len(labels) // 10)
        if found:
            return found | {label: LabelParts("", "", label) for label in labels if label not in found}
    return None


def is_word_for(part: SeatPart, word: str) -> bool:
    """Whether a word stands before the name of such a part, in labels or in headers of any language."""
    if len(word) < 2 and word.isascii():
        return False
    general = general_word(folded(word))
    # A header may call rows boxes, but 'Box 5' is the name of a box.
    return part in general.kinds or (field_of(word) == part and not general.seating)


def without_words(texts: Collection[str], part: SeatPart) -> dict[str, str] | None:
    """The texts without a word such as 'Row' beside them, if each has it; None otherwise."""
    found = {text: without_word(text, part) for text in texts if text}
    return found if found and all(short != text for text, short in found.items()) else None


@lru_cache(maxsize=4096)
def without_word(text: str, part: SeatPart) -> str:
    """The name without the word for what it is: '5' for 'Row 5', '5 ряд' and '5排'. The text itself if it has
    no such word."""
    first = _WORD.match(text)
    if first and is_word_for(part, first[0]):
        return text[first.end() :].lstrip(" .:#") or text
    if text.isalnum() and text.isascii():
        return text
    plain = readable(text[:LABEL_LENGTH_MAX])
    tokens = sorted((token for token in tokens_of(plain) if not token.is_sign), key=lambda token: token.start)
    words = [token for token in tokens if part in general_word(token.text).kinds and len(tokens) > 1]
    if len(words) != 1 or words[0] not in (tokens[0], tokens[-1]) or is_letter(words[0].text):
        return text
    rest = plain[words[0].end :] if words[0] == tokens[0] else plain[: words[0].start]
    return _ORDINAL_ENDING.sub("", rest.strip(" .:#-")) or text


def _split_all(form: "_Form", labels: Collection[str], failures_max: int = 0) -> dict[str, LabelParts] | None:
    """The parts of the labels that the form fits; None if it does not fit more than `failures_max`."""
    found: dict[str, LabelParts] = {}
    failures = 0
    for label in labels:
        parts = form(_Label(label)) if len(label) <= LABEL_LENGTH_MAX else None
        if parts:
            found[label] = parts
        elif (failures := failures + 1) > failures_max:
            return None
    return found


class _Label:
    """A label and its words, which blanks and punctuation part."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._spans = [match.span() for match in _WORD.finditer(text)]
        self.words = [text[start:end] for start, end in self._spans]

    def section(self, words: int) -> str:
        """What stands before the last words, without a word such as 'Block'."""
        before = self.text[: self._spans[-words][0]].strip(_PUNCTUATION)
        return without_word(before, "section")


def _by_words(label: _Label) -> LabelParts | None:
    """'Block 101, Row 5, Seat 12'."""
    if len(label.words) < 4:
        return None
    row_word, row, seat_word, seat = label.words[-4:]
    if not is_word_for("row", row_word) or not is_word_for("seat", seat_word):
        return None
    return LabelParts(label.section(4), row, seat)


def _by_letters(label: _Label) -> LabelParts | None:
    """'R1 S4'."""
    if len(label.words) < 2:
        return None
    row, seat = _ROW_CODE.fullmatch(label.words[-2]), _SEAT_CODE.fullmatch(label.words[-1])
    return LabelParts(label.section(2), row[1], seat[1]) if row and seat else None


def _by_slashes(label: _Label) -> LabelParts | None:
    """'101/5/12'."""
    return _three_parts(label.text.translate(_TO_SLASH).split("/"))


def _by_dashes(label: _Label) -> LabelParts | None:
    """'Stalls-A-12'."""
    return _three_parts(label.text.translate(_TO_DASH).rsplit("-", 2))


def _by_row_and_number(label: _Label) -> LabelParts | None:
    """'A12' or 'A-12'."""
    found = _ROW_AND_NUMBER.fullmatch(label.text)
    return LabelParts("", found[1], found[2]) if found else None


def _by_section_and_seat(label: _Label) -> LabelParts | None:
    """'Stalls A12' or 'Upper Circle A 12'."""
    if len(label.words) > 1 and (found := _ROW_AND_NUMBER.fullmatch(label.words[-1])):
        return LabelParts(label.section(1), found[1], found[2])
    if len(label.words) > 2 and (found := _ROW_AND_NUMBER.fullmatch("".join(label.words[-2:]))):
        return LabelParts(label.section(2), found[1], found[2])
    return None


def _by_three_words(label: _Label) -> LabelParts | None:
    """'101 5 12'."""
    if len(label.words) < 3 or len(label.words[-2]) > 3 or not _NUMBER.fullmatch(label.words[-1]):
        return None
    return LabelParts(label.section(2), label.words[-2], label.words[-1])


def _by_two_words(label: _Label) -> LabelParts | None:
    """'5/12'."""
    if len(label.words) != 2 or len(label.words[0]) > 4 or not _NUMBER.fullmatch(label.words[1]):
        return None
    return LabelParts("", label.words[0], label.words[1])


def _three_parts(parts: list[str]) -> LabelParts | None:
    if len(parts) != 3:
        return None
    section, row, seat = map(str.strip, parts)
    if not section or not _SHORT.fullmatch(row) or not _SHORT.fullmatch(seat):
        return None
    return LabelParts(without_word(section, "section"), row, seat)


_Form = Callable[[_Label], LabelParts | None]
_FORMS: tuple[_Form, ...] = (
    _by_words,
    _by_letters,
    _by_slashes,
    _by_dashes,
    _by_row_and_number,
    _by_section_and_seat,
    _by_three_words,
    _by_two_words,
)
_ORDINAL_ENDING = re.compile(r"(?<=\d)(?:-?[йяе]|-?[ый]й|\.|[ºª°]|st|nd|rd|th|er|e|ème)$")
"""What makes a number an ordinal before its word: '5-й ряд'."""
_PUNCTUATION = " ,;:/|·\u2013_.-"
_TO_SLASH = str.maketrans("|,;:", "////")
_TO_DASH = str.maketrans("\u2013_", "--")
_WORD = re.compile(r"[^\s,;:/|·\u2013_.-]+")
_SHORT = re.compile(r"[^\W_]{1,8}")
_NUMBER = re.compile(r"[0-9]{1,4}[A-Za-z]?")
_ROW_CODE = re.compile(r"[Rr]([0-9]{1,3})")
_SEAT_CODE = re.compile(r"[SsPp]([0-9]{1,4})")
_ROW_AND_NUMBER = re.compile(r"([A-Za-z]{1,3})[\s._/\u2013-]?([0-9]{1,4}[A-Za-z]?)")
