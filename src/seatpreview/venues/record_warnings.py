"""What is said of a record that is accepted: names that lead elsewhere, and halls that are hardly real."""

from msgspec.structs import replace

from seatpreview.imports.plausibility import judge_layout
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.venues.label_warnings import label_warnings
from seatpreview.venues.model import FoundWarnings, VenueRecord


def record_warnings(record: VenueRecord, layout: CompiledLayout) -> FoundWarnings:
    """Returns the warnings about the names of a record, and what is hardly true of its hall."""
    return replace(label_warnings(record, layout), findings=judge_layout(layout))
