"""A label while it is being read: its tokens, and the role that each has been given so far."""

from collections.abc import Mapping, Sequence

import msgspec

from seatpreview.labels.model import TakenFor
from seatpreview.labels.parsing.neighbouring_words import Neighbours, is_in_a_name
from seatpreview.labels.text.general_words import (
    ROMAN,
    UNKNOWN,
    GeneralWord,
    Kind,
    general_word,
    is_letter,
    with_one_typo,
)
from seatpreview.labels.text.look_alikes import with_letters_of_venue
from seatpreview.labels.text.ordinals import (
    NO_CODES,
    Codes,
    any_ordinal_at,
    is_ordinal_before,
    is_ordinal_ending,
)
from seatpreview.labels.text.tokens import Token
from seatpreview.labels.text.words_of_venue import NO_OWN_WORDS, OwnWords
from seatpreview.labels.text.written_words import WrittenWords

VALUE_LETTERS_MAX = 3
"""A word that stands alone can be the name of a row or a seat only if it has at most this many letters."""
VALUE_CHARACTERS_MAX = 8

MARKERS: frozenset[Kind] = frozenset(("row", "rows", "seat", "seats", "section", "sections"))
UNRESERVED: frozenset[Kind] = frozenset(("standing", "unreserved"))
"""Kinds of words that stand in place of a row: 'GA', 'SRO'."""
_ROWS: frozenset[Kind] = frozenset(("row", "rows"))
_PLACES: frozenset[Kind] = frozenset(("row", "rows", "seat", "seats", "seat_letter", "number"))
_NUMBER_LETTER = "n"
_ORDINAL_SIGNS = frozenset((".", "°"))
_BETWEEN_MARKER_AND_VALUE = frozenset((".", ":", "#", "°", "-", "\u2013", "'", "\u2019", "("))
_SEPARATORS = frozenset((",", ";", ":", "|", "(", ")", "[", "]", "!", "*"))
_DASHES = frozenset(("-", "\u2013", "\u2014", "/", "+", "&"))


class NamesOfVenue(msgspec.Struct, frozen=True):
    """Everything about the venue that is needed to read a label."""

    words: frozenset[str]
    """The words of the venue's names, as written. None of them is a marker."""
    rows: frozenset[str]
    """The normalized names of all rows."""
    written_words: WrittenWords = msgspec.field(default_factory=WrittenWords)
    """The same words as `words`, by how they begin and by their letters."""
    level_words: frozenset[str] = frozenset()
    """Words that stand beside a number in names of levels, and occur in no other name."""
    level_numbers: frozenset[str] = frozenset()
    """The numbers in names of levels."""
    codes: Codes = NO_CODES
    """Texts in the venue's names that look like ordinals but are not."""
    neighbours: Neighbours = {}
    """The words that stand around names' words which also mean something in general language."""
    listings: frozenset[tuple[str, ...]] = frozenset()
    """The lists of sections in names of levels, each with the word before the list."""
    own_words: OwnWords = NO_OWN_WORDS
    """Its words for kinds of places that other languages call otherwise: 'sala' for 'Screen'."""
    letters: Mapping[str, str] = {}
    """The letters in names of rows and sections, by the Latin letters that they look like."""
    has_latin_letters: bool = True
    """Whether all of these letters are Latin."""


class Value(msgspec.Struct, frozen=True, gc=False):
    """The name of a row or a seat: letters and digits that touch each other."""

    text: str
    at: tuple[int, ...]
    """The indexes of its tokens."""

    @property
    def last(self) -> int:
        return self.at[-1]


def is_ordinal_behind(draft: "Draft", index: int) -> bool:
    """Returns whether an ordinal stands here that may belong to the word before it, as in Hebrew and Arabic:
    'الصف الخامس'."""
    if index >= len(draft.tokens) or draft.roles[index] is not None or draft.tokens[index].text.isascii():
        return False
    return bool(any_ordinal_at(draft.tokens, index, draft.venue.codes))


class Draft:
    """The tokens of a label with their roles. A token without a role may name a section."""

    def __init__(self, text: str, tokens: tuple[Token, ...], venue: NamesOfVenue) -> None:
        if not (venue.has_latin_letters and text.isascii()):
            tokens = with_letters_of_venue(tokens, venue.letters)
        self.text = text
        self.tokens = tokens
        self.venue = venue
        self.roles: list[TakenFor | None] = [None] * len(tokens)
        self.row_end = -1
        """The index of the row's last token; -1 if no row was found."""
        self.general: list[GeneralWord] = [UNKNOWN] * len(tokens)
        """What each token means in general language; nothing for words of the venue's own names."""
        self.own: list[bool] = [False] * len(tokens)
        """Whether each token is a word of the venue's own names."""
        self.level_numbers: set[int] = set()
        """The indexes of tokens that are the number of a level: 'Level 3'."""
        self.grades: list[int] = []
        """The indexes of words that may make another product of a name: 'Premium'."""
        self.row_markers: list[int] = []
        self.seat_markers: list[int] = []
        self.refusal = ""
        """Why the label cannot name a place at any venue."""
        self.refusal_without_row = ""
        """Why the label cannot name a place, unless it names a row."""
        self.has_numbers = False
        for index, token in enumerate(tokens):
            if token.is_number:
                self.has_numbers = True
            elif not token.is_sign:
                self._look_up(index, token.text)

    def _look_up(self, index: int, word: str) -> None:
        venue = self.venue
        is_own = word in venue.words and is_in_a_name(self.tokens, index, venue.neighbours, venue.rows)
        general = general_word(word)
        if is_own:
            self.own[index] = True
        elif general.is_known:
            self.general[index] = general
        elif len(word) > 4:
            typo = general_word(with_one_typo(word))
            if not MARKERS.isdisjoint(typo.kinds):
                general = self.general[index] = typo
        if _PLACES.isdisjoint(general.kinds):
            return
        if _ROWS.isdisjoint(general.kinds):
            self.seat_markers.append(index)
        elif not is_own:
            self.row_markers.append(index)

    def refuse(self, reason: str) -> None:
        """Refuses the label. The first reason counts."""
        self.refusal = self.refusal or reason

    def refuse_without_row(self, reason: str) -> None:
        """Refuses the label unless it names a row. The first reason counts."""
        self.refusal_without_row = self.refusal_without_row or reason

    def written(self, index: int) -> str:
        """Returns a word as it is written in the label."""
        token = self.tokens[index]
        return self.text[token.start : token.end]

    def free(self) -> tuple[int, ...]:
        """Returns the indexes of tokens that no other part of the label has taken."""
        roles, general = self.roles, self.general
        # A word that only announces a number is not one of them: 'Palco n. 12'.
        return tuple(
            [
                index
                for index, token in enumerate(self.tokens)
                if roles[index] is None
                and not token.is_sign
                and not ("number" in general[index].kinds and self._announces_number(index))
                and not (token.text == _NUMBER_LETTER and self.own[index] and self._is_number_sign(index))
            ]
        )

    def mark(self, marker: int, at: tuple[int, ...], role: TakenFor) -> None:
        """Gives roles to a marker, to its values, and to everything between them."""
        for position in range(marker, at[0]):
            self.roles[position] = "marker"
        self.roles[marker] = "marker"
        for position in at:
            self.roles[position] = role
        if role == "row":
            self.row_end = at[-1]

    def mark_before(self, marker: int, at: tuple[int, ...], role: TakenFor) -> None:
        """Gives roles to a marker, to its values before it, and to everything between them."""
        for position in range(at[-1] + 1, marker + 1):
            self.roles[position] = "marker"
        for position in at:
            self.roles[position] = role
        if role == "row":
            self.row_end = marker

    def is_free_number(self, index: int) -> bool:
        """Returns whether this token is a number without a role."""
        return 0 <= index < len(self.tokens) and self.tokens[index].is_number and self.roles[index] is None

    def is_sign_at(self, index: int, signs: frozenset[str]) -> bool:
        """Returns whether this token is one of these signs."""
        return (
            0 <= index < len(self.tokens) and self.tokens[index].is_sign and self.tokens[index].text in signs
        )

    def is_touched(self, index: int) -> bool:
        """Returns whether the next token follows this one without a gap: 'A' in 'A8'."""
        return index + 1 < len(self.tokens) and self.tokens[index + 1].touches

    def kinds_at(self, index: int) -> frozenset[Kind]:
        """Returns what a token may mean in general language, even if the venue's names contain it."""
        token = self.tokens[index]
        return UNKNOWN.kinds if token.is_sign or token.is_number else general_word(token.text).kinds

    def general_at(self, index: int) -> GeneralWord:
        """Returns what a word means in general language, even if the venue's names contain it."""
        return self.general[index] if not self.own[index] else general_word(self.tokens[index].text)

    def after_marker(self, index: int) -> int:
        """Returns the index of the next token that is neither a sign nor a word such as 'Nr.' between a
        marker and its value."""
        while index < len(self.tokens) and self.roles[index] is None:
            token = self.tokens[index]
            if token.is_number:
                break
            if token.is_sign:
                if token.text not in _BETWEEN_MARKER_AND_VALUE:
                    break
            elif "number" not in general_word(token.text).kinds or not self._announces_number(index):
                break

            index += 1
        return index

    def after_small_words(self, marker: int) -> int:
        """Returns the index after a marker and the small words that follow it: 'File da 1 a 2'."""
        at = self.after_marker(marker + 1)
        while at < len(self.tokens) and not is_letter(self.tokens[at].text) and "filler" in self.kinds_at(at):
            at = self.after_marker(at + 1)
        return at

    def _is_number_sign(self, index: int) -> bool:
        """Returns whether the letter of a section stands for 'number' before a full stop: 'Box n. 10' beside
        'N2'."""
        if self.tokens[index].is_capital or not self.is_sign_at(index + 1, _ORDINAL_SIGNS):
            return False
        return "number" in self.kinds_at(index) and self._announces_number(index)

    def _announces_number(self, index: int) -> bool:
        """Returns whether a number follows the word 'number'. 'N12' is the seat 12 of a row N."""
        if self.is_touched(index) and self.tokens[index].text in self.venue.rows:
            return False
        index += 1
        while index < len(self.tokens) and self.tokens[index].is_sign:
            index += 1
        return index < len(self.tokens) and self.tokens[index].is_number

    def value_at(self, index: int) -> Value | None:
        """Returns the name of a row or a seat that begins here."""
        tokens, roles = self.tokens, self.roles
        if not 0 <= index < len(tokens) or roles[index] is not None or tokens[index].is_sign:
            return None
        first = tokens[index]
        end = index + 1
        while end < len(tokens) and tokens[end].touches and roles[end] is None:
            end += 1
        if end == index + 1:
            is_value = first.is_number or self._is_letter_value(index)
            return Value(first.text, (index,)) if is_value else None
        at = tuple(range(index, end))
        text = "".join(tokens[position].text for position in at)
        if text in self.venue.rows:
            return Value(text, at)
        # A single letter is part of the name: '12E' is the seat next to '12D'.
        is_ordinal = first.is_number and end == index + 2 and len(tokens[index + 1].text) > 1
        if is_ordinal and is_ordinal_ending(tokens, index + 1, self.venue.codes):
            return Value(first.text, at)
        is_short = len(text) <= VALUE_CHARACTERS_MAX and all(
            tokens[position].is_number or len(tokens[position].text) <= 2 for position in at
        )
        return Value(text, at) if is_short else None

    def _is_letter_value(self, index: int) -> bool:
        text = self.tokens[index].text
        if is_letter(text) or text in self.venue.rows:
            return True
        if len(text) > VALUE_LETTERS_MAX or self.own[index]:
            return False
        general = self.general[index]
        return not general.is_known or not UNRESERVED.isdisjoint(general.kinds)

    def value_before(self, index: int) -> Value | None:
        """Returns the name of a row or a seat that ends before this token. Signs may stand between the
        two."""
        end = index - 1
        while end >= 0 and self.tokens[end].is_sign and self.tokens[end].text not in ("&", "+"):
            end -= 1
        if end < 0 or self.tokens[end].is_sign:
            return None
        start = end
        while start > 0 and self.tokens[start].touches:
            start -= 1
        value = self.value_at(start)
        return value if value is not None and value.last == end else None

    def ordinal_before(self, index: int) -> Value | None:
        """Returns the ordinal that ends before this token: '2nd', '2.', '2ª', 'second'."""
        at = index - 1
        if at < 0 or self.roles[at] is not None:
            return None
        token = self.tokens[at]
        if token.is_number:
            return None
        if number := any_ordinal_at(self.tokens, at, self.venue.codes):
            return Value(number, (at,))
        if token.touches:
            is_ordinal = is_ordinal_before(self.tokens, at, self.venue.codes)
            return Value(self.tokens[at - 1].text, (at - 1, at)) if is_ordinal else None
        if not token.is_sign:
            return None
        start = at
        while start > 0 and self.is_sign_at(start, _ORDINAL_SIGNS):
            start -= 1
        if start == at:
            return None
        has_number = self.is_free_number(start) or (
            self.tokens[start].text in ROMAN and self.roles[start] is None
        )
        has_number = has_number and self.tokens[start].end == self.tokens[start + 1].start
        if has_number and not self.tokens[start].is_number:
            return Value(ROMAN[self.tokens[start].text], tuple(range(start, at + 1)))  # 'III. sor'
        return Value(self.tokens[start].text, tuple(range(start, at + 1))) if has_number else None


def is_apart(tokens: Sequence[Token], roles: Sequence[TakenFor | None], first: int, second: int) -> bool:
    """Returns whether two words of a section belong to different phrases: a separator or a row stands between
    them. A dash separates only with a blank beside it: 'Coldplay - Section 104', but not 'North-East'."""
    for index in range(first + 1, second):
        token = tokens[index]
        if not token.is_sign:
            if roles[index] != "aside":
                return True
        elif token.text in _SEPARATORS or (token.text in _DASHES and _has_blank(tokens, index)):
            return True
    return False


def _has_blank(tokens: Sequence[Token], index: int) -> bool:
    before, sign, behind = tokens[index - 1 : index + 2]
    return before.end < sign.start or sign.end < behind.start
