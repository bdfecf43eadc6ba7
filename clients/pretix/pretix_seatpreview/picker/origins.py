"""Pages of others that show pretix's widget, and with it the picker in a frame within a frame."""

from django.http import HttpRequest
from pretix.base.models import Event

from pretix_seatpreview.connection_settings import Scope, scope_of
from pretix_seatpreview.service_addresses import origin_of
from pretix_seatpreview.shop_origins import origins_of

SEEN_ORIGINS = "seen_origins"
"""The setting with the origins of pages that have shown the widget, as their browsers said."""
SEEN_MAX = 10
ADDRESS_CHARACTERS_MAX = 2_000


def missing_origins(scope: Scope) -> list[str]:
    """Returns the origins of pages that have shown the widget, and that the settings do not name yet.

    A browser shows the map there only if `embedFrameAncestors` of the key for buyers has the page's origin.
    The buyers of such a page choose their seats from the list."""
    known = origins_of(scope)
    return [origin for origin in _seen(scope) if origin not in known.frames]


def note_outer_page(event: Event, request: HttpRequest) -> None:
    """Remembers the origin of a page that shows the widget, for `missing_origins`.

    At most ten are kept. Anybody can pretend to be such a page: nothing is allowed because of it."""
    origin = origin_of(request.headers.get("Referer", "")[:ADDRESS_CHARACTERS_MAX])
    scope = scope_of(event)
    seen = _seen(scope)
    if origin is None or origin in seen or len(seen) >= SEEN_MAX:
        return
    if origin not in origins_of(scope).shop:
        scope.write(SEEN_ORIGINS, " ".join([*seen, origin]))


def _seen(scope: Scope) -> list[str]:
    return scope.read(SEEN_ORIGINS).split()
