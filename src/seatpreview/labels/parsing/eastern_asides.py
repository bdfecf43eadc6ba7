"""Sets aside what Chinese, Japanese and Korean labels say besides the place: dates, times and price
categories."""

import re

from seatpreview.labels.parsing.label_draft import Draft
from seatpreview.labels.text.general_words import SMALL_ROOMS, general_word, is_letter
from seatpreview.labels.text.scripts import has_glued_letters, is_glued

_WHEN = re.compile(
    r"20[0-9]{2}/[0-9]{1,2}/[0-9]{1,2}"  # 2026/11/18
    r"|[0-9]{1,2}/[0-9]{1,2}(?=\s?(?:\(|[0-9]{1,2}:[0-9]{2}))"  # 11/18(水)
    r"|\u00d7\s?[0-9]{1,2}"  # A number of tickets
    r"|[0-9]{1,4}\s?(?:[年년]"  # 2026年
    r"|[月월]\s?[0-9]{1,2}\s?[日号號일]|[月월](?![0-9])|[日일]"  # 11月18日
    r"|[時时點点시](?:\s?(?:[0-9]{1,2}\s?[分분]|半))?"  # 18時30分
    r"|:[0-9]{2})"  # 18:30開演
    r"|\([月火水木金土日祝一二三四五六월화수목금토일,周週星期曜요]{1,5}\)"  # (水)
    r"|(?<=[语語])\s?[23]D"  # 国语2D
    r"|整理番号(?:順?入場|順)?\)?[\s:]{0,2}[A-Za-z]{0,2}-?[0-9]{1,4}番?"  # 整理番号C-12
    r"|(?:(?<=スタンディング)|(?<=立見))[\s:]{0,2}[A-Za-z]{0,2}-?[0-9]{1,4}番"  # スタンディングA123番
)
"""Dates, times of the day, days of the week, numbers of tickets, kinds of films, and numbers for the entrance
of people who stand."""
_LETTERS_MAX = 3


def set_eastern_asides(draft: Draft) -> None:
    """Gives dates, times and price categories of such a label the role 'aside'."""
    if not has_glued_letters(draft.text):
        return
    set_eastern_times_aside(draft)
    for index in range(len(draft.tokens)):
        kinds = draft.general[index].kinds
        if "category" in kinds or (draft.own[index] and _is_price_beside_section(draft, index)):
            _set_category_aside(draft, index)
        elif "foreign" in kinds and index > 0:
            _set_side_of_gate_aside(draft, index)


def _is_price_beside_section(draft: Draft, index: int) -> bool:
    """Returns whether a word of the venue's names may be a price here, since another one names the section:
    'R석 1층 B구역' beside an 'OP석'. 'S석 5열' may be a section that does not exist."""
    if "category" not in draft.kinds_at(index):
        return False
    return any("section" in draft.kinds_at(at) for at in range(len(draft.tokens)))


def set_eastern_times_aside(draft: Draft) -> None:
    """Gives dates, times and numbers for the entrance the role 'aside'."""
    for found in _WHEN.finditer(draft.text):
        for index, token in enumerate(draft.tokens):
            if found.start() <= token.start < found.end():
                draft.roles[index] = "aside"


def _set_side_of_gate_aside(draft: Draft, index: int) -> None:
    """Sets aside a direction that touches the gate behind it: '右扉', '东门', '双号入口'."""
    before, gate = draft.tokens[index - 1 : index + 1]
    is_direction = not before.is_sign and bool(general_word(before.text).directions)
    if is_direction and before.end == gate.start and is_glued(before.text) and is_glued(gate.text):
        draft.roles[index - 1] = "aside"


def _set_category_aside(draft: Draft, index: int) -> None:
    """Sets aside a word for seats with the letters that touch it: 'S席', '指定席S'. A letter of a
    section is none of its name here, unless the venue's names have the word too: 'A석 3층 G블록'."""
    word = draft.tokens[index]
    if _is_seat_at_table(draft, index):
        draft.roles[index] = "aside"
        return
    for letters in (index - 1, index + 1):
        if 0 <= letters < len(draft.tokens) and _are_letters(draft, letters):
            token = draft.tokens[letters]
            is_tight = token.end == word.start or token.start == word.end
            if is_tight and not (draft.own[letters] and word.text in draft.venue.words):
                draft.roles[letters] = draft.roles[index] = "aside"


def _is_seat_at_table(draft: Draft, index: int) -> bool:
    """Returns whether one letter behind the number of a table or box stands before the word: it names a seat
    there, 'テーブル3 B席'."""
    if index < 3 or not is_letter(draft.tokens[index - 1].text) or not draft.is_free_number(index - 2):
        return False
    room = draft.tokens[index - 3]
    is_room = not room.is_sign and not SMALL_ROOMS.isdisjoint(general_word(room.text).seating)
    return is_room and draft.tokens[index - 1].end == draft.tokens[index].start


def _are_letters(draft: Draft, index: int) -> bool:
    """Returns whether a few letters stand alone here, and are no word of the venue but a single letter."""
    token = draft.tokens[index]
    if token.is_number or token.is_sign or draft.roles[index] is not None:
        return False
    if draft.own[index] and not is_letter(token.text):
        return False
    is_short = token.text.isascii() and len(token.text) <= _LETTERS_MAX
    return is_short and not token.touches and not draft.is_touched(index)
