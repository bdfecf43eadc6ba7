"""seatpreview tenants: creates, shows, archives and deletes tenants, which own venues and keys."""

from typing import Annotated

import typer

from seatpreview.cli.command_group import CommandGroup
from seatpreview.cli.options import (
    LIST_MAX,
    Archived,
    AsJson,
    Cursor,
    Limit,
    RateLimit,
    parse_rate_limit,
    takes_settings,
    without_nulls,
)
from seatpreview.settings.settings import Settings

commands = CommandGroup()

TenantIdArgument = Annotated[
    str, typer.Argument(metavar="TENANT_ID", help="The id that `tenants list` shows.")
]

ImageQuota = Annotated[
    str | None,
    typer.Option(metavar="N", help="Megabytes of images at most, or `default`: what the setting says."),
]
VenueQuota = Annotated[
    str | None, typer.Option(metavar="N", help="Venues at most, or `default`: what the setting says.")
]
KeyQuota = Annotated[
    str | None,
    typer.Option(metavar="N", help="Keys that are not revoked at most, or `default`: what the setting says."),
]
RecordQuota = Annotated[
    str | None,
    typer.Option(
        metavar="N",
        help="Megabytes of records, drafts and kept versions at most, or `default`: what the setting says.",
    ),
]

_DEFAULT = "default"
_MEGABYTE = 1_000_000
_NULLS = {"rateLimit": "the service's default", "archivedAt": "not archived"}


@commands.command()
@takes_settings("data_dir", "database_url")
def create(
    settings: Settings,
    name: Annotated[str, typer.Option(help="The name of the tenant.")],
    rate_limit: RateLimit = None,
    image_quota_mb: ImageQuota = None,
    venue_quota: VenueQuota = None,
    key_quota: KeyQuota = None,
    record_quota_mb: RecordQuota = None,
    json: AsJson = False,
) -> None:
    """Create a tenant.

    Example:
      seatpreview tenants create --name "Harbour Arena"
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display

    quotas = _parse_quotas(image_quota_mb, venue_quota, key_quota, record_quota_mb)
    body = without_nulls(name=name, rateLimit=parse_rate_limit(rate_limit), quotas=quotas)
    tenant = local_operations.call(settings, "createTenant", body=body)
    display.print_record(tenant, json, _NULLS)


@commands.command()
@takes_settings("data_dir", "database_url")
def update(
    settings: Settings,
    tenant_id: TenantIdArgument,
    name: Annotated[str | None, typer.Option(help="The new name of the tenant.")] = None,
    rate_limit: RateLimit = None,
    image_quota_mb: ImageQuota = None,
    venue_quota: VenueQuota = None,
    key_quota: KeyQuota = None,
    record_quota_mb: RecordQuota = None,
    json: AsJson = False,
) -> None:
    """Change a tenant: its name, its rate limit, or how much it may store.

    Example:
      seatpreview tenants update ten_8FzQ2mL0vTn4XcRy6KsW --image-quota-mb 20000
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display

    quotas = _parse_quotas(image_quota_mb, venue_quota, key_quota, record_quota_mb)
    body = without_nulls(name=name, rateLimit=parse_rate_limit(rate_limit), quotas=quotas)
    if not body:
        raise typer.BadParameter("give at least one option to change something", param_hint="update")
    tenant = local_operations.call(settings, "updateTenant", tenant_id, body=body)
    display.print_record(tenant, json, _NULLS)


@commands.command("list")
@takes_settings("data_dir", "database_url")
def list_(
    settings: Settings,
    archived: Archived = False,
    limit: Limit = LIST_MAX,
    cursor: Cursor = None,
    json: AsJson = False,
) -> None:
    """List tenants, newest first.

    Example:
      seatpreview tenants list
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display

    tenants = local_operations.list_all(
        settings, "listTenants", limit, without_nulls(archived=archived, cursor=cursor)
    )
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
    from seatpreview.api import local_operations
    from seatpreview.cli import display

    tenant = local_operations.call(settings, "getTenant", tenant_id)
    display.print_record(tenant, json, _NULLS)


@commands.command()
@takes_settings("data_dir", "database_url")
def archive(settings: Settings, tenant_id: TenantIdArgument, json: AsJson = False) -> None:
    """Archive a tenant: its keys can only read and end access, and its venues are not shown.

    Its sessions end for good. `tenants unarchive` brings all else back.

    Example:
      seatpreview tenants archive ten_8FzQ2mL0vTn4XcRy6KsW
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display

    display.print_record(local_operations.call(settings, "archiveTenant", tenant_id), json, _NULLS)


@commands.command()
@takes_settings("data_dir", "database_url")
def unarchive(settings: Settings, tenant_id: TenantIdArgument, json: AsJson = False) -> None:
    """Bring an archived tenant back, with its keys, venues and grants.

    Example:
      seatpreview tenants unarchive ten_8FzQ2mL0vTn4XcRy6KsW
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display

    display.print_record(local_operations.call(settings, "unarchiveTenant", tenant_id), json, _NULLS)


@commands.command()
@takes_settings("data_dir", "database_url")
def delete(
    settings: Settings,
    tenant_id: TenantIdArgument,
    confirm: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The name of the tenant; without it, the command asks for it."),
    ] = None,
) -> None:
    """Delete an archived tenant for good, with its keys, venues, images and events.

    You type its name, so that no other one is deleted. Nothing brings it back
    but a backup.

    Example:
      seatpreview tenants delete ten_8FzQ2mL0vTn4XcRy6KsW --confirm "Harbour Arena"
    """
    from seatpreview.api import local_operations
    from seatpreview.cli.typed_name import typed_name

    name = typed_name("tenant", tenant_id, confirm)
    local_operations.run_with_client(
        settings, lambda client: client.call("deleteTenant", tenant_id, query={"confirm": name})
    )
    typer.echo(f"Deleted {tenant_id}.")


def _parse_quotas(
    image_mb: str | None, venues: str | None, keys: str | None, record_mb: str | None
) -> dict[str, int | None] | None:
    """Returns the quotas that were given, with null for the default; None where none was given."""
    given = {
        "imageBytes": (image_mb, "--image-quota-mb", _MEGABYTE),
        "venues": (venues, "--venue-quota", 1),
        "keys": (keys, "--key-quota", 1),
        "recordBytes": (record_mb, "--record-quota-mb", _MEGABYTE),
    }
    quotas = {
        name: _parse_quota(text, option, unit)
        for name, (text, option, unit) in given.items()
        if text is not None
    }
    return quotas or None


def _parse_quota(text: str, option: str, unit: int) -> int | None:
    if text == _DEFAULT:
        return None
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise typer.BadParameter(f"write a whole number from 1 on, or `{_DEFAULT}`", param_hint=option)
    return int(text) * unit
