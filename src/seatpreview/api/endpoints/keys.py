"""Operations on keys, and the one that says which key asks."""

from seatpreview.access.operations import CallerInfo, get_caller
from seatpreview.api import examples
from seatpreview.api.command import UPDATE_HELP, Command, Switch
from seatpreview.api.operation import CALLER, MANAGEMENT, Operation
from seatpreview.keys import operations as keys
from seatpreview.keys.model import (
    ApiKey,
    CreatedKey,
    CreateKeyRequest,
    KeyList,
    ListKeys,
    RotatedKey,
    RotateKeyRequest,
    UpdateKeyRequest,
)
from seatpreview.keys.webhooks_of_keys import RevokeKey
from seatpreview.problems import Conflict, NotFound, QuotaExceeded, ScopeInsufficient, VenueNotAllowed
from seatpreview.values.caller import Needs
from seatpreview.values.ids import KeyId

_RATE_LIMIT = frozenset(("rateLimit",))

KEY_ROWS: tuple[Operation, ...] = (
    Operation(
        method="GET",
        path="/manage/keys",
        operation_id="listKeys",
        group=MANAGEMENT,
        summary="List keys",
        description=(
            "Returns keys, newest first. Tenant scope sees the keys of its own tenant; admin scope sees all, "
            "or those of `tenantId`. A key that is restricted to venues sees the keys that it may manage: "
            "those that are restricted to some of these venues."
        ),
        needs=Needs.SECRET_KEY,
        handler=keys.list_keys,
        query=ListKeys,
        query_example={"status": "active"},
        result=KeyList,
        problems=(ScopeInsufficient,),
        result_example={"data": [examples.KEY], "nextCursor": None},
        command=Command(
            name="keys list",
            help="List keys, newest first.",
            examples=("--status active --kind keyless", "--changed-since 2026-11-16T12:00:00Z"),
            columns=("keyId", "tenantId", "kind", "status", "groups", "label"),
        ),
    ),
    Operation(
        method="POST",
        path="/manage/keys",
        operation_id="createKey",
        group=MANAGEMENT,
        summary="Create a key",
        description=(
            "The response has the key's `plaintext`, which is never shown again. Admin scope names the "
            "`tenantId` of a tenant's key; tenant scope may leave it out. Admin keys, keyless keys and "
            "`rateLimit` need admin scope. A tenant-scope key that has a `rateLimit` makes keys with the "
            "default limit, or with its own where the default is higher. A key that is limited to `groups` "
            "gives no others than its own, and has to name them."
        ),
        needs=Needs.SECRET_KEY,
        handler=keys.create_key,
        body=CreateKeyRequest,
        admin_members=_RATE_LIMIT,
        takes_idempotency_key=True,
        status=201,
        result=CreatedKey,
        location=lambda key: f"/manage/keys/{key.key_id}",
        problems=(VenueNotAllowed, Conflict, QuotaExceeded),
        body_example=examples.CREATE_KEY,
        result_example=examples.CREATED_KEY,
        command=Command(
            name="keys create",
            help="Create a key. Its plaintext is shown only once.",
            examples=(
                "--scope admin",
                f'--tenant {examples.TENANT["tenantId"]} --label "Shop" --groups sessions',
                f'--tenant {examples.TENANT["tenantId"]} --label "Box office"',
            ),
            switches=(Switch("--no-venues", "venues", [], "The key may use no venue at all."),),
        ),
    ),
    Operation(
        method="GET",
        path="/manage/keys/{keyId}",
        operation_id="getKey",
        group=MANAGEMENT,
        summary="Read a key",
        description=(
            "A key that is restricted to venues reads the keys that it may manage: those that are restricted "
            "to some of these venues."
        ),
        needs=Needs.SECRET_KEY,
        handler=keys.get_key,
        path_types={"keyId": KeyId},
        result=ApiKey,
        problems=(VenueNotAllowed, NotFound),
        result_example=examples.KEY,
        command=Command(
            name="keys show", help="Show a key, without its plaintext, which is not stored anywhere."
        ),
    ),
    Operation(
        method="PATCH",
        path="/manage/keys/{keyId}",
        operation_id="updateKey",
        group=MANAGEMENT,
        summary="Update a key",
        description=(
            "A member that is absent keeps its value. `status` active cancels the revoke that a rotation "
            "scheduled; on a revoked key it is refused with 400, and any other change of a revoked key with "
            "409. If the key has changed since the request read it, nothing is written and the response is "
            "409: read the key again and retry. `rateLimit` needs admin scope, and so do `allowedOrigins` "
            "and `allowOriginOnly` of a keyless key. A tenant-scope key that has a `rateLimit` changes "
            "no origins of a key with a higher one (403). A key that is limited to `groups` reaches only "
            "keys whose groups lie within its own, and gives no others; the same holds for revoke and rotate."
        ),
        needs=Needs.SECRET_KEY,
        handler=keys.update_key,
        path_types={"keyId": KeyId},
        body=UpdateKeyRequest,
        admin_members=_RATE_LIMIT,
        takes_if_match=True,
        result=ApiKey,
        problems=(VenueNotAllowed, NotFound, Conflict),
        body_example=examples.UPDATE_KEY,
        result_example=examples.UPDATED_KEY,
        command=Command(
            name="keys update",
            help=UPDATE_HELP.format("a key"),
            examples=('--label "Web shop"', "--status active"),
            switches=(
                Switch("--clear-allowed-origins", "allowedOrigins", [], "Remove all allowed origins."),
                Switch(
                    "--clear-embed-frame-ancestors",
                    "embedFrameAncestors",
                    [],
                    "No page may embed the viewer.",
                ),
                Switch("--no-venues", "venues", [], "The key may use no venue at all."),
                Switch(
                    "--all-venues", "venues", None, "The key may use every venue that its tenant may use."
                ),
                Switch("--all-groups", "groups", None, "The key may call every group of operations."),
                Switch("--clear-rate-limit", "rateLimit", None, "Use the service's default rate limit."),
            ),
        ),
    ),
    Operation(
        method="DELETE",
        path="/manage/keys/{keyId}",
        operation_id="revokeKey",
        group=MANAGEMENT,
        summary="Revoke a key immediately",
        description=(
            "Once the response is sent, no worker accepts the key. Signed URLs that were issued before are "
            "valid until they expire. Revoking a revoked key does nothing, and the response is 204 again. "
            "Webhooks that the key made or changed last are disabled with it, unless `keepWebhooks` is true."
        ),
        needs=Needs.SECRET_KEY,
        handler=keys.revoke_key,
        ends_access=True,
        path_types={"keyId": KeyId},
        query=RevokeKey,
        status=204,
        problems=(VenueNotAllowed, NotFound),
        command=Command(
            name="keys revoke",
            help=(
                "Revoke a key, at once and forever.\n\nWebhooks that it made, or changed last, are disabled "
                "with it."
            ),
            done="Revoked {keyId}.",
        ),
    ),
    Operation(
        method="POST",
        path="/manage/keys/{keyId}/rotate",
        operation_id="rotateKey",
        group=MANAGEMENT,
        summary="Replace a key",
        description=(
            "Issues a replacement with the same attributes, whose `plaintext` only this response has. The "
            "old key is accepted until `previous.revokeAt`. After a leak, rotate with a grace period of 0. "
            "A tenant-scope key that has a `rateLimit` rotates no key with a higher one (403). The "
            "replacement has another `keyId`: where pages may use the old key without its secret, `warnings` "
            "says that they have to name the new one before `previous.revokeAt`. Webhooks of the old key "
            "belong to the replacement from now on."
        ),
        needs=Needs.SECRET_KEY,
        handler=keys.rotate_key,
        path_types={"keyId": KeyId},
        body=RotateKeyRequest,
        body_is_optional=True,
        takes_idempotency_key=True,
        status=201,
        result=RotatedKey,
        location=lambda key: f"/manage/keys/{key.key_id}",
        problems=(ScopeInsufficient, VenueNotAllowed, NotFound, Conflict),
        body_example={"gracePeriodSeconds": 86_400},
        result_example=examples.ROTATED_KEY,
        command=Command(
            name="keys rotate",
            help=(
                "Replace a key by a new one with the same attributes. Its plaintext is shown only once.\n\n"
                "The replacement has another id. Pages that use the old key without its secret have to name "
                "the new id before the old key ends, so give them time."
            ),
            examples=("--grace-period-seconds 3600", "--grace-period-seconds 604800"),
        ),
    ),
)
CALLER_ROWS: tuple[Operation, ...] = (
    Operation(
        method="GET",
        path="/caller",
        operation_id="getCaller",
        group=CALLER,
        summary="Say who asks",
        description="Works for every kind of caller, and is the quickest way to see whether a key works.",
        is_extension=True,
        needs=Needs.ANY_CALLER,
        handler=get_caller,
        lists_limits=True,
        result=CallerInfo,
        result_example=examples.CALLER,
    ),
)
