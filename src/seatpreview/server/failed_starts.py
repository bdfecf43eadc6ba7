"""When the service gives up on a worker that ends again and again."""

from seatpreview.server.heartbeats import SharedState

STARTS_MAX = 3
"""How many processes in a row may end before one of them could serve, until the service gives up."""


class FailedStarts:
    """Counts, for each worker, the processes in a row that ended before they could serve."""

    def __init__(self, state: SharedState) -> None:
        self._state = state
        self._counts: dict[int, int] = {}

    def add_end(self, index: int, pid: int | None) -> bool:
        """Counts the end of this process. Returns whether the worker should be given up."""
        could_serve = self._state.last_beat(index).pid == pid  # The first heartbeat follows the start.
        self._counts[index] = 0 if could_serve else self._counts.get(index, 0) + 1
        return self._counts[index] >= STARTS_MAX
