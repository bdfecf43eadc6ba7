"""Reads the settings from the environment and from flags, and finds settings that cannot be used together."""

import importlib.util
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from difflib import get_close_matches
from typing import Any

from seatpreview.settings.setting_values import PREFIX, is_loopback, text_of, variable
from seatpreview.settings.settings import Settings, SettingsFault

TRACES_PACKAGES = (
    "opentelemetry.sdk",
    "opentelemetry.exporter.otlp.proto.http",
    "opentelemetry.instrumentation.asyncpg",
    "opentelemetry.instrumentation.redis",
)
"""The packages that the extra `traces` installs."""
CLIENT_VARIABLES = frozenset({"SEATPREVIEW_URL", "SEATPREVIEW_KEY"})
"""Variables of the clients for Python and TypeScript. They are not settings of the service, but are often set
beside them."""


Tolerates = Callable[[Settings, list[str]], bool]
"""Decides by the other settings whether unknown ones are ignored. Gets a sentence about each of them."""


def load(
    environ: Mapping[str, str],
    flags: Mapping[str, str | None] | None = None,
    tolerates_unknown: Tolerates = lambda _settings, _sentences: False,
) -> Settings:
    """Reads the settings: flags (named as the fields) override the environment, which overrides the defaults.

    Raises SettingsFault with every fault at once.
    """
    values: dict[str, Any] = {}
    faults: list[str] = []
    for item in fields(Settings):
        text = (flags or {}).get(item.name)
        if text is None:
            text = environ.get(variable(item.name))
        if text is None:
            continue
        if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
            faults.append(f"{variable(item.name)} has quotation marks around its value: leave them out.")
            continue
        try:
            values[item.name] = item.metadata["read"](text)
        except ValueError as fault:
            faults.append(f"{variable(item.name)} {fault}.")
    settings = Settings(**values)
    faults.extend(_conflicts(settings))
    unknown = list(_unknown(environ))
    if faults or (unknown and not tolerates_unknown(settings, unknown)):
        raise SettingsFault([*unknown, *faults])
    return settings


def as_environment(settings: Settings) -> dict[str, str]:
    """Returns the environment variables from which `load` reads the same settings again."""
    return {
        variable(item.name): text_of(getattr(settings, item.name))
        for item in fields(Settings)
        if getattr(settings, item.name) != item.default
    }


def _unknown(environ: Mapping[str, str]) -> Iterator[str]:
    """Finds variables that look like settings but are not, each with the setting that it resembles."""
    names = {variable(item.name) for item in fields(Settings)}
    known = names | CLIENT_VARIABLES
    for name in sorted(name for name in environ if name.startswith(PREFIX) and name not in known):
        close = get_close_matches(name, names, n=1, cutoff=0.85)
        hint = f"did you mean {close[0]}?" if close else "`seatpreview serve --help` lists them all."
        yield f"{name} is not a setting; {hint}"


def _conflicts(settings: Settings) -> Iterator[str]:
    """Finds settings that are valid by themselves but cannot be used together."""
    if settings.workers > 1 and settings.uses_sqlite:
        yield (
            f"{settings.workers} workers need PostgreSQL: "
            f"set {variable('database_url')}, or run one worker on SQLite."
        )
    if (settings.tls_cert is None) != (settings.tls_key is None):
        yield f"{variable('tls_cert')} and {variable('tls_key')} go together: set both, or neither."
    if settings.http2 and settings.tls_cert is None:
        yield f"{variable('http2')} needs {variable('tls_cert')}: HTTP/2 is spoken over TLS alone."
    if not is_loopback(settings.host) and not settings.tls_cert and not settings.tls_in_front:
        yield (
            f"Plain HTTP on {settings.host} is refused, since keys would travel in the clear: "
            f"set {variable('tls_cert')} and {variable('tls_key')}, "
            f"or {variable('tls_in_front')}=true where a proxy ends TLS."
        )
    if settings.traces_url and not all(map(_is_installed, TRACES_PACKAGES)):
        yield (
            f"{variable('traces_url')} needs packages that are not installed: "
            "run `pip install 'seatpreview[traces]'`, or leave it out."
        )
    if 0 < settings.revoked_key_days < settings.audit_days:
        yield (
            f"{variable('revoked_key_days')} is {settings.revoked_key_days}, and must be 0, or at least the "
            f"{settings.audit_days} days of {variable('audit_days')}, in which keys can be looked up."
        )
    if settings.tls_in_front and not settings.public_url.startswith("https://"):
        yield f"{variable('tls_in_front')} needs {variable('public_url')}, the https address of clients."


def _is_installed(package: str) -> bool:
    try:
        return importlib.util.find_spec(package) is not None
    except ModuleNotFoundError:  # The parent package is missing.
        return False
