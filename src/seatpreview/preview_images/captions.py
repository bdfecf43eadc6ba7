"""The text in a preview image: the place, the venue, and what the image shows. The words are those of
descriptions, in `seats/wording/`. An image from another place never has the place as its title."""

from functools import lru_cache

import msgspec

from seatpreview.preview_images.text_drawing import text_of
from seatpreview.seats.descriptions import (
    DescribedView,
    describe_map,
    describe_picture,
    nearest_to,
    picture_title,
    place_parts,
)
from seatpreview.seats.phrases import PHRASES, MapKind
from seatpreview.values.locales import Units

_NO_BREAK = "\u00a0"
"""A space at which no line is broken."""


class Caption(msgspec.Struct, frozen=True, array_like=True):
    """The lines of text in an image, from the largest to the smallest."""

    title: str
    """The section, row and seat by their names, if the image shows the view from there. Else what the image
    is, and from where."""
    subtitle: str
    """The venue, and its configuration where it has a name; under an image from another place, the place that
    it is shown for."""
    source: str
    """What the image is, where it was taken, and who took it; the venue where the lines above say that."""


@lru_cache(maxsize=len(PHRASES))
def caption_language(language: str) -> str:
    """Returns the language of captions: the one that is spoken, or English where this machine lacks the fonts
    or the library to draw it."""
    return "en" if text_of(PHRASES[language].drawn) is None else language


def caption_of_cutout(
    described: DescribedView, language: str, venue_name: str, attribution: str, units: Units = "metres"
) -> Caption:
    """Returns the caption of an image that is cut out of an uploaded one."""
    if described.camera is not None and not described.camera.is_here:
        return Caption(
            title=_capitalized(picture_title(described, language, units)),
            subtitle=nearest_to(described, language),
            source=_joined(venue_name, described.configuration_name, attribution),
        )
    sentence = describe_picture(described, language, units).removesuffix(PHRASES[language].full_stop)
    return _caption(described, language, venue_name, _joined(sentence, attribution))


def caption_of_map(described: DescribedView, language: str, venue_name: str, kind: MapKind) -> Caption:
    """Returns the caption of an image that is drawn from the layout."""
    return _caption(described, language, venue_name, describe_map(kind, language))


def _caption(described: DescribedView, language: str, venue_name: str, source: str) -> Caption:
    section, *row_and_seats = place_parts(described, language)
    # A row and a seat stay on one line with their numbers.
    place = PHRASES[language].comma.join(
        [section, *(part.replace(" ", _NO_BREAK, 1) for part in row_and_seats)]
    )
    return Caption(
        title=_capitalized(place),
        subtitle=_joined(venue_name, described.configuration_name),
        source=source,
    )


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def _joined(*texts: str) -> str:
    return " · ".join(stripped for text in texts if (stripped := text.strip()))
