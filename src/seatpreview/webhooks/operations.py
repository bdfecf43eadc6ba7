"""The API operations on webhooks and their deliveries."""

from functools import partial

from msgspec import UNSET

from seatpreview.context import Context
from seatpreview.database.engines import Transaction
from seatpreview.encryption import Unreadable
from seatpreview.idempotency import RememberedRequest
from seatpreview.problems import Conflict, NotFound, PreconditionFailed
from seatpreview.results import Paging, etag_matches, etag_of
from seatpreview.tenants import store as tenants
from seatpreview.tenants import usage
from seatpreview.values.clock import MICROSECONDS, Moment, moment_of
from seatpreview.values.ids import DeliveryId, TenantId, VenueId, WebhookId
from seatpreview.venues import store as venues
from seatpreview.webhooks import delivery_store, rules, secrets, store
from seatpreview.webhooks.delivery_model import (
    Delivery,
    DeliveryList,
    ListDeliveries,
    Redelivered,
    RedeliverRequest,
)
from seatpreview.webhooks.model import (
    CreateWebhookRequest,
    ListWebhooks,
    RotateWebhookRequest,
    StoredWebhook,
    UpdateWebhookRequest,
    Webhook,
    WebhookList,
    WebhookWithSecret,
)


async def list_webhooks(context: Context, query: ListWebhooks) -> WebhookList:
    """Returns a page of the webhooks that the caller may see, newest first. A caller that is restricted to
    venues sees only the webhooks that it may manage."""
    tenant_id = context.caller.tenant_to_list(query.tenant_id)
    paging = Paging(context.resources.signing, "webhooks", tenant_id, query)
    found = await context.resources.database.read(
        store.newest, tenant_id, context.caller.venues, query, paging.fetch_limit, paging.last_position
    )
    page, next_cursor = paging.page_of(found, lambda webhook: [webhook.created_at, webhook.webhook_id])
    return WebhookList(data=[Webhook.of(each, context.at) for each in page], next_cursor=next_cursor)


async def create_webhook(context: Context, body: CreateWebhookRequest) -> WebhookWithSecret:
    """Stores a new webhook. A repeat returns the same webhook with the same secret."""
    caller = context.caller
    tenant_id = rules.tenant_of_new_webhook(caller, body)
    if context.first_request is not None:
        return await _repeat(context, context.first_request)
    if tenant_id != caller.tenant_id:
        await context.resources.database.read_row(tenants.check_exists, tenant_id)
    webhook_id, secret = WebhookId.new(), secrets.new_secret()
    encrypted = await _encrypt(context, webhook_id, secret)
    webhook = rules.new_webhook(caller, body, tenant_id, webhook_id, encrypted, context.at)
    await _check_record(context, webhook, body)

    async def write(transaction: Transaction) -> None:
        await context.remember(transaction, webhook_id)
        # Of two that are created at once, the second waits here, and sees that the first is there.
        tenant = await usage.lock(transaction, tenant_id, context.resources.quotas, context.at)
        await store.check_key_lasts(transaction, caller.key_id)
        rules.check_can_add(tenant.stored.webhooks, context.resources.webhook_quota)
        await store.add(transaction, webhook)

    await context.write(write)
    return WebhookWithSecret.of(webhook, context.at, secret=secret)


async def get_webhook(context: Context, webhook_id: WebhookId) -> Webhook:
    """Returns a webhook that the caller may see."""
    return Webhook.of(await managed_webhook(context, webhook_id), context.at)


async def update_webhook(context: Context, webhook_id: WebhookId, body: UpdateWebhookRequest) -> Webhook:
    """Updates a webhook with optimistic locking: if another change came first, nothing is written."""
    webhook = await managed_webhook(context, webhook_id)
    rules.check_may_update(context.caller, webhook, body)
    if not etag_matches(context.if_match, etag_of(webhook.version)):
        raise PreconditionFailed(
            "The webhook has another version than If-Match names. Read it again and retry."
        )
    updated = rules.updated_webhook(context.caller, webhook, body, context.at)
    await _check_record(context, updated, body)

    async def write(transaction: Transaction) -> None:
        await store.check_key_lasts(transaction, context.caller.key_id)
        if not await store.replace(transaction, updated, webhook.version, "updated", tuple(body.sent())):
            raise _version_conflict()

    await context.write(write)
    return Webhook.of(updated, context.at)


async def delete_webhook(context: Context, webhook_id: WebhookId) -> None:
    """Deletes a webhook, and then its deliveries. On SQLite those are in another file: if the worker ends in
    between, they are deleted by their age."""
    webhook = await managed_webhook(context, webhook_id)
    if not await context.write_even_if_full(store.remove, webhook):
        raise _not_found()
    await context.resources.database.write_activity(delivery_store.delete_deliveries_of_webhook, webhook_id)


async def rotate_webhook(
    context: Context, webhook_id: WebhookId, body: RotateWebhookRequest
) -> WebhookWithSecret:
    """Gives a webhook a new secret. Deliveries are signed with the old one as well until its time is over. A
    repeat returns the same secret."""
    webhook = await managed_webhook(context, webhook_id)
    if context.first_request is not None:
        return await _repeat(context, context.first_request)
    secret = secrets.new_secret()
    until = Moment(context.at + body.grace_period_seconds * MICROSECONDS)
    encrypted = await _encrypt(context, webhook_id, secret)
    rotated = rules.rotated_webhook(context.caller, webhook, encrypted, until, context.at)

    async def write(transaction: Transaction) -> None:
        await context.remember(transaction, webhook_id, rotated.version)
        await store.check_key_lasts(transaction, context.caller.key_id)
        if not await store.replace(transaction, rotated, webhook.version, "rotated"):
            raise _version_conflict()

    await context.write(write)
    return WebhookWithSecret.of(rotated, context.at, secret=secret)


async def managed_webhook(context: Context, webhook_id: WebhookId) -> StoredWebhook:
    """Returns a webhook that the caller may see. Another tenant's webhook and one that does not exist both
    give 404."""
    database, tenant_id = context.resources.database, context.caller.tenant_id
    if tenant_id is None:
        webhook = await database.read_row(store.get_of_any_tenant, webhook_id)
    else:
        webhook = await database.read_row(store.get, tenant_id, webhook_id)
    if webhook is None:
        raise _not_found()
    rules.check_may_manage(context.caller, webhook.venues)
    return webhook


async def _repeat(context: Context, first: RememberedRequest) -> WebhookWithSecret:
    """Answers a repeat as the first request was answered. The secret is stored, so it can be shown again to
    whoever sends the same request with the same key."""
    webhook = await managed_webhook(context, WebhookId(first.record_id))
    rules.check_can_repeat(webhook, first.record_version)
    try:
        secret = await context.run_in_thread_for_caller(
            partial(secrets.decrypted, context.resources.encryption, webhook.webhook_id, webhook.secret)
        )
    except Unreadable:
        raise Conflict(
            "The secret of the webhook cannot be read any more, because the key that encrypted it is gone. "
            "Rotate the webhook for a new secret."
        ) from None
    return WebhookWithSecret.of(webhook, context.at, secret=secret)


async def _encrypt(context: Context, webhook_id: WebhookId, secret: str) -> str:
    """Encrypts a secret in a thread: the first one reads or writes the file of the key, and loads the
    cipher."""
    return await context.run_in_thread_for_caller(
        partial(secrets.encrypted, context.resources.encryption, webhook_id, secret)
    )


async def _check_record(
    context: Context, webhook: StoredWebhook, body: CreateWebhookRequest | UpdateWebhookRequest
) -> None:
    usable = await _usable_venues(context, webhook.tenant_id, body)
    rules.check_record(webhook, body, usable, context.resources.webhook_networks)


async def _usable_venues(
    context: Context, tenant_id: TenantId, body: CreateWebhookRequest | UpdateWebhookRequest
) -> frozenset[VenueId]:
    if body.venues is UNSET or body.venues is None:
        return frozenset()
    return await context.resources.database.read(venues.usable_ids, tenant_id, body.venues)


def _not_found() -> NotFound:
    return NotFound("There is no webhook with this webhookId among those that you may see.")


def _version_conflict() -> Conflict:
    return Conflict(
        "The webhook changed since this request read it, and nothing was written. Read it again and retry."
    )


async def test_webhook(context: Context, webhook_id: WebhookId) -> Delivery:
    """Adds a ping, which is sent at once. While one is pending, that one is returned."""
    webhook = await managed_webhook(context, webhook_id)
    rules.check_is_active(webhook)
    return await context.resources.database.write_activity(delivery_store.add_ping, webhook, context.at)


async def list_deliveries(context: Context, webhook_id: WebhookId, query: ListDeliveries) -> DeliveryList:
    """Returns a page of the webhook's deliveries, newest first."""
    webhook = await managed_webhook(context, webhook_id)
    paging = Paging(context.resources.signing, f"deliveries to {webhook_id}", str(webhook.tenant_id), query)
    found = await context.resources.database.read(
        delivery_store.newest_deliveries,
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
        delivery_store.send_again, webhook_id, delivery_id, context.at
    )
    if sent is None:
        raise NotFound("The webhook has no delivery with this deliveryId. They are kept for 30 days.")
    return sent


async def redeliver_failed(context: Context, webhook_id: WebhookId, body: RedeliverRequest) -> Redelivered:
    """Sends deliveries again that were given up."""
    rules.check_is_active(await managed_webhook(context, webhook_id))
    since = Moment(0) if body.since is UNSET else moment_of(body.since)
    redelivered, left = await context.resources.database.write_activity(
        delivery_store.send_failed_again, webhook_id, since, context.at
    )
    return Redelivered(redelivered=redelivered, left=left)
