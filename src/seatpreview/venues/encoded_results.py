"""Results whose record or aliases are sent as stored, and those of requests that write a record."""

import msgspec
from msgspec import UNSET, UnsetType

from seatpreview.imports.model import HallFinding
from seatpreview.results import etag_of
from seatpreview.values.clock import Time
from seatpreview.values.ids import TenantId, VenueId
from seatpreview.venues.model import (
    NO_WARNINGS,
    Findings,
    FoundWarnings,
    LabelWarning,
    SectionsNotChecked,
    Venue,
    Warnings,
    WarningsCount,
)


class EncodedVenue(msgspec.Struct, kw_only=True, rename="camel"):
    """A `Venue` whose record is not decoded: its members are returned as they are stored."""

    venue_id: VenueId
    tenant_id: TenantId
    name: msgspec.Raw
    timezone: msgspec.Raw
    aliases: msgspec.Raw
    imagery_sets: msgspec.Raw
    rules: msgspec.Raw
    ads: msgspec.Raw
    viewer_defaults: msgspec.Raw
    image_links: msgspec.Raw
    translations: msgspec.Raw
    seat_count: int
    created_at: Time
    updated_at: Time
    version: int
    archived_at: Time | None
    warnings: tuple[LabelWarning, ...] | UnsetType = UNSET
    """Absent unless a request wrote the record and there is something to say, like the three below."""
    warnings_count: int | UnsetType = UNSET
    sections_not_checked: int | UnsetType = UNSET
    findings: tuple[HallFinding, ...] | UnsetType = UNSET

    @property
    def etag(self) -> str:
        """The ETag of this version."""
        return etag_of(self.version)


class EncodedAliases(msgspec.Struct, kw_only=True, rename="camel"):
    """`OwnAliases` that are not decoded."""

    venue_id: VenueId
    tenant_id: TenantId
    aliases: msgspec.Raw


class SavedVenue(Venue, kw_only=True, rename="camel"):
    """A venue whose record was just written. It is the same as when it is read, unless there are warnings
    about its names, sections that were not checked, or findings about its hall: then the last four members
    are there."""

    warnings: Warnings | UnsetType = UNSET
    warnings_count: WarningsCount | UnsetType = UNSET
    sections_not_checked: SectionsNotChecked | UnsetType = UNSET
    findings: Findings | UnsetType = UNSET

    @property
    def found(self) -> FoundWarnings:
        """The warnings; empty where the answer has none."""
        if self.warnings is UNSET or self.warnings_count is UNSET or self.sections_not_checked is UNSET:
            return NO_WARNINGS
        return FoundWarnings(
            warnings=self.warnings,
            warnings_count=self.warnings_count,
            sections_not_checked=self.sections_not_checked,
            findings=() if self.findings is UNSET else self.findings,
        )
