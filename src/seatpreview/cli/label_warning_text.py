"""Warnings of the commands about a record: names that lead elsewhere, and what is hardly true of its hall."""

from typing import Protocol

from seatpreview.cli import display
from seatpreview.imports.model import HallFinding
from seatpreview.venues.model import LabelWarning


class WithWarnings(Protocol):
    """An answer with warnings: a draft, a publication, or what was found in a record."""

    @property
    def warnings(self) -> tuple[LabelWarning, ...]:
        """The warnings that are listed."""

    @property
    def warnings_count(self) -> int:
        """How many there are in all."""

    @property
    def sections_not_checked(self) -> int:
        """How many sections were not tried."""

    @property
    def findings(self) -> tuple[HallFinding, ...]:
        """What is hardly true of the hall."""


def note_label_warnings(answer: WithWarnings) -> None:
    """Prints the warnings on standard error, each with its place in the record."""
    for finding in answer.findings:
        display.note(f"Hardly true: {finding.text}")
    if answer.warnings_count:
        labels = "1 label" if answer.warnings_count == 1 else f"{answer.warnings_count:,} labels"
        display.note(f"{labels} with names of this record would not lead to the place of this name:")
    for warning in answer.warnings:
        display.note(f"  {warning.label} ({warning.resolved_to or 'nothing found'}), {warning.pointer}")
        display.note(f"    {warning.reason}")
    unlisted = answer.warnings_count - len(answer.warnings)
    if unlisted:
        display.note(f"  {unlisted:,} more are not listed.")
    if answer.sections_not_checked:
        display.note(
            f"The names of {answer.sections_not_checked:,} sections were not tried: there are too many."
        )
