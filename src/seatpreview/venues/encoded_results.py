"""Results whose record or aliases are sent as they are stored: decoding large ones would take long."""

import msgspec
from msgspec import UNSET, UnsetType

from seatpreview.results.etags import etag_of
from seatpreview.values.clock import Time
from seatpreview.values.ids import TenantId, VenueId
from seatpreview.venues.label_warnings_model import LabelWarning


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
    """Absent unless a request wrote the record and there are warnings, like the two counts."""
    warnings_count: int | UnsetType = UNSET
    sections_not_checked: int | UnsetType = UNSET

    @property
    def etag(self) -> str:
        """The ETag of this version."""
        return etag_of(self.version)


class EncodedAliases(msgspec.Struct, kw_only=True, rename="camel"):
    """`OwnAliases` that are not decoded."""

    venue_id: VenueId
    tenant_id: TenantId
    aliases: msgspec.Raw
