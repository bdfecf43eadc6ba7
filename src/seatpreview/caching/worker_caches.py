"""Everything that a worker keeps between requests besides records: one object, made once for each worker.

The types of the entries are those of the rooms that fill them, and are imported for the type checker alone.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from seatpreview.caching.bounded_cache import BoundedCache
from seatpreview.caching.derived import Derived
from seatpreview.caching.recent import Recent
from seatpreview.caching.single_flight import SingleFlight

if TYPE_CHECKING:
    from msgspec import UnsetType

    from seatpreview.access.allowances import KeyAllowances
    from seatpreview.imagery.model import Imagery
    from seatpreview.imagery.signed_urls import SignedUrls, SignedUrlsKey
    from seatpreview.keys.cached_key import CachedKey
    from seatpreview.labels.matching.readings import Readings
    from seatpreview.labels.model import Parts, Resolution
    from seatpreview.limits.shares import Share
    from seatpreview.results.cacheable import CompressibleText
    from seatpreview.seats.plan_cache import PlanKey, SeatPageKey
    from seatpreview.seats.recent_previews import RecentPreview
    from seatpreview.seats.seat_view import SeatView, SeatViewKey
    from seatpreview.seats.seen_rows import SeenRows, SeenRowsKey
    from seatpreview.seats.spoken_language import SpokenLanguages
    from seatpreview.seats.venue_previews import VenuePreviews
    from seatpreview.stills.known_stills import KnownStills
    from seatpreview.values.clock import Moment
    from seatpreview.values.draft_state import DraftState
    from seatpreview.values.ids import TenantId, VenueId
    from seatpreview.venues.cached import CachedVenue

MEGABYTE = 1_000_000


class WorkerCaches:
    """The caches of one worker, each with its bounds, and the work that requests of the worker share.

    Bounds in bytes are for all tenants and venues together.
    """

    def __init__(
        self,
        previews_max: int,
        previews_bytes_max: int = sys.maxsize,
        plans_bytes_max: int = sys.maxsize,
    ) -> None:
        self.seat_views: BoundedCache[SeatViewKey, SeatView] = BoundedCache(previews_max, previews_bytes_max)
        self.signed_urls: BoundedCache[SignedUrlsKey, SignedUrls] = BoundedCache(5000, 16 * MEGABYTE)
        self.plans: BoundedCache[PlanKey, CompressibleText] = BoundedCache(1000, plans_bytes_max)
        self.seat_pages: BoundedCache[SeatPageKey, CompressibleText] = BoundedCache(2000, 16 * MEGABYTE)
        self.labels: LabelCaches = LabelCaches(
            BoundedCache(50_000, 48 * MEGABYTE), BoundedCache(20_000, 16 * MEGABYTE)
        )
        self.seen_rows: BoundedCache[SeenRowsKey, SeenRows] = BoundedCache(5000, 32 * MEGABYTE)
        self.seen_rows_failures: BoundedCache[SeenRowsKey, Moment] = BoundedCache(1000)
        self.queries: BoundedCache[tuple[type[Any], bytes], Any] = BoundedCache(20_000, 16 * MEGABYTE)
        self.spoken_languages: SpokenLanguages = BoundedCache(1000)
        # Drafts that somebody previews. Each request reads from the database which state is the current one.
        self.drafts: BoundedCache[DraftState, CachedVenue] = BoundedCache(50, 32 * MEGABYTE)
        # Noted for the next start.
        self.recent_venues: Recent[tuple[TenantId, str | UnsetType], RecentPreview] = Recent(50)
        self.recent_seats: Recent[RecentPreview, RecentPreview] = Recent(1000)
        # Derived from a record, and counted with it.
        self.venue_previews: Derived[CachedVenue, VenuePreviews] = Derived()
        self.key_allowances: Derived[CachedKey, KeyAllowances] = Derived()
        # At most 2,048 ids for each venue, of 150 bytes.
        self.known_stills: BoundedCache[VenueId, KnownStills] = BoundedCache(200)
        # Work under way. Each tenant waits for its own turn alone: another one's may be long in coming.
        self.plans_in_work: SingleFlight[tuple[PlanKey, Share], CompressibleText] = SingleFlight()
        self.previews_in_work: SingleFlight[tuple[CachedVenue, Imagery, Share], VenuePreviews] = (
            SingleFlight()
        )
        self.compressions_in_work: SingleFlight[tuple[CompressibleText, str, Share], bytes] = SingleFlight()
        self.preview_images_in_work: SingleFlight[tuple[bytes, Share], bytes] = SingleFlight()

        self.drafts_in_work: SingleFlight[tuple[DraftState, Share], CachedVenue] = SingleFlight()
        self.seen_rows_in_work: SingleFlight[tuple[SeenRowsKey, Share], SeenRows | None] = SingleFlight()

    def by_metric(self) -> dict[str, BoundedCache[Any, Any]]:
        """Returns the caches that are bounded in bytes, by their names in the metrics."""
        return {
            "previews": self.seat_views,
            "signed addresses": self.signed_urls,
            "plans": self.plans,
            "seat pages": self.seat_pages,
            "seen rows": self.seen_rows,
            "labels": self.labels.resolutions,
            "label words": self.labels.readings,
            "queries": self.queries,
            "drafts": self.drafts,
        }


class LabelCaches(NamedTuple):
    """What was found out about labels."""

    resolutions: BoundedCache[tuple[bytes, str | Parts], Resolution]
    """Resolutions by the id of the resolver and the label."""
    readings: Readings
    """The words of section names, as they were read."""
