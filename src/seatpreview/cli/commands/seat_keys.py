"""seatpreview seat-keys: tries out what the labels of a file resolve to, suggests rules, and learns them."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from seatpreview.cli.command_group import CommandGroup
from seatpreview.cli.commands.learn import learn
from seatpreview.cli.options import AsJson, VenueArgument, takes_settings
from seatpreview.settings.settings import Settings
from seatpreview.values.command_error import EXIT_FAILURE, CommandError

if TYPE_CHECKING:
    from seatpreview.labels.suggestions.dry_run import DryRun, LabelResult

commands = CommandGroup()

EXAMPLES_MAX = 3
"""How many labels of each status are printed with their trace."""
SUGGEST_LABELS_MAX = 1000

LabelsFile = Annotated[
    Path,
    typer.Option(
        "--labels",
        metavar="FILE",
        help="One label per line, or CSV with the column label, or section, row and seat.",
    ),
]


@commands.command("test")
@takes_settings("data_dir", "database_url")
def dry_run(
    settings: Settings,
    venue_id: VenueArgument,
    labels: LabelsFile,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="OUT", help="Write all results to this new file.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Show which seats labels resolve to, and why some do not. Changes nothing.

    The file has one label per line, or is CSV whose first line names its
    columns: label, or section, row and seat. The column expect has the right
    seat key, or nothing for a label that must be declined. Bars separate the
    keys of several seats: 107/K/9|107/K/10, or 107/K/9|10. Other columns are
    ignored. If a result is not as expected, the command exits with 1.

    Examples:
      seatpreview seat-keys test ven_6RtY1pWq9ZxC3vBn5MkL --labels sold.txt
      seatpreview seat-keys test ven_6RtY1pWq9ZxC3vBn5MkL --labels a.csv --csv b.csv
    """
    from seatpreview.cli import display, label_batches, label_files, text_files

    if csv is not None:
        text_files.check_is_new(csv)
    result = label_batches.dry_run(settings, venue_id, label_files.read_labels(labels))
    if csv is not None:
        text_files.write_new(csv, label_files.results_as_csv(result.results))
    if json:
        display.print_json(result)
    else:
        _print_summary(result)
        _print_unresolved(result)
    if csv is not None:
        display.note(f"Wrote {csv}.")
    if result.summary.not_as_expected:
        raise typer.Exit(EXIT_FAILURE)


@commands.command()
@takes_settings("data_dir", "database_url")
def suggest(
    settings: Settings,
    venue_id: VenueArgument,
    labels: LabelsFile,
    json: AsJson = False,
) -> None:
    """Suggest rules that resolve more labels or mend wrong ones, the most useful first. Changes nothing.

    Takes at most 1000 labels, in a file as for `seat-keys test`. With expected
    results, rules are also suggested for labels that resolve wrongly. Append
    the rules to rules.seatKeys.rules in the venue's record.

    Example:
      seatpreview seat-keys suggest ven_6RtY1pWq9ZxC3vBn5MkL --labels unmatched.csv
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display, label_files
    from seatpreview.results import encode

    read = label_files.read_labels(labels)
    if len(read.labels) > SUGGEST_LABELS_MAX:
        count = f"{len(read.labels):,}"
        raise CommandError(
            f"{labels} has {count} labels; at most {SUGGEST_LABELS_MAX:,} can be sent at once."
        )
    cases: list[dict[str, object]] = [{"label": label} for label in read.labels]
    for case, expect in zip(cases, read.expect, strict=False):
        case["expect"] = expect
    suggested = local_operations.call(settings, "suggestSeatKeys", venue_id, body={"labels": cases})
    if json:
        display.print_json(suggested)
        return
    if not suggested.data:
        display.note("No rule was found that would resolve or mend more labels.")
        return
    display.print_table(
        ("RULE", "GAINS", "MENDS", "LABELS"),
        [
            (
                number,
                each.gains,
                each.mends,
                "; ".join(map(label_files.label_text, (*each.labels, *each.mended_labels))),
            )
            for number, each in enumerate(suggested.data, start=1)
        ],
    )
    rules = ",\n".join(f"  {encode(each.rule).decode()}" for each in suggested.data)
    typer.echo(f"\n[\n{rules}\n]")
    for number, each in enumerate(suggested.data, start=1):
        if each.basis == "guess":
            others = "".join(f", or {encode(other).decode()}" for other in each.alternatives)
            display.note(f"Rule {number} is a guess: please check{others}.")
    display.note("Append these rules, or the first few, to rules.seatKeys.rules in the venue's record.")


commands.command()(learn)


def _print_summary(dry_run: "DryRun") -> None:
    from msgspec import UNSET

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
    several = sum(result.seats is not UNSET for result in dry_run.results)
    if several:
        typer.echo(f"\nLabels that name several seats: {several}")
    typer.echo(f"\nSections that no label resolves to: {len(dry_run.unreached_sections)}")
    if dry_run.unused_rules:
        typer.echo(
            f"Rules that apply to no label, counted from 0: {', '.join(map(str, dry_run.unused_rules))}"
        )


def _print_unresolved(dry_run: "DryRun") -> None:
    """Prints the first few labels of each status except matched, and the first unexpected matches."""
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
        count = (
            f"the first {EXAMPLES_MAX} of {len(results)}"
            if len(results) > EXAMPLES_MAX
            else str(len(results))
        )
        typer.echo(f"\n{status}: {count}")
        for result in results[:EXAMPLES_MAX]:
            for line in _explanation(result):
                typer.echo(line)


def _explanation(result: "LabelResult") -> Iterator[str]:
    from msgspec import UNSET

    from seatpreview.cli.label_files import expectation_text, found_text, label_text

    yield f"  {label_text(result.label)}"
    for step in result.trace:
        yield f"      {step}"
    if result.is_expected is False and result.expect is not UNSET:
        if result.status == "matched":
            yield f"      found: {found_text(result)}"
        yield f"      expected: {expectation_text(result.expect) or 'to be declined'}"
