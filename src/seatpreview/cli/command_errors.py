"""How a command fails: sentences for the person at the terminal, and an exit code for scripts."""

import re
from typing import Self

from seatpreview.observability.outages import REMEDIES
from seatpreview.problems import Fault, Problem

EXIT_FAILURE = 1
"""The command could not do what was asked."""
EXIT_USAGE = 2
"""The command was called with flags or settings that cannot be used."""
EXIT_WARNINGS = 3
"""`doctor --strict` found nothing that fails, and something to look at."""
EXIT_INTERRUPTED = 130
"""The command was ended by Ctrl-C, as shells report it."""

_FLAGS = {
    "tenantId": "--tenant",
    "allowedOrigins": "--allowed-origin",
    "embedFrameAncestors": "--embed-frame-ancestor",
    "venues": "--venue",
    "groupBy": "--by",
}
_ARGUMENTS = {"keyId": "KEY_ID", "tenantId": "TENANT_ID", "venueId": "VENUE", "seat": "SEAT", "name": "NAME"}


class CommandError(Exception):
    """An expected failure: main.py prints its sentences, without a traceback, and exits with its code."""

    def __init__(self, *sentences: str, exit_code: int = EXIT_FAILURE) -> None:
        super().__init__(*sentences)
        self.sentences = sentences
        self.exit_code = exit_code

    @classmethod
    def from_problem(cls, problem: Problem) -> Self:
        """Uses the API's own words, with the names of flags in place of those of members. Who runs a command
        may know why a part of the service fails."""
        if problem.cause is not None and problem.__cause__ is not None:
            return cls(problem.detail, f"{problem.__cause__}.", REMEDIES[problem.cause])
        if not problem.errors:
            return cls(problem.detail)
        return cls(*(_sentence(fault) for fault in problem.errors))


def _sentence(fault: Fault) -> str:
    detail = fault.detail if fault.detail.endswith((".", "?")) else f"{fault.detail}."
    return f"{_subject(fault)} {detail}"


def _subject(fault: Fault) -> str:
    """The argument or flag at fault, and for a list which of its values."""
    if fault.parameter is not None:
        return _ARGUMENTS.get(fault.parameter) or _flag(fault.parameter)
    if not fault.pointer:
        return "The request"
    member, *within = fault.pointer.removeprefix("/").split("/")
    if not within:
        return _flag(member)
    inner = " ".join(f"number {int(part) + 1}" if part.isdecimal() else part for part in within)
    return f"{_flag(member)} ({inner})"


def _flag(member: str) -> str:
    """The flag that sets a member of the API: for allowOriginOnly it is --allow-origin-only."""
    return _FLAGS.get(member) or "--" + re.sub("[A-Z]", lambda capital: f"-{capital[0].lower()}", member)
