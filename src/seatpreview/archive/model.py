"""Types of the archive: queries and bodies of its operations."""

from typing import Annotated

import msgspec
from msgspec import Meta

from seatpreview.values.validated_text import Label, Name


class DeleteVenue(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The query of deleteVenue."""

    confirm: Annotated[Label, Meta(description="The name of the venue, as `getVenue` returns it.")]


class DeleteTenant(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The query of deleteTenant."""

    confirm: Annotated[Label, Meta(description="The name of the tenant, as `getTenant` returns it.")]


class CopyVenueRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """How a venue is copied."""

    name: Annotated[Name, Meta(description="The name of the copy.")]
    images: Annotated[
        bool,
        Meta(
            description=(
                "Whether the uploaded images and the floor plan are copied too. They are copied in the "
                "background, one after the other: `listImages` of the copy lists those that are there, and "
                "the others under `missing`. False: the record still names them, so that others can be "
                "uploaded under the same names."
            )
        ),
    ] = True
