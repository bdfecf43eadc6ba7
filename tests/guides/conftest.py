"""One service with the demo for all pages, and a runner of blocks for each."""

import asyncio
import contextlib
import os
import shlex
import signal
import sys
import tempfile
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cast import bearer
from guides.code_blocks import ROOT
from guides.page_runner import DRIVERS, PageRunner
from seatpreview.api.local_client import LocalClient
from seatpreview.demo.creation import Demo, create_demo, picture, picture_names
from serving import LiveService, running, settings_for


class RunningDemo(NamedTuple):
    """A service with the demo, as a reader has it after script/server."""

    service: LiveService
    demo: Demo
    commands: Path
    """The folder that has the command `seatpreview`."""

    async def new_id(self, prefix: str) -> str:
        """Gives the id that a reader fills in for `ven_...`, `ten_...`, `key_...` or `ses_...`."""
        if prefix == "ven":
            return str(self.demo.venue_id)
        if prefix == "ten":
            return str(self.demo.tenant.tenant_id)
        if prefix == "key":
            return str((await self._post("/manage/keys", {"label": "Of the guide"}))["keyId"])
        session = await self._post("/sessions", {"venue": "harbour"})
        event = {"eventId": "1", "kind": "session_started"}
        await self._post("/events", {"events": [event]}, session["token"])
        return str(session["sessionId"])

    async def _post(self, path: str, body: dict[str, Any], secret: str = "") -> Any:
        headers = [bearer(secret or str(self.demo.tenant_key.plaintext))]
        answer = await self.service.ask("POST", self.service.base_url + path, headers, json=body)
        assert answer.is_success, answer.text
        return answer.json()

    def environment(self) -> dict[str, str]:
        """Returns the variables that the pages tell their readers to set."""
        settings = self.service.internals.settings
        return {
            **{name: os.environ[name] for name in ("HOME", "LANG", "TMPDIR") if name in os.environ},
            "PATH": os.pathsep.join(
                [str(self.commands), str(Path(sys.executable).parent), os.environ["PATH"]]
            ),
            "PYTHONPATH": str(ROOT / "clients" / "python"),
            "BASE": self.service.base_url,
            "KEY": str(self.demo.tenant_key.plaintext),
            "SHOP_KEY": str(self.demo.shop_key.plaintext),
            "ADMIN_KEY": str(self.demo.admin_key.plaintext),
            "SEATPREVIEW_URL": self.service.address,
            "SEATPREVIEW_KEY": str(self.demo.tenant_key.plaintext),
            "SEATPREVIEW_DATA_DIR": str(settings.data_dir),
            "SEATPREVIEW_PORT": str(settings.port),
        }


@pytest.fixture(scope="session")
async def commands() -> AsyncIterator[Path]:
    """A folder with the command `seatpreview`, whose modules were imported before."""
    # Not one of pytest's folders: the path of a socket is short.
    with tempfile.TemporaryDirectory(prefix="seatpreview-commands-") as folder:
        path = Path(folder, "socket")
        _write_command(Path(folder, "seatpreview"), path)
        server = await asyncio.create_subprocess_exec(
            sys.executable,
            str(DRIVERS / "command_server.py"),
            str(path),
            stdin=PIPE,
            stdout=PIPE,
            start_new_session=True,
        )
        try:
            assert server.stdout is not None
            assert await server.stdout.readline(), "The server of commands ended before it listened."
            yield Path(folder)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(server.pid, signal.SIGKILL)
            await server.wait()


@pytest.fixture(scope="session")
async def running_demo(
    tmp_path_factory: pytest.TempPathFactory, commands: Path
) -> AsyncIterator[RunningDemo]:
    """On SQLite alone: no page can tell the engine."""
    async with running(settings_for(tmp_path_factory.mktemp("data"))) as service:
        internals = service.internals
        client = LocalClient(internals.settings, internals.resources.database)
        demo = await create_demo(client)
        # Each picture takes a second, and the pages ask for that of one seat.
        shown = picture_names()[0]
        await client.call("putImage", str(demo.venue_id), shown, raw_body=picture(shown))
        yield RunningDemo(service, demo, commands)


@pytest.fixture
async def page_runner(running_demo: RunningDemo, tmp_path: Path) -> AsyncIterator[PageRunner]:
    """A runner in an empty folder."""
    runner = PageRunner(
        tmp_path, running_demo.environment(), running_demo.service.address, running_demo.new_id
    )
    yield runner
    await runner.close()


def _write_command(script: Path, path: Path) -> None:
    # Without the packages of the environment, which it does not need, it starts in no time.
    run = [sys.executable, "-I", "-S", str(DRIVERS / "run_command.py"), str(path)]
    script.write_text(f'#!/bin/sh\nexec {shlex.join(run)} "$@"\n', encoding="utf-8")
    script.chmod(0o755)
