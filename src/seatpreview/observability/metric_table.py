"""The table of metrics: every series that /metrics has, with its labels and its meaning.

observability/metric_families.py, server/worker_metrics.py and server/parent_metrics.py make them.
docs/metrics.md is made from this table, and the suite compares it with a running service.
"""

from typing import Literal, NamedTuple

from seatpreview.observability.outages import Part
from seatpreview.problems import Cause

Kind = Literal["counter", "gauge", "histogram"]

Workers = Literal["sum", "largest", "each"]
"""How the values of several workers become one: their sum, the largest, or one for each with its process id
as the label `pid`."""
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

STILL_STATES = {
    "ready": "Chromium has drawn a small scene",
    "checking": "Chromium was not tried yet",
    "off": "`STILLS` is off",
    "no_chromium": "there is no Chromium",
    "too_little_memory": "the machine has less memory than `STILLS_MACHINE_MB` for each worker",
    "no_executable_memory": "the system forbids memory that is written and then run, which Chromium needs",
    "cannot_draw": "Chromium failed with a small scene, and is tried again every ten minutes",
}
"""The values of the label `state` of stills: whether a worker draws them, or why not."""

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


class Metric(NamedTuple):
    """One metric."""

    name: str
    kind: Kind
    meaning: str
    labels: tuple[str, ...] = ()
    workers: Workers = "sum"


REQUESTS = Metric(
    "seatpreview_requests_total", "counter", "Requests that were answered.", ("operation", "status")
)
REQUEST_SECONDS = Metric(
    "seatpreview_request_seconds",
    "histogram",
    "Time from the headers of a request to its answer, without the time that it waited for changes.",
    ("operation",),
)
REQUESTS_IN_PROGRESS = Metric(
    "seatpreview_requests_in_progress", "gauge", "Requests that are being answered, as of the last second."
)
REQUESTS_WAITING = Metric(
    "seatpreview_requests_waiting",
    "gauge",
    "Requests that wait for changes (`waitSeconds`), as of the last second. They are not in progress.",
)
REFUSED = Metric(
    "seatpreview_refused_total",
    "counter",
    "Requests that were refused since there were too many, by the limit that they met.",
    ("reason",),
)
QUOTA_REFUSED = Metric(
    "seatpreview_quota_refused_total",
    "counter",
    "Requests that were refused since the tenant's quota is used up.",
    ("quota",),
)
TENANTS_NEAR_QUOTA = Metric(
    "seatpreview_tenants_near_quota",
    "gauge",
    "Tenants that use 80 % of a quota or more, and of these the ones that have used it up, as counted every "
    "five minutes. `seatpreview doctor` names them.",
    ("quota", "state"),
    workers="largest",
)
FAILURES = Metric(
    "seatpreview_failures_total",
    "counter",
    "Calls of a part of the service that failed, by part and cause.",
    ("part", "cause"),
)
OUTAGE = Metric(
    "seatpreview_outage",
    "gauge",
    "How many workers find this part failing for this cause now; 0 when all is well.",
    ("part", "cause"),
)
VALKEY_AWAY = Metric(
    "seatpreview_valkey_away",
    "gauge",
    "How many workers keep rate limits alone, since Valkey does not answer.",
)
FRESHNESS_SECONDS = Metric(
    "seatpreview_freshness_check_seconds",
    "histogram",
    "Time of the statement that every request waits for: what changed since the last one. Requests at the "
    "same time share it.",
)
DATABASE_WAIT_SECONDS = Metric(
    "seatpreview_database_wait_seconds",
    "histogram",
    "Wait for a free connection of PostgreSQL or a free thread of SQLite, by what it is for.",
    ("pool",),
)
OBJECT_CALLS = Metric(
    "seatpreview_object_store_calls_total",
    "counter",
    "Calls of the image storage, a folder or S3, by their result.",
    ("call", "result"),
)
OBJECT_SECONDS = Metric(
    "seatpreview_object_store_seconds",
    "histogram",
    "Time of these calls, up to the first byte of a large image.",
    ("call",),
)
WORKERS = Metric("seatpreview_workers", "gauge", "Workers that the setting WORKERS asks for.")
WORKERS_REPLACED = Metric(
    "seatpreview_workers_replaced_total",
    "counter",
    "Workers that were replaced: `hung` ones were killed, others had `ended`.",
    ("reason",),
)
ALIVE = Metric(
    "seatpreview_worker_alive_timestamp_seconds",
    "gauge",
    "When the worker's event loop last ran, or when the worker started. Unix time.",
    workers="each",
)
READY = Metric(
    "seatpreview_worker_ready_timestamp_seconds",
    "gauge",
    "When the worker last could serve, or when it started. Unix time.",
    workers="each",
)
WORKER_CPU_SECONDS = Metric(
    "seatpreview_worker_cpu_seconds_total",
    "counter",
    "Processor time of the worker, on Linux.",
    ("pid",),
    workers="each",
)
WORKER_OPEN_FILES = Metric(
    "seatpreview_worker_open_files",
    "gauge",
    "Files and connections that the worker has open, on Linux.",
    ("pid",),
    workers="each",
)
WORKER_OPEN_FILES_MAX = Metric(
    "seatpreview_worker_open_files_max",
    "gauge",
    "How many the system lets it open, on Linux.",
    ("pid",),
    workers="each",
)
LOOP_LAG_SECONDS = Metric(
    "seatpreview_event_loop_lag_seconds",
    "histogram",
    "How late timers of the event loop fire, sampled ten times a second: no request advances meanwhile.",
)
HEAVY_WORK = Metric(
    "seatpreview_heavy_work",
    "gauge",
    "Heavy work by its state, `waiting` or `running`: of the ten tenants with most, and of all others "
    "together. Only what there is has a series.",
    ("queue", "state", "tenant"),
)
HEAVY_WORK_CAPACITY = Metric(
    "seatpreview_heavy_work_capacity",
    "gauge",
    "How much heavy work can run at once.",
    ("queue",),
)
HEAVY_WORK_ENDED = Metric(
    "seatpreview_heavy_work_ended_total",
    "counter",
    "Heavy work that was ended before it was done, by the reason. `disconnected`: its client left. "
    "`revoked`: its key or session ended. `abandoned`: nobody waited for it any more. `slow`: its processor "
    "time was used up. `starved`: the machine was too busy. `memory`: it needed too much. `memory_of_all`: "
    "all processes together did.",
    ("reason",),
)
HEAVY_WORK_SECONDS = Metric(
    "seatpreview_heavy_work_seconds_total",
    "counter",
    "Processor time of heavy work, by what it was for: changes of records, reads, or searches and dry runs.",
    ("lane",),
)
SEEN_ROWS = Metric(
    "seatpreview_seen_rows_total",
    "counter",
    "Rows of seats of which a preview needed what is seen from them, by the outcome: `loaded` from the "
    "object store, `computed`, or not known to the preview because it was `late`, the processes were "
    "`overloaded`, or the computation `failed`.",
    ("outcome",),
)
STILLS = Metric(
    "seatpreview_stills_total",
    "counter",
    "Stills of drawn seats by the outcome: `made`; `failed`; `killed_memory` or `killed_time`, if Chromium "
    "took too much; or `dropped`, since too many of the tenant or of its visitors waited.",
    ("outcome",),
)
STILLS_STATE = Metric(
    "seatpreview_stills_state",
    "gauge",
    "Workers by whether their Chromium draws stills: "
    + "; ".join(f"`{state}`, {meaning}" for state, meaning in STILL_STATES.items())
    + ".",
    ("state",),
)
STILLS_WAITING = Metric(
    "seatpreview_stills_waiting",
    "gauge",
    "Stills that wait for their turn or are being drawn: those that a request waits for (`now`), and those "
    "that nobody waits for (`later`), which are drawn when the processor is free.",
    ("wanted",),
)
MEMORY_BYTES = Metric("seatpreview_memory_bytes", "gauge", "Memory that workers have in use, on Linux.")
MEMORY_ESTIMATED_BYTES = Metric(
    "seatpreview_memory_estimated_bytes",
    "gauge",
    "Memory of what workers keep between requests, as estimated to keep it within its settings.",
    ("memory",),
)
MEMORY_ENTRIES = Metric(
    "seatpreview_memory_entries", "gauge", "Entries of each of these memories.", ("memory",)
)
MEMORY_RECORDS = Metric(
    "seatpreview_memory_records",
    "gauge",
    "Records that workers keep in memory, under every name that they were asked for by.",
    ("kind",),
)
MEMORY_PREVIEWS = Metric("seatpreview_memory_previews", "gauge", "Previews that workers keep in memory.")
BACKLOG = Metric(
    "seatpreview_backlog",
    "gauge",
    "What background tasks still have to delete, as each last counted it.",
    ("of",),
    workers="largest",
)
UPKEEP_DONE = Metric(
    "seatpreview_upkeep_done_total",
    "counter",
    "What background tasks have dealt with: rows and objects that they deleted, for example.",
    ("of",),
)
UPKEEP_CPU_SECONDS = Metric(
    "seatpreview_upkeep_cpu_seconds_total",
    "counter",
    "Processor time of background tasks: in the event loop, and in threads of SQLite.",
    ("of",),
)
UPKEEP_FAILURES = Metric(
    "seatpreview_upkeep_failures_total",
    "counter",
    "Rounds of background tasks that failed, those during an outage included.",
    ("of",),
)
DELIVERIES = Metric(
    "seatpreview_webhook_deliveries_total",
    "counter",
    "Attempts to deliver something to a webhook, by their outcome.",
    ("outcome",),
)
DELIVERIES_PENDING = Metric(
    "seatpreview_webhook_deliveries_pending",
    "gauge",
    "Deliveries to active webhooks that are still to be made, for the first time or again, as counted every "
    "15 seconds, up to 100,000.",
    workers="largest",
)
DELIVERIES_OVERDUE_SECONDS = Metric(
    "seatpreview_webhook_deliveries_overdue_seconds",
    "gauge",
    "How long the oldest of them has been due. Above a minute, workers cannot keep up, or one tenant's "
    "endpoints are slow.",
    workers="largest",
)
WEBHOOKS_DISABLED = Metric(
    "seatpreview_webhooks_disabled",
    "gauge",
    "Webhooks that the service has disabled, since their address answered 410 or every delivery failed for "
    "five days. `seatpreview doctor` names them.",
    workers="largest",
)
EVENTS_UNCOUNTED_SECONDS = Metric(
    "seatpreview_events_uncounted_seconds",
    "gauge",
    "How long the oldest stored event has waited that is not in the counts of days yet; 0 where all are. "
    "Up to a minute and a half is usual.",
    workers="largest",
)
PRUNING_PAUSED = Metric(
    "seatpreview_pruning_paused",
    "gauge",
    "1 while nothing old is deleted, since the clock may be wrong.",
    workers="largest",
)
LAST_BACKUP = Metric(
    "seatpreview_last_backup_timestamp_seconds",
    "gauge",
    "When the last backup that succeeded was begun. Unix time; missing where none is known.",
)
BACKUP_OVERDUE = Metric(
    "seatpreview_backup_overdue_timestamp_seconds",
    "gauge",
    "When the next backup is overdue: 26 hours after the last one was begun, or after the first start where "
    "none is noted. Unix time; missing with `BACKUPS_ELSEWHERE`.",
)
DISK_FREE_BYTES = Metric("seatpreview_disk_free_bytes", "gauge", "What the disk of the data folder has left.")
RESERVED_ROOM_BYTES = Metric(
    "seatpreview_reserved_room_bytes",
    "gauge",
    "Room on that disk that is reserved for revokes and ends of sessions. Only on SQLite.",
)
CLOCK = Metric("seatpreview_clock_timestamp_seconds", "gauge", "The machine's clock. Unix time.")
DATABASE_CLOCK_AHEAD_SECONDS = Metric(
    "seatpreview_database_clock_ahead_seconds",
    "gauge",
    "By how much the database's clock is ahead of the machine's; negative where it is behind.",
    workers="largest",
)
BUILD = Metric(
    "seatpreview_build_info",
    "gauge",
    "1, with the versions of the software, the interface and Python.",
    ("version", "interface", "python"),
    workers="largest",
)

PARTS: dict[str, tuple[Metric, ...]] = {
    "Requests": (REQUESTS, REQUEST_SECONDS, REQUESTS_IN_PROGRESS, REQUESTS_WAITING, REFUSED),
    "Quotas": (QUOTA_REFUSED, TENANTS_NEAR_QUOTA),
    "Failures": (FAILURES, OUTAGE, VALKEY_AWAY),
    "Database and storage": (
        FRESHNESS_SECONDS,
        DATABASE_WAIT_SECONDS,
        OBJECT_CALLS,
        OBJECT_SECONDS,
        DISK_FREE_BYTES,
        RESERVED_ROOM_BYTES,
    ),
    "Heavy work": (HEAVY_WORK, HEAVY_WORK_CAPACITY, HEAVY_WORK_ENDED, HEAVY_WORK_SECONDS, SEEN_ROWS),
    "Stills": (STILLS, STILLS_STATE, STILLS_WAITING),
    "Webhooks": (DELIVERIES, DELIVERIES_PENDING, DELIVERIES_OVERDUE_SECONDS, WEBHOOKS_DISABLED),
    "Workers": (
        WORKERS,
        WORKERS_REPLACED,
        ALIVE,
        READY,
        LOOP_LAG_SECONDS,
        WORKER_CPU_SECONDS,
        WORKER_OPEN_FILES,
        WORKER_OPEN_FILES_MAX,
    ),
    "Memory": (MEMORY_BYTES, MEMORY_ESTIMATED_BYTES, MEMORY_ENTRIES, MEMORY_RECORDS, MEMORY_PREVIEWS),
    "Upkeep": (
        BACKLOG,
        UPKEEP_DONE,
        UPKEEP_FAILURES,
        UPKEEP_CPU_SECONDS,
        EVENTS_UNCOUNTED_SECONDS,
        PRUNING_PAUSED,
        LAST_BACKUP,
        BACKUP_OVERDUE,
        CLOCK,
        DATABASE_CLOCK_AHEAD_SECONDS,
        BUILD,
    ),
}
"""The metrics in the order of docs/metrics.md."""

METRICS = tuple(metric for metrics in PARTS.values() for metric in metrics)
