"""Which pages show the picker: the shop's own, and pages of others that have pretix's widget in them."""

import json
import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from django.http import HttpRequest
from pretix.base.models import Event
from pretix.multidomain.urlreverse import eventreverse_absolute

from pretix_seatpreview.connection_settings import own_scope

OUTER_ORIGINS = "outer_origins"
"""The event's own setting with the origins that the team has entered, one on each line."""
SEEN_ORIGINS = "seen_origins"
"""The event's own setting with the origins of pages that have shown the widget, as browsers said."""
SEEN_MAX = 10

ORIGIN = re.compile(r"https?://[a-z0-9.-]{1,200}(:[0-9]{1,5})?")


def shop_origins(event: Event) -> list[str]:
    """Returns the origins at which pretix itself shows the event."""
    return [_origin_of(eventreverse_absolute(event, "presale:event.index")) or ""]


def outer_origins(event: Event) -> list[str]:
    """Returns the origins of pages around the widget: those that the team has entered, then those seen."""
    entered = own_scope(event).read(OUTER_ORIGINS).split()
    return _unique([origin for text in [*entered, *seen_origins(event)] if (origin := _origin_of(text))])


def missing_origins(
    event: Event, allowed_origins: Iterable[str], frame_ancestors: Iterable[str]
) -> list[str]:
    """Returns the origins that the buyers' key lacks.

    The shop must be in both lists of the key. A page around the widget only frames the shop, so that it must
    be in `embedFrameAncestors` alone."""
    ancestors = set(frame_ancestors)
    shop = [
        origin
        for origin in shop_origins(event)
        if origin not in ancestors or origin not in set(allowed_origins)
    ]
    return _unique([*shop, *(origin for origin in outer_origins(event) if origin not in ancestors)])


def seen_origins(event: Event) -> list[str]:
    """Returns the origins of pages that have shown the widget."""
    stored = own_scope(event).read(SEEN_ORIGINS)
    return list(json.loads(stored)) if stored else []


def note_outer_page(event: Event, request: HttpRequest) -> None:
    """Remembers the origin of a page that shows the widget, so that the team hears which one a key lacks.

    At most ten are kept. Anybody can pretend to be such a page, so that nothing is allowed because of it."""
    origin = _origin_of(request.headers.get("Referer", ""))
    if origin is None or origin in shop_origins(event):
        return
    seen = seen_origins(event)
    if origin in seen or len(seen) >= SEEN_MAX:
        return
    own_scope(event).write(SEEN_ORIGINS, json.dumps([*seen, origin]))


def _origin_of(address: str) -> str | None:
    """Returns the origin of an address in the way browsers write it; None if it has none."""
    try:
        parts = urlsplit(address.strip()[:2_000])
        port = parts.port
    except ValueError:
        return None
    scheme, host = parts.scheme.lower(), (parts.hostname or "").lower()
    usual = {"http": 80, "https": 443}.get(scheme)
    origin = f"{scheme}://{host}" + (f":{port}" if port is not None and port != usual else "")
    return origin if ORIGIN.fullmatch(origin) else None


def _unique(origins: list[str]) -> list[str]:
    return list(dict.fromkeys(origins))
