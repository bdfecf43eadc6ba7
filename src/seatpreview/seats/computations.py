"""Computations on seats: pure functions of bytes, which run in processes of their own."""

import msgspec

from seatpreview.problems import NotFound
from seatpreview.results.json_encoding import encode
from seatpreview.seats.display_names import DisplayNames
from seatpreview.seats.plan import build_plan
from seatpreview.values.ids import VenueId
from seatpreview.values.validated_text import trusted_text
from seatpreview.venues.computations import layout_of
from seatpreview.venues.model import ViewerDefaults
from seatpreview.venues.translations import NOT_TRANSLATED, Translations


class PlanRequest(msgspec.Struct, frozen=True, array_like=True):
    """What a plan is asked for."""

    venue_id: str
    version: int
    name: str
    configuration: str | None
    names: str
    """The language of names; empty for those of the record."""


def render_plan(request: bytes, document: bytes, compiled: bytes) -> bytes:
    """Returns the plan of a venue as JSON."""
    asked = msgspec.msgpack.decode(request, type=PlanRequest)
    layout = layout_of(compiled, document)
    configuration = None if asked.configuration is None else layout.configurations.get(asked.configuration)
    if configuration is None and asked.configuration is not None:
        raise NotFound(f"The venue has no configuration '{asked.configuration}' any more.")
    record = _decode_members(document)
    names = DisplayNames(record.translations.get(asked.names, NOT_TRANSLATED))
    return encode(
        build_plan(
            VenueId(asked.venue_id),
            asked.version,
            asked.name,
            layout,
            configuration,
            record.viewer_defaults,
            names,
        )
    )


class _PlanMembers(msgspec.Struct, frozen=True, rename="camel"):
    """The members of a stored record that its plan depends on, besides the layout."""

    viewer_defaults: ViewerDefaults = ViewerDefaults()
    translations: Translations = {}


_decode_members = msgspec.json.Decoder(_PlanMembers, dec_hook=trusted_text).decode
