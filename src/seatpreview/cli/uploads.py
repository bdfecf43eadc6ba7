"""Uploads a folder of images to a venue: sends what is new, and writes into the record what each is for."""

import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from seatpreview.api.local_client import PAGE_MAX, LocalClient
from seatpreview.cli import display, operations, venue_files
from seatpreview.cli.command_errors import EXIT_USAGE, CommandError
from seatpreview.cli.filename_pattern import Coverage, FilenamePattern, NoMatch
from seatpreview.imagery.image_processing import BYTES_MAX
from seatpreview.imagery.model import ImageList, UploadedImage
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.model import PlaceName
from seatpreview.problems import Conflict, PreconditionFailed, ValidationFailed
from seatpreview.settings.settings import Settings
from seatpreview.venues import rules
from seatpreview.venues.model import ObjectName, Venue

Record = dict[str, Any]
"""A venue's record as JSON."""

_NO_LIMIT = 1 << 62


class TargetSet(NamedTuple):
    """The imagery set to upload to. None means as the set has it already."""

    id: str
    kind: str | None
    configuration: str | None


class Failure(msgspec.Struct, frozen=True):
    """A file that was not uploaded, and why."""

    file: str
    reason: str


class UploadReport(msgspec.Struct, kw_only=True):
    """The files of the folder by what was done with them."""

    uploaded: list[str] = []
    unchanged: list[str] = []
    """The venue has these already, with the same content."""
    failed: list[Failure] = []


class _MatchedFile(NamedTuple):
    path: Path
    relative_path: str
    object_name: str
    coverage: Coverage


def upload(
    settings: Settings, venue_id: str, folder: Path, pattern: FilenamePattern, target: TargetSet
) -> UploadReport:
    """Uploads a folder. An upload that was interrupted continues where it stopped when it is run again."""

    async def run(client: LocalClient) -> UploadReport:
        venue: Venue = await client.call("getVenue", venue_id)
        layout = rules.compile_or_refuse(venue.rules.layout, "/rules/layout")
        check_target(target, venue, layout)
        report = UploadReport()
        matched = _match_files(folder, pattern, layout, target, report)
        uploaded = await _upload_all(client, venue_id, matched, report)
        images = {file.object_name: file.coverage for file in uploaded}
        await update_record(client, venue_id, lambda record: add_images(record, target, images))
        return report

    return operations.run_with_client(settings, run)


async def list_images(client: LocalClient, venue_id: str, limit: int) -> ImageList:
    """Fetches page after page, and returns one list of at most `limit` images."""
    images: ImageList = await client.call("listImages", venue_id, query={"limit": min(limit, PAGE_MAX)})
    while images.next_cursor is not None and len(images.data) < limit:
        position = {"limit": min(limit - len(images.data), PAGE_MAX), "cursor": images.next_cursor}
        page: ImageList = await client.call("listImages", venue_id, query=position)
        images.data += page.data
        images.next_cursor = page.next_cursor
    return images


def add_images(record: Record, target: TargetSet, images: dict[str, Coverage]) -> Record:
    """Adds images to a set of the record, beside those that it has, and creates the set if it is missing.

    `images` says by object name what each image is for.
    """
    if not images:
        return record
    entries: list[Record] = find_or_add_set(record, target).setdefault("images", [])
    by_object = {entry.get("object"): entry for entry in entries}
    for name, coverage in images.items():
        entry = by_object.get(name)
        if entry is None:
            entry = {"object": name}
            entries.append(entry)
        entry.pop("covers", None)
        entry |= {"covers": coverage.covers} if coverage.covers else {}
    return record


def find_or_add_set(record: Record, target: TargetSet) -> Record:
    """Returns the imagery set of the record, which is added if it is missing. Refuses one of another kind."""
    sets: list[Record] = record.setdefault("imagerySets", [])
    imagery_set = next((each for each in sets if each["id"] == target.id), None)
    if imagery_set is None:
        imagery_set = {"id": target.id, "kind": target.kind or "photo"}
        imagery_set |= {} if target.configuration is None else {"configuration": target.configuration}
        sets.append(imagery_set)
    for name, value in (("kind", target.kind), ("configuration", target.configuration)):
        if value is not None and imagery_set.get(name) != value:
            has = f"has the {name} '{imagery_set[name]}'" if name in imagery_set else f"is for every {name}"
            raise CommandError(f"The set '{target.id}' {has}: name another --set.", exit_code=EXIT_USAGE)
    return imagery_set


def object_name(path: str) -> str:
    """Makes the name of an image from a file's path. Characters that a name cannot have become a dash."""
    parts = (re.sub(r"[^A-Za-z0-9._-]+", "-", part).lstrip(".") or "-" for part in path.split("/"))
    return "/".join(parts)


def check_target(target: TargetSet, venue: Venue, layout: CompiledLayout) -> None:
    """Refuses a set that cannot be used before anything is uploaded."""
    try:
        PlaceName.parse(target.id)
    except ValueError as refusal:
        raise CommandError(f"--set {refusal}.", exit_code=EXIT_USAGE) from refusal
    if target.configuration is not None and target.configuration not in layout.configurations:
        raise CommandError("--configuration is not a configuration of the layout.", exit_code=EXIT_USAGE)
    find_or_add_set(_record_of(venue), target)


def _match_files(
    folder: Path, pattern: FilenamePattern, layout: CompiledLayout, target: TargetSet, report: UploadReport
) -> list[_MatchedFile]:
    """The files that the pattern matches, in order. Of two with the same object name, only the first."""
    matched: dict[str, _MatchedFile] = {}
    for path in _files(folder):
        relative_path = path.relative_to(folder).as_posix()
        name = object_name(f"{target.id}/{relative_path}")
        try:
            coverage = pattern.match(relative_path, layout)
            ObjectName.parse(name)
        except (NoMatch, ValueError) as refusal:
            report.failed.append(Failure(relative_path, str(refusal)))
            continue
        if name in matched:
            reason = f"would be called '{name}', as {matched[name].relative_path} is"
            report.failed.append(Failure(relative_path, reason))
            continue
        matched[name] = _MatchedFile(path, relative_path, name, coverage)
    return list(matched.values())


def _files(folder: Path) -> list[Path]:
    """All files below the folder but hidden ones, which the system puts there and which are no images."""
    try:
        files = [
            path
            for path in folder.rglob("*")
            if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
        ]
    except OSError as fault:
        raise CommandError(f"{folder} cannot be read: {fault.strerror}.") from fault
    if not files:
        raise CommandError(f"There are no files in {folder}.")
    return sorted(files)


async def _upload_all(
    client: LocalClient, venue_id: str, files: list[_MatchedFile], report: UploadReport
) -> list[_MatchedFile]:
    """Returns the files that the venue has afterwards, those that it had before included."""
    existing = {image.name: image for image in (await list_images(client, venue_id, _NO_LIMIT)).data}
    done = []
    with display.progress() as progress:
        task = progress.add_task("Images", total=len(files))
        for file in files:
            try:
                await _upload(client, venue_id, file, existing.get(ObjectName(file.object_name)), report)
                done.append(file)
            except OSError as fault:
                report.failed.append(Failure(file.relative_path, f"cannot be read: {fault.strerror}"))
            except ValidationFailed as refusal:
                reason = refusal.detail.removeprefix("The body ").rstrip(".")
                report.failed.append(Failure(file.relative_path, reason))
            progress.advance(task)
    return done


async def _upload(
    client: LocalClient,
    venue_id: str,
    file: _MatchedFile,
    existing: UploadedImage | None,
    report: UploadReport,
) -> None:
    if file.path.stat().st_size > BYTES_MAX:
        raise ValidationFailed(f"is larger than {BYTES_MAX:,} bytes")
    content = file.path.read_bytes()
    if existing is not None and existing.sha256 == hashlib.sha256(content).hexdigest():
        report.unchanged.append(file.relative_path)
        return
    await client.call("putImage", venue_id, file.object_name, raw_body=content)
    report.uploaded.append(file.relative_path)


async def update_record(client: LocalClient, venue_id: str, change: Callable[[Record], Record]) -> None:
    """Changes the venue's record, with one retry where somebody else changed it meanwhile."""
    for is_last_attempt in (False, True):
        venue: Venue = await client.call("getVenue", venue_id)
        before = _record_of(venue)
        after = change(_record_of(venue))
        if after == before:
            return
        try:
            await client.call("replaceVenue", venue_id, body=after, if_match=venue.etag)
            return
        except (Conflict, PreconditionFailed):
            if is_last_attempt:
                raise


def _record_of(venue: Venue) -> Record:
    record: Record = msgspec.json.decode(venue_files.record_as_json(venue))
    return record
