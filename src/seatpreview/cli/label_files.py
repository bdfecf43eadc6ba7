"""Reads files of labels, one on each line or as CSV, and writes the results of a dry run as CSV."""

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import UNSET

from seatpreview.cli.text_files import read_text
from seatpreview.labels.label_rules import LABEL_CHARACTERS_MAX, Expectation
from seatpreview.labels.suggestions.dry_run import LabelResult, expected_keys
from seatpreview.values.command_error import CommandError
from seatpreview.values.csv_cells import escape_formula

RESULT_COLUMNS = ("status", "level", "key", "confidence", "alternatives", "rules", "expect", "as_expected")

SEPARATOR = "|"
"""Separates the keys of several seats. No key contains it."""

_HEADER_CHARACTERS_MAX = 10_000
_PARTS = ("section", "row", "seat")


class Labels(msgspec.Struct, frozen=True):
    """The labels of a file in its order, and what each must resolve to, if the file says so."""

    labels: list[object]
    expect: list[str | list[str] | None]
    """Empty, or for each label a key, or a list of keys if it names several seats; None means that the label
    must be declined."""


def read_labels(file: Path) -> Labels:
    """Reads CSV if the first line names the column label or section, and otherwise a label on each line."""
    text = read_text(file)
    header = _header(text)
    if "label" in header or "section" in header:
        labels = _read_csv(file, text, header)
    else:
        labels = Labels([line.strip() for line in text.splitlines() if line.strip()], [])
    if not labels.labels:
        raise CommandError(f"{file} has no labels.")
    too_long = [text for text in map(label_text, labels.labels) if len(text) > LABEL_CHARACTERS_MAX]
    if too_long:
        rule = f"a label has at most {LABEL_CHARACTERS_MAX} characters"
        raise CommandError(*(f"{file}: {rule}: {label[:80]}..." for label in too_long))
    return labels


def results_as_csv(results: Sequence[LabelResult]) -> str:
    """Writes a line for each result, with its trace in the last column."""
    has_parts = not all(isinstance(result.label, str) for result in results)
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\n")
    writer.writerow((*(_PARTS if has_parts else ("label",)), *RESULT_COLUMNS, "trace"))
    writer.writerows([*map(escape_formula, _cells(result))] for result in results)
    return output.getvalue()


def label_text(label: object) -> str:
    """Writes a label on one line. The parts of a label with parts are separated by bars."""
    if isinstance(label, str):
        return label
    return " | ".join(part for part in _parts(label) if part)


def found_text(result: LabelResult) -> str:
    """Returns the key of what a label resolves to, or the keys of its seats, in the format of label files."""
    if result.seats is not UNSET:
        return SEPARATOR.join(seat.key for seat in result.seats)
    return "" if result.seat is None else result.seat.key


def expectation_text(expect: Expectation) -> str:
    """Returns an expectation in the format of label files; empty for a label that must be declined."""
    return SEPARATOR.join(expected_keys(expect))


def _header(text: str) -> list[str]:
    first = text.partition("\n")[0][:_HEADER_CHARACTERS_MAX]
    return [cell.strip().lower() for cell in next(csv.reader([first]), [])]


def _read_csv(file: Path, text: str, header: list[str]) -> Labels:
    lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    labels: list[object] = []
    expect: list[str | list[str] | None] = []
    try:
        next(lines)
        for cells in lines:
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) > len(header):
                raise CommandError(
                    f"{file}: line {lines.line_num} has {len(cells)} cells and the first line {len(header)}. "
                    "Put a label that has a comma in quotation marks."
                )
            line = dict(zip(header, map(str.strip, cells), strict=False))
            labels.append(_label(line))
            expect.append(_expectation(line.get("expect", ""), f"{file}: line {lines.line_num}"))
    except csv.Error as fault:
        raise CommandError(f"{file}: line {lines.line_num} is not CSV: {fault}.") from fault
    return Labels(labels, expect if "expect" in header else [])


def _label(line: dict[str, str]) -> object:
    if "label" in line:
        return line["label"]
    return {name: line[name] for name in _PARTS if name in line}


def _expectation(cell: str, where: str) -> str | list[str] | None:
    """Reads a key, or the keys of several seats: '107/K/9|107/K/10', or '107/K/9|10' for short."""
    if SEPARATOR not in cell:
        return cell or None
    first, *more = (part.strip() for part in cell.split(SEPARATOR))
    if not all((first, *more)):
        raise CommandError(f"{where} expects '{cell}', where a key is missing before or after a bar.")
    row = first.rpartition("/")[0]
    return [first, *(f"{row}/{key}" if row and "/" not in key else key for key in more)]


def _parts(label: object) -> tuple[str, ...]:
    """Returns the parts of a label from a file, or of one in a result."""
    members = label if isinstance(label, dict) else msgspec.to_builtins(label)
    return tuple(str(members.get(name, "")) for name in _PARTS)


def _cells(result: LabelResult) -> Iterator[str]:
    yield from (result.label,) if isinstance(result.label, str) else _parts(result.label)
    yield result.status
    yield result.level or ""
    yield found_text(result)
    yield f"{result.confidence:g}"
    yield " ".join(seat.key for seat in result.alternatives)
    yield " ".join(map(str, result.rules))
    yield "" if result.expect is UNSET else expectation_text(result.expect)
    yield "" if result.is_expected is UNSET else str(result.is_expected).lower()
    yield "; ".join(result.trace)
