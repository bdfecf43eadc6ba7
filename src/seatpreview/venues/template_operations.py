"""The operations on templates of venues."""

from typing import Annotated, Any, ClassVar, Self

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.context import Context
from seatpreview.layouts.model import SEATS_MAX
from seatpreview.problems import NotFound
from seatpreview.results import Encoded
from seatpreview.values.validated_text import Name, ValidatedText
from seatpreview.venues.model import Timezone, VenueRules, ViewerDefaults
from seatpreview.venues.templates import computations
from seatpreview.venues.templates.catalogue import (
    TEMPLATES,
    Template,
    template_of,
)


class TemplateId(ValidatedText):
    """The id of a template: small letters, with hyphens between words."""

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {
        "type": "string",
        "minLength": 1,
        "maxLength": 40,
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        """Checks the length; whether there is such a template is another question."""
        if not 1 <= len(text) <= 40:
            raise ValueError(f"must be 1 to 40 characters long (got {len(text)})")
        return cls(text)


class GetTemplate(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """The query of getTemplate."""

    seats: (
        Annotated[
            int,
            Meta(
                ge=1,
                le=SEATS_MAX,
                description="Between `seatsMin` and `seatsMax` of the template. Default: `seatsDefault`.",
            ),
        ]
        | UnsetType
    ) = UNSET


class TemplateList(msgspec.Struct, kw_only=True, rename="camel"):
    """All templates, in the order in which they are offered."""

    data: tuple[Template, ...]


class RecordOfTemplate(msgspec.Struct, kw_only=True, rename="camel"):
    """The members of a venue's record that a template states."""

    name: Name
    timezone: Timezone | UnsetType = UNSET
    rules: VenueRules
    viewer_defaults: ViewerDefaults | UnsetType = UNSET


class TemplateRecord(msgspec.Struct, kw_only=True, rename="camel"):
    """A template at a size: a record that createVenue takes."""

    template_id: TemplateId
    name: str
    seats: Annotated[
        int, Meta(description="How many seats the record has: those asked for, give or take 3 %.")
    ]
    record: RecordOfTemplate


async def list_templates(context: Context) -> TemplateList:
    """Returns all templates. They are the same for every caller."""
    return TemplateList(data=TEMPLATES)


async def get_template(context: Context, template_id: TemplateId, query: GetTemplate) -> Encoded:
    """Returns the record of a template at a size."""
    try:
        template = template_of(template_id)
    except KeyError:
        known = ", ".join(each.template_id for each in TEMPLATES)
        raise NotFound(f"There is no template of this name. There are: {known}.") from None
    seats = template.seats_default if query.seats is UNSET else query.seats
    return Encoded(
        await context.compute_for_caller(
            computations.compute_template, template_id.encode(), str(seats).encode()
        )
    )
