"""Types of drafts: the body, the query and the response."""

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.imports.model import HallFinding
from seatpreview.problems import Fault
from seatpreview.values.clock import Time
from seatpreview.values.draft_state import DraftState
from seatpreview.values.ids import DraftId
from seatpreview.venues.draft_computations import FAULTS_LISTED_MAX
from seatpreview.venues.model import (
    Findings,
    LabelWarning,
    SectionsNotChecked,
    Warnings,
    WarningsCount,
)

_AnyValue = Annotated[Any, Meta(description="As in a record, or anything else: a draft may have faults.")]


class UnfinishedRecord(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A record, complete or not. Any JSON object is stored; `faults` of the result says what is missing."""

    json_schema_more: ClassVar[dict[str, Any]] = {"additionalProperties": True}

    name: _AnyValue | UnsetType = UNSET
    timezone: _AnyValue | UnsetType = UNSET
    aliases: _AnyValue | UnsetType = UNSET
    imagery_sets: _AnyValue | UnsetType = UNSET
    rules: _AnyValue | UnsetType = UNSET
    ads: _AnyValue | UnsetType = UNSET
    viewer_defaults: _AnyValue | UnsetType = UNSET
    image_links: _AnyValue | UnsetType = UNSET
    translations: _AnyValue | UnsetType = UNSET


class PutDraftQuery(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """The query of putDraft."""

    base_version: (
        Annotated[
            int,
            Meta(
                ge=1,
                le=(1 << 53) - 1,
                description=(
                    "The version that is published now: the draft is based on it from now on. Send it when "
                    "you have taken over what others published since the draft was begun."
                ),
            ),
        ]
        | UnsetType
    ) = UNSET


class Draft(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The draft of a venue: a record that is not published yet."""

    record: Annotated[
        dict[str, Any],
        Meta(description="The record as it was sent, complete or not, without what the service adds to one."),
    ]
    base_version: Annotated[
        int, Meta(description="The version that was published when the draft was begun. A publish needs it.")
    ]
    updated_at: Time
    updated_by: Annotated[str, Meta(description="The keyId that saved it last, or `operator`.")]
    faults: Annotated[
        list[Fault],
        Meta(
            description=(
                "What a publish would refuse, as it was when the draft was saved: at most "
                f"{FAULTS_LISTED_MAX}. Empty: it can be published."
            )
        ),
    ]
    is_previewable: Annotated[
        bool, Meta(description="Whether it can be previewed: its name and its layout have no faults.")
    ]
    left_out: Annotated[
        list[str],
        Meta(description="Pointers to the members with faults, which previews of the draft leave out."),
    ]
    warnings: Warnings
    warnings_count: WarningsCount
    sections_not_checked: SectionsNotChecked
    findings: Findings
    draft_id: Annotated[DraftId, Meta(description="Another one for each draft of the venue.")]
    revision: Annotated[int, Meta(ge=1, description="How often it was saved.")]

    @property
    def etag(self) -> str:
        """The ETag of this state of the draft."""
        return DraftState(self.draft_id, self.revision).etag


class EncodedDraft(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A `Draft` whose record is not decoded: it is returned as it is stored."""

    record: msgspec.Raw
    base_version: int
    updated_at: Time
    updated_by: str
    faults: msgspec.Raw
    is_previewable: bool
    left_out: msgspec.Raw
    warnings: tuple[LabelWarning, ...]
    warnings_count: int
    sections_not_checked: int
    findings: tuple[HallFinding, ...]
    draft_id: DraftId
    revision: int

    @property
    def etag(self) -> str:
        """The ETag of this state of the draft."""
        return DraftState(self.draft_id, self.revision).etag
