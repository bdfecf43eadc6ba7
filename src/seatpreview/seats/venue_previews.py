"""The previews of a venue: its record and the images that are uploaded for it, joined once."""

from collections.abc import Hashable, Iterator
from datetime import datetime
from itertools import count
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from seatpreview.bounded_cache import BoundedCache
from seatpreview.cacheable import Cacheable
from seatpreview.caller import SessionClaims
from seatpreview.clock import Moment, moment_of
from seatpreview.imagery.model import Imagery, StoredImage
from seatpreview.labels.model import Place
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout, Section
from seatpreview.seats.descriptions import DescribedView, describe
from seatpreview.seats.image_choice import Choice, ImageIndex
from seatpreview.seats.lookup import check_is_open, check_may_see, configuration_asked, place_or_refusal
from seatpreview.seats.model import (
    Orientation,
    Preview,
    PreviewConfiguration,
    PreviewNeighbours,
    PreviewQuery,
    PreviewResolution,
    PreviewSeat,
    Provenance,
    Sightline,
)
from seatpreview.seats.sightline import eye_of, focus_of, orientation, sightline
from seatpreview.sessions.model import Locale
from seatpreview.venues.cached import CachedVenue
from seatpreview.venues.model import Ad, ViewerDefaults
from seatpreview.venues.venue_access import UsableVenue


class SeatView(msgspec.Struct, gc=False):
    """The part of a preview that stays the same until the venue or its images change."""

    configuration: PreviewConfiguration | None
    seat: PreviewSeat
    resolution: PreviewResolution
    choice: Choice | None
    provenance: Provenance
    orientation: Orientation
    sightline: Sightline
    description: str
    neighbours: PreviewNeighbours
    latest_preview: "TimedPreview | None" = None
    """The preview that was made of it most recently."""


class TimedPreview(msgspec.Struct, frozen=True, gc=False):
    """A preview, and the time for which it holds: until its addresses change, or an ad begins or ends."""

    result: Cacheable[Preview]
    secret_id: bytes
    """The id of the secret that signed the addresses."""
    begins: Moment
    ends: Moment

    def is_valid(self, at: Moment, secret_id: bytes) -> bool:
        return self.begins <= at < self.ends and self.secret_id == secret_id


class RunningAd(NamedTuple):
    ad: Ad
    image: StoredImage
    begins: Moment | None
    ends: Moment | None

    def applies(self, section: str, at: Moment) -> bool:
        if (self.begins is not None and at < self.begins) or (self.ends is not None and at >= self.ends):
            return False
        return not self.ad.sections or section in self.ad.sections


class VenuePreviews:
    """Makes the views of a venue's seats. It holds parts of the venue, and is forgotten together with it."""

    def __init__(self, venue: CachedVenue, imagery: Imagery, views: BoundedCache[Hashable, Any]) -> None:
        """The cache of views is shared with other venues."""
        self.imagery = imagery
        self._views = views
        self._layout: CompiledLayout = venue.layout
        self._defaults: ViewerDefaults = venue.record.viewer_defaults
        self._index = ImageIndex(venue.layout, venue.record.imagery_sets, imagery.images)
        self._ads = tuple(_running(venue.record.ads, imagery))
        self._number = next(_NUMBERS)

    def view(self, known: UsableVenue, query: PreviewQuery, session: SessionClaims | None) -> SeatView:
        """The view that a query asks for. It is cached by the query: buyers look at the same seats."""
        of_session = None if session is None else (session.configuration, session.locale)
        asked = (self._number, known.resolver.number, query, of_session)
        view: SeatView | None = self._views.get(asked)
        return view or self._views.put(asked, self._view(known, query, session))

    def ads(self, section: str, at: Moment) -> tuple[RunningAd, ...]:
        """Those that apply now."""
        return tuple(running for running in self._ads if running.applies(section, at))

    def next_ads_at(self, at: Moment) -> Moment | None:
        """When the next ad of the venue begins or ends."""
        times = (time for running in self._ads for time in (running.begins, running.ends))
        return min((time for time in times if time is not None and time > at), default=None)

    def _view(self, known: UsableVenue, query: PreviewQuery, session: SessionClaims | None) -> SeatView:
        layout = self._layout
        configuration = configuration_asked(layout, query.configuration, session)
        resolution = known.resolve(query.seat)
        place = place_or_refusal(resolution)
        check_may_see(place.key, session)  # Who may not see it is not told either that it is closed.
        check_is_open(place, configuration)
        section = layout.section(place.section)
        if section is None:
            raise LookupError(place.key)
        eye, focus = eye_of(layout, place), focus_of(layout, configuration)
        choice = self._index.choose(place, None if configuration is None else configuration.id)
        seen = sightline(layout, place, eye, configuration)
        locale = self._locale(query, session)
        return SeatView(
            configuration=None if configuration is None else PreviewConfiguration.of(configuration),
            seat=_seat(place, section),
            resolution=PreviewResolution(
                status="matched" if resolution.status == "matched" else "section_only",
                level=place.level,
                confidence=resolution.confidence,
            ),
            choice=choice,
            provenance=_provenance(choice),
            orientation=orientation(eye, focus, None if choice is None else choice.image, self._defaults),
            sightline=seen,
            description=self._description(place, section, configuration, choice, seen, locale),
            neighbours=_neighbours(layout, place),
        )

    def _locale(self, query: PreviewQuery, session: SessionClaims | None) -> Locale:
        if query.locale is not UNSET:
            return query.locale
        if session is not None and session.locale is not None:
            return "de" if session.locale == "de" else "en"
        return "en" if self._defaults.locale is UNSET else self._defaults.locale

    def _description(
        self,
        place: Place,
        section: Section,
        configuration: CompiledConfiguration | None,
        choice: Choice | None,
        seen: Sightline,
        locale: Locale,
    ) -> str:
        lender = None if choice is None else choice.borrowed_from
        lending = None if lender is None else self._layout.section(lender.section)
        described = DescribedView(
            place=place,
            section_name=section.name,
            level_name=section.level,
            focus_name=focus_of(self._layout, configuration).name or "",
            configuration_name="" if configuration is None else configuration.name,
            sightline=seen,
            source="drawing" if choice is None else choice.imagery_set.kind,
            match=None if choice is None else choice.match,
            borrowed_from=lender,
            lender_name="" if lending is None else lending.name,
            picture_distance_m=None if choice is None else choice.distance_m,
        )
        return describe(described, locale)


_NUMBERS = count()


def _running(ads: tuple[Ad, ...], imagery: Imagery) -> Iterator[RunningAd]:
    for ad in ads:
        image = imagery.get(ad.image)
        if image is not None:
            begins = moment_of(ad.from_) if isinstance(ad.from_, datetime) else None
            ends = moment_of(ad.until) if isinstance(ad.until, datetime) else None
            yield RunningAd(ad, image, begins, ends)


def _seat(place: Place, section: Section) -> PreviewSeat:
    return PreviewSeat(
        key=place.key,
        section=place.section,
        row=place.row,
        seat=place.seat,
        level=place.level,
        section_name=section.name,
        level_name=section.level or None,
    )


def _provenance(choice: Choice | None) -> Provenance:
    if choice is None:
        return Provenance(source="drawing", match=None, borrowed_from=None, distance_m=None)
    return Provenance(
        source=choice.imagery_set.kind,
        match=choice.match,
        borrowed_from=None if choice.borrowed_from is None else choice.borrowed_from.key,
        distance_m=None if choice.distance_m is None else round(choice.distance_m, 1),
    )


def _neighbours(layout: CompiledLayout, place: Place) -> PreviewNeighbours:
    found = None
    if place.row is not None and place.seat is not None:
        found = layout.neighbours(place.section, place.row, place.seat)
    if found is None:
        return PreviewNeighbours()
    left, right, in_front, behind = (None if key is None else str(key) for key in found)
    return PreviewNeighbours(left=left, right=right, in_front=in_front, behind=behind)
