"""The body of every error response."""

from typing import Annotated, Self

import msgspec
from msgspec import Meta

from seatpreview.problems import Fault, Problem


class ProblemBody(msgspec.Struct, kw_only=True, rename="camel"):
    """The body of every error (RFC 9457)."""

    type: Annotated[str, Meta(description="Where the reference explains the code, on this service.")]
    title: Annotated[str, Meta(description="What the code means, for people.")]
    status: Annotated[int, Meta(ge=400, le=599)]
    detail: Annotated[str, Meta(description="What is wrong with this request, and what to do next.")]
    instance: Annotated[str, Meta(description="This request, as a URN.")]
    code: Annotated[str, Meta(description="What programs can rely on.")]
    request_id: Annotated[
        str, Meta(description="The request's id in the service's log: quote it when asking.")
    ]
    errors: Annotated[list[Fault], Meta(description="Every fault of the request at once, where it has any.")]

    @classmethod
    def of(cls, problem: Problem, request_id: str) -> Self:
        return cls(
            type=f"/docs#problem-{problem.code}",
            title=problem.title,
            status=problem.status,
            detail=problem.detail,
            # The request by its id: its path might hold what nobody should see again.
            instance=f"urn:seatpreview:request:{request_id}",
            code=problem.code,
            request_id=request_id,
            errors=list(problem.errors),
        )
