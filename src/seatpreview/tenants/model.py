"""A tenant, and the bodies and queries of its operations."""

from typing import Annotated, ClassVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.clock import Time, datetime_of
from seatpreview.cursors import NextCursor, PageQuery
from seatpreview.etags import etag_of
from seatpreview.ids import TenantId
from seatpreview.limits.gcra import Limit
from seatpreview.limits.model import RateLimit
from seatpreview.validated_text import Name

TenantName = Annotated[Name, Meta(description="What people call the tenant.")]
TenantRateLimit = Annotated[
    RateLimit | None,
    Meta(description="The limit of all of its keys together. Null: the service's default."),
]


class Tenant(msgspec.Struct, kw_only=True, rename="camel"):
    """Somebody who has keys and venues."""

    tenant_id: TenantId
    name: TenantName
    rate_limit: TenantRateLimit
    created_at: Time
    updated_at: Time
    version: Annotated[int, Meta(ge=1, description="Counts the changes. The ETag follows it.")]

    @property
    def etag(self) -> str:
        return etag_of(self.version)


class CreateTenantRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """A tenant to make."""

    name: TenantName
    rate_limit: TenantRateLimit = None


class UpdateTenantRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """What to change of a tenant: at least one member. One that is absent stays as it is."""

    name: TenantName | UnsetType = UNSET
    rate_limit: TenantRateLimit | UnsetType = UNSET

    json_schema_more: ClassVar[dict[str, object]] = {"minProperties": 1}

    def __post_init__(self) -> None:
        if self.name is UNSET and self.rate_limit is UNSET:
            raise ValueError("must have at least one member to change")


class ListTenants(PageQuery, kw_only=True):
    """The query of listTenants; it has no filters of its own."""


class TenantList(msgspec.Struct, kw_only=True, rename="camel"):
    """A page of tenants, newest first."""

    data: list[Tenant]
    next_cursor: NextCursor


class CachedTenant(msgspec.Struct, frozen=True, eq=False):
    """What the path of a request needs of a tenant."""

    limit: Limit | None


def new_tenant(body: CreateTenantRequest, at: int) -> Tenant:
    return Tenant(
        tenant_id=TenantId.new(),
        name=body.name,
        rate_limit=body.rate_limit,
        created_at=datetime_of(at),
        updated_at=datetime_of(at),
        version=1,
    )
