"""Uploads a folder of images to a venue: sends new images, and enters into the record what they are for."""

import hashlib
import re
from pathlib import Path
from typing import NamedTuple

import msgspec

from seatpreview.api.local_client import LocalClient
from seatpreview.api.local_operations import record_of, run_with_client, update_record
from seatpreview.cli import display
from seatpreview.imagery.filename_pattern import Coverage, FilenamePattern, NoMatch
from seatpreview.imagery.image_processing import BYTES_MAX
from seatpreview.imagery.model import UploadedImage
from seatpreview.imagery.record_entries import TargetSet, add_images, check_target
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.problems import ValidationFailed
from seatpreview.settings.settings import Settings
from seatpreview.values.command_error import CommandError
from seatpreview.venues import rules
from seatpreview.venues.model import ObjectName, Venue

_NO_LIMIT = 1 << 62


class Failure(msgspec.Struct, frozen=True):
    """A file that was not uploaded, and why."""

    file: str
    reason: str


class UploadReport(msgspec.Struct, kw_only=True):
    """The files of the folder, by what was done with each."""

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
        check_target(target, record_of(venue), layout)
        report = UploadReport()
        matched = _match_files(folder, pattern, layout, target, report)
        uploaded = await _upload_all(client, venue_id, matched, report)
        images = {file.object_name: file.coverage for file in uploaded}
        await update_record(client, venue_id, lambda record: add_images(record, target, images))
        return report

    return run_with_client(settings, run)


def object_name(path: str) -> str:
    """Makes the name of an image from a file's path. Characters that a name cannot have become a dash."""
    parts = (re.sub(r"[^A-Za-z0-9._-]+", "-", part).lstrip(".") or "-" for part in path.split("/"))
    return "/".join(parts)


def _match_files(
    folder: Path, pattern: FilenamePattern, layout: CompiledLayout, target: TargetSet, report: UploadReport
) -> list[_MatchedFile]:
    """Returns the files that match the pattern, in order. Of two with one object name, only the first."""
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
    """Returns all files below the folder except hidden ones, which the system puts there."""
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
    """Returns the files whose images the venue has now, whether new or unchanged."""
    stored = await client.list_all("listImages", _NO_LIMIT, {}, venue_id)
    existing: dict[str, UploadedImage] = {image.name: image for image in stored.data}
    done = []
    with display.progress("Images") as on_progress:
        for number, file in enumerate(files, start=1):
            try:
                await _upload(client, venue_id, file, existing.get(file.object_name), report)
                done.append(file)
            except OSError as fault:
                report.failed.append(Failure(file.relative_path, f"cannot be read: {fault.strerror}"))
            except ValidationFailed as refusal:
                reason = refusal.detail.removeprefix("The body ").rstrip(".")
                report.failed.append(Failure(file.relative_path, reason))
            on_progress(number, len(files))
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
