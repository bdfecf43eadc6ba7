"""The part of a record that ends links to preview images."""

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta

from seatpreview.problems import Fault


class ImageLinks(
    msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True, omit_defaults=True
):
    """Links to preview images of the venue, which anybody who has one may fetch without a key."""

    generation: Annotated[
        int,
        Meta(
            ge=0,
            le=1_000_000_000,
            description=(
                "Raising it ends all links that were made before. It cannot be lowered, since those would "
                "work again; a record that is sent without `imageLinks` keeps it."
            ),
        ),
    ] = 0


NO_IMAGE_LINKS = ImageLinks()
"""Those of a record that says nothing about links."""


def image_links_faults(sent: ImageLinks, stored: ImageLinks) -> Iterator[Fault]:
    """Yields a fault where the number is lower than the stored one, which would bring links back to life."""
    if sent.generation < stored.generation:
        detail = f"must not be lower than {stored.generation}; links that were ended would work again"
        yield Fault(pointer="/imageLinks/generation", detail=detail)
