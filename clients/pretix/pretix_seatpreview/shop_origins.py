"""The origins at which pretix shows shops: scheme, host and port, without a path."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from pretix.base.models import Organizer

from pretix_seatpreview.connection_settings import Scope
from pretix_seatpreview.keys import Origins
from pretix_seatpreview.service_addresses import origin_of


def origins_of(scope: Scope) -> Origins:
    """Returns the origins of all shops of the organizer, and of the pages that were entered for the
    widget."""
    shop = [
        origin_of(settings.SITE_URL) or settings.SITE_URL,
        *(_on_domain(name) for name in _domains(scope.organizer)),
    ]
    return Origins(tuple(dict.fromkeys(shop)), tuple(scope.read("widget_origins").split()))


def _on_domain(name: str) -> str:
    """Returns the origin of a domain of its own, which has the scheme and port of pretix itself."""
    site = urlsplit(settings.SITE_URL)
    return f"{site.scheme}://{name}" + (f":{site.port}" if site.port else "")


def _domains(organizer: Organizer) -> list[str]:
    names: list[str] = list(organizer.domains.order_by("domainname").values_list("domainname", flat=True))
    return names
