"""Types of the audit list: its entries, its pages and the query for them."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.results.cursors import NextCursor, PageQuery
from seatpreview.values.clock import Time
from seatpreview.values.ids import TenantId
from seatpreview.values.validated_text import Label

KINDS = (
    "`key`, `tenant`, `venue`, `draft`, `version`, `grant`, `imagery`, `floor_plan`, `session`, `events`, "
    "`webhook` or `clock`"
)


class AuditEntry(msgspec.Struct, kw_only=True, rename="camel"):
    """One change of one record: who made it, when, and what it did."""

    number: Annotated[
        int,
        Meta(
            ge=1,
            description=(
                "Its position in the log. Numbers follow the order in which changes took effect. One is "
                "missing where a visitor ended its own session, which is not listed."
            ),
        ),
    ]
    at: Time
    actor: Annotated[
        str,
        Meta(
            description=(
                "The keyId that made the change, `operator` for the command line, or `service` where a key's "
                "`revokeAt` passed, a webhook was disabled, or an image of a copied venue was stored."
            )
        ),
    ]
    action: Annotated[
        str,
        Meta(
            description=(
                "What was done: `created`, `updated`, `rotated`, `revoke_scheduled`, `revoke_cancelled`, "
                "`revoked` (also when `revokeAt` passed), `secret_replaced` (by a repeat of the request that "
                "made the key), `ended`, `erased`, `archived`, `unarchived`, `deleted` (a venue or a tenant, "
                "whose name is then in `members`; an image, a version, or a key long after its revoke), "
                "`published` (a draft), `restored` (a version of a venue), "
                "`confirmed` (the operator said that the clock is right)."
            )
        ),
    ]
    kind: Annotated[str, Meta(description=f"The kind of record: {KINDS}.")]
    id: Annotated[str, Meta(description="The record's id.")]
    tenant_id: Annotated[
        TenantId | None, Meta(description="The tenant that the record belongs to. Null: it belongs to none.")
    ]
    members: Annotated[list[str], Meta(description="The members that the request sent, if it changed some.")]
    version: Annotated[
        int | None,
        Meta(
            description=(
                "The version that the record had afterwards: of a venue, the one that was published. Null "
                "for kinds without versions, and in entries of a release before this one."
            )
        ),
    ]


class ListAudit(PageQuery, kw_only=True, rename="camel"):
    """The query of listAudit."""

    tenant_id: (
        Annotated[TenantId, Meta(description="Changes of this tenant's records: for admin scope.")]
        | UnsetType
    ) = UNSET
    kind: Annotated[Label, Meta(description=f"Changes of records of this kind: {KINDS}.")] | UnsetType = UNSET
    id: Annotated[Label, Meta(description="Changes of the record with this id.")] | UnsetType = UNSET
    actor: Annotated[Label, Meta(description="Changes that this keyId made.")] | UnsetType = UNSET
    from_: Annotated[Time, Meta(description="Changes at this time or later.")] | UnsetType = msgspec.field(
        default=UNSET, name="from"
    )
    until: Annotated[Time, Meta(description="Changes before this time.")] | UnsetType = UNSET


class AuditList(msgspec.Struct, kw_only=True, rename="camel"):
    """A page of changes, newest first."""

    data: list[AuditEntry]
    next_cursor: NextCursor
