"""Admission: how many requests a worker has in progress at once, in all and for each client.

A request with the header Authorization does not count for its address, so that one client behind a shared
address cannot lock out the others there who present a credential. It costs little until its credential is
proven, and what it costs then counts for its key.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from seatpreview.client_address import client_network
from seatpreview.http.request import Request
from seatpreview.problems import Overloaded

NEVER_REFUSED = frozenset(("/healthz", "/readyz"))
"""Paths by which others find out whether the service is alive. They cost next to nothing."""

RETRY_AFTER_SECONDS = 1


class Admission:
    """Counts the requests of a worker that are in progress, and refuses those above its limits."""

    def __init__(self, requests_max: int, requests_per_client: int) -> None:
        self._requests_max = requests_max
        self._requests_per_client = requests_per_client
        self._by_client: dict[str, int] = {}
        self.in_progress = 0
        self.refused: Counter[str] = Counter()
        """How many requests were refused, by the reason that metrics have."""

    @property
    def is_full(self) -> bool:
        """Whether more requests are in progress than are admitted."""
        return self.in_progress > self._requests_max

    def enter(self, request: Request) -> None:
        """Counts a request until `leave`. Raises Overloaded where it is one too many; it is counted still."""
        self.in_progress += 1
        if self.in_progress > self._requests_max and request.path not in NEVER_REFUSED:
            self._refuse("requests", "Too many requests are in progress. Wait a moment, then try again.")
        if request.authorization is None:
            self.count_for_address(request)

    def leave(self, request: Request) -> None:
        """Ends what `enter` and `count_for_address` began."""
        self.in_progress -= 1
        if request.counted_for is not None:
            self._leave_client(request.counted_for)

    def count_for_address(self, request: Request) -> None:
        """Counts a request for its address, once. Raises Overloaded where that has too many already."""
        if request.counted_for is None and request.path not in NEVER_REFUSED:
            network = client_network(request.address)
            self._enter_client(
                network,
                "address",
                "Too many requests from your address are in progress. Wait for them, then try again.",
            )
            request.counted_for = network

    @contextmanager
    def receiving_body(self, key_id: str) -> Iterator[None]:
        """Counts a request for its key while its body is received. Raises Overloaded where the key has too
        many already."""
        self._enter_client(
            key_id,
            "bodies",
            "Too many bodies are being received with this key. Wait for them, then try again.",
        )
        try:
            yield
        finally:
            self._leave_client(key_id)

    def _enter_client(self, client: str, reason: str, detail: str) -> None:
        count = self._by_client.get(client, 0)
        if count >= self._requests_per_client:
            self._refuse(reason, detail)
        self._by_client[client] = count + 1

    def _leave_client(self, client: str) -> None:
        count = self._by_client[client] - 1
        if count:
            self._by_client[client] = count
        else:
            del self._by_client[client]

    def _refuse(self, reason: str, detail: str) -> None:
        self.refused[reason] += 1
        raise Overloaded(detail, retry_after_seconds=RETRY_AFTER_SECONDS)
