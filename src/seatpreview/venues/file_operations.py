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
from seatpreview.results import Encoded, LazyContent
from seatpreview.values.ids import VenueId
from seatpreview.values.validated_text import Name
from seatpreview.venues import file_computations
from seatpreview.venues.model import SectionsNotChecked, VenueRecord, Warnings, WarningsCount
from seatpreview.venues.store import StoredVenue
from seatpreview.venues.venue_access import readable_venue

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
    warnings: Warnings
    warnings_count: WarningsCount
    sections_not_checked: SectionsNotChecked


async def import_venue(context: Context, query: ImportQuery, upload: Path) -> Encoded:
    """Reads a file and returns the record of a venue, with a report. Nothing is written. The caller deletes
    the uploaded file."""
    return Encoded(
        await context.compute_for_caller(
            file_computations.import_venue,
            os.fsencode(upload),
            b"" if query.format is UNSET else query.format.encode(),
            b"" if query.name is UNSET else query.name.encode(),
            b"" if query.answers is UNSET else query.answers.encode(),
            seconds_max=IMPORT_SECONDS_MAX,
        )
    )


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
