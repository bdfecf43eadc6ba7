"""Types of preview images and of links to them: query, body and result."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.labels.minimum_confidence import MIN_CONFIDENCE_DEFAULT
from seatpreview.layouts.model import PlaceName
from seatpreview.seats.model import (
    AsDraft,
    AskedLabel,
    ConfigurationId,
    MinConfidence,
    PreviewQuery,
    VenueName,
)
from seatpreview.values.clock import Time
from seatpreview.values.locales import Locale
from seatpreview.values.validated_text import Name

SizeName = Literal["og", "square", "wide"]

SIZES: dict[SizeName, tuple[int, int]] = {"og": (1200, 630), "square": (1080, 1080), "wide": (1920, 1080)}
"""Width and height in pixels."""

LINK_SECONDS_MIN = 60
LINK_SECONDS_MAX = 400 * 86_400
LINK_SECONDS_DEFAULT = 90 * 86_400

Size = Annotated[
    SizeName,
    Meta(
        description=(
            "`og`: 1200 x 630 pixels, for link previews and e-mails. `square`: 1080 x 1080. "
            "`wide`: 1920 x 1080."
        )
    ),
]
TextLocale = Annotated[
    Locale, Meta(description="The language of the text in the image. Default: the session's, or the venue's.")
]


class PreviewImageQuery(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel"
):
    """The query of getPreviewImage: that of a preview, and a size."""

    venue: VenueName | UnsetType = UNSET
    seat: AskedLabel
    configuration: ConfigurationId | UnsetType = UNSET
    locale: TextLocale | UnsetType = UNSET
    min_confidence: MinConfidence = MIN_CONFIDENCE_DEFAULT
    size: Size = "og"
    draft: AsDraft = False

    @property
    def preview(self) -> PreviewQuery:
        """The query of the same preview."""
        return PreviewQuery(
            venue=self.venue,
            seat=self.seat,
            configuration=self.configuration,
            locale=self.locale,
            min_confidence=self.min_confidence,
            draft=self.draft,
        )


class CreateImageLinkRequest(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel"
):
    """The seat that a link is for, and how long it works."""

    venue: Annotated[Name, Meta(description="The venue's id, or an alias of it.")]
    seat: AskedLabel
    configuration: (
        Annotated[PlaceName, Meta(description="The id of a configuration. Default: that of a preview.")]
        | UnsetType
    ) = UNSET
    locale: (
        Annotated[Locale, Meta(description="The language of the text in the image. Default: the venue's.")]
        | UnsetType
    ) = UNSET
    min_confidence: MinConfidence = MIN_CONFIDENCE_DEFAULT
    size: Size = "og"
    ttl_seconds: Annotated[
        int,
        Meta(
            ge=LINK_SECONDS_MIN,
            le=LINK_SECONDS_MAX,
            description="Seconds from now until the link ends: 90 days by default, 400 days at most.",
        ),
    ] = LINK_SECONDS_DEFAULT


class ImageLink(msgspec.Struct, kw_only=True, rename="camel"):
    """A link to a preview image, for a page, an e-mail or a ticket."""

    url: Annotated[
        str,
        Meta(
            description=(
                "The address of a JPEG. Whoever has it can fetch it, without a key. It shows the seat as "
                "the venue's record has it when it is fetched."
            )
        ),
    ]
    expires_at: Time
    width: int
    height: int
    alt: Annotated[
        str, Meta(description="What the image shows, in words: for the attribute `alt` of an `<img>`.")
    ]
