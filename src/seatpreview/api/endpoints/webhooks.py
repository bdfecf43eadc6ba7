"""Operations on webhooks and their deliveries."""

from seatpreview.api import examples
from seatpreview.api.command import UPDATE_HELP, Command, Switch
from seatpreview.api.operation import MANAGEMENT, Operation
from seatpreview.problems import (
    Conflict,
    NotFound,
    PreconditionFailed,
    QuotaExceeded,
    ScopeInsufficient,
    VenueNotAllowed,
)
from seatpreview.values.caller import Needs
from seatpreview.values.ids import DeliveryId, WebhookId
from seatpreview.webhooks import operations as deliveries
from seatpreview.webhooks import operations as webhooks
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
    UpdateWebhookRequest,
    Webhook,
    WebhookList,
    WebhookWithSecret,
)

_ID = {"webhookId": WebhookId}

WEBHOOK_ROWS: tuple[Operation, ...] = (
    Operation(
        method="GET",
        path="/manage/webhooks",
        operation_id="listWebhooks",
        group=MANAGEMENT,
        summary="List webhooks",
        description=(
            "Returns webhooks, newest first, without their secrets. Tenant scope sees those of its own "
            "tenant; admin scope sees all, or those of `tenantId`. A key that is restricted to venues sees "
            "the webhooks that it may manage: those whose `venues` lie within its own."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=webhooks.list_webhooks,
        query=ListWebhooks,
        result=WebhookList,
        problems=(ScopeInsufficient,),
        result_example={"data": [examples.WEBHOOK], "nextCursor": None},
        command=Command(
            name="webhooks list",
            help="List webhooks, newest first.",
            switches=(
                Switch("--active", "active", True, "Webhooks that are active."),
                Switch("--disabled", "active", False, "Webhooks that are not active."),
            ),
            columns=("webhookId", "tenantId", "state", "types", "label", "url"),
        ),
    ),
    Operation(
        method="POST",
        path="/manage/webhooks",
        operation_id="createWebhook",
        group=MANAGEMENT,
        summary="Create a webhook",
        description=(
            "From now on, changes are sent to `url`: what `GET /manage/changes` would show, each as a POST "
            "that is signed as Standard Webhooks 1.0 has it. The response has the `secret` to verify them "
            "with, which is never shown again. Admin scope names the `tenantId`. A key that is restricted to "
            "venues names `venues` within its own. If the key that made a webhook, or changed it last, is "
            "revoked, the webhook is disabled."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=webhooks.create_webhook,
        body=CreateWebhookRequest,
        takes_idempotency_key=True,
        status=201,
        result=WebhookWithSecret,
        location=lambda webhook: f"/manage/webhooks/{webhook.webhook_id}",
        problems=(ScopeInsufficient, VenueNotAllowed, Conflict, QuotaExceeded),
        body_example=examples.CREATE_WEBHOOK,
        result_example=examples.WEBHOOK_WITH_SECRET,
        command=Command(
            name="webhooks create",
            help="Create a webhook. Its secret is shown only once.",
            examples=(f"https://shop.example/hooks --tenant {examples.TENANT['tenantId']}",),
            arguments=("url",),
            required=("tenantId",),
            switches=(Switch("--disable", "active", False, "Make no deliveries yet."),),
        ),
    ),
    Operation(
        method="GET",
        path="/manage/webhooks/{webhookId}",
        operation_id="getWebhook",
        group=MANAGEMENT,
        summary="Read a webhook",
        description="Returns everything but its secret. `disabledReason` says why nothing is sent.",
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=webhooks.get_webhook,
        path_types=_ID,
        result=Webhook,
        problems=(VenueNotAllowed, NotFound),
        result_example=examples.WEBHOOK,
        command=Command(name="webhooks show", help="Show a webhook, without its secret."),
    ),
    Operation(
        method="PATCH",
        path="/manage/webhooks/{webhookId}",
        operation_id="updateWebhook",
        group=MANAGEMENT,
        summary="Update a webhook",
        description=(
            "A member that is absent keeps its value. `active` true makes a webhook that was disabled hear "
            "of changes again, from now on; `POST .../redeliver` sends what failed before. If the webhook "
            "has changed since the request read it, nothing is written and the response is 409."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=webhooks.update_webhook,
        path_types=_ID,
        body=UpdateWebhookRequest,
        takes_if_match=True,
        result=Webhook,
        problems=(VenueNotAllowed, NotFound, Conflict, PreconditionFailed),
        body_example={"types": ["key.revoked", "venue.published"]},
        result_example=examples.WEBHOOK,
        command=Command(
            name="webhooks update",
            help=UPDATE_HELP.format("a webhook"),
            examples=("--types key.revoked,venue.published", "--enable"),
            switches=(
                Switch("--default-types", "types", None, "All types but events.summary."),
                Switch("--all-venues", "venues", None, "All venues that the tenant may see."),
                Switch("--enable", "active", True, "Make deliveries again."),
                Switch("--disable", "active", False, "Make no deliveries."),
            ),
        ),
    ),
    Operation(
        method="DELETE",
        path="/manage/webhooks/{webhookId}",
        operation_id="deleteWebhook",
        group=MANAGEMENT,
        summary="Delete a webhook",
        description="Deletes it with its deliveries. What is being sent at this moment may still arrive.",
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=webhooks.delete_webhook,
        path_types=_ID,
        status=204,
        problems=(VenueNotAllowed, NotFound),
        command=Command(
            name="webhooks delete", help="Delete a webhook with its deliveries.", done="Deleted {webhookId}."
        ),
    ),
    Operation(
        method="POST",
        path="/manage/webhooks/{webhookId}/rotate",
        operation_id="rotateWebhook",
        group=MANAGEMENT,
        summary="Replace the secret of a webhook",
        description=(
            "Returns a new `secret`, which only this response has. Until `oldSecretUntil`, deliveries are "
            "signed with both, so that a receiver can change over without losing one. After a leak, rotate "
            "with a grace period of 0."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=webhooks.rotate_webhook,
        path_types=_ID,
        body=RotateWebhookRequest,
        body_is_optional=True,
        takes_idempotency_key=True,
        result=WebhookWithSecret,
        problems=(VenueNotAllowed, NotFound, Conflict),
        body_example={"gracePeriodSeconds": 86_400},
        result_example=examples.ROTATED_WEBHOOK,
        command=Command(
            name="webhooks rotate",
            help="Give a webhook a new secret, which is shown only once.",
            examples=("--grace-period-seconds 3600",),
        ),
    ),
    Operation(
        method="POST",
        path="/manage/webhooks/{webhookId}/test",
        operation_id="testWebhook",
        group=MANAGEMENT,
        summary="Send a ping",
        description=(
            "Adds a delivery of the type `ping`, which is sent within seconds and tried again like others. "
            "`GET .../deliveries` says how it went. While one is pending, no other is added."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=deliveries.test_webhook,
        path_types=_ID,
        status=202,
        result=Delivery,
        problems=(VenueNotAllowed, NotFound, Conflict),
        result_example=examples.PING_DELIVERY,
        command=Command(
            name="webhooks test",
            help="Send a ping. The service has to be running: it makes the delivery.",
        ),
    ),
    Operation(
        method="GET",
        path="/manage/webhooks/{webhookId}/deliveries",
        operation_id="listDeliveries",
        group=MANAGEMENT,
        summary="List deliveries",
        description=(
            "Returns what was sent in the last 30 days, or is still to be sent, newest first, with the "
            "status and the first kilobyte of the last answer."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=deliveries.list_deliveries,
        path_types=_ID,
        query=ListDeliveries,
        query_example={"status": "failed"},
        result=DeliveryList,
        problems=(VenueNotAllowed, NotFound),
        result_example={"data": [examples.FAILED_DELIVERY], "nextCursor": None},
        command=Command(
            name="webhooks deliveries",
            help="List deliveries of the last 30 days, newest first, and how they went.",
            columns=("deliveryId", "createdAt", "type", "status", "attempts", "answer"),
            listed_max=100,
        ),
    ),
    Operation(
        method="POST",
        path="/manage/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver",
        operation_id="redeliver",
        group=MANAGEMENT,
        summary="Send a delivery again",
        description=(
            "Makes it pending, whatever became of it. It keeps its `deliveryId` and its body, so that a "
            "receiver that has handled it can tell."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=deliveries.redeliver,
        path_types={"webhookId": WebhookId, "deliveryId": DeliveryId},
        status=202,
        result=Delivery,
        problems=(VenueNotAllowed, NotFound, Conflict),
        result_example=examples.PING_DELIVERY,
    ),
    Operation(
        method="POST",
        path="/manage/webhooks/{webhookId}/redeliver",
        operation_id="redeliverFailed",
        group=MANAGEMENT,
        summary="Send failed deliveries again",
        description=(
            "Makes up to 1000 deliveries pending that were given up, the oldest first. `left` says how many "
            "more there are."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=deliveries.redeliver_failed,
        path_types=_ID,
        body=RedeliverRequest,
        body_is_optional=True,
        status=202,
        result=Redelivered,
        problems=(VenueNotAllowed, NotFound, Conflict),
        body_example={"status": "failed", "since": "2026-11-14T00:00:00Z"},
        result_example={"redelivered": 3, "left": 0},
    ),
)
