"""Runs the code blocks of a page in order: a shell, a Python and a Node for each, in a folder of its own.

The shell and the Python keep what earlier blocks of their language have set, as those of a reader do.
"""

import asyncio
import contextlib
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import Awaitable, Callable
from pathlib import Path

from guides.code_blocks import ROOT, Block

WRITTEN_ADDRESS = "http://127.0.0.1:8080"
"""The address of the service in the pages."""
SECONDS_MAX = 300
"""How long a block may take. None comes near it, on a busy machine either."""

DRIVERS = Path(__file__).parent / "drivers"
_LANGUAGES = {"sh": "sh", "python": "py", "typescript": "ts"}
_PLACEHOLDER = re.compile(r"\b(key|ven|ten|ses)_\.\.\.")

NewId = Callable[[str], Awaitable[str]]
"""Gives an id for a prefix that a page writes as `key_...`."""


class BlockFailed(AssertionError):
    """A block that did not do what its page says."""


class PageRunner:
    """Runs blocks in a folder, with the environment of a reader who has started the demo."""

    def __init__(self, folder: Path, environment: dict[str, str], address: str, new_id: NewId) -> None:
        self._folder = folder
        self._environment = environment
        self._address = address
        self._new_id = new_id
        self._drivers: dict[str, Process] = {}
        _link_packages(folder)

    async def run(self, block: Block) -> None:
        """Runs a block, or saves it as the file that it is. Raises BlockFailed with its output."""
        text = await self._filled_in(block.text)
        if block.kind == "file":
            path = self._folder / block.value
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            return
        succeeded, output = await self._run_text(block, text)
        if succeeded == (block.kind == "fails"):
            expectation = "was expected to fail, and did not" if succeeded else "failed"
            raise BlockFailed(f"The {block.language} block of line {block.line} {expectation}:\n{output}")

    async def close(self) -> None:
        """Ends the processes of the page, and what they have started."""
        for process in self._drivers.values():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()

    async def _filled_in(self, text: str) -> str:
        text = text.replace(WRITTEN_ADDRESS, self._address)
        for prefix in dict.fromkeys(_PLACEHOLDER.findall(text)):
            text = text.replace(f"{prefix}_...", await self._new_id(prefix))
        return text

    async def _run_text(self, block: Block, text: str) -> tuple[bool, str]:
        source = self._folder / f"block-{block.line}.{_LANGUAGES[block.language]}"
        output = source.with_suffix(".out")
        source.write_text(text, encoding="utf-8")
        driver = self._drivers.get(block.language) or await self._start(block.language)
        assert driver.stdin is not None
        assert driver.stdout is not None
        driver.stdin.write(f"{source.name}\n".encode())
        await driver.stdin.drain()
        try:
            answer = await asyncio.wait_for(driver.stdout.readline(), SECONDS_MAX)
        except TimeoutError:
            answer = b"did not end\n"
        if answer != b"done\n":
            del self._drivers[block.language]
            with contextlib.suppress(ProcessLookupError):
                os.killpg(driver.pid, signal.SIGKILL)
            await driver.wait()
        printed = output.read_text(encoding="utf-8", errors="replace") if output.exists() else ""
        return answer == b"done\n", printed or f"Its process said: {answer.decode().strip()}"

    async def _start(self, language: str) -> Process:
        commands = {
            "sh": ["bash", str(DRIVERS / "run_sh.sh")],
            "python": [sys.executable, str(DRIVERS / "run_python.py")],
            "typescript": ["node", str(DRIVERS / "run_typescript.mjs"), str(ROOT / "web")],
        }
        process = await asyncio.create_subprocess_exec(
            *commands[language],
            cwd=self._folder,
            env=self._environment,
            stdin=PIPE,
            stdout=PIPE,
            stderr=STDOUT,
            start_new_session=True,
        )
        self._drivers[language] = process
        return process


def _link_packages(folder: Path) -> None:
    """Makes the project's own packages for Node known in the folder, as `npm install` would."""
    packages = folder / "node_modules" / "@seatpreview"
    packages.mkdir(parents=True)
    for client, name in (("typescript", "client"), ("react", "react"), ("vue", "vue")):
        if (ROOT / "clients" / client).is_dir():
            (packages / name).symlink_to(ROOT / "clients" / client)
