"""Sets aside numbers that are no places to sit: those of gates, prices, ages, people, and ranges of these."""

from seatpreview.labels.parsing.label_draft import MARKERS, Draft, Value, is_ordinal_behind
from seatpreview.labels.parsing.seat_lists import Joined, joined_value
from seatpreview.labels.text.currencies import (
    ABBREVIATIONS,
    CODES,
    CURRENCY_SIGNS,
    CURRENCY_WORDS,
    UNMISTAKABLE,
)
from seatpreview.labels.text.general_words import ROMAN, SMALL_ROOMS, Kind, general_word, is_letter

_DIGITS_OF_A_GROUP = 4
_DIGITS_OF_TIGHT_AMOUNT = 3
_DIGITS_OF_A_YEAR = 4
_BETWEEN_YEARS = frozenset((".", "/", "-", "\u2013"))
_DIGITS_OF_A_CODE = 5
_DIGITS_OF_A_PADDED_CODE = 4
_TITLES_OF_ORDERS = frozenset(("id", "code", "#", ":", "."))
_TITLES: frozenset[Kind] = frozenset(("number", "aside", "order", "seat"))
_LETTERS_OF_AN_ORDER = 6
_DIGITS_OF_AN_ORDER = 2
_SIGNS_OF_AN_ORDER = 2
_HYPHEN = frozenset(("-",))
_SECTIONS = frozenset(("section", "sections"))
_STOPS = frozenset((".", ":", "#"))
_DASHES = frozenset(("-", "\u2013", "\u2014"))
_TIGHT_SIGNS = _DASHES | frozenset(("/",))
_SEPARATORS = frozenset((",", ";", "(", "[", "|"))
_PLUS = frozenset(("+",))
_BRACKET = frozenset(("(",))
_CLOSING = frozenset((")",))
_TICKETS: frozenset[Kind] = frozenset(("quantity", "aside"))
_COLON = frozenset((":",))
_NO_CENTS = "00"
_FEE_WORDS_MAX = 3
_JOINING = frozenset(("until", "both", "either"))
_BETWEEN = _JOINING | frozenset(("filler",))
_BETWEEN_WORDS_MAX = 3
_AGES = range(6, 24)
_SLASH = frozenset(("/",))
_FULL_STOP = frozenset((".",))
_ORDINAL_SIGNS = frozenset(("°", "."))


def set_foreign_aside(draft: Draft, index: int) -> None:
    """Sets aside 'Gates 5-8', 'Cat. A', 'Eingang Nord' and '2nd category', including their numbers, letters
    and directions."""
    draft.roles[index] = "aside"
    ordinal = draft.ordinal_before(index)
    if ordinal is not None and not (
        draft.is_sign_at(index + 1, _COLON) and belongs_to_marker(draft, ordinal.at[0])
    ):
        _set_aside(draft, ordinal.at)
    at = draft.after_marker(index + 1)
    while at < len(draft.tokens) and _is_filler_of_gate(draft, at):
        at += 1
    if index and "selling" in draft.kinds_at(index - 1):
        return  # 'Vendo entrada' is a ticket.
    if "order" in draft.general[index].kinds and set_order_aside(draft, index + 1):
        return
    value = None if _belongs_to_next_word(draft, index, at) else draft.value_at(at)
    if value is not None:
        _set_aside(draft, value.at)
        behind = set_groups_aside(draft, value.last) or value.last + 1
        if (
            behind > value.last + 1
            and behind < len(draft.tokens)
            and draft.tokens[behind].text in CURRENCY_WORDS
        ):
            draft.roles[behind] = "aside"
        last = set_listed_aside(draft, value, is_plural="foreigns" in draft.general[index].kinds)
        behind = _set_further_number_aside(draft, last) + 1
        # In 'Door 2 right -', the direction belongs to the door, because the place begins after the sign.
        if (
            behind + 1 < len(draft.tokens)
            and draft.tokens[behind + 1].is_sign
            and _is_direction(draft, behind)
        ):
            draft.roles[behind] = "aside"
    elif at < len(draft.tokens) and (
        _is_direction(draft, at) or is_ordinal_behind(draft, at) or _is_numeral_of_gate(draft, at)
    ):
        draft.roles[at] = "aside"
        if at + 1 < len(draft.tokens) and "side" in draft.kinds_at(at + 1):
            draft.roles[at + 1] = "aside"


def set_order_aside(draft: Draft, index: int) -> bool:
    """Sets aside the number of an order with its letters and signs: 'Order #48-20113/CIN', 'Booking ID
    WK8X2QP'. Returns whether there is one: in 'Order 12345-107-K-9', a place follows it."""
    tokens, at = draft.tokens, index
    while at < len(tokens) and not tokens[at].is_number:
        is_title = tokens[at].text in _TITLES_OF_ORDERS or not _TITLES.isdisjoint(draft.kinds_at(at))
        if not is_title or (at + 1 < len(tokens) and tokens[at + 1].touches):
            break
        at += 1
    end = at
    while end < len(tokens) and (end == at or tokens[end].start == tokens[end - 1].end):
        if tokens[end].is_sign and tokens[end].text not in _TIGHT_SIGNS:
            break
        end += 1
    while end > at and tokens[end - 1].is_sign:
        end -= 1
    parts = [token for token in tokens[at:end] if not token.is_sign]
    letters = sum(part.end - part.start for part in parts)
    signs = end - at - len(parts)
    digits = sum(part.end - part.start for part in parts if part.is_number)
    has_seat = any("seat" in draft.kinds_at(position) for position in range(index, at))
    if has_seat and (signs or digits == letters):
        return False
    if letters < _LETTERS_OF_AN_ORDER or digits < _DIGITS_OF_AN_ORDER or signs > _SIGNS_OF_AN_ORDER:
        return False
    _set_aside(draft, tuple(range(index, end)))
    return True


def _is_numeral_of_gate(draft: Draft, index: int) -> bool:
    """Returns whether a Roman numeral stands here before a sign, a price or a word for sections: 'Wejście
    VIII Sektor A4'. In 'Gate II Balcony' it counts the balcony."""
    if draft.tokens[index].text not in ROMAN or index + 1 >= len(draft.tokens):
        return False
    behind = draft.tokens[index + 1]
    is_end = behind.is_sign or behind.is_number or names_currency(draft, index + 1)
    return is_end or not _SECTIONS.isdisjoint(draft.kinds_at(index + 1))


def names_currency(draft: Draft, index: int) -> bool:
    """Returns whether a sign or a word for money stands here. An abbreviation that may mean something else is
    one beside an amount alone."""
    text = draft.tokens[index].text
    if text in CURRENCY_SIGNS or text in UNMISTAKABLE:
        return True
    if draft.own[index] or not (text in ABBREVIATIONS or (text in CODES and draft.written(index).isupper())):
        return False
    if draft.is_sign_at(index + 1, _FULL_STOP) and not MARKERS.isdisjoint(draft.kinds_at(index)):
        return False  # 'CAD. 7' is a cadeira.
    is_before = draft.is_free_number(index - 1) and not belongs_to_marker(draft, index - 1)
    if is_before and draft.tokens[index].touches:
        amount = draft.tokens[index - 1]
        return amount.end - amount.start >= _DIGITS_OF_TIGHT_AMOUNT  # '56RS' is a side of a stadium.
    return is_before or draft.is_free_number(_behind_currency(draft, index))


def _behind_currency(draft: Draft, index: int) -> int:
    """Returns the index after a currency and its full stop: 'Rs. 2500'."""
    is_abbreviated = draft.is_sign_at(index + 1, _FULL_STOP) and draft.is_free_number(index + 2)
    return index + 2 if is_abbreviated else index + 1


def set_price_aside(draft: Draft, index: int) -> None:
    """Sets aside a price: '£125.00', 'R$ 180,00', '45,00 €'. The number follows the currency sign, or else
    precedes it."""
    draft.roles[index] = "aside"
    first = index
    if (
        index
        and draft.tokens[index - 1].end == draft.tokens[index].start
        and not draft.tokens[index - 1].is_number
    ):
        first = index - 1
        draft.roles[first] = "aside"
    behind = _behind_currency(draft, index)
    is_behind = draft.is_free_number(behind)
    step, at = (1, behind) if is_behind else (-1, index - 1)
    while draft.is_free_number(at) or _is_decimal_point(draft, at):
        if step < 0 and belongs_to_marker(draft, at) and not (at == index - 1 and draft.own[at - 1]):
            break  # 'Seat 12 45,00 €', but 'Eintritt ohne Platz 12 €', which is the name of a section
        is_behind_number = step > 0 and draft.tokens[at].is_number and draft.tokens[at - 1].is_number
        if is_behind_number and not _is_group_of_amount(draft, at):
            break  # '€ 22,00 1e Balkon'
        draft.roles[at] = "aside"
        first = min(first, at)
        at += step
    _set_fee_aside(draft, first)


def _set_fee_aside(draft: Draft, amount: int) -> None:
    """Sets aside unknown words between a price and another amount that is added to it: 'R$ 60,00 + TX R$
    12,00'."""
    at = amount - 1
    while at > 0 and _is_unknown(draft, at):
        at -= 1
    is_word = at < amount - 1 <= at + _FEE_WORDS_MAX
    if is_word and draft.is_sign_at(at, _PLUS) and at > 0 and draft.roles[at - 1] == "aside":
        _set_aside(draft, tuple(range(at + 1, amount)))


def _is_unknown(draft: Draft, index: int) -> bool:
    token = draft.tokens[index]
    if token.is_sign or token.is_number or draft.roles[index] is not None:
        return False
    return not draft.own[index] and not draft.general[index].is_known


def set_rand_aside(draft: Draft, index: int) -> bool:
    """Sets aside an amount of rand, whose letter may also stand for 'row': 'Row 3 Seat 4 R450'. Returns
    whether this is one: a word names the row, and no row of the venue has this name."""
    number = draft.tokens[index + 1].text if draft.is_free_number(index + 1) else ""
    has_row = any(len(draft.tokens[marker].text) > 1 for marker in draft.row_markers)
    is_rand = has_row and len(number) > 1 and draft.venue.rows.isdisjoint((number, f"r{number}"))
    if is_rand:
        set_price_aside(draft, index)
    return is_rand


def set_round_price_aside(draft: Draft, index: int) -> bool:
    """Sets aside an amount without cents and its currency, '45,-', '645:-', '45.- Fr.'. Returns whether
    this is one."""
    tokens, dash = draft.tokens, index + 2
    if (
        dash >= len(tokens)
        or not draft.is_sign_at(dash, _DASHES)
        or tokens[index + 1].text not in (".", ",", ":")
    ):
        return False
    is_tight = tokens[index].end == tokens[index + 1].start and tokens[index + 1].end == tokens[dash].start
    if not is_tight or (dash + 1 < len(tokens) and tokens[dash + 1].start == tokens[dash].end):
        return False
    _set_aside(draft, tuple(range(index, dash + 1)))
    if _is_decimal_point(draft, index - 1):
        _set_aside(draft, (index - 2, index - 1))  # '7,000.-'
    if dash + 1 < len(tokens) and tokens[dash + 1].text in UNMISTAKABLE | ABBREVIATIONS:
        draft.roles[dash + 1] = "aside"
    return True


def set_even_price_aside(draft: Draft, index: int) -> bool:
    """Sets aside an amount with no cents at the end of a label: 'INTERO 18,00'. Returns whether this is
    one."""
    if not _is_decimal_point(draft, index + 1) or any(
        not token.is_sign for token in draft.tokens[index + 3 :]
    ):
        return False
    is_even = draft.written(index + 2) == _NO_CENTS
    if is_even:
        _set_aside(draft, (index, index + 1, index + 2))
    return is_even


def set_groups_aside(draft: Draft, index: int) -> int:
    """Sets aside the groups of digits behind the first one of an amount: 'Preis: 45,00', 'ราคา 3,500'.
    Returns the index behind them; 0 if there are none."""
    behind = index + 1
    while _is_decimal_point(draft, behind):
        _set_aside(draft, (behind, behind + 1))
        behind += 2
    return behind if behind > index + 1 else 0


def _is_group_of_amount(draft: Draft, index: int) -> bool:
    """Returns whether a number behind another one is a group of the same amount: '12 000'."""
    number = draft.tokens[index]
    return number.end - number.start == _DIGITS_OF_TIGHT_AMOUNT and not draft.is_touched(index)


def _is_decimal_point(draft: Draft, index: int) -> bool:
    if not 0 < index < len(draft.tokens) - 1 or draft.tokens[index].text not in (".", ","):
        return False
    before, point, after = draft.tokens[index - 1 : index + 2]
    return before.is_number and after.is_number and before.end == point.start and point.end == after.start


def _is_filler_of_gate(draft: Draft, index: int) -> bool:
    """Returns whether a small word stands here before the number or the direction of a gate: 'garderobe i
    venstre side'."""
    if (
        "filler" not in draft.general[index].kinds
        or draft.is_touched(index)
        or index + 1 == len(draft.tokens)
    ):
        return False
    if draft.tokens[index].is_capital and _is_decimal_point(draft, index + 2):
        return False  # 'Kat. A 92,50 EUR'
    return draft.is_free_number(index + 1) or _is_direction(draft, index + 1)


def _belongs_to_next_word(draft: Draft, index: int, at: int) -> bool:
    """Returns whether a dash with blanks separates a gate from a number that has its word behind it: 'giriş -
    101 Blok'."""
    if not draft.is_free_number(at) or at + 1 >= len(draft.tokens) or at == index + 1:
        return False
    has_dash = draft.is_sign_at(at - 1, _HYPHEN) and draft.tokens[at - 1].start > draft.tokens[at - 2].end
    return has_dash and draft.general_at(at + 1).is_after_number


def _set_further_number_aside(draft: Draft, last: int) -> int:
    """Sets aside a number behind the letters of a series, and the rest of a long number that is written in
    groups: 'Серия АБ № 004512', '取票码 8821 4403'. Returns the last token of it."""
    while draft.is_free_number(last + 1) and _is_group(draft, last) and _is_group(draft, last + 1):
        last += 1
        draft.roles[last] = "aside"
    at = draft.after_marker(last + 1)
    has_word = last + 1 < len(draft.tokens) and "number" in draft.kinds_at(last + 1)
    if draft.tokens[last].is_number or not has_word or not draft.is_free_number(at):
        return last
    _set_aside(draft, tuple(range(last + 1, at + 1)))
    return at


def _is_group(draft: Draft, index: int) -> bool:
    return draft.tokens[index].is_number and len(draft.tokens[index].text) >= _DIGITS_OF_A_GROUP


def _is_direction(draft: Draft, index: int) -> bool:
    general = general_word(draft.tokens[index].text)
    return bool(general.directions) and not general.seating


def _set_aside(draft: Draft, at: tuple[int, ...]) -> None:
    for position in at:
        draft.roles[position] = "aside"


# Ranges and lists of things that are not places: 'Gates 5-8', '5-8 years', '20-22 Uhr', '12-14 May'.
#
# All numbers of a range are set aside together: half a range that is left over would be read as a row.


def set_listed_aside(draft: Draft, value: Value, *, is_plural: bool) -> int:
    """Sets aside everything that is joined to the number or letter of a gate or the like. Returns the last
    token of it."""
    has_range = False
    while (joined := joined_value(draft, value.last + 1, letters_too=True)) is not None:
        if not _goes_on(draft, value, joined, is_plural=is_plural, has_range=has_range):
            break
        has_range = has_range or joined.joiner in _DASHES or joined.joiner == "until"
        _set_span_aside(draft, value.last + 1, joined.value.last)
        value = joined.value
    return value.last


def _goes_on(draft: Draft, value: Value, joined: Joined, *, is_plural: bool, has_range: bool) -> bool:
    """Returns whether a list of gates continues with this value. After a plural ('Gates'), a comma or a
    spaced dash continues the list too. In 'Gate 5 - 107' and 'Gate 5, 107', a section follows instead."""
    if value.text[0].isdecimal() != joined.value.text[0].isdecimal():
        return False
    if joined.joiner in _DASHES and has_range:
        return False
    if joined.joiner == ",":
        return is_plural and not has_range
    if joined.joiner in _TIGHT_SIGNS:
        return is_plural or _is_tight_pair(draft, value.last, joined.value)
    return True


def _is_tight_pair(draft: Draft, first: int, second: Value) -> bool:
    """Returns whether two values touch the sign between them and no third value follows in the same way.
    'Gate5-107-K-9' has a section, a row and a seat."""
    return _is_tight(draft, first + 1) and not _is_tight(draft, second.last + 1)


def _is_tight(draft: Draft, index: int) -> bool:
    """Returns whether this token is a range sign that touches the tokens before and after it."""
    if not 0 < index < len(draft.tokens) - 1 or not draft.is_sign_at(index, _TIGHT_SIGNS):
        return False
    before, sign, behind = draft.tokens[index - 1 : index + 2]
    return before.end == sign.start and sign.end == behind.start


def set_ranges_aside(draft: Draft) -> None:
    """Sets aside whole ranges: where one end is an age, a date, a time, a price or a quantity, so is the
    other."""
    for index, token in enumerate(draft.tokens):
        if not token.is_number:
            continue
        end = end_of_range(draft, index)
        if end is None or int(token.text) >= int(draft.tokens[end].text):
            continue
        roles = draft.roles[index], draft.roles[end]
        if roles == ("aside", None) and _is_whole(draft, end):
            _set_span_aside(draft, index + 1, end)
        elif (roles == (None, "aside") and _begins_range(draft, index)) or (
            roles == (None, None) and _are_ages(draft, index, end)
        ):
            _set_span_aside(draft, index, end)


def _are_ages(draft: Draft, index: int, end: int) -> bool:
    """Returns whether two numbers are ages behind a word for who sits there, after a seat that has its own
    number: 'Row 7 Seat 12 Concession 16-25'."""
    before = index - 1
    while draft.is_sign_at(before, _SEPARATORS):
        before -= 1
    if not _is_tight(draft, index + 1) or before < 0 or draft.roles[before] != "aside":
        return False
    if (
        "aside" not in draft.general[before].kinds
        or max(len(draft.tokens[at].text) for at in (index, end)) > 2
    ):
        return False
    return any(
        marker < before
        and "seats" not in draft.general[marker].kinds
        and draft.is_free_number(draft.after_marker(marker + 1))
        for marker in draft.seat_markers
    )


def end_of_range(draft: Draft, index: int) -> int | None:
    """Returns the index of the number that ends the range starting here: '5-8', '5.-8.', '5 bis 8'."""
    at = index + 1
    if draft.is_sign_at(at, _STOPS):
        at += 1
    if draft.is_sign_at(at, _DASHES):
        at += 1
    else:
        at = _behind_joining_words(draft, at)
    return at if at < len(draft.tokens) and draft.tokens[at].is_number else None


def _behind_joining_words(draft: Draft, index: int) -> int:
    """Returns the index after the words that join two numbers ('a la', 't/m'); the end of the label if there
    are no such words."""
    end = min(index + _BETWEEN_WORDS_MAX, len(draft.tokens))
    if [token.text for token in draft.tokens[index:end]] == ["t", "/", "m"]:
        return end
    at = index
    joins = False
    while at < end and not (kinds := draft.kinds_at(at)).isdisjoint(_BETWEEN):
        joins = joins or not kinds.isdisjoint(_JOINING)
        at += 1
    return at if joins else len(draft.tokens)


def _is_whole(draft: Draft, last: int) -> bool:
    """Returns whether a number that follows an aside belongs to the same range. In 'May 5 - 107 K 9' it does
    not."""
    has_dash = draft.is_sign_at(last - 1, _DASHES)
    return not has_dash or _is_tight_pair(draft, last - 2, Value("", (last,)))


def _begins_range(draft: Draft, index: int) -> bool:
    """Returns whether a number before an aside belongs to the same range. In 'Row 5-8 pm' and '107 K 9 - 12
    May' it does not."""
    if belongs_to_marker(draft, index) or _is_tight(draft, index - 1):
        return False
    has_blanks = draft.is_sign_at(index + 1, _DASHES) and not _is_tight(draft, index + 1)
    return not has_blanks or index == 0 or draft.is_sign_at(index - 1, _SEPARATORS)


def belongs_to_marker(draft: Draft, index: int) -> bool:
    """Returns whether the number follows a word for a row, a seat or a section that has no number yet. If so,
    it is not a quantity."""
    at = index - 1
    while draft.is_sign_at(at, _STOPS):
        at -= 1
    return at >= 0 and draft.roles[at] is None and not MARKERS.isdisjoint(draft.kinds_at(at))


def _set_span_aside(draft: Draft, first: int, last: int) -> None:
    for position in range(first, last + 1):
        draft.roles[position] = "aside"


def is_age(draft: Draft, index: int) -> bool:
    """Returns whether this number is an age: '18+' with no other number after it."""
    tokens, behind = draft.tokens, index + 1
    if behind == len(tokens) or tokens[behind].text != "+" or tokens[behind].start != tokens[index].end:
        return False
    return not (behind + 1 < len(tokens) and tokens[behind + 1].is_number)


def set_under_age_aside(draft: Draft, index: int) -> None:
    """Sets aside a team of young players: 'U16', 'U-21'. Where names of the venue have the letter, and after
    a word for sections, it is none."""
    at = index + 2 if draft.is_sign_at(index + 1, _HYPHEN | _FULL_STOP) else index + 1
    if "u" not in draft.venue.words and at < len(draft.tokens) and _is_dated(draft, at):
        draft.roles[index] = "aside"  # 'u. 26 år'
        return
    if (
        draft.is_sign_at(index + 1, _FULL_STOP)
        or "u" in draft.venue.words
        or _follows_marker(draft, index)
        or not draft.is_free_number(at)
    ):
        return
    number = draft.tokens[at]
    is_tight = number.start - draft.tokens[index].end == at - index - 1
    is_age = is_tight and len(number.text) < 3 and int(number.text) in _AGES
    if is_age and f"u{number.text}" not in draft.venue.rows:
        _set_aside(draft, tuple(range(index, at + 1)))


def _is_dated(draft: Draft, index: int) -> bool:
    """Returns whether this number is part of a date, a time or an age: '26 år'."""
    return draft.tokens[index].is_number and draft.roles[index] == "aside"


def _follows_marker(draft: Draft, index: int) -> bool:
    return index > 0 and not MARKERS.isdisjoint(draft.kinds_at(index - 1))


def set_age_aside(draft: Draft, index: int) -> bool:
    """Sets ages aside: 'M/12' in Portuguese, 't/m 12 jaar' in Dutch. Returns whether this is one."""
    if not draft.is_sign_at(index + 1, _SLASH):
        return False
    first = draft.tokens[index].text
    second = draft.tokens[index + 2].text if index + 2 < len(draft.tokens) else ""
    is_years = first == "t" and second == "m" and _is_number_of_years(draft, index + 3)
    is_age = is_years or (first == "m" and draft.is_free_number(index + 2))
    if is_age:
        _set_aside(draft, (index, index + 2))
    return is_age


def _is_number_of_years(draft: Draft, index: int) -> bool:
    return (
        draft.is_free_number(index)
        and index + 1 < len(draft.tokens)
        and "quantity" in draft.general[index + 1].kinds
    )


def set_people_aside(draft: Draft) -> None:
    """Sets aside the numbers of people: 'party of 4'."""
    for index in range(2, len(draft.tokens)):
        if draft.is_free_number(index) and not set_family_aside(draft, index) and counts_people(draft, index):
            draft.roles[index] = "aside"


def set_family_aside(draft: Draft, index: int) -> bool:
    """Sets aside a number of adults and one of children, behind a word for tickets: 'family ticket (2+2)',
    'Family (2A+2C)'. Returns whether these are two."""
    adults = _end_of_count(draft, index)
    if not draft.is_sign_at(adults, _PLUS) or not draft.is_free_number(adults + 1):
        return False
    end = _end_of_count(draft, adults + 1)
    has_letters = end > adults + 2 > index + 3
    has_bracket = draft.is_sign_at(index - 1, _BRACKET)
    before = index - 2 if has_bracket else index - 1
    if before < 0 or (has_bracket and not draft.is_sign_at(end, _CLOSING)):
        return False
    kinds = draft.general[before].kinds
    is_ticket = not kinds.isdisjoint(_TICKETS) and MARKERS.isdisjoint(kinds)
    is_ticket = is_ticket or (has_letters and has_bracket and _is_unknown(draft, before))
    if is_ticket:
        _set_aside(draft, tuple(range(index, end)))
    return is_ticket


def _end_of_count(draft: Draft, index: int) -> int:
    """Returns the index behind a number of one digit and a letter that touches it: '2', '2A'."""
    if len(draft.tokens[index].text) > 1 or draft.tokens[index].touches:
        return index
    is_lettered = draft.is_touched(index) and len(draft.tokens[index + 1].text) == 1
    return index + 2 if is_lettered else index + 1


def counts_people(draft: Draft, index: int) -> bool:
    """Returns whether a number behind a small word says for how many people a box or a table is: 'Table 7,
    table of 4', 'Mesa 3 para 4'. In 'Tables 3 and 4' it does not."""
    before = index - 1
    if before < 1 or draft.tokens[index].touches or "filler" not in draft.general[before].kinds:
        return False
    if draft.tokens[before - 1].is_number and not draft.general[before].kinds.isdisjoint(_JOINING):
        return False
    if is_letter(draft.tokens[before].text) or "number" in draft.general[before].kinds:
        return False
    if draft.is_sign_at(index + 1, _ORDINAL_SIGNS):
        return False
    room = before - 1
    while room > 0 and draft.tokens[room].is_number:
        room -= 1
    general = general_word(draft.tokens[room].text)
    return "extra" in general.kinds or not general.seating.isdisjoint(SMALL_ROOMS)


def set_seasons_aside(draft: Draft) -> None:
    """Sets aside seasons: '2025/26', '2025-2026', '2025./26.'. No name of the venue has such a year."""
    for index, token in enumerate(draft.tokens):
        if token.is_number and len(token.text) == _DIGITS_OF_A_YEAR and draft.is_free_number(index):
            end = _end_of_season(draft, index)
            _set_aside(draft, tuple(range(index, end)))


def _end_of_season(draft: Draft, index: int) -> int:
    """Returns the index behind the season that begins with this year, whose second year follows the first;
    the same index if none does."""
    year = draft.tokens[index].text
    if not year.startswith("20") or year in draft.venue.words or year in draft.venue.rows:
        return index
    end = index + 1
    while end < index + 3 and draft.is_sign_at(end, _BETWEEN_YEARS):
        end += 1
    if end == index + 1 or not draft.is_free_number(end):
        return index
    is_tight = all(draft.tokens[at].end == draft.tokens[at + 1].start for at in range(index, end))
    following = str(int(year) + 1)
    return end + 1 if is_tight and draft.tokens[end].text in (following, following[2:]) else index


def set_code_aside(draft: Draft, index: int) -> bool:
    """Sets aside the number of an order or a barcode, and the letters that touch it: 'BMS0098123'. Returns
    whether it is one: no section and no row has as many digits."""
    token = draft.tokens[index]
    is_padded = draft.text[token.start] == "0"
    digits_min = _DIGITS_OF_A_PADDED_CODE if is_padded else _DIGITS_OF_A_CODE
    names = draft.venue
    if token.end - token.start < digits_min or token.text in names.words or token.text in names.rows:
        return False
    first = index
    while first and draft.tokens[first].touches and not draft.own[first - 1]:
        first -= 1
    _set_aside(draft, tuple(range(first, index + 1)))
    return True
