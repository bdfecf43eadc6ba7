"""Keeps plans and pages of seats: each is encoded once for a version of its venue, and compressed once in
each coding that clients ask for."""

from functools import partial
from typing import Any

from seatpreview.caching import MEGABYTE, BoundedCache, CacheKind
from seatpreview.results import CompressibleText, content_etag
from seatpreview.values.ids import TenantId, VenueId

_PAGE_BYTES = 1000
"""The memory of a page besides its text."""

PlanKey = tuple[VenueId, int, str | None, str, str]
"""A venue, its version, a configuration, the language of names if the record has a translation for it, and
the language to which usual names are translated if there are any."""

SeatPageKey = tuple[VenueId, int, str | None, TenantId | None, bytes, bytes]
"""A venue, its version, a configuration, the caller's tenant, the secret that signs cursors, the query."""

PLANS = CacheKind[PlanKey, CompressibleText](1000, metric="plans")
SEAT_PAGES = CacheKind[SeatPageKey, CompressibleText](2000, 16 * MEGABYTE, "seat pages")

_Texts = BoundedCache[Any, CompressibleText]


def keep_plan(plans: _Texts, key: PlanKey, text: bytes, etag: str) -> CompressibleText:
    """Keeps a plan, and counts its compressed forms when they are made."""
    return plans.put(key, CompressibleText(text, etag, grow=partial(plans.grow, key)), len(text))


def keep_page(pages: _Texts, key: SeatPageKey, text: bytes, next_cursor: str | None) -> CompressibleText:
    """Keeps a page of seats, and counts its compressed forms when they are made."""
    page = CompressibleText(text, content_etag(text), next_cursor, partial(pages.grow, key))
    return pages.put(key, page, _PAGE_BYTES + len(key[-1]) + len(text))
