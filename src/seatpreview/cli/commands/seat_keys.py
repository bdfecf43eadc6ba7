"""seatpreview seat-keys: what labels of a file resolve to, and rules that would resolve more of them."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from seatpreview.cli.command_errors import FAILED, CommandError
from seatpreview.cli.options import AsJson, VenueIdArgument, takes_settings
from seatpreview.settings import Settings

if TYPE_CHECKING:
    from seatpreview.labels.dry_run import DryRun, LabelResult

commands = typer.Typer(no_args_is_help=True)

SHOWN_MAX = 3
"""Labels of each status that are shown with their trace."""
SUGGEST_MAX = 1000

LabelsFile = Annotated[
    Path,
    typer.Option(
        "--labels", metavar="FILE", help="A label a line; or CSV: label, or section, row, seat; expect."
    ),
]


@commands.command("test")
@takes_settings("data_dir", "database_url")
def try_(
    settings: Settings,
    venue_id: VenueIdArgument,
    labels: LabelsFile,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="OUT", help="Write every result to this new file.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Say what labels resolve to in a venue, and why some do not. Changes nothing.

    The file has a label a line, or is CSV whose first line names its columns:
    label, or section, row and seat; other columns are passed over. A column
    expect holds the right key, and nothing where a label must be declined:
    where a result is not as expected, the command exits with 1.

    Examples:
      seatpreview seat-keys test ven_6RtY1pWq9ZxC3vBn5MkL --labels sold.txt
      seatpreview seat-keys test ven_6RtY1pWq9ZxC3vBn5MkL --labels a.csv --csv b.csv
    """
    from seatpreview.cli import display, label_batches, label_files, venue_files

    if csv is not None:
        venue_files.check_new(csv)
    dry_run = label_batches.try_labels(settings, venue_id, label_files.read_labels(labels))
    if csv is not None:
        venue_files.write_text(csv, label_files.as_csv(dry_run.results))
    if json:
        display.print_json(dry_run)
    else:
        _print_summary(dry_run)
        _print_declined(dry_run)
    if csv is not None:
        display.note(f"Wrote {csv}.")
    if dry_run.summary.not_as_expected:
        raise typer.Exit(FAILED)


@commands.command()
@takes_settings("data_dir", "database_url")
def suggest(
    settings: Settings,
    venue_id: VenueIdArgument,
    labels: LabelsFile,
    json: AsJson = False,
) -> None:
    """Propose rules that would resolve more labels, the one that gains most first. Changes nothing.

    Takes at most 1000 labels, in a file as `seat-keys test` reads it. The
    rules are for the end of rules.seatKeys.rules in the venue's record.

    Example:
      seatpreview seat-keys suggest ven_6RtY1pWq9ZxC3vBn5MkL --labels unmatched.csv
    """
    from seatpreview.cli import display, label_files, operations
    from seatpreview.json_encoding import encode

    found = label_files.read_labels(labels)
    if len(found.labels) > SUGGEST_MAX:
        count = f"{len(found.labels):,}"
        raise CommandError(f"{labels} holds {count} labels; at most {SUGGEST_MAX:,} can be sent at once.")
    cases: list[dict[str, object]] = [{"label": label} for label in found.labels]
    for case, expect in zip(cases, found.expect, strict=False):
        case["expect"] = expect
    suggested = operations.ask(settings, "suggestSeatKeys", venue_id, sent={"labels": cases})
    if json:
        display.print_json(suggested)
        return
    if not suggested.data:
        display.note("No rule was found that gains a label.")
        return
    display.print_table(
        ("RULE", "GAINS", "LABELS"),
        [
            (place, each.gains, "; ".join(map(label_files.shown, each.labels)))
            for place, each in enumerate(suggested.data, start=1)
        ],
    )
    rules = ",\n".join(f"  {encode(each.rule).decode()}" for each in suggested.data)
    typer.echo(f"\n[\n{rules}\n]")
    display.note("These go to the end of rules.seatKeys.rules in the record, all or the first few.")


def _print_summary(dry_run: "DryRun") -> None:
    from seatpreview.cli import display

    summary = dry_run.summary
    counts = {
        "matched": summary.matched,
        "section_only": summary.section_only,
        "ambiguous": summary.ambiguous,
        "unmatched": summary.unmatched,
    }
    if summary.as_expected or summary.not_as_expected:
        counts |= {"as expected": summary.as_expected, "not as expected": summary.not_as_expected}
    counts["(all)"] = summary.labels
    display.print_table(
        ("STATUS", "LABELS", "SHARE"),
        [(status, count, f"{100 * count / summary.labels:.1f} %") for status, count in counts.items()],
    )
    typer.echo(f"\nSections that no label reached: {len(dry_run.unreached_sections)}")
    if dry_run.unused_rules:
        typer.echo(f"Rules that never fired, counted from 0: {', '.join(map(str, dry_run.unused_rules))}")


def _print_declined(dry_run: "DryRun") -> None:
    """The first few of each status but matched, and of those that resolve to something unexpected."""
    groups = {
        status: [result for result in dry_run.results if result.status == status]
        for status in ("section_only", "ambiguous", "unmatched")
    }
    groups["matched, not as expected"] = [
        result for result in dry_run.results if result.status == "matched" and result.is_expected is False
    ]
    for status, results in groups.items():
        if not results:
            continue
        shown = f"the first {SHOWN_MAX} of {len(results)}" if len(results) > SHOWN_MAX else str(len(results))
        typer.echo(f"\n{status}: {shown}")
        for result in results[:SHOWN_MAX]:
            for line in _told(result):
                typer.echo(line)


def _told(result: "LabelResult") -> Iterator[str]:
    from seatpreview.cli.label_files import shown

    yield f"  {shown(result.label)}"
    for step in result.trace:
        yield f"      {step}"
    if result.is_expected is False:
        yield f"      expected: {result.expect or 'to be declined'}"
