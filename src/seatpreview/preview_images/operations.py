"""The API operations on preview images: one for callers, and links for everybody else."""

import importlib.metadata
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import NamedTuple

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from seatpreview.caching import CacheKind, SharedWork
from seatpreview.context import COMPUTATION_SECONDS_MAX, Client, Context, Resources
from seatpreview.freshness.records import Records
from seatpreview.imagery.model import StoredImage
from seatpreview.labels.model import Place
from seatpreview.layouts.model import NO_ROW
from seatpreview.limits.shares import Share
from seatpreview.preview_images.captions import Caption, caption_language, caption_of_cutout, caption_of_map
from seatpreview.preview_images.computations import (
    FORM,
    CutoutRequest,
    MapRequest,
    StillRequest,
    make_cutout,
    make_map,
    make_of_still,
)
from seatpreview.preview_images.image_cache import (
    KeptImage,
    digest_of,
    read_cached,
    read_of_earlier_release,
    store_cached,
)
from seatpreview.preview_images.links import ImageLinkClaims, digest_of_keys, link_path
from seatpreview.preview_images.model import (
    SIZES,
    CreateImageLinkRequest,
    ImageLink,
    PreviewImageQuery,
    SizeName,
)
from seatpreview.preview_images.redrawing import REDRAWING
from seatpreview.problems import NotFound, SignatureInvalid, Unavailable, ValidationFailed
from seatpreview.processes.pool import Computation, DeadlineExceeded, Function, OutOfMemory
from seatpreview.results import LazyContent
from seatpreview.seats.camera import Camera
from seatpreview.seats.descriptions import DescribedView
from seatpreview.seats.drawn_stills import asked_still
from seatpreview.seats.drawn_venue import RowStill
from seatpreview.seats.image_choice import Choice
from seatpreview.seats.model import PreviewQuery
from seatpreview.seats.operations import FoundView, find_view, get_plan
from seatpreview.seats.phrases import MapKind
from seatpreview.stills.still_job import StillEye, StillJob
from seatpreview.stills.still_objects import read_still
from seatpreview.values.caller import Caller
from seatpreview.values.clock import MICROSECONDS, Moment, datetime_of
from seatpreview.values.validated_text import trusted_text
from seatpreview.venues.cached import CachedVenue
from seatpreview.venues.draft_venue import read_stored_form, venue_gone
from seatpreview.venues.imagery_kinds import IMAGERY_KINDS
from seatpreview.venues.venue_access import venue_usable_since

JPEG = "image/jpeg"
STILL_WAIT_SECONDS_MAX = 4.0
"""How long a request waits for the still of its seat. It is shown what stands in for it afterwards."""

STAND_IN_SECONDS_MAX = 60
"""How long caches may show what stands in for a still."""


async def get_preview_image(context: Context, query: PreviewImageQuery) -> LazyContent:
    """Returns the image of a preview, for every caller that may see the preview."""
    return await _content(context, await find_view(context, query.preview), query.size)


async def create_image_link(context: Context, body: CreateImageLinkRequest) -> ImageLink:
    """Creates a link to the image of a preview. It is not stored: the signed address is all there is."""
    query = PreviewQuery(
        venue=body.venue,
        seat=body.seat,
        configuration=body.configuration,
        locale=body.locale,
        min_confidence=body.min_confidence,
    )
    found = await find_view(context, query)
    venue, keys = found.venue, found.view.keys
    claims = ImageLinkClaims(
        venue_id=venue.venue_id,
        tenant_id=context.caller.tenant_id or venue.owner,
        generation=venue.record.image_links.generation,
        expires_seconds=context.at // MICROSECONDS + body.ttl_seconds,
        seat=keys[0] if len(keys) == 1 else str(body.seat),
        keys_digest=digest_of_keys(keys),
        configuration=None if body.configuration is UNSET else str(body.configuration),
        locale=None if body.locale is UNSET else str(body.locale),
        size=body.size,
        created_at=context.at,
    )
    width, height = SIZES[body.size]
    still = await find_still(context, found, seconds=0)
    # A still that is being drawn will be there when somebody opens the link.
    picture = StillPicture(b"", camera=None) if still.stands_in else still.picture
    return ImageLink(
        url=context.resources.address + link_path(context.resources.signing, claims),
        expires_at=datetime_of(claims.expires_seconds * MICROSECONDS),
        width=width,
        height=height,
        alt=_alt(_drawing(found, body.size, picture).request.caption),
    )


async def check_link(records: Records, claims: ImageLinkClaims) -> Caller:
    """Returns the caller of a link whose signature was verified, unless the link has ended. It ends with the
    tenant's access to the venue, or when the owner raises the venue's generation."""
    venue = await venue_usable_since(records, claims.tenant_id, claims.venue_id, claims.created_at)
    if venue is None or venue.record.image_links.generation != claims.generation:
        raise SignatureInvalid("This link was ended by the venue. Ask for a new one.")
    return Caller(
        kind="link",
        key_id=None,
        tenant_id=claims.tenant_id,
        scope="tenant",
        venues=frozenset((claims.venue_id,)),
    )


async def get_linked_image(
    resources: Resources, claims: ImageLinkClaims, at: Moment, address: str, client: Client | None = None
) -> LazyContent:
    """Returns the image of a link whose signature was verified. If the place is gone, it is not found."""
    caller = await check_link(resources.records, claims)
    query = msgspec.convert(
        {
            "venue": str(claims.venue_id),
            "seat": claims.seat,
            # The result is compared with the keys of the link below.
            "minConfidence": 0.0,
            **({} if claims.configuration is None else {"configuration": claims.configuration}),
            **({} if claims.locale is None else {"locale": claims.locale}),
        },
        PreviewQuery,
        dec_hook=trusted_text,
    )
    context = Context(caller=caller, at=at, resources=resources, address=address, client=client)
    try:
        found = await find_view(context, query)
    except ValidationFailed:
        raise NotFound("The venue does not have the configuration of this link any more.") from None
    keys = found.view.keys
    if digest_of_keys(keys) != claims.keys_digest or (len(keys) == 1 and keys[0] != claims.seat):
        raise NotFound("The venue does not have the seats of this link any more.")
    return await _content(context, found, claims.size)


_IMAGES_IN_WORK = SharedWork[tuple[bytes, Share], bytes]()
"""By the digests of drawings."""

_VERSION = importlib.metadata.version("seatpreview")
_KEPT = CacheKind[bytes, bytes](10_000)
"""The digest of the drawing that is kept of a view, where this release drew it. By the digest of the view."""


class StillPicture(NamedTuple):
    """A still that is stored."""

    still_id: bytes
    camera: Camera | None
    """Where it is drawn from; None for the seat itself."""


class _Drawing(NamedTuple):
    """What an image is drawn from: an uploaded image, a still, or the layout of the venue."""

    request: CutoutRequest | StillRequest | MapRequest
    image: StoredImage | None
    still: StillPicture | None
    digest: bytes
    """The digest of everything that the image depends on."""


async def _content(context: Context, found: FoundView, size: SizeName) -> LazyContent:
    """Returns the image, or what an earlier release has drawn of the same record while that is drawn anew."""
    if found.venue.draft is None:
        earlier = await _drawn_by_earlier_release(context, found, size)
        if earlier is not None:
            return earlier
    still = NO_STILL if _picture_to_show(found) is not None else await find_still(context, found)
    drawing = _drawing(found, size, still.picture)
    if found.venue.draft is not None:
        return LazyContent(
            JPEG, drawing.digest.hex(), partial(_make_once, context, found, drawing), is_draft=True
        )
    load = partial(_load, context, found, drawing, _subject(context, found, size))
    seconds_max = STAND_IN_SECONDS_MAX if still.stands_in else None
    return LazyContent(JPEG, drawing.digest.hex(), load, cached_seconds_max=seconds_max)


async def _drawn_by_earlier_release(context: Context, found: FoundView, size: SizeName) -> LazyContent | None:
    """Returns the image of this view that an earlier release has drawn, if the record is still the same, and
    has it drawn anew in the background. None if there is none, or if this release has drawn it already."""
    subject, known = _subject(context, found, size), context.resources.caches.of(_KEPT)
    if known.get(subject) is not None:
        return None
    try:
        kept = await read_cached(context.resources.objects, found.venue.venue_id, subject)
    except Unavailable:
        return None  # The image is made, as if nothing were kept.
    if kept is None or kept.shown != _shown(found):
        return None
    if kept.release == _release(context):
        known.put(subject, kept.drawing)
        return None
    still = NO_STILL if _picture_to_show(found) is not None else await find_still(context, found, seconds=0)
    drawing = _drawing(found, size, still.picture)
    if not still.stands_in:
        aside = replace(context, client=None)  # It goes on when the client has its answer.
        make = _maker(aside, found, drawing)
        again = partial(_make_and_keep, aside, found, drawing, subject, make)
        context.resources.caches.of(REDRAWING).ask(subject, again)

    async def load() -> bytes:
        return kept.image

    return LazyContent(JPEG, kept.drawing.hex(), load, cached_seconds_max=STAND_IN_SECONDS_MAX)


def _subject(context: Context, found: FoundView, size: SizeName) -> bytes:
    """Returns the digest of the view that an image is of, in words that stay the same in later releases."""
    view, configuration = found.view, found.view.preview.configuration
    parts = (
        str(found.venue.venue_id),
        str(context.caller.tenant_id or ""),
        *view.keys,
        "" if configuration is None else str(configuration.id),
        caption_language(view.language),
        str(view.units),
        size,
    )
    return digest_of(msgspec.msgpack.encode(parts))


def _shown(found: FoundView) -> bytes:
    """Returns the digest of what an image shows: the version of the record, and the uploaded image."""
    stored = _picture_to_show(found)
    parts = (found.venue.version, "" if stored is None else str(stored.image_id))
    return digest_of(msgspec.msgpack.encode(parts))


def _release(context: Context) -> bytes:
    """Returns the digest of the release as far as it draws: its version, and those of its drawings."""
    return digest_of(msgspec.msgpack.encode((_VERSION, FORM, context.resources.stills.version)))


def _drawing(found: FoundView, size: SizeName, still: StillPicture | None) -> _Drawing:
    """Says how the image is drawn: cut out of an uploaded picture, or of a still if there is none to show, or
    else as a map."""
    stored, choice = _picture_to_show(found), found.view.choice
    request: CutoutRequest | StillRequest | MapRequest
    if stored is not None and choice is not None:
        request = _cutout_request(found, choice, size)
        depends_on = (str(found.venue.venue_id), str(stored.image_id))
    elif still is not None:
        request = _still_request(found, still, size)
        depends_on = (str(found.venue.venue_id), still.still_id.hex())
    else:
        request = _map_request(found, size)
        draft = found.venue.draft
        depends_on = (str(found.venue.venue_id), str(found.venue.version) if draft is None else draft.etag)
    return _Drawing(request, stored, still, digest_of(msgspec.msgpack.encode((FORM, depends_on, request))))


def _picture_to_show(found: FoundView) -> StoredImage | None:
    """Decides which uploaded picture the image is cut out of. None: the map stands in for it.

    A picture that a camera took elsewhere is shown, and says from where. A drawing from another seat is not:
    it would show this seat no better than the map does. A picture that is hosted elsewhere is never fetched
    from there."""
    choice = found.view.choice
    if choice is None or choice.image.object is UNSET:
        return None
    if not IMAGERY_KINDS[choice.imagery_set.kind].is_real and not choice.camera.is_here:
        return None
    return found.previews.imagery.get(choice.image.object)


def _map_request(found: FoundView, size: SizeName) -> MapRequest:
    configuration = found.view.preview.configuration
    venue_name = str(found.venue.record.name)
    return MapRequest(
        SIZES[size],
        None if configuration is None else configuration.id,
        tuple(_ids(place) for place in _places(found)),
        caption_of_map(
            _described(found), caption_language(found.view.language), venue_name, _map_kind(found)
        ),
    )


def _cutout_request(found: FoundView, choice: Choice, size: SizeName) -> CutoutRequest:
    view, facing = found.view, found.view.preview.orientation
    caption = caption_of_cutout(
        _described(found),
        caption_language(view.language),
        str(found.venue.record.name),
        str(choice.imagery_set.attribution),
        view.units,
    )
    projection = IMAGERY_KINDS[choice.imagery_set.kind].projection
    return CutoutRequest(SIZES[size], projection, (facing.yaw, facing.pitch, facing.fov), caption)


def _still_request(found: FoundView, still: StillPicture, size: SizeName) -> StillRequest:
    view = found.view
    described = described_still(_described(found), found, still.camera)
    venue_name = str(found.venue.record.name)
    language = caption_language(view.language)
    return StillRequest(SIZES[size], caption_of_cutout(described, language, venue_name, "", view.units))


def _map_kind(found: FoundView) -> MapKind:
    layout = found.venue.layout
    if layout.floor_point(found.view.preview.seat.section) is not None:
        return "map"
    is_drawn = any(section.plan.placement is not None for section in layout.sections)
    return "without_place" if is_drawn else "sketch"


def _described(found: FoundView) -> DescribedView:
    """Returns what a caption says of a view."""
    view, preview, choice, places = found.view, found.view.preview, found.view.choice, _places(found)
    return DescribedView(
        place=places[0],
        several_seats=tuple(place.seat or "" for place in places) if len(places) > 1 else (),
        section_name=preview.seat.section_name,
        configuration_name="" if preview.configuration is None else preview.configuration.name or "",
        sightline=preview.sightline,
        source="drawing" if choice is None else choice.imagery_set.kind,
        camera=None if choice is None else choice.camera,
        camera_section=view.camera_section,
    )


def _places(found: FoundView) -> tuple[Place, ...]:
    preview = found.view.preview
    if preview.seats is not UNSET:
        return preview.seats
    seat = preview.seat
    return (Place(key=seat.key, section=seat.section, row=seat.row, seat=seat.seat),)


def _ids(place: Place) -> tuple[str, ...]:
    if place.seat is not None:
        return place.section, place.row or NO_ROW, place.seat
    return (place.section,) if place.row is None else (place.section, place.row)


def _alt(text: Caption) -> str:
    lines = (line.replace("\u00a0", " ") for line in (text.title, text.subtitle, text.source) if line)
    return ". ".join(lines) + "."


async def _load(context: Context, found: FoundView, drawing: _Drawing, subject: bytes) -> bytes:
    """Returns the image, from the store or made now: once for all requests of a tenant that wait for it. No
    tenant waits for the turn of another, which may take long."""
    venue_id = found.venue.venue_id
    kept = await read_cached(context.resources.objects, venue_id, subject)
    if kept is not None and kept.drawing == drawing.digest:
        return kept.image
    made = await read_of_earlier_release(context.resources.objects, venue_id, drawing.digest)
    if made is not None:
        return made
    keep = partial(_make_and_keep, context, found, drawing, subject, _maker(context, found, drawing))
    # The digest is that of one venue alone.
    in_work = context.resources.caches.of(_IMAGES_IN_WORK)
    return await context.share_work(in_work, (drawing.digest, context.share.together), keep)


async def _make_once(context: Context, found: FoundView, drawing: _Drawing) -> bytes:
    """Makes the image of a draft, which nobody keeps."""

    async def make() -> bytes:
        async with context.resources.preview_images.turn(context.share):
            image, _ = await _maker(context, found, drawing)()
        return image

    return await context.hold(make())


Maker = Callable[[], Awaitable[tuple[bytes, bool]]]
"""Makes an image, and says whether it shows the venue as it was when the request began."""


def _maker(context: Context, found: FoundView, drawing: _Drawing) -> Maker:
    if drawing.image is not None:
        return partial(_make_cutout, context, drawing.image, drawing)
    if drawing.still is not None:
        return partial(_make_of_still, context, found, drawing.still, drawing)
    return partial(_make_map, context, found.venue, drawing)


async def _make_and_keep(
    context: Context, found: FoundView, drawing: _Drawing, subject: bytes, make: Maker
) -> bytes:
    async with context.resources.preview_images.turn(context.share):
        image, is_current = await make()
    if is_current:
        # An image that cannot be stored now is still sent, and made again the next time.
        with suppress(Unavailable):
            kept = KeptImage(_shown(found), _release(context), drawing.digest, image)
            await store_cached(context.resources.objects, found.venue.venue_id, subject, kept)
            context.resources.caches.of(_KEPT).put(subject, drawing.digest)
    return image


async def _make_cutout(context: Context, image: StoredImage, drawing: _Drawing) -> tuple[bytes, bool]:
    found = await context.resources.objects.get(image.full_key)
    if found is None:
        raise Unavailable("The uploaded image that this one is made from is missing. Try again later.")
    data = b"".join([chunk async for chunk in found.chunks()])
    request = msgspec.msgpack.encode(drawing.request)
    computation = context.resources.picture_computation
    return await _compute(context, computation, make_cutout, request, data), True


async def _make_of_still(
    context: Context, found: FoundView, still: StillPicture, drawing: _Drawing
) -> tuple[bytes, bool]:
    data = await read_still(context.resources.objects, found.venue.venue_id, still.still_id)
    if data is None:
        found.previews.drawn.known.forget(still.still_id)
        raise Unavailable("The still that this image is made from was replaced just now. Try again.")
    request = msgspec.msgpack.encode(drawing.request)
    computation = context.resources.picture_computation
    return await _compute(context, computation, make_of_still, request, data), True


async def _make_map(context: Context, venue: CachedVenue, drawing: _Drawing) -> tuple[bytes, bool]:
    """Makes the map. If the venue has changed since the request began, its current map is just as good, but
    is not stored."""
    stored = await read_stored_form(context, venue)
    if stored is None:
        raise venue_gone(venue)
    request = msgspec.msgpack.encode(drawing.request)
    image = await _compute(
        context,
        context.resources.computation,
        make_map,
        request,
        stored.document,
        stored.compiled_layout,
    )
    return image, stored.version == venue.version


async def _compute(
    context: Context, computation: Computation, function: Function, *arguments: bytes
) -> bytes:
    try:
        return await computation.run(
            function, *arguments, share=context.share, seconds=COMPUTATION_SECONDS_MAX
        )
    except (DeadlineExceeded, OutOfMemory):
        raise Unavailable("The image takes too long to make now. Try again later.") from None


class FoundStill(NamedTuple):
    """The still of an image, if there is one."""

    picture: StillPicture | None
    stands_in: bool
    """Whether another still, or the map, stands in for one that may be there soon."""


NO_STILL = FoundStill(None, stands_in=False)


async def find_still(
    context: Context, found: FoundView, seconds: float = STILL_WAIT_SECONDS_MAX
) -> FoundStill:
    """Returns the still of the view, after waiting for it at most this long. If it is not there then, that of
    the row stands in."""
    queue, drawn = context.resources.stills, found.previews.drawn
    own = drawn.still_of(queue.version, found.view) if queue.is_on else None
    if own is None:
        return NO_STILL
    asked = asked_still(context.resources, drawn, own, get_plan)
    if await context.hold(queue.wait_for(context.share, asked, seconds)):
        return FoundStill(StillPicture(own.still_id, None), stands_in=False)
    stands_in = queue.browser is not None
    row = None if found.view.preview.seat.seat is None else drawn.row_still_of(queue.version, found.view)
    if row is None or row.still.still_id not in drawn.known.ids:
        return FoundStill(None, stands_in)
    return FoundStill(StillPicture(row.still.still_id, _camera(row, own.job)), stands_in)


def described_still(described: DescribedView, found: FoundView, camera: Camera | None) -> DescribedView:
    """Returns what the caption of a still says."""
    if camera is None:
        return replace(described, source="drawing", camera=None, camera_section="")
    section = found.view.preview.seat.section_name
    return replace(described, source="rendered", camera=camera, camera_section=section)


def _camera(row: RowStill, own: StillJob) -> Camera:
    distance_m = math.dist(_point(row.still.job.eye), _point(own.eye))
    return Camera(row.place, is_here=False, is_exact=True, distance_m=distance_m)


def _point(eye: StillEye) -> tuple[float, float, float]:
    return eye.x, eye.y, eye.z
