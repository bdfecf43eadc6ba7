"""Child processes of the siege: the attacker and the victims, each with an interpreter of its own.

A child gets its task as a line of JSON, and then single words that tell it when to go on. It answers with
lines of JSON. It ends when its input ends, so that no child outlives the siege.
"""

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import TypeVar

import msgspec

from servers.processes import clean_environment

ROOT = Path(__file__).parents[1]
ATTACKER_NICENESS = 10
"""The attacker has a lower priority: its effect on the service is measured, not its own work."""

_END_SECONDS = 5

T = TypeVar("T")


class ChildProcess:
    """A child, as the siege sees it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, module: str, task: msgspec.Struct, niceness: int = 0) -> "ChildProcess":
        """Starts `python -m module` with this task."""
        process = await asyncio.create_subprocess_exec(
            *("nice", "-n", str(niceness), sys.executable, "-m", module),
            cwd=ROOT,
            env=clean_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            limit=1 << 26,
            start_new_session=True,
        )
        child = cls(process)
        child._write(msgspec.json.encode(task))
        return child

    def say(self, word: str) -> None:
        """Sends a word that the child waits for."""
        self._write(word.encode())

    async def receive(self, kind: type[T], seconds_max: float) -> T:
        """Returns the next line. Raises TimeoutError or EOFError where none comes."""
        assert self._process.stdout is not None
        async with asyncio.timeout(seconds_max):
            line = await self._process.stdout.readline()
        if not line:
            raise EOFError("A process of the siege ended early. What it said is above.")
        return msgspec.json.decode(line, type=kind)

    async def end(self) -> None:
        """Ends it, by force where it does not end by itself. May be called twice."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            async with asyncio.timeout(_END_SECONDS):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
            await self._process.wait()

    def _write(self, line: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + b"\n")


class Parent:
    """The siege, as a child sees it."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader
        self._words: asyncio.Queue[str] = asyncio.Queue()
        self._listening: asyncio.Task[None] | None = None

    @classmethod
    async def connect(cls, kind: type[T]) -> "tuple[Parent, T]":
        """Returns the parent and the task that it gave."""
        reader = asyncio.StreamReader(limit=1 << 26)
        await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
        )
        task = msgspec.json.decode(await reader.readline(), type=kind)
        parent = cls(reader)
        parent._listening = asyncio.create_task(parent._listen())
        return parent, task

    async def hear(self, word: str) -> None:
        """Waits until the parent says this word."""
        while await self._words.get() != word:
            pass

    def tell(self, content: object) -> None:
        """Sends a line of JSON."""
        sys.stdout.buffer.write(msgspec.json.encode(content) + b"\n")
        sys.stdout.buffer.flush()

    async def _listen(self) -> None:
        while line := await self._reader.readline():
            self._words.put_nowait(line.decode().strip())
        # The siege has ended, or wants this process to end.
        os._exit(0)
