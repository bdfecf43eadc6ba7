"""Previews of views at a time: with the signed addresses of an image and the ads that run then.

The addresses of an image are signed and encoded once for a period, for all seats that show it.
"""

from msgspec import UNSET, Raw

from seatpreview.caching.bounded_cache import BoundedCache
from seatpreview.caching.derived import Derived
from seatpreview.context import Context, Resources
from seatpreview.imagery.signed_urls import next_rotation_at, sign_urls
from seatpreview.results.cacheable import Cacheable
from seatpreview.results.json_encoding import encode
from seatpreview.seats.image_choice import Choice
from seatpreview.seats.model import PreviewImagery, PreviewLevel, PreviewTiles, ShownAd
from seatpreview.seats.preview_text import PreviewText
from seatpreview.seats.venue_previews import AddressPeriod, ScheduledAd, SeatView, TimedPreview, VenuePreviews
from seatpreview.values.clock import datetime_of

SHOWN_IMAGES_MAX = 10_000
SHOWN_IMAGES_BYTES_MAX = 16_000_000
"""Images with their addresses that a worker keeps encoded, for all venues together."""

_SHOWN_IMAGE_BYTES = 600
"""The memory of an encoded image besides its text."""

ShownImages = BoundedCache[tuple[int, str, str, str, AddressPeriod], Raw]
"""Encoded images by the previews that they belong to, their set, their attribution, their name or address,
and the period of their addresses."""

SHOWN_IMAGES = Derived[ShownImages]("shown images")


def shown_images_of(resources: Resources) -> ShownImages:
    """Returns the cache of encoded images that was put together with the other resources of the process."""
    return SHOWN_IMAGES.require(resources)


def timed_preview(context: Context, previews: VenuePreviews, view: SeatView) -> TimedPreview:
    """Returns the preview of a view at the time of the request."""
    at = context.at
    addresses = AddressPeriod(
        next_rotation_at(at, context.resources.url_ttl_seconds), context.resources.signing.secret_id
    )
    preview = PreviewText(
        venue=previews.venue_text,
        configuration=view.configuration,
        mood=view.mood,
        seat=view.seat,
        seats=view.seats,
        view_from=view.view_from,
        eye=view.eye,
        resolution=view.resolution,
        imagery=_NULL if view.choice is None else _imagery_text(context, previews, view.choice, addresses),
        provenance=view.provenance,
        orientation=view.orientation,
        sightline=view.sightline,
        description=view.description,
        drawing=view.drawing,
        neighbours=view.neighbours,
        ads=tuple([_ad_text(context, each, addresses) for each in previews.ads(view.seat.section, at)]),
        viewer_defaults=previews.viewer_defaults_text,
    )
    next_ads_at = previews.next_ads_at(at)
    ends = addresses.ends if next_ads_at is None else min(next_ads_at, addresses.ends)
    return TimedPreview(Cacheable(preview, encode(preview)), addresses.secret_id, at, ends)


_NULL = Raw(b"null")


def _imagery_text(context: Context, previews: VenuePreviews, choice: Choice, addresses: AddressPeriod) -> Raw:
    image, of_set = choice.image, choice.imagery_set
    name = image.url if image.object is UNSET else image.object
    key = (previews.serial, of_set.id, str(of_set.attribution), str(name), addresses)
    shown = shown_images_of(context.resources)
    text = shown.get(key)
    if text is None:
        text = Raw(encode(_imagery(context, previews, choice)))
        shown.put(key, text, _SHOWN_IMAGE_BYTES + len(bytes(text)))
    return text


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
    tiles, levels = (
        None,
        [
            PreviewLevel(width=level.width, columns=level.columns, rows=level.rows, url=url)
            for level, url in zip(stored.levels, addresses.level_url_templates, strict=True)
        ],
    )
    if stored.tiles is not None and addresses.tiles_url_template is not None:
        tiles = PreviewTiles(
            columns=stored.tiles.columns, rows=stored.tiles.rows, url=addresses.tiles_url_template
        )
        if levels and levels[-1].width < stored.width:
            levels.append(
                PreviewLevel(width=stored.width, columns=tiles.columns, rows=tiles.rows, url=tiles.url)
            )
    return PreviewImagery(
        set_id=of_set.id,
        kind=of_set.kind,
        url=addresses.url,
        preview_url=addresses.preview_url,
        tiles=tiles,
        levels=tuple(levels),
        width=stored.width,
        height=stored.height,
        attribution=of_set.attribution,
        expires_at=datetime_of(addresses.expires_at),
    )


def _ad_text(context: Context, running: ScheduledAd, addresses: AddressPeriod) -> Raw:
    """Returns the ad with its current address, encoded once for all previews of the period."""
    if running.shown is not None and running.shown[0] == addresses:
        return running.shown[1]
    ad = running.ad
    shown = ShownAd(
        id=ad.id,
        slot=ad.slot,
        image_url=sign_urls(context, running.image).url,
        alt=ad.alt,
        click_url=ad.click_url,
        until=None if running.ends is None else datetime_of(running.ends),
    )
    text = Raw(encode(shown))
    running.shown = (addresses, text)
    return text
