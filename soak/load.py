"""The load generator: wrk requests previews from both instances, and the statuses that it got are checked."""

import asyncio
import re
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from soak.run import Run
from soak.service_instance import ServiceInstance

CONNECTIONS = 6
"""The number of connections to each instance, each in a thread of its own."""
SECONDS_MAX = 300
"""The time after which wrk ends by itself, longer than any step."""

_SCRIPT = Path(__file__).with_name("load.lua")
# wrk prints its summary when it is interrupted. This shell interrupts it when its own input ends: when the
# soak closes it, or has ended itself. wrk ignores an interrupt that comes before it has started.
_INTERRUPT_AT_END_OF_INPUT = '"$@" & sleep 1; read -r _; kill -INT $!; wait $!'
_REVOKED_KEYS_MAX = 12
_STATUS_LINE = re.compile(r"^status (\d+) (\d+) (\d+)$", re.MULTILINE)
_NO_RESPONSE_LINE = re.compile(r"^no-response (\d+)$", re.MULTILINE)


@dataclass
class LoadGenerator:
    """Runs one wrk for each instance, with keys that are live and keys that were revoked."""

    run: Run
    folder: Path
    status_counts: Counter[int] = field(default_factory=Counter)
    """How often each status came in the whole run."""
    _running: dict[ServiceInstance, "asyncio.subprocess.Process"] = field(default_factory=dict)

    @asynccontextmanager
    async def generate(self) -> AsyncIterator[None]:
        """Inside the block, wrk sends requests to each instance. After it, the statuses are checked."""
        requests = self.folder / "requests"
        requests.write_text("\n".join(self._request_lines()))
        started = time.monotonic()
        for instance in self.run.cluster.instances:
            self._running[instance] = await _start_wrk(instance, requests)
        instances = [*self._running]
        try:
            yield
        finally:
            for instance in instances:
                self.stop(instance)
            for instance in instances:
                output, _ = await self._running.pop(instance).communicate()
                self._check_output(instance, output.decode(), started)

    def stop(self, instance: ServiceInstance) -> None:
        """Stops wrk for this instance. While an instance is down, wrk would only retry all the faster."""
        process = self._running.get(instance)
        if process is not None and process.stdin is not None:
            process.stdin.close()

    def _request_lines(self) -> list[str]:
        """Returns a line for each request: the expected status, the path and the key."""
        revoked = self.run.revoked_keys
        chosen = self.run.rng.sample(revoked, min(_REVOKED_KEYS_MAX, len(revoked)))
        keys = [(200, key) for key in self.run.live_keys] + [(401, key) for key in chosen]
        self.run.rng.shuffle(keys)
        return [f"{status} {self.run.preview_path()} {key['plaintext']}" for status, key in keys]

    def _check_output(self, instance: ServiceInstance, output: str, started: float) -> None:
        results = self.run.results
        for expected, status, count in (map(int, line) for line in _STATUS_LINE.findall(output)):
            self.status_counts[status] += count
            is_tolerated = status == 503 and instance.tolerates("unavailable", started)
            if status != expected and not is_tolerated:
                results.add_violation(
                    f"wrk: instance {instance.name} responded {status} instead of {expected}", count
                )
        no_response = _NO_RESPONSE_LINE.search(output)
        if no_response is None:
            results.add_violation(f"wrk ended without a summary: {output[-300:]}")
        elif int(no_response[1]) and not instance.tolerates("no response", started):
            results.add_violation(f"wrk: no response from instance {instance.name}", int(no_response[1]))


async def _start_wrk(instance: ServiceInstance, requests: Path) -> "asyncio.subprocess.Process":
    options = ["-t", str(CONNECTIONS), "-c", str(CONNECTIONS), "-d", f"{SECONDS_MAX}s", "--timeout", "30s"]
    address = f"http://127.0.0.1:{instance.port}"
    return await asyncio.create_subprocess_exec(
        *["sh", "-c", _INTERRUPT_AT_END_OF_INPUT, "sh"],
        *["wrk", *options, "-s", str(_SCRIPT), address, "--", str(requests)],
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        # In a session of its own, Ctrl-C reaches the soak first, which stops wrk in order.
        start_new_session=True,
    )
