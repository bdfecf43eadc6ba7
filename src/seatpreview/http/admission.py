"""Admission: how many requests a worker has in progress at once, in all and for each client.

A request with the header Authorization does not count for its address, so that a client behind a shared
address cannot lock out others there who present a credential. Such a request costs little until its
credential is checked. What it costs then counts for its key: for the key itself if it has the secret, and
otherwise for the session and the address, within what all visitors of the key share.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from seatpreview.access.allowances import SITE_FACTOR
from seatpreview.access.credentials import presents_secret
from seatpreview.http.request import Request
from seatpreview.limits.shares import Path, Share, ShareCounts, parts, visitor_path
from seatpreview.problems import Overloaded, RateLimited

NEVER_REFUSED = frozenset(("/healthz", "/readyz"))
"""Paths of health checks. They cost next to nothing."""

RETRY_AFTER_SECONDS = 1

WAITING_RETRY_AFTER_SECONDS = 10
"""Requests that wait end after 30 seconds at the latest."""


class Admission:
    """Counts the requests of a worker that are in progress, and refuses those above its limits."""

    def __init__(self, requests_max: int, requests_per_client: int, waits_per_tenant: int = 20) -> None:
        self._requests_max = requests_max
        self._without_secret_max = max(1, requests_max * 3 // 4)
        self._addresses = ShareCounts((SITE_FACTOR * requests_per_client, requests_per_client))
        self._bodies = ShareCounts((requests_per_client,))
        three_quarters = requests_per_client * 3 // 4
        self._bodies_of_visitors = ShareCounts(
            (max(1, three_quarters), *parts(requests_per_client, 2, 4, 10))
        )
        self._waiting = ShareCounts((waits_per_tenant,))
        self.waiting = 0
        """How many requests wait for something to happen. They cost a connection and little memory, and are
        not in progress meanwhile."""
        self.in_progress = 0
        self._without_secret = 0
        self.refused: Counter[str] = Counter()
        """How many requests were refused, by the reason in the metrics."""

    @property
    def is_full(self) -> bool:
        """Whether more requests are in progress than are admitted."""
        return self.in_progress > self._requests_max

    def enter(self, request: Request) -> None:
        """Counts a request until `leave`. Raises Overloaded if there are too many; it is counted even
        then."""
        self.in_progress += 1
        is_too_many = self.in_progress > self._requests_max
        if not presents_secret(request):
            # A quarter is reserved for requests with a secret. A wrong secret is refused at once.
            self._without_secret += 1
            request.counts_as_visit = True
            is_too_many = is_too_many or self._without_secret > self._without_secret_max
        if is_too_many and request.path not in NEVER_REFUSED:
            self._refuse("requests", "Too many requests are in progress. Wait a moment, then try again.")
        if request.authorization is None:
            self.count_for_address(request)

    def leave(self, request: Request) -> None:
        """Ends what `enter` and `count_for_address` began."""
        self.in_progress -= 1
        self._without_secret -= request.counts_as_visit
        if request.counted_for is not None:
            self._addresses.remove(request.counted_for)

    def count_for_address(self, request: Request) -> None:
        """Counts a request for its address, once. Raises Overloaded if the address has too many already."""
        if request.counted_for is None and request.path not in NEVER_REFUSED:
            path = visitor_path(request.address)
            self._enter(
                self._addresses,
                path,
                "address",
                "Too many requests from your address are in progress. Wait for them, then try again.",
            )
            request.counted_for = path

    @contextmanager
    def waiting_for_change(self, share: Share) -> Iterator[None]:
        """Counts a request as waiting, and not as one in progress. Raises RateLimited if its tenant has too
        many of these already, and Overloaded if the worker has."""
        path = (share.owner,)
        if not self._waiting.has_room(path):
            self.refused["waiting"] += 1
            raise RateLimited(
                f"{self._waiting.used(path)} requests of this tenant are waiting for changes already. Let "
                "one of them follow for all, or ask without waitSeconds.",
                retry_after_seconds=WAITING_RETRY_AFTER_SECONDS,
            )
        if self.waiting >= self._requests_max:
            self._refuse("waiting", "Too many requests are waiting for changes. Try again in a moment.")
        self._waiting.add(path)
        self.waiting += 1
        self.in_progress -= 1
        try:
            yield
        finally:
            self.in_progress += 1
            self.waiting -= 1
            self._waiting.remove(path)

    @contextmanager
    def receiving_body(self, share: Share) -> Iterator[None]:
        """Counts a request for its key while its body is received. Raises Overloaded if the key, the visitor,
        or all visitors of the key together have too many already."""
        of_visitor = (share.key, *(share.visitor or ())) if share.is_of_visitor else ()
        with self._counted(self._bodies_of_visitors, of_visitor), self._counted(self._bodies, (share.key,)):
            yield

    @contextmanager
    def _counted(self, counts: ShareCounts, path: Path) -> Iterator[None]:
        detail = "Too many bodies are being received with this key. Wait for them, then try again."
        self._enter(counts, path, "bodies", detail)
        try:
            yield
        finally:
            counts.remove(path)

    def _enter(self, counts: ShareCounts, path: Path, reason: str, detail: str) -> None:
        if not counts.has_room(path):
            self._refuse(reason, detail)
        counts.add(path)

    def _refuse(self, reason: str, detail: str) -> None:
        self.refused[reason] += 1
        raise Overloaded(detail, retry_after_seconds=RETRY_AFTER_SECONDS)
