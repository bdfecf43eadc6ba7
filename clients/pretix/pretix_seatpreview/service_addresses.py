"""Addresses of services: how they are written, and which of them the operator of pretix permits.

Whoever may edit a single event may name a service for it. These rules bound what browsers load from there,
and what pretix itself calls: they are asked when an address is entered, and again at each use."""

from __future__ import annotations

import re

import httpx
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext as _

COPIED_PATHS = ("", "/console", "/v1")
"""What people copy with the address of a service. Other paths are refused: the element goes by the origin."""
DEFAULT_PORTS = {"https": 443, "http": 80}
_PORT_MAX = 65535
_HOST = re.compile(r"(?=.{1,253}$)[a-z0-9_-]{1,63}([.][a-z0-9_-]{1,63})*")
"""A name or an IPv4 address. Any other character would mean something else in a policy: `*` is every host."""


def origin_of(address: str) -> str | None:
    """Returns the scheme, host and port of a web address as browsers and policies write them; None if it has
    no such host, another scheme, or somebody's name in it."""
    url = _parsed(address)
    return None if url is None else _origin(url)


def service_address(entered: str) -> str | None:
    """Returns the address of a service as it is stored, without a slash at its end; None if it is none."""
    url = _parsed(entered)
    if url is None or url.query or url.path.rstrip("/") not in COPIED_PATHS:
        return None
    return _origin(url)


def permitted_services() -> tuple[str, ...] | None:
    """Returns the services of `services` in the section `seatpreview` of pretix.cfg; None if there is no such
    list, so that every service may be entered."""
    listed: str | None = settings.CONFIG_FILE.get("seatpreview", "services", fallback=None)
    return None if listed is None else _services(listed)


def refusal(address: str) -> str | None:
    """Returns why this service is not used, as a sentence for the organizer; None if nothing speaks against
    it."""
    service, permitted = service_address(address), permitted_services()
    if service is None:
        return _("This is no address of a service. Enter one such as https://seats.example.")
    if not _is_guarded(service):
        return _("The address must begin with https://, since keys are sent to it.")
    if permitted is not None and service not in permitted:
        return _(
            "The operator of this pretix does not permit this service, so that nothing is loaded from there. "
            "Choose one of the services in the list."
        )
    return None


def _parsed(address: str) -> httpx.URL | None:
    try:
        url = httpx.URL(address.strip())
    except httpx.InvalidURL:
        return None
    if url.scheme not in DEFAULT_PORTS or url.userinfo or not _HOST.fullmatch(url.raw_host.decode()):
        return None
    return url if url.port is None or 0 < url.port <= _PORT_MAX else None


def _origin(url: httpx.URL) -> str:
    port = "" if url.port in (None, DEFAULT_PORTS[url.scheme]) else f":{url.port}"
    return f"{url.scheme}://{url.raw_host.decode()}{port}"


def _is_guarded(service: str) -> bool:
    """Whether keys may be sent to a service: in the open only where pretix may call private networks."""
    return service.startswith("https://") or bool(settings.ALLOW_HTTP_TO_PRIVATE_NETWORKS)


def _services(listed: str) -> tuple[str, ...]:
    read = {entry: service_address(entry) for entry in listed.replace(",", " ").split()}
    services = tuple(dict.fromkeys(service for service in read.values() if service is not None))
    wrong = [entry for entry, service in read.items() if service is None or not _is_guarded(service)]
    if wrong or not services:
        raise ImproperlyConfigured(
            "[seatpreview] services in pretix.cfg is a list of addresses such as https://seats.example, "
            f"separated by spaces. {', '.join(wrong) or 'An empty list'} cannot be used."
        )
    return services
