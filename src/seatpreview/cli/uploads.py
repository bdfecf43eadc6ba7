"""A folder of images on its way to a venue: what is new is uploaded, and the record says what each is for."""

import hashlib
import re
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from seatpreview.cli import display, operations, venue_files
from seatpreview.cli.command_errors import MISUSED, CommandError
from seatpreview.cli.filename_pattern import Coverage, NotPlaced, Pattern
from seatpreview.imagery.model import ImageList, UploadedImage
from seatpreview.imagery.pictures import BYTES_MAX
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.model import PlaceName
from seatpreview.local_client import PAGE_MAX, LocalClient
from seatpreview.problems import Conflict, PreconditionFailed, ValidationFailed
from seatpreview.settings import Settings
from seatpreview.venues import rules
from seatpreview.venues.imagery_kinds import DEFAULT_KIND
from seatpreview.venues.model import ObjectName, Venue

Record = dict[str, Any]


class Target(NamedTuple):
    """The imagery set that the images go to. What is None is as the set has it already."""

    id: str
    kind: str | None
    configuration: str | None


class Failure(msgspec.Struct, frozen=True):
    file: str
    reason: str


class Report(msgspec.Struct, kw_only=True):
    """What became of each file of the folder."""

    uploaded: list[str] = []
    unchanged: list[str] = []
    """There already, with the same content."""
    failed: list[Failure] = []


class _Placed(NamedTuple):
    file: Path
    shown: str
    name: str
    place: Coverage


def upload(settings: Settings, venue_id: str, folder: Path, pattern: Pattern, target: Target) -> Report:
    """Stopped halfway and called again, it goes on where it stopped."""

    async def run(desk: LocalClient) -> Report:
        venue: Venue = await desk.ask("getVenue", venue_id)
        layout = rules.compiled(venue.rules.layout, "/rules/layout")
        _check(target, venue, layout)
        report = Report()
        placed = _placed(folder, pattern, layout, target, report)
        done = await _upload_all(desk, venue_id, placed, report)
        await _refer(desk, venue_id, target, {each.name: each.place for each in done})
        return report

    return operations.visit(settings, run)


async def all_images(desk: LocalClient, venue_id: str, limit: int) -> ImageList:
    """Page after page as one list: as many as asked for, or all that there are."""
    whole: ImageList = await desk.ask("listImages", venue_id, sent={"limit": min(limit, PAGE_MAX)})
    while whole.next_cursor is not None and len(whole.data) < limit:
        asked = {"limit": min(limit - len(whole.data), PAGE_MAX), "cursor": whole.next_cursor}
        page: ImageList = await desk.ask("listImages", venue_id, sent=asked)
        whole.data += page.data
        whole.next_cursor = page.next_cursor
    return whole


def record_with(record: Record, target: Target, places: dict[str, Coverage]) -> Record:
    """The record in which the set has these images, each for its place, beside those that it has already."""
    sets: list[Record] = record.setdefault("imagerySets", [])
    found = next((each for each in sets if each["id"] == target.id), None)
    if found is None:
        found = {"id": target.id, "kind": target.kind or DEFAULT_KIND}
        found |= {} if target.configuration is None else {"configuration": target.configuration}
        sets.append(found)
    for name, value in (("kind", target.kind), ("configuration", target.configuration)):
        if value is not None and found.get(name) != value:
            has = f"has the {name} '{found[name]}'" if name in found else f"is for every {name}"
            raise CommandError(f"The set '{target.id}' {has}: name another --set.", exit_code=MISUSED)
    images: list[Record] = found.setdefault("images", [])
    by_object = {image.get("object"): image for image in images}
    for name, place in places.items():
        image = by_object.get(name)
        if image is None:
            image = {"object": name}
            images.append(image)
        image.pop("covers", None)
        image |= {"covers": place.covers} if place.covers else {}
    return record


def object_name(text: str) -> str:
    """A file's path as the name of an image: what such a name cannot hold becomes a dash."""
    parts = (re.sub(r"[^A-Za-z0-9._-]+", "-", part).lstrip(".") or "-" for part in text.split("/"))
    return "/".join(parts)


def _check(target: Target, venue: Venue, layout: CompiledLayout) -> None:
    """What is wrong with the set is said before the work."""
    try:
        PlaceName.parse(target.id)
    except ValueError as refusal:
        raise CommandError(f"--set {refusal}.", exit_code=MISUSED) from refusal
    if target.configuration is not None and target.configuration not in layout.configurations:
        raise CommandError("--configuration is not a configuration of the layout.", exit_code=MISUSED)
    record_with(_record_of(venue), target, {})


def _placed(
    folder: Path, pattern: Pattern, layout: CompiledLayout, target: Target, report: Report
) -> list[_Placed]:
    """The files whose place is found, in order. Of two that would have one name, the first."""
    found: dict[str, _Placed] = {}
    for file in _files(folder):
        shown = file.relative_to(folder).as_posix()
        name = object_name(f"{target.id}/{shown}")
        try:
            place = pattern.place(shown, layout)
            ObjectName.parse(name)
        except (NotPlaced, ValueError) as refusal:
            report.failed.append(Failure(shown, str(refusal)))
            continue
        if name in found:
            reason = f"would be called '{name}', as {found[name].shown} is"
            report.failed.append(Failure(shown, reason))
            continue
        found[name] = _Placed(file, shown, name, place)
    return list(found.values())


def _files(folder: Path) -> list[Path]:
    """Without those that the system hides: they hold no pictures that anybody put there."""
    try:
        found = [
            path
            for path in folder.rglob("*")
            if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
        ]
    except OSError as fault:
        raise CommandError(f"{folder} cannot be read: {fault.strerror}.") from fault
    if not found:
        raise CommandError(f"There are no files in {folder}.")
    return sorted(found)


async def _upload_all(
    desk: LocalClient, venue_id: str, placed: list[_Placed], report: Report
) -> list[_Placed]:
    """Those that are there in the end."""
    there = {image.name: image for image in (await all_images(desk, venue_id, 1 << 62)).data}
    done = []
    with display.progress() as progress:
        task = progress.add_task("Images", total=len(placed))
        for each in placed:
            try:
                await _upload(desk, venue_id, each, there.get(ObjectName(each.name)), report)
                done.append(each)
            except OSError as fault:
                report.failed.append(Failure(each.shown, f"cannot be read: {fault.strerror}"))
            except ValidationFailed as refusal:
                reason = refusal.detail.removeprefix("The body ").rstrip(".")
                report.failed.append(Failure(each.shown, reason))
            progress.advance(task)
    return done


async def _upload(
    desk: LocalClient, venue_id: str, each: _Placed, there: UploadedImage | None, report: Report
) -> None:
    if each.file.stat().st_size > BYTES_MAX:
        raise ValidationFailed(f"is larger than {BYTES_MAX:,} bytes")
    data = each.file.read_bytes()
    if there is not None and there.sha256 == hashlib.sha256(data).hexdigest():
        report.unchanged.append(each.shown)
        return
    await desk.ask("putImage", venue_id, each.name, raw=data)
    report.uploaded.append(each.shown)


async def _refer(desk: LocalClient, venue_id: str, target: Target, places: dict[str, Coverage]) -> None:
    """Tried once more where somebody else has changed the record meanwhile."""
    for is_last in (False, True):
        venue: Venue = await desk.ask("getVenue", venue_id)
        before = _record_of(venue)
        after = record_with(_record_of(venue), target, places)
        if not places or after == before:
            return
        try:
            await desk.ask("replaceVenue", venue_id, sent=after, if_match=venue.etag)
            return
        except (Conflict, PreconditionFailed):
            if is_last:
                raise


def _record_of(venue: Venue) -> Record:
    record: Record = msgspec.json.decode(venue_files.exported(venue))
    return record
