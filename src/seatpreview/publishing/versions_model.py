"""Types of versions of a record: requests, responses, and what changes for buyers between two."""

import re
from typing import Annotated, Any, ClassVar, Self

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.labels.label_rules import LabelParts, LabelText
from seatpreview.labels.model import Parts
from seatpreview.results import NextCursor, PageQuery
from seatpreview.values.clock import Time
from seatpreview.values.validated_text import Label, ValidatedText
from seatpreview.venues.model import Findings, SectionsNotChecked, VenueRecord, Warnings, WarningsCount

_DIGITS = re.compile("[1-9][0-9]{0,14}")
_VERSION_MAX = 10**15 - 1
EXAMPLES_MAX = 100
"""The most examples of each kind of change."""

LABELS_MAX = 1000
"""The most labels that a publish compares, besides the examples of the records."""

_Count = Annotated[int, Meta(ge=0, description="How many there are in all.")]
_FIRST = f"The first {EXAMPLES_MAX} of them."

ResolvedTo = Annotated[
    str | tuple[str, ...] | None,
    Meta(description="A key, a list of the keys of several seats, or null where the label is declined."),
]


class KeyChanges(msgspec.Struct, kw_only=True, frozen=True):
    """Seats by their keys, or images by their names: how many, and the first of them."""

    count: _Count
    examples: Annotated[tuple[str, ...], Meta(max_length=EXAMPLES_MAX, description=_FIRST)] = ()


class RenamedSeat(msgspec.Struct, kw_only=True, frozen=True):
    """A seat at the same place with another key."""

    before: str
    after: str


class RenamedSeats(msgspec.Struct, kw_only=True, frozen=True):
    """Seats at the same places with other keys."""

    count: _Count
    examples: Annotated[tuple[RenamedSeat, ...], Meta(max_length=EXAMPLES_MAX, description=_FIRST)] = ()


class MovedSeat(msgspec.Struct, kw_only=True, frozen=True, rename="camel"):
    """A seat with the same key at another place."""

    key: str
    distance_m: Annotated[float, Meta(description="How far it is from where it was, in metres.")]


class MovedSeats(msgspec.Struct, kw_only=True, frozen=True):
    """Seats with the same keys at other places."""

    count: _Count
    examples: Annotated[tuple[MovedSeat, ...], Meta(max_length=EXAMPLES_MAX, description=_FIRST)] = ()


class SeatChanges(msgspec.Struct, kw_only=True, frozen=True):
    """What changes about seats. A seat is in one of these at most."""

    added: KeyChanges
    gone: KeyChanges
    renamed: Annotated[
        RenamedSeats, Meta(description="A seat is gone, and another one is within 10 cm of its place.")
    ]
    moved: Annotated[MovedSeats, Meta(description="By more than half a metre.")]


class LabelChange(msgspec.Struct, kw_only=True, frozen=True):
    """A label that resolves differently."""

    label: str | Parts
    before: ResolvedTo
    after: ResolvedTo


class ChangesForBuyers(msgspec.Struct, kw_only=True, frozen=True, rename="camel"):
    """What changes for buyers from one version of a record to another."""

    seats: SeatChanges
    labels: Annotated[
        tuple[LabelChange, ...],
        Meta(
            max_length=EXAMPLES_MAX,
            description=(
                "Labels that resolve differently, of those that were sent and of the examples of both "
                f"records: the first {EXAMPLES_MAX}. The aliases are those of the owner."
            ),
        ),
    ]
    labels_changed: Annotated[int, Meta(ge=0, description="How many labels resolve differently in all.")]
    labels_not_compared: Annotated[
        int, Meta(ge=0, description="Labels for which there was no time. Send fewer to have them compared.")
    ]
    event_seats_gone: Annotated[
        KeyChanges | None,
        Meta(
            description=(
                "Seat keys in events of the last 30 days that the record has no more. Null: there are too "
                "many events to look through."
            )
        ),
    ]
    images_unused: Annotated[
        KeyChanges, Meta(description="Uploaded images that the record named, and names no more.")
    ]


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
    findings: Findings


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
