"""The text in a preview image: the place, the venue, and what the image shows. The words are those of
descriptions, in `seats/wording/`."""

import msgspec

from seatpreview.seats.descriptions import DescribedView, describe_map, describe_picture, place_parts
from seatpreview.seats.phrases import MapKind

_NO_BREAK = "\u00a0"
"""A space at which no line is broken."""


class Caption(msgspec.Struct, frozen=True, array_like=True):
    """The lines of text in an image."""

    place: str
    """The section, row and seat, by their names."""
    venue: str
    """The venue, and its configuration where it has a name."""
    source: str
    """What the image is, where it was taken, and who took it."""


def caption_of_cutout(described: DescribedView, language: str, venue_name: str, attribution: str) -> Caption:
    """Returns the caption of an image that is cut out of an uploaded one."""
    sentence = describe_picture(described, language).removesuffix(".")
    return _caption(described, language, venue_name, _joined(sentence, attribution))


def caption_of_map(described: DescribedView, language: str, venue_name: str, kind: MapKind) -> Caption:
    """Returns the caption of an image that is drawn from the layout."""
    return _caption(described, language, venue_name, describe_map(kind, language))


def _caption(described: DescribedView, language: str, venue_name: str, source: str) -> Caption:
    section, *row_and_seats = place_parts(described, language)
    # A row and a seat stay on one line with their numbers.
    place = ", ".join([section, *(part.replace(" ", _NO_BREAK, 1) for part in row_and_seats)])
    return Caption(
        place=place[:1].upper() + place[1:],
        venue=_joined(venue_name, described.configuration_name),
        source=source,
    )


def _joined(*texts: str) -> str:
    return " · ".join(stripped for text in texts if (stripped := text.strip()))
