"""The report of an import as a table of the command line."""

import pytest

from seatpreview.cli import display, venue_files
from seatpreview.imports.model import ImportReport, ReportItem


def test_a_long_sentence_of_a_report_leaves_counts_and_examples_readable(
    capsys: pytest.CaptureFixture[str],
) -> None:
    sentence = "It is split into sections: " + "Ground floor north-east right, " * 20
    split = ReportItem(text=sentence, count=378, example="row A")
    report = ImportReport(
        format="pretix", seats=738, seats_in_file=738, taken=(), inferred=(split,), left_out=()
    )
    display.print_table(venue_files.REPORT_COLUMNS, venue_files.report_rows(report))
    head, line, *_ = capsys.readouterr().out.splitlines()
    assert head.split() == ["PART", "COUNT", "EXAMPLE", "WHAT"]
    assert line.split()[:4] == ["inferred", "378", "row", "A"]
