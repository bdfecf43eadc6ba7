"""What a label that leads nowhere may have been meant to be: without slips, and without sentences about other
things."""

import re
from collections.abc import Iterator, Sequence

from seatpreview.labels.model import Parts
from seatpreview.labels.parsing.event_titles import abbreviates_a_name, names_a_room, without_titles
from seatpreview.labels.parsing.label_draft import MARKERS, NamesOfVenue
from seatpreview.labels.text.general_words import FRONT_ROWS, ROMAN, GeneralWord, Kind, general_word
from seatpreview.labels.text.misplaced_fields import fields_meant
from seatpreview.labels.text.misread_characters import without_misread
from seatpreview.labels.text.slips import without_slips
from seatpreview.labels.text.spelling import folded
from seatpreview.labels.text.tokens import Token, readable, spoken_words, tokens_of
from seatpreview.labels.text.written_words import has_doubled

_DOUBLED = re.compile(r"[^\W\d_]+")
_DOUBLED_LETTERS = range(3, 25)
_SWAPPED_LETTERS = 4
_CHARACTERS_MAX = 200
_DOTS_MIN = 3
_DOTTED = re.compile(rf"(?<!\w)(?:[^\W\d_]\.){{{_DOTS_MIN},}}")
"""An abbreviation of three letters or more: 'P.V.P.'."""
_DOTS_OF_A_NAME_MIN = 2
_DOTTED_NAME = re.compile(r"(?<!\w)(?:[^\W\d_]\.){2,4}")
_SEPARATOR = re.compile(r"([,;|!()\[\]]|\s[-\u2013\u2014]\s|(?<=[^\W\d_]{3})\.\s)")
_REMARK_WORDS_MIN = 3
_BRACKETS = frozenset(("(", "["))
_ROWS = frozenset(("row", "rows"))
_SEATS = frozenset(("seat", "seats"))
_ASIDES = frozenset(("aside", "hall", "wheelchair"))
_OF_FRONT_ROW = "the section behind the front row says which one it is"
_SAYS_WHERE = frozenset(("side", "filler"))


def texts_meant(
    label: str | Parts, tokens: Sequence[Token], venue: NamesOfVenue, *, has_lettered: bool
) -> Iterator[tuple[str | Parts, str]]:
    """Yields what to read in place of a label that leads nowhere, each with what was changed. `tokens` are
    those of the label: most have no word that could make a difference."""
    if (clear := without_misread(label, venue.words, has_lettered=has_lettered)) is not None:
        yield clear, "digits and letters that look alike were confused"
    if isinstance(label, Parts):
        yield from fields_meant(label)
        if (fields := _front_row_of(label, venue.words)) is not None:
            yield fields, _OF_FRONT_ROW
        return
    if len(label) > _CHARACTERS_MAX:
        return
    text = readable(label)
    if not venue.words.isdisjoint(FRONT_ROWS):
        front = with_front_row(text, tokens, venue.words)
        if front is not None:
            yield front, _OF_FRONT_ROW
    if (whole := _with_dotted_names(text, venue.words)) != text:
        yield whole, "the dots of an abbreviation were left out"
    has_unknown, may_have_remarks, may_have_titles = _worth_trying(tokens, venue.words)
    if has_unknown:
        yield from _spellings_meant(label, text, tokens, venue)
    rest = without_remarks(text, venue) if may_have_remarks else None
    if rest is not None:
        yield rest, "what it says about other things was left out"
    rest = without_titles(text, tokens, venue) if may_have_titles else None
    if rest is not None:
        yield rest, "what it says about the event was left out"


def _spellings_meant(
    label: str, text: str, tokens: Sequence[Token], venue: NamesOfVenue
) -> Iterator[tuple[str, str]]:
    """Yields a label with a word that nobody knows as it may have been meant."""
    if (single := without_doubled_letters(label, venue)) is not None:
        yield single, "a letter that was typed twice was read once"
    if (swapped := with_swapped_letters(text, tokens, venue)) is not None:
        yield swapped, "two letters that were typed in the wrong order were swapped"
    if (meant := without_slips(text, tokens, venue.words)) is not None:
        yield meant, "a word for a row or a seat was written with a slip"


def _front_row_of(parts: Parts, own: frozenset[str]) -> Parts | None:
    """Returns the fields of a place in the front row that stands in the field for the row: 'Tendido 4',
    'Barrera'."""
    if folded(parts.row.strip()) not in FRONT_ROWS:
        return None
    text = readable(f"{parts.section} {parts.row}")
    section = with_front_row(text, tokens_of(text), own)
    return None if section is None else Parts(section=section, seat=parts.seat)


def with_front_row(text: str, tokens: Sequence[Token], own: frozenset[str]) -> str | None:
    """Returns the text with a front row that is a section of the venue in place of the section behind it:
    'Barrera 2' for 'Tendido 2 Barrera'. None if it has none, or if the row has a number of its own."""
    front = next((at for at, token in enumerate(tokens) if token.text in FRONT_ROWS), None)
    if front is None or tokens[front].text not in own:
        return None
    others = [token for token in tokens if token.text == FRONT_ROWS[tokens[front].text]]
    if len(others) != 1 or (front + 1 < len(tokens) and tokens[front + 1].is_number):
        return None
    row, behind = tokens[front], others[0]
    name = text[row.start : row.end]
    if row.start < behind.start:
        return f"{text[: row.start]}{text[row.end : behind.start]}{name}{text[behind.end :]}"
    return f"{text[: behind.start]}{name}{text[behind.end : row.start]}{text[row.end :]}"


def _with_dotted_names(text: str, own: frozenset[str]) -> str:
    """Returns the text without the dots of abbreviations that are names of the venue: 'DC' for 'D.C.'."""
    if text.count(".") < _DOTS_OF_A_NAME_MIN:
        return text
    return _DOTTED_NAME.sub(
        lambda found: name if folded(name := found[0].replace(".", "")) in own else found[0], text
    )


def _worth_trying(tokens: Sequence[Token], own: frozenset[str]) -> tuple[bool, bool, bool]:
    """Returns whether a label has a word that neither the venue nor a language has, whether it has brackets,
    or a row, a seat and something else that signs separate from them, and whether it has signs and words for
    a row, or a box of the venue, and for a seat."""
    has_unknown = has_room = False
    signs: list[str] = []
    kinds: frozenset[Kind] = frozenset()
    for token in tokens:
        if token.is_sign:
            signs.append(token.text)
        elif not token.is_number:
            general = general_word(token.text)
            has_room = has_room or (bool(general.seating) and token.text in own and names_a_room(token.text))
            if general.kinds:
                kinds |= general.kinds
            elif not general.is_known and not has_unknown:
                # A letter of a script without spaces may be the rest of a word.
                is_word = len(token.text) >= _DOUBLED_LETTERS.start or not token.text.isascii()
                has_unknown = is_word and token.text not in own
    if not signs:
        return has_unknown, False, False
    has_row_and_seat = not kinds.isdisjoint(_ROWS) and not kinds.isdisjoint(_SEATS)
    may_have_titles = has_row_and_seat or (has_room and not kinds.isdisjoint(_SEATS))
    if not _BRACKETS.isdisjoint(signs):
        return has_unknown, True, may_have_titles
    has_more = "foreign" in kinds or signs.count(".") >= _DOTS_MIN
    return has_unknown, has_more and has_row_and_seat, may_have_titles


def without_doubled_letters(text: str, venue: NamesOfVenue) -> str | None:
    """Returns the text with words of the venue's names in place of words that have other letters twice than
    these: 'Nave Left' for 'Nave Lefft', 'Mezzanine' for 'Mezannine'. None if it has none. 'AA' and 'XII' are
    no such words."""
    if not has_doubled(text.casefold()):
        return None
    changed = _DOUBLED.sub(lambda found: _without_doubled_letter(found[0], venue), text)
    return changed if changed != text else None


def _without_doubled_letter(word: str, venue: NamesOfVenue) -> str:
    if len(word) not in _DOUBLED_LETTERS or not has_doubled(word.casefold()):
        return word
    spelled = folded(word)
    if spelled in venue.words or spelled in ROMAN or len(set(spelled)) == 1 or general_word(spelled).is_known:
        return word
    return venue.written_words.with_letters_of(spelled) or word


def with_swapped_letters(text: str, tokens: Sequence[Token], venue: NamesOfVenue) -> str | None:
    """Returns a readable text with a short word of the venue's names in place of one that nobody knows, and
    that has two of its letters in the wrong order: 'West' for 'Wset'. None if it has none. Longer words are
    recognized anyway."""
    for token in tokens:
        if len(token.text) != _SWAPPED_LETTERS or token.is_sign or token.is_number or token.touches:
            continue
        if token.text in venue.words or general_word(token.text).is_known:
            continue
        if meant := venue.written_words.with_letters_swapped(token.text):
            return f"{text[: token.start]}{meant}{text[token.end :]}"
    return None


def without_remarks(text: str, venue: NamesOfVenue) -> str | None:
    """Returns a readable text without sentences about the way in and other things, if the rest has words for
    a row and a seat; None if there are none. A remark in brackets may also stand beside a section alone:
    'Grass Bank (bring a blanket)'."""
    plain = _DOTTED.sub(" ", text)
    pieces = _SEPARATOR.split(plain)
    kept: list[str] = []
    needs_row = plain != text
    is_dropped = has_remark = False
    for at in range(0, len(pieces), 2):
        words = [word for word in spoken_words(pieces[at]) if not word.isdecimal()]
        is_dropped = _is_about_other_things(words, venue, was_dropped=is_dropped)
        needs_row = needs_row or is_dropped
        is_remark = at > 0 and pieces[at - 1] in _BRACKETS and _is_remark(pieces[at], words, venue.words)
        has_remark = has_remark or is_remark
        kept += (", ",) if is_dropped or is_remark else pieces[at : at + 2]
    rest = "".join(kept)
    is_enough = _has_row_and_seat(rest) if needs_row else has_remark
    return rest if is_enough else None


def _is_remark(piece: str, words: list[str], own: frozenset[str]) -> bool:
    """Returns whether words in brackets say nothing that could be a place or another product."""
    if len(words) < _REMARK_WORDS_MIN or any(map(str.isdecimal, piece)):
        return False
    return all(word not in own and _says_nothing(general_word(word)) for word in words)


def _says_nothing(general: GeneralWord) -> bool:
    if not general.is_known:
        return True
    return not general.names_a_place and ("filler" in general.kinds or general.kinds <= _ASIDES)


def _is_about_other_things(words: list[str], venue: NamesOfVenue, *, was_dropped: bool) -> bool:
    """Returns whether a sentence is about a door or the like, or says on which side such a thing is."""
    found = [general_word(word) for word in words]
    if not words or any(not general.kinds.isdisjoint(MARKERS) for general in found):
        return False
    if was_dropped and all(
        (general.directions and not general.seating) or not general.kinds.isdisjoint(_SAYS_WHERE)
        for general in found
    ):
        return True
    if any(word in venue.words and not general_word(word).directions for word in words):
        return False
    if any(abbreviates_a_name(word, venue) for word in words):
        return False
    return any("foreign" in general.kinds for general in found)


def _has_row_and_seat(text: str) -> bool:
    kinds = [general_word(word).kinds for word in spoken_words(text)]
    return any(not found.isdisjoint(_ROWS) for found in kinds) and any(
        not found.isdisjoint(_SEATS) for found in kinds
    )
