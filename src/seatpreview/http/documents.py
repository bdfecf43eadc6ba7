"""Pages of docs/ that are written from the code: operations and problem codes."""

from collections.abc import Iterator

from seatpreview.http.explanations import EXPLANATIONS
from seatpreview.http.operation import Operation
from seatpreview.http.table import GROUPS, OPERATIONS
from seatpreview.problems import CATALOGUE, Problem


def operations_page() -> str:
    """docs/operations.md: a table of operations for each group."""
    return "\n".join(["# Operations", "", *_INTRODUCTION_TO_OPERATIONS, *_groups()])


_INTRODUCTION_TO_OPERATIONS = [
    "Paths are below the base address, which ends in `/v1`. A running service describes each operation in",
    "full at `/docs`, and for programs at `/v1/openapi.json`. Extensions are additions to the interface.",
    "",
]


def problems_page() -> str:
    """docs/problems.md: every code, what it means, and what to do next."""
    return "\n".join(["# Problem codes", "", *_INTRODUCTION_TO_PROBLEMS, *_codes(), *_explanations()])


_INTRODUCTION_TO_PROBLEMS = [
    "Every error has a body of the type `application/problem+json` (RFC 9457). Programs can rely on its",
    "`code`; its `detail` says what to do next, and `errors` lists every fault of the request at once, each",
    "with a JSON Pointer into the body or the name of a parameter.",
    "",
]


def _groups() -> Iterator[str]:
    for name, text in GROUPS.items():
        yield from (f"## {name}", "", text, "")
        yield from _table(["Method", "Path", "Operation", "Who may call", "What it does"])
        yield from (_row(operation) for operation in OPERATIONS if operation.group == name)
        yield ""


def _row(operation: Operation) -> str:
    extension = " (extension)" if operation.is_extension else ""
    return _line(
        operation.method,
        f"`{operation.path}`",
        f"`{operation.operation_id}`{extension}",
        operation.needs.value,
        operation.summary,
    )


def _codes() -> Iterator[str]:
    yield from _table(["Status", "Code", "Meaning"])
    for problem in CATALOGUE:
        yield _line(str(problem.status), f"[`{problem.code}`](#{problem.code})", problem.title)
    yield ""


def _explanations() -> Iterator[str]:
    for problem in CATALOGUE:
        yield from _explanation(problem)


def _explanation(problem: type[Problem]) -> Iterator[str]:
    meaning, remedy = EXPLANATIONS[problem]
    yield from (f"## {problem.code}", "", f"**{problem.status}** {problem.title}. {meaning}", "", remedy, "")


def _table(titles: list[str]) -> Iterator[str]:
    yield _line(*titles)
    yield _line(*("---" for _ in titles))


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
