"""The type of stills in previews."""

from typing import Annotated

import msgspec
from msgspec import Meta

from seatpreview.values.clock import Time


class PreviewStill(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """A still of what the viewer draws first. It is a square: its sides have the field of view, as has the
    longer side of any view, which shows its middle. Its addresses need no credentials. Extension."""

    url: str
    preview_url: Annotated[str, Meta(description="A small version, to be shown first.")]
    from_: Annotated[
        str | None,
        Meta(description="The key of the seat in the same row that it shows. Null: the seat itself."),
    ] = msgspec.field(name="from")
    expires_at: Time
