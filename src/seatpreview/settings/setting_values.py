"""The values of settings, parsed from the text of a variable or a flag.

A parser raises a ValueError whose message, a sentence without its subject, says what to write instead.
"""

import ipaddress
import re
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import urlsplit

SECRET_CHARACTERS_MIN = 32
"""A shorter signing secret could be guessed."""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
PREFIX = "SEATPREVIEW_"


class Rate(NamedTuple):
    """A rate limit as a setting: requests in a window of seconds, and how many of them at once."""

    requests: int
    window_seconds: int
    burst: int

    def __str__(self) -> str:
        return f"{self.requests}/{self.window_seconds}/{self.burst}"


def read_count(text: str) -> int:
    """Reads a whole number of 1 or more."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 1_000_000_000):
        raise ValueError(f"is '{text}', and must be a whole number from 1 on")
    return int(text)


def read_megabytes(text: str) -> int:
    """Reads a number of megabytes."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 1_000_000):
        raise ValueError(f"is '{text}', and must be a whole number of megabytes from 1 to 1000000")
    return int(text)


def read_port(text: str) -> int:
    """Reads a port."""
    if not (text.isascii() and text.isdigit() and int(text) <= 65_535):
        raise ValueError(f"is '{text}', and must be a port from 0 to 65535")
    return int(text)


def read_count_or_zero(text: str) -> int:
    """Reads a whole number of 0 or more."""
    return 0 if text == "0" else read_count(text)


def read_hang_seconds(text: str) -> int:
    """Reads the seconds after which something counts as hanging. The minimum keeps slow processes safe."""
    if not (text.isascii() and text.isdigit() and (int(text) == 0 or 5 <= int(text) <= 3600)):
        raise ValueError(f"is '{text}', and must be a whole number of seconds from 5 to 3600, or 0")
    return int(text)


def read_stop_delay(text: str) -> int:
    """Reads how many seconds a stop is delayed."""
    if not (text.isascii() and text.isdigit() and int(text) <= 600):
        raise ValueError(f"is '{text}', and must be a whole number of seconds from 0 to 600")
    return int(text)


def read_flag(text: str) -> bool:
    """Reads true or false."""
    if text.lower() in ("true", "1", "yes", "on"):
        return True
    if text.lower() in ("false", "0", "no", "off"):
        return False
    raise ValueError(f"is '{text}', and must be true or false")


def read_rate(text: str) -> Rate:
    """Reads a rate limit."""
    parts = text.split("/")
    if len(parts) not in (2, 3):
        raise ValueError(f"is '{text}', and must be requests/seconds or requests/seconds/burst")
    requests, window_seconds, burst = (read_count(part) for part in (*parts, parts[0])[:3])
    if requests > 1_000_000 or window_seconds > 86_400 or burst > requests:
        raise ValueError(f"is '{text}': at most 1000000 requests, 86400 seconds, and burst at most requests")
    return Rate(requests, window_seconds, burst)


def read_networks(text: str) -> tuple[Network, ...]:
    """Reads networks, separated by commas."""
    try:
        return tuple(ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip())
    except ValueError as fault:
        raise ValueError(f"is '{text}': {fault}") from None


def one_of(*choices: str) -> Callable[[str], str]:
    """Returns a parser that accepts these words."""

    def read(text: str) -> str:
        if text not in choices:
            raise ValueError(f"is '{text}', and must be one of {', '.join(choices)}")
        return text

    return read


def read_host(text: str) -> str:
    """Reads the address or the name of a host to listen on. What looks like an IPv4 address has to be one."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        if not _HOST_NAME.fullmatch(text) or not text.strip("0123456789."):
            raise ValueError(f"is '{text}', and must be an IP address or the name of a host") from None
    return text


def address_with(*schemes: str) -> Callable[[str], str]:
    """Returns a parser of addresses with one of these schemes."""

    def read(text: str) -> str:
        if not text:
            return text
        url = urlsplit(text)
        if url.scheme not in schemes or not url.netloc:
            starts = " or ".join(f"{scheme}://" for scheme in schemes)
            raise ValueError(f"{_without_secrets(text)}must be an address that starts with {starts}")
        return text

    return read


def server_with(*schemes: str) -> Callable[[str], str]:
    """Returns a parser of addresses of servers, which may have a user and a password."""
    read_address = address_with(*schemes)

    def read(text: str) -> str:
        url = urlsplit(read_address(text))
        if "@" in url.path or url.fragment or ("@" in url.query and "@" not in url.netloc):
            raise ValueError(
                "has a password or a name with signs that mean something in an address: "
                "write @ as %40, / as %2F, # as %23 and ? as %3F"
            )
        return text

    return read


def read_public_url(text: str) -> str:
    """Reads the address of the service."""
    url = urlsplit(address_with("https", "http")(text))
    if url.path.strip("/") or url.query or url.fragment:
        raise ValueError(
            f"is '{text}', and must be a scheme and a host alone: the service stands at its root"
        )
    return text


def read_traces_url(text: str) -> str:
    """Reads the address of a collector. Errors that name it are logged, so it must not contain a secret."""
    url = urlsplit(address_with("https", "http")(text))
    if "@" in url.netloc or url.query or url.fragment:
        raise ValueError(
            "must be an address without user, password and query: set OTEL_EXPORTER_OTLP_HEADERS to what the "
            "collector asks for"
        )
    return text


def read_secrets(text: str) -> str:
    """Reads secrets, separated by commas."""
    if text and any(len(secret) < SECRET_CHARACTERS_MIN for secret in text.split(",")):
        raise ValueError(
            f"must be at least {SECRET_CHARACTERS_MIN} characters long, and so must each of several"
        )
    return text


def read_object_store(text: str) -> str:
    """Reads the address of an object store."""
    if text and (urlsplit(text).scheme != "s3" or not urlsplit(text).netloc):
        raise ValueError(
            f"{_without_secrets(text)}must be s3://bucket/prefix?endpoint=https://host&region=name"
        )
    return text


def _without_secrets(text: str) -> str:
    """Returns what was written, for a sentence about it, unless it may have a password."""
    return f"is '{text}', and " if _OPEN_ADDRESS.fullmatch(text) else ""


def read_ttl(text: str) -> int:
    """Reads how long an address is valid, in seconds."""
    seconds = read_count(text)
    if not 60 <= seconds <= 604_800:
        raise ValueError(f"is '{text}', and must be from 60 to 604800")
    return seconds


def read_milliseconds(text: str) -> int:
    """Reads a number of milliseconds."""
    if not (text.isascii() and text.isdigit() and int(text) <= 60_000):
        raise ValueError(f"is '{text}', and must be a whole number of milliseconds, up to 60000")
    return int(text)


def is_loopback(host: str) -> bool:
    """Returns whether a host is `localhost` or a loopback address of this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def variable(name: str) -> str:
    """Returns the name of a setting's environment variable."""
    return PREFIX + name.upper()


def text_of(value: object) -> str:
    """Formats a setting's value as a person would write it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple) and not isinstance(value, Rate):
        return ",".join(str(part) for part in value)
    return "" if value is None else str(value)


_HOST_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?")
_OPEN_ADDRESS = re.compile(r"(\w+://[\w.-]+(:\d+)?|[\w.-]+:\d{1,5})(/[\w./-]*)?")
"""A host with its scheme or its port, and no user: a text without either could be a password."""
