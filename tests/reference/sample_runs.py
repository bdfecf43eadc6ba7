"""Pastes the samples of the OpenAPI document against a running demo, one process for each language."""

import asyncio
import io
import json
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

from seatpreview.api import examples
from seatpreview.api.local_client import LocalClient
from seatpreview.api.operation import Operation
from seatpreview.api.table import OPERATIONS
from seatpreview.demo.creation import Demo, create_demo
from seatpreview.reference.sample_calls import IMAGE_NAME, SENT_FILES, SampleCall
from serving import LiveService, running, settings_for


class Run(NamedTuple):
    """A sample of an operation, and the variables that its first lines ask for."""

    operation_id: str
    source: str
    variables: dict[str, str]


class RunningDemo:
    """A service with the demo, without its pictures, and records for the samples to change."""

    def __init__(self, service: LiveService, demo: Demo) -> None:
        self.service = service
        self._demo = demo
        self._unchanged_venue = ""
        self._webhook_ids: dict[str, str] = {}
        self._key = str(demo.tenant_key.plaintext)
        self._admin_key = str(demo.admin_key.plaintext)

    async def runs(self, label: str) -> list[Run]:
        """The samples in one language. Each has records of its own, which no other sample changes."""
        document = (await self.service.ask("GET", "/openapi.json")).json()
        described = {
            operation["operationId"]: operation
            for methods in document["paths"].values()
            for operation in methods.values()
        }
        sources = {
            operation_id: sample["source"]
            for operation_id, operation in described.items()
            for sample in operation["x-codeSamples"]
            if sample["label"] == label
        }
        return [
            Run(operation.operation_id, sources[operation.operation_id], await self._variables(operation))
            for operation in OPERATIONS
        ]

    async def send_suggestion_sample(self) -> list[Any]:
        """The answers to the body of suggestSeatKeys's sample, for the venue of createVenue's sample and
        for the demo's arena: readers have either."""
        [body] = [each.body_example for each in OPERATIONS if each.operation_id == "suggestSeatKeys"]
        venues = [await self._new_venue(with_image=False), str(self._demo.venue_id)]
        return [await self._send("POST", f"/manage/venues/{each}/seat-keys/suggest", body) for each in venues]

    async def _variables(self, operation: Operation) -> dict[str, str]:
        found = {"KEY": self._key, "ADMIN_KEY": self._admin_key}
        if "keyId" in operation.path_types:
            found["KEY_ID"] = (await self._send("POST", "/manage/keys", examples.CREATE_KEY))["keyId"]
        if "sessionId" in operation.path_types:
            session = await self._send("POST", "/sessions", {"venue": examples.VENUE_ALIAS})
            found |= {"SESSION_ID": session["sessionId"], "TOKEN": session["token"]}
        if "venueId" in operation.path_types:
            found["VENUE_ID"] = await self._venue(operation)
        if "version" in operation.path_types:
            found["VERSION"] = await self._older_version(found["VENUE_ID"])
        if "templateId" in operation.path_types:
            found["TEMPLATE_ID"] = "theatre"
        if "webhookId" in operation.path_types:
            found |= await self._webhook(is_new=operation.method == "DELETE")
        if "tenantId" in operation.path_types:
            found["TENANT_ID"] = await self._tenant(operation)
        if operation.takes_if_match:
            path = operation.read_path
            for name, variable in SampleCall.of(operation, "").path_arguments.items():
                path = path.replace(f"{{{name}}}", found[variable])
            answer = await self.service.ask("GET", path, [("authorization", f"Bearer {self._admin_key}")])
            found["ETAG"] = answer.headers["etag"]
        return found

    async def _venue(self, operation: Operation) -> str:
        """A venue with a grant: the same one for all operations that write nothing."""
        if operation.method != "GET" and not operation.writes_nothing:
            venue_id = await self._new_venue(
                with_image=operation.operation_id == "deleteImage",
                with_draft=operation.read_path.endswith("/draft"),
                with_floor_plan=operation.operation_id
                in ("deleteFloorPlan", "placeFloorPlan", "findFloorPlanSeats"),
            )
            if operation.operation_id == "deleteVenue":
                await self._send("POST", f"/manage/venues/{venue_id}/archive")
            return venue_id
        if not self._unchanged_venue:
            self._unchanged_venue = await self._new_venue(
                with_image=False, with_draft=True, with_floor_plan=True
            )
        return self._unchanged_venue

    async def _older_version(self, venue_id: str) -> str:
        """Publishes the record twice, and returns a version that has one before it and one after it."""
        path = f"/manage/venues/{venue_id}"
        first, _ = [await self._send("PUT", path, examples.VENUE_RECORD) for _ in range(2)]
        return str(first["version"])

    async def _new_venue(
        self, with_image: bool, with_draft: bool = False, with_floor_plan: bool = False
    ) -> str:
        venue_id: str = (await self._send("POST", "/manage/venues", examples.VENUE_RECORD))["venueId"]
        await self._send("PUT", f"/manage/venues/{venue_id}/grants/{self._demo.grantee.tenant_id}")
        if with_draft:
            await self._send("PUT", f"/manage/venues/{venue_id}/draft", {"name": "Draft"})
        if with_image:
            await self._upload(f"/manage/venues/{venue_id}/imagery/{IMAGE_NAME}")
        if with_floor_plan:
            await self._upload(f"/manage/venues/{venue_id}/floor-plan")
        return venue_id

    async def _upload(self, path: str) -> None:
        headers = [("authorization", f"Bearer {self._key}"), ("content-type", "image/jpeg")]
        answer = await self.service.ask("PUT", path, headers, content=photograph())
        assert answer.is_success, answer.text

    async def _webhook(self, *, is_new: bool) -> dict[str, str]:
        """A webhook with a delivery: the same one for all operations but its deletion."""
        if is_new or not self._webhook_ids:
            made = await self._send("POST", "/manage/webhooks", examples.CREATE_WEBHOOK)
            ping = await self._send("POST", f"/manage/webhooks/{made['webhookId']}/test")
            ids = {"WEBHOOK_ID": made["webhookId"], "DELIVERY_ID": ping["deliveryId"]}
            if is_new:
                return ids
            self._webhook_ids = ids
        return self._webhook_ids

    async def _tenant(self, operation: Operation) -> str:
        if operation.operation_id in ("updateTenant", "archiveTenant", "unarchiveTenant", "deleteTenant"):
            body = {"name": examples.TENANT["name"]}
            tenant_id: str = (await self._send("POST", "/manage/tenants", body))["tenantId"]
            if operation.operation_id == "deleteTenant":
                await self._send("POST", f"/manage/tenants/{tenant_id}/archive")
            return tenant_id
        tenant = self._demo.tenant if operation.operation_id == "getTenant" else self._demo.grantee
        return str(tenant.tenant_id)

    async def _send(self, method: str, path: str, body: Any = None) -> Any:
        key = self._admin_key if path.startswith("/manage/tenants") else self._key
        sent = {} if body is None else {"json": body}
        answer = await self.service.ask(method, path, [("authorization", f"Bearer {key}")], **sent)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None


@asynccontextmanager
async def running_demo(data_dir: Path) -> AsyncIterator[RunningDemo]:
    """A service with the demo."""
    settings = settings_for(data_dir)
    async with running(settings) as service:
        demo = await create_demo(LocalClient(settings, service.internals.resources.database))
        yield RunningDemo(service, demo)


def photograph() -> bytes:
    """A small JPEG."""
    written = io.BytesIO()
    Image.new("RGB", (64, 32), "teal").save(written, "JPEG")
    return written.getvalue()


async def paste(
    runs: list[Run], folder: Path, command: Sequence[str | Path], python_path: str = ""
) -> dict[str, str]:
    """Runs a program that reads the samples as JSON from its standard input, and pastes one after the other.
    It writes a line of JSON for each that failed: the operation, and what was said."""
    for operation_id in ("putImage", "putFloorPlan"):
        await asyncio.to_thread((folder / SENT_FILES[operation_id].name).write_bytes, photograph())
    await asyncio.to_thread(
        (folder / SENT_FILES["importVenue"].name).write_bytes, b"section,row,seat\nA,1,1\n"
    )
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": python_path},
    )
    output, errors = await process.communicate(json.dumps([run._asdict() for run in runs]).encode())
    assert process.returncode == 0, errors.decode()
    lines = [json.loads(line) for line in output.decode().splitlines() if line.startswith('{"pasted"')]
    assert [line["pasted"] for line in lines] == [run.operation_id for run in runs]
    return {line["pasted"]: line["fault"] for line in lines if line["fault"]}
