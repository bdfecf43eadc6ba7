"""Renders panoramas of a venue's seats, and uploads them into an imagery set or writes them to a folder."""

import asyncio
import hashlib
import math
import re
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import NamedTuple

import msgspec

from seatpreview.api.local_client import LocalClient
from seatpreview.api.local_operations import record_of, run_with_client, update_record
from seatpreview.imagery.filename_pattern import Coverage
from seatpreview.imagery.record_entries import Record, TargetSet, check_target, put_images
from seatpreview.labels.model import Place
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.rendering import panorama_jobs
from seatpreview.seats.model import PreviewEye
from seatpreview.seats.plan import Plan
from seatpreview.seats.sightline import focus_of
from seatpreview.seats.view_origin import view_origin
from seatpreview.settings.settings import Settings
from seatpreview.stills import headless_chromium
from seatpreview.values.command_error import EXIT_USAGE, CommandError
from seatpreview.venues import rules
from seatpreview.venues.model import ObjectName, Venue

SEATS_MAX = 200
WIDTH_MIN, WIDTH_MAX = 1024, 8192
ATTRIBUTION = "Drawn from the seating plan"
SET_FILE = "imagery-set.json"


class RenderRequest(NamedTuple):
    """Which panoramas to render, and where to put them."""

    venue_id: str
    labels: Sequence[str]
    configuration: str | None
    set_id: str | None
    width: int
    output: Path | None
    """The folder that panoramas are written to; None uploads them."""


class PlannedPanorama(NamedTuple):
    """A panorama to render: its name, its place in the venue, and the pose of its camera."""

    name: str
    place: Place
    eye: PreviewEye
    yaw_deg: float

    @property
    def entry(self) -> Record:
        """The entry of the image in a venue's record."""
        pose = {"x": self.eye.x, "y": self.eye.y, "z": self.eye.z, "yawDeg": self.yaw_deg}
        covers = Coverage(self.place.section, self.place.row, self.place.seat).covers
        return {"object": self.name, "covers": covers, "pose": pose}


class RenderReport(msgspec.Struct, kw_only=True, rename="camel"):
    """The panoramas that were rendered."""

    set_id: str
    configuration: str | None
    rendered: list[str] = []
    """Their names, in the order of the labels."""


OnProgress = Callable[[int, int], None]
"""Is called with how many panoramas are done, and of how many."""


def render(settings: Settings, request: RenderRequest, on_progress: OnProgress) -> RenderReport:
    """Renders all seats. Panoramas that are done are kept if a later one fails."""
    check(request)
    headless_chromium.find(settings.chromium)

    async def run(client: LocalClient) -> RenderReport:
        venue: Venue = await client.call("getVenue", request.venue_id)
        layout = rules.compile_or_refuse(venue.rules.layout, "/rules/layout")
        plan = await _plan(client, request)
        configuration = layout.configurations[plan.configuration.id] if plan.configuration else None
        places = await _places(client, request)
        planned = [*plan_panoramas(layout, configuration, places)]
        target = _target(request, configuration)
        if request.output is None:
            check_target(target, record_of(venue), layout)
        report = RenderReport(set_id=target.id, configuration=target.configuration)
        drawn = _draw(plan, planned, request.width, settings.chromium, on_progress)
        if request.output is not None:
            await _write(request.output, target, drawn, report)
        else:
            await _upload(client, request.venue_id, target, drawn, report)
        return report

    return run_with_client(settings, run)


def check(request: RenderRequest) -> None:
    """Refuses options that cannot be used, before anything is read."""
    if not 1 <= len(request.labels) <= SEATS_MAX:
        raise CommandError(f"--seats must name 1 to {SEATS_MAX} seats.", exit_code=EXIT_USAGE)
    if not WIDTH_MIN <= request.width <= WIDTH_MAX or request.width % 2:
        raise CommandError(
            f"--size must be an even number from {WIDTH_MIN} to {WIDTH_MAX}.", exit_code=EXIT_USAGE
        )


def plan_panoramas(
    layout: CompiledLayout, configuration: CompiledConfiguration | None, places: Sequence[Place]
) -> Iterator[PlannedPanorama]:
    """Yields one panorama for each place, with the position and the direction of its camera."""
    folder = "none" if configuration is None else configuration.id
    focus = focus_of(layout, configuration)
    for place in dict.fromkeys(places):
        if configuration is not None and place.section in configuration.closed:
            raise CommandError(
                f"{place.key} cannot be rendered: section {place.section} is closed in the configuration "
                f"'{configuration.id}'."
            )
        eye = view_origin(layout, place, configuration).eye
        if eye is None:
            raise CommandError(
                f"{place.key} cannot be rendered: the layout has no geometry for section {place.section}."
            )
        yield PlannedPanorama(
            object_name(folder, place),
            place,
            PreviewEye(x=round(eye.x, 2), y=round(eye.y, 2), z=round(eye.z, 2)),
            round(math.degrees(math.atan2(focus.x - eye.x, focus.y - eye.y)), 1),
        )


def object_name(folder: str, place: Place) -> str:
    """Makes the name of a panorama. Where characters had to be replaced, a hash keeps names apart."""
    parts = place.key.split("/")
    plain = "-".join(parts)
    safe_folder, safe = (re.sub(r"[^A-Za-z0-9._-]+", "-", text).lstrip(".") for text in (folder, plain))
    is_exact = (safe_folder, safe) == (folder, plain) and not any("-" in part for part in parts)
    digest = "" if is_exact else f"-{hashlib.sha256(f'{folder}/{place.key}'.encode()).hexdigest()[:8]}"
    return str(ObjectName.parse(f"rendered/{safe_folder or '-'}/{safe or '-'}{digest}.jpg"))


def _target(request: RenderRequest, configuration: CompiledConfiguration | None) -> TargetSet:
    """Names the set after the configuration, since a set is for one configuration or for all."""
    name = None if configuration is None else configuration.id
    default = "rendered" if name is None else f"rendered-{name}"[:40]
    return TargetSet(request.set_id or default, "rendered", name)


async def _plan(client: LocalClient, request: RenderRequest) -> Plan:
    named = {} if request.configuration is None else {"configuration": request.configuration}
    plan: Plan = await client.call("getPlan", query={"venue": request.venue_id, **named})
    return plan


async def _places(client: LocalClient, request: RenderRequest) -> list[Place]:
    """Returns the places of all labels. Refuses all of them if one does not resolve."""
    body: dict[str, object] = {"venue": request.venue_id, "labels": list(request.labels)}
    found = await client.call("resolveSeats", body=body)
    unclear = [str(each.label) for each in found.results if each.status != "matched"]
    if unclear:
        raise CommandError(
            *(f"--seats '{label}' does not resolve to one place of the venue." for label in unclear),
            exit_code=EXIT_USAGE,
        )
    return [
        place
        for each in found.results
        for place in (each.seats if isinstance(each.seats, tuple) else [each.seat])
    ]


async def _draw(
    plan: Plan, planned: Sequence[PlannedPanorama], width: int, chromium: str, on_progress: OnProgress
) -> AsyncGenerator[tuple[PlannedPanorama, bytes]]:
    """Yields each panorama when it is done. The browser draws the next one meanwhile."""
    jobs = [panorama_jobs.PanoramaJob(eye=each.eye, yaw_deg=each.yaw_deg, width=width) for each in planned]
    with panorama_jobs.running(plan, jobs, chromium) as run:
        for number, panorama in enumerate(planned):
            on_progress(number, len(planned))
            content = None
            while content is None:
                content = await asyncio.to_thread(run.poll, number)
            yield panorama, content


async def _upload(
    client: LocalClient,
    venue_id: str,
    target: TargetSet,
    drawn: AsyncGenerator[tuple[PlannedPanorama, bytes]],
    report: RenderReport,
) -> None:
    """Uploads the panoramas, and enters those that were uploaded into the record."""
    entries = []
    try:
        async with aclosing(drawn):
            async for panorama, content in drawn:
                await client.call("putImage", venue_id, panorama.name, raw_body=content)
                entries.append(panorama.entry)
                report.rendered.append(panorama.name)
    finally:
        if entries:
            await update_record(
                client, venue_id, lambda record: put_images(record, target, entries, ATTRIBUTION)
            )


async def _write(
    folder: Path,
    target: TargetSet,
    drawn: AsyncGenerator[tuple[PlannedPanorama, bytes]],
    report: RenderReport,
) -> None:
    """Writes the panoramas, and beside them their imagery set as a record would have it."""
    entries = []
    async with aclosing(drawn):
        async for panorama, content in drawn:
            await asyncio.to_thread(_write_file, folder / panorama.name, content)
            entries.append(panorama.entry)
            report.rendered.append(panorama.name)
    record = put_images({}, target, entries, ATTRIBUTION)
    text = msgspec.json.format(msgspec.json.encode(record["imagerySets"][0]), indent=2)
    await asyncio.to_thread(_write_file, folder / SET_FILE, text)


def _write_file(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as fault:
        raise CommandError(f"{path} cannot be written: {fault.strerror}.") from fault
