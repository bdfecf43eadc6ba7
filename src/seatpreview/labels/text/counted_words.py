"""Words that stand behind the number that they count with: '5列', '12번', '3号门'.

Such a word is put before its number, so that labels of all languages are read in one order: 'Row 5', 'Seat
12'.
"""

from collections.abc import Sequence, Set

from msgspec.structs import replace

from seatpreview.labels.text.general_words import GLUED_WORDS, Kind, general_word, is_letter
from seatpreview.labels.text.languages import LANGUAGES
from seatpreview.labels.text.scripts import is_eastern, is_glued
from seatpreview.labels.text.spelling import folded
from seatpreview.labels.text.token import Token

_MARKERS: frozenset[Kind] = frozenset(("row", "seat", "section", "level", "foreign"))
_ROWS_AND_SEATS: frozenset[Kind] = frozenset(("row", "seat"))
_LISTED: frozenset[Kind] = frozenset(("row", "seat", "foreign"))
_JOINING: frozenset[Kind] = frozenset(("both", "until"))
_DASHES = frozenset(("-", "\u2013", "\u2014"))
_JOINING_SIGNS = _DASHES | frozenset((",", "/", "&", "+"))
_WITH_NUMBERS: frozenset[Kind] = _MARKERS | frozenset((
    "rows", "seats", "sections", "foreigns", "number", "quantity",
))  # fmt: skip
"""Kinds of words that a number follows without being part of a name."""
_OF_SEATS: frozenset[Kind] = frozenset(("seat", "number"))
_BEFORE_SEAT = frozenset((",", "-", "\u2013", "/", ":", "|", "\u00b7"))
_NAME_LETTERS_MIN = 2
_NO_KINDS: frozenset[Kind] = frozenset()
_VALUE_LETTERS_MAX = 3
_SEAT, _QUANTITY, _FLOOR = "座席", "枚", "f"
_GATES = frozenset(
    folded(word)
    for word in (
        *("게이트", "출입구", "입구", "출구", "문", "입장구"),
        *("ゲート", "入口", "入場口", "扉", "门", "通道", "检票口", "闸口", "出口"),
    )
)
_BASES = {folded(word): word[0] for word in ("塁", "塁側", "垒", "垒侧", "루", "루측", "루쪽", "루석")}
"""Words for the bases of a ballpark. Such a word and its number are a name: '3塁' counts nothing."""
_OF = frozenset(("of",))
_OF_ROOMS = frozenset(folded(word) for word in ("호", "호실"))
"""Words behind the number of a box or room, which are part of its name: '스카이박스 9호'."""
_LEVELS = {
    folded(word): folded(language.levels.split()[0])
    for language in LANGUAGES.values()
    for word in language.levels.split()
    if is_eastern(word)
}
"""Words for levels that have a number, each with the word that stands for all of its language: '2階席' is
'2階', '二层' is '二楼'."""


def with_counted_words_first(tokens: Sequence[Token]) -> list[Token]:
    """Returns the tokens with each word that counts something before its number."""
    ordered: list[Token] = []
    free = 0  # What stands before this index already belongs to a word, which is the last one counted.
    counted = ""
    has_row = False
    if any(token.text in _OF_ROOMS for token in tokens):
        tokens = _without_words_of_rooms(tokens)
    for index, given in enumerate(tokens):
        is_behind_number = len(ordered) > free and ordered[-1].is_number
        token = _without_category(given, has_row) if is_behind_number else given
        base = _BASES.get(token.text)
        if base and is_behind_number:
            ordered[-1] = Token(f"{ordered[-1].text}{base}", ordered[-1].start, token.end)
            continue
        kinds = _kinds(token)
        has_row = has_row or "row" in kinds
        if _MARKERS.isdisjoint(kinds) or ("seat" in kinds and _is_of_gate(tokens, index)):
            if _MARKERS.isdisjoint(kinds):
                ordered.append(token)
            continue
        if is_behind_number and "seat" in kinds and _counts_a_room(tokens, index):
            if not _is_before_number(tokens, index):
                free, counted = len(ordered), ""  # '包廂4號 座位8號': the number is part of the name.
                continue
            ordered.append(token)
            free, counted = len(ordered) - 1, token.text
            continue
        start = None if _has_number_behind(tokens, index) else _value_start(ordered, free)
        if start is None or (_is_taken(ordered, start) and ordered[-1].end < token.start):
            ordered.append(token)
            continue
        if not _LISTED.isdisjoint(kinds):
            # In 'Block 201, 5列', the comma separates a section from a row.
            signs = _DASHES if "row" in kinds else _JOINING_SIGNS
            start = _list_start(ordered, start, free, signs, is_same=token.text == counted)
        elif "level" in kinds:
            token = replace(token, text=_LEVELS.get(token.text, token.text))
        if start >= 0:
            ordered[start] = replace(ordered[start], touches=False)
            is_next_seat = start == free and "seat" in kinds and token.text == counted
            # '5号6号' is a list without a sign.
            between = Token(",", ordered[start].start, ordered[start].start, is_sign=True)
            ordered.insert(start, between if is_next_seat else token)
        free, counted = len(ordered), token.text
    return ordered


def with_letters_of_sections_apart(tokens: tuple[Token, ...], rows: Set[str]) -> tuple[Token, ...]:
    """Returns the tokens with letters before the word for rows where they belong to the word before them: in
    '指定席A5列', row 5 is meant, unless the venue has a row A5. 'A15列' alone may be row 5 of A1."""
    apart = list(tokens)
    for index in range(1, len(tokens) - 2):
        before, word, letters, number = tokens[index - 1 : index + 3]
        if (
            not number.touches
            or letters.is_number
            or "row" not in _kinds(word)
            or before.end != letters.start
        ):
            continue
        if letters.text + number.text not in rows and number.text in rows and is_glued(before.text):
            apart[index : index + 3] = letters, word, replace(number, touches=False)
    return tuple(apart)


def with_floors_as_levels(tokens: tuple[Token, ...], own: Set[str]) -> tuple[Token, ...]:
    """Returns the tokens with the venue's own word for levels in place of the letter that stands for it: '2F'
    is '2階' or '2층'. `own` are the venue's words. Where a section has this letter, the label must name
    another one: '1F C블록'."""
    word = next((level for level in _LEVELS.values() if level in own), "")
    apart = list(tokens)
    for index in range(len(tokens) - 1) if word else ():
        number, letter = tokens[index : index + 2]
        is_touched = index + 2 < len(tokens) and tokens[index + 2].touches
        is_floor = number.is_number and letter.text == _FLOOR and letter.touches and not is_touched
        if is_floor and _FLOOR in own:
            is_floor = _names_section_besides(tokens, index + 1, own)
        if is_floor and not number.touches:
            apart[index : index + 2] = replace(letter, text=word, touches=False), number
    return tuple(apart)


def _names_section_besides(tokens: Sequence[Token], index: int, own: Set[str]) -> bool:
    """Returns whether a letter of a section or a word for a kind of place, both of the venue's own names,
    stands elsewhere than here."""
    return any(
        at != index and token.text in own and _names_section(tokens, at) for at, token in enumerate(tokens)
    )


def _names_section(tokens: Sequence[Token], index: int) -> bool:
    text = tokens[index].text
    if not is_letter(text):
        return bool(general_word(text).seating)
    # The letter of a row or of a price category follows or touches its word.
    before = tokens[index - 1] if index else None
    if before is not None and not _ROWS_AND_SEATS.isdisjoint(_kinds(before)):
        return False
    behind = tokens[index + 1] if index + 1 < len(tokens) else None
    return behind is None or "category" not in _kinds(behind)


def _kinds(token: Token) -> frozenset[Kind]:
    is_counting = token.text in GLUED_WORDS and is_eastern(token.text)
    return general_word(token.text).kinds if is_counting else _NO_KINDS


def _without_category(token: Token, has_row: bool) -> Token:
    """Behind a number, a word for price categories means something else: '12席' is a seat if a row was named
    before it, and else a number of seats."""
    if "category" not in _kinds(token):
        return token
    return replace(token, text=_SEAT if has_row else _QUANTITY)


def _is_of_gate(tokens: Sequence[Token], index: int) -> bool:
    """Returns whether a gate follows that this word counts: '5번 게이트'. A gate with a number behind it, or
    a letter that touches it, has its own one: '31番 入口A'."""
    if index + 1 >= len(tokens) or tokens[index + 1].text not in _GATES:
        return False
    if index + 2 < len(tokens) and tokens[index + 2].start == tokens[index + 1].end:
        behind = tokens[index + 2]
        if not behind.is_number and not is_glued(behind.text) and is_letter(behind.text):
            return False
    if index + 2 >= len(tokens) or not tokens[index + 2].is_number:
        return True
    return index + 3 < len(tokens) and tokens[index + 3].start == tokens[index + 2].end


def _has_number_behind(tokens: Sequence[Token], index: int) -> bool:
    """Returns whether the number behind a word touches it, and the one before it does not: '4 席番3'."""
    if not 0 < index < len(tokens) - 1 or not tokens[index + 1].is_number:
        return False
    before, word, behind = tokens[index - 1 : index + 2]
    return before.end < word.start and word.end == behind.start


def _without_words_of_rooms(tokens: Sequence[Token]) -> list[Token]:
    """Returns the tokens without words such as '호', where they touch the number before them."""
    return [
        token
        for index, token in enumerate(tokens)
        if not (token.text in _OF_ROOMS and index and _touches_number(tokens[index - 1], token))
    ]


def _touches_number(number: Token, word: Token) -> bool:
    return number.is_number and number.end == word.start


def _counts_a_room(tokens: Sequence[Token], index: int) -> bool:
    """Returns whether the number before a word for seats belongs to the word before it, since the number of
    a seat follows: '스카이박스 4 좌석 10번', '包廂4號 8座'. Two numbers with the same word may be two
    seats."""
    if index < 2 or not _may_be_name(tokens, index - 2):
        return False
    word, at = tokens[index].text, index + 1
    is_noun = _is_before_number(tokens, index)
    while at < len(tokens) and not tokens[at].is_number:
        is_sign = tokens[at].is_sign and tokens[at].text in _BEFORE_SEAT
        if not is_sign and _kinds(tokens[at]).isdisjoint(_OF_SEATS):
            return False
        is_noun = is_noun or not tokens[at].is_sign
        at += 1
    if at >= len(tokens):
        return False
    behind = tokens[at + 1] if at + 1 < len(tokens) else None
    if behind is None or behind.is_sign:
        return is_noun
    return "seat" in _kinds(behind) and (is_noun or behind.text != word)


def _is_before_number(tokens: Sequence[Token], index: int) -> bool:
    """Returns whether a word stands apart from the number before it, or not farther than from the one behind
    it: '4 좌석 10번', '4座位8號'."""
    if index + 1 >= len(tokens) or not tokens[index + 1].is_number:
        return False
    before, word, behind = tokens[index - 1 : index + 2]
    return word.start - before.end >= behind.start - word.end


def _may_be_name(tokens: Sequence[Token], index: int) -> bool:
    """Returns whether a word stands here that a number may follow as part of a name: '包廂'."""
    token = tokens[index]
    if token.is_sign or token.is_number or len(token.text) < _NAME_LETTERS_MIN:
        return "category" in _kinds(token) and index > 0 and token.touches
    return general_word(token.text).kinds.isdisjoint(_WITH_NUMBERS)


def _value_start(ordered: Sequence[Token], free: int) -> int | None:
    """Returns where the number or letter that ends here begins; None if there is none, or if it belongs to
    another word."""
    start = len(ordered) - 1
    if start < free or not _is_value(ordered[start]):
        return None
    while start > free and ordered[start].touches:
        start -= 1
    return start


def _is_value(token: Token) -> bool:
    if token.is_number:
        return True
    if token.is_sign:
        return False
    return is_letter(token.text) or (token.text.isascii() and len(token.text) <= _VALUE_LETTERS_MAX)


def _is_taken(ordered: Sequence[Token], start: int) -> bool:
    """Returns whether the value follows a word that counts and has no other value: '열 5 번 12', '열: 5'."""
    before = start - 1
    while before >= 0 and ordered[before].is_sign and ordered[before].text in ":.#":
        before -= 1
    return before >= 0 and not _MARKERS.isdisjoint(_kinds(ordered[before]))


def _list_start(ordered: Sequence[Token], start: int, free: int, signs: Set[str], *, is_same: bool) -> int:
    """Returns where a list of values that ends with this one begins: '12-14番', '12, 13번'. It is -1 if the
    list continues one that has the same word already, which `is_same` says: '12番-14番'."""
    while start >= 2 and _joins(ordered[start - 1], signs) and _is_value(ordered[start - 2]):
        first = start - 2
        if ordered[first].is_number != ordered[start].is_number:
            return start
        if first < free:
            return -1 if is_same else start
        if first and ordered[first - 1].text in _OF:
            return start  # 'party of 4 - 40番'
        while first > free and ordered[first].touches:
            first -= 1
        start = first
    return start


def _joins(token: Token, signs: Set[str]) -> bool:
    return token.text in signs if token.is_sign else not _JOINING.isdisjoint(_kinds(token))
