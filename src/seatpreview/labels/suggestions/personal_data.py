"""Finds what does not belong into an example: order numbers, e-mail addresses and names of persons."""

import re
from collections.abc import Container, Iterator
from itertools import pairwise
from typing import Literal

PersonalData = Literal["email", "orderNumber", "personName"]

_EMAIL = re.compile(r"(?<=[^\s@])@[^\s@.]{1,63}\.[^\s@]{2,}")
_LONG_NUMBER = re.compile(r"(?<!\d)\d{6,}|\+\d[\d ]{6,}")
_ORDER = re.compile(
    r"(?<!\w)(?:orders?|bookings?|booked|reservations?|invoice|ticket|barcode|customer|transaction"
    r"|bestell\w{0,10}|auftrag\w{0,10}|buchung\w{0,10}|rechnung\w{0,10}|kunden\w{0,10}|commande|facture|client"
    r"|pedido|reserva|factura|ordine|prenotazione|cliente|bestelling|encomenda)"
    r"[\s:.#-]{0,4}(?:no|nr|n[°º]|num|id)?[\s:.#-]{0,4}[a-z]{0,3}-?\d{3,}|#\s?\d{3,}",
    re.IGNORECASE,
)
_TITLE = re.compile(
    r"(?<!\w)(?:mrs?|ms|miss|mx|herrn?|frau|mme|mlle|monsieur|madame|sra?|señora?|sig(?:ra)?|mevr|dhr)"
    r"\.?\s+[^\W\d_]{2,}"
    r"|(?<!\w)(?:name|guest|gast|customer|kunde|kundin|client|cliente|nom|nombre|nome)\s?:\s?[^\W\d_]{2,}",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")


def personal_data(label: str, common_words: Container[str] = ()) -> list[PersonalData]:
    """Returns what a label seems to hold besides a place.

    `common_words`, in lower case, are not taken for names of persons: they are on many labels.
    """
    return list(_findings(label, common_words))


def words_of_name(text: str) -> list[str]:
    """Returns the words of a text, in lower case, as `common_words` has them."""
    return [word.lower() for word in _WORD.findall(text)]


def _findings(label: str, common_words: Container[str]) -> Iterator[PersonalData]:
    if _EMAIL.search(label):
        yield "email"
    if _ORDER.search(label) or _LONG_NUMBER.search(label):
        yield "orderNumber"
    if _TITLE.search(label) or _has_rare_name(label, common_words):
        yield "personName"


def _has_rare_name(label: str, common_words: Container[str]) -> bool:
    """Returns whether two capitalised words stand next to each other that are rare on these labels."""
    words = list(_WORD.finditer(label))
    return any(
        label[one.end() : other.start()] in (" ", ", ")
        and all(_is_capitalised(word[0]) and word[0].lower() not in common_words for word in (one, other))
        for one, other in pairwise(words)
    )


def _is_capitalised(word: str) -> bool:
    return len(word) > 1 and word[0].isupper() and not word.isupper()
