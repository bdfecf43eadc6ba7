"""Renders panoramas of a venue's seats, and uploads them into an imagery set or writes them to a folder."""

import asyncio
import hashlib
import math
import re
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from seatpreview.api.local_client import LocalClient
from seatpreview.cli import display, operations, uploads
from seatpreview.cli.command_errors import EXIT_USAGE, CommandError
from seatpreview.cli.filename_pattern import Coverage
from seatpreview.cli.uploads import TargetSet
from seatpreview.labels.model import Place
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.rendering import headless_chromium, panoramas
from seatpreview.seats.model import PreviewEye
from seatpreview.seats.plan import Plan
from seatpreview.seats.sightline import focus_of
from seatpreview.seats.view_origin import view_origin
from seatpreview.settings.settings import Settings
from seatpreview.venues import rules
from seatpreview.venues.model import ObjectName, Venue

SEATS_MAX = 200
WIDTH_MIN, WIDTH_MAX = 1024, 8192
ATTRIBUTION = "Rendered from the seating plan"
SET_FILE = "imagery-set.json"


class RenderRequest(NamedTuple):
    """What the command was asked for."""

    venue_id: str
    labels: Sequence[str]
    configuration: str | None
    set_id: str | None
    width: int
    output: Path | None
    """The folder that pictures are written to; None: they are uploaded."""


class Rendering(NamedTuple):
    """A panorama to make: its name, the place that it is of, and the pose of its camera."""

    name: str
    place: Place
    eye: PreviewEye
    yaw_deg: float

    @property
    def entry(self) -> dict[str, Any]:
        """The image in a venue's record."""
        pose = {"x": self.eye.x, "y": self.eye.y, "z": self.eye.z, "yawDeg": self.yaw_deg}
        covers = Coverage(self.place.section, self.place.row, self.place.seat).covers
        return {"object": self.name, "covers": covers, "pose": pose}


class RenderReport(msgspec.Struct, kw_only=True, rename="camel"):
    """The panoramas that were made."""

    set_id: str
    configuration: str | None
    rendered: list[str] = []
    """Their names, in the order of the labels."""


def render(settings: Settings, request: RenderRequest) -> RenderReport:
    """Renders all seats. What has been rendered is kept if a later one fails."""
    check(request)
    headless_chromium.find(settings.chromium)

    async def run(client: LocalClient) -> RenderReport:
        venue: Venue = await client.call("getVenue", request.venue_id)
        layout = rules.compile_or_refuse(venue.rules.layout, "/rules/layout")
        plan = await _plan(client, request)
        configuration = layout.configurations[plan.configuration.id] if plan.configuration else None
        places = await _places(client, request)
        renderings = [*plan_renderings(layout, configuration, places)]
        target = _target(request, configuration)
        if request.output is None:
            uploads.check_target(target, venue, layout)
        report = RenderReport(set_id=target.id, configuration=target.configuration)
        pictures = _pictures(plan, renderings, request.width, settings.chromium)
        if request.output is not None:
            await _write(request.output, target, pictures, report)
        else:
            await _upload(client, request.venue_id, target, pictures, report)
        return report

    return operations.run_with_client(settings, run)


def check(request: RenderRequest) -> None:
    """Refuses what cannot be rendered before anything is read."""
    if not 1 <= len(request.labels) <= SEATS_MAX:
        raise CommandError(f"--seats must name 1 to {SEATS_MAX} seats.", exit_code=EXIT_USAGE)
    if not WIDTH_MIN <= request.width <= WIDTH_MAX or request.width % 2:
        raise CommandError(
            f"--size must be an even number from {WIDTH_MIN} to {WIDTH_MAX}.", exit_code=EXIT_USAGE
        )


def plan_renderings(
    layout: CompiledLayout, configuration: CompiledConfiguration | None, places: Sequence[Place]
) -> Iterator[Rendering]:
    """Yields the panorama of each place, once: its name, where its camera is, and where it looks."""
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
        yield Rendering(
            object_name(folder, place),
            place,
            PreviewEye(x=round(eye.x, 2), y=round(eye.y, 2), z=round(eye.z, 2)),
            round(math.degrees(math.atan2(focus.x - eye.x, focus.y - eye.y)), 1),
        )


def object_name(folder: str, place: Place) -> str:
    """Makes the name of a panorama. One that had to be changed ends with a hash, so that no two are equal."""
    parts = place.key.split("/")
    plain = "-".join(parts)
    safe_folder, safe = (re.sub(r"[^A-Za-z0-9._-]+", "-", text).lstrip(".") for text in (folder, plain))
    is_exact = (safe_folder, safe) == (folder, plain) and not any("-" in part for part in parts)
    digest = "" if is_exact else f"-{hashlib.sha256(f'{folder}/{place.key}'.encode()).hexdigest()[:8]}"
    return str(ObjectName.parse(f"rendered/{safe_folder or '-'}/{safe or '-'}{digest}.jpg"))


def put_images(
    record: uploads.Record, target: TargetSet, entries: Sequence[dict[str, Any]]
) -> uploads.Record:
    """Puts images into a set of the record, each in place of the one with its name if there is one."""
    is_new = all(each["id"] != target.id for each in record.get("imagerySets", ()))
    imagery_set = uploads.find_or_add_set(record, target)
    if is_new:
        imagery_set["attribution"] = ATTRIBUTION
    images: list[dict[str, Any]] = imagery_set.setdefault("images", [])
    numbers = {image.get("object"): number for number, image in enumerate(images)}
    for entry in entries:
        if entry["object"] in numbers:
            images[numbers[entry["object"]]] = entry
        else:
            images.append(entry)
    return record


def _target(request: RenderRequest, configuration: CompiledConfiguration | None) -> TargetSet:
    """The set has the configuration in its name, since a set is for one of them or for all."""
    name = None if configuration is None else configuration.id
    default = "rendered" if name is None else f"rendered-{name}"[:40]
    return TargetSet(request.set_id or default, "rendered", name)


async def _plan(client: LocalClient, request: RenderRequest) -> Plan:
    named = {} if request.configuration is None else {"configuration": request.configuration}
    plan: Plan = await client.call("getPlan", query={"venue": request.venue_id, **named})
    return plan


async def _places(client: LocalClient, request: RenderRequest) -> list[Place]:
    """Returns the places of all labels. Refuses all if one of them is not certain."""
    body: dict[str, object] = {"venue": request.venue_id, "labels": list(request.labels)}
    found = await client.call("resolveSeats", body=body)
    unclear = [str(each.label) for each in found.results if each.status != "matched"]
    if unclear:
        raise CommandError(
            *(f"--seats '{label}' does not certainly name a place of the venue." for label in unclear),
            exit_code=EXIT_USAGE,
        )
    return [
        place
        for each in found.results
        for place in (each.seats if isinstance(each.seats, tuple) else [each.seat])
    ]


async def _pictures(
    plan: Plan, renderings: Sequence[Rendering], width: int, chromium: str
) -> AsyncGenerator[tuple[Rendering, bytes]]:
    """Yields each panorama when it is done. The browser draws the next one meanwhile."""
    jobs = [panoramas.PanoramaJob(eye=each.eye, yaw_deg=each.yaw_deg, width=width) for each in renderings]
    with panoramas.running(plan, jobs, chromium) as run, display.progress() as progress:
        for number, rendering in enumerate(progress.track(renderings, description="Panoramas")):
            content = None
            while content is None:
                content = await asyncio.to_thread(run.poll, number)
            yield rendering, content


async def _upload(
    client: LocalClient,
    venue_id: str,
    target: TargetSet,
    pictures: AsyncGenerator[tuple[Rendering, bytes]],
    report: RenderReport,
) -> None:
    """Uploads each panorama, and then enters into the record those that were uploaded."""
    entries = []
    try:
        async with aclosing(pictures):
            async for rendering, content in pictures:
                await client.call("putImage", venue_id, rendering.name, raw_body=content)
                entries.append(rendering.entry)
                report.rendered.append(rendering.name)
    finally:
        if entries:
            await uploads.update_record(client, venue_id, lambda record: put_images(record, target, entries))


async def _write(
    folder: Path,
    target: TargetSet,
    pictures: AsyncGenerator[tuple[Rendering, bytes]],
    report: RenderReport,
) -> None:
    """Writes the panoramas, and beside them the imagery set that a record would have for them."""
    entries = []
    async with aclosing(pictures):
        async for rendering, content in pictures:
            await asyncio.to_thread(_write_file, folder / rendering.name, content)
            entries.append(rendering.entry)
            report.rendered.append(rendering.name)
    record = put_images({}, target, entries)
    text = msgspec.json.format(msgspec.json.encode(record["imagerySets"][0]), indent=2)
    await asyncio.to_thread(_write_file, folder / SET_FILE, text)


def _write_file(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as fault:
        raise CommandError(f"{path} cannot be written: {fault.strerror}.") from fault
