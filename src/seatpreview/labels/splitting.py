"""Splits a label into the parts that name the section, the row and the seat."""

import re
from collections.abc import Iterator

from seatpreview.labels.model import Parts
from seatpreview.labels.tokens import folded

_SEAT = re.compile(r"(?<![^\W_])(?:seats?|sitz|platz)[\s.:#-]*([0-9]+[a-z]?|[a-z]{1,2}[0-9]{0,4})(?![^\W_])")
_ROW = re.compile(r"(?<![^\W_])(?:row|rw|reihe)[\s.:#-]*([^\W_]+(?:\s*[-\u2013/]\s*[^\W_]+)?)(?![^\W_])")
_BLANKS = re.compile(r"[\s,;|]+")
_GAPS = re.compile(r"[\s,;|:/_\u2013-]+")

_MARKER = re.compile(r"^(?:row|rw|reihe|seat|sitz|platz)(?![^\W\d_])[\s.:#]*")
_BLANK = re.compile(r"[\s.]+")
_PADDING = re.compile(r"(?<![0-9])0+(?=[0-9])")


def marked(text: str) -> Parts | None:
    """The parts of a label that says 'row' or 'seat'; None of one that does not."""
    plain = folded(text)
    seat = _SEAT.search(plain)
    rest = _without(plain, seat)
    row = _ROW.search(rest)
    if row is None and seat is None:
        return None
    return Parts(
        section=_without(rest, row), row="" if row is None else row[1], seat="" if seat is None else seat[1]
    )


def cuts(text: str) -> Iterator[Parts]:
    """The ways to cut a label that says neither: its last pieces may be a row and a seat, a row, or neither.

    A dash may join two pieces ('FB41-K-3') or make a range ('A-X'), so both are tried.
    """
    plain = folded(text)
    at_blanks = [piece for piece in _BLANKS.split(plain) if piece]
    at_gaps = [piece for piece in _GAPS.split(plain) if piece]
    yield from _cut(at_blanks)
    if len(at_gaps) > len(at_blanks):
        yield from _cut(at_gaps)


def place_key(text: str) -> str:
    """A row's or seat's name in one spelling: 'Row 07' and '7', 'AA' and 'aa' are the same.

    A range keeps its separator, and so matches only a row of that very name: it is no single row.
    """
    bare = _MARKER.sub("", folded(text).strip())
    return _PADDING.sub("", _BLANK.sub("", bare))


def _cut(pieces: list[str]) -> Iterator[Parts]:
    for tail in range(min(3, len(pieces))):
        section = pieces[: len(pieces) - tail]
        row, seat = [*pieces[len(pieces) - tail :], "", ""][:2]
        yield Parts(section=" ".join(section), row=row, seat=seat)


def _without(text: str, found: re.Match[str] | None) -> str:
    return text if found is None else f"{text[: found.start()]} {text[found.end() :]}"
