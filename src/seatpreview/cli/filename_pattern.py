"""Which seats a file is for, by its name: a pattern, and the layout that the names in it must belong to."""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from seatpreview.labels.tokens import folded
from seatpreview.layouts.compiled import CompiledLayout, Section

PLACEHOLDERS = ("section", "row", "seat")


class NotPlaced(Exception):
    """A file whose name leads to no place, or to more than one. The message is a sentence about it."""


class Coverage(NamedTuple):
    """Ids, as deep as the pattern goes; without any, the venue."""

    section: str | None = None
    row: str | None = None
    seat: str | None = None

    def __str__(self) -> str:
        return "/".join(part for part in self if part is not None) or "the venue"

    @property
    def covers(self) -> dict[str, object]:
        """As the member of an image in the record."""
        covers: dict[str, object] = {} if self.section is None else {"section": self.section}
        covers |= {} if self.row is None else {"rows": [self.row]}
        return covers | ({} if self.seat is None else {"seats": [self.seat]})


class Pattern:
    """Text with {section}, {row} and {seat} in it: `{section}/{row}.jpg`. Case does not matter."""

    def __init__(self, text: str) -> None:
        self._parts = [part for part in re.split(r"(\{[^{}]*\})", text) if part]
        named = [part.strip("{}") for part in self._parts if part.startswith("{")]
        unknown = sorted({*named} - {*PLACEHOLDERS})
        if unknown:
            raise ValueError(f"knows {{section}}, {{row}} and {{seat}}, and not {{{unknown[0]}}}")
        for outer, inner in itertools.pairwise(PLACEHOLDERS):
            if inner in named and outer not in named:
                raise ValueError(f"has {{{inner}}} and needs the {{{outer}}} that it is in")

    def place(self, path: str, layout: CompiledLayout) -> Coverage:
        """Never guesses: of all ways to read the name, exactly one must lead to a place of the layout."""
        readings = list(_readings(self._parts, path))
        if not readings:
            raise NotPlaced("does not fit the pattern")
        places, refusals = set[Coverage](), list[str]()
        for reading in readings:
            try:
                places.add(_place(reading, layout))
            except NotPlaced as refusal:
                refusals.append(str(refusal))
        if not places:
            raise NotPlaced(refusals[0])
        if len(places) > 1:
            raise NotPlaced(f"may be for {' or '.join(sorted(map(str, places)))}")
        return places.pop()


def _readings(parts: Sequence[str], text: str) -> Iterator[dict[str, str]]:
    """Every way in which the placeholders can stand for parts of the text."""
    if not parts:
        if not text:
            yield {}
        return
    part, rest = parts[0], parts[1:]
    if not part.startswith("{"):
        if text[: len(part)].lower() == part.lower():
            yield from _readings(rest, text[len(part) :])
        return
    name, within = part.strip("{}"), text.partition("/")[0]
    for end in range(1, len(within) + 1):
        for reading in _readings(rest, text[end:]):
            # A placeholder that stands twice stands for the same both times.
            if folded(reading.get(name, text[:end])) == folded(text[:end]):
                yield reading | {name: text[:end]}


def _place(reading: dict[str, str], layout: CompiledLayout) -> Coverage:
    if "section" not in reading:
        return Coverage()
    section = _section(reading["section"], layout)
    if "row" not in reading:
        return Coverage(section.id)
    row = _only(_spelled(reading["row"], (row.id for row in section.rows)))
    if row is None:
        raise NotPlaced(f"section '{section.id}' has no row '{reading['row']}'")
    if "seat" not in reading:
        return Coverage(section.id, row)
    seats = layout.row(section.id, row)
    seat = _only(_spelled(reading["seat"], (seats.seats if seats else None) or ()))
    if seat is None:
        raise NotPlaced(f"row '{row}' of section '{section.id}' has no seat '{reading['seat']}'")
    return Coverage(section.id, row, seat)


def _section(text: str, layout: CompiledLayout) -> Section:
    """By its id, or else by its name, in which a file has - or _ where people have spaces."""
    ids = _spelled(text, (section.id for section in layout.sections))
    if not ids:
        ids = [section.id for section in layout.sections if _plain(section.name) == _plain(text)]
    if len(ids) > 1:
        raise NotPlaced(f"'{text}' may be section {' or '.join(sorted(ids))}")
    section = layout.section(ids[0]) if ids else None
    if section is None:
        raise NotPlaced(f"there is no section '{text}'")
    return section


def _spelled(text: str, ids: Iterable[str]) -> list[str]:
    """The ids that the text stands for: to the letter, else in any case, else with zeros before a number."""
    all_ids = list(ids)
    for same in (str, folded, lambda id: folded(id).lstrip("0")):
        found = [id for id in all_ids if same(id) == same(text)]
        if found:
            return found
    return []


def _only(found: list[str]) -> str | None:
    return found[0] if len(found) == 1 else None


def _plain(name: str) -> str:
    return " ".join(re.split(r"[\s_-]+", folded(name)))
