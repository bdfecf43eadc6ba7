"""The API operations on seats."""

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import astuple, replace

from seatpreview.caching import SharedWork
from seatpreview.context import Context
from seatpreview.imagery.model import Imagery
from seatpreview.imagery.store import IMAGERY
from seatpreview.labels.model import Parts, named_seats
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.limits.shares import Share
from seatpreview.results import CacheableText, CompressibleText, DraftText, JoinedText, content_etag, encode
from seatpreview.seats import recent_previews
from seatpreview.seats.computations import PlanRequest, render_plan
from seatpreview.seats.display_names import DisplayNames, has_usual_names
from seatpreview.seats.drawn_stills import ShownStill, queue_still, shown_still
from seatpreview.seats.image_covers import has_camera
from seatpreview.seats.lookup import check_may_see, find_configuration, venue_of_body
from seatpreview.seats.model import (
    PlanQuery,
    PreviewNeighbours,
    PreviewQuery,
    ResolvedLabel,
    ResolvedSeats,
    ResolveSeatsRequest,
)
from seatpreview.seats.plan import build_plan
from seatpreview.seats.plan_cache import PLANS, PlanKey, keep_plan
from seatpreview.seats.preview_text import preview_at, with_current_text
from seatpreview.seats.seat_view import LocatedView, SeatView
from seatpreview.seats.seen_rows import SeenRows, SeenRowsKey
from seatpreview.seats.seen_rows_loading import load, load_or_compute
from seatpreview.seats.spoken_language import SpokenLanguage, spoken_language
from seatpreview.seats.venue_previews import VENUE_PREVIEWS, VenuePreviews
from seatpreview.sessions.model import Session
from seatpreview.values.caller import SessionClaims
from seatpreview.venues.cached import CachedVenue, ServedRecord
from seatpreview.venues.draft_venue import read_stored_form, venue_gone
from seatpreview.venues.model import ImagerySet
from seatpreview.venues.rules import to_resolver_label
from seatpreview.venues.translations import NOT_TRANSLATED
from seatpreview.venues.venue_access import UsableVenue, usable_venue

# Each tenant waits for its own turn alone: another one's may be long in coming.
_PLANS_IN_WORK = SharedWork[tuple[PlanKey, Share], CompressibleText]()
_PREVIEWS_IN_WORK = SharedWork[tuple[CachedVenue, Imagery, Share], VenuePreviews]()

IMAGES_ON_THE_LOOP_MAX = 100
"""More images than these are indexed in a thread, so that other requests do not wait for it: the index of so
many takes a millisecond."""

PLAN_PARTS_ON_THE_LOOP_MAX = 500
"""A plan with more sections, rows and seats is drawn in a process: so many take three milliseconds."""


async def preview_seat(context: Context, query: PreviewQuery) -> CacheableText:
    """Returns the preview of a seat, or of several seats of a row. A session for some seats sees only those
    among its neighbours."""
    found = await find_view(context, query)
    preview = _preview_text(context, query, found)
    if query.with_neighbours or query.with_session:
        preview = await _with_additions(context, query, found, preview)
    return preview if found.usable.venue.draft is None else DraftText(preview.body, preview.etag)


async def prepare_preview(context: Context, query: PreviewQuery) -> None:
    """Makes the preview of a seat before anybody asks for it, from what is kept: nothing is computed that
    takes long."""
    _preview_text(context, query, await find_view(context, query, load))


class FoundView(msgspec.Struct, frozen=True, gc=False):
    """The view from a seat, with the venue and the previews that it belongs to."""

    usable: UsableVenue
    previews: VenuePreviews
    view: SeatView

    @property
    def venue(self) -> CachedVenue:
        """The venue of the seat."""
        return self.usable.venue


LoadRows = Callable[[Context, CachedVenue, SeenRowsKey], Awaitable[SeenRows | None]]


async def find_view(
    context: Context, query: PreviewQuery, load_rows: LoadRows = load_or_compute
) -> FoundView:
    """Returns the view that a query names, if the caller may see it. One that is not kept waits for what is
    seen from its rows."""
    session = context.caller.session
    usable = await usable_venue(context, _venue_name(query.venue), query.draft)
    previews = _cached_previews(context, usable.venue) or await _build_previews(context, usable.venue)
    view = previews.view(usable, query, session)
    if isinstance(view, LocatedView):
        view = await _complete(context, usable.venue, previews, view, load_rows)
    check_may_see(view.keys, session)
    return FoundView(usable, previews, view)


async def _complete(
    context: Context, venue: CachedVenue, previews: VenuePreviews, view: LocatedView, load_rows: LoadRows
) -> SeatView:
    rows = None if view.rows is None else await load_rows(context, venue, view.rows)
    return previews.complete(view, rows)


async def resolve_seats(context: Context, body: ResolveSeatsRequest) -> ResolvedSeats:
    """Resolves labels of one venue."""
    usable = await usable_venue(context, venue_of_body(body.venue, context.caller.session), body.draft)
    labels = [to_resolver_label(label) for label in body.labels]
    results = (_resolved_label(usable, label, body.min_confidence) for label in labels)
    takes_long = usable.takes_long(labels)
    return ResolvedSeats(results=await context.collect_in_thread(results) if takes_long else [*results])


async def get_plan(context: Context, query: PlanQuery) -> CompressibleText | DraftText:
    """Returns the plan of a venue. Its names and positions are visible to all who may use the venue."""
    venue = (await usable_venue(context, _venue_name(query.venue), query.draft)).venue
    configuration = find_configuration(venue.layout, query.configuration, context.caller.session)
    language = _language_of_plan(venue.record, query, context.caller.session)
    configuration_id = None if configuration is None else configuration.id
    texts = language.texts if has_usual_names(venue.layout, configuration, language.texts) else ""
    key = (venue.venue_id, venue.version, configuration_id, language.names, texts)
    caches = context.resources.caches
    plan = None if venue.draft is not None else caches.of(PLANS).get(key)
    if plan is not None:
        return plan
    if _parts_of_plan(venue.layout) > PLAN_PARTS_ON_THE_LOOP_MAX:
        if venue.draft is not None:
            drawn = await context.hold(_render_plan(context, venue, key))
            return DraftText(drawn.text, drawn.etag)
        draw = partial(_draw_large_plan, context, venue, key)
        return await context.share_work(caches.of(_PLANS_IN_WORK), (key, context.share.together), draw)
    record = venue.record
    text = encode(
        build_plan(
            venue.venue_id,
            venue.version,
            record.name,
            venue.layout,
            configuration,
            record.viewer_defaults,
            DisplayNames(
                record.translations.get(language.names, NOT_TRANSLATED),
                record.viewer_defaults.locale,
                texts,
            ),
        )
    )
    etag = content_etag(text)
    return DraftText(text, etag) if venue.draft is not None else keep_plan(caches.of(PLANS), key, text, etag)


def _parts_of_plan(layout: CompiledLayout) -> int:
    return layout.seat_count + sum([1 + len(section.rows) for section in layout.sections])


def _language_of_plan(
    record: ServedRecord, query: PlanQuery, session: SessionClaims | None
) -> SpokenLanguage:
    asked = session.locale if query.locale is UNSET and session is not None else query.locale
    own = record.viewer_defaults.locale
    return spoken_language(
        asked if isinstance(asked, str) else None,
        None if own is UNSET else str(own),
        frozenset(record.translations),
    )


async def _draw_large_plan(context: Context, venue: CachedVenue, key: PlanKey) -> CompressibleText:
    """Draws the plan of a large venue off the event loop, once for all requests of a tenant that wait for
    it."""
    drawn = await _render_plan(context, venue, key)
    plans = context.resources.caches.of(PLANS)
    kept = plans.get(key)
    if kept is not None:
        return kept  # A request of another tenant was faster.
    if drawn.version != venue.version:
        return CompressibleText(drawn.text, drawn.etag)
    return keep_plan(plans, key, drawn.text, drawn.etag)


class _DrawnPlan(NamedTuple):
    """A plan of a large venue, and the version of the venue that it shows."""

    text: bytes
    etag: str
    version: int


async def _render_plan(context: Context, venue: CachedVenue, key: PlanKey) -> _DrawnPlan:
    venue_id, _, configuration, names, texts = key
    stored = await read_stored_form(context, venue)
    if stored is None:
        raise venue_gone(venue)
    # The venue may have changed since the request began. Its plan as of now is as good.
    request = PlanRequest(str(venue_id), stored.version, stored.name, configuration, names, texts)
    text = await context.compute_for_all(
        render_plan, msgspec.msgpack.encode(request), stored.document, stored.compiled_layout
    )
    etag = await context.run_in_thread_for_all(partial(content_etag, text))
    return _DrawnPlan(text, etag, stored.version)


def _preview_text(
    context: Context, query: PreviewQuery, found: FoundView, *, is_asked: bool = True
) -> CacheableText:
    session, previews, view = context.caller.session, found.previews, found.view
    if session is not None and session.seats:
        shown = _shown_still(context, found, is_asked=is_asked)
        preview = preview_at(context, previews, view, shown.still)
        text = encode(replace(preview, neighbours=_visible_neighbours(session.seats, preview.neighbours)))
        return CacheableText(text, content_etag(text))
    content_id = found.venue.content_id
    is_current = view.is_current(context.at, context.resources.signing.secret_id, content_id)
    if is_current and previews.drawn.known.ids.isdisjoint(view.awaited_stills):
        if view.is_asked or not is_asked:
            return view
    elif found.venue.draft is None:
        recent_previews.note(context, found.venue.venue_id, query)
    shown = _shown_still(context, found, is_asked=is_asked)
    view = with_current_text(context, content_id, previews, replace(view, is_asked=is_asked), shown)
    return view if view.is_provisional else previews.keep(view)


def _shown_still(context: Context, found: FoundView, *, is_asked: bool) -> ShownStill:
    """Returns the still of a view. If somebody asked for the place itself, a missing one is queued."""
    drawn, view = found.previews.drawn, found.view
    shown = shown_still(context, drawn, view)
    if is_asked:
        queue_still(context, drawn, view, shown.missing, get_plan)
    return shown


async def _with_additions(
    context: Context, query: PreviewQuery, found: FoundView, preview: CacheableText
) -> JoinedText:
    """Returns the text of a preview with the members that the query asks for. Previews are kept as texts, so
    the members are put behind those of the preview, and nothing is encoded again."""
    claims, near = context.caller.session, []
    session = neighbours = b""
    if query.with_session:
        session = b',"session":' + encode(None if claims is None else Session.of(claims))
    if query.with_neighbours:
        near = [text async for text in _neighbour_texts(context, query, found)]
        neighbours = b',"neighbourPreviews":[' + b",".join([text.body for text in near]) + b"]"
    # The ETags of the parts stand for their content, and are much shorter.
    etag = content_etag(b"".join((session, *(text.etag.encode() for text in (preview, *near)))))
    return JoinedText(b"".join((preview.body[:-1], session, neighbours, b"}")), etag)


async def _neighbour_texts(
    context: Context, query: PreviewQuery, found: FoundView
) -> AsyncIterator[CacheableText]:
    """Yields the neighbours' previews, as each of them would be returned alone. None is refused: a key is
    taken as it is, and a section is open or closed as a whole."""
    session = context.caller.session
    for key in astuple(found.view.preview.neighbours):
        if key is not None and (session is None or session.covers_seats((key,))):
            near = replace(query, seat=key)
            view = found.previews.view(found.usable, near, session)
            if isinstance(view, LocatedView):
                view = await _complete(context, found.venue, found.previews, view, load_or_compute)
            yield _preview_text(context, near, replace(found, view=view), is_asked=False)


def _cached_previews(context: Context, venue: CachedVenue) -> VenuePreviews | None:
    """Returns the cached previews; None if there are none for the current record and images."""
    previews = context.resources.caches.of(VENUE_PREVIEWS).get(venue)
    if previews is None or previews.imagery is not context.resources.records.get(IMAGERY, venue.venue_id):
        return None
    return previews


async def _build_previews(context: Context, venue: CachedVenue) -> VenuePreviews:
    """Builds the previews of a venue once for all requests of a tenant that wait for them."""
    imagery = await context.resources.records.load(IMAGERY, venue.venue_id) or _NO_IMAGERY
    caches = context.resources.caches
    previews = caches.of(VENUE_PREVIEWS).get(venue)
    if previews is not None and previews.imagery is imagery:
        return previews  # Another request that waited for the same images has built them.
    build = partial(VenuePreviews, venue, imagery, caches)
    if _is_indexed_at_once(venue.record.imagery_sets):
        return caches.of(VENUE_PREVIEWS).put(venue, build())
    work = partial(_build_in_a_thread, context, venue, build)
    share = context.share.together
    return await context.share_work(caches.of(_PREVIEWS_IN_WORK), (venue, imagery, share), work)


def _is_indexed_at_once(imagery_sets: tuple[ImagerySet, ...]) -> bool:
    """Returns whether the images of a venue are few. If cameras have positions, the seats of the layout are
    indexed too, and these may be many."""
    images = sum(len(imagery_set.images) for imagery_set in imagery_sets)
    return images <= IMAGES_ON_THE_LOOP_MAX and not any(map(has_camera, imagery_sets))


async def _build_in_a_thread(
    context: Context, venue: CachedVenue, build: Callable[[], VenuePreviews]
) -> VenuePreviews:
    """Builds the previews of a venue in a thread, so that other requests need not wait for them."""
    built = await context.run_in_thread_for_all(build)
    previews = context.resources.caches.of(VENUE_PREVIEWS)
    kept = previews.get(venue)
    if kept is not None and kept.imagery is built.imagery:
        return kept  # A request of another tenant was faster.
    return previews.put(venue, built)


_NO_IMAGERY = Imagery({})


def _venue_name(venue: str | UnsetType) -> str | None:
    return None if venue is UNSET else venue


def _visible_neighbours(seats: tuple[str, ...], neighbours: PreviewNeighbours) -> PreviewNeighbours:
    """Returns the neighbours that a session for these seats may see."""
    return PreviewNeighbours(
        left=neighbours.left if neighbours.left in seats else None,
        right=neighbours.right if neighbours.right in seats else None,
        in_front=neighbours.in_front if neighbours.in_front in seats else None,
        behind=neighbours.behind if neighbours.behind in seats else None,
    )


def _resolved_label(usable: UsableVenue, label: str | Parts, min_confidence: float) -> ResolvedLabel:
    found = usable.resolve(label, min_confidence)
    return ResolvedLabel(
        label=label,
        status=found.status,
        level=found.level,
        seat=found.seat,
        seats=named_seats(found),
        confidence=found.confidence,
        alternatives=found.alternatives,
        trace=found.trace,
    )
