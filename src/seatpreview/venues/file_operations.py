"""The API operations that turn files into records, and venues into files."""

import hashlib
import os
import re
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.context import Context
from seatpreview.imports.file_formats import ExportFormat
from seatpreview.imports.model import FileFormat, ImportReport
from seatpreview.imports.questions import ANSWERS_CHARACTERS_MAX, Question
from seatpreview.problems import Fault, NotFound, ValidationFailed
from seatpreview.results import Encoded, LazyContent
from seatpreview.values.ids import VenueId
from seatpreview.values.validated_text import Name
from seatpreview.venues import draft_store, file_computations
from seatpreview.venues.draft_venue import not_previewable
from seatpreview.venues.model import (
    KeptWork,
    SectionsNotChecked,
    VenueBefore,
    VenueRecord,
    Warnings,
    WarningsCount,
)
from seatpreview.venues.store import StoredVenue
from seatpreview.venues.venue_access import owned_venue, owned_venue_only, readable_venue

IMPORT_SECONDS_MAX = 60
"""The most seconds of processor time for reading a file and fitting a layout to it."""

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
MEDIA_TYPES: dict[ExportFormat, str] = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": XLSX,
    "pretix": "application/json",
    "geojson": "application/geo+json",
    "svg": "image/svg+xml",
    "json": "application/json",
}
_ENDINGS: dict[ExportFormat, str] = {
    "csv": "csv",
    "xlsx": "xlsx",
    "pretix": "pretix.json",
    "geojson": "geojson",
    "svg": "svg",
    "json": "json",
}


class ImportQuery(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The query of importVenue."""

    format: (
        Annotated[FileFormat, Meta(description="The format of the file. Default: its content tells.")]
        | UnsetType
    ) = UNSET
    name: (
        Annotated[
            Name,
            Meta(
                description=(
                    "The name of the venue, or that of the file with its ending: `hall.svg`. The name of a "
                    "file is used only if the file does not name the venue."
                )
            ),
        ]
        | UnsetType
    ) = UNSET
    answers: (
        Annotated[
            str,
            Meta(
                max_length=ANSWERS_CHARACTERS_MAX,
                description=(
                    "Answers to `questions` of an earlier answer for this file, as `side=mirrored;turn=90`. "
                    "These are accepted although nobody asked: `flip` (`yes` exchanges left and right), "
                    "`turn` (`0`, `90`, `180`, `270` degrees clockwise), `scale` (how many metres the hall "
                    "is wide, or `seat:0.5`: those from a seat to the next one) and `columns` "
                    "(`0=section,1=row`)."
                ),
            ),
        ]
        | UnsetType
    ) = UNSET

    over: (
        Annotated[
            VenueId,
            Meta(
                description=(
                    "A venue that the caller owns: the record is that of the venue with the plan of the "
                    "file. What people had made of sections, rows and seats that are still there, by "
                    "their refs or their names, is kept, and `over` lists what is not."
                )
            ),
        ]
        | UnsetType
    ) = UNSET
    draft: Annotated[bool, Meta(description="With `over`: over the draft of the venue.")] = False


class ExportQuery(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The query of exportVenue."""

    format: Annotated[
        ExportFormat,
        Meta(
            description=(
                "`csv` and `xlsx` have a line for each seat, `pretix` is a seating plan of pretix, `geojson` "
                "and `svg` are drawings in metres, and `json` is the record."
            )
        ),
    ] = "json"


class ImportedRecord(VenueRecord, frozen=True, kw_only=True):
    """The record of a venue that was read from a file, as createVenue and replaceVenue take it."""


class VenueImport(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A record that was read from a file and stored nowhere, and what became of each part of the file."""

    record: ImportedRecord
    report: ImportReport
    questions: Annotated[
        tuple[Question, ...],
        Meta(
            description=(
                "What the file leaves open, the least sure first, at most five. Each has been assumed in the "
                "record; send the file again with `answers` for another choice."
            )
        ),
    ]
    over: Annotated[KeptWork | None, Meta(description="With `over` alone: what is kept of the venue.")]
    warnings: Warnings
    warnings_count: WarningsCount
    sections_not_checked: SectionsNotChecked


async def import_venue(context: Context, query: ImportQuery, upload: Path) -> Encoded:
    """Reads a file and returns the record of a venue, with a report. Nothing is written. The caller deletes
    the uploaded file."""
    if query.draft and query.over is UNSET:
        raise ValidationFailed.of(Fault(parameter="draft", detail="needs over, the venue whose draft it is"))
    over = b"" if query.over is UNSET else await _venue_before(context, query.over, is_draft=query.draft)
    return Encoded(
        await context.compute_for_caller(
            file_computations.import_venue,
            os.fsencode(upload),
            b"" if query.format is UNSET else query.format.encode(),
            b"" if query.name is UNSET else query.name.encode(),
            b"" if query.answers is UNSET else query.answers.encode(),
            over,
            seconds_max=IMPORT_SECONDS_MAX,
        )
    )


async def _venue_before(context: Context, venue_id: VenueId, *, is_draft: bool) -> bytes:
    """Returns the venue, or its draft, that a plan is imported over: only its owner may see what becomes of
    it."""
    venue = await (owned_venue_only if is_draft else owned_venue)(context, venue_id)
    document, compiled = venue.document, venue.compiled_layout
    if is_draft:
        draft = await context.resources.database.read(draft_store.get, venue_id)
        if draft is None:
            raise NotFound("The venue has no draft. Leave draft out to import over what buyers see.")
        if not draft.compiled_layout or draft.left_out != "[]":
            raise not_previewable(draft)
        document, compiled = draft.document, draft.compiled_layout
    before = VenueBefore(str(venue_id), venue.version, document.encode(), compiled)
    return msgspec.msgpack.encode(before)


async def export_venue(context: Context, venue_id: VenueId, query: ExportQuery) -> LazyContent:
    """Returns a venue as a file. A grantee finds its own aliases in the record."""
    venue = await readable_venue(context, venue_id)
    aliases = b"" if venue.grantee_aliases is None else venue.grantee_aliases.encode()

    async def load() -> bytes:
        return await context.compute_for_caller(
            file_computations.export_venue,
            venue.document.encode(),
            venue.compiled_layout,
            str(venue_id).encode(),
            query.format.encode(),
            aliases,
        )

    return LazyContent(
        content_type=MEDIA_TYPES[query.format],
        etag=_etag(venue, query.format, aliases),
        load=load,
        file_name=f"{_file_name(venue.name)}.{_ENDINGS[query.format]}",
    )


def _etag(venue: StoredVenue, file_format: str, aliases: bytes) -> str:
    known = msgspec.msgpack.encode((str(venue.venue_id), venue.version, file_format, aliases))
    return hashlib.sha256(known).hexdigest()[:32]


def _file_name(name: str) -> str:
    """Returns the name of a venue as that of a file, in letters that every system and header takes."""
    plain = re.sub("[^A-Za-z0-9]+", "-", name).strip("-").lower()
    return plain[:60] or "venue"
