"""Computations on seats: pure functions of bytes, which run in processes of their own."""

import msgspec

from seatpreview.ids import VenueId
from seatpreview.json_encoding import encode
from seatpreview.problems import NotFound
from seatpreview.seats.plan import build_plan
from seatpreview.validated_text import trusted_text
from seatpreview.venues.computations import layout_of
from seatpreview.venues.model import ViewerDefaults


class PlanRequest(msgspec.Struct, frozen=True, array_like=True):
    """What a plan is asked for."""

    venue_id: str
    version: int
    name: str
    configuration: str | None


def render_plan(request: bytes, document: bytes, compiled: bytes) -> bytes:
    """Returns the plan of a venue as JSON."""
    asked = msgspec.msgpack.decode(request, type=PlanRequest)
    layout = layout_of(compiled, document)
    configuration = None if asked.configuration is None else layout.configurations.get(asked.configuration)
    if configuration is None and asked.configuration is not None:
        raise NotFound(f"The venue has no configuration '{asked.configuration}' any more.")
    defaults = _decode_members(document).viewer_defaults
    plan = build_plan(VenueId(asked.venue_id), asked.version, asked.name, layout, configuration, defaults)
    return encode(plan)


class _PlanMembers(msgspec.Struct, frozen=True, rename="camel"):
    """The members of a stored record that its plan depends on, besides the layout."""

    viewer_defaults: ViewerDefaults = ViewerDefaults()


_decode_members = msgspec.json.Decoder(_PlanMembers, dec_hook=trusted_text).decode
