"""A label that a view is asked for, and the refusals of one that leads to no open place."""

from collections.abc import Iterable, Iterator
from itertools import islice

import msgspec

from seatpreview.labels.model import Place, Resolution
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.problems import (
    ALTERNATIVES_MAX,
    Fault,
    NamedConfiguration,
    NamedPlace,
    NotFound,
    SeatRefusal,
)
from seatpreview.seats.descriptions import place_name
from seatpreview.seats.display_names import DisplayNames
from seatpreview.values.caller import SessionClaims


class AskedLabel(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A label, and what a refusal of it depends on: who asks, in which configuration and language."""

    asked: str
    layout: CompiledLayout
    configuration: CompiledConfiguration | None = None
    session: SessionClaims | None = None
    names: DisplayNames
    language: str = "en"

    def require_places(self, resolution: Resolution) -> tuple[Place, ...]:
        """Returns the place of a label that certainly names one, or at least its section, or all seats of one
        that names several; raises a 404 otherwise."""
        if resolution.seat is not None:
            return resolution.seats or (resolution.seat,)
        if resolution.status == "ambiguous":
            raise NotFound(
                "The label can mean several places of the venue. Errors lists them; ask for one by its key.",
                errors=_alternative_faults(resolution),
                seat=SeatRefusal(
                    reason="ambiguous", asked=self.asked, alternatives=self._offered(resolution.alternatives)
                ),
            )
        if resolution.alternatives:
            raise NotFound(
                "The best match for this label is not certain enough. Errors lists it with the reason; "
                "request it by its key, or with a lower minConfidence.",
                errors=_alternative_faults(resolution) + _trace_faults(resolution),
                seat=SeatRefusal(
                    reason="uncertain", asked=self.asked, alternatives=self._offered(resolution.alternatives)
                ),
            )
        raise NotFound(
            "No place of the venue has this name. GET /seats lists the keys of its seats.",
            errors=_trace_faults(resolution),
            seat=SeatRefusal(reason="unknown", asked=self.asked),
        )

    def check_is_open(self, place: Place) -> None:
        """Refuses a place in a section that the configuration closes."""
        configuration = self.configuration
        if configuration is None or not self._is_closed(place):
            return
        name = self.names.configuration(configuration) or configuration.id
        raise NotFound(
            f"Section {place.section} is closed in the configuration '{configuration.id}'. "
            "Ask for another section, or for another configuration.",
            seat=SeatRefusal(
                reason="closed",
                asked=self.asked,
                place=self._named(place),
                configuration=NamedConfiguration(id=configuration.id, name=name),
            ),
        )

    def _is_closed(self, place: Place) -> bool:
        return self.configuration is not None and place.section in self.configuration.closed

    def _offered(self, places: Iterable[Place]) -> tuple[NamedPlace, ...]:
        return tuple(map(self._named, islice(self._visible(places), ALTERNATIVES_MAX)))

    def _visible(self, places: Iterable[Place]) -> Iterator[Place]:
        for place in places:
            is_covered = self.session is None or self.session.covers_seats((place.key,))
            if is_covered and not self._is_closed(place):
                yield place

    def _named(self, place: Place) -> NamedPlace:
        section = self.layout.section(place.section)
        section_name = place.section if section is None else self.names.section(section)
        return NamedPlace(
            key=place.key,
            section=place.section,
            row=place.row,
            seat=place.seat,
            name=place_name(place, section_name, self.language),
        )


def _alternative_faults(resolution: Resolution) -> tuple[Fault, ...]:
    return tuple(Fault(parameter="seat", detail=f"could be {seat.key}") for seat in resolution.alternatives)


def _trace_faults(resolution: Resolution) -> tuple[Fault, ...]:
    return tuple(Fault(parameter="seat", detail=step) for step in resolution.trace)
