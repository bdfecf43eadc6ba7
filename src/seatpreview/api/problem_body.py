"""The body of every error response."""

from typing import Annotated, Self

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.problems import Fault, NotFound, Problem, SeatRefusal


class ProblemBody(msgspec.Struct, kw_only=True, rename="camel"):
    """The body of every error response (RFC 9457)."""

    type: Annotated[str, Meta(description="The address of the explanation of the code, on this service.")]
    title: Annotated[str, Meta(description="What the code means, for people to read.")]
    status: Annotated[int, Meta(ge=400, le=599)]
    detail: Annotated[str, Meta(description="What is wrong with this request, and what to do next.")]
    instance: Annotated[str, Meta(description="The id of the request, as a URN.")]
    code: Annotated[str, Meta(description="The kind of problem, which programs can rely on.")]
    request_id: Annotated[
        str, Meta(description="The id of the request in the service's log. Quote it when you ask for help.")
    ]
    errors: Annotated[list[Fault], Meta(description="All faults of the request at once, if it has any.")]
    seat: (
        Annotated[SeatRefusal, Meta(description="Why there is no view: only where previewSeat answers 404.")]
        | UnsetType
    ) = UNSET

    @classmethod
    def of(cls, problem: Problem, request_id: str) -> Self:
        """Returns the body for a problem."""
        return cls(
            type=f"/docs#problem-{problem.code}",
            title=problem.title,
            status=problem.status,
            detail=problem.detail,
            # The request is identified by its id, since its path might contain a secret.
            instance=f"urn:seatpreview:request:{request_id}",
            code=problem.code,
            request_id=request_id,
            errors=list(problem.errors),
            seat=(problem.seat if isinstance(problem, NotFound) else None) or UNSET,
        )
