"""Stills in previews: the one to show, and those that are still to be drawn."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple

from seatpreview.caching import content_id
from seatpreview.context import Context, Resources
from seatpreview.decoding import inputs
from seatpreview.imagery.signed_urls import sign_files
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.model import Layout, PlaceName
from seatpreview.problems import NotFound
from seatpreview.results import CacheableText, encode
from seatpreview.seats.display_names import DisplayNames
from seatpreview.seats.drawn_venue import DrawnVenue, SceneStill
from seatpreview.seats.model import PlanQuery
from seatpreview.seats.plan import build_plan
from seatpreview.seats.seat_view import SeatView
from seatpreview.seats.still_model import PreviewStill
from seatpreview.stills.still_job import StillEye, StillJob, StillLook
from seatpreview.stills.still_objects import FULL, SMALL, prefix_of_still
from seatpreview.stills.still_queue import AskedStill, Plan, Probe
from seatpreview.values.caller import Caller
from seatpreview.values.ids import TenantId, VenueId
from seatpreview.venues.model import ViewerDefaults
from seatpreview.venues.translations import NOT_TRANSLATED
from seatpreview.venues.venue_access import usable_venue

_PROBE_PIXELS = 64
_PROBE_VENUE = VenueId("ven_000000000000")
_PROBE_LAYOUT = {
    "sections": [
        {
            "id": "A",
            "rows": ["1"],
            "seats": {"count": 2},
            "geometry": {"bearingDeg": 180, "distanceM": 10},
        }
    ]
}

GetPlan = Callable[[Context, PlanQuery], Awaitable[CacheableText]]


class ShownStill(NamedTuple):
    """The still of a preview, and the ids of stills that change the preview once they are there."""

    still: PreviewStill | None
    awaited: tuple[bytes, ...]
    missing: SceneStill | None = None
    """The still of the seat itself, if it is to be drawn."""


NONE = ShownStill(None, ())


def shown_still(context: Context, drawn: DrawnVenue, view: SeatView) -> ShownStill:
    """Returns the still of the view's own seat, or that of its row. Only known ones are returned."""
    queue = context.resources.stills
    own = drawn.still_of(queue.version, view) if queue.is_on else None
    if own is None:
        return NONE
    if own.still_id in drawn.known.ids:
        return ShownStill(_preview_still(context, drawn, own, None), ())
    row = None if view.preview.seat.seat is None else drawn.row_still_of(queue.version, view)
    if row is None:
        return ShownStill(None, (own.still_id,), own)
    if row.still.still_id in drawn.known.ids:
        return ShownStill(_preview_still(context, drawn, row.still, row.place.key), (own.still_id,), own)
    return ShownStill(None, (own.still_id, row.still.still_id), own)


def queue_still(
    context: Context, drawn: DrawnVenue, view: SeatView, still: SceneStill | None, get_plan: GetPlan
) -> None:
    """Puts the missing still of a view into the queue: the rows of a section that nobody has asked for come
    first. Never waits."""
    queue = context.resources.stills
    if still is None:
        return
    queue.list_once(drawn.venue_id, drawn.known)
    if queue.browser is None:
        return
    section = (still.scene_id, view.preview.seat.section)
    if section in drawn.known.sections_asked:
        if queue.has_room(context.share):
            queue.ask(context.share, asked_still(context.resources, drawn, still, get_plan))
        return
    drawn.known.note_section(section)
    asked = asked_still(context.resources, drawn, still, get_plan)

    def find() -> list[AskedStill]:
        rows = drawn.row_stills_of(queue.version, view)
        return [*(asked_still(context.resources, drawn, row.still, get_plan) for row in rows), asked]

    queue.ask_later(context.share.together, find)


def asked_still(resources: Resources, drawn: DrawnVenue, still: SceneStill, get_plan: GetPlan) -> AskedStill:
    """Returns what the queue needs to draw a still."""
    return AskedStill(
        venue_id=drawn.venue_id,
        known=drawn.known,
        still_id=still.still_id,
        scene_id=still.scene_id,
        job=still.job,
        plan=partial(
            _plan, resources, get_plan, drawn.owner, drawn.venue_id, drawn.layout_id, still.configuration
        ),
    )


def make_probe() -> Probe:
    """Returns a hall of two seats. A browser that cannot draw it can draw nothing."""
    layout = compile_layout(inputs.decode(_PROBE_LAYOUT, Layout))
    plan = build_plan(_PROBE_VENUE, 1, "", layout, None, ViewerDefaults(), DisplayNames(NOT_TRANSLATED))
    text = encode(plan)
    job = StillJob(
        eye=StillEye(0, -10, 1.2), look=StillLook(0, 0, 75), pixels=_PROBE_PIXELS, small_pixels=_PROBE_PIXELS
    )
    return Probe(Plan(content_id(text).hex(), text), job)


def _preview_still(
    context: Context, drawn: DrawnVenue, still: SceneStill, from_seat: str | None
) -> PreviewStill:
    prefix = prefix_of_still(drawn.venue_id, still.still_id)
    (full, small), expires_at = sign_files(context, prefix, FULL, SMALL)
    return PreviewStill(url=full, preview_url=small, from_=from_seat, expires_at=expires_at)


async def _plan(
    resources: Resources,
    get_plan: GetPlan,
    owner: TenantId,
    venue_id: VenueId,
    layout_id: bytes,
    configuration: str | None,
) -> Plan | None:
    """Returns the plan of the venue as its owner sees it; None if its layout is another one by now, or if it
    was archived or deleted."""
    at = await resources.records.check_and_get_time()
    caller = Caller(kind="operator", key_id=None, tenant_id=owner, scope="tenant", venues=None)
    context = Context(caller=caller, at=at, resources=resources)
    try:
        usable = await usable_venue(context, str(venue_id))
    except NotFound:
        return None
    if usable.venue.layout_id != layout_id:
        return None
    query = PlanQuery(venue=str(venue_id), configuration=PlaceName(configuration or "none"))  # type: ignore[arg-type]  # the id is a name
    plan = await get_plan(context, query)
    return Plan(plan.etag, plan.body)
