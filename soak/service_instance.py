"""An instance of the service in the soak, with the failures that are expected of it at the moment."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from servers.service_process import PROGRAM, RunningService

Failure = Literal["no response", "unavailable"]
"""The connection was lost before a response, or the response was 503."""


class ServiceInstance(RunningService):
    """A service that steps of the soak kill and start again."""

    def __init__(
        self,
        name: str,
        workers: int,
        settings: Mapping[str, str],
        folder: Path,
        program: Sequence[str] = PROGRAM,
    ) -> None:
        super().__init__(
            *(folder, "--workers", str(workers)),
            name=name,
            program=program,
            settings={**settings, "SEATPREVIEW_LOG_FORMAT": "json"},
            drops_request_lines=True,
        )
        self.worker_count = workers
        self._tolerated_until: dict[Failure, float] = {}

    @contextmanager
    def tolerating(self, failure: Failure) -> Iterator[None]:
        """Inside the block, such a failure of this instance is expected, and not a violation."""
        self._tolerated_until[failure] = float("inf")
        try:
            yield
        finally:
            self._tolerated_until[failure] = time.monotonic()

    def tolerates(self, failure: Failure, started: float) -> bool:
        """Returns whether a request that was sent at `started` and is over now may have failed like this."""
        return started <= self._tolerated_until.get(failure, float("-inf"))
