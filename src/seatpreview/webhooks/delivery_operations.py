"""The API operations on deliveries of a webhook: a test, the list, and sending again."""

from msgspec import UNSET

from seatpreview.context import Context
from seatpreview.problems import NotFound
from seatpreview.results.cursors import Paging
from seatpreview.values.clock import Moment, moment_of
from seatpreview.values.ids import DeliveryId, WebhookId
from seatpreview.webhooks import delivery_queries, rules
from seatpreview.webhooks.delivery_model import (
    Delivery,
    DeliveryList,
    ListDeliveries,
    Redelivered,
    RedeliverRequest,
)
from seatpreview.webhooks.operations import managed_webhook


async def test_webhook(context: Context, webhook_id: WebhookId) -> Delivery:
    """Adds a ping, which is sent at once. While one is pending, that one is returned."""
    webhook = await managed_webhook(context, webhook_id)
    rules.check_is_active(webhook)
    return await context.resources.database.write_activity(delivery_queries.add_ping, webhook, context.at)


async def list_deliveries(context: Context, webhook_id: WebhookId, query: ListDeliveries) -> DeliveryList:
    """Returns a page of the webhook's deliveries, newest first."""
    webhook = await managed_webhook(context, webhook_id)
    paging = Paging(context.resources.signing, f"deliveries to {webhook_id}", str(webhook.tenant_id), query)
    found = await context.resources.database.read(
        delivery_queries.newest,
        webhook_id,
        query.status,
        paging.fetch_limit,
        context.at,
        paging.last_position,
    )
    page, next_cursor = paging.page_of(found, lambda each: [moment_of(each.created_at), each.delivery_id])
    return DeliveryList(data=page, next_cursor=next_cursor)


async def redeliver(context: Context, webhook_id: WebhookId, delivery_id: DeliveryId) -> Delivery:
    """Sends one delivery again, whatever became of it."""
    rules.check_is_active(await managed_webhook(context, webhook_id))
    sent = await context.resources.database.write_activity(
        delivery_queries.send_again, webhook_id, delivery_id, context.at
    )
    if sent is None:
        raise NotFound("The webhook has no delivery with this deliveryId. They are kept for 30 days.")
    return sent


async def redeliver_failed(context: Context, webhook_id: WebhookId, body: RedeliverRequest) -> Redelivered:
    """Sends deliveries again that were given up."""
    rules.check_is_active(await managed_webhook(context, webhook_id))
    since = Moment(0) if body.since is UNSET else moment_of(body.since)
    redelivered, left = await context.resources.database.write_activity(
        delivery_queries.send_failed_again, webhook_id, since, context.at
    )
    return Redelivered(redelivered=redelivered, left=left)
