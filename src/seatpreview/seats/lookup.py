"""Finds the place and the configuration that a request names, and checks that the caller may see them."""

from msgspec import UNSET, UnsetType

from seatpreview.labels.model import Place
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.layouts.model import Mood
from seatpreview.problems import Fault, ScopeInsufficient, ValidationFailed
from seatpreview.sightlines.plain_halls import is_church, is_plain_hall
from seatpreview.values.caller import SessionClaims
from seatpreview.venues.model import ViewerDefaults


def middle_of(places: tuple[Place, ...]) -> Place:
    """Returns the place that a view of all of these is from: the middle one, of an even number the first of
    the two in the middle."""
    return places[(len(places) - 1) // 2]


def find_configuration(
    layout: CompiledLayout, requested: str | UnsetType, session: SessionClaims | None
) -> CompiledConfiguration | None:
    """Returns the configuration that applies, where None is the bare hall: the requested one; without, the
    session's; without, the layout's default."""
    if requested is UNSET:
        return layout.configuration_for(None if session is None else session.configuration)
    if not layout.knows_configuration(requested):
        existing = ", ".join(f"'{name}'" for name in layout.configurations) or "none"
        detail = f"is not a configuration of the venue; it has {existing}"
        raise ValidationFailed(
            f"The query has 1 fault: configuration {detail}.",
            errors=(Fault(parameter="configuration", detail=detail),),
        )
    return layout.configuration_for(requested)


def venue_of_body(venue: str | UnsetType, session: SessionClaims | None) -> str | None:
    """Returns the venue that a body names; None for the session's. Refuses a body without one where there is
    no session."""
    if venue is not UNSET:
        return venue
    if session is None:
        raise ValidationFailed.of(
            Fault(pointer="/venue", detail="is missing; name the venue by its venueId, or by an alias of it")
        )
    return None


def mood_of(
    layout: CompiledLayout, configuration: CompiledConfiguration | None, defaults: ViewerDefaults
) -> Mood | None:
    """Returns how the hall is lit: by the configuration, or else by the viewer defaults. Before an altar or a
    very small stage nobody turns off the lights. None: the drawing decides."""
    if configuration is not None and configuration.mood is not None:
        return configuration.mood
    if defaults.mood is not UNSET:
        return defaults.mood
    is_plain = layout.facts.hall == "theatre" and is_plain_hall(layout, configuration)
    return "house_lights" if is_plain or is_church(layout, configuration) else None


def check_may_see(keys: tuple[str, ...], session: SessionClaims | None) -> None:
    """Refuses seats unless the session is for all of them."""
    if session is None or session.covers_seats(keys):
        return
    if len(keys) > 1:
        raise ScopeInsufficient(
            "The session does not cover all of these seats. GET /caller lists its seats; request some of "
            "those, or create a session for these."
        )
    raise ScopeInsufficient(
        "The session is for other seats. GET /caller lists them; create a session for this one."
    )


def layout_changed() -> ValidationFailed:
    """Creates the problem of a cursor whose seat is gone."""
    return ValidationFailed(
        "The venue's layout has changed, and the seat that this cursor stands for is gone. Leave the cursor "
        "out to start again.",
        errors=(Fault(parameter="cursor", detail="stands for a seat that is gone; start again"),),
    )
