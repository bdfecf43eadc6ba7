"""seatpreview webhooks: creates and manages webhooks, by the API's own operations with admin scope."""

from typing import Annotated, Any

import typer

from seatpreview.cli.command_group import CommandGroup
from seatpreview.cli.options import (
    LIST_MAX,
    AsJson,
    Cursor,
    Limit,
    set_member,
    split_names,
    takes_settings,
    without_nulls,
)
from seatpreview.settings.settings import Settings
from seatpreview.values.caller import Caller

commands = CommandGroup()

WebhookIdArgument = Annotated[
    str, typer.Argument(metavar="WEBHOOK_ID", help="The id that `webhooks list` shows.")
]
Label = Annotated[str | None, typer.Option(help="A label by which people recognise the webhook.")]
Types = Annotated[
    list[str] | None,
    typer.Option("--types", metavar="TYPES", help="Only these, such as key.revoked,venue.published."),
]
Venues = Annotated[
    list[str] | None,
    typer.Option("--venue", metavar="VENUE", help="Only changes of this venue. Repeatable."),
]

_NULLS = {"types": "all but events.summary", "venues": "all"}


@commands.command("list")
@takes_settings("data_dir", "database_url")
def list_(
    settings: Settings,
    tenant: Annotated[
        str | None, typer.Option(metavar="TENANT_ID", help="Only those of this tenant.")
    ] = None,
    limit: Limit = LIST_MAX,
    cursor: Cursor = None,
    json: AsJson = False,
) -> None:
    """List webhooks, newest first.

    Example:
      seatpreview webhooks list
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display

    filters = without_nulls(tenantId=tenant, cursor=cursor)
    found = local_operations.list_all(settings, "listWebhooks", limit, filters)
    display.print_list(
        found,
        json,
        ("WEBHOOK", "TENANT", "STATE", "TYPES", "LABEL", "URL"),
        lambda webhook: (
            webhook.webhook_id,
            webhook.tenant_id,
            webhook.disabled_reason or ("failing" if webhook.failing_since else "active"),
            "all" if webhook.types is None else ",".join(webhook.types),
            webhook.label,
            webhook.url,
        ),
    )


@commands.command()
@takes_settings("data_dir", "database_url")
def create(
    settings: Settings,
    url: Annotated[str, typer.Argument(metavar="URL", help="Where deliveries are sent.")],
    tenant: Annotated[str, typer.Option(metavar="TENANT_ID", help="The tenant that it belongs to.")],
    label: Label = None,
    types: Types = None,
    venue: Venues = None,
    json: AsJson = False,
) -> None:
    """Create a webhook. Its secret is shown only once.

    Example:
      seatpreview webhooks create https://shop.example/hooks --tenant ten_8FzQ2mL0vTn4XcRy6KsW
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display

    body = without_nulls(url=url, tenantId=tenant, label=label, types=split_names(types), venues=venue)
    display.print_record(local_operations.call(settings, "createWebhook", body=body), json, _NULLS)


@commands.command()
@takes_settings("data_dir", "database_url")
def update(
    settings: Settings,
    webhook_id: WebhookIdArgument,
    url: Annotated[str | None, typer.Option(help="Send deliveries there from now on.")] = None,
    label: Label = None,
    types: Types = None,
    default_types: Annotated[
        bool, typer.Option("--default-types", help="All types but events.summary.")
    ] = False,
    venue: Venues = None,
    all_venues: Annotated[
        bool, typer.Option("--all-venues", help="All venues that the tenant may see.")
    ] = False,
    enable: Annotated[bool, typer.Option("--enable", help="Make deliveries again.")] = False,
    disable: Annotated[bool, typer.Option("--disable", help="Make no deliveries.")] = False,
    json: AsJson = False,
) -> None:
    """Change a webhook. Flags that are not given change nothing; a list that is given replaces the old one.

    Examples:
      seatpreview webhooks update whk_5Tn8RzQ1cYw6LmKs0VxB --types key.revoked,venue.published
      seatpreview webhooks update whk_5Tn8RzQ1cYw6LmKs0VxB --enable
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display

    body = without_nulls(url=url, label=label, types=split_names(types), venues=venue)
    set_member(body, "--default-types", default_types, "types", None)
    set_member(body, "--all-venues", all_venues, "venues", None)
    set_member(body, "--enable", enable, "active", True)
    set_member(body, "--disable", disable, "active", False)
    webhook = local_operations.call(settings, "updateWebhook", webhook_id, body=body)
    display.print_record(webhook, json, _NULLS)


@commands.command()
@takes_settings("data_dir", "database_url")
def delete(settings: Settings, webhook_id: WebhookIdArgument) -> None:
    """Delete a webhook with its deliveries.

    Example:
      seatpreview webhooks delete whk_5Tn8RzQ1cYw6LmKs0VxB
    """
    from seatpreview.api import local_operations

    local_operations.call(settings, "deleteWebhook", webhook_id)
    typer.echo(f"Deleted {webhook_id}.")


@commands.command()
@takes_settings("data_dir", "database_url")
def rotate(
    settings: Settings,
    webhook_id: WebhookIdArgument,
    grace_period_seconds: Annotated[
        int | None,
        typer.Option(
            help="How long deliveries are signed with the old secret too. Default: 86400 (a day); at most "
            "604800. 0 after a leak."
        ),
    ] = None,
    json: AsJson = False,
) -> None:
    """Give a webhook a new secret, which is shown only once.

    Example:
      seatpreview webhooks rotate whk_5Tn8RzQ1cYw6LmKs0VxB --grace-period-seconds 3600
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display

    body = without_nulls(gracePeriodSeconds=grace_period_seconds)
    webhook = local_operations.call(settings, "rotateWebhook", webhook_id, body=body)
    display.print_record(webhook, json, _NULLS)


@commands.command("test")
@takes_settings("data_dir", "database_url")
def ping(settings: Settings, webhook_id: WebhookIdArgument, json: AsJson = False) -> None:
    """Send a ping. The service has to be running: it makes the delivery.

    Example:
      seatpreview webhooks test whk_5Tn8RzQ1cYw6LmKs0VxB
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display

    display.print_record(local_operations.call(settings, "testWebhook", webhook_id), json, {})


@commands.command()
@takes_settings("data_dir", "database_url")
def deliveries(
    settings: Settings,
    webhook_id: WebhookIdArgument,
    status: Annotated[
        str | None, typer.Option(help="Only those with this status: pending, delivered or failed.")
    ] = None,
    limit: Limit = 100,
    cursor: Cursor = None,
    json: AsJson = False,
) -> None:
    """List deliveries of the last 30 days, newest first, and how they went.

    Example:
      seatpreview webhooks deliveries whk_5Tn8RzQ1cYw6LmKs0VxB --status failed
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display

    filters = without_nulls(status=status, cursor=cursor)
    found = local_operations.list_all(settings, "listDeliveries", limit, filters, webhook_id)
    display.print_list(
        found,
        json,
        ("DELIVERY", "MADE", "TYPE", "STATUS", "ATTEMPTS", "ANSWER"),
        lambda each: (
            each.delivery_id,
            f"{each.created_at:%FT%TZ}",
            each.type,
            each.status,
            each.attempts,
            _answer(each),
        ),
    )


@commands.command()
@takes_settings("data_dir", "database_url")
def redeliver(
    settings: Settings,
    webhook_id: WebhookIdArgument,
    delivery_id: Annotated[
        str | None,
        typer.Argument(metavar="DELIVERY_ID", help="The id that `webhooks deliveries` shows."),
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Without DELIVERY_ID: only what was made at this time or later."),
    ] = None,
) -> None:
    """Send a delivery again; without DELIVERY_ID, all that failed.

    Examples:
      seatpreview webhooks redeliver whk_5Tn8RzQ1cYw6LmKs0VxB msg_2Kd7VqLm9XwPz4TbRn1C
      seatpreview webhooks redeliver whk_5Tn8RzQ1cYw6LmKs0VxB --since 2026-11-14T00:00:00Z
    """
    from seatpreview.api import local_operations

    if delivery_id is not None:
        if since is not None:
            raise typer.BadParameter("does not go with DELIVERY_ID", param_hint="--since")
        local_operations.call(settings, "redeliver", webhook_id, delivery_id)
        typer.echo(f"{delivery_id} is sent again.")
        return
    redelivered = 0
    while True:
        body = without_nulls(status="failed", since=since)
        sent = local_operations.call(settings, "redeliverFailed", webhook_id, body=body)
        redelivered += sent.redelivered
        if sent.left == 0 or sent.redelivered == 0:
            break
    typer.echo(f"{redelivered} deliveries are sent again.")


@commands.command()
@takes_settings("data_dir", "database_url")
def listen(
    settings: Settings,
    webhook_id: WebhookIdArgument,
    json: Annotated[bool, typer.Option("--json", help="Print each change as JSON on its own line.")] = False,
) -> None:
    """Print what a webhook is told, as it happens, until Ctrl-C.

    It reads the change feed as the webhook's tenant, with the webhook's types
    and venues, and needs no receiver. Summaries of events are not in it.

    Example:
      seatpreview webhooks listen whk_5Tn8RzQ1cYw6LmKs0VxB
    """
    from seatpreview.api import local_operations
    from seatpreview.cli.followed_changes import FollowedChanges, print_json, print_line

    webhook = local_operations.call(settings, "getWebhook", webhook_id)
    following = FollowedChanges(
        settings, _feed_filters(webhook), "now", print_json if json else print_line, _listener(webhook)
    )
    try:
        following.run_until_interrupted()
    except KeyboardInterrupt:
        typer.echo("", err=True)


def _feed_filters(webhook: Any) -> dict[str, object]:
    from seatpreview.change_feed.change_types import CHANGE_TYPES

    if webhook.types is None:
        return {}
    types = [each for each in webhook.types if each in CHANGE_TYPES]
    if not types:
        raise typer.BadParameter(
            "hears of summaries of events alone, which are not in the change feed", param_hint="WEBHOOK_ID"
        )
    return {"types": ",".join(types)}


def _listener(webhook: Any) -> Caller:
    """Returns who sees what the webhook is told: its tenant, restricted to its venues."""
    return Caller(
        kind="operator",
        key_id=None,
        tenant_id=webhook.tenant_id,
        scope="tenant",
        venues=None if webhook.venues is None else frozenset(webhook.venues),
    )


def _answer(delivery: Any) -> str:
    if delivery.last_status is None:
        return delivery.last_error or "-"
    return f"{delivery.last_status} {delivery.last_answer or ''}".strip()
