"""The values that labels of metrics have, with their meanings."""

from seatpreview.observability.outages import Part
from seatpreview.problems import Cause

SEEN_ROWS_OUTCOMES = ("loaded", "computed", "late", "overloaded", "failed")
REFUSAL_REASONS = {
    "requests": "a worker has `REQUESTS_MAX` in progress, or three quarters of that without a secret",
    "address": "an address has `REQUESTS_PER_CLIENT` in progress without `Authorization`",
    "bodies": "a key has `REQUESTS_PER_CLIENT` bodies being received, or a visitor its part of that",
    "waiting": "a tenant has `WAITS_PER_TENANT` requests that wait for changes, or a worker `REQUESTS_MAX`",
    "key_rate": "the rate of a key is used up",
    "tenant_rate": "the rate of a tenant is used up",
    "sessions_rate": "the rate of sessions that are made with a key's secret is used up",
    "visitors_rate": "what visitors of a key without a session may use together is used up, or their part of"
    " its `rateLimit`",
    "venue_rate": "what all sessions of a venue may use together is used up",
    "tenant_visitors_rate": "what visitors of a tenant may use together is used up",
    "session_rate": "the rate of a session is used up",
    "session_address_rate": "the rate of all sessions of an address is used up",
    "session_network_rate": "the same of an IPv6 network of 56 bits",
    "beacons_rate": "the rate of an address for reporting events without a header is used up",
    "address_rate": "the rate of an address without a valid secret or session is used up",
    "network_rate": "the same of an IPv6 network of 56 bits",
    "ends_rate": "visitors of a key have ended very many sessions",
    "pages_rate": "the rate of pages, files and images of an address is used up",
    "heavy_work": "too much heavy work of a tenant waits, or of its visitors",
    "processor_time": "heavy work of a tenant or its visitors has used up its processor time",
}
"""The values of the label `reason`, each with its meaning."""

QUOTAS = {
    "imageBytes": "bytes of images (`IMAGE_QUOTA_MB`)",
    "venues": "venues (`VENUE_QUOTA`)",
    "keys": "keys that are not revoked (`KEY_QUOTA`)",
    "recordBytes": "bytes of records, drafts and kept versions (`RECORD_QUOTA_MB`)",
}
"""The values of the label `quota`."""

QUOTA_STATES = {"near": "80 % or more are used", "used_up": "nothing can be added"}
"""The values of the label `state` of tenants and their quotas."""

DELIVERY_OUTCOMES = {
    "delivered": "the receiver answered with 2xx",
    "status": "it answered with another status",
    "timeout": "there was no complete answer within 20 seconds",
    "no_connection": "it accepted no connection, or closed it without an answer",
    "tls": "its certificate is not valid for the host name, or TLS failed",
    "name_unknown": "the host name has no address",
    "not_permitted": "the host name leads to an address that webhooks may not reach",
    "not_http": "the answer was not HTTP, or its headers were too large",
    "secret_unreadable": "the key is gone that encrypted the webhook's secret",
    "error": "a fault of the service, which its log describes",
}
"""The values of the label `outcome` of deliveries."""

QUEUES = {
    "records": "checking records, dry runs, plans: processes",
    "pictures": "decoding and cutting pictures: processes",
    "threads": "work on objects of the worker: threads",
    "reports": "statements over very many rows",
    "sight lines": "what is seen from rows of seats, for previews that nobody has asked for before",
    "bodies": "bodies above 100 kB in memory, in MiB",
    "uploads": "pictures that are received into files",
}
"""The values of the label `queue`."""

RESULTS = {
    "ok": "it succeeded",
    "missing": "there is no such object",
    "failed": "the storage did not answer, or refused",
}
"""The values of the label `result`."""

OTHER_TENANTS = "others"
"""The tenant of what all but the ten tenants with most have."""

PAGES = {
    "landing": "`/`",
    "demoView": "the demo's view on it",
    "console": "`/console`",
    "embedScript": "`/embed.js`",
    "guide": "`/guide/`",
    "reference": "`/docs`",
    "openapi": "the OpenAPI document",
    "viewer": "the page of the viewer",
    "assets": "files of pages",
    "notices": "notices of third parties",
    "images": "images at signed addresses",
    "previewImages": "preview images at signed links",
    "healthz": "`/healthz`",
    "readyz": "`/readyz`",
    "preflight": "`OPTIONS` of the API",
    "unknownPath": "a path that leads nowhere",
    "unknownMethod": "a path of the API with a method that it does not have",
    "unrouted": "refused before its path was looked at",
}
"""The values of the label `operation` that are no operations of the API."""

ERROR_STATUSES = ("500", "503", "507")
"""The values of the label `status` whose series exist from the start."""

LABEL_VALUES: dict[str, dict[str, str]] = {
    "reason": REFUSAL_REASONS,
    "quota": QUOTAS,
    "queue": QUEUES,
    "result": RESULTS,
}
"""Labels whose values docs/metrics.md explains, besides `operation`."""

FAILURE_LABELS = tuple((part, cause) for part in Part for cause in Cause)
"""The values of the labels `part` and `cause` together (see observability/outages.py)."""
