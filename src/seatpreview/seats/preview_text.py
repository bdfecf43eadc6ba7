"""Previews at a time: views with the signed addresses of their images, and the ads that run then."""

from msgspec import UNSET
from msgspec.structs import replace

from seatpreview.context import Context
from seatpreview.imagery.signed_urls import next_rotation_at, sign_urls
from seatpreview.results import content_etag, encode
from seatpreview.seats.drawn_stills import ShownStill
from seatpreview.seats.image_choice import Choice
from seatpreview.seats.model import Preview, PreviewImagery, ShownAd
from seatpreview.seats.scheduled_ads import ScheduledAd
from seatpreview.seats.seat_view import SeatView
from seatpreview.seats.still_model import PreviewStill
from seatpreview.seats.venue_previews import VenuePreviews
from seatpreview.values.clock import datetime_of


def with_current_text(
    context: Context, content_id: bytes, previews: VenuePreviews, view: SeatView, shown: ShownStill
) -> SeatView:
    """Returns the view with the text of its preview at the time of the request, for a venue with this
    record."""
    at, resources = context.at, context.resources
    body = encode(preview_at(context, previews, view, shown.still))
    addresses_change_at = next_rotation_at(at, resources.url_ttl_seconds)
    ads_change_at = previews.next_ads_at(at)
    return replace(
        view,
        body=body,
        etag=content_etag(body),
        begins=at,
        ends=addresses_change_at if ads_change_at is None else min(ads_change_at, addresses_change_at),
        secret_id=resources.signing.secret_id,
        content_id=content_id,
        awaited_stills=shown.awaited,
    )


def preview_at(
    context: Context, previews: VenuePreviews, view: SeatView, still: PreviewStill | None
) -> Preview:
    """Returns the preview of a view at the time of the request."""
    drawing = view.preview.drawing
    return replace(
        view.preview,
        drawing=drawing if drawing is None or still is None else replace(drawing, still=still),
        venue=previews.venue,
        imagery=None if view.choice is None else _imagery(context, previews, view.choice),
        ads=tuple([_ad(context, ad) for ad in previews.ads(view.preview.seat.section, context.at)]),
    )


def _imagery(context: Context, previews: VenuePreviews, choice: Choice) -> PreviewImagery:
    image, of_set = choice.image, choice.imagery_set
    stored = None if image.object is UNSET else previews.imagery.get(image.object)
    if stored is None:
        return PreviewImagery(
            set_id=of_set.id,
            kind=of_set.kind,
            url="" if image.url is UNSET else image.url,
            preview_url=None,
            tiles=None,
            levels=(),
            width=None,
            height=None,
            attribution=of_set.attribution,
            expires_at=None,
        )
    addresses = sign_urls(context, stored)
    return PreviewImagery(
        set_id=of_set.id,
        kind=of_set.kind,
        url=addresses.url,
        preview_url=addresses.preview_url,
        tiles=addresses.tiles,
        levels=addresses.levels,
        width=stored.width,
        height=stored.height,
        attribution=of_set.attribution,
        expires_at=addresses.expires_at,
    )


def _ad(context: Context, scheduled: ScheduledAd) -> ShownAd:
    ad = scheduled.ad
    return ShownAd(
        id=ad.id,
        slot=ad.slot,
        image_url=sign_urls(context, scheduled.image).url,
        alt=ad.alt,
        click_url=ad.click_url,
        until=None if scheduled.ends is None else datetime_of(scheduled.ends),
    )
