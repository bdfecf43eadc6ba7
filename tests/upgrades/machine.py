"""A machine of an operator: one release on its data, started, asked and stopped."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from cast import bearer
from servers import earlier_releases
from servers.long_timeouts import LONG_TIMEOUTS_PROGRAM
from servers.polling import PATIENCE_SECONDS, wait_until
from servers.service_process import RunningService
from upgrades.given_out import differences


class Machine:
    """A machine with one release, on data that all releases of a test share."""

    def __init__(self, folder: Path, name: str, settings: dict[str, str], wheel: Path | None = None) -> None:
        """Without a wheel, it has the present release."""
        self.service = RunningService(
            folder,
            name=name,
            program=LONG_TIMEOUTS_PROGRAM if wheel is None else earlier_releases.PROGRAM,
            settings=settings if wheel is None else {**settings, "PYTHONPATH": str(wheel)},
        )

    @contextmanager
    def serving(self, key: str) -> Iterator[httpx.Client]:
        """Serves, and yields a client with a key."""
        self.service.start()
        try:
            # After the first start, the address is there from before.
            wait_until(lambda: self._is_listening() or not self.service.is_running())
            assert self.service.is_running(), self.service.stderr
            address = self.service.base_address
            with httpx.Client(base_url=address, headers=[bearer(key)], timeout=PATIENCE_SECONDS) as client:
                wait_until(lambda: client.get("/caller").status_code == 200)
                yield client
        finally:
            self.service.stop()

    def new_admin_key(self) -> str:
        """Makes the tables and a key, and returns its plaintext."""
        self.service.run("db", "upgrade")
        return str(json.loads(self.service.run("keys", "create", "--scope", "admin", "--json"))["plaintext"])

    def _is_listening(self) -> bool:
        return "Base address" in self.service.stdout and self.service.is_listening()


def assert_equal(before: dict[str, Any], after: dict[str, Any]) -> None:
    """Compares the answers of two releases, one by one."""
    assert before.keys() == after.keys()
    found = differences(before, after)
    assert not found, "\n".join(found)
