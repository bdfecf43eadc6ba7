"""Types of the change feed: its entries, its pages, the query for them, and positions in the log."""

import re
from typing import Annotated, Any, ClassVar, Self

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.change_feed.change_types import ChangeType, ChangeTypes
from seatpreview.database.changes import LogPosition
from seatpreview.values.clock import Time
from seatpreview.values.ids import TenantId, VenueId
from seatpreview.values.validated_text import ValidatedText

WAIT_SECONDS_MAX = 30
PAGE_MAX = 1000


class FeedPosition(ValidatedText):
    """A position in the change log, for clients to keep: the number and the stamp of a row. `now` is the end
    of the log at the time of the request.

    It is not signed. A position that somebody made up names no row, and is answered like one from before a
    restored backup.
    """

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {
        "type": "string",
        "pattern": "^(now|[0-9]{1,18}-[0-9a-z]{1,40})$",
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        """Checks the form, and returns the text as this type."""
        if text != _NOW and not _POSITION.fullmatch(text):
            raise ValueError("must be `next` of an earlier answer, or now")
        return cls(text)

    @classmethod
    def of(cls, position: LogPosition) -> Self:
        """Returns the text of a position."""
        return cls(f"{position.n}-{position.stamp}")

    @property
    def row(self) -> LogPosition | None:
        """The row of the log; None for `now`."""
        if self == _NOW:
            return None
        n, _, stamp = self.partition("-")
        return LogPosition(int(n), stamp)


_NOW = "now"
_POSITION = re.compile("[0-9]{1,18}-[0-9a-z]{1,40}")


class FeedEntry(msgspec.Struct, kw_only=True, rename="camel"):
    """One change of one record."""

    n: Annotated[
        int,
        Meta(
            ge=1,
            description=(
                "Its position in the log. Numbers rise in the order in which changes took effect, and are "
                "not consecutive: other numbers belong to changes that you may not see or did not ask for."
            ),
        ),
    ]
    type: Annotated[ChangeType, Meta(description="What happened. Later versions may add types.")]
    at: Time
    actor: Annotated[
        str | None,
        Meta(
            description=(
                "The keyId that made the change, `operator` for the command line, or `service` where a "
                "key's `revokeAt` passed, or an image of a copied venue was stored. Null: the owner of a "
                "venue that you were granted."
            )
        ),
    ]
    kind: Annotated[
        str, Meta(description="The kind of record, as in the audit list: `key`, `venue`, `grant`, `imagery`.")
    ]
    id: Annotated[str, Meta(description="The keyId; for all other kinds, the venueId.")]
    tenant_id: Annotated[
        TenantId | None,
        Meta(
            description=(
                "The tenant of the key, the owner of the venue or, of a grant, the grantee. Null: an admin "
                "key."
            )
        ),
    ]
    version: Annotated[
        Annotated[int, Meta(ge=1)] | None,
        Meta(description="The record's version after the change. Null: grants and images have none."),
    ]
    members: Annotated[
        list[str],
        Meta(description="The members that the request sent, if it changed some; the name of an image."),
    ]


class ListChanges(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """The query of listChanges."""

    after: (
        Annotated[
            FeedPosition,
            Meta(
                description=(
                    "`next` of the previous answer: changes after that. `now`: only what happens from now "
                    "on. Left out: everything that is kept."
                )
            ),
        ]
        | UnsetType
    ) = UNSET
    types: (
        Annotated[ChangeTypes, Meta(description="Changes of these types, separated by commas.")] | UnsetType
    ) = UNSET
    venue: (
        Annotated[VenueId, Meta(description="Changes of this venue, its images and its grants.")] | UnsetType
    ) = UNSET
    tenant_id: (
        Annotated[TenantId, Meta(description="What this tenant may see: for admin scope.")] | UnsetType
    ) = UNSET
    wait_seconds: Annotated[
        int,
        Meta(
            ge=0,
            le=WAIT_SECONDS_MAX,
            description=(
                "If there is no change yet, wait this long for one. The answer comes as soon as there is one."
            ),
        ),
    ] = 0
    limit: Annotated[int, Meta(ge=1, le=PAGE_MAX, description="Entries of an answer at most.")] = 100


class FeedPage(msgspec.Struct, kw_only=True, rename="camel"):
    """Changes, oldest first, and where to go on."""

    data: list[FeedEntry]
    next: Annotated[
        FeedPosition,
        Meta(description="The `after` of the next request. Keep it, also where `data` is empty."),
    ]
    restarted: (
        Annotated[
            bool,
            Meta(
                description=(
                    "True: the log does not go on at `after`, since a backup was restored, or `after` is "
                    "older than what is kept. `data` begins with the oldest change that is kept: read your "
                    "records anew. Otherwise left out."
                )
            ),
        ]
        | UnsetType
    ) = UNSET
