"""The load: wrk asks both instances for previews, all the while, and what it was answered is judged."""

import asyncio
import re
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from soak.instance import Instance
from soak.run import Run

CONNECTIONS = 6
"""To each instance, each in a thread of its own."""
SECONDS_MAX = 300
"""Of one step: then wrk ends by itself."""

_SCRIPT = Path(__file__).with_name("previews.lua")
# wrk gives its account when it is interrupted. Its input ends when the soak says so, or has ended itself.
_UNTIL_INPUT_ENDS = '"$@" & read -r _; kill -INT $!; wait $!'
_REVOKED_MAX = 12
_ANSWERS = re.compile(r"^answers (\d+) (\d+) (\d+)$", re.MULTILINE)
_LOST = re.compile(r"^lost (\d+)$", re.MULTILINE)


@dataclass
class Load:
    run: Run
    folder: Path
    answers: Counter[int] = field(default_factory=Counter)
    """Of the whole run, by status."""
    _running: dict[Instance, "asyncio.subprocess.Process"] = field(default_factory=dict)

    @asynccontextmanager
    async def asking(self) -> AsyncIterator[None]:
        """While this lasts, each instance is asked with keys that are live and keys that were revoked."""
        requests = self.folder / "requests"
        requests.write_text("\n".join(self._requests()))
        begun = time.monotonic()
        for instance in self.run.cluster.instances:
            self._running[instance] = await _started(instance, requests)
        instances = [*self._running]
        try:
            yield
        finally:
            for instance in instances:
                self.stop(instance)
            for instance in instances:
                output, _ = await self._running.pop(instance).communicate()
                self._judge(instance, output.decode(), begun)

    def stop(self, instance: Instance) -> None:
        """Of an instance that is away wrk would only ask the faster."""
        process = self._running.get(instance)
        if process is not None and process.stdin is not None:
            process.stdin.close()

    def _requests(self) -> list[str]:
        revoked = self.run.revoked
        chosen = self.run.chance.sample(revoked, min(_REVOKED_MAX, len(revoked)))
        keys = [(200, key) for key in self.run.live] + [(401, key) for key in chosen]
        self.run.chance.shuffle(keys)
        return [f"{status} {self.run.preview_path()} {key['plaintext']}" for status, key in keys]

    def _judge(self, instance: Instance, output: str, begun: float) -> None:
        findings = self.run.findings
        for expected, answered, count in (map(int, found) for found in _ANSWERS.findall(output)):
            self.answers[answered] += count
            is_excused = answered == 503 and instance.excuses("unavailable", begun)
            if answered != expected and not is_excused:
                findings.found[
                    f"wrk: instance {instance.name} answered {answered} instead of {expected}"
                ] += count
        lost = _LOST.search(output)
        if lost is None:
            findings.add(f"wrk ended without an account: {output[-300:]}")
        elif int(lost[1]) and not instance.excuses("lost", begun):
            findings.found[f"wrk: no answer from instance {instance.name}"] += int(lost[1])


async def _started(instance: Instance, requests: Path) -> "asyncio.subprocess.Process":
    options = ["-t", str(CONNECTIONS), "-c", str(CONNECTIONS), "-d", f"{SECONDS_MAX}s", "--timeout", "30s"]
    address = f"http://127.0.0.1:{instance.port}"
    return await asyncio.create_subprocess_exec(
        *["sh", "-c", _UNTIL_INPUT_ENDS, "sh"],
        *["wrk", *options, "-s", str(_SCRIPT), address, "--", str(requests)],
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        # Of its own session: Ctrl-C reaches the soak first, which ends it in order.
        start_new_session=True,
    )
