"""The previews of a venue: its record joined with its uploaded images, once for all requests."""

from bisect import bisect_right

from msgspec import UNSET
from msgspec.structs import replace

from seatpreview.caching import Derived, Kind, WorkerCaches, content_id
from seatpreview.imagery.model import Imagery
from seatpreview.labels.model import Place, named_seats
from seatpreview.layouts.compiled import PLAIN_SEAT, CompiledConfiguration, CompiledLayout, SeatKind, Section
from seatpreview.layouts.geometry import Point
from seatpreview.layouts.model import NO_ROW, Assumption, Category, with_names
from seatpreview.results import encode
from seatpreview.seats.camera import Camera
from seatpreview.seats.descriptions import DescribedView, describe_picture, describe_place
from seatpreview.seats.display_names import DisplayNames
from seatpreview.seats.drawn_venue import DrawnVenue
from seatpreview.seats.hall_sight import has_something_to_look_at
from seatpreview.seats.image_choice import Choice, ImageIndex
from seatpreview.seats.label_refusals import AskedLabel
from seatpreview.seats.looked_at_words import looked_at_word
from seatpreview.seats.lookup import check_may_see, find_configuration, middle_of, mood_of
from seatpreview.seats.model import (
    Preview,
    PreviewDrawing,
    PreviewEye,
    PreviewNeighbours,
    PreviewQuery,
    PreviewResolution,
    PreviewSeat,
    PreviewVenue,
)
from seatpreview.seats.provenance_model import PreviewCamera, Provenance
from seatpreview.seats.scheduled_ads import ScheduledAd, scheduled_ads
from seatpreview.seats.seat_view import SEAT_VIEWS, LocatedView, SeatView, SeatViewKey
from seatpreview.seats.seen_rows import SEEN_ROWS, RowDivisions, SeenRows
from seatpreview.seats.sightline import direction_to, focus_of, orientation, sightline
from seatpreview.seats.spoken_language import (
    SPOKEN_LANGUAGES,
    SpokenLanguage,
    cached_language,
    spoken_language,
)
from seatpreview.seats.stated_heights import states_heights
from seatpreview.seats.view_origin import ViewOrigin, view_origin
from seatpreview.seats.view_quality import SeenView, ViewQuality, view_quality
from seatpreview.sightlines.looked_at import has_lowered_curtain, performed_at
from seatpreview.sightlines.plain_halls import hall_kind_of
from seatpreview.values.caller import SessionClaims
from seatpreview.values.clock import Moment
from seatpreview.values.validated_text import Label
from seatpreview.venues.cached import CachedVenue
from seatpreview.venues.model import ADS_SHOWN_MAX, ViewerDefaults
from seatpreview.venues.translations import NOT_TRANSLATED
from seatpreview.venues.venue_access import UsableVenue


class VenuePreviews:
    """Builds the views of a venue's seats. It is kept as long as the venue is."""

    def __init__(self, venue: CachedVenue, imagery: Imagery, caches: WorkerCaches) -> None:
        """Views of all venues share the caches."""
        record = venue.record
        self.imagery = imagery
        self._views = caches.of(SEAT_VIEWS)
        self._seen_rows = caches.of(SEEN_ROWS)
        self._divisions = RowDivisions(venue.layout_id)
        self._body_names: dict[tuple[str | None, str], dict[str, str]] = {}
        """The names of a configuration's bodies by their ids, in each language of texts."""
        self._assumed_in: dict[str | None, tuple[Assumption, ...]] = {}
        self._languages = caches.of(SPOKEN_LANGUAGES)
        self.venue = PreviewVenue(venue_id=venue.venue_id, name=record.name, timezone=record.timezone)
        self._layout: CompiledLayout = venue.layout
        self._defaults: ViewerDefaults = record.viewer_defaults
        self._index = ImageIndex(venue.layout, record.imagery_sets, imagery.images)
        self._categories = {str(each.id): each for each in with_names(venue.layout.facts.categories)}
        self._ads = tuple(scheduled_ads(record.ads, imagery))
        times = (time for scheduled in self._ads for time in (scheduled.begins, scheduled.ends))
        self._ads_change_at = sorted(time for time in times if time is not None)
        self._translations = record.translations
        locale = self._defaults.locale
        self._own_locale = None if locale is UNSET else str(locale)
        self._translated = frozenset(self._translations)
        self._own_language = spoken_language(None, self._own_locale, self._translated)
        self.drawn = DrawnVenue(venue, caches)
        self._id = content_id(venue.views_id, encode(imagery.images))
        """Tells the views of these previews from those of others. The next version of the venue has the same
        views, where nothing that they are made from has changed."""

    def view(
        self, usable: UsableVenue, query: PreviewQuery, session: SessionClaims | None
    ) -> SeatView | LocatedView:
        """Returns the view for a query. It is cached, since buyers look at the same seats: by the label, and
        by what configuration and locale come to, however they are written.

        A located view has to be completed with what is seen from its rows, which are not in memory."""
        configuration = find_configuration(self._layout, query.configuration, session)
        asked = session.locale if query.locale is UNSET and session is not None else query.locale
        language = self._own_language
        if isinstance(asked, str):
            language = cached_language(self._languages, asked, self._own_locale, self._translated)
        key = (
            self._id,
            usable.resolver.cache_id,
            query.seat,
            query.min_confidence,
            None if configuration is None else configuration.id,
            language,
        )
        return self._views.get(key) or self._new_view(
            self._locate(key, usable, query, session, configuration, language)
        )

    def complete(self, located: LocatedView, rows: SeenRows | None) -> SeatView:
        """Returns the view with what is seen from its rows. Where that is not known, nobody keeps the
        view."""
        seen = None if rows is None else rows.view_from(located.section, located.origin.place)
        if rows is None and located.rows is not None:
            return self._view(located, None, is_provisional=True)
        return self.keep(self._view(located, seen))

    def keep(self, view: SeatView) -> SeatView:
        """Keeps a view, in place of the one with an earlier text."""
        return self._views.put(view.key, view, view.size_bytes)

    def ads(self, section: str, at: Moment) -> list[ScheduledAd]:
        """Returns the first ads, in the record's order, that apply in the section now."""
        return [scheduled for scheduled in self._ads if scheduled.applies(section, at)][:ADS_SHOWN_MAX]

    def next_ads_at(self, at: Moment) -> Moment | None:
        """Returns when the next ad of the venue begins or ends."""
        later = bisect_right(self._ads_change_at, at)
        return self._ads_change_at[later] if later < len(self._ads_change_at) else None

    def _new_view(self, located: LocatedView) -> SeatView | LocatedView:
        if located.rows is None:
            return self.complete(located, None)
        rows = self._seen_rows.get(located.rows)
        return located if rows is None else self.complete(located, rows)

    def _locate(
        self,
        key: SeatViewKey,
        usable: UsableVenue,
        query: PreviewQuery,
        session: SessionClaims | None,
        configuration: CompiledConfiguration | None,
        language: SpokenLanguage,
    ) -> LocatedView:
        layout = self._layout
        names = self._names(language)
        resolution = usable.resolve(query.seat, query.min_confidence)
        label = AskedLabel(
            asked=query.seat,
            layout=layout,
            configuration=configuration,
            session=session,
            names=names,
            language=language.texts,
        )
        places = label.require_places(resolution)
        # Checked first: a caller that may not see the seat must not learn that it is closed.
        check_may_see(tuple([place.key for place in places]), session)
        place = middle_of(places)
        label.check_is_open(place)
        section = layout.section(place.section)
        if section is None:
            raise LookupError(place.key)
        origin = view_origin(layout, place, configuration)
        focus = focus_of(layout, configuration)
        rows = None
        if origin.eye is not None and has_something_to_look_at(focus, configuration):
            rows = self._divisions.key_of(configuration, section, origin.place)
        return LocatedView(
            key=key,
            resolution=resolution,
            places=places,
            section=section,
            origin=origin,
            configuration=configuration,
            language=language,
            rows=rows,
        )

    def _view(self, located: LocatedView, seen: SeenView | None, is_provisional: bool = False) -> SeatView:
        layout, names, language = self._layout, self._names(located.language), located.language
        places, section, configuration = located.places, located.section, located.configuration
        origin, resolution = located.origin, located.resolution
        place = middle_of(places)
        eye, focus = origin.eye, focus_of(layout, configuration)
        direction = None if eye is None else direction_to(eye, focus)
        choice = self._index.choose(place, None if configuration is None else configuration.id, eye)
        camera_section = self._camera_section(choice, names)
        among = None if seen is None or not seen.has_share else [each.id for each in seen.hidden_by]
        line = sightline(layout, origin.place, eye, configuration, among)
        kinds = self._kinds(places)
        word = None if seen is None else looked_at_word(seen.kind, layout, configuration)
        bodies = self._names_of_bodies(configuration, names, language.texts)
        quality = view_quality(
            *(line, seen, bodies, kinds, language.texts, word),
            is_pending=is_provisional,
            is_curtain_down=among is None
            and has_lowered_curtain(hall_kind_of(layout, configuration), configuration),
        )
        described = self._described(located, quality, kinds, names)
        said_of_place = describe_place(described, language.texts, language.units)
        said_of_drawing = said = describe_picture(described, language.texts, language.units)
        drawn = facing = orientation(direction, None, self._defaults)
        if choice is not None:
            pictured = _with_picture(described, choice, camera_section)
            said = describe_picture(pictured, language.texts, language.units)
            facing = orientation(direction, choice.image, self._defaults)
        drawing = None
        if eye is not None:
            drawing = PreviewDrawing(orientation=drawn, description=f"{said_of_place} {said_of_drawing}")
        return SeatView(
            key=located.key,
            preview=Preview(
                venue=self.venue,
                configuration=names.described(configuration),
                mood=mood_of(layout, configuration, self._defaults),
                seat=self._seat(places[0], described.kinds, section, names),
                seats=named_seats(resolution),
                view_from=(
                    origin.place.key if len(places) > 1 or _is_representative(origin, places) else UNSET
                ),
                eye=_eye(eye),
                resolution=PreviewResolution(
                    status="matched" if resolution.status == "matched" else "section_only",
                    level=place.level,
                    confidence=resolution.confidence,
                ),
                imagery=None,
                provenance=_provenance(choice, camera_section, described.assumed),
                orientation=facing,
                sightline=quality.sightline,
                description=f"{said_of_place} {said}",
                drawing=drawing,
                neighbours=_neighbours(layout, origin.place),
                ads=(),
                viewer_defaults=self._defaults,
            ),
            keys=tuple([each.key for each in places]),
            choice=_with_display_names(choice, names),
            camera_section=camera_section,
            language=language.texts,
            is_provisional=is_provisional,
        )

    def _names_of_bodies(
        self, configuration: CompiledConfiguration | None, names: DisplayNames, language: str
    ) -> dict[str, str]:
        """Returns the names of bodies by their ids."""
        key = (None if configuration is None else configuration.id, language)
        found = self._body_names.get(key)
        if found is None:
            found = self._body_names[key] = names.bodies(configuration)
        return found

    def _names(self, language: SpokenLanguage) -> DisplayNames:
        own = UNSET if self._own_locale is None else self._own_locale
        return DisplayNames(self._translations.get(language.names, NOT_TRANSLATED), own, language.texts)

    def _described(
        self, located: LocatedView, quality: ViewQuality, kinds: tuple[SeatKind, ...], names: DisplayNames
    ) -> DescribedView:
        """Returns what is to be described, with a drawing as its picture."""
        places, origin, section = located.places, located.origin, located.section
        configuration = located.configuration
        categories = [names.category(each) for each in map(self._category, kinds) if each is not None]
        return DescribedView(
            place=middle_of(places),
            several_seats=tuple(place.seat or "" for place in places) if len(places) > 1 else (),
            view_from=origin.place if _is_representative(origin, places) else None,
            kinds=kinds,
            category_names={str(each.id): each.name or str(each.id) for each in categories},
            assumed=() if origin.eye is None else self._assumed(configuration),
            section_name=names.section(section),
            level_name=names.level(section),
            focus_name=names.body(performed_at(self._layout, configuration).name),
            configuration_name="" if configuration is None else names.configuration(configuration),
            sightline=quality.sightline,
            looked_at_word=quality.word,
            quality=quality.sentences,
            source="drawing",
        )

    def _kinds(self, places: tuple[Place, ...]) -> tuple[SeatKind, ...]:
        """Returns what each of these seats has; nothing for a row or a section."""
        layout = self._layout
        if places[0].seat is None or len(layout.facts.seat_kinds) < 2:
            return ()
        return tuple([layout.seat_kind(each.section, each.row, each.seat or "") for each in places])

    def _assumed(self, configuration: CompiledConfiguration | None) -> tuple[Assumption, ...]:
        """Returns what is assumed of a position: by an import, and heights where the layout states none. A
        person wrote a configuration's own focus."""
        key = None if configuration is None else configuration.id
        assumed = self._assumed_in.get(key)
        if assumed is None:
            assumed = self._layout.facts.assumed
            if focus_of(self._layout, configuration) != self._layout.focus:
                assumed = tuple(each for each in assumed if each != "focus")
            if "heights" not in assumed and not states_heights(self._layout, configuration):
                assumed = ("heights", *assumed)
            self._assumed_in[key] = assumed
        return assumed

    def _seat(
        self, place: Place, kinds: tuple[SeatKind, ...], section: Section, names: DisplayNames
    ) -> PreviewSeat:
        kind = kinds[0] if kinds else PLAIN_SEAT
        category = self._category(kind)
        row = section.row(place.row or NO_ROW) if place.seat is not None else None
        return PreviewSeat(
            key=place.key,
            section=place.section,
            row=place.row,
            seat=place.seat,
            level=place.level,
            section_name=names.section(section),
            level_name=names.level(section) or None,
            section_name_locale=names.section_locale(section),
            level_name_locale=names.level_locale(section),
            properties=kind.properties,
            category=None if category is None else names.category(category),
            ref=None if row is None or not row.refs else self._ref_of(place),
            view_note=kind.view_note or UNSET,
        )

    def _category(self, kind: SeatKind) -> Category | None:
        return self._categories.get(kind.category or "")

    def _ref_of(self, place: Place) -> str | None:
        return self._layout.seat_ref(place.section, place.row, place.seat or "")

    def _camera_section(self, choice: Choice | None, names: DisplayNames) -> str:
        place = None if choice is None else choice.camera.place
        section = None if place is None else self._layout.section(place.section)
        return "" if section is None else names.section(section)


def _with_display_names(choice: Choice | None, names: DisplayNames) -> Choice | None:
    """Returns the choice with the attribution of its set as people see it."""
    if choice is None:
        return None
    imagery_set = choice.imagery_set
    attribution = names.attribution(imagery_set)
    if attribution == imagery_set.attribution:
        return choice
    return replace(choice, imagery_set=replace(imagery_set, attribution=Label(attribution)))


def _with_picture(described: DescribedView, choice: Choice, camera_section: str) -> DescribedView:
    return replace(
        described, source=choice.imagery_set.kind, camera=choice.camera, camera_section=camera_section
    )


def _is_representative(origin: ViewOrigin, places: tuple[Place, ...]) -> bool:
    """Returns whether the view is from a seat that stands for the row or the section that was asked for."""
    return origin.place.seat is not None and places[0].seat is None


def _eye(eye: Point | None) -> PreviewEye | None:
    """Returns the position in whole centimetres."""
    return None if eye is None else PreviewEye(x=round(eye.x, 2), y=round(eye.y, 2), z=round(eye.z, 2))


def _provenance(choice: Choice | None, camera_section: str, assumed: tuple[Assumption, ...]) -> Provenance:
    if choice is None:
        return Provenance(source="drawing", match=None, borrowed_from=None, distance_m=None, assumed=assumed)
    return Provenance(
        source=choice.imagery_set.kind,
        match=choice.match,
        borrowed_from=None if choice.borrowed_from is None else choice.borrowed_from.key,
        distance_m=_rounded(choice.distance_m),
        camera=_camera(choice.camera, camera_section),
        assumed=assumed,
    )


def _camera(camera: Camera, section_name: str) -> PreviewCamera:
    return PreviewCamera(
        key=None if camera.place is None else camera.place.key,
        section_name=section_name or None,
        is_here=camera.is_here,
        is_exact=camera.is_exact,
        distance_m=_rounded(camera.distance_m),
    )


def _rounded(distance_m: float | None) -> float | None:
    return None if distance_m is None else round(distance_m, 1)


def _neighbours(layout: CompiledLayout, place: Place) -> PreviewNeighbours:
    found = None
    if place.seat is not None:
        found = layout.neighbours(place.section, place.row, place.seat)
    if found is None:
        return PreviewNeighbours()
    left, right, in_front, behind = found
    return PreviewNeighbours(left=left, right=right, in_front=in_front, behind=behind)


VENUE_PREVIEWS = Kind[Derived[CachedVenue, VenuePreviews]](lambda _: Derived())
"""The previews of venues, counted with their records."""
