"""The caches of plans and of pages of seats: each is encoded once for a version of its venue, and compressed
once in each coding that clients ask for."""

from functools import partial

from seatpreview.caching.bounded_cache import BoundedCache
from seatpreview.caching.derived import Derived
from seatpreview.context import Resources
from seatpreview.results.cacheable import Cacheable
from seatpreview.results.encoded import Encoded, EncodedPage
from seatpreview.values.ids import TenantId, VenueId

PLANS_MAX = 1000

PlanKey = tuple[VenueId, int, str | None, str]
"""A venue, its version, a configuration, and the language of names if the record has a translation for it."""

Plans = BoundedCache[PlanKey, Cacheable[Encoded]]
"""Plans of all venues of a process, as they are sent."""

PLANS = Derived[Plans]("plans")

SEAT_PAGES_MAX = 2000
SEAT_PAGES_BYTES_MAX = 16_000_000
"""Pages of seats that a worker keeps, for all venues together."""

_PAGE_BYTES = 1000
"""The memory of a page besides its text."""

SeatPageKey = tuple[VenueId, int, str | None, TenantId | None, bytes, bytes]
"""A venue, its version, a configuration, the caller's tenant, the secret that signs cursors, the query."""

SeatPages = BoundedCache[SeatPageKey, Cacheable[EncodedPage]]
"""Pages of seats of all venues of a process, as they are sent."""

SEAT_PAGES = Derived[SeatPages]("seat pages")


def keep_plan(plans: Plans, key: PlanKey, text: bytes) -> Cacheable[Encoded]:
    """Keeps a plan, and counts its compressed forms when they are made."""
    return plans.put(key, Cacheable(Encoded(text), text, partial(plans.grow, key)), len(text))


def keep_page(pages: SeatPages, key: SeatPageKey, page: EncodedPage) -> Cacheable[EncodedPage]:
    """Keeps a page of seats, and counts its compressed forms when they are made."""
    kept = Cacheable(page, page.body, partial(pages.grow, key))
    return pages.put(key, kept, _PAGE_BYTES + len(key[-1]) + len(page.body))


def seat_pages_of(resources: Resources) -> SeatPages:
    """Returns the cache of pages that was put together with the other resources of the process."""
    return SEAT_PAGES.require(resources)


def plans_of(resources: Resources) -> Plans:
    """Returns the cache of plans that was put together with the other resources of the process."""
    return PLANS.require(resources)
