"""Images of seats that are kept in pretix, for PDF tickets and e-mails, which must not wait for the service.

They are files of pretix's own kind for temporary files: pretix deletes them when their time is over. All that
is known of one is the event, the venue, the seat and the language, from which its id is made."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from io import BytesIO
from uuid import UUID, uuid5

from django.core.files.base import ContentFile
from django.utils.timezone import now
from PIL import Image, UnidentifiedImageError
from pretix.base.models import CachedFile, Event

from pretix_seatpreview.purchase.seat_views import SeatView

IMAGE_BYTES_MAX = 400_000
"""The service's images have about 300 kB at most, and mostly 140 kB."""
IMAGE_SIDE_PIXELS_MAX = 2_000
IMAGES_MAX = 2_000
"""Of an event. With the largest images that is 800 MB; what comes after it is not kept."""
STAND_IN_MINUTES = 10
"""An image that stands in for one that is still being drawn is asked for again after this time."""

_MARK = ".seatpreview."
_IDS = UUID("5d0f2b1e-7d53-4c0a-9a52-52a6f0d6a1c4")


def read_image(view: SeatView) -> bytes | None:
    """Returns the image of a seat; None if there is none."""
    stored = _stored(view)
    if stored is None or not stored.file:
        return None
    try:
        with stored.file.open("rb") as file:
            return bytes(file.read(IMAGE_BYTES_MAX))
    except OSError:
        return None


def has_final_image(view: SeatView) -> bool:
    """Whether there is an image of this seat which stands in for no better one."""
    stored = _stored(view)
    return stored is not None and not stored.filename.startswith("stand-in")


def image_etag(view: SeatView) -> str | None:
    """Returns a text that changes with the image; None if there is none."""
    stored = _stored(view)
    return None if stored is None else f"{stored.pk}-{stored.date:%Y%m%d%H%M%S%f}"


def has_room(event: Event) -> bool:
    """Whether another image of this event may be kept."""
    return bool(CachedFile.objects.filter(filename__endswith=_ending(event)).count() < IMAGES_MAX)


def store_image(view: SeatView, image: bytes, *, stands_in: bool) -> None:
    """Keeps an image until a week after the event, or for minutes if it stands in for a better one."""
    CachedFile.objects.filter(pk=_id(view)).delete()
    kind = "stand-in" if stands_in else "view"
    stored = CachedFile.objects.create(
        pk=_id(view),
        date=now(),
        expires=now() + timedelta(minutes=STAND_IN_MINUTES) if stands_in else _ends_at(view),
        filename=kind + _ending(view.event),
        type="image/jpeg",
        web_download=False,
    )
    stored.file.save(stored.filename, ContentFile(image))


def forget_images(events: Iterable[Event]) -> int:
    """Deletes all images of these events, and returns how many there were."""
    endings = {_ending(event) for event in events}
    stored = CachedFile.objects.filter(filename__contains=_MARK).only("pk", "filename", "file")
    found = [image for image in stored if image.filename[image.filename.index(_MARK) :] in endings]
    for image in found:
        image.delete()
    return len(found)


def is_image(content: bytes) -> bool:
    """Whether the bytes are a whole JPEG of a size that a ticket can have. One that is cut off would fail
    later: when an e-mail or a ticket is made."""
    if len(content) > IMAGE_BYTES_MAX:
        return False
    try:
        with Image.open(BytesIO(content), formats=["JPEG"]) as image:
            if max(image.size) > IMAGE_SIDE_PIXELS_MAX:
                return False
            image.load()
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError):
        return False
    return True


def small_image(content: bytes, width_pixels: int) -> bytes:
    """Returns the image in the width that an e-mail shows: about 30 kB, so that several fit into one."""
    with Image.open(BytesIO(content), formats=["JPEG"]) as image:
        image.draft("RGB", (width_pixels, width_pixels))
        image.thumbnail((width_pixels, width_pixels))
        result = BytesIO()
        image.convert("RGB").save(result, "JPEG", quality=80)
    return result.getvalue()


def _stored(view: SeatView) -> CachedFile | None:
    return CachedFile.objects.filter(pk=_id(view), expires__gt=now()).first()


def _id(view: SeatView) -> UUID:
    connection = view.connection
    venue_id = connection.venue_id if connection else ""
    return uuid5(_IDS, "\n".join((str(view.event.pk), venue_id, view.seat_guid, view.locale)))


def _ending(event: Event) -> str:
    return f"{_MARK}{event.pk}.jpg"


def _ends_at(view: SeatView) -> datetime:
    shown = view.subevent or view.event
    end: datetime = shown.date_to or shown.date_from
    latest: datetime = max(end, now())
    return latest + timedelta(days=7)
