"""The view from a seat, as a worker keeps it: once for all buyers who look at the seat."""

import msgspec

from seatpreview.caching import CacheKind
from seatpreview.labels.model import Place, Resolution
from seatpreview.layouts.compiled import CompiledConfiguration, Section
from seatpreview.results import CacheableText
from seatpreview.seats.image_choice import Choice
from seatpreview.seats.model import Preview
from seatpreview.seats.seen_rows import SeenRowsKey
from seatpreview.seats.spoken_language import SpokenLanguage
from seatpreview.seats.view_origin import ViewOrigin
from seatpreview.values.clock import Moment
from seatpreview.values.locales import Units

SeatViewKey = tuple[bytes, bytes, str, float, str | None, SpokenLanguage]
"""The previews of a venue, the resolver of the caller, the label, the least confidence, the configuration and
the language."""

_VIEW_BYTES = 5000
"""The memory of a view with its two descriptions, besides its text, measured and rounded up."""

_SEAT_BYTES = 300
"""The memory of each seat of a view for several seats, with its name in the description."""


class LocatedView(msgspec.Struct, frozen=True, kw_only=True, eq=False, gc=False):
    """A view that lacks what is seen from its place."""

    key: SeatViewKey
    resolution: Resolution
    places: tuple[Place, ...]
    section: Section
    origin: ViewOrigin
    configuration: CompiledConfiguration | None
    language: SpokenLanguage
    rows: SeenRowsKey | None
    """The rows that the place is computed with; None where the layout does not say what people look at, or
    where the place is."""


class SeatView(CacheableText, frozen=True, kw_only=True, eq=False, gc=False):
    """The view from a place. Everything but its text stays the same until the layout or the images change.

    The text is the whole preview, with the ads and the signed addresses of a period. It is empty in a view
    that nobody has asked a preview of.
    """

    body: bytes = b""
    etag: str = ""
    key: SeatViewKey
    preview: Preview
    """The preview without image and ads, which depend on the time. The venue's name may be an earlier one:
    the text has the current one."""
    keys: tuple[str, ...]
    """The keys of all places that the view is for, in the order of the label: one, or several seats."""
    choice: Choice | None
    """The image of the view; None where it is drawn."""
    camera_section: str
    """The name of the section that the camera of the image stood in; empty where that is not known."""
    language: str
    """The language of the description."""
    is_provisional: bool = False
    """Whether it is not known yet what is seen. Such a view is not kept."""
    begins: Moment = Moment(0)
    ends: Moment = Moment(0)
    """The period of the text: until its signed addresses change, or an ad begins or ends."""
    secret_id: bytes = b""
    """The id of the secret that signed the addresses in the text."""
    content_id: bytes = b""
    """The id of the venue's record that the text was made from."""
    awaited_stills: tuple[bytes, ...] = ()
    """Ids of stills that the text lacks, and will have once they are there."""
    is_asked: bool = False
    """Whether somebody asked for this place itself, and not only for a neighbour of it."""

    def is_current(self, at: Moment, secret_id: bytes, content_id: bytes = b"") -> bool:
        """Returns whether the text can be served at this time, with addresses that this secret signed, for a
        venue with this record."""
        return self.begins <= at < self.ends and self.secret_id == secret_id and self.content_id == content_id

    @property
    def units(self) -> Units:
        """The units of measure of the description."""
        return self.key[-1].units

    @property
    def size_bytes(self) -> int:
        """An estimate of the memory that the view takes."""
        several = _SEAT_BYTES * len(self.keys) if len(self.keys) > 1 else 0
        return _VIEW_BYTES + several + len(self.body)


SEAT_VIEWS = CacheKind[SeatViewKey, SeatView](5000, metric="previews")
"""Views of seats, each with the text of its latest preview."""
