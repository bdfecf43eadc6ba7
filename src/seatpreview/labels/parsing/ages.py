"""Sets ages aside: '18+', 'U16', 'M/12', 't/m 12 jaar'; and numbers of people: 'table of 4'."""

from seatpreview.labels.parsing.label_draft import MARKERS, Draft
from seatpreview.labels.text.general_words import SMALL_ROOMS, Kind, general_word, is_letter

_AGES = range(6, 24)
_SLASH = frozenset(("/",))
_HYPHEN = frozenset(("-",))
_ORDINAL_SIGNS = frozenset(("°", "."))
_JOINING: frozenset[Kind] = frozenset(("both", "until", "either"))


def is_age(draft: Draft, index: int) -> bool:
    """Returns whether this number is an age: '18+' with no other number after it."""
    tokens, behind = draft.tokens, index + 1
    if behind == len(tokens) or tokens[behind].text != "+" or tokens[behind].start != tokens[index].end:
        return False
    return not (behind + 1 < len(tokens) and tokens[behind + 1].is_number)


def set_under_age_aside(draft: Draft, index: int) -> None:
    """Sets aside a team of young players: 'U16', 'U-21'. Where names of the venue have the letter, and after
    a word for sections, it is none."""
    at = index + 2 if draft.is_sign_at(index + 1, _HYPHEN) else index + 1
    if "u" in draft.venue.words or _follows_marker(draft, index) or not draft.is_free_number(at):
        return
    number = draft.tokens[at]
    is_tight = number.start - draft.tokens[index].end == at - index - 1
    is_age = is_tight and len(number.text) < 3 and int(number.text) in _AGES
    if is_age and f"u{number.text}" not in draft.venue.rows:
        _set_aside(draft, tuple(range(index, at + 1)))


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


def _set_aside(draft: Draft, at: tuple[int, ...]) -> None:
    for position in at:
        draft.roles[position] = "aside"


def counts_people(draft: Draft, index: int) -> bool:
    """Returns whether a number behind a small word says for how many people a box or a table is: 'Table 7,
    table of 4', 'Mesa 3 para 4'. In 'Tables 3 and 4' it does not."""
    before = index - 1
    if before < 1 or draft.tokens[index].touches:
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
    return not general_word(draft.tokens[room].text).seating.isdisjoint(SMALL_ROOMS)
