"""Files of labels: a label a line, or CSV; and results of a dry run as CSV."""

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import UNSET

from seatpreview.cli.command_errors import CommandError
from seatpreview.cli.venue_files import text_of
from seatpreview.labels.dry_run import LabelResult
from seatpreview.labels.seat_keys import LABEL_CHARACTERS_MAX

RESULT_COLUMNS = ("status", "level", "key", "confidence", "alternatives", "rules", "expect", "as_expected")

_HEADER_CHARACTERS_MAX = 10_000
_PARTS = ("section", "row", "seat")


class Labels(msgspec.Struct, frozen=True):
    """Labels in the order of the file, and where it has such a column, what each must resolve to."""

    labels: list[object]
    expect: list[str | None]
    """Empty, or one for each label; None: to be declined."""


def read_labels(file: Path) -> Labels:
    """CSV where the first line names columns: label, or section, row and seat; and expect. Else text."""
    text = text_of(file)
    header = _header(text)
    if "label" in header or "section" in header:
        found = _of_csv(file, text, header)
    else:
        found = Labels([line.strip() for line in text.splitlines() if line.strip()], [])
    if not found.labels:
        raise CommandError(f"{file} holds no labels.")
    too_long = [text for text in map(shown, found.labels) if len(text) > LABEL_CHARACTERS_MAX]
    if too_long:
        most = f"a label has at most {LABEL_CHARACTERS_MAX} characters"
        raise CommandError(*(f"{file}: {most}: {label[:80]}..." for label in too_long))
    return found


def as_csv(results: Sequence[LabelResult]) -> str:
    """Every result, a line each, with its trace at the end."""
    parts = not all(isinstance(result.label, str) for result in results)
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow((*(_PARTS if parts else ("label",)), *RESULT_COLUMNS, "trace"))
    writer.writerows(_cells(result) for result in results)
    return written.getvalue()


def shown(label: object) -> str:
    """A label in a line of text."""
    if isinstance(label, str):
        return label
    return " | ".join(part for part in _parts(label) if part)


def _header(text: str) -> list[str]:
    first = text.partition("\n")[0][:_HEADER_CHARACTERS_MAX]
    return [cell.strip().lower() for cell in next(csv.reader([first]), [])]


def _of_csv(file: Path, text: str, header: list[str]) -> Labels:
    lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    labels: list[object] = []
    expect: list[str | None] = []
    try:
        next(lines)
        for cells in lines:
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) > len(header):
                raise CommandError(
                    f"{file}: line {lines.line_num} has {len(cells)} cells and the first line {len(header)}. "
                    "A label with a comma is written in quotation marks."
                )
            line = dict(zip(header, map(str.strip, cells), strict=False))
            labels.append(_label(line))
            expect.append(line.get("expect") or None)
    except csv.Error as fault:
        raise CommandError(f"{file}: line {lines.line_num} is not CSV: {fault}.") from fault
    return Labels(labels, expect if "expect" in header else [])


def _label(line: dict[str, str]) -> object:
    if "label" in line:
        return line["label"]
    return {name: line[name] for name in _PARTS if name in line}


def _parts(label: object) -> tuple[str, ...]:
    """Of a label as it is sent, or as it is answered."""
    members = label if isinstance(label, dict) else msgspec.to_builtins(label)
    return tuple(str(members.get(name, "")) for name in _PARTS)


def _cells(result: LabelResult) -> Iterator[object]:
    yield from (result.label,) if isinstance(result.label, str) else _parts(result.label)
    yield result.status
    yield result.level or ""
    yield result.seat.key if result.seat is not None else ""
    yield f"{result.confidence:g}"
    yield " ".join(seat.key for seat in result.alternatives)
    yield " ".join(map(str, result.rules))
    yield "" if result.expect is UNSET or result.expect is None else result.expect
    yield "" if result.is_expected is UNSET else str(result.is_expected).lower()
    yield "; ".join(result.trace)
