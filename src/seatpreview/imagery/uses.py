"""Which parts of a venue's record refer to which images."""

from seatpreview.imagery.model import ImageUse
from seatpreview.venues.model import VenueRecord

Uses = dict[str, list[ImageUse]]
"""By the image's name, each part once."""


def uses_in(record: VenueRecord) -> Uses:
    found: dict[str, dict[ImageUse, None]] = {}
    for imagery_set in record.imagery_sets:
        use = ImageUse(kind="imagerySet", id=str(imagery_set.id))
        for image in imagery_set.images:
            if isinstance(image.object, str):
                found.setdefault(image.object, {})[use] = None
    for ad in record.ads:
        found.setdefault(ad.image, {})[ImageUse(kind="ad", id=str(ad.id))] = None
    return {str(name): list(used_by) for name, used_by in found.items()}
