"""seatpreview tenants: creates and shows tenants, which own venues and keys."""

from typing import Annotated

import typer

from seatpreview.cli.command_group import CommandGroup
from seatpreview.cli.options import (
    LIST_MAX,
    AsJson,
    Cursor,
    Limit,
    RateLimit,
    parse_rate_limit,
    takes_settings,
    without_nulls,
)
from seatpreview.settings import Settings

commands = CommandGroup()

TenantIdArgument = Annotated[
    str, typer.Argument(metavar="TENANT_ID", help="The id that `tenants list` shows.")
]

_NULLS = {"rateLimit": "the service's default"}


@commands.command()
@takes_settings("data_dir", "database_url")
def create(
    settings: Settings,
    name: Annotated[str, typer.Option(help="The name of the tenant.")],
    rate_limit: RateLimit = None,
    json: AsJson = False,
) -> None:
    """Create a tenant.

    Example:
      seatpreview tenants create --name "Harbour Arena"
    """
    from seatpreview.cli import display, operations

    body = without_nulls(name=name, rateLimit=parse_rate_limit(rate_limit))
    tenant = operations.call(settings, "createTenant", body=body)
    display.print_record(tenant, json, _NULLS)


@commands.command("list")
@takes_settings("data_dir", "database_url")
def list_(
    settings: Settings,
    limit: Limit = LIST_MAX,
    cursor: Cursor = None,
    json: AsJson = False,
) -> None:
    """List tenants, newest first.

    Example:
      seatpreview tenants list
    """
    from seatpreview.cli import display, operations

    tenants = operations.list_all(settings, "listTenants", limit, without_nulls(cursor=cursor))
    display.print_list(
        tenants,
        json,
        ("TENANT", "CREATED", "NAME"),
        lambda tenant: (tenant.tenant_id, f"{tenant.created_at:%Y-%m-%d}", tenant.name),
    )


@commands.command()
@takes_settings("data_dir", "database_url")
def show(
    settings: Settings,
    tenant_id: TenantIdArgument,
    json: AsJson = False,
) -> None:
    """Show a tenant.

    Example:
      seatpreview tenants show ten_8FzQ2mL0vTn4XcRy6KsW
    """
    from seatpreview.cli import display, operations

    tenant = operations.call(settings, "getTenant", tenant_id)
    display.print_record(tenant, json, _NULLS)
