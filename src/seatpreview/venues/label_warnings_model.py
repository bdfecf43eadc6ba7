"""Types of warnings: names of a record that, printed on a ticket, would not lead to their own place."""

from typing import Annotated

import msgspec
from msgspec import Meta

WARNINGS_LISTED_MAX = 100
"""The most warnings that an answer lists. All are counted."""


class LabelWarning(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """A label with a name of the record itself that does not lead to the place of this name. A record with
    such names is stored all the same."""

    pointer: Annotated[
        str, Meta(description="JSON Pointer to the member of the record that names the place.")
    ]
    label: Annotated[
        str,
        Meta(
            description="The name or the id of a section, or the name with a row and a seat of the section."
        ),
    ]
    resolved_to: Annotated[
        str | None, Meta(description="The key of the place that the label leads to. Null: to none.")
    ]
    reason: Annotated[str, Meta(description="Why that is so, and what to do about it.")]


Warnings = Annotated[
    tuple[LabelWarning, ...],
    Meta(
        description=(
            "Names of the record that, printed on a ticket, would not lead to their own place: at most "
            f"{WARNINGS_LISTED_MAX}. They are no part of the record, and nothing is refused because of them. "
            "An extension of the interface."
        )
    ),
]
WarningsCount = Annotated[int, Meta(ge=0, description="How many warnings there are in all.")]
SectionsNotChecked = Annotated[
    int,
    Meta(
        ge=0,
        description=(
            "The number of sections whose names were not tried, since that would have taken too long. 0: all "
            "were."
        ),
    ),
]


class FoundWarnings(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The warnings about a record."""

    warnings: tuple[LabelWarning, ...] = ()
    warnings_count: int = 0
    sections_not_checked: int = 0


class StoredWarnings(FoundWarnings, frozen=True, kw_only=True, rename="camel"):
    """The warnings about a draft as they are stored with it, and the names that they are about."""

    names_id: str = ""


NO_WARNINGS = FoundWarnings()
