"""Types of versions of a record: request bodies, queries and responses."""

import re
from typing import Annotated, Any, ClassVar, Self

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.labels.label_rules import LabelParts, LabelText
from seatpreview.publishing.changes_model import LABELS_MAX, ChangesForBuyers
from seatpreview.results.cursors import NextCursor, PageQuery
from seatpreview.values.clock import Time
from seatpreview.values.validated_text import Label, ValidatedText
from seatpreview.venues.label_warnings_model import SectionsNotChecked, Warnings, WarningsCount
from seatpreview.venues.model import VenueRecord

_DIGITS = re.compile("[1-9][0-9]{0,14}")
_VERSION_MAX = 10**15 - 1


class VersionNumber(ValidatedText):
    """The number of a version of a record."""

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {
        "type": "string",
        "pattern": "^[1-9][0-9]{0,14}$",
        "examples": ["3"],
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        """Checks that the text is a whole number above 0."""
        if _DIGITS.fullmatch(text) is None:
            raise ValueError("must be the number of a version, such as 3")
        return cls(text)


Message = Annotated[Label, Meta(description="What this version is for. Versions are listed with it.")]


class PublishRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """How a draft is published."""

    message: Message | UnsetType = UNSET
    labels: Annotated[
        tuple[LabelText | LabelParts, ...],
        Meta(
            max_length=LABELS_MAX,
            description="Labels of your tickets. The answer says which of them resolve differently.",
        ),
    ] = ()


class RestoreRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """How a version is restored."""

    message: Message | UnsetType = UNSET


DryRunFlag = Annotated[bool, Meta(description="true: the same answer, and nothing is written.")]


class PublishQuery(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """The query of publishDraft."""

    dry_run: DryRunFlag = False


class RestoreQuery(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """The query of restoreVersion."""

    dry_run: DryRunFlag = False


class PublishedVersion(msgspec.Struct, kw_only=True, rename="camel"):
    """A record that was published, and what that changed for buyers."""

    version: Annotated[
        int, Meta(ge=1, description="The version of the venue now; with `dryRun`, the one that it would get.")
    ]
    changes: ChangesForBuyers
    warnings: Warnings
    warnings_count: WarningsCount
    sections_not_checked: SectionsNotChecked


class RestoredVersion(PublishedVersion, kw_only=True, rename="camel"):
    """A version that was published again, and what that changed for buyers."""

    restored_from: Annotated[int, Meta(ge=1, description="The version whose record it is.")]
    images_left_out: Annotated[
        list[str],
        Meta(description="Images that the version names and that do not exist. The new record is without."),
    ]


class VersionSummary(msgspec.Struct, kw_only=True, rename="camel"):
    """A kept version of a venue's record."""

    version: Annotated[int, Meta(ge=1)]
    published_at: Time
    published_by: Annotated[
        str | None,
        Meta(description="The keyId that published it, or `operator` for the command line. Null: not known."),
    ]
    message: str | None
    seats: Annotated[
        int | None,
        Meta(description="The number of seats. Null: not known, since an earlier release published it."),
    ]
    restored_from: Annotated[
        int | None, Meta(description="The version that was published again by this one.")
    ]
    is_published: Annotated[bool, Meta(description="Whether this is the version that buyers see.")]


class VersionList(msgspec.Struct, kw_only=True, rename="camel"):
    """A page of versions, newest first."""

    data: list[VersionSummary]
    next_cursor: NextCursor


class ListVersions(PageQuery, kw_only=True):
    """The query of listVersions; it has no filters of its own."""


class PublishedRecord(VenueRecord, frozen=True, kw_only=True):
    """The record of a version, as it was."""


class KeptVersion(VersionSummary, kw_only=True, rename="camel"):
    """A kept version with its record."""

    record: PublishedRecord
    images_gone: Annotated[
        list[str], Meta(description="Images that the record names and that do not exist, at most 1000.")
    ]
    images_gone_count: Annotated[int, Meta(ge=0, description="How many these are in all.")]


class EncodedVersion(VersionSummary, kw_only=True, rename="camel"):
    """A `KeptVersion` whose record is not decoded: it is returned as it was stored."""

    record: msgspec.Raw
    images_gone: list[str]
    images_gone_count: int


class ChangesQuery(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The query of getVersionChanges."""

    since: (
        Annotated[
            int,
            Meta(
                ge=1, le=_VERSION_MAX, description="The version to compare with. By default the one before."
            ),
        ]
        | UnsetType
    ) = UNSET


class VersionChanges(ChangesForBuyers, kw_only=True, frozen=True):
    """What changes for buyers from the version `since` to the version `version`."""

    version: Annotated[int, Meta(ge=1)]
    since: Annotated[int, Meta(ge=1)]
