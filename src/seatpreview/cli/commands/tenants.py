"""seatpreview tenants: those who own venues and keys."""

from typing import Annotated

import typer

from seatpreview.cli.options import (
    LIST_MAX,
    AsJson,
    Cursor,
    Limit,
    RateLimit,
    rate_limit_of,
    sent,
    takes_settings,
)
from seatpreview.settings import Settings

commands = typer.Typer(no_args_is_help=True)

TenantIdArgument = Annotated[str, typer.Argument(metavar="TENANT_ID", help="As `tenants list` shows it.")]

_NULLS = {"rateLimit": "the service's default"}


@commands.command()
@takes_settings("data_dir", "database_url")
def create(
    settings: Settings,
    name: Annotated[str, typer.Option(help="What people call the tenant.")],
    rate_limit: RateLimit = None,
    json: AsJson = False,
) -> None:
    """Make a tenant.

    Example:
      seatpreview tenants create --name "Harbour Arena"
    """
    from seatpreview.cli import display, operations

    body = sent(name=name, rateLimit=rate_limit_of(rate_limit))
    tenant = operations.ask(settings, "createTenant", sent=body)
    display.print_answer(tenant, json, _NULLS)


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

    found = operations.ask_for_all(settings, "listTenants", limit, sent(cursor=cursor))
    display.print_list(
        found,
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

    tenant = operations.ask(settings, "getTenant", tenant_id)
    display.print_answer(tenant, json, _NULLS)
