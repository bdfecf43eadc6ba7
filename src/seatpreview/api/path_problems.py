"""Examples of problems in the words of the operations below a path, where the common words are about keys."""

from collections.abc import Iterator

from seatpreview.api.operation import Operation
from seatpreview.problems import (
    Conflict,
    Fault,
    NotFound,
    PreconditionFailed,
    Problem,
    ValidationFailed,
    VenueNotAllowed,
)
from seatpreview.values.ids import Id

_NO_VENUE = NotFound("There is no venue with this id or alias among those that you may use.")
_OTHER_VENUES = VenueNotAllowed("The key may not use this venue. GET /caller lists those that it may use.")
_NO_SEAT = NotFound("No place of the venue goes by this label. GET /seats lists the keys of its seats.")
_SEAT_MISSING = ValidationFailed(
    "The query has 1 fault: seat is missing.", errors=(Fault(parameter="seat", detail="is missing"),)
)

PATH_PROBLEMS: dict[str, tuple[Problem, ...]] = {
    "/sessions/{sessionId}": (
        NotFound("This is not the session of the token. Use the sessionId that came with it."),
        VenueNotAllowed("Your key is restricted to some venues, and the session is for another one."),
    ),
    "/sessions": (_NO_VENUE, _OTHER_VENUES),
    "/seats/preview": (_SEAT_MISSING, _NO_SEAT, _OTHER_VENUES),
    "/seats": (_NO_VENUE, _OTHER_VENUES),
    "/events": (_OTHER_VENUES,),
    "/manage/venues/{venueId}/imagery": (
        NotFound("The venue has no image with this name."),
        Conflict(
            "The venue's record refers to the image: imagerySets/0. Replace the record without it first."
        ),
    ),
    "/manage/venues/{venueId}/grants": (
        NotFound("This tenant was not granted the venue."),
        Conflict("The owner needs no grant."),
    ),
    "/manage/webhooks/{webhookId}/deliveries/{deliveryId}": (
        NotFound("The webhook has no delivery with this deliveryId. They are kept for 30 days."),
    ),
    "/manage/webhooks": (
        NotFound("There is no webhook with this webhookId among those that you may see."),
        VenueNotAllowed(
            "Your key is restricted to some venues, and reaches only webhooks whose venues lie within them."
        ),
        PreconditionFailed("The webhook has another version than If-Match names. Read it again and retry."),
    ),
    "/manage/templates/{templateId}": (
        NotFound("There is no template of this name. There are: theatre, concert-hall, arena, stadium."),
        ValidationFailed(
            "seats must be 200 to 3,000 for the template 'theatre', and is 5,000.",
            errors=(
                Fault(
                    parameter="seats",
                    detail="must be 200 to 3,000 for the template 'theatre', and is 5,000",
                ),
            ),
        ),
    ),
    "/manage/venues": (
        NotFound("There is no venue with this venueId among those that you may use."),
        VenueNotAllowed("Your key is restricted to other venues."),
        Conflict("Another venue of this tenant has one of the aliases. Each names one venue at most."),
        PreconditionFailed("The venue has another version than If-Match names. Read it again and retry."),
    ),
}
"""Examples by the beginning of the path. The first match counts, so longer beginnings stand first."""


def path_problem(operation: Operation, type_: type[Problem]) -> Problem | None:
    """Returns an example of the problem for operations below the operation's path, if there is one."""
    return next((problem for problem in _below(operation.path) if type(problem) is type_), None) or (
        _of_request(operation) if type_ is ValidationFailed else None
    )


def _below(path: str) -> Iterator[Problem]:
    for start, problems in PATH_PROBLEMS.items():
        if path.startswith(start):
            yield from problems


def _of_request(operation: Operation) -> Problem | None:
    """Returns a refusal of the path or, if the path has no id, of the query; None if there is a body."""
    if operation.body is not None:
        return None
    for name, type_ in operation.path_types.items():
        if issubclass(type_, Id):
            detail = f"must be '{type_.prefix}' followed by at least 12 letters or digits"
            return ValidationFailed(
                f"In the path, {name} {detail}.", errors=(Fault(parameter=name, detail=detail),)
            )
    return ValidationFailed(
        "The query has 1 fault: lable is unknown.", errors=(Fault(parameter="lable", detail="is unknown"),)
    )
