"""Writes small workbooks, also such as no program would write."""

import io
import zipfile
from collections.abc import Mapping, Sequence

import xlsxwriter  # type: ignore[import-untyped]  # The package has no types.

Cell = str | float | bool
Rows = Sequence[Sequence[Cell]]


def workbook(
    sheets: Mapping[str, Rows],
    merges: Sequence[tuple[int, int, int, int, str]] = (),
    hidden: Sequence[str] = (),
    *,
    is_right_to_left: bool = False,
) -> bytes:
    """Merges are (first row, first column, last row, last column, text) of the first sheet."""
    content = io.BytesIO()
    book = xlsxwriter.Workbook(content)
    for name, rows in sheets.items():
        sheet = book.add_worksheet(name)
        for line, row in enumerate(rows):
            for column, cell in enumerate(row):
                if cell != "":
                    sheet.write(line, column, cell)
        if is_right_to_left:
            sheet.right_to_left()
        if name in hidden:
            sheet.hide()
    for merge in merges:
        book.worksheets()[0].merge_range(*merge)
    book.close()
    return content.getvalue()


def with_parts(content: bytes, parts: Mapping[str, bytes]) -> bytes:
    """The workbook with other contents for some of its parts."""
    changed = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as source,
        zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        names = dict.fromkeys([*source.namelist(), *parts])
        for name in names:
            target.writestr(name, parts[name] if name in parts else source.read(name))
    return changed.getvalue()


def csv_file(rows: Rows, separator: str = ",") -> bytes:
    return "\r\n".join(separator.join(map(str, row)) for row in rows).encode()
