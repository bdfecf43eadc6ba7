"""Finds ordinals ('2nd', '2e', 'second', 'II'), and letters that only look like one because they are part of
a name, as in '12E'."""

import string
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from seatpreview.labels.text.general_words import COUNTED_ROWS, ROMAN, general_word, ordinal_endings
from seatpreview.labels.text.tokens import Token

_SECTIONS = frozenset(("section", "sections"))
_ROWS = frozenset(("row",))
_ROWS_AND_SEATS = frozenset(("row", "rows", "seat", "seats"))
_ROMAN_LETTERS_MAX = 4
_BETWEEN_SECTION_AND_NUMBER = frozenset((".", ":", "#", "("))
_JOINERS = frozenset(("-", "."))
_AFTER_ABBREVIATION = frozenset((".", ":"))


class Codes(msgspec.Struct, frozen=True):
    """Numbers with letters that look like ordinals, as the venue itself uses them. All are normalized."""

    in_names: frozenset[str] = frozenset()
    """Texts that are not ordinals in the venue's names: '12e' in 'Block 12E', '1e' in '1E Loge' beside '1N
    Loge', 'ii' beside 'HH'."""
    in_ids: frozenset[str] = frozenset()
    """Texts that occur in ids only. '2e' may be the id of a '2e Balcon', and is an ordinal before that
    word."""
    ordinals: frozenset[str] = frozenset()
    """Texts that are ordinals in the venue's names, and therefore in labels too: '2' and '2e' in '2e
    Balcon'."""
    has_first: bool = False
    """Whether names are counted from 'I' to 'II' behind their words, so that 'I' is a number there: 'Balkon
    I'."""


NO_CODES = Codes()


def is_ordinal_ending(tokens: Sequence[Token], index: int, codes: Codes = NO_CODES) -> bool:
    """Returns whether a word is the ordinal ending of the number before it: 'er' in '1er Balcon'. The counted
    word must follow. A single letter needs a word for a tier there ('2a galleria', '2e balcon'), because
    seats and sections are also written '12A' and '12E'."""
    if not _may_be_ending(tokens, index):
        return False
    ending = tokens[index]
    code = tokens[index - 1].text + ending.text
    is_of_section = follows_section_word(tokens, index - 1)
    is_before_tier = _is_before_tier(tokens, index)
    if not is_of_section and not ending.is_capital and _is_before(tokens, index, _SECTIONS):
        return True  # '12e bloc' may be the twelfth even if there is a '12E'.
    if code in codes.in_names:
        return is_before_tier and not is_of_section and not ending.is_capital
    if is_of_section:
        is_known = tokens[index - 1].text in codes.ordinals or code not in codes.in_ids
        return is_before_tier and is_known and not _has_number(tokens, index + 2)
    if len(ending.text) == 1:
        return is_before_tier or code in codes.ordinals
    is_counted = is_before_tier or tokens[index - 1].text in codes.ordinals
    return is_counted or (code not in codes.in_ids and _is_before_noun(tokens, index))


def is_ordinal_before(tokens: Sequence[Token], index: int, codes: Codes = NO_CODES) -> bool:
    """Returns whether a word makes the number before it an ordinal of something that is known to follow: '3a'
    before 'fila'. In lower case this holds even if a section is called '3A'."""
    if not _may_be_ending(tokens, index) or follows_section_word(tokens, index - 1):
        return False
    if tokens[index - 1].text + tokens[index].text not in codes.in_names:
        return True
    return not tokens[index].is_capital and _is_before(tokens, index, _ROWS)


def ordinal_at(tokens: Sequence[Token], index: int, codes: Codes = NO_CODES) -> str:
    """Returns the number of a word that is an ordinal of a section or level; empty for any other word. In
    'Second Row Lounge' the word counts rows, so it is not one."""
    number = any_ordinal_at(tokens, index, codes)
    return "" if number and _counts_rows(tokens, index) else number


def _counts_rows(tokens: Sequence[Token], index: int) -> bool:
    """Returns whether an ordinal counts rows or seats."""
    if not _is_before(tokens, index, _ROWS_AND_SEATS) or _is_of_tier_before(tokens, index):
        return False
    if not _is_before_tier(tokens, index) or is_of_first_row(tokens, index):
        return True
    # 'Rang' means row in French and tier in German. In 'Premier Rang Club' it is hardly a tier.
    behind = index + 2
    if behind >= len(tokens) or tokens[behind].is_sign or tokens[behind].is_number:
        return False
    general = general_word(tokens[behind].text)
    return not general.is_known or "extra" in general.kinds


def _is_of_tier_before(tokens: Sequence[Token], index: int) -> bool:
    """Returns whether a Roman numeral belongs to the tier before it, because the word for rows has its own
    number: 'Balkon II rz. 3'."""
    before, behind = index - 1, index + 2
    if before > 0 and tokens[before].text == ".":
        before -= 1
    if tokens[index].text not in ROMAN or before < 0 or not is_tier(tokens[before]):
        return False
    if behind < len(tokens) and tokens[behind].text in _AFTER_ABBREVIATION:
        behind += 1
    return _has_number(tokens, behind)


def is_of_first_row(tokens: Sequence[Token], index: int) -> bool:
    """Returns whether something is named after a row, in a language where the word has no other use: 'Salon
    du Premier Rang'. A 'Loge du Premier Rang' may still be in a tier."""
    if (tokens[index].text, tokens[index + 1].text) not in COUNTED_ROWS:
        return False
    if index < 2 or "filler" not in general_word(tokens[index - 1].text).kinds:
        return False
    return not any(is_tier(token) for token in tokens[:index])


def any_ordinal_at(tokens: Sequence[Token], index: int, codes: Codes = NO_CODES) -> str:
    """Returns the number of a word that is an ordinal of anything. 'I' is an ordinal before a word for a
    tier, and a letter elsewhere, unless the venue counts so. In small letters it is a word of many
    languages."""
    token = tokens[index]
    if token.is_sign or token.is_number or token.text in codes.in_names:
        return ""
    if token.text != "i":
        return general_word(token.text).ordinal
    if not token.is_capital:
        return ""
    before = index - 1
    if before > 0 and tokens[before].text == ".":
        before -= 1  # 'Balc. I'
    if codes.has_first and before >= 0 and is_tier(tokens[before]):
        return "1"
    behind = index + 1
    if behind < len(tokens) and tokens[behind].text == ".":
        behind += 1
    return "1" if behind < len(tokens) and is_tier(tokens[behind]) else ""


def is_tier(token: Token) -> bool:
    """Returns whether the token is a word for a level or a kind of place."""
    if token.is_sign or token.is_number or token.touches:
        return False
    general = general_word(token.text)
    return bool(general.seating) or "level" in general.kinds


def _may_be_ending(tokens: Sequence[Token], index: int) -> bool:
    """Returns whether the word can be the ordinal ending of the number before it: 'st' in '21st', but not in
    '12ST' or 'B1ST'."""
    token = tokens[index]
    if not token.touches or index == 0:
        return False
    number = tokens[index - 1]
    if not number.is_number or number.touches or (index + 1 < len(tokens) and tokens[index + 1].touches):
        return False
    return _fits(number.text, token.text)


def _fits(number: str, ending: str) -> bool:
    """Returns whether the ending fits the number: '21st', but neither '12st' nor '11st'."""
    last_digits = ordinal_endings().get(ending)
    if last_digits is None or number[-1] not in last_digits:
        return False
    return len(last_digits) == len(string.digits) or not 10 < int(number[-2:]) < 20


def _is_before_tier(tokens: Sequence[Token], index: int) -> bool:
    behind = index + 1
    if behind < len(tokens) and tokens[behind].is_sign and tokens[behind].text in _JOINERS:
        behind += 1
    if behind >= len(tokens) or not is_tier(tokens[behind]):
        return False
    # In French, 'Bloc 12E Rang F' has a word for rows.
    return "row" not in general_word(tokens[behind].text).kinds or not _has_value(tokens, behind + 1)


def _is_before(tokens: Sequence[Token], index: int, kinds: frozenset[str]) -> bool:
    behind = index + 1
    return behind < len(tokens) and not general_word(tokens[behind].text).kinds.isdisjoint(kinds)


def _is_before_noun(tokens: Sequence[Token], index: int) -> bool:
    """Returns whether a countable word follows: 'Base' in '3rd Base', but not 'Row' in '12th Row 5'."""
    behind = index + 1
    if behind == len(tokens) or tokens[behind].is_sign or tokens[behind].is_number:
        return False
    return len(tokens[behind].text) > 2 and not _is_before(tokens, index, _ROWS_AND_SEATS)


def _has_value(tokens: Sequence[Token], index: int) -> bool:
    """Returns whether the name of a row may stand here."""
    if index >= len(tokens) or tokens[index].is_sign:
        return False
    is_short = len(tokens[index].text) <= 2 and not general_word(tokens[index].text).names_a_place
    return tokens[index].is_number or is_short


def _has_number(tokens: Sequence[Token], index: int) -> bool:
    return index < len(tokens) and tokens[index].is_number


def follows_section_word(tokens: Sequence[Token], index: int) -> bool:
    """Returns whether a number follows a word for sections, and is therefore the number of one: 'Block
    12'."""
    before = index - 1
    while before >= 0 and tokens[before].text in _BETWEEN_SECTION_AND_NUMBER:
        before -= 1
    return before >= 0 and not general_word(tokens[before].text).kinds.isdisjoint(_SECTIONS)


def codes_of(names: Sequence[tuple[int, Sequence[Token]]], ids: Iterable[Sequence[Token]]) -> Codes:
    """Returns the texts in the venue's names and ids that look like ordinals but are not. Each name comes
    with the index of its section."""
    in_names: set[str] = set()
    ordinals: set[str] = set()
    alike: dict[tuple[str, ...], dict[str, int]] = defaultdict(dict)
    has_roman = any(token.text in ROMAN for _, tokens in names for token in tokens)
    for section, tokens in names:
        for index, token in enumerate(tokens):
            if token.is_number or token.is_sign:
                continue
            if token.touches:
                _note_ending(tokens, index, in_names, ordinals)
            elif number := ordinal_at(tokens, index):
                ordinals.add(number)
            if _may_be_code(tokens, index, has_roman):
                alike[_others(tokens, index)].setdefault(token.text, section)
    for others, words in alike.items():
        in_names.update(_codes_among(others, words))
    in_ids = {
        tokens[index - 1].text + token.text
        for tokens in ids
        for index, token in enumerate(tokens)
        if token.touches and _may_be_ending(tokens, index)
    }
    has_first = has_roman and any(
        token.text == "i" and "ii" in alike.get(_others(tokens, index), ())
        for _, tokens in names
        for index, token in enumerate(tokens)
    )
    return Codes(frozenset(in_names), frozenset(in_ids), frozenset(ordinals), has_first)


def _note_ending(tokens: Sequence[Token], index: int, in_names: set[str], ordinals: set[str]) -> None:
    number, code = tokens[index - 1].text, tokens[index - 1].text + tokens[index].text
    if is_ordinal_ending(tokens, index):
        ordinals.update((number, code))
    elif _may_be_ending(tokens, index):
        in_names.add(code)


def _may_be_code(tokens: Sequence[Token], index: int, has_roman: bool) -> bool:
    """Returns whether the word touches a number, or may belong to a series that contains Roman numerals."""
    word = tokens[index]
    if word.touches:
        return tokens[index - 1].is_number
    if not has_roman or not 2 <= len(word.text) <= _ROMAN_LETTERS_MAX or general_word(word.text).kinds:
        return False
    return index + 1 == len(tokens) or not tokens[index + 1].touches


def _others(tokens: Sequence[Token], index: int) -> tuple[str, ...]:
    """Returns the words and numbers of a name, with a gap in place of one of them."""
    mark = "\0" if tokens[index].touches else " "
    return tuple(mark if at == index else token.text for at, token in enumerate(tokens) if not token.is_sign)


def _codes_among(others: tuple[str, ...], words: dict[str, int]) -> Iterator[str]:
    """Yields the words in one position of otherwise equal names that are not ordinals, because another
    section has another letter there: '1E Loge' and '1N Loge', 'HH' and 'II'."""
    if len(words) == 1:
        return
    if "\0" in others:
        if len(set(words.values())) > 1:
            number = others[others.index("\0") - 1]
            yield from (number + word for word in words if word in ordinal_endings())
        return
    for roman in ROMAN.keys() & words.keys():
        if any(_is_of_one_series(roman, word) for word in words if words[word] != words[roman]):
            yield roman


def _is_of_one_series(roman: str, word: str) -> bool:
    """Returns whether a word beside an apparent Roman numeral shows that it is none: 'hh' for 'ii', 'va' for
    'vi'."""
    if len(word) != len(roman) or general_word(word).is_known:
        return False
    is_doubled = len(set(roman)) == 1
    return len(set(word)) == 1 if is_doubled else word[0] == roman[0]
