"""Labels made from the parts of right ones: order, separators, case, prices and notes change no answer."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

import pytest

from benchmarks.labels.scores import outcome_of
from benchmarks.labels.venues import OWN_VENUES, LabelCase, LabelledVenue, read_folders
from seatpreview.labels.resolver import Resolver
from seatpreview.labels.text.general_words import general_word
from seatpreview.labels.text.tokens import readable, tokens_of

LABELS_MIN = 20_000
VERSIONS = 5
QUICK_SHARE = 60
SHOWN_MAX = 20

CUT = re.compile(r"\s*[,;|]\s*|\s+-\s+")
SEPARATORS = (", ", "; ", " | ", " - ", ",", "\t", " / ")
PRICES = ("£125.00", "45,00 €", "₹2500", "Rp350.000", "USD 80", "R$ 180,00", "1500 ฿", "120 lei", "¥8,800")
NOTES = (
    "2 tickets",
    "x2",
    "M-Ticket",
    "Adult",
    "Order 1234567",
    "party of 4",
    "(restricted view)",
    "e-ticket",
)
PLACES = frozenset(("row", "rows", "seat", "seats"))


@cache
def venues() -> Sequence[LabelledVenue]:
    return read_folders([OWN_VENUES, *sorted(OWN_VENUES.rglob("*/"))])


def rearranged(label: str, random: Random) -> str:
    """Returns a label with the same parts, and perhaps with a price and a note."""
    parts = CUT.split(label)
    if len(parts) > 1 and sum(not says_what_it_is(part) for part in parts) <= 1:
        random.shuffle(parts)
        label = random.choice(SEPARATORS).join(parts)
    label = random.choice((str, str.upper, str.lower))(label)
    for others in (PRICES, NOTES):
        if random.random() < 0.5:
            other, separator = random.choice(others), random.choice((", ", " - ", " | "))
            label = f"{label}{separator}{other}" if random.random() < 0.7 else f"{other}{separator}{label}"
    return label


def says_what_it_is(part: str) -> bool:
    """Whether a part has one word for a row or for a seat, so that it means the same in any place."""
    words = [token.text for token in tokens_of(readable(part))]
    kinds = [general_word(word).kinds & PLACES for word in words]
    return sum(map(bool, kinds)) == 1 and any(word.isdecimal() for word in words)


def wrong_answers(numbers: Sequence[int], share: int) -> Iterator[tuple[bool, str]]:
    """Yields for each label whether the answer is wrong, with what was expected and given."""
    for venue in venues():
        resolver = Resolver(venue.sections, ())
        for position, case in enumerate(venue.cases):
            for number in numbers:
                random = Random(f"{venue.name}/{position}/{number}")
                if random.randrange(share) == 0 and is_right(resolver, case):
                    label = rearranged(str(case.label), random)
                    found = resolver.resolve(label)
                    is_wrong = outcome_of(case, found) == "wrong"
                    given = found.seat.key if found.seat is not None else ""
                    yield is_wrong, f"{venue.name}: {label!r} of {case.label!r}: {case.expected}, not {given}"


def is_right(resolver: Resolver, case: LabelCase) -> bool:
    if not isinstance(case.label, str) or case.section is None:
        return False
    return outcome_of(case, resolver.resolve(case.label)) == "right"


def check(share: int) -> int:
    answers = [*wrong_answers(range(VERSIONS), share)]
    wrong = [shown for is_wrong, shown in answers if is_wrong]
    assert not wrong, "\n".join([f"{len(wrong)} of {len(answers)}", *wrong[:SHOWN_MAX]])
    return len(answers)


def test_no_label_from_parts_of_right_ones_gets_a_wrong_answer() -> None:
    assert check(QUICK_SHARE) > LABELS_MIN / QUICK_SHARE


@pytest.mark.long
def test_none_of_twenty_thousand_labels_from_parts_of_right_ones_gets_a_wrong_answer() -> None:
    assert check(1) >= LABELS_MIN
