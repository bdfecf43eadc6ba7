"""Rules about webhooks: whose they are, who may change them, and which addresses they may have. Pure."""

from collections.abc import Collection, Iterator
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from seatpreview.problems import (
    Conflict,
    Fault,
    QuotaExceeded,
    ScopeInsufficient,
    ValidationFailed,
    VenueNotAllowed,
)
from seatpreview.settings.setting_values import Network
from seatpreview.values.caller import Caller
from seatpreview.values.clock import Moment
from seatpreview.values.ids import TenantId, VenueId, WebhookId
from seatpreview.webhooks.addresses import address_fault, is_local_name, literal_address
from seatpreview.webhooks.model import (
    CreateWebhookRequest,
    StoredWebhook,
    UpdateWebhookRequest,
    WebhookUrl,
    attributes_of,
)


def tenant_of_new_webhook(caller: Caller, body: CreateWebhookRequest) -> TenantId:
    """Returns the tenant of a new webhook: admin scope names it, otherwise it is the caller's own."""
    check_may_manage(caller, body.venues)
    if caller.tenant_id is None:
        if body.tenant_id is UNSET:
            raise ValidationFailed.of(
                Fault(pointer="/tenantId", detail="is needed: admin scope names the tenant of the webhook")
            )
        return body.tenant_id
    if body.tenant_id not in (UNSET, caller.tenant_id):
        raise ScopeInsufficient(
            "A tenant-scope key can create webhooks only for its own tenant. Leave tenantId out."
        )
    return caller.tenant_id


def check_may_manage(caller: Caller, venues: tuple[VenueId, ...] | None) -> None:
    """Refuses a caller that is restricted to venues, unless it may use all venues of the webhook. One without
    a list hears of all venues of its tenant."""
    if not caller.covers(venues):
        raise VenueNotAllowed(
            "Your key is restricted to certain venues, and can manage only webhooks whose venues are all "
            "among them."
        )


def check_may_update(caller: Caller, webhook: StoredWebhook, body: UpdateWebhookRequest) -> None:
    """Refuses a change of a webhook, or to a webhook, that hears of more than the caller may read."""
    check_may_manage(caller, webhook.venues)
    if body.venues is not UNSET:
        check_may_manage(caller, body.venues)


def new_webhook(
    caller: Caller,
    body: CreateWebhookRequest,
    tenant_id: TenantId,
    webhook_id: WebhookId,
    secret: str,
    at: Moment,
) -> StoredWebhook:
    """Returns the first version of a webhook with this encrypted secret."""
    webhook = StoredWebhook(
        webhook_id=webhook_id,
        tenant_id=tenant_id,
        **_without_duplicates(attributes_of(body)),
        made_by=caller.actor,
        changed_by=caller.actor,
        is_by_admin=caller.is_admin,
        secret=secret,
        created_at=at,
        updated_at=at,
    )
    return webhook if webhook.active else replace(webhook, disabled_reason="requested", disabled_at=at)


def updated_webhook(
    caller: Caller, webhook: StoredWebhook, body: UpdateWebhookRequest, at: Moment
) -> StoredWebhook:
    """Returns the webhook with the members that were sent.

    Whoever sets another url decides whether it may lead to a network that the operator permits. A webhook
    that is active again, or has another url, begins anew with its failures.
    """
    changes = _without_duplicates(body.sent())
    is_moved = body.url not in (UNSET, webhook.url)
    if is_moved:
        changes |= {"is_by_admin": caller.is_admin, "failing_since": None}
    if body.active is True and not webhook.active:
        changes |= {"disabled_reason": None, "disabled_at": None, "failing_since": None}
    if body.active is False and webhook.active:
        changes |= {"disabled_reason": "requested", "disabled_at": at}
    return _changed(caller, webhook, at, **changes)


def rotated_webhook(
    caller: Caller, webhook: StoredWebhook, secret: str, old_secret_until: Moment, at: Moment
) -> StoredWebhook:
    """Returns the webhook with a new encrypted secret. The one before is kept until its time is over; one
    that was older signs no more."""
    is_kept = old_secret_until > at
    return _changed(
        caller,
        webhook,
        at,
        secret=secret,
        old_secret=webhook.secret if is_kept else None,
        old_secret_until=old_secret_until if is_kept else None,
    )


def check_record(
    webhook: StoredWebhook,
    body: CreateWebhookRequest | UpdateWebhookRequest,
    usable_venues: frozenset[VenueId],
    networks: Collection[Network],
) -> None:
    """Checks the resulting record, and reports all faults at once, with pointers into the request body."""
    faults = [*_url_faults(webhook, body, networks), *_venue_faults(body, usable_venues)]
    if faults:
        raise ValidationFailed.of(*faults)


def url_fault(url: WebhookUrl, permitted: Collection[Network]) -> str | None:
    """Returns why a webhook may not have this url, as far as that can be said without resolving its name;
    None if it may. `permitted` are the networks that it may reach although they are not public."""
    address = literal_address(url.host)
    if address is not None:
        return address_fault(address, permitted, is_encrypted=url.is_encrypted)
    if permitted:
        return None  # The address of the name is judged with each connection.
    if not url.is_encrypted:
        return "must start with 'https://'"
    return "is a name of the machine itself" if is_local_name(url.host) else None


def check_can_add(webhooks: int, quota: int) -> None:
    """Refuses a webhook beyond the quota."""
    if webhooks >= quota:
        raise QuotaExceeded(
            f"The tenant has {webhooks:,} webhooks, and may have {quota:,}. Delete one that nobody needs, or "
            "ask the operator of the service to raise SEATPREVIEW_WEBHOOK_QUOTA.",
            quota="webhooks",
        )


def check_can_repeat(webhook: StoredWebhook, answered_version: int) -> None:
    """Refuses to answer a repeat of the request that made the secret, unless the webhook is still as the
    first response showed it."""
    if webhook.version != answered_version:
        raise Conflict(
            f"The first request with this Idempotency-Key was about {webhook.webhook_id}, which was changed "
            "since. Read it, and rotate it for a new secret."
        )


def check_is_active(webhook: StoredWebhook) -> None:
    """Refuses to send something to a webhook that is not active."""
    if not webhook.active:
        raise Conflict('The webhook is not active. Set it with PATCH {"active": true}, and send again.')


def _url_faults(
    webhook: StoredWebhook, body: CreateWebhookRequest | UpdateWebhookRequest, networks: Collection[Network]
) -> Iterator[Fault]:
    if body.url is UNSET:
        return
    fault = url_fault(webhook.url, networks if webhook.is_by_admin else ())
    if fault is not None:
        yield Fault(pointer="/url", detail=fault)


def _venue_faults(
    body: CreateWebhookRequest | UpdateWebhookRequest, usable_venues: frozenset[VenueId]
) -> Iterator[Fault]:
    if body.venues is UNSET or body.venues is None:
        return
    for position, venue_id in enumerate(body.venues):
        if venue_id not in usable_venues:
            yield Fault(
                pointer=f"/venues/{position}",
                detail="is not a venue that the webhook's tenant owns or was granted",
            )


def _changed(caller: Caller, webhook: StoredWebhook, at: Moment, **changes: Any) -> StoredWebhook:
    return replace(webhook, **changes, changed_by=caller.actor, updated_at=at, version=webhook.version + 1)


def _without_duplicates(attributes: dict[str, Any]) -> dict[str, Any]:
    """Returns the attributes with duplicates removed from lists. The first occurrence of an entry stays."""
    return {
        name: tuple(dict.fromkeys(value)) if isinstance(value, tuple) else value
        for name, value in attributes.items()
    }
