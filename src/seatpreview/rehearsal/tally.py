"""What came of the calls of a rehearsal, counted while it runs."""

from array import array
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from seatpreview.rehearsal.http_connection import Response
from seatpreview.rehearsal.viewer_calls import KINDS, Kind

LOST = "connection lost"
UNREACHABLE = "no connection"
TIMED_OUT = "no answer in time"


class Refusal(msgspec.Struct, frozen=True, rename="camel"):
    """The limit that refused a call, and its rate as the response has it; zeros if it has none. Its burst is
    left out: some limits have a larger one for older sessions."""

    limit: str
    requests: int = 0
    window_seconds: int = 0


OVERLOADED = Refusal("requests_in_progress")
"""A worker refuses what is too much at once with 503, whatever the rates are."""
UNKNOWN = Refusal("unknown")
"""A 429 without the headers of the service: something in front of it has sent it."""


@dataclass
class Results:
    """The results of the calls of one kind."""

    made: int = 0
    served_seconds: "array[float]" = field(default_factory=lambda: array("d"))
    refused: Counter[Refusal] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    """By problem code, or by what happened to the connection."""


@dataclass
class Tally:
    """The results so far."""

    calls: dict[Kind, Results] = field(default_factory=lambda: {kind: Results() for kind in KINDS})
    buyers_came: int = 0
    buyers_left: int = 0
    buyers_turned_away: int = 0
    """Buyers who got no session, and so saw nothing."""
    buyers_disappointed: int = 0
    """Buyers of whose calls at least one was refused or failed, those who were turned away included."""
    late_seconds: "array[float]" = field(default_factory=lambda: array("d"))
    """How late the generator itself began each step of a buyer."""
    waits_for_connection: int = 0
    """Calls that found all connections in use."""

    def count(self, kind: Kind, response: Response, seconds: float) -> bool:
        """Counts a response. Returns whether it is what the buyer asked for."""
        results = self.calls[kind]
        results.made += 1
        if response.status < 400:
            results.served_seconds.append(seconds)
            return True
        refusal = refusal_of(kind, response)
        if refusal is None:
            results.failed[_code_of(response)] += 1
        else:
            results.refused[refusal] += 1
        return False

    def count_failure(self, kind: Kind, failure: str) -> None:
        """Counts a call without a response."""
        self.calls[kind].made += 1
        self.calls[kind].failed[failure] += 1

    @property
    def made(self) -> int:
        return sum(each.made for each in self.calls.values())

    @property
    def served(self) -> int:
        return sum(len(each.served_seconds) for each in self.calls.values())

    @property
    def refused(self) -> int:
        return sum(each.refused.total() for each in self.calls.values())

    @property
    def failed(self) -> int:
        return sum(each.failed.total() for each in self.calls.values())


def refusal_of(kind: Kind, response: Response) -> Refusal | None:
    """Returns the limit that refused a call; None where the response is another error."""
    if response.status == 503 and _code_of(response) == "overloaded":
        return OVERLOADED
    if response.status != 429:
        return None
    if kind == "page":
        return Refusal("pages")
    return used_up_limit(response.headers)


def used_up_limit(headers: Mapping[str, str]) -> Refusal:
    """Returns the limit of which nothing remains, by the headers RateLimit and RateLimit-Policy. Of several,
    it is the slowest, which stays used up longest."""
    used_up = {name for name, left in _policies(headers.get("ratelimit", "")) if left.get("r") == 0}
    refusals = [
        Refusal(name, numbers.get("q", 0), numbers.get("w", 0))
        for name, numbers in _policies(headers.get("ratelimit-policy", ""))
        if name in used_up
    ]
    return max(refusals, key=lambda each: each.window_seconds / max(1, each.requests), default=UNKNOWN)


def _policies(header: str) -> list[tuple[str, dict[str, int]]]:
    """Parses `"key";q=100;w=60, "tenant";q=...` into names with their numbers."""
    found = []
    for part in header.split(","):
        name, *parameters = part.strip().split(";")
        pairs = (parameter.partition("=") for parameter in parameters)
        found.append((name.strip('"'), {key: int(value) for key, _, value in pairs if value.isdigit()}))
    return found


class _Problem(msgspec.Struct):
    code: str


def _code_of(response: Response) -> str:
    try:
        return msgspec.json.decode(response.body, type=_Problem).code
    except (msgspec.DecodeError, UnicodeDecodeError):
        return f"status {response.status}"
