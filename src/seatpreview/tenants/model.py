"""Types of tenants: the record, and the bodies and queries of its operations."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.limits.gcra import Limit
from seatpreview.limits.model import RateLimit
from seatpreview.limits.quotas import QuotaChanges, TenantQuotas, TenantUsage
from seatpreview.results import NextCursor, PageQuery, etag_of
from seatpreview.values.clock import Moment, Time, datetime_of
from seatpreview.values.ids import TenantId
from seatpreview.values.partial_update import PartialUpdate
from seatpreview.values.validated_text import Name

TenantName = Annotated[Name, Meta(description="The tenant's name, for people to read.")]
TenantRateLimit = Annotated[
    RateLimit | None,
    Meta(description="The limit of all of its keys together. Null: the service's default."),
]


class Tenant(msgspec.Struct, kw_only=True, rename="camel"):
    """An organization that owns keys and venues."""

    tenant_id: TenantId
    name: TenantName
    rate_limit: TenantRateLimit
    quotas: TenantQuotas
    usage: (
        Annotated[TenantUsage, Meta(description="How much of its quotas it uses. Only in getTenant.")]
        | UnsetType
    ) = UNSET
    created_at: Time
    updated_at: Time
    version: Annotated[
        int,
        Meta(ge=1, description="Is 1 at first and grows by 1 with every change. The ETag is made from it."),
    ]
    archived_at: Annotated[Time | None, Meta(description="Since when it is archived. Null: it is not.")] = (
        None
    )

    @property
    def etag(self) -> str:
        """The ETag of this version."""
        return etag_of(self.version)


class CreateTenantRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """The tenant to create."""

    name: TenantName
    rate_limit: TenantRateLimit = None
    quotas: QuotaChanges = QuotaChanges()


class UpdateTenantRequest(PartialUpdate, kw_only=True):
    """The members of a tenant to change, at least one. A member that is absent keeps its value."""

    name: TenantName | UnsetType = UNSET
    rate_limit: TenantRateLimit | UnsetType = UNSET
    quotas: QuotaChanges | UnsetType = UNSET


class ListTenants(PageQuery, kw_only=True):
    """The query of listTenants."""

    archived: Annotated[bool, Meta(description="True: archived tenants as well.")] = False


class TenantList(msgspec.Struct, kw_only=True, rename="camel"):
    """A page of tenants, newest first."""

    data: list[Tenant]
    next_cursor: NextCursor


class CachedTenant(msgspec.Struct, frozen=True, eq=False):
    """The cached members of a tenant, which every request with its keys needs."""

    limit: Limit | None
    """The tenant's own rate limit; None for the service's default."""
    is_archived: bool = False
    sessions_since: Moment = Moment(0)
    """Sessions that were made before this time have ended: the tenant was archived since."""


def new_tenant(body: CreateTenantRequest, tenant_id: TenantId, at: int) -> Tenant:
    """Returns the first version of a tenant."""
    return Tenant(
        tenant_id=tenant_id,
        name=body.name,
        rate_limit=body.rate_limit,
        quotas=body.quotas.applied_to(TenantQuotas()),
        created_at=datetime_of(at),
        updated_at=datetime_of(at),
        version=1,
    )
