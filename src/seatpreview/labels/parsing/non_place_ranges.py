"""Ranges and lists of things that are not places: 'Gates 5-8', '5-8 years', '20-22 Uhr', '12-14 May'.

All numbers of a range are set aside together: half a range that is left over would be read as a row.
"""

from seatpreview.labels.parsing.label_draft import MARKERS, Draft, Value
from seatpreview.labels.parsing.seat_lists import Joined, joined_value

_STOPS = frozenset((".", ":", "#"))
_DASHES = frozenset(("-", "\u2013", "\u2014"))
_TIGHT_SIGNS = _DASHES | frozenset(("/",))
_SEPARATORS = frozenset((",", ";", "(", "[", "|"))
_JOINING = frozenset(("until", "both", "either"))
_BETWEEN = _JOINING | frozenset(("filler",))
_BETWEEN_WORDS_MAX = 3


def set_listed_aside(draft: Draft, value: Value, *, is_plural: bool) -> int:
    """Sets aside everything that is joined to the number or letter of a gate or the like. Returns the last
    token of it."""
    has_range = False
    while (joined := joined_value(draft, value.last + 1, letters_too=True)) is not None:
        if not _goes_on(draft, value, joined, is_plural=is_plural, has_range=has_range):
            break
        has_range = has_range or joined.joiner in _DASHES or joined.joiner == "until"
        _set_aside(draft, value.last + 1, joined.value.last)
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
            _set_aside(draft, index + 1, end)
        elif roles == (None, "aside") and _begins_range(draft, index):
            _set_aside(draft, index, end)


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


def _set_aside(draft: Draft, first: int, last: int) -> None:
    for position in range(first, last + 1):
        draft.roles[position] = "aside"
