"""What went wrong with the service, as a sentence for the organizer that says what to do."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import gettext as _

from pretix_seatpreview.bounded_client import BLOCKED, UNREADABLE, bounded_client
from pretix_seatpreview.service_addresses import refusal
from seatpreview_client import (
    BadRequest,
    Client,
    Conflict,
    Forbidden,
    NotFound,
    PreconditionFailed,
    Problem,
    RateLimited,
    SeatPreviewError,
    Unauthorized,
    Unreachable,
)

FAULTS_MAX = 20
DETAIL_CHARACTERS_MAX = 400
logger = logging.getLogger(__name__)


class ServiceProblem(Exception):
    """A call failed. The message is for the organizer, and has no key in it."""

    def __init__(self, message: str, faults: tuple[str, ...] = (), code: str = "") -> None:
        """Takes the sentence, further sentences about single faults, and the service's code."""
        super().__init__(message)
        self.message = message
        self.faults = faults
        self.code = code


@contextmanager
def service(service_url: str, key: str, *, seconds_max: float) -> Iterator[Client]:
    """Opens a client, and turns everything that its calls raise into a `ServiceProblem`. No service is called
    whose address is refused."""
    refused = refusal(service_url)
    if refused is not None:
        raise ServiceProblem(refused, code="refused")
    try:
        with bounded_client(service_url, key, seconds_max=seconds_max) as client:
            yield client
    except SeatPreviewError as error:
        raise _without_key(_explained(error, service_url), key) from None
    except UNREADABLE as error:
        logger.warning("Seat Preview: an answer could not be read: %s", type(error).__name__)
        raise ServiceProblem(_no_service(service_url)) from None


def _explained(error: SeatPreviewError, service_url: str) -> ServiceProblem:
    if isinstance(error, Unreachable):
        return ServiceProblem(_unreachable(error, service_url), code="unreachable")
    if not isinstance(error, Problem) or error.code.startswith("http_"):
        return ServiceProblem(_no_service(service_url), code="unexpected")
    faults = tuple(_shortened(f"{fault.pointer or ''} {fault.detail}".strip()) for fault in error.errors)
    return ServiceProblem(_of_problem(error), faults[:FAULTS_MAX], error.code)


def _unreachable(error: Unreachable, service_url: str) -> str:
    cause = str(error.__cause__ or error)
    if BLOCKED in cause:
        return _(
            "{url} is in a private network, and pretix makes no connections there. Enter a public address, "
            "or ask the administrator of pretix to set allow_http_to_private_networks."
        ).format(url=service_url)
    return _(
        "{url} cannot be reached, or did not answer in time. Check the address, and whether the service "
        "runs; then try again. Nothing was changed in pretix."
    ).format(url=service_url)


def _no_service(service_url: str) -> str:
    return _(
        "{url} answers, but not as a Seat Preview service does. Enter the address at which the console "
        "opens, such as https://seats.example."
    ).format(url=service_url)


def _of_problem(error: Problem) -> str:
    detail = _shortened(error.detail)
    if isinstance(error, Unauthorized):
        return _(
            "The service refuses the key: it is unknown there, or was revoked. Make a new key and enter it "
            "here."
        )
    if isinstance(error, Forbidden) and error.code == "venue_not_allowed":
        return _(
            "The key is limited to other venues. Make a key for plan sync that is not limited to venues, and "
            "enter it in the settings."
        )
    if isinstance(error, Forbidden):
        return _("The key may not do this: {detail}").format(detail=detail)
    if isinstance(error, NotFound):
        return _(
            "The service has no such venue for this key: somebody deleted it, or the key belongs to somebody "
            "else. Unlink the plan, then make a new venue."
        )
    if isinstance(error, (Conflict, PreconditionFailed)):
        return _("The service refuses this at the moment: {detail}").format(detail=detail)
    if isinstance(error, RateLimited) or error.status >= 500:
        return _("The service has too much to do or is being restarted. Try again in a minute.")
    if isinstance(error, BadRequest):
        return _("The service cannot use what it was sent: {detail}").format(detail=detail)
    return detail


def _shortened(text: str) -> str:
    return text if len(text) <= DETAIL_CHARACTERS_MAX else text[:DETAIL_CHARACTERS_MAX] + "…"


def _without_key(problem: ServiceProblem, key: str) -> ServiceProblem:
    """Takes the key out of texts: a service that means harm could repeat it, for a log to keep it."""
    return ServiceProblem(
        problem.message.replace(key, "*****"),
        tuple(fault.replace(key, "*****") for fault in problem.faults),
        problem.code,
    )
