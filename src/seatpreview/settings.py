"""Settings: environment variables with the prefix SEATPREVIEW_, and flags of the same names.

The class `Settings` is the only list of them; the flags of `seatpreview serve` and docs/settings.md are
generated from it.
"""

import ipaddress
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

PREFIX = "SEATPREVIEW_"

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class SettingsFault(Exception):
    """Raised for settings that cannot be used, with a sentence for each that says what to set instead."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class Rate(NamedTuple):
    """A rate limit as a setting: requests in a window of seconds, and how many of them at once."""

    requests: int
    window_seconds: int
    burst: int

    def __str__(self) -> str:
        return f"{self.requests}/{self.window_seconds}/{self.burst}"


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 1_000_000_000):
        raise ValueError(f"is '{text}', and must be a whole number from 1 on")
    return int(text)


def _megabytes(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 1_000_000):
        raise ValueError(f"is '{text}', and must be a whole number of megabytes from 1 to 1000000")
    return int(text)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= 65_535):
        raise ValueError(f"is '{text}', and must be a port from 0 to 65535")
    return int(text)


def _count_or_zero(text: str) -> int:
    return 0 if text == "0" else _count(text)


def _flag(text: str) -> bool:
    if text.lower() in ("true", "1", "yes", "on"):
        return True
    if text.lower() in ("false", "0", "no", "off"):
        return False
    raise ValueError(f"is '{text}', and must be true or false")


def _rate(text: str) -> Rate:
    parts = text.split("/")
    if len(parts) not in (2, 3):
        raise ValueError(f"is '{text}', and must be requests/seconds or requests/seconds/burst")
    requests, window_seconds, burst = (_count(part) for part in (*parts, parts[0])[:3])
    if requests > 1_000_000 or window_seconds > 86_400 or burst > requests:
        raise ValueError(f"is '{text}': at most 1000000 requests, 86400 seconds, and burst at most requests")
    return Rate(requests, window_seconds, burst)


def _networks(text: str) -> tuple[Network, ...]:
    try:
        return tuple(ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip())
    except ValueError as fault:
        raise ValueError(f"is '{text}': {fault}") from None


def _one_of(*choices: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in choices:
            raise ValueError(f"is '{text}', and must be one of {', '.join(choices)}")
        return text

    return read


def _address(*schemes: str) -> Callable[[str], str]:
    """Returns a parser of addresses with one of these schemes.

    No fault repeats the address, since it may contain a password.
    """

    def read(text: str) -> str:
        if text and (urlsplit(text).scheme not in schemes or not urlsplit(text).netloc):
            raise ValueError(f"must be an address that starts with {' or '.join(f'{s}://' for s in schemes)}")
        return text

    return read


def _public_url(text: str) -> str:
    url = urlsplit(_address("https", "http")(text))
    if url.path.strip("/") or url.query or url.fragment:
        raise ValueError(
            f"is '{text}', and must be a scheme and a host alone: the service stands at its root"
        )
    return text


def _secrets(text: str) -> str:
    if text and any(len(secret) < 32 for secret in text.split(",")):
        raise ValueError("must be at least 32 characters long, and so must each of several")
    return text


def _object_store(text: str) -> str:
    if text and (urlsplit(text).scheme != "s3" or not urlsplit(text).netloc):
        raise ValueError("must be s3://bucket/prefix?endpoint=https://host&region=name")
    return text


def _ttl(text: str) -> int:
    seconds = _count(text)
    if not 60 <= seconds <= 604_800:
        raise ValueError(f"is '{text}', and must be from 60 to 604800")
    return seconds


def _milliseconds(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= 60_000):
        raise ValueError(f"is '{text}', and must be a whole number of milliseconds, up to 60000")
    return int(text)


def _setting(default: Any, read: Callable[[str], Any], meaning: str) -> Any:
    return field(default=default, metadata={"read": read, "meaning": meaning})


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a process, each with a parser of its text and a sentence on its meaning."""

    data_dir: Path = _setting(
        Path("data"),
        Path,
        "Folder of the SQLite files, the images and the signing secret. Made where it is missing.",
    )
    host: str = _setting("127.0.0.1", str, "Address to listen on.")
    port: int = _setting(8080, _port, "Port to listen on. 0: a free one, which is said at start.")
    workers: int = _setting(1, _count, "Worker processes. More than one needs DATABASE_URL.")
    database_url: str = _setting(
        "",
        _address("postgresql", "postgres"),
        "postgresql://user:password@host/name. Empty: SQLite in DATA_DIR.",
    )
    valkey_url: str = _setting(
        "",
        _address("redis", "rediss", "valkey", "valkeys"),
        "redis://host:6379/0 of the Valkey or Redis on which workers share rate limits. Empty: in process.",
    )
    object_store_url: str = _setting(
        "",
        _object_store,
        "s3://bucket/prefix?endpoint=https://host&region=name of the S3-compatible storage of images, with "
        "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY set. Empty: a folder in DATA_DIR.",
    )
    public_url: str = _setting(
        "",
        _public_url,
        "Address at which clients reach the service, without /v1. Empty: made from HOST and PORT.",
    )
    trusted_proxies: tuple[Network, ...] = _setting(
        (), _networks, "Addresses or networks, separated by commas, whose X-Forwarded-For counts."
    )
    tls_cert: Path | None = _setting(
        None, Path, "Certificate chain (PEM). With TLS_KEY, the service speaks HTTPS itself."
    )
    tls_key: Path | None = _setting(None, Path, "Private key (PEM) of TLS_CERT.")
    tls_in_front: bool = _setting(
        False, _flag, "true where a proxy in front ends TLS. Otherwise plain HTTP is served on loopback only."
    )
    signing_secret: str = _setting(
        "",
        _secrets,
        "At least 32 characters that sign sessions, addresses of images and cursors, the same on every "
        "machine. Several, separated by commas: the first signs, all check. Empty: made once, in DATA_DIR.",
    )
    link_secrets: str = _setting(
        "",
        _secrets,
        "Secrets that were removed from SIGNING_SECRET at most 400 days ago, separated by commas. They check "
        "links to preview images, and nothing else.",
    )
    key_rate: Rate = _setting(
        Rate(6000, 60, 1000), _rate, "Rate of a key without a rateLimit of its own: requests/seconds/burst."
    )
    tenant_rate: Rate = _setting(
        Rate(60_000, 60, 60_000),
        _rate,
        "Rate of a tenant's keys together, where the tenant has no rateLimit.",
    )
    address_rate: Rate = _setting(
        Rate(1200, 60, 300),
        _rate,
        "Rate of requests without a secret, or with a wrong one, from one address.",
    )
    connections_max: int = _setting(
        0,
        _count_or_zero,
        "Connections that a worker has open at most; others wait. 0: as many as its open files allow, up "
        "to 10000.",
    )
    requests_max: int = _setting(
        1000, _count, "Requests that a worker has in progress at most. It refuses others at once (503)."
    )
    requests_per_client: int = _setting(
        200,
        _count,
        "Requests in progress at most from one address, without Authorization, and bodies that are being "
        "received at most with one key; in each worker.",
    )
    memory_records: int = _setting(
        100_000, _count, "Records of each kind that a worker keeps in memory at most."
    )
    memory_records_mb: int = _setting(
        64, _megabytes, "Megabytes of keys, tenants, aliases and ended sessions in a worker's memory at most."
    )
    memory_venues: int = _setting(
        1000, _count, "Venues, with their layouts, that a worker keeps in memory at most."
    )
    memory_venues_mb: int = _setting(
        192,
        _megabytes,
        "Megabytes of venues, grants and lists of images in a worker's memory at most, besides a larger one "
        "that is in use.",
    )
    memory_previews: int = _setting(
        20_000, _count, "Previews, with their text, that a worker keeps in memory at most."
    )
    memory_previews_mb: int = _setting(
        128, _megabytes, "Megabytes of previews, with their text, in a worker's memory at most."
    )
    memory_plans_mb: int = _setting(
        32, _megabytes, "Megabytes of the plans of venues, as they are sent, in a worker's memory at most."
    )
    heavy_processes: int = _setting(
        2,
        _count,
        "Processes of a worker for heavy work (checking records, dry runs, plans), and as many for pictures. "
        "One tenant gets all but one of them at most.",
    )
    heavy_memory_mb: int = _setting(
        2048, _megabytes, "Megabytes of memory that each of these processes may use."
    )
    bodies_mb: int = _setting(
        256, _megabytes, "Megabytes of bodies above 100 kB that a worker receives or uses at once."
    )
    uploads_max: int = _setting(
        32, _count, "Pictures that a worker receives or decodes at once, each in a file of at most 50 MB."
    )
    url_ttl_seconds: int = _setting(
        900, _ttl, "Seconds that a signed address of an image is good for, at most."
    )
    event_days: int = _setting(400, _count, "Days that events are kept.")
    audit_days: int = _setting(400, _count, "Days that the audit log is kept.")
    metrics_host: str = _setting("127.0.0.1", str, "Address of the metrics listener.")
    metrics_port: int = _setting(
        9464, _port, "Port of the metrics listener (/metrics, /healthz, /readyz). 0: none."
    )
    chromium: str = _setting(
        "", str, "Path of the Chromium that `imagery render` starts. Empty: the machine's own."
    )
    log_format: str = _setting(
        "auto",
        _one_of("auto", "json", "text"),
        "json: an object a line. text: for people. auto: text on a terminal.",
    )
    log_loop_holds_ms: int = _setting(
        0,
        _milliseconds,
        "For diagnosis: logs when a worker's event loop was held for longer than these milliseconds. "
        "0: never.",
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


def load(environ: Mapping[str, str], flags: Mapping[str, str | None] | None = None) -> Settings:
    """Reads the settings: flags (named as the fields) override the environment, which overrides the defaults.

    Raises SettingsFault with every fault at once.
    """
    values: dict[str, Any] = {}
    faults = [f"{name} is not a setting." for name in _unknown(environ)]
    for item in fields(Settings):
        text = (flags or {}).get(item.name)
        if text is None:
            text = environ.get(variable(item.name))
        if text is None:
            continue
        try:
            values[item.name] = item.metadata["read"](text)
        except ValueError as fault:
            faults.append(f"{variable(item.name)} {fault}.")
    settings = Settings(**values)
    faults.extend(_conflicts(settings))
    if faults:
        raise SettingsFault(faults)
    return settings


def as_environment(settings: Settings) -> dict[str, str]:
    """Returns the environment variables from which `load` reads the same settings again."""
    return {
        variable(item.name): text_of(getattr(settings, item.name))
        for item in fields(Settings)
        if getattr(settings, item.name) != item.default
    }


def variable(name: str) -> str:
    """Returns the name of a setting's environment variable."""
    return PREFIX + name.upper()


def text_of(value: object) -> str:
    """Returns a setting's value as a person would write it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple) and not isinstance(value, Rate):
        return ",".join(str(part) for part in value)
    return "" if value is None else str(value)


def is_loopback(host: str) -> bool:
    """Checks that a host is `localhost` or an address of this machine's loopback."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _unknown(environ: Mapping[str, str]) -> list[str]:
    names = {variable(item.name) for item in fields(Settings)}
    return sorted(name for name in environ if name.startswith(PREFIX) and name not in names)


def _conflicts(settings: Settings) -> Iterator[str]:
    """Finds settings that are valid on their own and cannot be used together."""
    if settings.workers > 1 and settings.uses_sqlite:
        yield (
            f"{settings.workers} workers need PostgreSQL: "
            f"set {variable('database_url')}, or run one worker on SQLite."
        )
    if (settings.tls_cert is None) != (settings.tls_key is None):
        yield f"{variable('tls_cert')} and {variable('tls_key')} go together: set both, or neither."
    if not is_loopback(settings.host) and not settings.tls_cert and not settings.tls_in_front:
        yield (
            f"Plain HTTP on {settings.host} is refused, since keys would travel in the clear: "
            f"set {variable('tls_cert')} and {variable('tls_key')}, "
            f"or {variable('tls_in_front')}=true where a proxy ends TLS."
        )
    if settings.tls_in_front and not settings.public_url.startswith("https://"):
        yield f"{variable('tls_in_front')} needs {variable('public_url')}, the https address of clients."
