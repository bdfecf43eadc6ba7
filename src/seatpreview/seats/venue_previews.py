"""The previews of a venue: its record joined with its uploaded images, once for all requests."""

from bisect import bisect_right
from collections.abc import Hashable, Iterator
from datetime import datetime
from itertools import count
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from seatpreview.caching.bounded_cache import BoundedCache
from seatpreview.caching.derived import Derived
from seatpreview.context import Resources
from seatpreview.imagery.model import Imagery, StoredImage
from seatpreview.labels.model import Place, named_seats
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout, Section
from seatpreview.layouts.geometry import Point
from seatpreview.layouts.model import Mood
from seatpreview.results.cacheable import Cacheable
from seatpreview.results.json_encoding import encode
from seatpreview.seats.descriptions import DescribedView, describe_picture, describe_place
from seatpreview.seats.display_names import DisplayNames
from seatpreview.seats.image_choice import Choice, ImageIndex
from seatpreview.seats.lookup import check_may_see, find_configuration, middle_of, mood_of
from seatpreview.seats.model import (
    Orientation,
    PreviewConfiguration,
    PreviewDrawing,
    PreviewEye,
    PreviewNeighbours,
    PreviewQuery,
    PreviewResolution,
    PreviewSeat,
    PreviewVenue,
    Provenance,
    Sightline,
)
from seatpreview.seats.preview_text import PreviewText
from seatpreview.seats.seat_question import SeatQuestion
from seatpreview.seats.sightline import direction_to, focus_of, orientation, sightline
from seatpreview.seats.spoken_language import SpokenLanguage, spoken_language
from seatpreview.seats.view_origin import ViewOrigin, view_origin
from seatpreview.values.caller import SessionClaims
from seatpreview.values.clock import Moment, moment_of
from seatpreview.values.validated_text import Label
from seatpreview.venues.cached import CachedVenue
from seatpreview.venues.model import ADS_SHOWN_MAX, Ad, ViewerDefaults
from seatpreview.venues.translations import NOT_TRANSLATED
from seatpreview.venues.venue_access import UsableVenue


class SeatView(msgspec.Struct, gc=False):
    """The part of a preview that stays the same until the venue or its images change."""

    cache_key: Hashable
    configuration: PreviewConfiguration | None
    mood: Mood | None
    seat: PreviewSeat
    seats: tuple[Place, ...] | UnsetType
    view_from: str | UnsetType
    eye: PreviewEye | None
    keys: tuple[str, ...]
    """The keys of all places that the view is for, in the order of the label: one, or several seats."""
    resolution: PreviewResolution
    choice: Choice | None
    provenance: Provenance
    orientation: Orientation
    sightline: Sightline
    description: str
    drawing: PreviewDrawing | None
    language: str
    """The language of the description."""
    lender_name: str
    """The name of the section that the image is borrowed from, where it is."""
    neighbours: PreviewNeighbours
    latest_preview: "TimedPreview | None" = None
    """The preview that was built from this view most recently."""


class TimedPreview(msgspec.Struct, frozen=True, gc=False):
    """A preview with its period of validity: until its signed addresses change, or an ad begins or ends."""

    result: Cacheable[PreviewText]
    secret_id: bytes
    """The id of the secret that signed the addresses."""
    begins: Moment
    ends: Moment

    def is_valid(self, at: Moment, secret_id: bytes) -> bool:
        """Returns whether the preview can be served at this time, with addresses of the current secret."""
        return self.begins <= at < self.ends and self.secret_id == secret_id


class AddressPeriod(NamedTuple):
    """A period in which signed addresses stay the same: its end, and the id of the secret that signs."""

    ends: Moment
    secret_id: bytes


class ScheduledAd(msgspec.Struct, eq=False):
    """An ad whose image is uploaded, with its period."""

    ad: Ad
    image: StoredImage
    begins: Moment | None
    ends: Moment | None
    sections: frozenset[str]
    """The sections in which it is shown; empty for all of them."""
    shown: tuple[AddressPeriod, msgspec.Raw] | None = None
    """The ad as previews show it, with addresses of this period: encoded once for all of the period."""

    def applies(self, section: str, at: Moment) -> bool:
        """Returns whether the ad is shown in the section at this time."""
        if (self.begins is not None and at < self.begins) or (self.ends is not None and at >= self.ends):
            return False
        return not self.sections or section in self.sections


VIEW_BYTES = 2800
"""The memory of a view with its two descriptions, measured and rounded up."""

SEAT_BYTES = 300
"""The memory of each seat of a view for several seats, with its name in the description."""

PREVIEW_BYTES = 1800
"""The memory of a preview besides its text. Its ads are shared with other previews, and not counted."""

SeatViews = BoundedCache[Hashable, SeatView]
"""The cache of views, of all venues of a process together."""

SEAT_VIEWS = Derived[SeatViews]("seat views")


def seat_views_of(resources: Resources) -> SeatViews:
    """Returns the cache of views that was put together with the other resources of the process."""
    return SEAT_VIEWS.require(resources)


class VenuePreviews:
    """Builds the views of a venue's seats. It is kept with the venue, and evicted together with it."""

    def __init__(self, venue: CachedVenue, imagery: Imagery, views: SeatViews) -> None:
        """Shares the cache `views` with other venues."""
        self.imagery = imagery
        self._views = views
        self.venue_text = msgspec.Raw(encode(_venue_of(venue)))
        self.viewer_defaults_text = msgspec.Raw(encode(venue.record.viewer_defaults))
        self._layout: CompiledLayout = venue.layout
        self._defaults: ViewerDefaults = venue.record.viewer_defaults
        self._index = ImageIndex(venue.layout, venue.record.imagery_sets, imagery.images)
        self._ads = tuple(_scheduled_ads(venue.record.ads, imagery))
        times = (time for scheduled in self._ads for time in (scheduled.begins, scheduled.ends))
        self._ads_change_at = sorted(time for time in times if time is not None)
        self._translations = venue.record.translations
        self._names: dict[str, DisplayNames] = {}
        """The names in each language of the translations, and those of the record under an empty name."""
        locale = self._defaults.locale
        self._own_locale = None if locale is UNSET else str(locale)
        self._translated = frozenset(self._translations)
        self._own_language = spoken_language(None, self._own_locale, self._translated)
        self.serial = next(_SERIALS)
        """A number that no other previews of the process have."""

    def view(self, usable: UsableVenue, query: PreviewQuery, session: SessionClaims | None) -> SeatView:
        """Returns the view for a query. It is cached, since buyers look at the same seats: by the label, and
        by what configuration and locale come to, however they are written."""
        configuration = find_configuration(self._layout, query.configuration, session)
        asked = session.locale if query.locale is UNSET and session is not None else query.locale
        language = self._own_language
        if isinstance(asked, str):
            language = spoken_language(asked, self._own_locale, self._translated)
        cache_key = (
            self.serial,
            usable.resolver.cache_id,
            query.seat,
            query.min_confidence,
            None if configuration is None else configuration.id,
            language,
        )
        view = self._views.get(cache_key)
        if view is None:
            view = self._view(cache_key, usable, query, session, configuration, language)
            self._views.put(cache_key, view, _view_bytes(view))
        return view

    def keep_latest(self, view: SeatView, latest: TimedPreview) -> TimedPreview:
        """Keeps the preview with its view, until a later one replaces it."""
        view.latest_preview = latest
        preview_bytes = PREVIEW_BYTES + len(latest.result.body or b"")
        self._views.resize(view.cache_key, _view_bytes(view) + preview_bytes)
        return latest

    def ads(self, section: str, at: Moment) -> list[ScheduledAd]:
        """Returns the first ads, in the record's order, that apply in the section now."""
        return [scheduled for scheduled in self._ads if scheduled.applies(section, at)][:ADS_SHOWN_MAX]

    def next_ads_at(self, at: Moment) -> Moment | None:
        """Returns when the next ad of the venue begins or ends."""
        later = bisect_right(self._ads_change_at, at)
        return self._ads_change_at[later] if later < len(self._ads_change_at) else None

    def _view(
        self,
        cache_key: Hashable,
        usable: UsableVenue,
        query: PreviewQuery,
        session: SessionClaims | None,
        configuration: CompiledConfiguration | None,
        language: SpokenLanguage,
    ) -> SeatView:
        layout = self._layout
        names = self._names_in(language.names)
        resolution = usable.resolve(query.seat, query.min_confidence)
        question = SeatQuestion(
            asked=query.seat,
            layout=layout,
            configuration=configuration,
            session=session,
            names=names,
            language=language.texts,
        )
        places = question.require_places(resolution)
        keys = tuple([place.key for place in places])
        # Checked first: a caller that may not see the seat must not learn that it is closed.
        check_may_see(keys, session)
        place = middle_of(places)
        question.check_is_open(place)
        section = layout.section(place.section)
        if section is None:
            raise LookupError(place.key)
        origin = view_origin(layout, place, configuration)
        eye, focus = origin.eye, focus_of(layout, configuration)
        direction = None if eye is None else direction_to(eye, focus)
        choice = self._index.choose(place, None if configuration is None else configuration.id, eye)
        seen = sightline(layout, origin.place, eye, configuration)
        lender_name = self._lender_name(choice, names)
        described = self._described(places, origin, section, configuration, seen, names)
        said_of_place = describe_place(described, language.texts, language.units)
        said_of_drawing = said = describe_picture(described, language.texts, language.units)
        drawn = facing = orientation(direction, None, self._defaults)
        if choice is not None:
            pictured = _with_picture(described, choice, lender_name)
            said = describe_picture(pictured, language.texts, language.units)
            facing = orientation(direction, choice.image, self._defaults)
        drawing = None
        if eye is not None:
            drawing = PreviewDrawing(orientation=drawn, description=f"{said_of_place} {said_of_drawing}")
        return SeatView(
            cache_key=cache_key,
            configuration=names.described(configuration),
            mood=mood_of(configuration, self._defaults),
            seat=_seat(places[0], section, names),
            seats=named_seats(resolution),
            view_from=(origin.place.key if len(places) > 1 or _is_representative(origin, places) else UNSET),
            eye=_eye(eye),
            keys=keys,
            resolution=PreviewResolution(
                status="matched" if resolution.status == "matched" else "section_only",
                level=place.level,
                confidence=resolution.confidence,
            ),
            choice=_with_display_names(choice, names),
            provenance=_provenance(choice),
            orientation=facing,
            sightline=seen,
            description=f"{said_of_place} {said}",
            drawing=drawing,
            language=language.texts,
            lender_name=lender_name,
            neighbours=_neighbours(layout, origin.place),
        )

    def _names_in(self, language: str) -> DisplayNames:
        return self._names.get(language) or self._names.setdefault(
            language, DisplayNames(self._translations.get(language, NOT_TRANSLATED))
        )

    def _described(
        self,
        places: tuple[Place, ...],
        origin: ViewOrigin,
        section: Section,
        configuration: CompiledConfiguration | None,
        seen: Sightline,
        names: DisplayNames,
    ) -> DescribedView:
        """Returns what is to be described, with a drawing as its picture."""
        return DescribedView(
            place=middle_of(places),
            several_seats=tuple(place.seat or "" for place in places) if len(places) > 1 else (),
            view_from=origin.place if _is_representative(origin, places) else None,
            section_name=names.section(section),
            level_name=names.level(section),
            focus_name=focus_of(self._layout, configuration).name or "",
            configuration_name="" if configuration is None else names.configuration(configuration),
            sightline=seen,
            source="drawing",
        )

    def _lender_name(self, choice: Choice | None, names: DisplayNames) -> str:
        lender = None if choice is None else choice.borrowed_from
        lending = None if lender is None else self._layout.section(lender.section)
        return "" if lending is None else names.section(lending)


_SERIALS = count()


def _venue_of(venue: CachedVenue) -> PreviewVenue:
    record = venue.record
    return PreviewVenue(venue_id=venue.venue_id, name=record.name, timezone=record.timezone)


def _with_display_names(choice: Choice | None, names: DisplayNames) -> Choice | None:
    """Returns the choice with the attribution of its set as people see it."""
    if choice is None:
        return None
    imagery_set = choice.imagery_set
    attribution = names.attribution(imagery_set)
    if attribution == imagery_set.attribution:
        return choice
    return replace(choice, imagery_set=replace(imagery_set, attribution=Label(attribution)))


def _with_picture(described: DescribedView, choice: Choice, lender_name: str) -> DescribedView:
    return replace(
        described,
        source=choice.imagery_set.kind,
        match=choice.match,
        borrowed_from=choice.borrowed_from,
        lender_name=lender_name,
        picture_distance_m=choice.distance_m,
    )


def _is_representative(origin: ViewOrigin, places: tuple[Place, ...]) -> bool:
    """Returns whether the view is from a seat that stands for the row or the section that was asked for."""
    return origin.place.seat is not None and places[0].seat is None


def _eye(eye: Point | None) -> PreviewEye | None:
    """Returns the position in whole centimetres."""
    return None if eye is None else PreviewEye(x=round(eye.x, 2), y=round(eye.y, 2), z=round(eye.z, 2))


def _view_bytes(view: SeatView) -> int:
    return VIEW_BYTES + (SEAT_BYTES * len(view.keys) if len(view.keys) > 1 else 0)


def _scheduled_ads(ads: tuple[Ad, ...], imagery: Imagery) -> Iterator[ScheduledAd]:
    for ad in ads:
        image = imagery.get(ad.image)
        if image is not None:
            begins = moment_of(ad.from_) if isinstance(ad.from_, datetime) else None
            ends = moment_of(ad.until) if isinstance(ad.until, datetime) else None
            yield ScheduledAd(ad, image, begins, ends, frozenset(ad.sections))


def _seat(place: Place, section: Section, names: DisplayNames) -> PreviewSeat:
    return PreviewSeat(
        key=place.key,
        section=place.section,
        row=place.row,
        seat=place.seat,
        level=place.level,
        section_name=names.section(section),
        level_name=names.level(section) or None,
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
    if place.seat is not None:
        found = layout.neighbours(place.section, place.row, place.seat)
    if found is None:
        return PreviewNeighbours()
    left, right, in_front, behind = found
    return PreviewNeighbours(left=left, right=right, in_front=in_front, behind=behind)
