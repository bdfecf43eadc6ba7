"""Finds out which seats an image file is for, by a pattern for its path and the layout of the venue.

The console does the same (web/source/layout-edits/image-file-names.ts). Both are tested with the cases in
tests/imagery/shared/file_names.json."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from seatpreview.labels.model import place_of
from seatpreview.labels.text.spelling import folded
from seatpreview.layouts.compiled import CompiledLayout, Row, Section
from seatpreview.layouts.model import NO_ROW

PLACEHOLDERS = ("section", "row", "rows", "seat")


class NoMatch(Exception):
    """Raised where a file's path matches nothing in the layout, or several things. The message says why."""


class Coverage(NamedTuple):
    """The ids of the section, row or seat that an image is for. Without any, it is for the whole venue."""

    section: str | None = None
    row: str | None = None
    seat: str | None = None
    rows: tuple[str, ...] = ()
    """Several rows, in place of one."""

    def __str__(self) -> str:
        if self.section is None:
            return "the venue"
        if self.rows:
            return f"{place_of(self.section, self.rows[0]).key} to {self.rows[-1]}"
        return place_of(self.section, self.row, self.seat).key

    @property
    def covers(self) -> dict[str, object]:
        """The member `covers` of an image in a venue's record."""
        covers: dict[str, object] = {} if self.section is None else {"section": self.section}
        rows = self.rows if self.row is None else (self.row,)
        covers |= {"rows": [*rows]} if rows else {}
        return covers | ({} if self.seat is None else {"seats": [self.seat]})


class FilenamePattern:
    """Text with the placeholders {section}, {row}, {rows} and {seat}, such as `{section}/{row}.jpg`.

    {rows} stands for the first and the last of some rows, such as `G-J`, or for one. Case does not matter.
    """

    def __init__(self, text: str) -> None:
        """Raises ValueError for a pattern that cannot be used."""
        self._parts = [part for part in re.split(r"(\{[^{}]*\})", text) if part]
        used = [part.strip("{}") for part in self._parts if part.startswith("{")]
        unknown = sorted({*used} - {*PLACEHOLDERS})
        if unknown:
            raise ValueError(
                f"can have {{section}}, {{row}}, {{rows}} and {{seat}}, but not {{{unknown[0]}}}"
            )
        inner = next((name for name in ("row", "rows", "seat") if name in used), None)
        if inner is not None and "section" not in used:
            raise ValueError(f"has {{{inner}}}, so it needs {{section}} as well")
        if "rows" in used and ("row" in used or "seat" in used):
            raise ValueError("has {rows}, so it cannot have {row} or {seat}")

    def match(self, path: str, layout: CompiledLayout) -> Coverage:
        """Returns what a file is for. Never guesses: raises NoMatch unless exactly one reading of its path is
        in the layout."""
        readings = list(_readings(self._parts, path))
        if not readings:
            raise NoMatch("does not fit the pattern")
        matches, reasons = set[Coverage](), list[str]()
        for reading in readings:
            try:
                matches.add(_coverage_of(reading, layout))
            except NoMatch as refusal:
                reasons.append(str(refusal))
        if not matches:
            raise NoMatch(reasons[0])
        if len(matches) > 1:
            raise NoMatch(f"may be for {' or '.join(sorted(map(str, matches)))}")
        return matches.pop()


def _readings(parts: Sequence[str], text: str) -> Iterator[dict[str, str]]:
    """Yields every way to split the text among the placeholders."""
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
            # A placeholder that is used twice must stand for the same text both times.
            if folded(reading.get(name, text[:end])) == folded(text[:end]):
                yield reading | {name: text[:end]}


def _coverage_of(reading: dict[str, str], layout: CompiledLayout) -> Coverage:
    if "section" not in reading:
        return Coverage()
    section = _section(reading["section"], layout)
    if "rows" in reading:
        return _rows_coverage(reading["rows"], section)
    if "row" not in reading and "seat" not in reading:
        return Coverage(section.id)
    row = _row(reading.get("row"), section)
    if "seat" not in reading:
        return Coverage(section.id, row.id)
    seat = _only(_matching_ids(reading["seat"], row.seats or ()))
    if seat is None:
        whole = f"row '{row.id}' of section '{section.id}'" if row.id else f"section '{section.id}'"
        raise NoMatch(f"{whole} has no seat '{reading['seat']}'")
    return Coverage(section.id, row.id or None, seat)


def _rows_coverage(text: str, section: Section) -> Coverage:
    """Reads the first and the last row, with a dash between them. A row of that very name goes first."""
    ids = [row.id for row in section.named_rows]
    single = _only(_matching_ids(text, ids))
    if single is not None:
        return Coverage(section.id, single)
    found = {rows for at, letter in enumerate(text) if letter == "-" and (rows := _row_range(text, at, ids))}
    if not found:
        raise NoMatch(f"section '{section.id}' has no rows '{text}'")
    if len(found) > 1:
        raise NoMatch(f"'{text}' may be different rows of section '{section.id}'")
    return Coverage(section.id, rows=found.pop())


def _row_range(text: str, dash: int, ids: list[str]) -> tuple[str, ...]:
    """Returns the rows from the one before the dash to the one behind it; none if they are not rows."""
    first, last = (_only(_matching_ids(part.strip(), ids)) for part in (text[:dash], text[dash + 1 :]))
    if first is None or last is None:
        return ()
    start, end = sorted((ids.index(first), ids.index(last)))
    return tuple(ids[start : end + 1])


def _row(text: str | None, section: Section) -> Row:
    """Finds a row by its id. Without {row} in the pattern, the section must have one row, or none."""
    if text is None:
        if len(section.rows) != 1:
            raise NoMatch(f"section '{section.id}' has {len(section.rows)} rows, and the pattern no {{row}}")
        return section.rows[0]
    row = section.row(_only(_matching_ids(text, (row.id for row in section.named_rows))) or NO_ROW)
    if row is None or row.id == NO_ROW:
        raise NoMatch(f"section '{section.id}' has no row '{text}'")
    return row


def _section(text: str, layout: CompiledLayout) -> Section:
    """Finds a section by its id, or else by its name, in which a file may have - or _ for spaces."""
    ids = _matching_ids(text, (section.id for section in layout.sections))
    if not ids:
        ids = [section.id for section in layout.sections if _normalised(section.name) == _normalised(text)]
    if len(ids) > 1:
        raise NoMatch(f"'{text}' may be section {' or '.join(sorted(ids))}")
    section = layout.section(ids[0]) if ids else None
    if section is None:
        raise NoMatch(f"there is no section '{text}'")
    return section


def _matching_ids(text: str, ids: Iterable[str]) -> list[str]:
    """Returns the ids that equal the text exactly; else those that do in any case; else without leading
    zeros."""
    all_ids = list(ids)
    for normalise in (str, folded, lambda id: folded(id).lstrip("0")):
        matching = [id for id in all_ids if normalise(id) == normalise(text)]
        if matching:
            return matching
    return []


def _only(ids: list[str]) -> str | None:
    return ids[0] if len(ids) == 1 else None


def _normalised(name: str) -> str:
    return " ".join(re.split(r"[\s_-]+", folded(name)))
