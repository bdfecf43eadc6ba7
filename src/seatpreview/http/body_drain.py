"""Drains bodies that nobody needs: receives the rest of them after the response, and drops it.

If the connection were closed while a client is still sending, the client would lose the response before
reading it. Such a request holds nothing but its connection: it no longer counts as in progress, and keeps no
other request out. The number of such requests is bounded, for each address and for each tenant, so that a
client that announces bodies and does not send them is left with closed connections.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from seatpreview.http.request import Request
from seatpreview.values.client_address import client_network

_SHARES = 4
"""The requests that are drained at once are at most 1/4 of those that may be in progress."""


class BodyDrain:
    """The answered requests of a worker whose bodies are still being received."""

    def __init__(self, requests_max: int, requests_per_client: int) -> None:
        self._requests_max = max(1, requests_max // _SHARES)
        self._requests_per_client = max(1, requests_per_client // _SHARES)
        self._by_client: Counter[str] = Counter()
        self.waiting = 0

    def has_room(self, request: Request) -> bool:
        """Returns whether this request's body may be drained."""
        if self.waiting >= self._requests_max:
            return False
        return all(self._by_client[client] < self._requests_per_client for client in _clients(request))

    async def discard(self, request: Request) -> None:
        """Receives the rest of a body, up to a limit, if there is room. `request.has_unread_body` is False
        afterwards if all of it came."""
        if self.has_room(request):
            with self._counted(request):
                await request.discard_unread_body()

    @contextmanager
    def _counted(self, request: Request) -> Iterator[None]:
        clients = _clients(request)
        self.waiting += 1
        self._by_client.update(clients)
        try:
            yield
        finally:
            self.waiting -= 1
            self._by_client.subtract(clients)
            for client in clients:
                if not self._by_client[client]:
                    del self._by_client[client]


def _clients(request: Request) -> tuple[str, ...]:
    """Returns the clients that a request counts for: its address and, once it is authenticated, its tenant or
    admin key."""
    address = client_network(request.address)
    if request.identity is None:
        return (address,)
    caller = request.identity.caller
    return (address, str(caller.tenant_id or caller.actor))
