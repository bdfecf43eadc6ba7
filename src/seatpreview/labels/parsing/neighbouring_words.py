"""The neighbours of words that occur in a venue's names and also mean something in general language.

Such a word belongs to a name only between the same neighbours as in the name: at a venue with a 'Front Row
Club', 'Row' means row everywhere else.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set

from seatpreview.labels.text.general_words import general_word, is_letter
from seatpreview.labels.text.ordinals import is_of_first_row
from seatpreview.labels.text.tokens import Token

WordContext = tuple[str, str, str]
"""The word before, the word after and, if that is a number or a letter, the one after it. '#' stands for a
number, and an empty string for the beginning or end of the name."""
Neighbours = Mapping[str, Set[WordContext]]
"""The neighbours of each word, as they occur in names."""

_NUMBER = "#"
_APOSTROPHES = frozenset(("'", "\u2019"))
_ROWS_AND_SEATS = frozenset(("row", "rows", "seat", "seats"))
_MARKERS = _ROWS_AND_SEATS | frozenset(("quantity", "month"))
"""Kinds of words that belong to the number or letter beside them, and mean nothing without one."""
_NOT_PLACES = frozenset(("not_a_seat", "sections", "foreign"))
"""Kinds of words that change the meaning of a label, whatever stands beside them."""
_NUMBERED = frozenset(("foreign", "level"))
"""Kinds of words that always belong to a name if the names number them: 'Zona A', '1. Rang'."""
_ROLES = _MARKERS | _NOT_PLACES | _NUMBERED


def neighbours_of(names: Iterable[Sequence[Token]]) -> Neighbours:
    """Returns the neighbours of those words in names that also have a role in general language."""
    found: dict[str, set[WordContext]] = defaultdict(set)
    for tokens in names:
        for index, token in enumerate(tokens):
            if not token.is_sign and not token.is_number and has_role(token.text):
                around = _around(tokens, index)
                of_word = found[token.text]
                # In 'Level 4 Rows 1-25', the word for rows means just that, as in any label.
                if around[:2] != (_NUMBER, _NUMBER) or not _is_of_rows(token.text):
                    of_word.add(around)
    return {word: around for word, around in found.items() if not _is_counted(word, around)}


def has_role(word: str) -> bool:
    """Returns whether the word has a use in general language besides that in a name."""
    return not general_word(word).kinds.isdisjoint(_ROLES)


def _is_of_rows(word: str) -> bool:
    return not general_word(word).kinds.isdisjoint(_ROWS_AND_SEATS)


def is_in_a_name(tokens: Sequence[Token], index: int, neighbours: Neighbours, rows: Set[str]) -> bool:
    """Returns whether a word from the names has the same neighbours in the label, or has no other use."""
    around = neighbours.get(tokens[index].text)
    if around is None:
        return True
    before, behind, beyond = _around(tokens, index)
    ends = [(behind, beyond), (behind, "")]
    # 'Galerie 2. Reihe' and 'Primera Fila' end with the word; in 'Block 12 Reihe 5' it marks the row.
    has_value = _is_value(behind) or behind in rows or "number" in general_word(behind).kinds
    is_marker = before in ("", _NUMBER) and has_value
    # A letter that is the whole name of a section stays its name: 'R 5 7'.
    if not is_marker or len(tokens[index].text) == 1 or not _is_counted_alone(tokens[index].text):
        ends.append(("", ""))
    if any((start, *end) in around for start in (before, "") for end in ends):
        return True
    if not general_word(tokens[index].text).kinds.isdisjoint(_NOT_PLACES):
        return False
    if _is_of_ticket(tokens[index].text, before, behind):
        return False
    return before != _NUMBER and behind != _NUMBER and not is_letter(behind) and behind not in rows


def _is_of_ticket(word: str, before: str, behind: str) -> bool:
    """Returns whether a word for tickets has its own number or says what kind of ticket it is, although a
    section is called 'Вхідний квиток': 'Квиток № 4512', 'Електронний квиток'."""
    if "quantity" not in general_word(word).kinds:
        return False
    return "number" in general_word(behind).kinds or "aside" in general_word(before).kinds


def _is_counted_alone(word: str) -> bool:
    """Returns whether a word with a number is a row, a seat or a gate, even if a section is called just that:
    'Вход 3'."""
    return _is_of_rows(word) or "foreign" in general_word(word).kinds


def _is_counted(word: str, around: Set[WordContext]) -> bool:
    """Returns whether the names themselves number a word that does not only mean rows or seats. It is then a
    kind of place at this venue."""
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
    return word == _NUMBER or is_letter(word)


def _around(tokens: Sequence[Token], index: int) -> WordContext:
    start = index - 1
    while start >= 0 and tokens[start].is_sign:
        start -= 1
    before = _spoken(tokens[start]) if start >= 0 else ""
    if before == _NUMBER and start == index - 1 and is_of_first_row(tokens, start):
        before = tokens[start].text  # In 'Salon du Premier Rang', the ordinal is part of the name.
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
    # The letter in 'Rang d'Honneur' is not the name of a row.
    return (f"{tokens[index].text}'" if is_elided else _spoken(tokens[index]), index)


def _spoken(token: Token) -> str:
    """Returns the word; '#' for a number, an ordinal, or letters that touch either."""
    is_number = token.is_number or token.touches or general_word(token.text).ordinal
    return _NUMBER if is_number else token.text
