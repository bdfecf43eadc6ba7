"""Operations on tenants."""

from seatpreview.api import examples
from seatpreview.api.command import Command
from seatpreview.api.operation import MANAGEMENT, Operation
from seatpreview.problems import Conflict, NotFound, PreconditionFailed, ScopeInsufficient
from seatpreview.tenants import operations as tenants
from seatpreview.tenants.model import (
    CreateTenantRequest,
    ListTenants,
    Tenant,
    TenantList,
    UpdateTenantRequest,
)
from seatpreview.values.caller import Needs
from seatpreview.values.ids import TenantId

TENANT_ROWS: tuple[Operation, ...] = (
    Operation(
        method="GET",
        path="/manage/tenants",
        operation_id="listTenants",
        group=MANAGEMENT,
        summary="List tenants",
        description="Returns all tenants, newest first.",
        is_extension=True,
        needs=Needs.ADMIN_SCOPE,
        handler=tenants.list_tenants,
        query=ListTenants,
        result=TenantList,
        result_example={"data": [examples.TENANT], "nextCursor": None},
        command=Command(
            name="tenants list",
            help="List tenants, newest first.",
            columns=("tenantId", "createdAt", "name"),
        ),
    ),
    Operation(
        method="POST",
        path="/manage/tenants",
        operation_id="createTenant",
        group=MANAGEMENT,
        summary="Create a tenant",
        is_extension=True,
        needs=Needs.ADMIN_SCOPE,
        handler=tenants.create_tenant,
        body=CreateTenantRequest,
        takes_idempotency_key=True,
        status=201,
        result=Tenant,
        location=lambda tenant: f"/manage/tenants/{tenant.tenant_id}",
        body_example={"name": "Harbour Arena"},
        result_example=examples.TENANT,
        command=Command(name="tenants create"),
    ),
    Operation(
        method="GET",
        path="/manage/tenants/{tenantId}",
        operation_id="getTenant",
        group=MANAGEMENT,
        summary="Read a tenant",
        description=(
            "Admin scope reads any tenant; a tenant-scope key reads its own only. `usage` says how much of "
            "its quotas it uses."
        ),
        needs=Needs.SECRET_KEY,
        handler=tenants.get_tenant,
        path_types={"tenantId": TenantId},
        result=Tenant,
        problems=(ScopeInsufficient, NotFound),
        result_example=examples.TENANT
        | {
            "usage": {
                "imageBytes": {"used": 84_000_000, "max": 5_000_000_000},
                "venues": {"used": 1, "max": 1000},
                "keys": {"used": 3, "max": 1000},
                "recordBytes": {"used": 420_000, "max": 5_000_000_000},
            }
        },
        command=Command(name="tenants show", help="Show a tenant, with how much of its quotas it uses."),
    ),
    Operation(
        method="PATCH",
        path="/manage/tenants/{tenantId}",
        operation_id="updateTenant",
        group=MANAGEMENT,
        summary="Change a tenant's name, rate limit or quotas",
        description=(
            "A member that is absent keeps its value, and so does a quota that is absent. Null means the "
            "service's default. A quota below what is stored refuses what would be added, and takes nothing "
            "away."
        ),
        is_extension=True,
        needs=Needs.ADMIN_SCOPE,
        handler=tenants.update_tenant,
        path_types={"tenantId": TenantId},
        body=UpdateTenantRequest,
        takes_if_match=True,
        result=Tenant,
        problems=(NotFound, Conflict, PreconditionFailed),
        body_example={
            "rateLimit": {"requests": 120_000, "windowSeconds": 60},
            "quotas": {"imageBytes": 20_000_000_000},
        },
        result_example=examples.TENANT
        | {
            "rateLimit": {"requests": 120_000, "windowSeconds": 60, "burst": 120_000},
            "quotas": examples.TENANT["quotas"] | {"imageBytes": 20_000_000_000},
            "version": 2,
        },
        command=Command(
            name="tenants update",
            help="Change a tenant: its name, its rate limit, or how much it may store.",
            examples=("--image-quota-mb 20000",),
        ),
    ),
)
