"""The answer to requests that write the record of a venue."""

from msgspec import UNSET, UnsetType

from seatpreview.venues.label_warnings_model import (
    NO_WARNINGS,
    FoundWarnings,
    SectionsNotChecked,
    Warnings,
    WarningsCount,
)
from seatpreview.venues.model import Venue


class SavedVenue(Venue, kw_only=True, rename="camel"):
    """A venue whose record was just written. It is the same as when it is read, unless there are warnings
    about its names, or sections that were not checked: then the last three members are there."""

    warnings: Warnings | UnsetType = UNSET
    warnings_count: WarningsCount | UnsetType = UNSET
    sections_not_checked: SectionsNotChecked | UnsetType = UNSET

    @property
    def found(self) -> FoundWarnings:
        """The warnings; empty where the answer has none."""
        if self.warnings is UNSET or self.warnings_count is UNSET or self.sections_not_checked is UNSET:
            return NO_WARNINGS
        return FoundWarnings(
            warnings=self.warnings,
            warnings_count=self.warnings_count,
            sections_not_checked=self.sections_not_checked,
        )
