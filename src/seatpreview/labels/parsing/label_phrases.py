"""Phrases of a label: the words between two separators, or between the row, the seat and the rest."""

from collections.abc import Sequence

from seatpreview.labels.model import TakenFor
from seatpreview.labels.text.tokens import Token

_SEPARATORS = frozenset((",", ";", ":", "|", "(", ")", "[", "]", "!", "*"))
_DASHES = frozenset(("-", "\u2013", "\u2014", "/", "+", "&"))


def is_apart(tokens: Sequence[Token], roles: Sequence[TakenFor | None], first: int, second: int) -> bool:
    """Returns whether two words of a section belong to different phrases: a separator or a row stands between
    them. A dash separates only with a blank beside it: 'Coldplay - Section 104', but not 'North-East'."""
    for index in range(first + 1, second):
        token = tokens[index]
        if not token.is_sign:
            if roles[index] != "aside":
                return True
        elif token.text in _SEPARATORS or (token.text in _DASHES and _has_blank(tokens, index)):
            return True
    return False


def _has_blank(tokens: Sequence[Token], index: int) -> bool:
    before, sign, behind = tokens[index - 1 : index + 2]
    return before.end < sign.start or sign.end < behind.start
