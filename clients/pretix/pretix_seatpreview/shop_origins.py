"""The origins at which pretix shows shops: scheme, host and port, without a path."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from pretix.base.models import Organizer

from pretix_seatpreview.connection_settings import Scope
from pretix_seatpreview.keys import Origins


def origins_of(scope: Scope) -> Origins:
    """Returns the origins of all shops of the organizer, and of the pages that were entered for the
    widget."""
    shop = [_origin(settings.SITE_URL), *(_on_domain(name) for name in _domains(scope.organizer))]
    return Origins(tuple(dict.fromkeys(shop)), tuple(scope.read("widget_origins").split()))


def origin_of_address(address: str) -> str | None:
    """Returns the origin of an address that somebody entered; None if it is no address of a web page."""
    try:
        parts = urlsplit(address.strip())
        _ = parts.port
    except ValueError:
        return None
    if parts.scheme not in ("https", "http") or not parts.hostname or parts.username:
        return None
    return f"{parts.scheme}://{parts.netloc.lower()}"


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


def _on_domain(name: str) -> str:
    """Returns the origin of a domain of its own, which has the scheme and port of pretix itself."""
    site = urlsplit(settings.SITE_URL)
    return f"{site.scheme}://{name}" + (f":{site.port}" if site.port else "")


def _domains(organizer: Organizer) -> list[str]:
    names: list[str] = list(organizer.domains.order_by("domainname").values_list("domainname", flat=True))
    return names
