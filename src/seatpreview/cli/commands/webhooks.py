"""seatpreview webhooks: commands of several operations, and columns of lists."""

from typing import Annotated, Any

import typer

from seatpreview.api import local_operations
from seatpreview.change_feed.change_types import CHANGE_TYPES
from seatpreview.cli.command_group import CommandGroup
from seatpreview.cli.followed_changes import FollowedChanges, print_json, print_line
from seatpreview.cli.operation_commands import Call, add_operations
from seatpreview.cli.options import takes_settings, without_nulls
from seatpreview.settings.settings import Settings
from seatpreview.values.caller import Caller

commands = CommandGroup()

WebhookIdArgument = Annotated[
    str, typer.Argument(metavar="WEBHOOK_ID", help="The id that `webhooks list` shows.")
]


def list_(call: Call) -> None:
    call.show(call.run(), computed={"state": _state})


def deliveries(call: Call) -> None:
    call.show(call.run(), computed={"answer": _answer})


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
    webhook = local_operations.call(settings, "getWebhook", webhook_id)
    following = FollowedChanges(
        settings, _feed_filters(webhook), "now", print_json if json else print_line, _listener(webhook)
    )
    try:
        following.run_until_interrupted()
    except KeyboardInterrupt:
        typer.echo("", err=True)


def _feed_filters(webhook: Any) -> dict[str, object]:
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


def _state(webhook: Any) -> str:
    return webhook.disabled_reason or ("failing" if webhook.failing_since else "active")


def _answer(delivery: Any) -> str:
    if delivery.last_status is None:
        return delivery.last_error or "-"
    return f"{delivery.last_status} {delivery.last_answer or ''}".strip()


add_operations(commands, "webhooks", {"listWebhooks": list_, "listDeliveries": deliveries})
