"""Names each operation as the clients call it: a group and a method, such as `keys.create`."""

from typing import NamedTuple


class ClientName(NamedTuple):
    """The group and the method by which clients call an operation. A method is written in snake_case; clients
    in other languages turn it into their own spelling."""

    group: str
    method: str


CLIENT_NAMES: dict[str, ClientName] = {
    "createSession": ClientName("sessions", "create"),
    "getSession": ClientName("sessions", "get"),
    "renewSession": ClientName("sessions", "renew"),
    "endSession": ClientName("sessions", "end"),
    "previewSeat": ClientName("seats", "preview"),
    "getPreviewImage": ClientName("seats", "preview_image"),
    "createImageLink": ClientName("seats", "create_image_link"),
    "resolveSeats": ClientName("seats", "resolve"),
    "listSeats": ClientName("seats", "list"),
    "listPositions": ClientName("seats", "positions"),
    "findBestSeats": ClientName("seats", "best"),
    "getPlan": ClientName("seats", "plan"),
    "ingestEvents": ClientName("events", "ingest"),
    "listEvents": ClientName("events", "list"),
    "reportEvents": ClientName("events", "report"),
    "listTenants": ClientName("tenants", "list"),
    "createTenant": ClientName("tenants", "create"),
    "getTenant": ClientName("tenants", "get"),
    "updateTenant": ClientName("tenants", "update"),
    "listKeys": ClientName("keys", "list"),
    "createKey": ClientName("keys", "create"),
    "getKey": ClientName("keys", "get"),
    "updateKey": ClientName("keys", "update"),
    "revokeKey": ClientName("keys", "revoke"),
    "rotateKey": ClientName("keys", "rotate"),
    "listVenues": ClientName("venues", "list"),
    "createVenue": ClientName("venues", "create"),
    "getVenue": ClientName("venues", "get"),
    "replaceVenue": ClientName("venues", "replace"),
    "getDraft": ClientName("venues", "get_draft"),
    "putDraft": ClientName("venues", "put_draft"),
    "deleteDraft": ClientName("venues", "delete_draft"),
    "importVenue": ClientName("venues", "import_file"),
    "exportVenue": ClientName("venues", "export"),
    "testSeatKeys": ClientName("venues", "test_seat_keys"),
    "suggestSeatKeys": ClientName("venues", "suggest_seat_keys"),
    "listRestrictedViews": ClientName("venues", "restricted_views"),
    "replaceAliases": ClientName("venues", "replace_aliases"),
    "publishDraft": ClientName("venues", "publish_draft"),
    "listVersions": ClientName("versions", "list"),
    "getVersion": ClientName("versions", "get"),
    "deleteVersion": ClientName("versions", "delete"),
    "getVersionChanges": ClientName("versions", "changes"),
    "restoreVersion": ClientName("versions", "restore"),
    "listTemplates": ClientName("templates", "list"),
    "getTemplate": ClientName("templates", "get"),
    "listGrants": ClientName("grants", "list"),
    "putGrant": ClientName("grants", "put"),
    "endGrant": ClientName("grants", "end"),
    "listImages": ClientName("imagery", "list"),
    "putImage": ClientName("imagery", "put"),
    "deleteImage": ClientName("imagery", "delete"),
    "listAudit": ClientName("audit", "list"),
    "listChanges": ClientName("changes", "list"),
    "listWebhooks": ClientName("webhooks", "list"),
    "createWebhook": ClientName("webhooks", "create"),
    "getWebhook": ClientName("webhooks", "get"),
    "updateWebhook": ClientName("webhooks", "update"),
    "deleteWebhook": ClientName("webhooks", "delete"),
    "rotateWebhook": ClientName("webhooks", "rotate"),
    "testWebhook": ClientName("webhooks", "test"),
    "listDeliveries": ClientName("webhooks", "deliveries"),
    "redeliver": ClientName("webhooks", "redeliver"),
    "redeliverFailed": ClientName("webhooks", "redeliver_failed"),
    "getCaller": ClientName("caller", "get"),
}
"""The client's name of each operation, by operationId. The OpenAPI document carries it as `x-client`."""
