"""Quotas: how much a tenant may store, as an admin sets it, how much it stores, and how many versions. Pure.

Only requests that add something are refused. A tenant above its quota, because it was lowered or because an
older release had none, keeps its data: reading, changing, revoking, rotating and deleting go on.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.problems import QuotaExceeded

QUOTA_MAX = 2**53 - 1
"""The largest whole number that every client can read."""

FILE_BLOCK_BYTES = 4096
"""A stored file counts in multiples of this many bytes, like the room that it takes on a disk."""

QuotaName = Literal["imageBytes", "venues", "keys", "recordBytes"]
BYTES: tuple[QuotaName, ...] = ("imageBytes", "recordBytes")
"""The quotas in bytes."""

_Quota = Annotated[int, Meta(ge=1, le=QUOTA_MAX)]
_ImageBytes = Annotated[
    _Quota | None, Meta(description="Bytes of its images, with their tiles and previews.")
]
_Venues = Annotated[_Quota | None, Meta(description="Venues that it owns.")]
_Keys = Annotated[_Quota | None, Meta(description="Keys that are not revoked.")]
_RecordBytes = Annotated[
    _Quota | None,
    Meta(description="Bytes of the records of its venues, with their drafts and the versions that are kept."),
]


class TenantQuotas(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How much a tenant may store at most. Null: the service's default."""

    image_bytes: _ImageBytes = None
    venues: _Venues = None
    keys: _Keys = None
    record_bytes: _RecordBytes = None


class QuotaChanges(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """The quotas to set. Null: the service's default. A quota that is absent keeps its value."""

    image_bytes: _ImageBytes | UnsetType = UNSET
    venues: _Venues | UnsetType = UNSET
    keys: _Keys | UnsetType = UNSET
    record_bytes: _RecordBytes | UnsetType = UNSET

    def applied_to(self, quotas: TenantQuotas) -> TenantQuotas:
        """Returns the quotas with these changes."""
        changes = {name: getattr(self, name) for name in self.__struct_fields__}
        return msgspec.structs.replace(
            quotas, **{name: value for name, value in changes.items() if value is not UNSET}
        )


class QuotaUse(msgspec.Struct, frozen=True, kw_only=True):
    """How much of a quota is used."""

    used: int
    max: Annotated[int | None, Meta(description="The quota that applies. Null: there is none.")]

    @property
    def share(self) -> float:
        """The used fraction of the quota; 0 if there is none."""
        return self.used / self.max if self.max else 0.0


class TenantUsage(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How much a tenant stores now, and how much it may store."""

    image_bytes: QuotaUse
    venues: QuotaUse
    keys: QuotaUse
    record_bytes: QuotaUse


NEAR_SHARE = 0.8
"""The fraction of a quota from which on somebody should know."""


class NearQuota(NamedTuple):
    """A quota that a tenant has almost used up."""

    quota: QuotaName
    use: QuotaUse

    @property
    def is_used_up(self) -> bool:
        """Whether nothing can be added."""
        return self.use.share >= 1


def near_quotas(usage: TenantUsage) -> list[NearQuota]:
    """Returns the quotas that are used to 80 % or more."""
    uses: tuple[tuple[QuotaName, QuotaUse], ...] = (
        ("imageBytes", usage.image_bytes),
        ("venues", usage.venues),
        ("keys", usage.keys),
        ("recordBytes", usage.record_bytes),
    )
    return [NearQuota(name, use) for name, use in uses if use.share >= NEAR_SHARE]


class QuotaDefaults(NamedTuple):
    """The quotas of tenants without their own; 0 for no quota."""

    image_bytes: int
    venues: int
    keys: int
    record_bytes: int

    def apply(self, quotas: TenantQuotas) -> "AppliedQuotas":
        """Returns the quotas that apply to a tenant."""
        return AppliedQuotas(
            quotas.image_bytes or self.image_bytes or None,
            quotas.venues or self.venues or None,
            quotas.keys or self.keys or None,
            quotas.record_bytes or self.record_bytes or None,
        )


class AppliedQuotas(NamedTuple):
    """The quotas that apply to a tenant; None for no quota."""

    image_bytes: int | None
    venues: int | None
    keys: int | None
    record_bytes: int | None


class ImageBytes(NamedTuple):
    """The bytes of a tenant's images on the disk."""

    current: int
    leaving: int
    """Bytes of images that were replaced or deleted but whose addresses may still be used, and of uploads in
    progress."""


class StoredAmounts(NamedTuple):
    """How much a tenant stores."""

    images: ImageBytes
    venues: int
    keys: int
    record_bytes: int
    webhooks: int
    """It has no quota of the tenant's own: SEATPREVIEW_WEBHOOK_QUOTA bounds it."""

    def within(self, quotas: AppliedQuotas) -> TenantUsage:
        """Returns the amounts together with the quotas that apply."""
        return TenantUsage(
            image_bytes=QuotaUse(used=self.images.current, max=quotas.image_bytes),
            venues=QuotaUse(used=self.venues, max=quotas.venues),
            keys=QuotaUse(used=self.keys, max=quotas.keys),
            record_bytes=QuotaUse(used=self.record_bytes, max=quotas.record_bytes),
        )


def size_on_disk(size_bytes: int) -> int:
    """Returns the number of bytes that a stored file counts for."""
    return -(-size_bytes // FILE_BLOCK_BYTES) * FILE_BLOCK_BYTES


def check_can_add_venue(venues: int, quotas: AppliedQuotas) -> None:
    """Refuses a venue beyond the quota."""
    if quotas.venues is not None and venues >= quotas.venues:
        raise _too_many("venues", "venues", venues, quotas.venues, "")


def check_can_add_key(keys: int, quotas: AppliedQuotas) -> None:
    """Refuses a key beyond the quota."""
    if quotas.keys is not None and keys >= quotas.keys:
        remedy = "Revoke keys that nobody uses (a rotation is never refused), or ask"
        raise _too_many("keys", "keys that are not revoked", keys, quotas.keys, remedy)


def check_can_add_image(stored: ImageBytes, added: int, replaced: int, quotas: AppliedQuotas) -> None:
    """Refuses an image if the tenant's images would exceed the quota. An image that is not larger than the
    one it replaces is always accepted.

    Replaced and deleted images stay on the disk while their addresses are valid. They may take as much room
    as the quota again, so that nobody can fill the disk by replacing an image again and again.
    """
    quota = quotas.image_bytes
    if quota is None:
        return
    if added > replaced and stored.current + added - replaced > quota:
        raise QuotaExceeded(
            f"The tenant's images have {size_text(stored.current)}, with tiles and previews, and may have "
            f"{size_text(quota)}; this one has {size_text(added)}. Delete images that nothing refers to, or "
            "ask the operator of the service to raise the tenant's quota imageBytes.",
            quota="imageBytes",
        )
    if stored.leaving + added > max(2 * quota - stored.current, quota):
        raise QuotaExceeded(
            f"Images that were replaced or deleted a short time ago still take {size_text(stored.leaving)}. "
            "They are deleted once their addresses have expired: try again in some minutes, or ask the "
            "operator of the service to raise the tenant's quota imageBytes.",
            quota="imageBytes",
        )


def check_can_copy_images(stored: ImageBytes, added: int, quotas: AppliedQuotas) -> None:
    """Refuses copies of images if the tenant's images would exceed the quota."""
    quota = quotas.image_bytes
    if quota is not None and added and stored.current + added > quota:
        raise QuotaExceeded(
            f"The tenant's images have {size_text(stored.current)}, with tiles and previews, and may have "
            f"{size_text(quota)}; those of this venue have {size_text(added)}. Copy the venue without its "
            "images, or ask the operator of the service to raise the tenant's quota imageBytes.",
            quota="imageBytes",
        )


def check_can_add_records(before: int, after: int, quotas: AppliedQuotas) -> None:
    """Refuses a change after which the tenant's records exceed the quota, unless they have become smaller or
    have as many bytes as before."""
    quota = quotas.record_bytes
    if quota is not None and after > quota and after > before:
        raise QuotaExceeded(
            f"The tenant's records, with drafts and kept versions, have {size_text(before)}, and may have "
            f"{size_text(quota)}; with this change they would have {size_text(after)}. Delete drafts, "
            "versions or venues that nobody needs, or ask the operator of the service to raise the tenant's "
            "quota recordBytes.",
            quota="recordBytes",
        )


def check_before_upload(stored: ImageBytes, replaced: int, quotas: AppliedQuotas) -> None:
    """Refuses an upload that could not be accepted however small it is, before receiving it."""
    check_can_add_image(stored, FILE_BLOCK_BYTES, replaced, quotas)


def size_text(size_bytes: int) -> str:
    """Formats a number of bytes for people."""
    return f"{size_bytes / 1e6:,.0f} MB" if size_bytes >= 10_000_000 else f"{size_bytes:,} bytes"


def _too_many(quota: QuotaName, nouns: str, used: int, most: int, remedy: str) -> QuotaExceeded:
    return QuotaExceeded(
        f"The tenant has {used:,} {nouns}, and may have {most:,}. {remedy or 'Ask'} the operator of the "
        f"service to raise the tenant's quota {quota}.",
        quota=quota,
    )


class VersionSize(NamedTuple):
    """A kept version of a record, and the bytes that it counts for."""

    version: int
    stored_bytes: int


class VersionBounds(NamedTuple):
    """The most versions of a venue's record that are kept, and the most bytes of them."""

    count_max: int
    bytes_max: int

    def exceeding(self, newest_first: Iterable[VersionSize]) -> Iterator[int]:
        """Yields the versions that are not kept any more: all that come after a bound is reached. The newest
        one, which is published, is always kept."""
        total_bytes = 0
        for number, each in enumerate(newest_first):
            total_bytes += each.stored_bytes
            if number > 0 and (number >= self.count_max or total_bytes > self.bytes_max):
                yield each.version
