"""The ads of a venue that can be shown, each with its period."""

from collections.abc import Iterator
from datetime import datetime

import msgspec

from seatpreview.imagery.model import Imagery, StoredImage
from seatpreview.values.clock import Moment, moment_of
from seatpreview.venues.model import Ad


class ScheduledAd(msgspec.Struct, frozen=True, eq=False):
    """An ad whose image is uploaded, with its period."""

    ad: Ad
    image: StoredImage
    begins: Moment | None
    ends: Moment | None
    sections: frozenset[str]
    """The sections in which it is shown; empty for all of them."""

    def applies(self, section: str, at: Moment) -> bool:
        """Returns whether the ad is shown in the section at this time."""
        if (self.begins is not None and at < self.begins) or (self.ends is not None and at >= self.ends):
            return False
        return not self.sections or section in self.sections


def scheduled_ads(ads: tuple[Ad, ...], imagery: Imagery) -> Iterator[ScheduledAd]:
    """Yields the ads whose images are uploaded."""
    for ad in ads:
        image = imagery.get(ad.image)
        if image is not None:
            begins = moment_of(ad.from_) if isinstance(ad.from_, datetime) else None
            ends = moment_of(ad.until) if isinstance(ad.until, datetime) else None
            yield ScheduledAd(ad, image, begins, ends, frozenset(ad.sections))
