"""seatpreview seat-keys learn: finds label rules in a sales file, and adds the accepted ones to the draft."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from seatpreview.cli.options import AsJson, VenueArgument, takes_settings
from seatpreview.settings.settings import Settings

if TYPE_CHECKING:
    from seatpreview.api.local_client import LocalClient
    from seatpreview.cli.label_groups import LabelGroups


@takes_settings("data_dir", "database_url")
def learn(
    settings: Settings,
    venue_id: VenueArgument,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Sold tickets: CSV, XLSX, or a label per line.")
    ],
    column: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="The column of the label, by name or number. Three times: those of section, row and seat.",
        ),
    ] = None,
    seat_column: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="The column of the right seat: a seat key, or a ref of the layout."
        ),
    ] = None,
    sheet: Annotated[
        str | None, typer.Option(metavar="NAME", help="The sheet of a workbook; by default the first one.")
    ] = None,
    no_header: Annotated[
        bool, typer.Option("--no-header", help="The first line is a ticket. Columns are numbered from 1.")
    ] = False,
    accept_none: Annotated[
        bool, typer.Option("--accept-none", help="Report only: ask nothing, and store nothing.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Learn label rules from the tickets that were sold, and add the accepted ones to the draft.

    The file is read on this machine, line by line, and may have a million
    lines. Only the named columns are used. Labels that differ in numbers and
    single letters alone are one group; a few labels of each are tried. Each
    rule that would help is shown with what it gains and breaks, and you say
    whether to take it, and which labels to keep as examples. Nothing is
    published. --json reports as --accept-none does.

    An empty cell in the seat column means that the seat is not known, and "-"
    that the label must be declined. A bar is between several seats.

    Examples:
      seatpreview seat-keys learn harbour sold.csv --column Ticket
      seatpreview seat-keys learn harbour sold.xlsx --column Ticket --seat-column "Seat id" --sheet 2025
      seatpreview seat-keys learn harbour sold.csv --column Block --column Row --column Seat --accept-none
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import learning_report
    from seatpreview.cli.learning_dialog import accept_rules

    groups = _read(file, column or [], seat_column, sheet, has_header=not no_header)

    async def run(client: "LocalClient") -> None:
        if json or accept_none:
            await learning_report.report(client, venue_id, groups, as_json=json)
        else:
            await accept_rules(client, venue_id, groups)

    local_operations.run_with_client(settings, run)


def _read(
    file: Path, column: list[str], seat_column: str | None, sheet: str | None, *, has_header: bool
) -> "LabelGroups":
    """Counts the lines of a file by the shapes of their labels."""
    from seatpreview.cli import display
    from seatpreview.cli.label_columns import cells_reader, chosen_columns, column_index
    from seatpreview.cli.label_groups import LabelGroups
    from seatpreview.cli.sales_files import SalesFile
    from seatpreview.values.command_error import CommandError

    groups = LabelGroups()
    with display.progress("Reading") as on_progress, SalesFile(file, sheet, has_header, on_progress) as sales:
        cells = cells_reader(chosen_columns(sales.columns, column))
        seat = (
            None
            if seat_column is None
            else cells_reader([column_index(sales.columns, seat_column, "--seat-column")])
        )
        if sales.other_sheets and sheet is None:
            others = ", ".join(sales.other_sheets)
            display.note(f"Reading the sheet '{sales.sheet}'. --sheet names another one: {others}.")
        if sales.encoding == "cp1252":
            display.note("The text is not UTF-8. It is read as Windows-1252: check letters with accents.")
        for line in sales.lines():
            groups.add(cells(line), "" if seat is None else seat(line)[0])
    if len(groups) == 0:
        raise CommandError(f"{file} has no labels in the chosen column.")
    return groups
