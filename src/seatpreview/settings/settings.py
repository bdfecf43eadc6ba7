"""Settings: environment variables with the prefix SEATPREVIEW_, and flags of the same names.

The class `Settings` is the only list of them; the flags of `seatpreview serve` and docs/settings.md are
generated from it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from seatpreview.settings.setting_values import (
    Network,
    Rate,
    one_of,
    read_count,
    read_count_or_zero,
    read_flag,
    read_hang_seconds,
    read_host,
    read_megabytes,
    read_milliseconds,
    read_networks,
    read_object_store,
    read_port,
    read_public_url,
    read_rate,
    read_secrets,
    read_stop_delay,
    read_traces_url,
    read_ttl,
    server_with,
)
from seatpreview.settings.setting_values import variable as variable
from seatpreview.values.command_error import EXIT_USAGE, CommandError


class SettingsFault(CommandError):
    """Raised for settings that cannot be used, with a sentence for each that says what to set instead."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__(*faults, exit_code=EXIT_USAGE)


def _setting(default: Any, read: Callable[[str], Any], meaning: str, is_switch: bool = False) -> Any:
    """Declares a setting. The flag of a switch is given without a value."""
    return field(default=default, metadata={"read": read, "meaning": meaning, "is_switch": is_switch})


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a process, each with a parser of its text and a sentence on its meaning."""

    data_dir: Path = _setting(
        Path("data"),
        Path,
        "Folder of the SQLite files, the images and the signing secret. `serve` makes it if it is missing.",
    )
    host: str = _setting("127.0.0.1", read_host, "Address to listen on.")
    port: int = _setting(8080, read_port, "Port to listen on. 0: a free port, which is printed at start.")
    demo: bool = _setting(
        False,
        read_flag,
        "On an empty database, create a demo venue and keys, which are shown once. / then shows the "
        "demo's view.",
        is_switch=True,
    )
    workers: int = _setting(1, read_count, "Worker processes. More than one needs DATABASE_URL.")
    worker_hang_seconds: int = _setting(
        30,
        read_hang_seconds,
        "Seconds, 5 or more, after which a worker whose event loop does not run is killed and replaced. "
        "0: never.",
    )
    stop_delay_seconds: int = _setting(
        0,
        read_stop_delay,
        "Seconds for which the service keeps serving after SIGTERM while /readyz fails, so that a "
        "balancer sends requests elsewhere first. A second signal stops at once.",
    )
    database_url: str = _setting(
        "",
        server_with("postgresql", "postgres"),
        "postgresql://user:password@host/name, or several hosts, separated by commas, one of them the "
        "primary. Empty: SQLite in DATA_DIR.",
    )
    valkey_url: str = _setting(
        "",
        server_with("redis", "rediss", "valkey", "valkeys"),
        "redis://host:6379/0 of the Valkey or Redis on which workers share rate limits. Empty: in process.",
    )
    object_store_url: str = _setting(
        "",
        read_object_store,
        "s3://bucket/prefix?endpoint=https://host&region=name of the S3-compatible storage of images, with "
        "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY set. Empty: a folder in DATA_DIR.",
    )
    public_url: str = _setting(
        "",
        read_public_url,
        "Address at which clients reach the service, without /v1. Empty: made from HOST and PORT.",
    )
    trusted_proxies: tuple[Network, ...] = _setting(
        (), read_networks, "Addresses or networks, separated by commas, whose X-Forwarded-For counts."
    )
    tls_cert: Path | None = _setting(
        None, Path, "Certificate chain (PEM). With TLS_KEY, the service speaks HTTPS itself."
    )
    tls_key: Path | None = _setting(None, Path, "Private key (PEM) of TLS_CERT.")
    http2: bool = _setting(False, read_flag, "true to offer HTTP/2 with TLS_CERT; deploy.md says why not.")
    tls_in_front: bool = _setting(
        False,
        read_flag,
        "true if a proxy in front terminates TLS. Otherwise plain HTTP is served on loopback only.",
    )
    signing_secret: str = _setting(
        "",
        read_secrets,
        "At least 32 characters that sign sessions, addresses of images and cursors, the same on "
        "every machine. Several, separated by commas: the first signs, all verify. Empty: generated "
        "once, in DATA_DIR.",
    )
    link_secrets: str = _setting(
        "",
        read_secrets,
        "Secrets that were removed from SIGNING_SECRET at most 400 days ago, separated by commas. "
        "They verify links to preview images, and nothing else.",
    )
    webhook_key: str = _setting(
        "",
        read_secrets,
        "At least 32 characters that encrypt the stored secrets of webhooks, the same on every machine. "
        "Several, separated by commas: the first encrypts, all decrypt. Empty: generated once, in DATA_DIR, "
        "unless SIGNING_SECRET is set.",
    )
    webhook_networks: tuple[Network, ...] = _setting(
        (),
        read_networks,
        "Networks, separated by commas, that webhooks of admin scope may reach although they are not public, "
        "also by http.",
    )
    webhook_quota: int = _setting(20, read_count, "Webhooks that a tenant may have.")
    key_rate: Rate = _setting(
        Rate(6000, 60, 1000),
        read_rate,
        "Rate of a key that has no rateLimit: requests/seconds/burst. Requests with its secret count "
        "here, except those that make sessions (SESSIONS_RATE).",
    )
    sessions_rate: Rate = _setting(
        Rate(18_000, 60, 3000),
        read_rate,
        "Rate of sessions that are made with the secret of a key, if the key has no rateLimit.",
    )
    tenant_rate: Rate = _setting(
        Rate(60_000, 60, 60_000),
        read_rate,
        "Rate of a tenant's keys together, if the tenant has no rateLimit: requests with a secret.",
    )
    visitors_rate: Rate = _setting(
        Rate(30_000, 60, 5000),
        read_rate,
        "Rate of a key's visitors without a session together (keyless keys, X-Key-Id), if the key has no "
        "rateLimit: mostly the sessions that they make. If it has one, all visitors get at most four fifths "
        "of it.",
    )
    venue_rate: Rate = _setting(
        Rate(420_000, 60, 70_000),
        read_rate,
        "Rate of all sessions of a venue together, for each tenant, if their key has no rateLimit. Older "
        "sessions come first.",
    )
    tenant_visitors_rate: Rate = _setting(
        Rate(540_000, 60, 90_000),
        read_rate,
        "Rate of the visitors of all keys of a tenant together, if the tenant has no rateLimit. If it"
        " has one, visitors get at most four fifths of it.",
    )
    session_rate: Rate = _setting(
        Rate(300, 60, 150), read_rate, "Rate of requests with one session's token: a person's pace."
    )
    session_address_rate: Rate = _setting(
        Rate(120_000, 60, 20_000),
        read_rate,
        "Rate of requests with valid session tokens from one address: an IPv4 address, or an IPv6 network "
        "of 64 bits. One of 56 bits gets twice as much. Older sessions come first.",
    )
    address_rate: Rate = _setting(
        Rate(1200, 60, 300),
        read_rate,
        "Rate of requests without a secret or a valid session token, or with a wrong one, from one address. "
        "An IPv6 network of 56 bits gets twice as much.",
    )
    session_ends_rate: Rate = _setting(
        Rate(10_000, 86_400, 1000),
        read_rate,
        "Rate at which visitors of one tenant end sessions with their own tokens; one address gets a tenth. "
        "Secret keys end any number.",
    )
    pages_rate: Rate = _setting(
        Rate(90_000, 60, 30_000),
        read_rate,
        "Rate of pages, their files and images from one address, in each worker. An IPv6 network of 56 bits "
        "gets twice as much.",
    )
    connections_max: int = _setting(
        0,
        read_count_or_zero,
        "The most connections that a worker keeps open; others wait. 0: as many as its open files "
        "allow, up to 10000.",
    )
    requests_max: int = _setting(
        1000,
        read_count,
        "The most requests that a worker has in progress, three quarters of them without a secret. It"
        " refuses others at once (503).",
    )
    requests_per_client: int = _setting(
        200,
        read_count,
        "The most requests in progress from one address without Authorization, and the most bodies "
        "being received with one key, three quarters of them from visitors; in each worker.",
    )
    waits_per_tenant: int = _setting(
        20,
        read_count,
        "The most requests of one tenant that wait for changes in a worker, besides those in progress. It "
        "refuses others (429).",
    )
    memory_records: int = _setting(
        100_000, read_count, "The most records of each kind that a worker keeps in memory."
    )
    memory_records_mb: int = _setting(
        64,
        read_megabytes,
        "The most megabytes of keys, tenants, aliases and ended sessions in a worker's memory.",
    )
    memory_venues: int = _setting(
        1000, read_count, "The most venues, with their layouts, that a worker keeps in memory."
    )
    memory_venues_mb: int = _setting(
        192,
        read_megabytes,
        "The most megabytes of venues, grants and lists of images in a worker's memory, besides a "
        "larger one that is in use.",
    )
    memory_previews: int = _setting(
        20_000, read_count, "The most previews, with their text, that a worker keeps in memory."
    )
    memory_previews_mb: int = _setting(
        128, read_megabytes, "The most megabytes of previews, with their text, in a worker's memory."
    )
    memory_plans_mb: int = _setting(
        32, read_megabytes, "The most megabytes of encoded venue plans in a worker's memory."
    )
    heavy_processes: int = _setting(
        3,
        read_count,
        "Processes of a worker for searches and dry runs. Reads of large venues get one more, and changes of "
        "records another one, so that neither waits for searches. One tenant gets at most all but one of "
        "them, and its keys that are limited to some operations or venues leave another one to those that "
        "are not. There are about as many for images, and three for visitors.",
    )
    heavy_memory_mb: int = _setting(
        512, read_megabytes, "Megabytes of memory that each of these processes may use."
    )
    picture_memory_mb: int = _setting(
        1024, read_megabytes, "Megabytes of memory that each process for images may use."
    )
    heavy_total_mb: int = _setting(
        1536,
        read_megabytes,
        "Megabytes of memory that all these processes of a worker may use together. Above it, the largest "
        "is ended, and its request refused (503).",
    )
    heavy_seconds: int = _setting(
        60,
        read_count,
        "Seconds of processor time that heavy work of a tenant's keys may take in a minute, in each worker: "
        "once for changes of records, once for reads, once for searches and dry runs. One key gets three "
        "quarters, all visitors of the tenant twice as much, and one address a quarter of that. Above it, "
        "requests are refused (429).",
    )
    bodies_mb: int = _setting(
        256,
        read_megabytes,
        "The most megabytes of bodies above 100 kB that a worker receives or uses at once.",
    )
    uploads_max: int = _setting(
        32,
        read_count,
        "The most images that a worker receives or decodes at once, each in a file of at most 50 MB.",
    )
    require_if_match: bool = _setting(
        False, read_flag, "true: a change of a key, a tenant or a venue without If-Match is refused (428)."
    )
    url_ttl_seconds: int = _setting(
        900, read_ttl, "The most seconds for which a signed address of an image is valid."
    )
    event_days: int = _setting(
        400, read_count, "Days for which counts of events by day are kept, and events themselves at most."
    )
    raw_event_days: int = _setting(
        400,
        read_count,
        "Days for which events themselves are kept. Lists, exports and reports of parts of days need them.",
    )
    event_quota_mb: int = _setting(
        10_000,
        read_count_or_zero,
        "The most megabytes of events; one holds some 2000 events. Above it, the oldest events of the"
        " tenants that have the most are deleted early; their counts stay. 0: no quota.",
    )
    image_quota_mb: int = _setting(
        5000,
        read_count_or_zero,
        "Megabytes of images, with their tiles and previews, that a tenant without its own quota may "
        "store. 0: no quota.",
    )
    venue_quota: int = _setting(
        1000, read_count_or_zero, "Venues that a tenant without its own quota may own. 0: no quota."
    )
    key_quota: int = _setting(
        1000,
        read_count_or_zero,
        "Keys that a tenant without its own quota may have, not counting revoked ones. 0: no quota.",
    )
    record_quota_mb: int = _setting(
        5000,
        read_count_or_zero,
        "Megabytes of records, with their drafts and the versions that are kept, that a tenant without its "
        "own quota may store. 0: no quota.",
    )
    versions_kept: int = _setting(100, read_count, "Versions of a venue's record that are kept at most.")
    versions_mb: int = _setting(
        50, read_megabytes, "The most megabytes of kept versions of one venue, compressed."
    )
    audit_days: int = _setting(400, read_count, "Days for which the audit log is kept.")
    revoked_key_days: int = _setting(
        0,
        read_count_or_zero,
        "Days after which a revoked key is deleted: at least AUDIT_DAYS. 0: it is kept for ever.",
    )
    backups_elsewhere: bool = _setting(
        False,
        read_flag,
        "true if backups are not noted in DATA_DIR, since the provider of the database or another machine "
        "takes them. Then neither doctor nor an alert misses them.",
    )
    metrics_host: str = _setting("127.0.0.1", read_host, "Address of the metrics listener.")
    metrics_port: int = _setting(
        9464, read_port, "Port of the metrics listener (/metrics, /healthz, /readyz). 0: none."
    )
    chromium: str = _setting(
        "", str, "Path of the Chromium that renderings and stills need. Empty: the machine's own."
    )
    stills: str = _setting(
        "auto",
        one_of("auto", "on", "off"),
        "Whether Chromium draws stills of seats that have no picture. auto: where the machine has "
        "Chromium, and STILLS_MACHINE_MB for each worker.",
    )
    stills_memory_mb: int = _setting(
        1200, read_megabytes, "Megabytes of memory that a worker's Chromium may use for stills."
    )
    stills_machine_mb: int = _setting(
        3500, read_megabytes, "Megabytes of memory for each worker below which `auto` draws no stills."
    )
    log_format: str = _setting(
        "auto",
        one_of("auto", "json", "text"),
        "json: one object per line. text: for people. auto: text on a terminal, where a demo leaves "
        "out requests that succeed.",
    )
    log_one_in: int = _setting(
        1,
        read_count,
        "N: of the requests that succeed within a second, one in N of each operation is logged. Its "
        "line says so (stands_for). Metrics count all.",
    )
    log_loop_holds_ms: int = _setting(
        0,
        read_milliseconds,
        "For diagnosis: log when a worker's event loop was blocked for longer than this many "
        "milliseconds. 0: never.",
    )
    traces_url: str = _setting(
        "",
        read_traces_url,
        "http://host:4318 of the collector that traces are sent to, by OTLP over HTTP. Needs the extra "
        "`seatpreview[traces]`. Empty: no traces.",
    )
    traces_one_in: int = _setting(
        100, read_count, "N: one in N requests, chosen at random, is recorded as a trace. 1: every request."
    )
    traces_trusted: tuple[Network, ...] = _setting(
        (),
        read_networks,
        "Addresses or networks, separated by commas, of callers whose `traceparent` decides whether a "
        "request is recorded.",
    )

    @property
    def uses_sqlite(self) -> bool:
        """Whether records are stored in SQLite files rather than in PostgreSQL."""
        return not self.database_url

    @property
    def address(self) -> str:
        """Scheme, host and port by which clients reach the service."""
        if self.public_url:
            return self.public_url.rstrip("/")
        scheme = "https" if self.tls_cert else "http"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{scheme}://{host}:{self.port}"
