"""The problem in the response to a body or a query with faults."""

from seatpreview.problems import Fault, ValidationFailed

# Even the response to a body of a million wrong items must stay readable.
FAULTS_MAX = 1000


def validation_problem(part: str, found: tuple[Fault, ...], is_complete: bool = True) -> ValidationFailed:
    """Creates the problem of a body or a query with these faults."""
    if not is_complete:
        return ValidationFailed(
            f"The {part} has at least the faults that errors lists; the search stopped there. "
            "Correct these, then send it again.",
            errors=found,
        )
    if len(found) == 1:
        location = found[0].pointer or found[0].parameter or "it"
        return ValidationFailed(f"The {part} has 1 fault: {location} {found[0].detail}.", errors=found)
    if len(found) < FAULTS_MAX:
        return ValidationFailed(
            f"The {part} has {len(found)} faults; each is listed in errors.", errors=found
        )
    detail = f"The {part} has {FAULTS_MAX} faults or more; the first {FAULTS_MAX} are listed in errors."
    return ValidationFailed(detail, errors=found)
