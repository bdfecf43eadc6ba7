"""What an import over a venue keeps, changes and cannot keep, in sentences with counts and examples."""

from seatpreview.imports.model import ReportItem
from seatpreview.imports.report_counts import ReportCounts


class MergeNotes:
    """The three lists of a merge. Equal sentences are one item."""

    def __init__(self) -> None:
        self.kept = ReportCounts()
        self.changed = ReportCounts()
        self.not_kept = ReportCounts()

    def lists(self) -> tuple[tuple[ReportItem, ...], tuple[ReportItem, ...], tuple[ReportItem, ...]]:
        """Returns what was kept, what the plan changes, and what cannot be kept."""
        kept, changed, not_kept = (
            tuple(counts.items()) for counts in (self.kept, self.changed, self.not_kept)
        )
        return kept, changed, not_kept
