"""A step that kills workers between the commit of a change and its delivery: no webhook is missing."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import msgspec

from seatpreview.webhooks.sender import LEASE_SECONDS
from soak.fault_steps import wait_until_every_worker_serves
from soak.run import Run

_KEYS = 40
_GIVE_UP_SECONDS = LEASE_SECONDS + 60
"""What a killed worker has claimed is due again when its lease has passed."""


async def kill_during_deliveries(run: Run) -> None:
    """An instance is killed while deliveries are on their way. Each acknowledged change arrives, from the
    other one or after the restart, at least once."""
    arrivals: asyncio.Queue[str] = asyncio.Queue()
    instance = run.rng.choice(run.cluster.instances)
    async with _receiver(arrivals) as url:
        body = {"url": url, "tenantId": run.tenant_id, "types": ["key.created"]}
        webhook = await run.admin.request("POST", "/manage/webhooks", body, expected=201)
        made = set()
        with instance.tolerating("no response"):
            for number in range(_KEYS):
                made.add(str((await run.admin.create_key(run.tenant_id))["keyId"]))
                if number == _KEYS // 2:
                    await asyncio.to_thread(instance.kill)
                    run.on_kill(instance)
            instance.start()
            await wait_until_every_worker_serves(run, f"instance {instance.name}")
        missing = await _wait_for(made, arrivals)
        run.print_line(f"{len(made)} changes, {len(missing)} of them not delivered")
        if missing:
            run.results.add_violation(f"WEBHOOK {len(missing)} of {len(made)} changes were not delivered")
        await run.admin.request("DELETE", f"/manage/webhooks/{webhook['webhookId']}", expected=204)


async def _wait_for(made: set[str], arrivals: "asyncio.Queue[str]") -> set[str]:
    """Returns the changes that have not arrived when the time is over."""
    missing = set(made)
    with suppress(TimeoutError):
        async with asyncio.timeout(_GIVE_UP_SECONDS):
            while missing:
                missing.discard(await arrivals.get())
    return missing


@asynccontextmanager
async def _receiver(arrivals: "asyncio.Queue[str]") -> AsyncIterator[str]:
    """Starts a receiver that answers after a moment, so that deliveries are on their way for a while."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = int(head.partition("content-length:")[2].split()[0])
            data = msgspec.json.decode(await reader.readexactly(length))["data"]
            await asyncio.sleep(0.2)
            writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
            arrivals.put_nowait(data["id"])
        except (OSError, EOFError, asyncio.CancelledError):
            pass  # The worker was killed, or the step is over.
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
