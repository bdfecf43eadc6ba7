"""What stands around words of a venue's names that mean something in general language as well.

Such a word belongs to the name only where the name has it: in a house with a 'Front Row Club', 'Row' is a
word for rows everywhere else.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set

from seatpreview.labels.general_words import general_word
from seatpreview.labels.ordinals import is_of_first_row
from seatpreview.labels.tokens import Token

Around = tuple[str, str, str]
"""The word before, the one behind, and where that is a number or a letter, the one beyond: '#' for a number,
and an empty text where the name begins or ends."""
Surroundings = Mapping[str, Set[Around]]
"""What stands around words of names."""

_NUMBER = "#"
_APOSTROPHES = frozenset(("'", "\u2019"))
_ROWS_AND_SEATS = frozenset(("row", "rows", "seat", "seats"))
_MARKERS = _ROWS_AND_SEATS | frozenset(("quantity", "month"))
"""Kinds of words that belong to the number or letter beside them, and say nothing without one."""
_NOT_PLACES = frozenset(("not_a_seat", "sections", "foreign"))
"""Kinds of words that change what a label says, whatever stands beside them."""
_NUMBERED = frozenset(("foreign", "level"))
"""Kinds of words that are a name's own everywhere, if the names count with them: 'Zona A', '1. Rang'."""
_ROLES = _MARKERS | _NOT_PLACES | _NUMBERED


def surroundings_of(names: Iterable[Sequence[Token]]) -> Surroundings:
    """Returns what stands around the words of names that have a role in general language."""
    found: dict[str, set[Around]] = defaultdict(set)
    for tokens in names:
        for index, token in enumerate(tokens):
            if not token.is_sign and not token.is_number and has_role(token.text):
                around = _around(tokens, index)
                of_word = found[token.text]
                # 'Level 4 Rows 1-25' has the word for rows, as any label has.
                if around[:2] != (_NUMBER, _NUMBER) or not _is_of_rows(token.text):
                    of_word.add(around)
    return {word: around for word, around in found.items() if not _is_counted(word, around)}


def has_role(word: str) -> bool:
    """Returns whether general language has a use for the word beside that in a name."""
    return not general_word(word).kinds.isdisjoint(_ROLES)


def _is_of_rows(word: str) -> bool:
    return not general_word(word).kinds.isdisjoint(_ROWS_AND_SEATS)


def is_in_a_name(tokens: Sequence[Token], index: int, surroundings: Surroundings, rows: Set[str]) -> bool:
    """Returns whether a word that names have stands in a label as it does there, or has no other use."""
    around = surroundings.get(tokens[index].text)
    if around is None:
        return True
    before, behind, beyond = _around(tokens, index)
    if any(
        (start, *end) in around
        for start in (before, "")
        for end in ((behind, beyond), (behind, ""), ("", ""))
    ):
        return True
    if not general_word(tokens[index].text).kinds.isdisjoint(_NOT_PLACES):
        return False
    return before != _NUMBER and behind != _NUMBER and len(behind) != 1 and behind not in rows


def _is_counted(word: str, around: Set[Around]) -> bool:
    """Returns whether the names themselves give numbers or letters to a word that is no word for rows or
    seats alone: it is a kind of place here."""
    kinds = general_word(word).kinds
    if kinds.isdisjoint(_NUMBERED):
        return False
    # In French, 'Premier Rang Club' has a word for rows; '1. Rang links' is a tier.
    is_row = "row" in kinds
    return any(
        _is_value(behind) or (before == _NUMBER and not (is_row and _is_noun(behind)))
        for before, behind, _ in around
    )


def _is_noun(word: str) -> bool:
    return bool(word) and not general_word(word).names_a_place


def _is_value(word: str) -> bool:
    return word == _NUMBER or len(word) == 1


def _around(tokens: Sequence[Token], index: int) -> Around:
    start = index - 1
    while start >= 0 and tokens[start].is_sign:
        start -= 1
    before = _spoken(tokens[start]) if start >= 0 else ""
    if before == _NUMBER and start == index - 1 and is_of_first_row(tokens, start):
        before = tokens[start].text  # In 'Salon du Premier Rang', it is part of the name.
    behind, end = _next(tokens, index)
    beyond = _next(tokens, end)[0] if _is_value(behind) else ""
    return before, behind, beyond


def _next(tokens: Sequence[Token], index: int) -> tuple[str, int]:
    index += 1
    while index < len(tokens) and tokens[index].is_sign:
        index += 1
    if index >= len(tokens):
        return "", index
    is_elided = index + 1 < len(tokens) and tokens[index + 1].text in _APOSTROPHES
    # The letter in 'Rang d'Honneur' is no name of a row.
    return (f"{tokens[index].text}'" if is_elided else _spoken(tokens[index]), index)


def _spoken(token: Token) -> str:
    """Returns a word, and '#' for a number, an ordinal, and letters that touch either."""
    is_number = token.is_number or token.touches or general_word(token.text).ordinal
    return _NUMBER if is_number else token.text
