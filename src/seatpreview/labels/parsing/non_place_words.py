"""Sets aside the parts of a listing that are not about the place: dates, prices, quantities, gates and
categories.

Also refuses labels that cannot name a single place at all: parking, 'or better'.
"""

from collections.abc import Iterator, Sequence, Set

from seatpreview.labels.parsing.dates import (
    SHORT_DATES,
    set_dates_aside,
    set_day_aside,
    set_day_with_date_aside,
    set_minutes_aside,
    set_year_aside,
)
from seatpreview.labels.parsing.eastern_asides import set_eastern_asides
from seatpreview.labels.parsing.label_draft import MARKERS, Draft
from seatpreview.labels.parsing.level_names import sections_listed_from
from seatpreview.labels.parsing.numbered_things import (
    belongs_to_marker,
    counts_people,
    end_of_range,
    is_age,
    names_currency,
    set_age_aside,
    set_code_aside,
    set_even_price_aside,
    set_family_aside,
    set_foreign_aside,
    set_groups_aside,
    set_order_aside,
    set_price_aside,
    set_rand_aside,
    set_ranges_aside,
    set_round_price_aside,
    set_seasons_aside,
    set_under_age_aside,
)
from seatpreview.labels.parsing.sales_talk import set_match_aside, set_selling_aside
from seatpreview.labels.parsing.seat_lists import JOINING, joined_value, seats_from
from seatpreview.labels.text.currencies import CURRENCY_SIGNS, CURRENCY_WORDS
from seatpreview.labels.text.general_words import OTHER_HALLS, PAIRS, SMALL_ROOMS, Kind, general_word
from seatpreview.labels.text.ordinals import is_ordinal_before
from seatpreview.labels.text.scripts import is_eastern

_SLASH = frozenset(("/",))
_HYPHEN = frozenset(("-",))
_SECTIONS = frozenset(("section", "sections"))
_SAYS_MORE: frozenset[Kind] = frozenset((
    "not_a_seat", "extra", "either", "section", "sections", "selling", "foreign", "quantity", "seats",
    "month", "level", "unreserved", "aside", "negation", "included", "whole",
))  # fmt: skip
"""Kinds of words that need a look here. Words for one row or one seat are none of them."""
_NO_SEATS = frozenset(("not_a_seat", "extra"))
_COMES_WITH = frozenset(("extra", "quantity"))
_FIRST_OF_PAIRS = frozenset(first for first, _ in PAIRS | OTHER_HALLS)
_AGE_LETTERS = frozenset(("m", "t"))
_RAND = "r"
_CONTRACTED = frozenset(("ll", "re", "ve"))
"""Ends of English words: 'You'll', 'we're', 'I've'."""
_APOSTROPHES = frozenset(("'", "\u2019"))
_ODD = (
    CURRENCY_SIGNS | CURRENCY_WORDS | _FIRST_OF_PAIRS | _AGE_LETTERS | frozenset(("u", _RAND)) | _CONTRACTED
)
"""Words and signs that may be a price, one of a pair, or an age."""
_OUT_OF = frozenset(("of", "de", "di", "von", "van", "sur", "af", "av", "z", "из", "з"))
"""Words between the number of one ticket and the number of all."""
_SEVERAL_SECTIONS = frozenset(("&", "+", "both", "until", "either"))
_STOP = frozenset((".",))
_PLUS = frozenset(("+",))
_COLON = frozenset((":",))
_OF_AMOUNTS = CURRENCY_SIGNS | frozenset((".", ","))
_BEFORE_EXTRAS = frozenset(("(", "[", ",", ";", "-", "\u2013", "\u2014", "|", "/")) | CURRENCY_SIGNS
_AROUND_REMARKS = frozenset((",", ";", "(", ")", "[", "]", "|", "/", ":", "\u2022", "\u00b7"))
_DASHES = frozenset(("-", "\u2013", "\u2014"))
_OF_WHOLE: frozenset[Kind] = frozenset(("whole", "filler", "aside", "quantity"))
_BENT_LETTERS_MIN = 5
_BETWEEN_EXTRAS = frozenset((",", "&", "+", "/"))
_INCLUDED_WORDS_BEFORE = 4
_INCLUDED_WORDS_BEHIND = 3
_SHORT_LETTERS_MAX = 3
_PLACE_LETTERS_MIN = 3
_ENDING_LETTERS_MAX = 2
_NAME_LETTERS_MAX = 2
_ENDINGS_OF_ONE = ("", "o", "a", "e", "а")


def set_asides(draft: Draft) -> None:
    """Gives the tokens that say nothing about a place the role 'aside'."""
    if draft.has_numbers:
        if "20" in draft.text:
            set_seasons_aside(draft)
        set_dates_aside(draft)
        set_eastern_asides(draft)
    roles = draft.roles
    for index, token in enumerate(draft.tokens):
        if roles[index] is None and (not token.is_sign or token.text in CURRENCY_SIGNS):
            _set_token_aside(draft, index)
    if draft.has_numbers and "aside" in draft.roles:
        set_ranges_aside(draft)


def _set_token_aside(draft: Draft, index: int) -> None:
    token = draft.tokens[index]
    if draft.venue.listings and _set_listing_aside(draft, index):
        return
    if token.is_number:
        if "+" in draft.text and (draft.roles[index] is not None or set_family_aside(draft, index)):
            return
        if counts_people(draft, index) or ("+" in draft.text and is_age(draft, index)):
            draft.roles[index] = "aside"
            if "extra" in draft.kinds_at(index - 2):
                draft.roles[index - 2] = "aside"  # 'party of 4' is no 'Party Deck'.
        elif not belongs_to_marker(draft, index) and not set_code_aside(draft, index):
            _ = set_round_price_aside(draft, index) or set_even_price_aside(draft, index)
        return
    if token.text in _ODD and _set_odd_aside(draft, index):
        return
    kinds = draft.general[index].kinds
    # A letter before a slash is the first of an abbreviation: 'M/12', 't/m', 'w/'.
    if not kinds or (len(token.text) == 1 and draft.is_sign_at(index + 1, _SLASH)):
        _set_other_word_aside(draft, index)
    elif not kinds.isdisjoint(_SAYS_MORE) and not ("whole" in kinds and set_whole_aside(draft, index)):
        _set_word_aside(draft, index)


def _set_odd_aside(draft: Draft, index: int) -> bool:
    """Sets aside a price, a pair of words or an age. Returns whether one was looked at."""
    text = draft.tokens[index].text
    if names_currency(draft, index):
        set_price_aside(draft, index)
    elif text in _CONTRACTED:
        return _set_contraction_aside(draft, index)
    elif text == _RAND:
        return set_rand_aside(draft, index)
    elif text in _FIRST_OF_PAIRS and is_pair(draft, index):
        _set_pair_aside(draft, index)
    elif text == "u" and draft.has_numbers:
        set_under_age_aside(draft, index)
    else:
        return text in _AGE_LETTERS and not draft.own[index] and set_age_aside(draft, index)
    return True


def _set_contraction_aside(draft: Draft, index: int) -> bool:
    """Sets aside the end of an English word: in 'You'll', there is no lower level. Returns whether it is
    one."""
    if index < 2 or not draft.is_sign_at(index - 1, _APOSTROPHES):
        return False
    before, apostrophe, end = draft.tokens[index - 2 : index + 1]
    is_tight = before.end == apostrophe.start and apostrophe.end == end.start
    if is_tight and not before.is_sign and not before.is_number:
        draft.roles[index] = "aside"
        return True
    return False


def _set_pair_aside(draft: Draft, index: int) -> None:
    """Sets aside 'box office', and '2 db jegy' (2 tickets) with its number. Refuses another hall: 'Small
    Hall'."""
    if (draft.tokens[index].text, draft.tokens[index + 1].text) in OTHER_HALLS:
        draft.refuse(f"'{draft.written(index)} {draft.written(index + 1)}' is another hall")
    draft.roles[index] = draft.roles[index + 1] = "aside"
    is_quantity = "quantity" in draft.kinds_at(index + 1)
    if is_quantity and draft.is_free_number(index - 1) and not belongs_to_marker(draft, index - 1):
        draft.roles[index - 1] = "aside"


def _set_other_word_aside(draft: Draft, index: int) -> None:
    """Sets aside a word that has no meaning in general language here."""
    text = draft.tokens[index].text
    if (joined := _joined_with_next(draft, index)) is not None:
        reason = f"'{draft.written(index)} {draft.written(index + 1)}' is not a seat"
        draft.refuse(reason) if "not_a_seat" in joined else draft.refuse_without_row(reason)
    elif text == "x":
        if not set_match_aside(draft, index):
            _set_times_aside(draft, index)
    elif draft.own[index] and "either" in draft.kinds_at(index) and _is_better(draft, index + 1):
        draft.refuse(f"'{draft.written(index)}' leaves open which one is meant")
    elif names_several_places(draft, index):
        draft.refuse("it names more than one place")
    elif draft.own[index] and ":" in draft.text and _is_title_of_level(draft, index):
        draft.roles[index] = "aside"
    elif text in draft.venue.level_words:
        _note_level_number(draft, index)
    elif text == "w" and is_with(draft, index):
        draft.roles[index] = "aside"
    elif text in SHORT_DATES:
        set_day_with_date_aside(draft, index)


def _is_title_of_level(draft: Draft, index: int) -> bool:
    """Returns whether a word of the venue is the title of a field whose value is a name: 'Level: Upper
    Deck'."""
    is_level = draft.is_sign_at(index + 1, _COLON) and "level" in draft.kinds_at(index)
    return is_level and index + 2 < len(draft.tokens) and not draft.tokens[index + 2].is_number


def _joined_with_next(draft: Draft, index: int) -> frozenset[Kind] | None:
    """Returns the kinds of a word for what is no seat that is written as two here: 'car park', 'cloak room'.
    None where they are no such word, or the venue's own."""
    if index + 1 >= len(draft.tokens) or draft.own[index] or draft.own[index + 1]:
        return None
    first, second = draft.tokens[index : index + 2]
    if second.is_sign or second.is_number or len(second.text) < _PLACE_LETTERS_MIN:
        return None
    kinds = general_word(first.text + second.text).kinds
    return None if kinds.isdisjoint(_NO_SEATS) or "foreign" in kinds else kinds


def _set_listing_aside(draft: Draft, index: int) -> bool:
    """Sets aside a list of sections that is part of the level's own name: 'View Level (Sections 401-439),
    Section 405'."""
    at = sections_listed_from(draft.tokens, index)
    if tuple(draft.tokens[position].text for position in at) not in draft.venue.listings:
        return False
    _set_aside(draft, tuple(range(at[0], at[-1] + 1)))
    return True


def _set_word_aside(draft: Draft, index: int) -> None:
    kinds = draft.general[index].kinds
    if "included" in kinds:
        set_included_aside(draft, index)
    # A door in one language ('Tür') may be a tour in another one ('tur').
    if "not_a_seat" in kinds and "foreign" not in kinds:
        refuse_what_is_no_seat(draft, index)
    if "extra" in kinds and _is_number_of_people(draft, index):
        draft.roles[index] = "aside"
        return
    if "extra" in kinds and not is_included(draft, index) and not is_added_to_price(draft, index):
        draft.refuse_without_row(f"'{draft.written(index)}' is sold beside seats")
    if "either" in kinds:
        _check_choice(draft, index)
    if not _SECTIONS.isdisjoint(kinds):
        _check_one_section(draft, index)
    if "selling" in kinds:
        set_selling_aside(draft, index)
    elif "foreign" in kinds and not is_ordinal_before(draft.tokens, index):
        set_foreign_aside(draft, index)
    elif "quantity" in kinds or ("seats" in kinds and seats_from(draft, index + 1, is_bare=False) is None):
        _set_quantity_aside(draft, index)
    elif "month" in kinds:
        _set_neighbours_aside(draft, index)
    elif "level" in kinds:
        _note_level_number(draft, index)
    else:
        _set_plain_word_aside(draft, index)


def _is_number_of_people(draft: Draft, index: int) -> bool:
    """Returns whether a word only says how many people come: 'party of 4'."""
    number = index + 2
    is_number = draft.is_free_number(number) and draft.tokens[index + 1].text in _OUT_OF
    return is_number and counts_people(draft, number)


def _set_plain_word_aside(draft: Draft, index: int) -> None:
    """Sets aside a word that says nothing about a place and has no number. A word such as 'without' stays if
    the venue's names have the word behind it."""
    general = draft.general[index]
    if "unreserved" in general.kinds and _is_behind_dash(draft, index):
        _set_aside(draft, (index - 2, index))
    elif general.names_a_place:
        return
    elif "aside" in general.kinds and MARKERS.isdisjoint(general.kinds):
        draft.roles[index] = "aside"
        if "grade" in general.kinds:
            draft.grades.append(index)
    elif "negation" in general.kinds and not (index + 1 < len(draft.own) and draft.own[index + 1]):
        draft.roles[index] = "aside"


def _is_behind_dash(draft: Draft, index: int) -> bool:
    """Returns whether a word is the end of another one: 'free' in 'alcohol-free'."""
    if index < 2 or draft.tokens[index - 1].text != "-" or draft.tokens[index - 2].is_number:
        return False
    before, dash, word = draft.tokens[index - 2 : index + 1]
    is_tight = before.end == dash.start and dash.end == word.start
    return is_tight and not before.is_sign and not draft.own[index - 2]


def is_pair(draft: Draft, index: int) -> bool:
    """Returns whether this word and the next one together say nothing about a place."""
    if index + 1 >= len(draft.tokens):
        return False
    pair = (draft.tokens[index].text, draft.tokens[index + 1].text)
    if draft.own[index] and draft.own[index + 1]:
        return pair in OTHER_HALLS and not draft.venue.words.issuperset(pair)
    if draft.own[index + 1] and "aside" in general_word(pair[1]).kinds:
        return False  # 'Gradinata non numerata', where another one is a 'Gradinata numerata'.
    return pair in PAIRS or (pair in OTHER_HALLS and not draft.venue.words.issuperset(pair))


def _set_times_aside(draft: Draft, index: int) -> None:
    """Sets aside a quantity such as '2x Section 107' or 'x2', if the number stands apart from all words."""
    tokens = draft.tokens
    is_offer = tokens[index].touches and draft.is_touched(index) and not draft.own[index]
    if is_offer and draft.is_free_number(index + 1):
        draft.roles[index - 1] = draft.roles[index] = draft.roles[index + 1] = "aside"  # '2x1'
        return
    has_word_behind = index + 1 < len(tokens) and not tokens[index + 1].is_sign
    if draft.is_free_number(index - 1) and has_word_behind and (index < 2 or tokens[index - 2].is_sign):
        draft.roles[index - 1] = draft.roles[index] = "aside"
        return
    is_apart = (index == 0 or tokens[index - 1].is_sign) and draft.is_touched(index)
    if draft.is_free_number(index + 1) and (is_apart or _ends_with_times(draft, index)):
        draft.roles[index + 1] = draft.roles[index] = "aside"


def _ends_with_times(draft: Draft, index: int) -> bool:
    """Returns whether a label that names a seat ends with the number of its tickets: 'Row 7 Seat 12 x2'."""
    is_end = all(token.is_sign for token in draft.tokens[index + 2 :])
    has_seat = any(marker < index - 1 for marker in draft.seat_markers)
    return is_end and has_seat and draft.tokens[index - 1].is_number and not draft.tokens[index].touches


def _set_quantity_aside(draft: Draft, index: int) -> None:
    """Sets aside a quantity: '2 tickets', 'Qty: 2'. In '12DB' the letters are short for a name."""
    token = draft.tokens[index]
    if token.touches and token.is_capital and len(token.text) < 3:
        return
    if "both" in draft.kinds_at(index) and joined_value(draft, index) is not None:
        return  # 'vietas 12 un 13', where 'un' is 'and' in one language and 'units' in another one.
    draft.roles[index] = "aside"
    if _set_ticket_number_aside(draft, index):
        return
    if _is_behind_dash_and_letter(draft, index) or _is_behind_dash_and_number(draft, index):
        _set_aside(draft, (index - 2, index - 1))
    elif _is_counted_by(draft, index) and not belongs_to_marker(draft, index - 1):
        draft.roles[index - 1] = "aside"
    elif "cardinal" in draft.general[index - 1].kinds and not belongs_to_marker(draft, index - 1):
        draft.roles[index - 1] = "aside"  # 'per due persone'
    elif (
        draft.is_free_number(after := draft.after_marker(index + 1))
        and "seats" not in draft.general[index].kinds
        and not _is_counted_already(draft, index)
        and not (draft.is_touched(after) and draft.tokens[after + 1].text != "x")  # 'Adult - 12E'
    ):
        if set_family_aside(draft, after):
            return
        draft.roles[after] = "aside"
        if set_groups_aside(draft, after) or _set_total_aside(draft, after + 1):
            return
        if end_of_range(draft, after) is not None:
            # 'Qty 2-4' counts tickets, but 'Family Pack 5-8' could mean several things.
            draft.refuse_without_row(f"after '{draft.written(index)}', a range may be anything")


def _set_ticket_number_aside(draft: Draft, index: int) -> bool:
    """Sets aside the number of a ticket, behind a word that says that it is one: 'Billet mobile no
    4417-0092'."""
    at = index + 1
    while at < len(draft.tokens) and "aside" in draft.general[at].kinds:
        at += 1
    is_number = at < len(draft.tokens) and "number" in draft.kinds_at(at) and not draft.own[at]
    return is_number and set_order_aside(draft, at)


def _set_total_aside(draft: Draft, index: int) -> bool:
    """Sets aside the number of all tickets behind that of one: '1 of 2', '1/2'. Returns whether there is
    one."""
    if index >= len(draft.tokens) or not draft.is_free_number(index + 1):
        return False
    is_slash = draft.is_sign_at(index, _SLASH) and draft.tokens[index + 1].start == draft.tokens[index].end
    if not is_slash and draft.tokens[index].text not in _OUT_OF:
        return False
    if int(draft.tokens[index - 1].text[:6]) > int(draft.tokens[index + 1].text[:6]):
        return False
    draft.roles[index] = draft.roles[index + 1] = "aside"
    return True


def _is_counted_already(draft: Draft, index: int) -> bool:
    """Returns whether the word before a quantity has its number: 'adet' in '2 adet bilet 205 Blok'."""
    return (
        index > 1
        and draft.roles[index - 2 : index] == ["aside", "aside"]
        and draft.tokens[index - 2].is_number
        and "quantity" in draft.kinds_at(index - 1)
    )


def _is_counted_by(draft: Draft, index: int) -> bool:
    """Returns whether the number before a quantity belongs to it. In Chinese, Japanese and Korean, it touches
    the word: '2枚', but not '6 大人'."""
    if not draft.is_free_number(index - 1) or _is_part_of_value(draft, index - 1):
        return False
    token = draft.tokens[index]
    return not is_eastern(token.text) or draft.tokens[index - 1].end == token.start


def _is_behind_dash_and_letter(draft: Draft, index: int) -> bool:
    """Returns whether a letter and a dash touch a word for tickets: 'M-Ticket', 'p-tickets'."""
    if index < 2 or not draft.is_sign_at(index - 1, _HYPHEN) or "aside" not in draft.kinds_at(index):
        return False
    letter, dash, word = draft.tokens[index - 2 : index + 1]
    is_tight = letter.end == dash.start and dash.end == word.start and not letter.touches
    return is_tight and len(letter.text) == 1 and not letter.is_number and draft.roles[index - 2] is None


def _is_behind_dash_and_number(draft: Draft, index: int) -> bool:
    """Returns whether a number and a dash touch a quantity: '4-pack'."""
    if not draft.is_sign_at(index - 1, _HYPHEN) or not draft.is_free_number(index - 2):
        return False
    number, dash, word = draft.tokens[index - 2 : index + 1]
    return number.end == dash.start and dash.end == word.start and not number.touches


def _is_part_of_value(draft: Draft, index: int) -> bool:
    """Returns whether a number touches the letters of a row: 'Stalls P6 Adult'. In 'x2' it counts."""
    return draft.tokens[index].touches and draft.tokens[index - 1].text != "x"


def _set_neighbours_aside(draft: Draft, index: int) -> None:
    """Sets aside a date: '12 May', '12. Mai', '12 de mayo', 'May 12'."""
    draft.roles[index] = "aside"
    before = index - 1
    while before > 0 and "filler" in draft.kinds_at(before):
        before -= 1
    ordinal = draft.ordinal_before(before + 1)
    if ordinal is not None and not belongs_to_marker(draft, ordinal.at[0]):
        _set_aside(draft, ordinal.at)
    for at in (before, draft.after_marker(index + 1)):
        if draft.is_free_number(at) and not belongs_to_marker(draft, at):
            draft.roles[at] = "aside"
            if at > index:
                set_minutes_aside(draft, at)
    set_year_aside(draft, index)
    first = index
    while first > 0 and (draft.roles[first - 1] == "aside" or draft.tokens[first - 1].is_sign):
        first -= 1
    set_day_aside(draft, range(first - 1, -1, -1))


def _note_level_number(draft: Draft, index: int) -> None:
    """Notes the number of a level: 'Level 3', '2nd tier', '100 Level'."""
    if "row" in draft.general[index].kinds and all(
        "row" not in draft.general[marker].kinds or marker == index for marker in draft.row_markers
    ):
        return  # 'Rang' can also mean row, and here it is the only word for rows.
    ordinal = draft.ordinal_before(index)
    before = index - 1
    if ordinal is not None:
        draft.level_numbers.update(ordinal.at)
        return
    after = draft.after_marker(index + 1)
    may_be_before = _stands_alone(draft, before) and not belongs_to_marker(draft, before)
    if draft.is_free_number(after) and not (may_be_before and _is_first_of_two(draft, before, after)):
        draft.level_numbers.add(after)
    elif may_be_before:
        draft.level_numbers.add(before)


def _is_first_of_two(draft: Draft, before: int, after: int) -> bool:
    """Returns whether the first of two numbers is a level of the venue and the second is not: '500 Level
    512'."""
    known = draft.venue.level_numbers
    return draft.tokens[before].text in known and draft.tokens[after].text not in known


def _stands_alone(draft: Draft, index: int) -> bool:
    return draft.is_free_number(index) and not draft.tokens[index].touches


def _check_choice(draft: Draft, index: int) -> None:
    """Refuses labels that leave the choice to the seller: '107 or 108', 'or better'."""
    following = draft.after_marker(index + 1)
    if following >= len(draft.tokens) or index == 0:
        return
    before = draft.tokens[index - 1]
    is_last_word = (
        following == len(draft.tokens) - 1
        and not draft.own[following]
        and not draft.tokens[following].is_number
    )
    is_between = draft.value_at(following) is not None and (
        before.is_number or before.touches or (not before.is_sign and len(before.text) <= 2)
    )
    if is_last_word or is_between or _is_better(draft, following):
        draft.refuse(f"'{draft.written(index)}' leaves open which one is meant")


def _is_better(draft: Draft, index: int) -> bool:
    return index < len(draft.tokens) and "better" in draft.kinds_at(index)


def _check_one_section(draft: Draft, index: int) -> None:
    """Refuses labels that name several sections: 'Sections 101-110', 'Blocks 2, 3'."""
    if draft.is_sign_at(index + 1, _SLASH):
        _set_other_kind_aside(draft, index + 2)
    is_plural = "sections" in draft.general[index].kinds
    value = draft.value_at(draft.after_small_words(index))
    joined = None if value is None else joined_value(draft, value.last + 1, letters_too=True)
    if joined is not None and (is_plural or joined.joiner in _SEVERAL_SECTIONS):
        draft.refuse("it names more than one section")


def _set_other_kind_aside(draft: Draft, index: int) -> None:
    """Sets aside what a section may be called as well, in a form that is printed for all places: 'SECTION/BOX
    106'."""
    if draft.is_free_number(index + 1) and general_word(draft.tokens[index].text).seating:
        draft.roles[index - 1] = draft.roles[index] = "aside"


def _set_aside(draft: Draft, at: tuple[int, ...]) -> None:
    for position in at:
        draft.roles[position] = "aside"


def set_whole_aside(draft: Draft, index: int) -> bool:
    """Sets aside a word for all of a box or table beside the word for it ('Hela loge 9'), and all of a remark
    that says nothing else: '- gesamte Loge', '(celá lóže, 6 osob)'. Returns whether it says so."""
    first, end = _remark_around(draft, index)
    words = [at for at in range(first, end) if not draft.tokens[at].is_sign]
    is_remark = (first > 0 or end < len(draft.tokens)) and all(
        _may_be_of_whole(draft, at, words) for at in words
    )
    if is_remark:
        _set_aside(draft, tuple(at for at in words if draft.roles[at] is None))
        return True
    before = index - 2 if draft.is_free_number(index - 1) else index - 1  # '스카이박스 9 전체'
    is_beside_room = any(first <= at < end and _names_a_room(draft, at) for at in (before, index + 1))
    if is_beside_room:
        draft.roles[index] = "aside"
    return is_beside_room


def _remark_around(draft: Draft, index: int) -> tuple[int, int]:
    """Returns the first token of the part between two separators that a word stands in, and the index behind
    its last one."""
    first, end = index, index + 1
    while first > 0 and not _is_end_of_remark(draft, first - 1):
        first -= 1
    while end < len(draft.tokens) and not _is_end_of_remark(draft, end):
        end += 1
    return first, end


def _is_end_of_remark(draft: Draft, index: int) -> bool:
    if draft.is_sign_at(index, _AROUND_REMARKS):
        return True
    if not 0 < index < len(draft.tokens) - 1 or not draft.is_sign_at(index, _DASHES):
        return False
    before, dash, behind = draft.tokens[index - 1 : index + 2]
    return before.end < dash.start and dash.end < behind.start


def _may_be_of_whole(draft: Draft, index: int, words: Sequence[int]) -> bool:
    """Returns whether a word may say of what all is meant, or for how many people."""
    if draft.roles[index] == "aside":
        return True
    if draft.tokens[index].is_number:
        return any(at in words and "quantity" in draft.kinds_at(at) for at in (index - 1, index + 1))
    kinds = draft.kinds_at(index)
    if "seats" in kinds or not _OF_WHOLE.isdisjoint(kinds) or _names_a_room(draft, index):
        return True
    if draft.is_sign_at(index + 1, _HYPHEN) and draft.is_free_number(index + 2):
        return len(draft.tokens[index].text) == 1  # 'ל-6'
    return _bends_word_of_venue(draft.tokens[index].text, draft.venue.words)


def _names_a_room(draft: Draft, index: int) -> bool:
    if draft.tokens[index].is_sign or draft.tokens[index].is_number:
        return False
    return not general_word(draft.tokens[index].text).seating.isdisjoint(SMALL_ROOMS)


def _bends_word_of_venue(word: str, own: Set[str]) -> bool:
    """Returns whether a word is one of the venue's names with another ending: 'skyboxu'."""
    return len(word) >= _BENT_LETTERS_MIN and (word[:-1] in own or word[:-2] in own)


def set_included_aside(draft: Draft, index: int) -> None:
    """Sets aside a word such as 'with' before something that the venue's names do not have, and an unknown
    word for it: 'incl. driegangendiner'."""
    behind = index + 2 if draft.is_sign_at(index + 1, _STOP) else index + 1
    if behind >= len(draft.tokens) or draft.own[behind]:
        return
    token = draft.tokens[behind]
    if (
        draft.is_free_number(behind)
        and behind + 1 < len(draft.tokens)
        and not draft.kinds_at(behind + 1).isdisjoint(_COMES_WITH)
    ):
        _set_aside(draft, (index, behind, behind + 1))  # 'incl. 1 drink', 'incl. 1 companion'
        return
    if token.is_sign or token.is_number or len(token.text) <= _SHORT_LETTERS_MAX:
        return
    draft.roles[index] = "aside"
    if not draft.general[behind].is_known:
        draft.roles[behind] = "aside"


def is_with(draft: Draft, index: int) -> bool:
    """Returns whether 'with' is written short here: 'w/'."""
    return draft.tokens[index].text == "w" and draft.is_sign_at(index + 1, _SLASH)


def refuse_what_is_no_seat(draft: Draft, index: int) -> None:
    """Refuses parking and the like, unless a seat is named with which it comes: '(parking included)'."""
    reason = f"'{draft.written(index)}' is not a seat"
    near = range(
        max(0, index - _INCLUDED_WORDS_BEFORE), min(len(draft.tokens), index + _INCLUDED_WORDS_BEHIND)
    )
    if any("included" in draft.kinds_at(at) or is_with(draft, at) for at in near):
        draft.refuse_without_row(reason)
        draft.roles[index] = "aside"
    else:
        draft.refuse(reason)


def is_included(draft: Draft, index: int) -> bool:
    """Returns whether something comes with a place: '(catering incluido)', 'incl. diner', '- dinner and
    drinks included'."""
    before, behind = _end_of_extras(draft, index, -1), _end_of_extras(draft, index, 1)
    first = before + 1
    if draft.is_sign_at(before, _STOP):
        before -= 1
    if before > 0 and ("included" in draft.kinds_at(before) or is_with(draft, before - 1)):
        return True
    return (
        draft.is_sign_at(first - 1, _BEFORE_EXTRAS)
        and behind < len(draft.tokens)
        and "included" in draft.kinds_at(behind)
    )


def is_added_to_price(draft: Draft, index: int) -> bool:
    """Returns whether a word says what an amount is for that is added to the price: '£35.00 + £3.80 fee'."""
    at = index - 1
    while at > 0 and (draft.tokens[at].is_number or draft.is_sign_at(at, _OF_AMOUNTS)):
        at -= 1
    is_amount = at < index - 1 and all(
        draft.roles[position] == "aside"
        for position in range(at + 1, index)
        if draft.tokens[position].is_number
    )
    return is_amount and at > 0 and draft.is_sign_at(at, _PLUS) and draft.roles[at - 1] == "aside"


def _end_of_extras(draft: Draft, index: int, step: int) -> int:
    """Returns the index of the first token beside this one that is no part of a list of things that are sold
    beside seats: '(champagne et cocktail inclus)'."""
    at = end = index + step
    while 0 <= at < len(draft.tokens):
        kinds = draft.kinds_at(at)
        if "extra" in kinds and "included" not in kinds:
            end = at + step
        elif not (draft.is_sign_at(at, _BETWEEN_EXTRAS) or "both" in kinds):
            break
        at += step
    return end


def names_several_places(draft: Draft, index: int) -> bool:
    """Returns whether a range or list follows this word, and the word is the plural of a kind of place: then
    it names several of them, and not a seat of the first. In 'Table 5-8' it may be a seat."""
    behind = index + 1
    if behind + 2 >= len(draft.tokens) or len(draft.tokens[index].text) <= _PLACE_LETTERS_MIN:
        return False
    if not draft.tokens[behind].is_number and len(draft.tokens[behind].text) > _NAME_LETTERS_MAX:
        return False
    if not _may_join(draft, behind + 1):
        return False
    value = draft.value_at(behind)
    joined = None if value is None else joined_value(draft, value.last + 1, letters_too=True)
    if value is None or joined is None or joined.value.text.isdecimal() != value.text.isdecimal():
        return False
    return _is_plural(draft, index)


def _may_join(draft: Draft, index: int) -> bool:
    """Returns whether this token may belong to the value before it or join it to another one. Mostly the word
    for the row stands here."""
    token = draft.tokens[index]
    return (
        token.is_sign or token.touches or token.text == "t" or not draft.kinds_at(index).isdisjoint(JOINING)
    )


def _is_plural(draft: Draft, index: int) -> bool:
    """Returns whether the word is longer than, or ends otherwise than, a word for one such place. For a word
    of the venue's own names, the other one must be its own as well."""
    word = draft.tokens[index].text
    seating = general_word(word).seating
    return any(
        one in draft.venue.words
        or (not draft.own[index] and not seating.isdisjoint(general_word(one).seating))
        for one in _forms_of_one(word)
    )


def _forms_of_one(word: str) -> Iterator[str]:
    """Yields what may be the singular of a word: 'tisch' for 'tische', 'palco' for 'palchi'."""
    for length in range(1, _ENDING_LETTERS_MAX + 1):
        stem = word[:-length]
        for ending in _ENDINGS_OF_ONE:
            one = stem + ending
            if len(one) >= _PLACE_LETTERS_MIN and one != word:
                yield one
