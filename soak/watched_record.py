"""Records whose version only grows, and the check that no response shows a version that it must not show.

A key is live and then revoked, a grant is there and then ended, a venue has one version after the other: each
is a number that only grows. A response must show at least the version that was acknowledged when its request
was sent (by the response to a change, or by a preview that already showed it). It may show at most the
version that was requested.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from servers.http_connection import Response
from soak.check_results import CheckResults
from soak.connections import WorkerConnection

ReadVersion = Callable[[Response], int | None]
"""Returns the version that a response shows, and None where the response is wrong for every version."""

CLOCK_TOLERANCE_SECONDS = 0.05
NEVER = float("inf")


@dataclass(eq=False)
class WatchedRecord:
    """A key, session, grant or venue, with the preview request that shows its version."""

    kind: str
    id: str
    path: str
    headers: Mapping[str, str]
    read_version: ReadVersion
    results: CheckResults
    acknowledged: int = 0
    """The lowest version that a request that is sent now may show."""
    requested: int = 0
    """The highest version that any request may show. It is ahead of `acknowledged` while the response to a
    change is awaited, and after that response was lost."""
    may_end_at: float = field(default=NEVER, init=False)
    """The time of the wall clock from which on the record may be at version 1 without a request."""
    must_end_at: float = field(default=NEVER, init=False)
    """The time of the wall clock from which on the record must be at version 1."""

    @property
    def name(self) -> str:
        return f"{self.kind} {self.id}"

    async def check(self, connection: WorkerConnection) -> None:
        """Sends one request on this connection and checks the version in its response."""
        started, lowest = time.monotonic(), self._lowest_allowed()
        response = await connection.try_request("GET", self.path, self.headers)
        instance = connection.instance
        self.results.check_count += 1
        if response is None:
            if not instance.tolerates("no response", started):
                self.results.add_violation(f"{self.name}: no response from instance {instance.name}")
        elif response.status == 503:
            if not instance.tolerates("unavailable", started):
                self.results.add_violation(f"{self.name}: 503 from instance {instance.name} without a reason")
        else:
            self._check_version(response, lowest)

    def _check_version(self, response: Response, lowest: int) -> None:
        shown = self.read_version(response)
        if shown is None:
            self.results.add_violation(f"{self.name}: responded {response.status} {_body_excerpt(response)}")
        elif shown < lowest:
            self.results.add_violation(
                f"STALE {self.name}: shows {shown} ({response.status}) after {lowest} was acknowledged"
            )
        elif shown > self._highest_allowed():
            self.results.add_violation(
                f"LOST {self.name}: shows {shown} ({response.status}), which was never requested"
            )
        else:
            self.acknowledged = max(self.acknowledged, shown)

    def _lowest_allowed(self) -> int:
        return max(self.acknowledged, int(time.time() > self.must_end_at + CLOCK_TOLERANCE_SECONDS))

    def _highest_allowed(self) -> int:
        return max(self.requested, int(time.time() > self.may_end_at - CLOCK_TOLERANCE_SECONDS))


@contextmanager
def changing(records: Sequence[WatchedRecord], to: int) -> Iterator[None]:
    """Wraps the request of a change that takes these records to a version.

    Inside the block they may show it. Once the block has ended without an error, none may show less.
    """
    for record in records:
        record.requested = max(record.requested, to)
    yield
    for record in records:
        record.acknowledged = max(record.acknowledged, to)


def version_by_status(before: int, *after: int) -> ReadVersion:
    """Reads version 0 from the status `before`, and version 1 from any of the statuses `after`."""
    return lambda response: {before: 0, **dict.fromkeys(after, 1)}.get(response.status)


def venue_version(response: Response) -> int | None:
    """Reads the version from the names of the venue and of its section, which must be of the same version."""
    if response.status != 200:
        return None
    preview = response.json()
    of_venue, of_section = (
        int(name.rpartition(" ")[2]) for name in (preview["venue"]["name"], preview["seat"]["sectionName"])
    )
    return of_venue if of_venue == of_section else None


def _body_excerpt(response: Response) -> str:
    return response.body[:300].decode(errors="replace")
