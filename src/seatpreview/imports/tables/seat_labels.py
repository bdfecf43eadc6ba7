"""Labels that name a seat in one text, such as 'Stalls A12' or '101/5/12', split where all of them agree."""

import re
from collections.abc import Callable, Collection

import msgspec

from seatpreview.imports.words.worded_places import is_word_for, without_word, worded_place

LABEL_LENGTH_MAX = 120


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


def _by_words_around(label: _Label) -> LabelParts | None:
    """'3 ряд, 5 место' and '3列5番': words behind their numbers, or without blanks."""
    place = worded_place(label.text)
    return LabelParts(*place) if place else None


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
    _by_words_around,
    _by_letters,
    _by_slashes,
    _by_dashes,
    _by_row_and_number,
    _by_section_and_seat,
    _by_three_words,
    _by_two_words,
)
_PUNCTUATION = " ,;:/|·\u2013_.-"
_TO_SLASH = str.maketrans("|,;:", "////")
_TO_DASH = str.maketrans("\u2013_", "--")
_WORD = re.compile(r"[^\s,;:/|·\u2013_.-]+")
_SHORT = re.compile(r"[^\W_]{1,8}")
_NUMBER = re.compile(r"[0-9]{1,4}[A-Za-z]?")
_ROW_CODE = re.compile(r"[Rr]([0-9]{1,3})")
_SEAT_CODE = re.compile(r"[SsPp]([0-9]{1,4})")
_ROW_AND_NUMBER = re.compile(r"([A-Za-z]{1,3})[\s._/\u2013-]?([0-9]{1,4}[A-Za-z]?)")
