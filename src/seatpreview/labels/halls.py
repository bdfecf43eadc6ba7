"""Halls of a cinema, which each language calls otherwise: 'Screen 5', 'Saal 5', 'Sala 5'."""

from collections.abc import Iterable

from msgspec.structs import replace

from seatpreview.labels.general_words import general_word
from seatpreview.labels.token import Token


def hall_of(words: Iterable[str]) -> str:
    """Returns the word for a hall among the words of a venue's names; empty unless there is exactly one."""
    found = [word for word in words if "hall" in general_word(word).kinds]
    return found[0] if len(found) == 1 else ""


def with_hall_of_venue(tokens: tuple[Token, ...], hall: str) -> tuple[Token, ...]:
    """Returns the tokens with the venue's own word for a hall in place of another one before a number."""
    return tuple(
        replace(token, text=hall) if _is_hall(tokens, index) else token for index, token in enumerate(tokens)
    )


def _is_hall(tokens: tuple[Token, ...], index: int) -> bool:
    if index + 1 == len(tokens) or not tokens[index + 1].is_number:
        return False
    return "hall" in general_word(tokens[index].text).kinds
