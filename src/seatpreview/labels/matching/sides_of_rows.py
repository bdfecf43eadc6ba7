"""Words for the side of a row with odd or even numbers: 'pair' in 'Orchestre pair rang G place 12'."""

from seatpreview.labels.matching.section_mentions import MentionedWord, Mentions
from seatpreview.labels.parsing.seat_lists import Several

_REMAINDERS = {"odd": 1, "even": 0}


def other_side(said: Mentions, seats: Several) -> str:
    """Returns a word for odd or even numbers that is no part of a name, if every seat has one of the other
    kind; empty if there is none."""
    for word in said.words:
        if word.general.directions and not word.meaning.phrases and _contradicts(word, seats):
            return word.text
    return ""


def _contradicts(word: MentionedWord, seats: Several) -> bool:
    """Returns whether no seat is on this side. A word that may also say that there are two tickets, as 'pair'
    does in English, says so where there are several."""
    (side, *others) = word.general.directions
    remainder = _REMAINDERS.get(side)
    if remainder is None or others or ("aside" in word.general.kinds and not seats.is_one):
        return False
    numbers = [int(seat) for item in seats.items for seat in item if seat.isdecimal()]
    return bool(numbers) and all(number % 2 != remainder for number in numbers)
