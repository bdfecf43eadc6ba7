"""What the text of a cell says: a number, yes or no, a range of seats."""

import math
import re

COORDINATE_MAX = 1e9
RANGE_SEATS_MAX = 5_000
ROWS_MAX = 500


def parse_number(text: str, *, has_decimal_comma: bool = False) -> float | None:
    """Reads '1.25', '1,25', '1 250,5' and '1,250.5'. None for everything else, and for what is no place."""
    if _SIMPLE_NUMBER.fullmatch(text):
        return float(text)
    if len(text) > 60:
        return None
    plain = _GROUPING.sub("", text)
    if "," in plain:
        plain = _without_comma(plain, has_decimal_comma)
    if not _NUMBER.fullmatch(plain):
        return None
    value = float(plain)
    return value if math.isfinite(value) and abs(value) <= COORDINATE_MAX else None


def parse_flag(text: str) -> bool | None:
    """True for yes, x, 1, ja, oui, sí; False for no and blank; None for other texts."""
    word = text.casefold().strip(" .")
    if word in _YES:
        return True
    return False if word in _NO else None


def expand_seats(text: str) -> list[str] | None:
    """The seats of '1-20', '1 to 20', '20-1', '2-10 even' or '1,3,5-9'; None if the text is none of these."""
    plain = text.casefold().strip()
    if not plain[:1].isdigit() or len(plain) > 500:
        return None
    parity: int | None = None
    if match := _PARITY.search(plain):
        plain = _PARITY.sub("", plain).strip(" ()")
        parity = 1 if match[0].startswith(_ODD) else 0
    seats: list[int] = []
    for part in re.split(r"[,;+&]", plain):
        found = _RANGE.fullmatch(part.strip())
        if not found:
            return None
        counted = _counted(int(found[1]), int(found[2] or found[1]))
        if len(seats) + len(counted) > RANGE_SEATS_MAX:
            return None
        seats += counted
    if parity is not None:
        seats = [seat for seat in seats if seat % 2 == parity]
    return [str(seat) for seat in seats] if len(seats) > 1 else None


def expand_rows(text: str) -> list[str]:
    """The rows of 'A-F' or '1-5'; the text alone if it is no range."""
    if found := _LETTER_RANGE.fullmatch(text):
        return [chr(code) for code in _counted(ord(found[1]), ord(found[2]))]
    numbers = expand_seats(text) if _RANGE.fullmatch(text.casefold()) else None
    return numbers[:ROWS_MAX] if numbers else [text]


def count_between(first: str, last: str) -> list[str] | None:
    """The seats from the first to the last number; None if these are not numbers or too far apart."""
    if not (_SEAT_NUMBER.fullmatch(first) and _SEAT_NUMBER.fullmatch(last)):
        return None
    seats = _counted(int(first), int(last))
    return [str(seat) for seat in seats] if len(seats) <= RANGE_SEATS_MAX else None


def is_total(text: str) -> bool:
    """True for 'Total', 'Summe:' and the like, which begin a line of sums."""
    return text.casefold().strip(" :") in _TOTALS


def _without_comma(plain: str, has_decimal_comma: bool) -> str:
    if "." in plain and plain.rindex(".") > plain.rindex(","):
        return plain.replace(",", "")
    if plain.count(",") > 1 or (not has_decimal_comma and _THOUSANDS.fullmatch(plain)):
        return plain.replace(",", "")
    return plain.replace(".", "").replace(",", ".")


def _counted(first: int, last: int) -> range:
    return range(first, last + 1) if first <= last else range(first, last - 1, -1)


_GROUPING = re.compile(r"[\s'\u2019_]")
_SIMPLE_NUMBER = re.compile(r"-?[0-9]{1,8}(?:\.[0-9]{1,20})?")
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,30}(?:\.[0-9]{0,30})?|\.[0-9]{1,30})([eE][+-]?[0-9]{1,3})?")
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2},[0-9]{3}")
_YES_WORDS = "yes y true x 1 ja j wahr oui o vrai sí si s sì vero sim verdadero waar on ✓ ✔ ♿ ok"
_NO_WORDS = "no n false 0 nein falsch non faux falso nee onwaar não nao off - \u2013 none null ✗"
_YES = frozenset(_YES_WORDS.split())
_NO = frozenset(["", *_NO_WORDS.split()])
_TOTAL_WORDS = "total totals sum summe gesamt gesamtsumme somme totale suma totaal soma"
_TOTALS = frozenset(_TOTAL_WORDS.split())
_SEAT_NUMBER = re.compile(r"[0-9]{1,5}")
_RANGE = re.compile(
    r"([0-9]{1,5})(?:\s*(?:-|\u2013|\u2014|\.{2,3}|…|to|bis|through|thru|à|a|au|al|hasta|tot|t/m|até|ate)\s*([0-9]{1,5}))?"
)
_LETTER_RANGE = re.compile(r"([A-Z])\s*(?:-|\u2013|to|bis)\s*([A-Z])")
_ODD = ("odd", "ungerade", "impair", "impar", "ímpar", "dispari", "oneven")
_PARITY = re.compile(
    r"\b(?:odds?|ungerade|impairs?|impares|impar|ímpares|dispari|oneven|evens?|gerade|pairs?|pares|pari)\b"
)
